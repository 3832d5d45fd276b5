"""Train the encoder in both stages, tune the weights of the score, and write the model folder."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.metadata import version
from math import inf
from pathlib import Path
from typing import Any, Final, TypeVar

from unitdep.core.labels import Reading
from unitdep.errors import NothingToLearnError
from unitdep.inference import Weights, queries, search_many
from unitdep.models.sealed import digest
from unitdep.models.store import ENCODER, NETWORK, TOKENIZER, seal
from unitdep.reading.problem import Problem
from unitdep.research.corpus import Split, generate, part, signature
from unitdep.research.corpus.dataset import load_split
from unitdep.research.corpus.everyday.packaged import annotated, everyday_signature
from unitdep.research.corpus.siblings.packaged import siblings_part, siblings_signature
from unitdep.research.datasets import AnnotatedProblem, Dataset, annotate
from unitdep.research.learning.encoder.exported.export import export
from unitdep.research.learning.encoder.stages import (
    BODY,
    FIRST,
    MIX,
    SECOND,
    Encoder,
    Templates,
    continued,
    first_stage,
    fresh,
    packaged,
    sampled,
    second_stage,
)
from unitdep.research.learning.encoder.teaching import teacher_of
from unitdep.research.learning.encoder.training import score
from unitdep.research.learning.train import gold_answer, values_of
from unitdep.research.learning.train_linear import distinct, learnable
from unitdep.research.learning.tune import (
    DevelopmentSet,
    Mode,
    answer_accuracy,
    answer_log_probabilities,
    development_set,
    tune,
)
from unitdep.research.progress import Progress, silent
from unitdep.scoring.blend import blend
from unitdep.scoring.encoder.inputs import Input, read_input
from unitdep.scoring.encoder.scorer import EncoderScorer
from unitdep.scoring.tables import Scorer, ScoreTables

CALIBRATION: Final = 5  # one template in five is used for it
SHARES: Final = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)  # of the encoder in a blend
HELD_OUT: Final = 10  # one problem in ten of a data set is held out to tune the weights
T = TypeVar("T")


def train_encoder(
    datasets: Sequence[Dataset],
    output: Path,
    *,
    work: Path | None = None,
    body: str = BODY,
    start: Path | None = None,
    teachers: Sequence[Path] = (),
    epochs: int | None = None,
    half: bool = False,
    seed: int = 0,
    report: Progress = silent,
) -> dict[str, Any]:
    """Train on the corpus, then on data sets, and write a model folder; returns its provenance.

    ``work`` is the folder for checkpoints of both stages: an interrupted run resumes from there.
    ``body`` names one of the pretrained ``BODIES``. ``start`` is the folder of an encoder with that
    body, which is trained further; ``teachers`` are those of models whose mean tables are learnt
    too.
    ``epochs`` are those of the first stage, if not as many as usual; ``half`` trains with 16-bit
    products, which not every processor has.
    """
    templates = packaged(Split.TRAIN)
    own = [r for r in distinct(r for d in datasets for r in d.records) if "template" not in r.meta]
    problems = annotate(own)
    if datasets and not learnable(problems):
        raise NothingToLearnError("no problem has an expression to train on")
    held, training = hold_out(problems, seed)
    encoder = continued((start / NETWORK).read_bytes(), seed, body) if start else fresh(seed, body)
    teacher = teacher_of(teachers)
    first = replace(FIRST, seed=seed, half=half, epochs=epochs or FIRST.epochs)
    place = work and work / "first"
    first_stage(encoder, templates, first, teacher=teacher, folder=place, report=report)
    if training:
        second = replace(SECOND, seed=seed, half=half)
        place = work and work / "second"
        count = int(2 * MIX * len(training))  # a data set is read in both scopes
        others = sampled(templates, count, encoder.tokenizer, seed + 1, teacher=teacher)
        second_stage(
            encoder, training, others, second, teacher=teacher, folder=place, report=report
        )
    output.mkdir(parents=True, exist_ok=True)
    export(encoder.network, output / NETWORK, calibration(templates, training, encoder))
    (output / TOKENIZER).write_bytes(encoder.tokenizer_file)
    files = ((output / name).read_bytes() for name in (NETWORK, TOKENIZER))
    scorer = EncoderScorer.load(*files)
    tuned_on = known([*held, *annotate(load_split(Split.DEV).records)])
    development = development_of(scorer.score([p.problem for p in tuned_on]), tuned_on)
    weights = tuned(development)
    report("weights tuned")
    agree = agreement(encoder, scorer, problems or tuned_on, weights)
    report(f"the exported network agrees with the trained one on {agree:.1%} of the problems")
    provenance = {
        "datasets": [
            {"name": Path(d.name).name, "sha256": d.hash, "problems": len(d.records)}
            for d in datasets
        ],
        "corpus": {"hash": signature(), "templates": len(part(Split.TRAIN))},
        "siblings": {"hash": siblings_signature(), "templates": len(siblings_part(Split.TRAIN))},
        "everyday": {"hash": everyday_signature(), "templates": len(templates.everyday)},
        "body": body,
        **({"start": digest(start / NETWORK)} if start else {}),
        **({"teachers": [digest(folder / NETWORK) for folder in teachers]} if teachers else {}),
        "problems": len(training),
        "seed": seed,
        "version": version("unitdep"),
        "export_agrees": round(agree, 4),
        "development": {
            "problems": len(tuned_on),
            "accuracy": round(answer_accuracy(development, weights), 4),
        },
    }
    seal(output, ENCODER, {}, weights, provenance)
    return provenance


def calibration(
    templates: Templates, training: Sequence[AnnotatedProblem], encoder: Encoder
) -> list[Input]:
    """Return the inputs that calibrate the exported network: training problems and templates."""
    some = templates.paper[::CALIBRATION]
    paper = annotate([i.record() for i in generate(some, len(some))])
    everyday = annotated(templates.everyday[::CALIBRATION], 0)
    return [read_input(p.problem, encoder.tokenizer) for p in (*paper, *everyday, *training)]


def agreement(
    encoder: Encoder,
    exported: Scorer,
    problems: Sequence[AnnotatedProblem],
    weights: Weights,
) -> float:
    """Return the share of problems that the exported and the trained network answer alike."""
    asked = [p for p in problems if p.problem.size > 1]
    values = [values_of(p) for p in asked]
    both = (network_tables(encoder, asked), exported.score([p.problem for p in asked]))
    answers = [
        [
            [c.value for c in ranking.candidates]
            for ranking in search_many(queries(t, values, weights), top=1)
        ]
        for t in both
    ]
    same = [a == b for a, b in zip(*answers, strict=True)]
    return float(sum(same) / max(len(same), 1))


def hold_out(problems: Sequence[T], seed: int) -> tuple[list[T], list[T]]:
    """Hold out one problem in ``HELD_OUT``, at random but deterministic for a given seed."""
    order = random.Random(f"held out:{seed}").sample(problems, len(problems))
    few = len(order) // HELD_OUT
    return order[:few], order[few:]


def known(problems: Sequence[AnnotatedProblem]) -> list[AnnotatedProblem]:
    """Return the problems that weights can be tuned on."""
    return [p for p in problems if p.tree is not None and p.problem.size > 1]


def development_of(
    tables: Sequence[ScoreTables], problems: Sequence[AnnotatedProblem]
) -> DevelopmentSet:
    """Combine score tables and right answers."""
    values: list[list[Fraction]] = [values_of(p) for p in problems]
    return development_set(tables, values, [gold_answer(p) for p in problems])


def network_tables(encoder: Encoder, problems: Sequence[AnnotatedProblem]) -> list[ScoreTables]:
    """Score problems with the trained network, before export."""
    return TrainedScorer(encoder).score([p.problem for p in problems])


@dataclass(frozen=True)
class TrainedScorer:
    """Scores problems of either scope with a trained network, before export."""

    encoder: Encoder
    everyday: bool = True

    def score(self, problems: Sequence[Problem]) -> list[ScoreTables]:
        """Return the tables of each problem."""
        inputs = [read_input(problem, self.encoder.tokenizer) for problem in problems]
        return score(self.encoder.network, inputs)


@dataclass(frozen=True)
class Mix:
    """How a linear scorer's tables and the encoder's are blended."""

    share: float  # of the encoder
    weights: Weights

    def tables(
        self, linear: Sequence[ScoreTables], encoder: Sequence[ScoreTables]
    ) -> list[ScoreTables]:
        """Blend the tables of problems."""
        return [blend(a, b, self.share) for a, b in zip(linear, encoder, strict=True)]


def blended(
    linear: Sequence[ScoreTables],
    encoder: Sequence[ScoreTables],
    problems: Sequence[AnnotatedProblem],
) -> Mix:
    """Choose the share under which held-out answers are most probable."""
    best, best_quality = Mix(1.0, tuned(development_of(encoder, problems))), -inf
    for share in SHARES:
        tables = Mix(share, best.weights).tables(linear, encoder)
        development = development_of(tables, problems)
        weights = tuned(development)
        quality = answer_log_probabilities(development, weights, Reading.ALGEBRA).mean()
        if quality > best_quality:
            best, best_quality = Mix(share, weights), float(quality)
    return best


def tuned(development: DevelopmentSet, mode: Mode = Mode.JOINT) -> Weights:
    """Tune only the temperature.

    The network was trained with the weights at which tuning starts, and a tenth of a training fold
    is too little data to tune more.
    """
    return tune(development, mode, names=("temperature",))
