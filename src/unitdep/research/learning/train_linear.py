"""Train the linear model for everyday use on all available data, with a record of that data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from unitdep.core.labels import Reading
from unitdep.errors import NothingToLearnError
from unitdep.inference import Weights
from unitdep.models.store import Model
from unitdep.research.datasets import AnnotatedProblem, Dataset, Record, annotate
from unitdep.research.learning.develop import QUICK, Plan
from unitdep.research.learning.examples import build_designs
from unitdep.research.learning.train import Trained, train
from unitdep.research.learning.tune import LARGEST, Mode, answer_accuracy
from unitdep.research.progress import Progress, silent
from unitdep.scoring.linear import FeatureSet

# All of the authors' arithmetic problems, and our own except the test part. The 2018 texts come
# first; those of 2017 that have been reworded since are added.
DATASETS: Final = ("aggregate", "allarith", "corpus-train", "corpus-dev")
STEPS: Final = 5  # how many times ``train_on`` reports progress


def train_on(
    datasets: Sequence[Dataset],
    features: FeatureSet,
    *,
    seed: int = 0,
    progress: Progress = silent,
) -> Model:
    """Train the classifiers on all problems of some data sets, and tune UnitDep's weights.

    If there are other problems, those of our corpus are never held out for development: questions
    about one story would be in both parts.
    """
    records = distinct(record for dataset in datasets for record in dataset.records)
    problems = annotate(records)
    if not learnable(problems):
        raise NothingToLearnError(
            "no problem has an expression to train on, or an equation that fits its numbers"
        )
    progress("texts parsed")
    designs = build_designs(problems, features, Reading.ALGEBRA)
    progress("features read")
    extra = [k for k, record in enumerate(records) if "template" in record.meta]
    if len(extra) == len(records):
        extra = []
    own = sorted(set(range(len(problems))) - set(extra))
    plan = QUICK if extra else Plan()
    trained = train(problems, designs, own, extra=extra, plan=plan, seed=seed)
    progress("classifiers developed")
    weights = trained.tune(Mode.JOINT)
    progress("weights tuned")
    scorer = trained.scorer(features)
    progress("classifiers fitted")
    return Model(scorer, weights, provenance(datasets, features, seed, trained, weights))


def distinct(records: Iterable[Record]) -> list[Record]:
    """Drop records whose text has occurred before."""
    first: dict[str, Record] = {}
    for record in records:
        first.setdefault(record.text, record)
    return list(first.values())


def learnable(problems: Sequence[AnnotatedProblem]) -> int:
    """Count the problems that the weights can be tuned on."""
    return sum(p.tree is not None and 2 <= p.problem.size <= LARGEST for p in problems)


def provenance(
    datasets: Sequence[Dataset], features: FeatureSet, seed: int, trained: Trained, weights: Weights
) -> dict[str, Any]:
    """Describe what a model was trained on, and how well it did on the held-out fifths."""
    tuned_on = sum(len(answers) for _, answers in trained.development.batches)
    return {
        "datasets": [
            {"name": Path(d.name).name, "sha256": d.hash, "problems": len(d.records)}
            for d in datasets
        ],
        "problems": len(trained.bench.problems),
        "features": features.name,
        "seed": seed,
        "version": version("unitdep"),
        "strengths": trained.strengths,
        "development": {
            "problems": tuned_on,
            "accuracy": round(answer_accuracy(trained.development, weights), 4),
        },
    }
