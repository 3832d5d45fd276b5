"""The encoder on a data set's folds: pretrained weights, our corpus and the training folds.

Stage one sees only the corpus and is trained once; stage two is trained from there on every fold,
with several seeds. No template shares more than 50% with a problem of the authors' data (``unitdep
corpus check --against``), so the rule that prunes whatever shares 80% with a test problem removes
nothing from the corpus.

This module needs the extra ``train``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Final

from unitdep import __version__
from unitdep.core.labels import Reading
from unitdep.inference import Weights, queries, search_many
from unitdep.reading.problem import Scope
from unitdep.research.confidence.collect import Known, Row, of_texts
from unitdep.research.corpus import Split, signature
from unitdep.research.corpus.dataset import load, load_split
from unitdep.research.datasets import AnnotatedProblem, annotate
from unitdep.research.evaluation.protocol.folds import FOLDS, TRAINED_ON, FoldedSet, load_transfer
from unitdep.research.evaluation.protocol.outcomes import Outcome, outcome_of_ranking
from unitdep.research.learning import build_designs, values_of
from unitdep.research.learning.develop import Plan
from unitdep.research.learning.encoder.build import (
    TrainedScorer,
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
    kept_examples,
    packaged,
    second_stage,
)
from unitdep.research.learning.encoder.training import Settings, Source
from unitdep.research.learning.train import gold_answer, train
from unitdep.research.learning.tune import Mode
from unitdep.research.progress import Progress, silent
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.scoring.tables import ScoreTables
from unitdep.solver import Solver

ALONE: Final = "corpus only"
TREE: Final = "tree"
JOINT: Final = "joint"
BLEND: Final = "blend"
SYSTEMS: Final = (ALONE, TREE, JOINT, BLEND)
_LINEAR: Final = Plan((0.15,))  # for the blend: one strength, each fifth held out once
Outcomes = dict[str, list[Outcome]]  # by system


@dataclass(frozen=True)
class EncoderFold:
    """One fold with one seed, as ``work`` stores it."""

    seed: int
    corpus: str  # hash of the corpus that was trained on
    seconds: float
    systems: Outcomes
    everyday: list[Row]  # in the everyday scope, without a calibrator


@dataclass(frozen=True)
class _Linear:
    """The linear half of the blend on one fold."""

    held_out: Mapping[int, ScoreTables]  # of the training part
    tested: list[ScoreTables]


@dataclass(frozen=True)
class _Ground:
    """What all folds of a data set share."""

    folded: FoldedSet
    linear: Callable[[int], _Linear]  # by fold, the same for all seeds


@dataclass(frozen=True)
class _First:
    """A network after stage one, with what every fold uses."""

    encoder: Encoder
    others: Source  # generated problems that stage two is mixed with
    corpus_dev: list[AnnotatedProblem]


def cross_validate_encoder(
    name: str, *, seeds: int, work: Path, half: bool = False, progress: Progress = silent
) -> list[EncoderFold]:
    """Train and test on every fold with several seeds.

    ``work`` stores stage one and the outcomes of each fold, so that an interrupted run resumes from
    there, and several runs may share the folds of a data set. Outcomes of another corpus or version
    are measured again. ``half`` trains with 16-bit products.
    """
    dataset = load(name)
    ground = cache(lambda: _ground(dataset.name))  # read only if a fold is missing
    first = cache(lambda: _first(work, half, progress))
    folds = 1 if dataset.name in TRAINED_ON else len(dataset.folds or range(FOLDS))
    done: list[EncoderFold] = []
    for seed in range(seeds):
        second = replace(SECOND, seed=seed, half=half)
        for number in range(folds):
            path = _outcomes(work) / f"{dataset.name}-{seed}-{number}.json"
            if not _is_current(path):
                started = time.perf_counter()
                systems, everyday = _fold(first(), ground(), number, second, progress)
                seconds = time.perf_counter() - started
                _write(path, EncoderFold(seed, signature(), seconds, systems, everyday))
            done.append(_read(path, seed))
            right = {s: f"{100 * _accuracy(o):.1f}" for s, o in done[-1].systems.items()}
            progress(f"{dataset.name}, seed {seed}, fold {number}: {right}")
    return done


def joint_outcomes(name: str, work: Path) -> list[Outcome]:
    """Return the outcomes of the encoder with its graph, for the first seed."""
    files = sorted(_outcomes(work).glob(f"{name}-0-*.json"))
    return [outcome for file in files for outcome in _read(file, 0).systems[JOINT]]


def everyday_rows(name: str, work: Path) -> list[Row]:
    """Return what became of the test folds in the everyday scope, for the first seed."""
    files = sorted(_outcomes(work).glob(f"{name}-0-*.json"))
    return [row for file in files for row in _read(file, 0).everyday]


def _outcomes(work: Path) -> Path:
    return work / "outcomes"


def _ground(name: str) -> _Ground:
    folded = load_transfer(name, 0)
    designs = build_designs(folded.problems, FEATURE_SETS["own"], Reading.ALGEBRA)

    @cache
    def linear(number: int) -> _Linear:
        fold = folded.folds[number]
        trained = train(folded.problems, designs, fold.training, plan=_LINEAR)
        return _Linear(trained.held_out(), trained.tables(fold.test))

    return _Ground(folded, linear)


def _first(work: Path, half: bool, progress: Progress) -> _First:
    """Train stage one, or read as much of it as ``work`` has."""
    templates = packaged(Split.TRAIN)
    encoder = fresh()
    first = replace(FIRST, half=half)
    first_stage(encoder, templates, first, folder=work / "first", report=progress)
    kept = kept_examples(work / "first", templates, encoder, None)
    others = generated(templates, encoder.tokenizer, 1, fills=1, kept=kept)
    return _First(encoder, others, annotate(load_split(Split.DEV).records))


def _fold(
    first: _First, ground: _Ground, number: int, second: Settings, progress: Progress
) -> tuple[Outcomes, list[Row]]:
    fold, problems = ground.folded.folds[number], ground.folded.problems
    tested = [problems[p] for p in fold.test]
    solved = partial(_solve, tested, number)
    dev = known(first.corpus_dev)
    alone = development_of(network_tables(first.encoder, dev), dev)
    systems = {ALONE: solved(network_tables(first.encoder, tested), tuned(alone))}

    encoder = replace(first.encoder, network=deepcopy(first.encoder.network))
    held, learnt = hold_out(fold.training, second.seed)
    second_stage(
        encoder,
        [problems[p] for p in learnt],
        first.others,
        second,
        report=lambda line: progress(f"fold {number}, {line}"),
    )
    tuned_on = [p for p in held if known([problems[p]])]
    held_problems = [problems[p] for p in tuned_on]
    dev_tables = network_tables(encoder, held_problems)
    test_tables = network_tables(encoder, tested)
    development = development_of(dev_tables, held_problems)
    systems[TREE] = solved(test_tables, tuned(development, Mode.TREE))
    weights = tuned(development)
    systems[JOINT] = solved(test_tables, weights)

    linear = ground.linear(number)
    mix = blended([linear.held_out[p] for p in tuned_on], dev_tables, held_problems)
    both = mix.tables(linear.tested, test_tables)
    systems[BLEND] = solved(both, mix.weights)
    texts = [Known(p.id, p.problem.text, (gold_answer(p),)) for p in tested]
    solver = Solver(TrainedScorer(encoder), weights, scope=Scope.EVERYDAY)
    return systems, of_texts(solver, texts)


def _solve(
    tested: Sequence[AnnotatedProblem], fold: int, tables: Sequence[ScoreTables], weights: Weights
) -> list[Outcome]:
    rankings = search_many(queries(tables, map(values_of, tested), weights), top=1)
    return [
        outcome_of_ranking(problem, ranking, fold=fold)
        for problem, ranking in zip(tested, rankings, strict=True)
    ]


def _accuracy(outcomes: Sequence[Outcome]) -> float:
    return sum(o.right for o in outcomes) / len(outcomes)


def _is_current(path: Path) -> bool:
    """Whether a fold has been measured with this corpus and version; older files name none."""
    if not path.is_file():
        return False
    content = json.loads(path.read_text("utf-8"))
    return (content["corpus"], content.get("version", __version__)) == (signature(), __version__)


def _write(path: Path, fold: EncoderFold) -> None:
    systems = {name: [o.as_dict() for o in rows] for name, rows in fold.systems.items()}
    everyday = [asdict(row) for row in fold.everyday]
    content = {
        "corpus": fold.corpus,
        "version": __version__,
        "seconds": fold.seconds,
        "systems": systems,
        "everyday": everyday,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".new").write_text(json.dumps(content), "utf-8")
    path.with_suffix(".new").replace(path)


def _read(path: Path, seed: int) -> EncoderFold:
    content = json.loads(path.read_text("utf-8"))
    systems = {name: [Outcome(**o) for o in rows] for name, rows in content["systems"].items()}
    everyday = [Row(**row) for row in content.get("everyday", ())]
    return EncoderFold(seed, content["corpus"], content["seconds"], systems, everyday)
