"""The encoder on the authors' folds: training folds, our corpus and pretrained weights together.

Stage one sees only the corpus and is trained once; stage two is trained anew on every fold, with
several seeds. No template matches a problem of the authors' data by over 50 % (``unitdep corpus
check --against``), so the rule that prunes what matches a test problem by 80 % leaves the corpus
whole.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from statistics import mean, pstdev
from typing import Final

from unitdep.core.labels import Reading
from unitdep.inference import Weights, queries, search_many
from unitdep.research.baselines.unitdep import best_of
from unitdep.research.corpus import Split, part, signature
from unitdep.research.corpus.dataset import load_split
from unitdep.research.datasets import AnnotatedProblem, Dataset, annotate, load
from unitdep.research.evaluation.metrics.significance import bootstrap_interval
from unitdep.research.evaluation.pages.published import SETS as PAPER_SETS
from unitdep.research.evaluation.protocol.cross_validate import Outcome, outcome
from unitdep.research.evaluation.protocol.folds import Fold, folds_of
from unitdep.research.evaluation.protocol.results import Figure, Results, Signature, sign
from unitdep.research.evaluation.tables.calibration import Sure
from unitdep.research.evaluation.tables.later import TRAINING, signed_transfer, transfer
from unitdep.research.learning import build_designs, values_of
from unitdep.research.learning.develop import Plan
from unitdep.research.learning.encoder.build import (
    blended,
    development_of,
    hold_out,
    known,
    network_tables,
    tuned,
)
from unitdep.research.learning.encoder.stages import (
    FIRST,
    SECOND,
    Encoder,
    first_stage,
    fresh,
    generated,
    second_stage,
    with_seed,
)
from unitdep.research.learning.encoder.training import Source
from unitdep.research.learning.train import train
from unitdep.research.learning.tune import Mode
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.scoring.tables import ScoreTables

TABLE: Final = "encoder"
SETS: Final = (*PAPER_SETS, "perturb")
SEEDS: Final = 3
ALONE: Final = "corpus only"
TREE: Final = "tree"
JOINT: Final = "joint"
BLEND: Final = "blend"
SYSTEMS: Final = (ALONE, TREE, JOINT, BLEND)
_LINEAR: Final = Plan((0.15,))  # for the blend: one strength, every fifth held out once
Progress = Callable[[str], None]
Outcomes = dict[str, list[Outcome]]  # by system


@dataclass(frozen=True)
class FoldFile:
    """One fold of one seed, as ``work`` keeps it."""

    corpus: str  # hash of the corpus that was learnt from
    seconds: float
    systems: Outcomes


@dataclass(frozen=True)
class Linear:
    """The linear half of the blend on one fold."""

    held_out: Mapping[int, ScoreTables]  # of the training part
    tested: list[ScoreTables]


@dataclass(frozen=True)
class Ground:
    """What all folds of a set share."""

    problems: list[AnnotatedProblem]
    folds: list[Fold]
    linear: Callable[[int], Linear]  # by fold, alike for all seeds


def run(
    name: str, *, seeds: int = SEEDS, work: Path, progress: Progress = lambda _: None
) -> Results:
    """Train and test on every fold with several seeds.

    ``work`` keeps stage one and the outcomes of each fold: a run that was stopped goes on from
    there, and several runs may share the folds of a set.
    """
    dataset = load(name)
    ground = cache(lambda: _ground(dataset))  # read only where a fold is missing
    first = cache(lambda: _first(work, progress))
    found: list[FoldFile] = []
    for seed in range(seeds):
        for number in range(1 if dataset.name in TRAINING else len(dataset.folds or range(5))):
            path = work / "outcomes" / f"{dataset.name}-{seed}-{number}.json"
            if not path.is_file():
                started = time.perf_counter()
                systems = _fold(first(), ground(), number, seed, progress)
                _write(path, FoldFile(signature(), time.perf_counter() - started, systems))
            found.append(_read(path))
            right = {s: f"{100 * _accuracy(o):.1f}" for s, o in found[-1].systems.items()}
            progress(f"{dataset.name}, seed {seed}, fold {number}: {right}")
    figures = tuple(_figure(system, dataset.name, found, seeds) for system in SYSTEMS)
    return Results(TABLE, _signature(dataset), sum(f.seconds for f in found), figures)


def _signature(dataset: Dataset) -> Signature:
    if dataset.name in TRAINING:
        return signed_transfer(load(TRAINING[dataset.name]), dataset, 0)
    return sign(dataset, 0)


def _ground(dataset: Dataset) -> Ground:
    if dataset.name in TRAINING:
        training = load(TRAINING[dataset.name])
        problems = annotate((*training.records, *dataset.records))
        folds = [transfer(len(training.records), len(problems))]
    else:
        problems = annotate(dataset.records)
        folds = folds_of(dataset, problems, 0)
    designs = build_designs(problems, FEATURE_SETS["own"], Reading.ALGEBRA)

    @cache
    def linear(number: int) -> Linear:
        trained = train(problems, designs, folds[number].training, plan=_LINEAR)
        return Linear(trained.held_out(), trained.tables(folds[number].test))

    return Ground(problems, folds, linear)


@dataclass(frozen=True)
class First:
    """A network after stage one, with what every fold uses."""

    encoder: Encoder
    others: Source  # generated problems that stage two is mixed with
    corpus_dev: list[AnnotatedProblem]


def _first(work: Path, progress: Progress) -> First:
    """Train stage one, or read what ``work`` has of it."""
    templates = part(Split.TRAIN)
    encoder = fresh()
    first_stage(encoder, templates, FIRST, folder=work / "first", report=progress)
    others = generated(templates, encoder.tokenizer, 1, fills=1)
    return First(encoder, others, annotate(load_split(Split.DEV).records))


def _fold(first: First, ground: Ground, number: int, seed: int, progress: Progress) -> Outcomes:
    fold, problems = ground.folds[number], ground.problems
    tested = [problems[p] for p in fold.test]
    solved = partial(_solve, tested, number)
    dev = known(first.corpus_dev)
    alone = development_of(network_tables(first.encoder, dev), dev)
    found = {ALONE: solved(network_tables(first.encoder, tested), tuned(alone))}

    encoder = replace(first.encoder, network=deepcopy(first.encoder.network))
    held, learnt = hold_out(fold.training, seed)
    second_stage(
        encoder,
        [problems[p] for p in learnt],
        first.others,
        with_seed(SECOND, seed),
        report=lambda line: progress(f"fold {number}, {line}"),
    )
    tuned_on = [p for p in held if known([problems[p]])]
    held_problems = [problems[p] for p in tuned_on]
    dev_tables = network_tables(encoder, held_problems)
    test_tables = network_tables(encoder, tested)
    development = development_of(dev_tables, held_problems)
    found[TREE] = solved(test_tables, tuned(development, Mode.TREE))
    found[JOINT] = solved(test_tables, tuned(development))

    linear = ground.linear(number)
    mix = blended([linear.held_out[p] for p in tuned_on], dev_tables, held_problems)
    both = mix.tables(linear.tested, test_tables)
    found[BLEND] = solved(both, mix.weights)
    return found


def _solve(
    tested: Sequence[AnnotatedProblem], fold: int, tables: Sequence[ScoreTables], weights: Weights
) -> list[Outcome]:
    rankings = search_many(queries(tables, map(values_of, tested), weights), top=1)
    return [
        outcome(problem, fold, best_of(ranking))
        for problem, ranking in zip(tested, rankings, strict=True)
    ]


def _figure(system: str, column: str, found: Sequence[FoldFile], seeds: int) -> Figure:
    """Put the folds of all seeds together; the interval is over problems, each seed's mean."""
    folds = [file.systems[system] for file in found]
    by_seed = [folds[k * len(folds) // seeds : (k + 1) * len(folds) // seeds] for k in range(seeds)]
    right: dict[str, list[bool]] = {}
    for one in (o for fold in folds for o in fold):
        right.setdefault(one.id, []).append(one.right)
    means = [100 * mean(sum(o.right for o in f) / len(f) for f in part) for part in by_seed]
    details = {
        "seeds": [round(m, 2) for m in means],
        "spread": round(pstdev(means), 2),
        "corpus": ", ".join(sorted({file.corpus for file in found})),
    }
    return Figure(
        system,
        column,
        tuple(sum(o.right for o in fold) / len(fold) for fold in folds),
        bootstrap_interval([mean(r) for r in right.values()]),
        tuple(name for name, r in right.items() if not any(r)),
        details,
    )


def confidence(name: str, work: Path) -> list[Sure]:
    """Return how sure the encoder with its graph was of its answers, with the first seed."""
    sizes = {p.id: p.problem.size for p in annotate(load(name).records)}
    files = sorted((work / "outcomes").glob(f"{name}-0-*.json"))
    found = [o for file in files for o in _read(file).systems[JOINT]]
    return [Sure(o.id, o.probability, o.right, sizes[o.id]) for o in found]


def _accuracy(outcomes: Iterable[Outcome]) -> float:
    return mean(o.right for o in outcomes)


def _write(path: Path, found: FoldFile) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".new").write_text(json.dumps(asdict(found)), "utf-8")
    path.with_suffix(".new").replace(path)


def _read(path: Path) -> FoldFile:
    content = json.loads(path.read_text("utf-8"))
    systems = {name: [Outcome(**o) for o in rows] for name, rows in content["systems"].items()}
    return FoldFile(content["corpus"], content["seconds"], systems)
