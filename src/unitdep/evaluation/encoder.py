"""The encoder on the authors' folds: training folds, our corpus and pretrained weights together."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Final

from unitdep.baselines.linear import best_of
from unitdep.corpus import Split, part
from unitdep.corpus.dataset import load, load_split
from unitdep.datasets import AnnotatedProblem, annotate
from unitdep.evaluation.folds import Fold, folds_of
from unitdep.evaluation.published import SETS
from unitdep.evaluation.results import Results, figure, sign
from unitdep.evaluation.solving import Outcome, outcome
from unitdep.inference import search_many
from unitdep.learning import values_of
from unitdep.learning.encoder.build import development_of, hold_out, known, network_tables
from unitdep.learning.encoder.stages import SECOND, Encoder, second_stage, with_seed
from unitdep.learning.tuning import Mode, tune

TABLE: Final = "encoder"
MODES: Final = {"lca++": Mode.TREE, "unitdep": Mode.JOINT}  # without and with the graph's terms
Progress = Callable[[str], None]
__all__ = ["MODES", "SETS", "TABLE", "run"]


def run(
    name: str,
    first: Encoder,
    *,
    seed: int = 0,
    work: Path | None = None,
    progress: Progress = lambda _: None,
) -> Results:
    """Train a network of stage one further on every fold of a set, and test it.

    ``work`` keeps the state of each fold: a run that was stopped goes on from there.
    """
    started = time.perf_counter()
    dataset = load(name)
    problems = annotate(dataset.records)
    corpus_dev = annotate(load_split(Split.DEV).records)
    outcomes: dict[str, list[list[Outcome]]] = {system: [] for system in MODES}
    for fold in folds_of(dataset, problems, seed):
        place = work and work / f"{name}-{seed}-{fold.number}"
        found = _fold(first, problems, fold, corpus_dev, seed, place, progress)
        for system, tested in found.items():
            outcomes[system].append(tested)
            right = sum(o.right for o in tested) / len(tested)
            progress(f"fold {fold.number}, {system}: {100 * right:.1f}")
    figures = [
        figure(f"{system}, encoder", dataset.name, [[(o.id, o.right) for o in f] for f in folds])
        for system, folds in outcomes.items()
    ]
    return Results(TABLE, sign(dataset, seed), time.perf_counter() - started, tuple(figures))


def _fold(
    first: Encoder,
    problems: list[AnnotatedProblem],
    fold: Fold,
    corpus_dev: list[AnnotatedProblem],
    seed: int,
    place: Path | None,
    progress: Progress,
) -> dict[str, list[Outcome]]:
    encoder = replace(first, network=deepcopy(first.network))
    held, learnt = hold_out([problems[p] for p in fold.training], seed)
    second_stage(
        encoder,
        learnt,
        part(Split.TRAIN),
        with_seed(SECOND, seed),
        folder=place,
        report=lambda line: progress(f"fold {fold.number}, {line}"),
    )
    tuned_on = known([*held, *corpus_dev])
    development = development_of(network_tables(encoder, tuned_on), tuned_on)
    tested = [problems[p] for p in fold.test]
    tables = network_tables(encoder, tested)
    found = {}
    for system, mode in MODES.items():
        rankings = search_many(tables, list(map(values_of, tested)), tune(development, mode), top=1)
        found[system] = [
            outcome(p, fold.number, best_of(ranking))
            for p, ranking in zip(tested, rankings, strict=True)
        ]
    return found
