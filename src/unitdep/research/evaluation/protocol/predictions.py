"""Files of predictions: what a system answered to each problem of a data set.

JSON lines or CSV with ``id``, ``answer``, and ``confidence`` or ``probability``, as ``unitdep
evaluate --predictions`` and ``unitdep batch`` write them; or the JSON object of ``unitdep
evaluate``.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from unitdep.errors import FormatError, RecordError
from unitdep.research.datasets import Record
from unitdep.research.datasets.readers.items import exact, read_items, whole_file
from unitdep.research.datasets.readers.tables import MAX_COLUMNS
from unitdep.research.evaluation.protocol.evaluate import gold_value
from unitdep.research.evaluation.protocol.outcomes import Outcome
from unitdep.research.learning.tune import TOLERANCE
from unitdep.units.wording import json_number

FIELDS: Final = ("id", "answer", "gold", "right", "confidence", "expression")
CONFIDENCE: Final = ("confidence", "probability")


@dataclass(frozen=True)
class Predicted:
    """The answer to one problem."""

    id: str
    answer: Fraction | None
    confidence: float


def read_predictions(path: Path) -> dict[str, Predicted]:
    """Read a file of predictions, by problem. Raises FormatError for anything else."""
    rows = [_predicted(row, path) for row in _rows(path)]
    if not rows:
        raise FormatError(f"{path} has no prediction")
    by_id = {row.id: row for row in rows}
    if len(by_id) < len(rows):
        raise FormatError(f"{path} has two predictions for one problem")
    return by_id


def compared(records: Sequence[Record], predicted: Mapping[str, Predicted]) -> list[Outcome]:
    """Compare predictions with the right answers; problems without either are left out."""
    outcomes = []
    for record in records:
        gold, found = gold_value(record), predicted.get(record.id)
        if gold is not None and found is not None:
            outcomes.append(_outcome(found, gold))
    return outcomes


def as_jsonl(outcomes: Iterable[Mapping[str, Any]]) -> str:
    """Write outcomes, as an evaluation's JSON object has them, as JSON lines."""
    return "".join(json.dumps(_row(o), ensure_ascii=False) + "\n" for o in outcomes)


def as_csv(outcomes: Iterable[Mapping[str, Any]]) -> str:
    """Write outcomes as a CSV table."""
    file = io.StringIO()
    writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_row, outcomes))
    return file.getvalue()


def _row(outcome: Mapping[str, Any]) -> dict[str, Any]:
    return {name: outcome.get(name, outcome["probability"]) for name in FIELDS}


def _outcome(predicted: Predicted, gold: Fraction) -> Outcome:
    answer = predicted.answer
    return Outcome(
        predicted.id,
        answer is not None and abs(answer - gold) < TOLERANCE,
        predicted.confidence,
        0,
        None if answer is None else json_number(answer),
        json_number(gold),
    )


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of any of the formats."""
    if path.suffix.lower() == ".csv":
        reader = csv.DictReader(io.StringIO(_text(path), newline=""))
        try:
            if len(reader.fieldnames or ()) > MAX_COLUMNS:
                raise FormatError(f"{path} has more than {MAX_COLUMNS:,} columns")
            yield from reader
        except csv.Error as error:
            raise FormatError(f"{path}, line {reader.line_num}: not CSV: {error}") from error
        return
    for item in read_items(path):
        if item.error is not None:
            raise FormatError(f"{path}, line {item.line}: {item.error}")
        inside = item.fields.get("outcomes")
        for row in inside if isinstance(inside, list) else [item.fields]:
            if not isinstance(row, dict):
                raise FormatError(f"{path}, line {item.line}: an outcome is not a JSON object")
            yield row


def _text(path: Path) -> str:
    try:
        return whole_file(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path} is not UTF-8") from error


def _probability(given: Any) -> float:
    found = float(given)
    if not 0 <= found <= 1:  # NaN neither
        raise ValueError(f"the confidence {str(given)[:50]} is not between 0 and 1")
    return found


def _predicted(row: Mapping[str, Any], path: Path) -> Predicted:
    if row.get("id") in (None, ""):
        raise FormatError(f"{path} is not a file of predictions: a row has no id")
    confidence = next((row[name] for name in CONFIDENCE if row.get(name) not in (None, "")), 1)
    answer = row.get("answer")
    try:
        value = None if answer in (None, "") else exact(answer)
        return Predicted(str(row["id"]), value, _probability(confidence))
    except (RecordError, ValueError, TypeError, OverflowError) as error:
        raise FormatError(f"{path}, problem {row['id']}: {error}") from error
