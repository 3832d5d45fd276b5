"""Data files made to be slow, or to break what is written of them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from unitdep.cli.app import app
from unitdep.errors import FormatError
from unitdep.research.datasets import read
from unitdep.research.datasets.readers import items


def xml(path: Path, answer: str, count: int = 1) -> Path:
    one = f"<Body>3 pens.</Body><Question>And 4?</Question><Answer>{answer}</Answer>"
    formula = "<Formula>3+4=7</Formula>"
    every = (f"<Problem ID='{k}'>{one}{formula}</Problem>" for k in range(count))
    path.write_text(f"<Root>{''.join(every)}</Root>")
    return path


def seconds(path: Path) -> float:
    began = time.process_time()
    read(path)
    return time.process_time() - began


@pytest.mark.parametrize("answer", ["7" + " " * 14_900, "7 (a" + " (" * 200, "7 (" + " " * 14_000])
def test_answers_of_spaces(tmp_path: Path, answer: str) -> None:
    """Each took a third of a second."""
    assert seconds(xml(tmp_path / "a.xml", answer, 50)) < 2.5


def test_entities(tmp_path: Path) -> None:
    """Adding piece to piece took 7 seconds; what is too much is left out."""
    path = xml(tmp_path / "a.xml", "&amp;" * 600_000)
    assert seconds(path) < 2.5
    assert "more than 131,072 characters" in str(read(path).problems[0])


def test_answers_with_units_are_read(tmp_path: Path) -> None:
    for written in ("7 (pens)", " 7 ( pens ) ", "7", "7(pens)"):
        [record] = read(xml(tmp_path / "a.xml", written)).records
        assert record.answer == 7


@pytest.mark.parametrize(
    ("name", "reason"), [("\ud800", "unpaired surrogate"), ("x" * 501, "more than 500 characters")]
)
def test_ids(tmp_path: Path, name: str, reason: str) -> None:
    """What a reader returns can be written, and stored by the annotation page."""
    path = tmp_path / "a.jsonl"
    good = {"text": "Ann has 3 pens and 4 cups. How many?", "answer": 7, "expression": "3+4"}
    path.write_text("".join(json.dumps({"id": i, **good}) + "\n" for i in (name, "b")))
    found = read(path)
    assert [record.id for record in found.records] == ["b"]
    assert reason in str(found.problems[0])
    output = tmp_path / "out.jsonl"
    done = CliRunner().invoke(app, ["data", "derive", str(path), "-o", str(output)])
    assert done.exit_code == 0, done.output
    assert [json.loads(line)["id"] for line in output.read_text().splitlines()] == ["b"]


def test_large_files_and_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{"text": "3 pens", "more": "x" * 3_000}, {"text": "4 pens"}]))
    monkeypatch.setattr(items, "MAX_RECORD", 2_000)
    found = read(path)
    assert [record.text for record in found.records] == ["4 pens"]
    assert "more than 2,000 characters" in str(found.problems[0])
    monkeypatch.setattr(items, "MAX_FILE", 1 << 10)
    with pytest.raises(FormatError, match="split it"):
        read(path)
