"""Read problems to annotate from a file in any format that ``datasets`` reads."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from unitdep.core.expression import Expression, render
from unitdep.core.graph import derive, vertices
from unitdep.core.labels import QUESTION, Vertex
from unitdep.errors import FormatError, RequestError
from unitdep.explain.svg.frame import bare
from unitdep.explain.svg.tree import draw_tree
from unitdep.explain.view import expression_view
from unitdep.reading.problem import Problem
from unitdep.research.datasets.acquisition.derive import multiplies
from unitdep.research.datasets.acquisition.jsonl import value_json
from unitdep.research.datasets.annotate import annotate
from unitdep.research.datasets.readers import read
from unitdep.research.datasets.records import AnnotatedProblem, Record
from unitdep.solution import write_expression
from unitdep.steps.answer import answer_unit
from unitdep.steps.vertices import shown_unit
from unitdep.steps.work import result_of
from unitdep.units.wording import amount, format_value
from unitdep.web.errors import shortened
from unitdep.web.limits import BATCH

REASON: Final = 200  # characters of what is wrong with a line


@dataclass(frozen=True)
class Sent:
    """What a file of problems has."""

    records: list[Record]
    bad: list[str]  # what could not be read, with line numbers


def read_records(content: str) -> Sent:
    """Read the content of a file; the texts are not parsed yet."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "problems"
        file.write_text(content, "utf-8")
        try:
            source = read(file)
        except FormatError as error:
            raise RequestError(str(error).replace(str(file), "the file")) from None
    if len(source.records) > BATCH:
        raise RequestError(f"{len(source.records)} problems at once; at most {BATCH} are allowed")
    bad = [f"line {m.line}: {shortened(m.reason, REASON)}" for m in source.problems]
    return Sent(source.records, bad[:BATCH])


def prepare(record: Record) -> dict[str, Any] | None:
    """Return a problem as the store keeps it, read in the paper's scope.

    Files are read in that scope wherever they train or test something, so the indices of labels
    mean the same here and there. An expression that needs what a text only implies has no tree; nor
    has one that's missing, or uses a number that is not in the text. Then this returns None.
    """
    [problem] = annotate([record])
    return None if problem.tree is None else _content(problem, problem.tree)


def _content(annotated: AnnotatedProblem, tree: Expression) -> dict[str, Any]:
    """Return a problem with everything a page needs, so that a click needs no parsing."""
    problem = annotated.problem
    expression = write_expression(problem, tree)
    root = expression_view(problem, tree, derive(tree, frozenset()))
    return {
        "id": annotated.id,
        "text": problem.text,
        "answer": None if annotated.answer is None else value_json(annotated.answer),
        "expression": expression,
        "tree": render(tree, [str(i) for i in range(problem.size)]),
        "by_tree": not multiplies(tree),
        "vertices": [_vertex(problem, tree, v) for v in vertices(tree)],
        "tree_svg": bare(draw_tree(root, f"Expression tree: {expression}")),
    }


def _vertex(problem: Problem, tree: Expression, vertex: Vertex) -> dict[str, Any]:
    """Return a vertex: where it is in the text, and its captions as not a rate and as a rate."""
    graphs = [derive(tree, rates) for rates in (frozenset(), frozenset({vertex}))]
    if vertex == QUESTION:
        asked = problem.question
        captions = [
            amount(None, answer_unit(problem, graph, result_of(problem, graph, tree)))
            for graph in graphs
        ]
        place, short = (asked.start, asked.end) if asked else (0, 0), "the question"
    else:
        quantity = problem.quantities[int(vertex)]
        captions = [amount(quantity.value, shown_unit(problem, g, vertex)) for g in graphs]
        place = quantity.number.start, quantity.number.end
        short = format_value(quantity.value)
    return {
        "vertex": vertex,
        "short": short,
        "captions": captions,
        "start": place[0],
        "end": place[1],
    }
