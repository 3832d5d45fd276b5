"""The test part of our corpus by kind: a model that never saw the corpus, and the packaged ones."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from unitdep.models import LINEAR
from unitdep.research.corpus import Template, corpus
from unitdep.research.corpus.dataset import load, load_split
from unitdep.research.corpus.labels import labels
from unitdep.research.corpus.templates.template import Split
from unitdep.research.evaluation.protocol.evaluate import Evaluation, evaluate_model
from unitdep.research.evaluation.protocol.results import sign
from unitdep.research.learning.train_default import STEPS as TRAINING_STEPS
from unitdep.research.learning.train_default import train_on
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.solver import Solver

TABLE: Final = "kinds"
DATASET: Final = "corpus-test"
FILE: Final = f"{TABLE}-{DATASET}.json"
AUTHORS: Final = ("aggregate", "allarith")  # the linear model's data but for the corpus
WITHOUT: Final = "without"
WITH: Final = "with"
ENCODER: Final = "encoder"
Progress = Callable[[str], None]


def steps() -> int:
    """Return how many times ``run`` reports progress."""
    return TRAINING_STEPS + 3


def run(*, seed: int = 0, progress: Progress = lambda _: None) -> dict[str, Any]:
    """Train a linear model without the corpus; measure it and both packaged models by label."""
    started = time.perf_counter()
    data = load_split(Split.TEST, seed)
    other = train_on([load(name) for name in AUTHORS], FEATURE_SETS["own"], progress=progress)
    solvers = {
        WITHOUT: Solver.of(other),
        WITH: Solver.load(LINEAR),
        ENCODER: Solver.load(),
    }
    models = {}
    for name, solver in solvers.items():
        models[name] = summary(evaluate_model(solver, data.records))
        progress(name)
    return {
        "table": TABLE,
        "signature": asdict(sign(data, seed)),
        "seconds": time.perf_counter() - started,
        "models": models,
    }


def summary(found: Evaluation) -> dict[str, Any]:
    """Return the accuracy of an evaluation in all, by number of quantities and by label."""
    templates = {t.id: t for t in corpus()}
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for outcome in found.outcomes:
        for label in _groups(templates[outcome.id.rpartition(".")[0]]):
            count[label] += 1
            right[label] += outcome.right
    return {
        "problems": len(found.outcomes),
        "right": sum(o.right for o in found.outcomes),
        "accuracy": found.accuracy,
        "interval": list(found.interval),
        "groups": {label: [right[label], count[label]] for label in sorted(count)},
    }


def _groups(template: Template) -> Mapping[str, None]:
    relevant = "irrelevant" if template.left_out else "all relevant"
    sizes = (f"{template.size} quantities", f"{template.size} quantities, {relevant}", relevant)
    return dict.fromkeys((*sizes, *labels(template)))
