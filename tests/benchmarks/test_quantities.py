"""The benchmark of found quantities: enough sentences, and a page that shows its results file."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import quantities_page
from paths import ROOT
from quantities import ours
from quantity_marks import Amount, category, mark, of_theirs
from quantity_sentences import SENTENCES


def results() -> dict[str, Any]:
    path = ROOT / "experiments" / "results" / "quantities.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def test_the_page_is_that_of_its_file() -> None:
    page = (ROOT / "docs" / "results" / "quantities.md").read_text("utf-8")
    assert page == quantities_page.render(results())


def test_the_results_are_those_of_the_sentences() -> None:
    measured = [(s["topic"], s["text"], tuple(s["gold"])) for s in results()["sentences"]]
    assert measured == [(s.topic, s.text, s.gold) for s in SENTENCES]


def test_we_read_the_sentences_as_the_page_says() -> None:
    marks = [mark(s.gold, found) for s, found in zip(SENTENCES, ours(), strict=True)]
    assert [list(m.right) for m in marks] == [s["ours"]["right"] for s in results()["sentences"]]


def test_there_are_enough_sentences_of_every_topic() -> None:
    assert len({s.text for s in SENTENCES}) == len(SENTENCES) >= 150
    assert min(Counter(s.topic for s in SENTENCES).values()) >= 20
    assert set(map(category, (g for s in SENTENCES for g in s.gold))) == set(quantities_page.ORDER)


@pytest.mark.parametrize(
    ("gold", "given", "right", "extra"),
    [
        (["50 car"], [Amount(Fraction(50), "car")], (True,), 0),
        (["50 car"], [Amount(Fraction(50), "bus")], (False,), 1),
        (["2 times"], [Amount(Fraction(2), "")], (True,), 0),
        (["80 minute || 1 hour + 20 minute"], [Amount(Fraction(80), "minute")], (True,), 0),
        (
            ["80 minute || 1 hour + 20 minute"],
            [Amount(Fraction(20), "minute"), Amount(Fraction(1), "hour")],
            (True,),
            0,
        ),
        (["6 dog", "6 dog"], [Amount(Fraction(6), "dog")], (True, False), 0),
        (["@label 7"], [Amount(Fraction(7), "", "label 7")], (True,), 0),
        (["@label 7"], [Amount(Fraction(7), "", "date 7")], (False,), 0),
    ],
)
def test_marking(gold: list[str], given: list[Amount], right: tuple[bool, ...], extra: int) -> None:
    marks = mark(gold, given)
    assert (marks.right, marks.extra) == (right, extra)


def test_quantulum_is_marked_generously() -> None:
    def found(value: float, *bases: tuple[str, int], spread: float | None = None) -> dict[str, Any]:
        return {"value": value, "uncertainty": spread, "bases": bases}

    speed = found(90, ("kilometre", 1), ("hour", -1))
    assert mark(["90 kilometer/hour"], of_theirs([speed]), kinds=False).right == (True,)
    ends = of_theirs([found(4, ("cup", 1), spread=1)])
    assert mark(["3 cup", "5 cup"], ends, kinds=False).right == (True, True)
    bare = of_theirs([found(16, ("dimensionless", 1))])
    assert mark(["@clock 16:00"], bare, kinds=False).right == (True,)
    clock = of_theirs([found(4, ("picometre", 1))])
    assert mark(["@clock 16:00"], clock, kinds=False).right == (False,)
