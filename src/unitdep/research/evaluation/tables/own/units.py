"""Units and rates read by rule, scored on our corpus, which has gold units."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from unitdep import __version__
from unitdep.models import DEFAULT
from unitdep.research.corpus import Instance, Split, fill, part
from unitdep.research.corpus import signature as corpus_signature
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.rows import NONE, RowPlan
from unitdep.research.evaluation.layout.signatures import signature_line
from unitdep.research.evaluation.metrics.extraction import (
    ExtractionReport,
    f1_interval,
    score_all,
    score_classifier,
    score_groups,
)
from unitdep.research.evaluation.protocol.results import Results, Signature, find
from unitdep.research.evaluation.provenance import Provenance
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.progress import Progress
from unitdep.solver import Solver

CORPUS: Final = "corpus"  # all parts of the packaged corpus
_PARTS: Final = {
    "units": "unit of a quantity",
    "rate_units": "both units of a gold rate",
    "question_units": "unit of the question",
    "rates": "quantity is a rate",
    "question_rates": "question asks for a rate",
}
_INTERVAL: Final = "95% interval of the test F1, by story"
_CLASSIFIER: Final = {
    "rates": "quantity is a rate, by the default model's classifier",
    "question_rates": "question asks for a rate, by the classifier",
}

name: Final = TableName.UNITS
datasets: Final = (CORPUS,)
rows: Final[tuple[RowPlan, ...]] = ()


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return 4


def run(_dataset: str, options: Options, progress: Progress) -> Results:
    """Score the rules on each part of the corpus and on all of it, and the rate classifier."""
    started = time.perf_counter()
    signature = Signature(
        dataset="",
        data_hash=corpus_signature(),
        problems=0,
        folds="",
        seed=options.seed,
        version=__version__,
        spacy="",
        sklearn="",
        provenance=Provenance.of_now([options.seed], [DEFAULT]),
    )
    parts = {split.value: measure_part(split, options.seed).to_json() for split in Split}
    progress("parts scored")
    whole = measure_part(None, options.seed).to_json()
    progress("corpus scored")
    intervals = measure_intervals(options.seed)
    progress("intervals drawn")
    classifier = measure_classifier(options.seed)
    progress("classifier scored")
    content = {"parts": parts, "all": whole, "intervals": intervals, "classifier": classifier}
    return Results(name, signature, time.perf_counter() - started, content=content)


def measure_intervals(seed: int = 0) -> dict[str, list[float]]:
    """Return the 95% intervals on the test part, drawn by story, whose questions share errors.

    A unit is always predicted, so the F1 of units is their accuracy.
    """
    groups = score_groups(_filled(Split.TEST, seed)).values()
    return {
        row: [round(end, 4) for end in f1_interval([getattr(g, row) for g in groups])]
        for row in _PARTS
    }


def measure_classifier(seed: int = 0) -> dict[str, Any]:
    """Score the default model's rate classifier on the test part, which it was not trained on."""
    quantities, questions = score_classifier(Solver.load(DEFAULT).scorer, _filled(Split.TEST, seed))
    return {"rates": quantities.to_json(), "question_rates": questions.to_json()}


def measure_part(split: Split | None, seed: int = 0) -> ExtractionReport:
    """Score the rules on one part of the corpus, or on all of it."""
    return score_all(_filled(split, seed))


def _filled(split: Split | None, seed: int) -> list[Instance]:
    return [fill(t, random.Random(f"{seed}:{t.id}")) for t in part(split)]


def section(results: Sequence[Results]) -> str:
    """Write the section."""
    measured = find(results, name, "")
    if measured is None:
        return templates.not_measured(name)
    content = measured.content
    columns = {**content["parts"], "all": content["all"]}
    head = ["", *(f"{column} ({part['templates']})" for column, part in columns.items()), _INTERVAL]
    lines = [
        [
            title,
            *(_scores(part[row]) for part in columns.values()),
            "–".join(f"{100 * end:.1f}" for end in content["intervals"][row]),
        ]
        for row, title in _PARTS.items()
    ]
    for row, title in _CLASSIFIER.items():
        here = {Split.TEST.value: _scores(content["classifier"][row])}
        lines.append([title, *(here.get(column, NONE) for column in columns), NONE])
    return templates.fill(
        name, table=table(head, lines), signatures=bullets([signature_line(measured)])
    )


def _scores(counted: Mapping[str, float]) -> str:
    return " / ".join(f"{100 * counted[name]:.1f}" for name in ("precision", "recall", "f1"))
