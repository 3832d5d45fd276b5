"""What was tried to bring SingleEq to its published level, on training problems only.

Each variant is trained and tested on fifths of the training part of fold 0.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

import numpy as np
from threadpoolctl import threadpool_limits

from unitdep.research.baselines.singleeq.candidates import Candidates, candidates
from unitdep.research.baselines.singleeq.learning.model import Models, local_scores, root_points
from unitdep.research.baselines.singleeq.learning.train import (
    Lesson,
    Settings,
    make_lesson,
    train_models,
)
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.published import SOLVING, title
from unitdep.research.evaluation.layout.rows import RowPlan, cell, measured_on, ours
from unitdep.research.evaluation.layout.signatures import signatures
from unitdep.research.evaluation.protocol.folds import FOLDS, load_folds
from unitdep.research.evaluation.protocol.results import Figure, Results, figure, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.progress import Progress
from unitdep.scoring.tables import Floats

SYSTEM: Final = "singleeq"
REACH: Final = "reach"
SPLIT: Final = f"training part of fold 0, in random {FOLDS}"
Score = Callable[[Models, Candidates], Floats]


def _product(models: Models, given: Candidates) -> Floats:
    return models.scores(given)


def _local(models: Models, given: Candidates) -> Floats:
    return local_scores(models.local, given)


def _global(models: Models, given: Candidates) -> Floats:
    product = local_scores(models.local, given)
    return np.asarray(models.root.probabilities(root_points(given, product), 2)[:, 1])


def _mean(models: Models, given: Candidates) -> Floats:
    return np.asarray(np.exp(_local(models, given)) + _global(models, given))


@dataclass(frozen=True)
class Variant:
    """A way to build the system."""

    title: str
    settings: Settings = Settings()  # noqa: RUF009 - frozen
    score: Score = _product


VARIANTS: Final = {
    "kept": Variant("as it is"),
    "25 equations": Variant("25 equations per problem, not 100", Settings(keep=25)),
    "400 equations": Variant("400 equations", Settings(keep=400)),
    "even": Variant("wrong equations drawn evenly", Settings(likely=False)),
    "local": Variant("local model alone", score=_local),
    "global": Variant("global model alone", score=_global),
    "mean": Variant("mean of both, not their product", score=_mean),
    "local C 1000": Variant("C of the local model 1000, not 100", Settings(local_cost=1000.0)),
    "global C 100": Variant("C of the global model 100, not 1000", Settings(global_cost=100.0)),
}

name: Final = TableName.TRIALS
datasets: Final = ("allarith", "allarithlex")
rows: Final = (
    *(RowPlan(variant.title, row) for row, variant in VARIANTS.items()),
    RowPlan("reach, as it is", REACH),
)


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return len(VARIANTS) + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Measure all variants on training problems."""
    started = time.perf_counter()
    folded = load_folds(dataset, options.seed)
    problems = [folded.problems[p] for p in folded.folds[0].training]
    lessons = cache(partial(_lessons, problems))
    progress("read")
    figures = []
    with threadpool_limits(1):
        for row, variant in VARIANTS.items():
            chosen = lessons(variant.settings.keep)
            parts = held_out(variant, chosen, options.seed)
            pairs = [[(problems[k].id, right) for k, right in part] for part in parts]
            figures.append(figure(row, folded.dataset.name, pairs))
            progress(variant.title)
    reach = [bool(len(lesson.right)) for lesson in lessons(Settings().keep)]
    figures.append(Figure(REACH, folded.dataset.name, (sum(reach) / len(reach),)))
    signature = sign(folded.dataset, options.seed, SPLIT)
    return Results(name, signature, time.perf_counter() - started, tuple(figures))


def _lessons(problems: Sequence[AnnotatedProblem], keep: int) -> list[Lesson]:
    """Return the equations of each problem, and which of them are right."""
    return [
        make_lesson(candidates(p.problem, keep=keep, whole=True), p.tree, p.answer)
        for p in problems
    ]


def held_out(
    variant: Variant, lessons: Sequence[Lesson], seed: int
) -> Iterator[list[tuple[int, bool]]]:
    """Yield the (problem, right) pairs of each fifth, by models trained on the other four."""
    part = np.random.default_rng(seed).permutation(len(lessons)) % FOLDS
    for number in range(FOLDS):
        seen = [lessons[k] for k in np.flatnonzero(part != number).tolist()]
        models = train_models(seen, variant.settings, seed)
        tested = np.flatnonzero(part == number).tolist()
        yield [(k, _is_right(variant, models, lessons[k])) for k in tested]


def _is_right(variant: Variant, models: Models, lesson: Lesson) -> bool:
    if not lesson.given.listed:
        return False
    return int(variant.score(models, lesson.given).argmax()) in lesson.right


def section(results: Sequence[Results]) -> str:
    """Write the section: the variants, and whether our intervals contain the published figures."""
    measured = {d: r for d, r in measured_on(results, name, datasets).items() if r}
    if not measured:
        return templates.not_measured(name)
    return templates.fill(
        name,
        table=ours(rows, measured),
        covered=_covered(results),
        signatures=signatures(measured.values()),
    )


def _covered(results: Sequence[Results]) -> str:
    published = SOLVING[SYSTEM]
    lines = []
    for dataset, solved in measured_on(results, TableName.SOLVING, list(published)).items():
        found = cell(solved, SYSTEM, published[dataset])
        if found.interval is not None:
            low, high = found.interval
            inside = "yes" if low <= published[dataset] <= high else "no"
            lines.append([title(dataset), found.published_text, found.ours_text, inside])
    if not lines:
        return bullets(["the table of solving has no figure yet"])
    return table(["", "published", "ours", "published within the interval"], lines)
