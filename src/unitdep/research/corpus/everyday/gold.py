"""Gold labels of filled everyday templates, carried over to what the program reads in the text.

The program's own reading decides which vertices there are. A slot is the number that overlaps it;
an implied value is the proposal with that value, at the word if there are several. What can't be
carried over is out of reach: ``Unreachable`` says why, and ``unitdep corpus gate`` counts it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from unitdep.core.expression import (
    Expression,
    Leaf,
    Operation,
    evaluate,
    leaf_nodes,
    leaves,
    map_leaves,
    monotonic,
    without,
)
from unitdep.core.graph import consistent
from unitdep.core.labels import QUESTION, Face, Kind, Vertex
from unitdep.inference.listed.typed import well_typed
from unitdep.reading.problem import Problem, Scope, from_doc, widen
from unitdep.reading.quantity import Quantity
from unitdep.reading.question import find_questions
from unitdep.reading.spacy_pipeline import parse_many
from unitdep.reading.words import Words
from unitdep.research.corpus.everyday.fill import Filled
from unitdep.research.corpus.everyday.template import Asked, Implied
from unitdep.research.datasets.records import AnnotatedProblem
from unitdep.units.conversion import DOZEN


@dataclass(frozen=True)
class Unreachable:
    """A question whose gold tree the program's reading can't express, and why."""

    id: str
    reason: str


def annotate_everyday(instances: Sequence[Filled]) -> Iterator[AnnotatedProblem | Unreachable]:
    """Read the filled texts; yields one problem per question, with gold labels."""
    for filled, doc in zip(instances, parse_many(i.text for i in instances), strict=True):
        questions = find_questions(doc, Words.of(doc))
        asked = filled.template.questions
        if len(asked) > 1 and len(questions) != len(asked):
            yield Unreachable(filled.id, f"{len(questions)} questions found, not {len(asked)}")
            continue
        for k, question in enumerate(asked):
            asking = questions[k] if len(asked) > 1 else None
            problem = from_doc(doc, None, Scope.EVERYDAY, asking)
            yield _annotated(f"{filled.id}.{k}", filled, question, problem)


def _annotated(
    name: str, filled: Filled, asked: Asked, problem: Problem
) -> AnnotatedProblem | Unreachable:
    fused = _fused(filled, asked.tree, problem)
    alignment = _align(filled, fused, problem)
    if isinstance(alignment, str):
        return Unreachable(name, alignment)
    tree = without(fused, {leaf for leaf in leaves(fused) if leaf not in alignment})
    if tree is None or len(set(alignment.values())) < len(alignment):
        return Unreachable(name, "two leaves are one vertex")
    if isinstance(tree, Leaf):
        return Unreachable(name, "worked out while reading")
    tree = monotonic(map_leaves(tree, alignment.__getitem__))
    pure = tuple(q.kind.pure for q in problem.quantities)
    faced = {leaf.index for leaf in leaf_nodes(tree) if leaf.face is not Face.ITSELF}
    if not well_typed(tree, pure) or any(
        problem.quantities[i].kind is not Kind.FACTOR for i in faced
    ):
        return Unreachable(name, "the kinds don't fit the tree")
    stands_for = _stands_for(filled, alignment)
    values = [q.value for q in problem.quantities]
    for vertex, other in stands_for.items():
        values[vertex] = values[other]
    if evaluate(tree, values) != evaluate(asked.tree, filled.values):
        return Unreachable(name, "another value")
    rates = _rates(filled, asked, alignment, tree, pure)
    answer = evaluate(tree, values)
    return AnnotatedProblem(name, problem, answer, tree, rates, asked.finish, stands_for)


def _fused(filled: Filled, tree: Expression, problem: Problem) -> Expression:
    """Replace a sum that the reading takes as one amount: "2 hours and 45 minutes"."""
    if isinstance(tree, Leaf):
        return tree
    written = [leaf for leaf in leaves(tree) if leaf < filled.template.size]
    vertices = {_overlapping(problem, filled.spans[leaf]) for leaf in written}
    if len(written) > 1 and len(vertices) == 1:
        [vertex] = vertices
        if vertex is not None and vertex.value == evaluate(tree, filled.values):
            return Leaf(min(written))
    left, right = (_fused(filled, side, problem) for side in (tree.left, tree.right))
    return Operation(tree.operator, left, right)


def _align(filled: Filled, tree: Expression, problem: Problem) -> dict[int, int] | str:
    """Map leaves to vertices; a leaf that another one's vertex has absorbed is left out."""
    size = filled.template.size
    alignment: dict[int, int] = {}
    absorbed: set[int] = set()
    needed = sorted(leaves(tree))
    for leaf in [i for i in needed if i < size]:
        vertex = _overlapping(problem, filled.spans[leaf])
        if vertex is None:
            return "a number is not read"
        if vertex.value != filled.values[leaf] and not _is_compound(vertex):
            inner = _absorbed(filled, vertex, leaf, needed)
            if inner is None:
                return f"a number is read as {vertex.value}"
            absorbed.add(inner)
        alignment[leaf] = vertex.index
    for leaf in [i for i in needed if i >= size and i not in absorbed]:
        implied = filled.template.implied[leaf - size]
        chosen = _proposed(problem, implied, filled.values[leaf], set(alignment.values()))
        if chosen is None:
            shown = "again" if implied.of is not None else str(filled.values[leaf])
            return f"not proposed: {implied.kind} {shown} ({implied.word})"
        if implied.of is not None and not _is_amount(problem, filled.spans[implied.of]):
            return "again stands for something that is not an amount"
        alignment[leaf] = chosen
    return alignment


def _absorbed(filled: Filled, vertex: Quantity, leaf: int, needed: Sequence[int]) -> int | None:
    """Return the implied leaf that a number was read together with: the 12 of "3 dozen"."""
    value = filled.values[leaf]
    factor = vertex.value / value if value else Fraction(0)
    inner = (i for i in needed if i >= filled.template.size and filled.values[i] == factor)
    return next(inner, None)


def _is_compound(vertex: Quantity) -> bool:
    made_of = vertex.number.made_of
    return made_of is not None and made_of.measure != DOZEN


def _is_amount(problem: Problem, span: tuple[int, int]) -> bool:
    vertex = _overlapping(problem, span)
    return vertex is not None and vertex.kind is Kind.AMOUNT


def _overlapping(problem: Problem, span: tuple[int, int]) -> Quantity | None:
    for quantity in problem.quantities:
        number = quantity.number
        if not quantity.implied and number.start < span[1] and span[0] < number.end:
            return quantity
    return None


def _proposed(problem: Problem, implied: Implied, value: Fraction, taken: set[int]) -> int | None:
    again = implied.kind is Kind.AGAIN
    fitting = [
        q
        for q in problem.quantities
        if q.index not in taken and (q.kind is Kind.AGAIN) is again and (again or q.value == value)
    ]
    low, word = problem.text.lower(), implied.word.lower()

    def preference(q: Quantity) -> tuple[bool, bool, bool]:
        at = low.find(word)
        there = at >= 0 and q.number.start < at + len(word) and at < q.number.end
        return q.kind.pure is not implied.kind.pure, not there, not q.implied

    return min(fitting, key=preference).index if fitting else None


def _stands_for(filled: Filled, alignment: Mapping[int, int]) -> dict[int, int]:
    """Return the amount behind each ``again``; the nearest leaf if it isn't in the tree."""
    size = filled.template.size
    standing: dict[int, int] = {}
    for leaf, vertex in alignment.items():
        of = filled.template.implied[leaf - size].of if leaf >= size else None
        if of is not None:
            standing[vertex] = alignment.get(of, -1)
    return standing


def _rates(
    filled: Filled,
    asked: Asked,
    alignment: Mapping[int, int],
    tree: Expression,
    pure: tuple[bool, ...],
) -> frozenset[Vertex] | None:
    """Return the rates by their units, or None if no graph has them."""
    template = filled.template
    units = [*(slot.unit for slot in template.slots), *(i.unit for i in template.implied)]
    for k, implied in enumerate(template.implied):
        if implied.of is not None:
            units[template.size + k] = units[implied.of]
    rates: set[Vertex] = {
        vertex for leaf, vertex in alignment.items() if " per " in units[leaf] and not pure[vertex]
    }
    if " per " in asked.unit:
        rates.add(QUESTION)
    reduced = without(tree, {i for i in leaves(tree) if pure[i]})
    if reduced is None or not consistent(monotonic(reduced), rates):
        return None
    return frozenset(rates)


def widen_annotated(annotated: AnnotatedProblem) -> AnnotatedProblem | None:
    """Carry a problem of the paper's scope over to the everyday scope, with its gold labels.

    Returns None if its tree is unknown, or not well typed: "3 times" is a factor there.
    """
    if annotated.tree is None:
        return None
    problem = widen(annotated.problem)
    place = {
        old.index: next(
            q.index
            for q in problem.quantities
            if not q.implied and q.number.start == old.number.start
        )
        for old in annotated.problem.quantities
    }
    tree = monotonic(map_leaves(annotated.tree, place.__getitem__))
    pure = tuple(q.kind.pure for q in problem.quantities)
    if not well_typed(tree, pure):
        return None
    rates = annotated.rates
    if rates is not None:
        moved = (v if v == QUESTION else place[int(v)] for v in rates)
        rates = frozenset(v for v in moved if v == QUESTION or not pure[int(v)])
        reduced = without(tree, {i for i in leaves(tree) if pure[i]})
        if reduced is None or not consistent(monotonic(reduced), rates):
            rates = None
    return AnnotatedProblem(f"{annotated.id}+", problem, annotated.answer, tree, rates)
