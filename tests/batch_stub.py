"""A solver that needs no model, for tests of batches; run as a program, it solves one batch.

python batch_stub.py IN OUT WORKERS DELAY
"""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from unitdep.batch.actions import Apply, Solving
from unitdep.batch.engines.local import solve_here
from unitdep.batch.job import Job, format_of
from unitdep.batch.records import Row
from unitdep.batch.run import run

FORMATS = ("jsonl", "csv", "parquet")
BLOCK = 3
PROBLEMS = (
    "Ann has 12 pens and buys 5 pens. How many pens does Ann have now?",
    "There are 4 cups in each box. Ben buys 6 boxes. How many cups does Ben have?",
    "How many stamps does Cleo have?",
)
BOOM = "boom"  # a text with this raises
DEADLY = "deadly"  # a text with this kills the process; only once if the stub has a folder


@dataclass(frozen=True)
class Grader:
    """A checker that needs no model: a working is right if it's the gold answer."""

    def __call__(self) -> Apply:
        return self.grade

    def grade(self, given: Sequence[Row]) -> list[Mapping[str, Any]]:
        return [self.result(row) for row in given]

    def result(self, row: Row) -> Mapping[str, Any]:
        if row.work == "boom":
            raise RuntimeError("too loud")
        if row.gold is None:
            found = {"verdict": "cannot tell", "finding": "no work found"}
        elif row.work == row.gold:
            found = {"verdict": "right", "finding": "right"}
        else:
            found = {"verdict": "wrong", "finding": "arithmetic slip", "first_wrong": 0}
        return {**found, "answer": {"number": 3, "unit": "pen"}, "reason": row.text}


@dataclass(frozen=True)
class Adder:
    """Answers with the sum of the numbers in a text; leaves a file named after each process."""

    delay: float = 0.0  # seconds for each text
    folder: Path | None = None

    def __call__(self) -> Apply:
        if self.folder is not None:
            (self.folder / f"{os.getpid()}.pid").touch()
        return lambda rows: [self.solution(row.text) for row in rows]

    def solution(self, text: str) -> Mapping[str, Any]:
        time.sleep(self.delay)
        if BOOM in text:
            raise RuntimeError("too loud")
        if DEADLY in text:
            self.die()
        numbers = [int(n) for n in re.findall(r"\d+", text)]
        return {
            "text": text,
            "answer": sum(numbers) if numbers else None,
            "reason": None if numbers else "no numbers",
            "unit": "pen",
            "expression": " + ".join(map(str, numbers)) or None,
            "confidence": 0.5,
        }

    def die(self) -> None:
        if self.folder is not None:
            try:
                (self.folder / "died").touch(exist_ok=False)
            except FileExistsError:
                return
        os.kill(os.getpid(), signal.SIGKILL)


def stub_job(source: Path, target: Path, **options: Any) -> Job:
    """Make a job with small blocks whose model is a folder next to the input.

    Options are those of a job, or of the action, which solves if none is given.
    """
    model = source.parent / "model"
    model.mkdir(exist_ok=True)
    (model / "config.json").touch()
    forms = format_of(source, None), format_of(target, None)
    columns = {name: options.pop(name) for name in [*options] if name.endswith("_column")}
    action = options.pop("action", Solving(**columns))
    return Job(source, target, *forms, action, **{"model": model, "block": BLOCK, **options})


def main(source: str, target: str, workers: str, delay: str) -> None:
    engine = partial(solve_here, workers=int(workers))
    job = stub_job(Path(source), Path(target))
    run(job, engine, load=Adder(float(delay)), resume=True)


def texts(count: int) -> list[str]:
    """Return texts, each with a different sum."""
    return [f"Ann has {n} pens and {n * n} “more”, how many?" for n in range(count)]


def rows(texts: Sequence[str]) -> list[dict[str, str]]:
    return [{"id": f"p{n}", "text": text} for n, text in enumerate(texts)]


def parquet() -> Any:
    """Return pyarrow's Parquet module; without it, the test is skipped."""
    import pytest

    return pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")


def write(path: Path, found: list[dict[str, Any]]) -> Path:
    """Write records in the format of the file's extension."""
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in found), "utf-8")
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(found[0]))
            writer.writeheader()
            writer.writerows(found)
    else:
        import pyarrow as pa

        parquet().write_table(pa.Table.from_pylist(found), path, row_group_size=4)
    return path


def read(path: Path) -> list[dict[str, Any]]:
    """Read records in the format of the file's extension."""
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    return list(parquet().read_table(path).to_pylist())


if __name__ == "__main__":
    main(*sys.argv[1:])
