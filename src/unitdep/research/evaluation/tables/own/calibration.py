"""The table of confidence: how far the probability of an answer can be trusted.

On AllArith, by cross-validation: the linear UnitDep with our features, its temperature tuned on the
held-out fifths of the training folds; and the same answers with the probability from a logistic
regression on those held-out answers (Platt's method, with the number of quantities). On the
corpus's test part: the default model, end to end. The table ``encoder`` adds its own outcomes to
the results file (``add``).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from unitdep import __version__, models
from unitdep.core.labels import Reading
from unitdep.inference import Weights, queries, search_many
from unitdep.inference.candidates import significant
from unitdep.inference.listed.scores import score_tuples
from unitdep.reading.problem import Scope
from unitdep.research.corpus import Split
from unitdep.research.corpus.dataset import load_split
from unitdep.research.datasets import AnnotatedProblem, Dataset
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.published import title
from unitdep.research.evaluation.layout.rows import NONE, RowPlan, measured_on, percent
from unitdep.research.evaluation.layout.signatures import signature_line
from unitdep.research.evaluation.metrics.calibration import (
    COVERAGES,
    Judged,
    brier_score,
    calibration_error,
    equal_mass,
    equal_width,
    keep,
)
from unitdep.research.evaluation.metrics.significance import bootstrap_interval
from unitdep.research.evaluation.protocol.evaluate import APPLIED as SPLIT
from unitdep.research.evaluation.protocol.evaluate import evaluate_model
from unitdep.research.evaluation.protocol.folds import FOLDS, Fold, load_folds
from unitdep.research.evaluation.protocol.outcomes import Outcome, outcome_of_ranking
from unitdep.research.evaluation.protocol.results import (
    SYSTEMS,
    Results,
    read,
    sign,
    with_systems,
    write,
)
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.learning import build_designs, train, values_of
from unitdep.research.learning.tune import TOLERANCE, DevelopmentSet, Mode
from unitdep.research.progress import Progress, silent
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.solver import Solver

FOLDED: Final = "allarith"
APPLIED: Final = "corpus-test"
SYSTEM: Final = "unitdep, own"
PLATT: Final = "unitdep, own, Platt"
DEFAULT: Final = "default model"
ENCODER: Final = "encoder"  # added by the table encoder
_TITLES: Final = {
    SYSTEM: "UnitDep, our features",
    PLATT: "the same, Platt",
    ENCODER: "encoder + UDG",
    DEFAULT: "default model",
}
_COVERAGE: Final = 0.8  # the coverage that is shown with an interval
_CLIP: Final = 1e-4  # probabilities stay this far from 0 and 1 before they become log-odds

name: Final = TableName.CALIBRATION
datasets: Final = (FOLDED, APPLIED)
rows: Final[tuple[RowPlan, ...]] = ()


def steps(dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return 1 + FOLDS if dataset == FOLDED else 2


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Measure the table on one of its data sets."""
    started = time.perf_counter()
    if dataset == FOLDED:
        folded = load_folds(dataset, options.seed)
        progress("read")
        systems = cross_validated(
            folded.problems, folded.folds, seed=options.seed, progress=progress
        )
        signature = sign(folded.dataset, options.seed)
    else:
        data = load_split(Split.TEST, options.seed)
        systems = {DEFAULT: _applied(data, progress)}
        signature = sign(data, options.seed, SPLIT, models=[models.DEFAULT])
    content = {SYSTEMS: {system: to_rows(outcomes) for system, outcomes in systems.items()}}
    return Results(name, signature, time.perf_counter() - started, content=content, partial=True)


def add(file: Path, system: str, outcomes: Sequence[Outcome]) -> None:
    """Add the outcomes of another system to a results file, or replace them."""
    results = read(file)
    added = {system: to_rows(outcomes)}
    content = with_systems(results, added, __version__, signed=results.signature.version)
    write(replace(results, content=content), file.parent)


def to_rows(outcomes: Sequence[Outcome]) -> list[list[Any]]:
    """Return outcomes as the results file has them."""
    return [[o.id, round(o.probability, 6), o.right, o.quantities] for o in outcomes]


def from_rows(entries: Sequence[Sequence[Any]]) -> list[Outcome]:
    """Return the outcomes in a results file."""
    return [Outcome(i, bool(right), float(p), int(size)) for i, p, right, size in entries]


def cross_validated(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    *,
    seed: int = 0,
    progress: Progress = silent,
) -> dict[str, list[Outcome]]:
    """Train, tune and test UnitDep on every fold, and fit the other calibration."""
    designs = build_designs(problems, FEATURE_SETS["own"], Reading.ALGEBRA)
    systems: dict[str, list[Outcome]] = {SYSTEM: [], PLATT: []}
    for fold in folds:
        trained = train(problems, designs, fold.training, seed=seed)
        weights = trained.tune(Mode.JOINT)
        tested = [problems[p] for p in fold.test]
        values = [values_of(p) for p in tested]
        rankings = search_many(queries(trained.tables(fold.test), values, weights), top=1)
        outcomes = [
            outcome_of_ranking(p, ranking, fold=fold.number)
            for p, ranking in zip(tested, rankings, strict=True)
        ]
        systems[SYSTEM] += outcomes
        systems[PLATT] += platt(held_out(trained.development, weights), outcomes)
        progress(f"fold {fold.number}")
    return systems


def held_out(development: DevelopmentSet, weights: Weights) -> list[Outcome]:
    """Answer the development problems, and compare."""
    outcomes = []
    for batch, answers in development.batches:
        scored = score_tuples(batch, weights)
        valid = np.isfinite(scored.score)
        total = np.where(valid, scored.total, -np.inf)
        mass = np.exp(total - total.max(axis=1, keepdims=True))
        values = significant(scored.values)
        each = np.arange(len(batch))
        best = scored.score.argmax(axis=1)
        alike = valid & (values == values[each, best][:, None])
        share = (mass * alike).sum(axis=1) / mass.sum(axis=1)
        right = np.abs(scored.values[each, best] - answers) < TOLERANCE
        size = batch.values.shape[1]
        pairs = zip(share, right, strict=True)
        outcomes += [Outcome("", bool(r), float(p), size) for p, r in pairs]
    return outcomes


def platt(known: Sequence[Outcome], asked: Sequence[Outcome]) -> list[Outcome]:
    """Return answers with the probability that a logistic regression on known ones predicts.

    If all known ones are right, or all wrong, there is nothing to learn and nothing changes.
    """
    from sklearn.linear_model import LogisticRegression

    if len({o.right for o in known}) < 2:
        return list(asked)
    model = LogisticRegression().fit(_features(known), [o.right for o in known])
    shares = model.predict_proba(_features(asked))[:, 1]
    return [replace(o, probability=float(p)) for o, p in zip(asked, shares, strict=True)]


def _features(outcomes: Sequence[Outcome]) -> NDArray[np.float64]:
    share = np.clip([o.probability for o in outcomes], _CLIP, 1 - _CLIP)
    size = np.array([o.quantities for o in outcomes])
    return np.column_stack([np.log(share / (1 - share)), size == 2, size == 3])


def _applied(dataset: Dataset, progress: Progress) -> list[Outcome]:
    solver = Solver.load(models.DEFAULT, scope=Scope.PAPER)
    progress("model loaded")
    evaluation = evaluate_model(solver, dataset.records)
    progress("solved")
    return list(evaluation.outcomes)


def section(results: Sequence[Results]) -> str:
    """Write the section."""
    measured = [r for r in measured_on(results, name, datasets).values() if r]
    if not measured:
        return templates.not_measured(name)
    systems = outcomes_by_title(results)
    judged = {system: [_judged(o) for o in outcomes] for system, outcomes in systems.items()}
    at_coverage = f"right at {_COVERAGE:.0%} coverage"
    head = ["", "problems", "right", "ECE", "ECE, equal mass", "Brier", at_coverage]
    return templates.fill(
        name,
        table=table(head, ([system, *_scores(pairs)] for system, pairs in judged.items())),
        coverages=table(
            ["", *(f"{coverage:.0%}" for coverage in COVERAGES)],
            ([system, *_kept(pairs)] for system, pairs in judged.items()),
        ),
        sizes=_by_size(systems),
        signatures=bullets(
            signature_line(r, without=("folds", "spacy", "sklearn")) for r in measured
        ),
    )


def outcomes_by_title(
    results: Sequence[Results], without: Sequence[str] = ()
) -> dict[str, list[Outcome]]:
    """Return the outcomes of all systems by the name that a reader sees."""
    return {
        f"{title(dataset)}: {_TITLES.get(system, system)}": from_rows(entries)
        for dataset, measured in measured_on(results, name, datasets).items()
        if measured is not None
        for system, entries in measured.content[SYSTEMS].items()
        if system not in without
    }


def judged_by_title(results: Sequence[Results]) -> dict[str, list[Judged]]:
    """Return the (probability, right) pairs to draw, without Platt's calibration."""
    systems = outcomes_by_title(results, without=(PLATT,))
    return {system: [_judged(o) for o in outcomes] for system, outcomes in systems.items()}


def _judged(outcome: Outcome) -> Judged:
    return outcome.probability, outcome.right


def _scores(judged: Sequence[Judged]) -> list[str]:
    right = sum(r for _, r in judged)
    surest = sorted(judged, key=lambda j: -j[0])[: round(_COVERAGE * len(judged))]
    return [
        str(len(judged)),
        percent(right / len(judged)),
        f"{calibration_error(equal_width(judged)):.3f}",
        f"{calibration_error(equal_mass(judged)):.3f}",
        f"{brier_score(judged):.3f}",
        percent(keep(judged, _COVERAGE).accuracy, bootstrap_interval([r for _, r in surest])),
    ]


def _kept(judged: Sequence[Judged]) -> list[str]:
    kept = (keep(judged, coverage) for coverage in COVERAGES)
    return [f"{percent(k.accuracy)} (from {k.threshold:.2f})" for k in kept]


def _by_size(systems: Mapping[str, Sequence[Outcome]]) -> str:
    sizes = sorted({o.quantities for rows in systems.values() for o in rows if o.quantities > 1})
    lines = []
    for system, outcomes in systems.items():
        groups: dict[int, list[Outcome]] = defaultdict(list)
        for outcome in outcomes:
            groups[outcome.quantities].append(outcome)
        lines.append([system, *(_group(groups[size]) for size in sizes)])
    return table(["", *(f"{size} quantities" for size in sizes)], lines)


def _group(outcomes: Sequence[Outcome]) -> str:
    if not outcomes:
        return NONE
    confidence = sum(o.probability for o in outcomes) / len(outcomes)
    right = sum(o.right for o in outcomes) / len(outcomes)
    return f"{100 * confidence:.0f} / {100 * right:.0f} ({len(outcomes)})"
