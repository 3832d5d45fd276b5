"""Refusals: why a text gets no numeric answer.

A refusal is a sentence for people. It says why a text is not an arithmetic word problem (nothing is
asked, the question is answered with yes or no), what the problem needs beyond + - × ÷ (an equation,
a formula of geometry), or what the text leaves out (an amount to begin with). ``why_not`` tries the
named refusals of ``REFUSALS`` in order and returns the sentence of the first that applies.

Refusals look only at the text and its parse, and they are meant to let every real problem through.
So some texts without a sensible answer pass too, often with a low confidence
(``Solver.solve(text, min_confidence=...)``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from unitdep.reading.problem import Problem
from unitdep.reading.refusals.beyond import beyond, impossible
from unitdep.reading.refusals.gibberish import not_english
from unitdep.reading.refusals.missing import missing_measure, only_compared, vague_beginning
from unitdep.reading.refusals.question import no_number_asked
from unitdep.reading.refusals.size import (
    MAX_QUANTITIES,
    NO_QUANTITY,
    NO_TEXT,
    ONE_QUANTITY,
    empty,
    no_number,
    one_number,
    too_large,
)
from unitdep.reading.refusals.unknowns import (
    equation,
    geometry,
    mathematics,
    several_unknowns,
    sum_and_difference,
    two_kinds,
    two_prices,
    two_purchases,
)

__all__ = [
    "MAX_QUANTITIES",
    "NO_QUANTITY",
    "NO_TEXT",
    "ONE_QUANTITY",
    "REFUSALS",
    "Refusal",
    "too_large",
    "why_not",
]


@dataclass(frozen=True)
class Refusal:
    """One kind of text that is refused."""

    name: str
    examples: tuple[str, ...]  # texts that it refuses and that no earlier refusal does
    reason: Callable[[Problem], str | None]  # the sentence, or None if it does not apply


REFUSALS: Final = (
    Refusal("empty", (" \n",), empty),
    Refusal(
        "too-large",
        (f"Ann has {'1 pen and ' * 30}2 cups. How many things has she?", "pens and cups " * 1000),
        too_large,
    ),
    Refusal("no-number", ("Ann has some pens and buys a few. How many has she?",), no_number),
    Refusal("equation", ("Solve 3k + 4 = 10.", "f(x) = 5 for 2 points. What is it?"), equation),
    Refusal(
        "several-unknowns",
        ("The sum of two numbers is 20 and their difference is 4. What are they?",),
        several_unknowns,
    ),
    Refusal(
        "mathematics",
        ("A bag has 3 red and 5 blue balls. What is the probability of a red one?",),
        mathematics,
    ),
    Refusal(
        "geometry",
        (
            "The legs of a right triangle are 3 cm and 4 cm. How long is its third side?",
            "A circular pond is 6 m wide and 2 m deep. What is its area?",
            "How far is (1, 2) from (4, 6)?",
        ),
        geometry,
    ),
    Refusal(
        "beyond",
        (
            "Ann and Ben share 45 pens in the ratio 4:5. How many pens does Ben get?",
            "Of 30 pupils 18 play chess, 15 play tennis and 7 play both. How many play neither?",
            "The numbers are 3, 7, 11, 15 and so on. What is the 30th?",
            "A town of 900 people grows by 3% every year. How many live there after 5 years?",
            "Ann digs a bed in 4 hours. Ben takes 6 hours. How long does it take them together?",
            "Ann has 4 shirts and 3 skirts. How many different outfits can she wear?",
            "One light flashes every 12 seconds and one every 18 seconds. When do they flash "
            "together again?",
            "Ann has 24 pens and 36 cups. What is the largest number of identical bags she can "
            "fill?",
            "What number comes next: 2, 5, 10, 17?",
            "Four times a number plus 3 is as much as twice the number plus 15. What is it?",
        ),
        beyond,
    ),
    Refusal(
        "impossible",
        (
            "Ann has 7 balloons. 12 of them burst. How many balloons are left?",
            "Ann is 6 years old. How old was she 9 years ago?",
            "Ann is older than Ben. Ben is 9 years old. How old is Ann?",
            "Ann is 4 years older than Ben. How old is Ann?",
            "Ann has more stamps than Ben. Ben has 30 stamps. How many does Ann have?",
        ),
        impossible,
    ),
    Refusal(
        "two-kinds",
        ("A farm has hens and rabbits with 35 heads and 94 legs. How many hens are there?",),
        two_kinds,
    ),
    Refusal(
        "two-prices",
        (
            "Adult tickets cost $9 and child tickets cost $5. 120 tickets were sold for $840. "
            "How many adult tickets were sold?",
        ),
        two_prices,
    ),
    Refusal(
        "two-purchases",
        (
            "If 4 apples and 2 pears cost $5.20 and 1 apple and 1 pear cost $1.80, "
            "what is the price of a pear?",
        ),
        two_purchases,
    ),
    Refusal(
        "sum-and-difference",
        ("Ann and Ben have 20 pens. Ann has 4 pens more than Ben. How many pens has each?",),
        sum_and_difference,
    ),
    Refusal("one-number", ("Ann has 3 pens. How many pens has she?",), one_number),
    Refusal(
        "no-number-asked",
        (
            "Ann has 3 pens and buys 4 pens.",
            "Ann has 3 pens and Ben has 5 pens. Is that enough?",
            "Ann has 3 pens and Ben has 5 pens. Who has more pens?",
            "Ann has 3 pens and Ben has 5 pens. What colour are they?",
            "Ann has 3 pens and Ben has 5 pens. How did they get them?",
            "Tell me a joke about 3 ducks and 4 geese.",
        ),
        no_number_asked,
    ),
    Refusal(
        "not-english",
        ("Paul a 12 billes et il en donne 5 à Marie. Combien de billes a-t-il encore ?",),
        not_english,
    ),
    Refusal(
        "missing-measure",
        ("Ann ran for 20 minutes and rested for 5 minutes. How many miles did she run?",),
        missing_measure,
    ),
    Refusal(
        "vague-beginning",
        ("Ann had some pens. She lost 3 pens and found 5 pens. How many pens has she now?",),
        vague_beginning,
    ),
    Refusal(
        "only-compared",
        ("Ann has 3 pens more than Ben. Ben has 2 pens more than Carl. How many has Ann?",),
        only_compared,
    ),
)


def why_not(problem: Problem) -> str | None:
    """Return why a text has no number as its answer, or None if it may have one."""
    for refusal in REFUSALS:
        if (reason := refusal.reason(problem)) is not None:
            return reason
    return None
