"""Results files: one format, one reader and one writer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from paths import RESULTS
from unitdep.errors import ResultsError
from unitdep.research.evaluation.protocol.results import (
    Results,
    Signature,
    figure,
    find,
    read,
    read_all,
    write,
)
from unitdep.research.evaluation.table_names import TableName

FILES = sorted(f for table in TableName for f in RESULTS.glob(f"{table}-*.json"))
SIGNATURE = Signature("allarith", "abc", 3, "authors' 5", 0, "1", "3", "1")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_reading_and_writing_changes_nothing(file: Path, tmp_path: Path) -> None:
    again = write(read(file), tmp_path)
    assert again.name == file.name
    assert again.read_bytes() == file.read_bytes()


def test_a_partial_run_keeps_the_other_systems(tmp_path: Path) -> None:
    first = {"systems": {"a": [["1", 0.5, True, 2]], "b": [["1", 0.1, False, 2]]}}
    second = {"systems": {"a": [["1", 0.9, True, 2]]}}
    results = Results("calibration", SIGNATURE, 1.0, content=first)
    write(results, tmp_path)
    path = write(replace(results, content=second, partial=True), tmp_path)
    assert read(path).content == {"systems": {**first["systems"], **second["systems"]}}
    assert '["1", 0.9, true, 2]' in path.read_text("utf-8")
    write(replace(results, content=second), tmp_path)
    assert read(path).content == second


def test_the_corpus_as_a_whole_has_no_data_set(tmp_path: Path) -> None:
    signature = Signature("", "abc", 0, "", 0, "1", "", "")
    path = write(Results("units", signature, content={"parts": {}}), tmp_path)
    assert path.name == "units-corpus.json"
    assert read(path).signature == signature
    assert '"dataset"' not in path.read_text("utf-8")


@pytest.mark.parametrize(
    "content", ["", "{}", "[1]", '{"table": "x"}', '{"table": "x", "signature": {}}']
)
def test_not_a_results_file(content: str, tmp_path: Path) -> None:
    path = tmp_path / "solving-x.json"
    path.write_text(content, "utf-8")
    with pytest.raises(ResultsError, match=r"solving-x\.json is not a results file"):
        read(path)
    with pytest.raises(ResultsError, match="not a results file"):
        read(tmp_path / "nothing.json")


def test_all_results_of_some_tables(tmp_path: Path) -> None:
    pairs = [[("1", True)]]
    for table in ("graphs", "solving"):
        write(Results(table, SIGNATURE, 1.0, (figure("a", "allarith", pairs),)), tmp_path)
    found = read_all(tmp_path, ["solving", "graphs", "units"])
    assert [r.table for r in found] == ["solving", "graphs"]
    assert find(found, "graphs", "allarith") is found[1]
    assert find(found, "units", "allarith") is None
