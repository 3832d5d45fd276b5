"""The encoder on the authors' folds: training folds, our corpus and pretrained weights together."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from unitdep.baselines.linear import best_of
from unitdep.corpus import Split, part
from unitdep.corpus.dataset import load, load_split
from unitdep.datasets import AnnotatedProblem, annotate
from unitdep.evaluation.folds import Fold, folds_of
from unitdep.evaluation.published import SETS
from unitdep.evaluation.results import Results, figure, sign
from unitdep.evaluation.solving import outcome
from unitdep.inference import search_many
from unitdep.learning import gold_answer, values_of
from unitdep.learning.encoder.examples import examples_of
from unitdep.learning.encoder.stages import SECOND, Encoder, second_stage, with_seed
from unitdep.learning.encoder.training import score
from unitdep.learning.tuning import Mode, development_set, tune
from unitdep.scoring.tables import ScoreTables

TABLE: Final = "encoder"
MODES: Final = {"lca++": Mode.TREE, "unitdep": Mode.JOINT}
HELD_OUT: Final = 10  # one in so many training problems is for the weights of the score
Progress = Callable[[str], None]
__all__ = ["MODES", "SETS", "TABLE", "run"]


@dataclass(frozen=True)
class _Parts:
    learnt: list[AnnotatedProblem]
    tuned: list[AnnotatedProblem]


def run(
    name: str,
    first: Encoder,
    *,
    seed: int = 0,
    folder: Path | None = None,
    progress: Progress = lambda _: None,
) -> Results:
    """Fine-tune a network of stage one on every fold of a set and test it, with and without UDG."""
    started = time.perf_counter()
    dataset = load(name)
    problems = annotate(dataset.records)
    held_out = annotate(load_split(Split.DEV).records)
    pairs: dict[str, list[list[tuple[str, bool]]]] = {system: [] for system in MODES}
    weights: dict[str, list[dict[str, float]]] = {system: [] for system in MODES}
    for fold in folds_of(dataset, problems, seed):
        encoder = deepcopy_of(first)
        parts = _split(problems, fold, seed)
        place = None if folder is None else folder / f"{name}-{seed}-{fold.number}"
        second_stage(
            encoder,
            parts.learnt,
            part(Split.TRAIN),
            with_seed(SECOND, seed),
            folder=place,
            report=lambda line, fold=fold: progress(f"fold {fold.number}, {line}"),  # type: ignore[misc]
        )
        development = development_set(*_scored(encoder, [*parts.tuned, *held_out]))
        tested = [problems[p] for p in fold.test]
        tables = tables_of(encoder, tested)
        for system, mode in MODES.items():
            tuned = tune(development, mode)
            rankings = search_many(tables, [values_of(p) for p in tested], tuned, top=1)
            found = [
                outcome(p, fold.number, best_of(r)) for p, r in zip(tested, rankings, strict=True)
            ]
            pairs[system].append([(o.id, o.right) for o in found])
            weights[system].append(tuned.as_dict())
            progress(
                f"fold {fold.number}, {system}: {sum(o.right for o in found) / len(found):.3f}"
            )
    figures = [
        figure(f"{system}, encoder", dataset.name, pairs[system], {"weights": weights[system]})
        for system in MODES
    ]
    return Results(TABLE, sign(dataset, seed), time.perf_counter() - started, tuple(figures))


def deepcopy_of(encoder: Encoder) -> Encoder:
    """Give a network of one's own with the same weights."""
    return Encoder(deepcopy(encoder.network), encoder.tokenizer, encoder.tokenizer_file)


def _split(problems: Sequence[AnnotatedProblem], fold: Fold, seed: int) -> _Parts:
    order = random.Random(f"{seed}:{fold.number}").sample(fold.training, len(fold.training))
    few = len(order) // HELD_OUT
    return _Parts([problems[p] for p in order[few:]], [problems[p] for p in order[:few]])


def tables_of(encoder: Encoder, problems: Sequence[AnnotatedProblem]) -> list[ScoreTables]:
    """Score problems; what has fewer than two quantities cannot be."""
    return score(encoder.network, examples_of(problems, encoder.tokenizer, labelled=False))


def _scored(
    encoder: Encoder, problems: Sequence[AnnotatedProblem]
) -> tuple[list[ScoreTables], list[list[Fraction]], list[Fraction]]:
    known = [p for p in problems if p.tree is not None and p.problem.size > 1]
    return (
        tables_of(encoder, known),
        [values_of(p) for p in known],
        [gold_answer(p) for p in known],
    )
