"""The benchmark of compared answers: enough pairs, and a page that shows its results file."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import answers
import answers_page
from answer_pairs import PAIRS
from answer_workings import WORKINGS
from paths import ROOT
from unitdep.checking import Sameness


def results() -> dict[str, Any]:
    path = ROOT / "experiments" / "results" / "answers.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def test_the_page_is_that_of_its_file() -> None:
    page = (ROOT / "docs" / "results" / "answers.md").read_text("utf-8")
    assert page == answers_page.render(results())


def test_the_results_are_those_of_the_pairs() -> None:
    measured = [(p["kind"], p["gold"], p["given"], p["expected"]) for p in results()["pairs"]]
    assert measured == [(p.kind, p.gold, p.given, p.expected) for p in PAIRS]


def test_same_answer_judges_as_the_page_says() -> None:
    assert [answers.ours(p.gold, p.given) for p in PAIRS] == [p["ours"] for p in results()["pairs"]]


def test_there_are_enough_pairs_of_every_kind() -> None:
    assert len({(pair.gold, pair.given) for pair in PAIRS}) == len(PAIRS) >= 80
    assert min(Counter(pair.kind for pair in PAIRS).values()) >= 5
    assert {pair.verdict for pair in PAIRS} == {sameness.value for sameness in Sameness}
    assert min(Counter(pair.expected for pair in PAIRS).values()) >= 5


def test_what_is_counted_and_which_goals_are_met() -> None:
    pair = {"kind": "money", "gold": "$1", "given": "", "expected": "same", "verdict": "equal"}
    pairs = [
        {**pair, "ours": "same", "theirs": "same", "expected_verdict": "equal"},
        {**pair, "ours": "same", "theirs": "apart", "expected_verdict": "unit missing"},
    ]
    speed = {"ours": 20_000, "theirs": 5, "workings": 1499.0, "workings_with_gold": 1500}
    page = answers_page.render({**results(), "load": 0.1, "pairs": pairs, "per_second": speed})
    assert "| money | 2 | 2 | 1 |\n| all | 2 | 2 | 1 |" in page
    assert "as expected for 1 of 2 pairs" in page
    assert "| `$1` | (nothing) | same | same | apart |" in page
    assert "| pairs, `same_answer` | 20,000 | 20,000 | yes |" in page
    assert "| 1,499 | 1,500 | **no** |" in page
    assert "busy" not in page


def test_workings_are_judged() -> None:
    answers.judge_workings(1, gold=False)
    assert sum(len(works) for _, works in WORKINGS.values()) == results()["workings"]
