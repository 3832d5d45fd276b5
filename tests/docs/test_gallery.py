"""The gallery says what the program says, and counts what is wrong."""

from __future__ import annotations

from collections import Counter

import pytest

import gallery
from factories import SUB, op, solved
from unitdep.solution import unsolved
from unitdep.units.unit import Unit

PENS = solved([("9", Unit("pen")), ("2", Unit("pen"))], Unit("pen"), op(SUB, 0, 1), set())


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [("7 pens", "right"), ("7", "right"), ("11 pens", "wrong"), ("7 cups", "other unit")],
)
def test_answers_are_judged(answer: str, verdict: str) -> None:
    assert gallery.judged(PENS, answer) == verdict
    assert gallery.judged(unsolved(PENS.problem, "no reason"), answer) == "wrong"


def test_the_page_says_which_are_wrong() -> None:
    items = [
        gallery.Item("Taking away", answer, PENS, gallery.judged(PENS, answer))
        for answer in ("7 pens", "11 pens")
    ]
    page = gallery.page(items)
    assert "1 right, 0 with the\nright number and another unit, 1 wrong" in page
    assert page.count("**Wrong**: 11 pens is right.") == 1


@pytest.mark.model
def test_it_is_fresh() -> None:
    items = gallery.solve()
    assert len({item.kind for item in items}) == len(items) == 30
    assert gallery.PAGE.read_text("utf-8") == gallery.page(items), "run: make gallery"
    assert Counter(item.verdict for item in items)["wrong"] > 0
