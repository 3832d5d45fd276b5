"""Signals: numbers known at run time that tell right answers from wrong ones."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Final

from unitdep.core.expression import (
    Expression,
    LcaOperation,
    lca_operations,
    leaf_nodes,
    leaves,
)
from unitdep.core.labels import QUESTION, Face, Finish, Kind
from unitdep.inference.candidates import pair_column
from unitdep.inference.types import Candidate, Query, Ranking
from unitdep.reading.problem import Problem
from unitdep.solution import Solution
from unitdep.steps.doubts import Concern

_FLOOR: Final = 1e-3  # of probabilities: beyond it, a search says how few rivals there are
_FAR: Final = 10.0
_REVERSED: Final = {
    LcaOperation.SUB: LcaOperation.SUB_REV,
    LcaOperation.SUB_REV: LcaOperation.SUB,
}
_LEFT: Final = frozenset({"left", "still", "remain", "remaining", "stay", "ago", "back", "now"})
WEAKEST: Final = tuple(f"weakest-{part}" for part in ("lca", "relevance", "vertex", "choice"))
SIGNALS: Final = (
    "logit",
    "margin",
    *(concern.value for concern in Concern),
    "proposal-unused",
    "again-unused",
    "left-out",
    "not-proved",
    "length",
    "vertices",
    "operations",
    "implied-used",
    "face",
    "finish",
    "no-unit",
    "large",
    "one-written",
    "again-used",
    "few-answers",
    "other-way-round",
    "rate-by-graph-only",
    "subtracted-from-later",
    "left-from-later",
    "typed",
    "zero",
    *WEAKEST,
)


def signals(solution: Solution, ranking: Ranking, query: Query) -> Mapping[str, float]:
    """Return the signals of a solution that has an answer, by name."""
    concerns = {doubt.concern for doubt in solution.warnings}
    values = {
        **_of_search(solution, ranking, query),
        **_of_text(solution),
        **_of_expression(solution),
        **{concern.value: concern in concerns for concern in Concern},
        **weakest(query, ranking.candidates[0]),
    }
    return {name: float(values[name]) for name in SIGNALS}


def _of_search(solution: Solution, ranking: Ranking, query: Query) -> dict[str, float]:
    """Return what the search knows: how likely the answer is, and what else there is."""
    best, *others = [max(c.probability, _FLOOR) for c in ranking.candidates]
    top = min(best, 1 - _FLOOR)
    contrary = other_way_round(query, solution.tree) if solution.tree else -_FAR
    return {
        "logit": log(top / (1 - top)),
        "margin": log(best) - log(others[0]) if others else -log(_FLOOR),
        "not-proved": not solution.exact,
        "few-answers": len(ranking.candidates) < 3,
        "other-way-round": max(contrary, 0.0),
    }


def _of_text(solution: Solution) -> dict[str, float]:
    """Return what the text is like, and what of it the expression leaves out."""
    problem = solution.problem
    unused = [q for q in problem.quantities if q.index not in solution.relevant]
    return {
        "proposal-unused": sum(q.implied and q.kind is not Kind.AGAIN for q in unused),
        "again-unused": any(q.kind is Kind.AGAIN for q in unused),
        "left-out": sum(not q.implied for q in unused),
        "length": len(problem.doc) / 50,
        "vertices": problem.size / 5,
        "zero": any(q.value == 0 and not q.implied for q in problem.quantities),
        "typed": not problem.text.rstrip().endswith(("?", ".")),
    }


def _of_expression(solution: Solution) -> dict[str, float]:
    """Return what the expression is made of."""
    used, tree = solution.relevant, solution.tree
    chosen = [q for q in solution.problem.quantities if q.index in used]
    faces = [leaf.face for leaf in leaf_nodes(tree)] if tree else []
    later = _from_later(tree)
    rated = [solution.is_rate(q.index) is not q.unit.is_rate for q in chosen if not q.kind.pure]
    return {
        "operations": max(len(used) - 1, 0) / 3,
        "large": len(used) > 4,
        "implied-used": sum(q.implied for q in chosen),
        "one-written": sum(not q.implied for q in chosen) < 2,
        "again-used": any(q.kind is Kind.AGAIN for q in chosen),
        "face": any(face is not Face.ITSELF for face in faces),
        "finish": solution.finish is not Finish.EXACT,
        "no-unit": solution.answer_unit is None,
        "rate-by-graph-only": sum(rated),
        "subtracted-from-later": later,
        "left-from-later": later and _asks_what_is_left(solution.problem),
    }


def weakest(query: Query, best: Candidate) -> dict[str, float]:
    """Return the least log-probability that a classifier gives to one of its labels."""
    tables, size, used = query.tables, query.size, set(leaves(best.tree))
    lca = [
        tables.lca[pair_column(i, j, size), operation]
        for (i, j), operation in lca_operations(best.tree).items()
    ]
    relevance = [tables.irrelevance[i, int(i not in used)] for i in range(size)]
    vertex = [tables.vertex[i, int(i in best.rates)] for i in used if not query.pure[i]]
    vertex.append(tables.vertex[size, int(QUESTION in best.rates)])
    choice = [0.0]
    if tables.everyday is not None and query.kinds:
        choice += [
            tables.everyday.face[leaf.index, leaf.face]
            for leaf in leaf_nodes(best.tree)
            if query.kinds[leaf.index] is Kind.FACTOR
        ]
        choice += [tables.everyday.again[v, of] for v, of in best.stands_for.items()]
        choice.append(tables.everyday.finish[best.finish] if query.nearest is None else 0.0)
    found = zip(WEAKEST, (lca, relevance, vertex, choice), strict=True)
    return {name: max(-_FAR, float(min(scores, default=0.0))) for name, scores in found}


def _from_later(tree: Expression | None) -> bool:
    """Whether a number is subtracted from one that comes after it in the text."""
    return tree is not None and LcaOperation.SUB_REV in lca_operations(tree).values()


def _asks_what_is_left(problem: Problem) -> bool:
    question, low = problem.question, problem.words.low
    asked = low[question.token_start : question.token_end] if question else ()
    return not _LEFT.isdisjoint(asked)


def other_way_round(query: Query, tree: Expression) -> float:
    """Return by how much the scores prefer a subtraction of the tree the other way round.

    They do if a text takes away more than there is: the search has only positive results.
    """
    size, lca = query.size, query.tables.lca
    return max(
        (
            float(lca[row, _REVERSED[operation]] - lca[row, operation])
            for (i, j), operation in lca_operations(tree).items()
            if operation in _REVERSED and (row := pair_column(i, j, size)) >= 0
        ),
        default=-_FAR,
    )
