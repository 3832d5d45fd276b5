"""``unitdep check`` on the test problems of a fold, with that fold's model.

Right is the gold expression. Wrong are all expressions that change one of its operations or swap
two of its numbers and thereby change its value. As a filter, the check looks through the ten best
candidates of LCA++, which knows no units, and takes the first one that it does not reject. Both
limits of the check are tuned on held-out training problems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final

import numpy as np

from unitdep.core.expression import (
    Expression,
    Leaf,
    Operation,
    Operator,
    evaluate,
    leaves,
    map_leaves,
    monotonic,
    positive_value,
)
from unitdep.inference import Weights, search
from unitdep.inference.compare import Scale, weigh
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.expressions.judge import Judge, Limits
from unitdep.research.evaluation.expressions.types import Verdict
from unitdep.research.evaluation.protocol.cross_validate import SYSTEMS
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.learning import Trained, gold_answer, values_of
from unitdep.research.learning.tune import TOLERANCE
from unitdep.scoring.tables import ScoreTables
from unitdep.solution import NO_EXPRESSION, write_expression
from unitdep.solver import Analysis

ACCEPTED: Final = 0.96  # share of the held-out gold expressions that the margin should accept
CANDIDATES: Final = 10  # of LCA++ that are filtered
_STEPS: Final = tuple(k / 10 for k in range(11))  # confidences at which "unsure" may be set
# The rows of the results file.
GOLD: Final = "gold accepted"
WRONG: Final = "wrong rejected"
POSITIVE: Final = "wrong rejected, positive"
BEFORE: Final = "lca++"
AFTER: Final = "lca++, filtered"
ALONE: Final = "unitdep"
ROWS: Final = (GOLD, WRONG, POSITIVE, BEFORE, AFTER, ALONE)

Pairs = list[tuple[str, bool]]  # problem id, right


@dataclass(frozen=True)
class CheckedFold:
    """What the check made of one fold."""

    limits: Limits
    rows: dict[str, Pairs]
    verdicts: dict[str, Counter[str]]  # on gold and on wrong expressions


def check_fold(problems: Sequence[AnnotatedProblem], fold: Fold, trained: Trained) -> CheckedFold:
    """Tune the limits on the held-out part of a fold's training problems, then check its tests."""
    joint, plain = (trained.tune(SYSTEMS[name]) for name in (ALONE, BEFORE))
    held_out = trained.held_out()
    limits = tune_limits([problems[p] for p in held_out], list(held_out.values()), joint)
    rows: dict[str, Pairs] = {row: [] for row in ROWS}
    verdicts = {GOLD: Counter[str](), WRONG: Counter[str]()}
    tests = [p for p in fold.test if _usable(problems[p])]
    for p, tables in zip(tests, trained.tables(tests), strict=True):
        judge = judge_of(problems[p], tables, joint, limits)
        _expressions(problems[p], judge, rows, verdicts)
        _candidates(problems[p], judge, tables, plain, rows)
    return CheckedFold(limits, rows, verdicts)


def judge_of(
    annotated: AnnotatedProblem, tables: ScoreTables, weights: Weights, limits: Limits
) -> Judge:
    """Return the judge of a problem whose tables are known."""
    scale = weigh(tables, values_of(annotated), weights)
    refusal = None if scale.ranking.candidates else NO_EXPRESSION
    return Judge.of(Analysis(annotated.problem, refusal, scale.query, scale.ranking), limits)


def _usable(annotated: AnnotatedProblem) -> bool:
    return annotated.tree is not None and annotated.problem.size > 1


def _expressions(
    annotated: AnnotatedProblem,
    judge: Judge,
    rows: dict[str, Pairs],
    verdicts: dict[str, Counter[str]],
) -> None:
    """Check the gold expression and its wrong variants."""
    assert annotated.tree is not None
    verdict = _verdict(judge, annotated.tree)
    rows[GOLD].append((annotated.id, verdict is Verdict.AGREES))
    verdicts[GOLD][verdict.value] += 1
    for tree in wrong_variants(annotated.tree, values_of(annotated)):
        verdict = _verdict(judge, tree)
        rows[WRONG].append((annotated.id, verdict.rejects))
        verdicts[WRONG][verdict.value] += 1
        if positive_value(monotonic(tree), values_of(annotated)) is not None:
            rows[POSITIVE].append((annotated.id, verdict.rejects))


def _verdict(judge: Judge, tree: Expression) -> Verdict:
    """Check a tree the way a person would enter it: as text."""
    return judge.expression(write_expression(judge.problem, tree)).verdict


def _candidates(
    annotated: AnnotatedProblem,
    judge: Judge,
    tables: ScoreTables,
    weights: Weights,
    rows: dict[str, Pairs],
) -> None:
    """Filter the candidates of LCA++; if all are rejected, its first one stays."""
    ranked = search(tables, values_of(annotated), weights, top=CANDIDATES).candidates
    kept = (c for c in ranked if not _verdict(judge, c.tree).rejects)
    first = ranked[0] if ranked else None
    chosen = next(kept, first)
    best = judge.scale.best if judge.scale else None
    gold = gold_answer(annotated)
    for row, candidate in ((BEFORE, first), (AFTER, chosen), (ALONE, best)):
        right = candidate is not None and abs(float(candidate.value - gold)) < TOLERANCE
        rows[row].append((annotated.id, right))


def wrong_variants(tree: Expression, values: Sequence[Fraction]) -> list[Expression]:
    """Return the trees with one operation changed or two numbers swapped, and another value."""
    gold = evaluate(tree, values)
    variants: dict[Expression, Expression] = {}
    for variant in (*_other_operations(tree), *_swaps(tree)):
        try:
            same = abs(float(evaluate(variant, values) - gold)) < TOLERANCE
        except ZeroDivisionError:
            same = False
        if not same:
            variants.setdefault(monotonic(variant), variant)
    return list(variants.values())


def _other_operations(tree: Expression) -> Iterator[Expression]:
    if isinstance(tree, Leaf):
        return
    for operator in Operator:
        if operator is not tree.operator:
            yield Operation(operator, tree.left, tree.right)
    for left in _other_operations(tree.left):
        yield Operation(tree.operator, left, tree.right)
    for right in _other_operations(tree.right):
        yield Operation(tree.operator, tree.left, right)


def _swaps(tree: Expression) -> Iterator[Expression]:
    for pair in combinations(dict.fromkeys(leaves(tree)), 2):
        other = {**{i: i for i in leaves(tree)}, pair[0]: pair[1], pair[1]: pair[0]}
        yield map_leaves(tree, other.__getitem__)


def tune_limits(
    problems: Sequence[AnnotatedProblem], tables: Sequence[ScoreTables], weights: Weights
) -> Limits:
    """Choose the limits on held-out problems; ``checking.judge`` explains them."""
    scales = [
        (annotated, weigh(table, values_of(annotated), weights))
        for annotated, table in zip(problems, tables, strict=True)
    ]
    margin = float(
        np.quantile([_behind(a, scale) for a, scale in scales], ACCEPTED, method="higher")
    )
    sure = [(scale.best.probability, _right(a, scale)) for a, scale in scales if scale.best]
    return Limits(margin, unsure_below(sure))


def _behind(annotated: AnnotatedProblem, scale: Scale) -> float:
    """Return how far the gold expression is behind the best; 0 if it has the best value."""
    if annotated.tree is None or _right(annotated, scale):
        return 0.0
    weighed = scale.tree(annotated.tree)
    return float("inf") if weighed is None else max(weighed.behind, 0.0)


def _right(annotated: AnnotatedProblem, scale: Scale) -> bool:
    best, gold = scale.best, gold_answer(annotated)
    return best is not None and abs(float(best.value - gold)) < TOLERANCE


def unsure_below(answers: Sequence[tuple[float, bool]]) -> float:
    """Return the confidence up to which fewer than half of the answers are right, in tenths."""
    limit = 0.0
    for low, high in pairwise(_STEPS):
        inside = [right for confidence, right in answers if low <= confidence < high]
        if inside and 2 * sum(inside) >= len(inside):
            break
        limit = high if inside else limit
    return limit
