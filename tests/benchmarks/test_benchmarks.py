"""The pages about speed show what their results files have, and their arithmetic is right."""

from __future__ import annotations

import json
from typing import Any

import pytest

import bench_page
import bench_rows
import run
import throughput_page
from bench_texts import of_length, with_quantities
from paths import ROOT
from unitdep.reading.problem import read_problem

RESULTS = ROOT / "experiments" / "results"


def results() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / "bench.json").read_text("utf-8"))
    return found


def test_the_page_of_speed_is_that_of_its_file() -> None:
    page = (ROOT / "docs" / "results" / "bench.md").read_text("utf-8")
    assert page == bench_page.render(results())


def test_the_page_of_throughput_is_that_of_its_file() -> None:
    measured = json.loads((RESULTS / "throughput.json").read_text("utf-8"))
    page = (ROOT / "docs" / "results" / "throughput.md").read_text("utf-8")
    assert page == throughput_page.render(measured)


def test_every_row_is_measured_and_shown() -> None:
    assert tuple(bench_rows.ROWS) == run.ROWS
    shown = results()
    assert {*shown["rows"], *(row for row in shown if row.startswith("by "))} == set(run.ROWS)
    assert [row["at"] for row in shown["by quantities"]] == list(range(2, 11))
    assert max(row["at"] for row in shown["by length"]) == 2000


@pytest.mark.parametrize(
    ("place", "keys", "met", "missed"),
    [
        (0, ("rows", bench_page.DEFAULT, "of_spacy_as_it_comes"), 0.5, 0.49),
        (1, ("by quantities", 8, "encoder_ms"), 49.9, 50.0),
        (2, ("cold start", "seconds"), 1.99, 2.0),
        (3, ("rows", bench_page.DEFAULT, "peak_mb"), 599.0, 600.0),
    ],
)
def test_whether_a_goal_is_met(
    place: int, keys: tuple[Any, ...], met: float, missed: float
) -> None:
    for value, word in ((met, "yes"), (missed, "**no**")):
        changed = results()
        inner = changed
        for key in keys[:-1]:
            inner = inner[key]
        inner[keys[-1]] = value
        assert bench_page.goals(changed)[place][2] == word


def test_the_arithmetic_of_throughput() -> None:
    measured = {"engine": "local", "workers": 2, "problems": 1064, "seconds": 110, "starting": 10}
    assert throughput_page.rate(measured, 64) == 10.0  # 1000 problems in 100 seconds
    hours = 100_000_000 / 5 / 3600  # 5 problems a second and core
    assert throughput_page.core_hours(measured, 64) == pytest.approx(hours)
    page = throughput_page.render(
        {"cores": 2, "python": "3.11", "load": 0.1, "few": 64, "price": 0.5, "runs": [measured]}
    )
    assert "machine was busy" not in page
    assert "5,556 core-hours × $0.5 = $2,777.78" in page
    assert "| 64 | 86.8 | 3.62 |" in page


def test_a_busy_machine_is_told() -> None:
    assert "busy" in bench_page.render({**results(), "load": 3.0})
    assert "busy" not in bench_page.render({**results(), "load": 0.2})


@pytest.mark.parametrize("size", [2, 10])
def test_texts_have_the_quantities_that_they_should(size: int) -> None:
    assert {read_problem(text).size for text in with_quantities(size, 6)} == {size}


def test_texts_have_the_length_that_they_should() -> None:
    for text in of_length(200, 3):
        assert 200 <= len(text.split()) < 220
        assert read_problem(text).size == 2
