"""The earlier data sets: Illinois (SingleOp) and Commoncore (MultiArith).

Five random folds each; Commoncore also in six blocks, each a combination of operations, so that
the kind of problem under test is never seen in training.

These sets have no rates, and SingleOp has no trees: ``datasets.infer_labels`` infers what it can.
The labels of a problem are used only when it is in the training part.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from unitdep.research.datasets import CATALOG
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.published import EARLIER, title
from unitdep.research.evaluation.layout.rows import FEATURES, NONE, cell, measured_on, points
from unitdep.research.evaluation.layout.signatures import signature_line
from unitdep.research.evaluation.protocol.folds import FOLDS, load_inferred
from unitdep.research.evaluation.protocol.results import Results, find, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import head_to_head
from unitdep.research.evaluation.tables.head_to_head import SYSTEMS, comparison, difference
from unitdep.research.evaluation.tables.own import encoder
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.progress import Progress

name: Final = TableName.EARLIER
datasets: Final = tuple(EARLIER)
rows: Final = head_to_head.ROWS
BLOCKS: Final = 6  # of Commoncore


def steps(dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return head_to_head.steps(BLOCKS if CATALOG[dataset].layout.block else FOLDS) + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Measure UnitDep and LCA++ on one of the earlier sets."""
    started = time.perf_counter()
    folded, completed = load_inferred(dataset, options.seed)
    progress("read")
    figures = head_to_head.measure(
        folded,
        seed=options.seed,
        details={"labels": completed.as_dict()},
        progress=progress,
    )
    signature = sign(folded.dataset, options.seed)
    return Results(name, signature, time.perf_counter() - started, figures)


def section(results: Sequence[Results]) -> str:
    """Write the section: accuracies, and differences next to the published ones."""
    measured = [r for r in measured_on(results, name, datasets).values() if r]
    if not measured:
        return templates.not_measured(name)
    head = ["", *SYSTEMS.values(), "difference", "published", "only one right"]
    lines = [
        line
        for r in measured
        for line in (*(_line(r, f) for f in FEATURES), *_encoder_lines(results, r))
    ]
    return templates.fill(
        name,
        table=table(head, lines),
        signatures=bullets([*map(signature_line, measured), *map(_labels_line, measured)]),
    )


def _line(results: Results, features: str) -> list[str]:
    dataset = results.signature.dataset
    return [
        f"{title(dataset)}, {FEATURES[features]}",
        *(cell(results, f"{system}, {features}").ours_text for system in SYSTEMS),
        difference(results, features),
        points(EARLIER[dataset], digits=0) if features == "paper" else NONE,
        str(comparison(results, features) or NONE),
    ]


def _encoder_lines(results: Sequence[Results], linear: Results) -> Iterator[list[str]]:
    """Yield the encoder's line, without and with its graph, if the table encoder has the set."""
    dataset = linear.signature.dataset
    measured = find(results, TableName.ENCODER, dataset)
    if measured is not None:
        shares = (cell(measured, row).ours_text for row in (encoder.TREE, encoder.JOINT))
        yield [f"{title(dataset)}, encoder", *shares, NONE, NONE, NONE]


def _labels_line(results: Results) -> str:
    """Describe where the gold trees and rates of a set come from."""
    details = (f.details["labels"] for f in results.figures if "labels" in f.details)
    labels: Mapping[str, Mapping[str, Any]] = next(details, {})
    parts = (
        f"{part} " + ", ".join(f"{origin} {count}" for origin, count in counts.items())
        for part, counts in labels.items()
    )
    return f"{title(results.signature.dataset)}, where labels come from: {'; '.join(parts)}"
