"""The test part of our corpus by kind: a model that never saw the corpus, and the packaged ones."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from unitdep.models import DEFAULT, LINEAR
from unitdep.reading.problem import Scope
from unitdep.research.corpus import Template, corpus
from unitdep.research.corpus.dataset import load, load_split
from unitdep.research.corpus.labels import labels
from unitdep.research.corpus.templates.template import Split
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.rows import RowPlan, percent
from unitdep.research.evaluation.layout.signatures import signature_line
from unitdep.research.evaluation.protocol.evaluate import APPLIED, Evaluation, evaluate_model
from unitdep.research.evaluation.protocol.results import Results, find, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.learning.train_linear import STEPS as TRAINING_STEPS
from unitdep.research.learning.train_linear import train_on
from unitdep.research.progress import Progress
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.solver import Solver

DATASET: Final = "corpus-test"
AUTHORS: Final = ("aggregate", "allarith")  # what the linear model is trained on besides the corpus
WITHOUT: Final = "without"
WITH: Final = "with"
ENCODER: Final = "encoder"
_MODELS: Final = {
    WITHOUT: "linear, without the corpus",
    WITH: "linear, with it",
    ENCODER: "encoder",
}
_FEWEST: Final = 25  # groups with fewer problems are not shown

name: Final = TableName.KINDS
datasets: Final = (DATASET,)
rows: Final[tuple[RowPlan, ...]] = ()


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return TRAINING_STEPS + len(_MODELS)


def run(_dataset: str, options: Options, progress: Progress) -> Results:
    """Train a linear model without the corpus; measure it and both packaged models by label."""
    started = time.perf_counter()
    data = load_split(Split.TEST, options.seed)
    other = train_on([load(name) for name in AUTHORS], FEATURE_SETS["own"], progress=progress)
    solvers = {
        WITHOUT: Solver.of(other),
        WITH: Solver.load(LINEAR),
        ENCODER: Solver.load(DEFAULT, scope=Scope.PAPER),
    }
    models = {}
    for model, solver in solvers.items():
        models[model] = summary(evaluate_model(solver, data.records))
        progress(model)
    signature = sign(data, options.seed, APPLIED, models=[LINEAR, DEFAULT])
    return Results(name, signature, time.perf_counter() - started, content={"models": models})


def summary(evaluation: Evaluation) -> dict[str, Any]:
    """Return the accuracy of an evaluation overall, by number of quantities and by label."""
    by_id = {t.id: t for t in corpus()}
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for outcome in evaluation.outcomes:
        for label in _groups(by_id[outcome.id.rpartition(".")[0]]):
            count[label] += 1
            right[label] += outcome.right
    return {
        "problems": len(evaluation.outcomes),
        "right": evaluation.right,
        "accuracy": evaluation.accuracy,
        "interval": list(evaluation.interval),
        "groups": {label: [right[label], count[label]] for label in sorted(count)},
    }


def _groups(template: Template) -> Mapping[str, None]:
    relevant = "irrelevant" if template.left_out else "all relevant"
    sizes = (f"{template.size} quantities", f"{template.size} quantities, {relevant}", relevant)
    return dict.fromkeys((*sizes, *labels(template)))


def section(results: Sequence[Results]) -> str:
    """Write the second half of the section about the corpus: its test part by kind."""
    measured = find(results, name, DATASET)
    if measured is None:
        return templates.not_measured(name)
    models = [measured.content["models"][model] for model in _MODELS]
    overall = (percent(m["accuracy"], m["interval"]) for m in models)
    lines = [["all", str(models[0]["problems"]), *overall]]
    for group, (_, count) in models[0]["groups"].items():
        if count >= _FEWEST:
            shares = (right / total for right, total in (m["groups"][group] for m in models))
            lines.append([group, str(count), *map(percent, shares)])
    signed = signature_line(measured, without=("problems", "folds", "spacy", "sklearn"))
    return templates.fill(
        name,
        table=table(["", "problems", *_MODELS.values()], lines),
        signatures=bullets([signed]),
    )
