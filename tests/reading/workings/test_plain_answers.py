"""Plain answers take a shortcut, which reads them as the whole reader does."""

from __future__ import annotations

from itertools import product

import pytest

from unitdep.reading.workings import read_answer, read_work

NUMBERS = ("7", "1,250", "2.50", "007")
WORDS = (
    *("beads", "red", "bus", "glass", "children", "mph", "mile", "hours", "kg", "m", "p", "cents"),
    *("square", "cubic", "sq", "dozen", "hundred", "half", "percent", "times", "x", "r", "th"),
    *("per", "of", "in", "each", "more", "left", "total", "plus", "less", "than", "is", "a", "pm"),
)


@pytest.mark.parametrize("number", NUMBERS)
def test_the_shortcut_reads_as_the_reader_does(number: str) -> None:
    texts = [number, f"${number}", f"{number}%", f" {number}. "]
    texts += [form.format(number, word) for word in WORDS for form in ("{} {}", "{}{}", "${} {}")]
    forms = "{} {} {}", "{} {} per {}", "{}{} {}."
    texts += [form.format(number, *pair) for pair in product(WORDS, WORDS) for form in forms]
    texts += [
        "1/2",
        " 2 1/2 ",
        "5/2",
        "0/3",
        "3/0",
        "7 8/3",
        "1/2.",
        "12 1/2 cups",
        "2  1/2",
        "1/2/3",
    ]
    for text in texts:
        answer = read_work(text).answer
        assert read_answer(text) == (answer.amount if answer else None), text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9 red pens", "red pens"),
        ("50 miles per hour", "miles per hour"),
        ("12 beads", "beads"),
        ("12 beads left", "beads"),
    ],
)
def test_units(text: str, words: str) -> None:
    amount = read_answer(text)
    assert amount is not None
    assert amount.words == words


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"$\sqrt{16}$", "4"),
        ("√16", "4"),
        ("2^3", "8"),
        (r"$3.2 \times 10^4$", "32000"),
        ("3.2 * 10^4", "32000"),
        ("1e3", "1000"),
        ("1.5e-6", "3/2000000"),
        (r"$\sqrt{17}$", None),
        ("√-16", None),
        ("2^0.5", None),
        ("2^99", None),
        ("1e99", None),
    ],
)
def test_powers_and_roots_are_exact_or_not_read(text: str, value: str | None) -> None:
    amount = read_answer(text)
    assert (amount and str(amount.value)) == value


def test_what_is_not_a_power_is_read() -> None:
    for text in ("area: 20 m^2", r"$4^2$ is not needed, so 7", r"\pi is not needed: 7"):
        assert read_answer(text) is not None, text
