"""Pairs of answers with the judgement that a careful person gives, for ``answers.py``.

All were written for this benchmark before either program saw them. SAME counts as equal: the same
amount, also in another unit, rounded, or without the unit that the other has. APART is not equal.
UNREADABLE has no number to compare on one side, which is not the same as wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

SAME, APART, UNREADABLE = "same", "apart", "unreadable"


@dataclass(frozen=True)
class Pair:
    """Two answers to compare."""

    kind: str
    gold: str  # the right answer
    given: str
    expected: str  # SAME, APART or UNREADABLE
    verdict: str  # in the words of ``unitdep.checking.Sameness``


def _pairs(kind: str, *rows: tuple[str, str, str]) -> list[Pair]:
    return [Pair(kind, gold, given, _EXPECTED[verdict], verdict) for gold, given, verdict in rows]


_EXPECTED = {
    "equal": SAME,
    "equal after conversion": SAME,
    "equal after rounding": SAME,
    "unit missing": SAME,
    "other unit": APART,
    "other number": APART,
    "different": APART,
    "unreadable": UNREADABLE,
}

PAIRS: tuple[Pair, ...] = (
    *_pairs(
        "plain numbers",
        ("12", "12", "equal"),
        ("12", "12.0", "equal"),
        ("1,250", "1250", "equal"),
        ("0.5", "1/2", "equal"),
        ("-4", "-4", "equal"),
        ("-4", "4", "other number"),
        ("17", "71", "other number"),
        ("1/3", "0.33", "equal after rounding"),
        ("1/3", "0.34", "other number"),
        ("2.75", "2.8", "other number"),
        ("48", "The answer is 48.", "equal"),
        ("48", "50 - 4 = 46", "other number"),
    ),
    *_pairs(
        "LaTeX",
        (r"\frac{3}{4}", "0.75", "equal"),
        (r"$\frac{3}{4}$", r"$\frac{6}{8}$", "equal"),
        ("15", r"The total is $\boxed{15}$.", "equal"),
        ("15", r"$3 \times 5 = 15$", "equal"),
        ("15", r"$\boxed{16}$", "other number"),
        (r"$2\frac{1}{2}$", "2.5", "equal"),
        (r"$1{,}200$", "1200", "equal"),
        (r"\boxed{18 \text{ eggs}}", "18 eggs", "equal"),
        (r"\boxed{18 \text{ eggs}}", r"\boxed{18 \text{ nests}}", "other unit"),
        (r"$\boxed{90\%}$", "90%", "equal"),
    ),
    *_pairs(
        "things",
        ("9 kites", "9 kites", "equal"),
        ("9 kites", "nine kites", "equal"),
        ("1 kite", "1 kites", "equal"),
        ("9 kites", "9", "unit missing"),
        ("9", "9 kites", "unit missing"),
        ("9 kites", "9 reels", "other unit"),
        ("9 kites", "8 kites", "other number"),
        ("9 kites", "8 reels", "different"),
        ("14 red beads", "14 blue beads", "other unit"),
        ("14 red beads", "14 beads", "equal"),
        ("6 boxes of chalk", "6 boxes", "equal"),
        ("35 children", "35 child", "equal"),
    ),
    *_pairs(
        "measures",
        ("2 km", "2000 m", "equal after conversion"),
        ("2 km", "2 miles", "other unit"),
        ("250 grams", "0.25 kg", "equal after conversion"),
        ("3 feet", "36 inches", "equal after conversion"),
        ("3 feet", "1 yard", "equal after conversion"),
        ("1.5 litres", "1500 ml", "equal after conversion"),
        ("1.5 litres", "150 ml", "other number"),
        ("20 square feet", "20 feet", "other unit"),
        ("20 square feet", "20 sq ft", "equal"),
        ("8 pounds", "128 ounces", "equal after conversion"),
        ("5 meters", "5 metres", "equal"),
    ),
    *_pairs(
        "money",
        ("$3.50", "3.50 dollars", "equal"),
        ("$3.50", "350 cents", "equal after conversion"),
        ("$3.50", "$35.00", "other number"),
        ("$3.50", "3.5", "unit missing"),
        ("$5", "500 cents", "equal after conversion"),
        ("£2", "$2", "other unit"),
        ("€12", "12 euros", "equal"),
        ("£0.35", "35p", "equal after conversion"),
        ("$1,000", "1000 dollars", "equal"),
        ("$4", "4 tickets", "other unit"),
        ("75 cents", "$0.75", "equal after conversion"),
        ("$3 and 25 cents", "$3.25", "equal after conversion"),
    ),
    *_pairs(
        "mixed numbers",
        ("2 1/2", "2.5", "equal"),
        ("2 1/2", "5/2", "equal"),
        ("2 1/2 cups", "2.5 cups", "equal"),
        ("2 1/2", "21/2", "other number"),
        ("1 3/4 hours", "1.75 hours", "equal"),
        ("3½", "3.5", "equal"),
        ("two and a half", "2.5", "equal"),
        ("4 2/3", "4.67", "equal after rounding"),
        ("9 r 3", "9 remainder 3", "equal"),
        ("9 r 3", "9 r 2", "other number"),
    ),
    *_pairs(
        "durations",
        ("1 hour", "60 minutes", "equal after conversion"),
        ("1 hour", "1 minute", "other unit"),
        ("3 hours 30 minutes", "3.5 hours", "equal after conversion"),
        ("3 hours 30 minutes", "210 minutes", "equal"),
        ("3 hours 30 minutes", "3 hours 20 minutes", "other number"),
        ("90 seconds", "1.5 minutes", "equal after conversion"),
        ("2 weeks", "14 days", "equal after conversion"),
        ("2 weeks", "10 days", "other number"),
        ("1 day", "24 hours", "equal after conversion"),
    ),
    *_pairs(
        "percentages",
        ("25%", "25 percent", "equal"),
        ("25%", "0.25", "equal"),
        ("25%", "1/4", "equal"),
        ("25%", "25", "unit missing"),
        ("25%", "20%", "other number"),
        ("12.5%", "1/8", "equal"),
        ("25%", "25 marbles", "other unit"),
    ),
    *_pairs(
        "dozens",
        ("24 eggs", "two dozen eggs", "equal"),
        ("24 eggs", "2 dozen eggs", "equal"),
        ("24 eggs", "2 eggs", "other number"),
        ("6", "half a dozen", "equal"),
        ("36", "3 dozen", "equal"),
        ("30 eggs", "two dozen eggs", "other number"),
    ),
    *_pairs(
        "rates",
        ("50 miles per hour", "50 mph", "equal"),
        ("50 miles per hour", "50 miles/hour", "equal"),
        ("50 miles per hour", "50 miles", "other unit"),
        ("50 miles per hour", "50 hours", "other unit"),
        ("$6 per ticket", "$6 a ticket", "equal"),
        ("$6 per ticket", "$6 per child", "other unit"),
        ("3 pages per minute", "180 pages per hour", "equal after conversion"),
        ("3 pages per minute", "3 pages per hour", "other unit"),
        ("12 beads per bag", "12 beads", "other unit"),
    ),
    *_pairs(
        "unreadable",
        ("7", "I don't know.", "unreadable"),
        ("7", "", "unreadable"),
        ("7 crates", "It can't be worked out.", "unreadable"),
        ("7", "x + y", "unreadable"),
        ("none of these", "7", "unreadable"),
    ),
)
