"""Counting verdicts, the report, and its page."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

from unitdep.checking import Checker, Finding, default_checker
from unitdep.cli.app import app
from unitdep.errors import UnitdepError
from unitdep.research.corpus import Split
from unitdep.research.evaluation.pages.workings import render_workings
from unitdep.research.workings.measure import Counts, count, counted_by, judge_all
from unitdep.research.workings.report import Half, report
from unitdep.research.workings.sample import Sample, Worked, read_worked, write_gold
from unitdep.schema import schema

PENCILS = Worked(
    "own:1",
    Split.DEV,
    "Tom has 48 pencils. He fills 3 boxes with 14 pencils each. How many pencils are left?",
    "6 pencils",
    (
        Sample("lines", "3 x 14 = 42\n48 - 42 = 6"),
        Sample("answer", "6 pencils"),
        Sample("lines", "3 x 14 = 42\n48 - 42 = 8", Finding.ARITHMETIC_SLIP, 1),
        Sample("answer", "6 boxes", Finding.WRONG_UNIT, 0),
        Sample("lines", "3 x 14 = 42", Finding.REVERSED, 1),  # neither place nor name is found
    ),
)


def checker() -> Checker:
    return default_checker()


def test_counts() -> None:
    rows = judge_all(checker(), [PENCILS])["gold"]
    assert count(rows) == Counts(right=2, wrong=3, caught=3, placed=2, named=2)
    shares = count(rows).to_dict()
    assert (shares["caught_share"], shares["placed_share"]) == (1.0, 0.6667)
    assert (shares["wrong_called_right_share"], shares["right_of_called_right_share"]) == (0.0, 1.0)
    by_style = counted_by(rows, lambda row: row.sample.style)
    assert [(name, n["wrong"]) for name, n in by_style.items()] == [("answer", 1), ("lines", 2)]


def test_page(tmp_path: Path) -> None:
    assert render_workings(tmp_path) is None
    half = Half(Split.DEV, (PENCILS,), frozenset({"own:1"}), "abc")
    found = report(checker(), half)
    assert (found["problems"], found["gold"]["source"]["by hand"]["wrong"]) == (1, 3)
    jsonschema.validate([found], schema("workings-measure"))
    (tmp_path / "workings-dev.json").write_text(json.dumps(found), "utf-8")
    page = render_workings(tmp_path)
    assert page is not None
    assert "## Development half" in page
    assert (
        "| the right answer is known | 2 | 0.0% | 3 | 100.0% | 0.0% | 66.7% | 66.7% | 0.0% |"
        in page
    )


def test_workings_by_hand_are_read() -> None:
    path = Path(__file__).parents[3] / "experiments" / "workings" / "hand.jsonl"
    worked = read_worked(path)
    assert len(worked) >= 200
    assert {one.split for one in worked} == {Split.DEV, Split.TEST}
    assert all(len(one.samples) == 5 for one in worked)


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "hand.jsonl"
    file.write_text('{"id": 1}\n', "utf-8")
    with pytest.raises(UnitdepError, match="can't be read as a file of workings"):
        read_worked(file)
    done = CliRunner().invoke(app, ["workings", "measure", "--hand", str(file)])
    assert done.exit_code == 1
    assert "can't be read" in done.output


def test_the_page_needs_results(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["workings", "measure", "--docs", str(tmp_path)])
    assert done.exit_code == 2


def test_gold_is_written_with_its_unit() -> None:
    from fractions import Fraction

    written = [write_gold(Fraction(n), unit) for n, unit in ((7, "box"), (1, "box"), (3, "pence"))]
    assert written == ["7 boxes", "1 box", "3 pence"]
    assert write_gold(Fraction(13), "fish per day") == "13 fish per day"
