"""A solution as a JSON object, and the solution that such an object is.

Values are floats, as JSON has them, with the exact value as a text next to them: ``answer`` is
2.3333333333333335 and ``answer_exact`` "7/3".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from unitdep.core.expression import Expression, leaf_nodes, leaves, monotonic, render, with_faces
from unitdep.core.graph import UnitGraph, edges
from unitdep.core.labels import QUESTION, Face, Finish, Kind, Vertex
from unitdep.inference.types import Candidate
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Problem, Scope, of_sum, reread
from unitdep.reading.quantity import Quantity
from unitdep.solution.solution import LISTED, Alternative, Solution
from unitdep.steps import Step
from unitdep.units.wording import json_number, unit_name

SCHEMA: Final = "solve/1"  # the name and the version of the JSON object


def to_dict(solution: Solution) -> dict[str, Any]:
    """Return a solution as a JSON object; see ``Solution.to_dict``."""
    solved = solution.answer is not None
    most = None if solved else LISTED
    return {
        "schema": SCHEMA,
        "text": solution.problem.text,
        "scope": solution.problem.scope.value,
        "answer": _number(solution.answer),
        "answer_exact": _exact(solution.answer),
        "reason": solution.reason,
        "answer_text": solution.answer_text if solved else None,
        "unit": solution.unit,
        "expression": solution.expression if solved else None,
        "tree": _tree(solution.tree, solution.graph),
        "finish": solution.finish.name.lower(),
        "confidence": solution.confidence,
        "exact": solution.exact,
        "quantities": [_quantity(solution, q) for q in solution.vertices[:most]],
        "question": _question(solution),
        "graph": _graph(solution),
        "steps": [_step(step) for step in solution.steps],
        "remarks": [remark.to_dict() for remark in solution.remarks],
        "warnings": [doubt.to_dict() for doubt in solution.warnings],
        "alternatives": [_alternative(other) for other in solution.alternatives],
        "scores": dict(solution.scores),
        "earlier": [_earlier(earlier) for earlier in solution.earlier],
    }


def from_dict(data: Mapping[str, Any]) -> Solution:
    """Return the solution that a JSON object is; see ``Solution.from_dict``."""
    if data.get("schema") != SCHEMA:
        raise ValueError(
            f"this version of unitdep reads {SCHEMA}, not {data.get('schema')!r}: "
            "solve the text again"
        )
    try:
        problems = reread(data["text"], Scope(data["scope"]))
        problem = _asking(problems, data["question"])
        count = len(data["earlier"])
        before = problems[len(problems) - 1 - count : -1]  # of many questions, only the last ones
        solution = _restored(_as_solved(problem, data), data)
        return replace(
            solution,
            exact=data["exact"],
            alternatives=tuple(map(_other, data["alternatives"])),
            scores=dict(data["scores"]),
            earlier=tuple(map(_restored, before, data["earlier"])),
        )
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError(f"this isn't a solution: {error!r}") from None


def _asking(problems: Sequence[Problem], question: Mapping[str, Any] | None) -> Problem:
    """Return the problem that asks a question; the last one if none does."""
    start = None if question is None else question["start"]
    asking = (p for p in problems if p.question is not None and p.question.start == start)
    return next(asking, problems[-1])


def _number(value: Fraction | None) -> int | float | None:
    return None if value is None else json_number(value)


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _tree(tree: Expression | None, graph: UnitGraph | None = None) -> dict[str, Any] | None:
    """Write a tree over indices, the faces of its factors, and the rates of its graph."""
    if tree is None:
        return None
    plain = with_faces(tree, dict.fromkeys(leaves(tree), Face.ITSELF))
    faces = sorted((leaf.index, leaf.face) for leaf in leaf_nodes(tree))
    return {
        "indices": render(plain, {i: str(i) for i in leaves(tree)}),
        "faces": [
            {"vertex": i, "face": face.name.lower()} for i, face in faces if face is not Face.ITSELF
        ],
        "rates": None if graph is None else sorted(graph.rates, key=str),
    }


def _read_tree(written: Mapping[str, Any] | None) -> Expression | None:
    if written is None:
        return None
    faces = {one["vertex"]: Face[one["face"].upper()] for one in written["faces"]}
    return with_faces(monotonic(parse_indices(written["indices"])), faces)


def _restored(problem: Problem, data: Mapping[str, Any]) -> Solution:
    """Return the solution of a problem with the answer of a JSON object."""
    answer, tree = data["answer_exact"], _read_tree(data["tree"])
    rates = None if tree is None else data["tree"]["rates"]
    return Solution(
        problem=problem,
        answer=None if answer is None else Fraction(answer),
        reason=data["reason"],
        tree=tree,
        graph=None if tree is None or rates is None else _graph_of(problem, tree, rates),
        confidence=data["confidence"],
        finish=Finish[data["finish"].upper()],
    )


def _graph_of(problem: Problem, tree: Expression, rates: Sequence[Vertex]) -> UnitGraph:
    """Return the graph that a tree and its rates imply; factors have no unit in it."""
    used = frozenset(leaves(tree))
    pure = frozenset(q.index for q in problem.quantities if q.kind.pure and q.index in used)
    return Candidate(tree, frozenset(rates), Fraction(0), 0.0, {}, 1.0, pure=pure).graph


def _as_solved(problem: Problem, data: Mapping[str, Any]) -> Problem:
    """Return a problem as it was solved: a bare sum as its numbers, amounts used again settled."""
    if summed := of_sum(problem):
        return summed[0]
    quantities = list(problem.quantities)
    for written in data["quantities"]:
        if written["kind"] == Kind.AGAIN:
            place = written["index"]
            quantities[place] = _settled(quantities[place], written, problem)
    return replace(problem, quantities=tuple(quantities))


def _settled(again: Quantity, written: Mapping[str, Any], problem: Problem) -> Quantity:
    """Return an amount that is used again with the value and the unit of the one it stands for."""
    value = Fraction(written["value_exact"])
    same = [q for q in problem.quantities if q.kind is not Kind.AGAIN and q.value == value]
    unit = (written["numerator"], written["denominator"])
    alike = [q for q in same if (q.unit.numerator, q.unit.denominator) == unit]
    number = replace(again.number, value=value)
    return replace(again, number=number, unit=next(iter((*alike, *same, again))).unit)


def _step(step: Step) -> dict[str, Any]:
    terms = {"left": step.left, "right": step.right, "result": step.result}
    return step.to_dict() | {f"{name}_exact": str(term.value) for name, term in terms.items()}


def _alternative(other: Alternative) -> dict[str, Any]:
    return {
        "answer": json_number(other.answer),
        "answer_exact": str(other.answer),
        "expression": other.expression,
        "tree": _tree(other.tree),
        "finish": other.finish.name.lower(),
        "probability": other.probability,
    }


def _other(data: Mapping[str, Any]) -> Alternative:
    finish = Finish[data["finish"].upper()]
    answer, tree = Fraction(data["answer_exact"]), _read_tree(data["tree"])
    return Alternative(answer, data["expression"], data["probability"], finish, tree)


def _quantity(solution: Solution, quantity: Quantity) -> dict[str, Any]:
    number, unit = quantity.number, solution.unit_of(quantity.index)
    return {
        "index": quantity.index,
        "text": number.text,
        "start": number.start,
        "end": number.end,
        "value": json_number(quantity.value),
        "value_exact": str(quantity.value),
        "unit": unit_name(unit),
        "numerator": unit.numerator,
        "denominator": unit.denominator,
        "rate": solution.is_rate(quantity.index),
        "relevant": quantity.index in solution.relevant,
        "kind": quantity.kind.value,
        "implied": quantity.implied,
    }


def _earlier(solution: Solution) -> dict[str, Any]:
    """Write the answer to an earlier question of the same text."""
    question, text = solution.problem.question, solution.problem.text
    return {
        "question": text[question.start : question.end] if question else "",
        "answer": _number(solution.answer),
        "answer_exact": _exact(solution.answer),
        "answer_text": solution.answer_text or None,
        "expression": solution.expression or None,
        "finish": solution.finish.name.lower(),
        "reason": solution.reason,
        "confidence": solution.confidence,
        "tree": _tree(solution.tree, solution.graph),
    }


def _question(solution: Solution) -> dict[str, Any] | None:
    question = solution.problem.question
    if question is None:
        return None
    return {
        "start": question.start,
        "end": question.end,
        "unit": solution.unit,
        "rate": solution.is_rate(QUESTION),
    }


def _graph(solution: Solution) -> dict[str, Any] | None:
    if solution.graph is None:
        return None
    return {
        "vertices": [_vertex(solution, v) for v in solution.graph.vertices],
        "edges": [
            {"source": e.source, "target": e.target, "label": e.label}
            for e in edges(solution.graph)
        ],
    }


def _vertex(solution: Solution, vertex: Vertex) -> dict[str, Any]:
    """Write a vertex; its id is the index of its quantity, or "question"."""
    problem = solution.problem
    quantity = None if vertex == QUESTION else problem.quantities[int(vertex)]
    question = problem.question
    asked = problem.text[question.start : question.end] if question else ""
    return {
        "id": vertex,
        "text": quantity.number.text if quantity else asked,
        "value": json_number(quantity.value) if quantity else None,
        "unit": unit_name(solution.unit_of(vertex)),
        "rate": solution.is_rate(vertex),
    }
