"""How well ``check`` tells right expressions from wrong ones, on AllArith's own folds.

A fold's test problems are checked with that fold's model. Right is the gold expression. Wrong are
all expressions that change one operation of it or swap two of its numbers, where the value is then
another. As a filter, the check goes through the ten best candidates of LCA++, which knows no units,
and the first one that is not rejected is taken. Both limits are tuned on the held-out tables of the
training folds.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final

import numpy as np

from unitdep.checking import Judge, Limits, Verdict
from unitdep.core.expression import (
    Expression,
    Leaf,
    Operation,
    Operator,
    evaluate,
    leaves,
    map_leaves,
    monotonic,
)
from unitdep.core.labels import Reading
from unitdep.inference import Weights, search
from unitdep.inference.best_first.tree_scores import positive_value
from unitdep.inference.compare import Scale, weigh
from unitdep.research.datasets import AnnotatedProblem, annotate, load
from unitdep.research.evaluation.protocol.cross_validate import SYSTEMS
from unitdep.research.evaluation.protocol.folds import Fold, folds_of
from unitdep.research.evaluation.protocol.results import Results, figure, sign
from unitdep.research.evaluation.tables.contest import Progress
from unitdep.research.learning import Trained, build_designs, gold_answer, train, values_of
from unitdep.research.learning.tune import TOLERANCE
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.scoring.tables import ScoreTables
from unitdep.solution import NO_EXPRESSION, write_expression
from unitdep.solver import Analysis

TABLE: Final = "checks"
SETS: Final = ("allarith",)
FEATURES: Final = "own"
ACCEPTED: Final = 0.96  # share of the held-out gold expressions that the margin is to accept
CANDIDATES: Final = 10  # of LCA++ that are filtered
_STEPS: Final = tuple(k / 10 for k in range(11))  # confidences between which "unsure" is looked for
# the rows of the results file
GOLD: Final = "gold accepted"
WRONG: Final = "wrong rejected"
POSITIVE: Final = "wrong rejected, positive"
BEFORE: Final = "lca++"
AFTER: Final = "lca++, filtered"
ALONE: Final = "unitdep"
ROWS: Final = (GOLD, WRONG, POSITIVE, BEFORE, AFTER, ALONE)

Outcomes = list[tuple[str, bool]]


def steps(name: str) -> int:  # noqa: ARG001 - the tables share one signature
    """Return how many times ``run`` reports progress."""
    return 2 * 5 + 1


@dataclass(frozen=True)
class Checked:
    """What the check made of one fold: (problem, right) pairs by row, and verdicts by kind."""

    limits: Limits
    rows: dict[str, Outcomes]
    verdicts: dict[str, Counter[str]]  # of gold and of wrong expressions


def run(name: str, *, seed: int = 0, progress: Progress = lambda _: None) -> Results:
    """Measure the check on one data set."""
    started = time.perf_counter()
    dataset = load(name)
    problems = annotate(dataset.records)
    folds = folds_of(dataset, problems, seed)
    designs = build_designs(problems, FEATURE_SETS[FEATURES], Reading.ALGEBRA)
    progress("read")
    found = []
    for fold in folds:
        trained = train(problems, designs, fold.training, seed=seed)
        progress(f"fold {fold.number} trained")
        found.append(check_fold(problems, fold, trained))
        progress(f"fold {fold.number} checked")
    details = {
        "margin": [fold.limits.margin for fold in found],
        "unsure": [fold.limits.unsure for fold in found],
        "verdicts": {
            kind: dict(sum((fold.verdicts[kind] for fold in found), Counter[str]()))
            for kind in (GOLD, WRONG)
        },
    }
    figures = tuple(
        figure(row, dataset.name, [fold.rows[row] for fold in found], details if not k else None)
        for k, row in enumerate(ROWS)
    )
    return Results(TABLE, sign(dataset, seed), time.perf_counter() - started, figures)


def check_fold(problems: Sequence[AnnotatedProblem], fold: Fold, trained: Trained) -> Checked:
    """Tune the limits on the held-out part of a fold's training problems, then check its tests."""
    joint, plain = (trained.tune(SYSTEMS[name]) for name in (ALONE, BEFORE))
    held_out = trained.held_out()
    limits = tune_limits([problems[p] for p in held_out], list(held_out.values()), joint)
    rows: dict[str, Outcomes] = {row: [] for row in ROWS}
    verdicts = {GOLD: Counter[str](), WRONG: Counter[str]()}
    tests = [p for p in fold.test if _usable(problems[p])]
    for p, tables in zip(tests, trained.tables(tests), strict=True):
        judge = judge_of(problems[p], tables, joint, limits)
        _expressions(problems[p], judge, rows, verdicts)
        _candidates(problems[p], judge, tables, plain, rows)
    return Checked(limits, rows, verdicts)


def judge_of(
    annotated: AnnotatedProblem, tables: ScoreTables, weights: Weights, limits: Limits
) -> Judge:
    """Make a judge of a problem whose tables are known."""
    scale = weigh(tables, values_of(annotated), weights)
    refusal = None if scale.ranking.candidates else NO_EXPRESSION
    return Judge.of(Analysis(annotated.problem, refusal, scale.query, scale.ranking), limits)


def _usable(annotated: AnnotatedProblem) -> bool:
    return annotated.tree is not None and annotated.problem.size > 1


def _expressions(
    annotated: AnnotatedProblem,
    judge: Judge,
    rows: dict[str, Outcomes],
    verdicts: dict[str, Counter[str]],
) -> None:
    """Check the gold expression and its wrong variants."""
    assert annotated.tree is not None
    found = _verdict(judge, annotated.tree)
    rows[GOLD].append((annotated.id, found is Verdict.AGREES))
    verdicts[GOLD][found.value] += 1
    for tree in wrong_variants(annotated.tree, values_of(annotated)):
        found = _verdict(judge, tree)
        rows[WRONG].append((annotated.id, found.rejects))
        verdicts[WRONG][found.value] += 1
        if positive_value(monotonic(tree), values_of(annotated)) is not None:
            rows[POSITIVE].append((annotated.id, found.rejects))


def _verdict(judge: Judge, tree: Expression) -> Verdict:
    """Check a tree as a person would give it: as text."""
    return judge.expression(write_expression(judge.problem, tree)).verdict


def _candidates(
    annotated: AnnotatedProblem,
    judge: Judge,
    tables: ScoreTables,
    weights: Weights,
    rows: dict[str, Outcomes],
) -> None:
    """Filter the candidates of LCA++; where all are rejected, its first one stays."""
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
    """Return the trees with one other operation or two numbers swapped, and another value."""
    gold = evaluate(tree, values)
    found: dict[Expression, Expression] = {}
    for variant in (*_other_operations(tree), *_swaps(tree)):
        try:
            same = abs(float(evaluate(variant, values) - gold)) < TOLERANCE
        except ZeroDivisionError:
            same = False
        if not same:
            found.setdefault(monotonic(variant), variant)
    return list(found.values())


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
    """Choose the limits on held-out problems: see ``checking.judge``."""
    scales = [
        (annotated, weigh(table, values_of(annotated), weights))
        for annotated, table in zip(problems, tables, strict=True)
    ]
    margin = float(
        np.quantile([_behind(a, scale) for a, scale in scales], ACCEPTED, method="higher")
    )
    sure = [(scale.best.probability, _right(a, scale)) for a, scale in scales if scale.best]
    return Limits(margin, _unsure(sure))


def _behind(annotated: AnnotatedProblem, scale: Scale) -> float:
    """Return how far the gold expression is behind; 0 where its value is the best one."""
    if annotated.tree is None or _right(annotated, scale):
        return 0.0
    weighed = scale.tree(annotated.tree)
    return float("inf") if weighed is None else max(weighed.behind, 0.0)


def _right(annotated: AnnotatedProblem, scale: Scale) -> bool:
    best, gold = scale.best, gold_answer(annotated)
    return best is not None and abs(float(best.value - gold)) < TOLERANCE


def _unsure(answers: Sequence[tuple[float, bool]]) -> float:
    """Go up in tenths of confidence while fewer than half of the answers there are right."""
    limit = 0.0
    for low, high in pairwise(_STEPS):
        inside = [right for confidence, right in answers if low <= confidence < high]
        if inside and 2 * sum(inside) >= len(inside):
            break
        limit = high if inside else limit
    return limit
