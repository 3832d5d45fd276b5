"""docs/errors.md: shares of the classes of errors, and problems of our own wording for each.

The problems are solved when the page is written, so that it shows what the program says now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from unitdep.research.evaluation.pages.markdown import bullets, table
from unitdep.research.evaluation.pages.published import ERRORS
from unitdep.research.evaluation.pages.results import title
from unitdep.research.evaluation.pages.rows import FEATURES, NONE
from unitdep.research.evaluation.tables.errors import ErrorClass
from unitdep.research.learning.tune import TOLERANCE
from unitdep.solution import Solution

Solve = Callable[[str], Solution]


@dataclass(frozen=True)
class Invented:
    """A problem of our own wording, and its right answer."""

    text: str
    answer: Fraction


def _invented(*problems: tuple[str, int]) -> tuple[Invented, ...]:
    return tuple(Invented(text, Fraction(answer)) for text, answer in problems)


TITLES: Final = {
    ErrorClass.IRRELEVANT: "irrelevant quantity",
    ErrorClass.COMPARISON: "comparison question",
    ErrorClass.RATE: "wrong rate",
    ErrorClass.OPERATION: "other operation",
    ErrorClass.NUMBERS: "number extraction",
}
_MEANINGS: Final = {
    ErrorClass.IRRELEVANT: "The expression uses a quantity that does not matter, or leaves one out "
    "that does. The paper puts about half of its errors here.",
    ErrorClass.COMPARISON: "The quantities are the right ones and the question compares them: it "
    'has "more", "less", "fewer", "than" or another comparative. The paper\'s figure is for lack '
    "of math understanding, of which comparisons are its example.",
    ErrorClass.RATE: "The quantities are the right ones, but a rate of the text was not seen as "
    "one, or something else was.",
    ErrorClass.OPERATION: "Quantities and rates are right and the operations are not; often "
    "the text does not say in plain words which way something changed.",
    ErrorClass.NUMBERS: "Right with the numbers that the data set lists, wrong with those that the "
    "program finds in the text: a number was missed, or something that is none was taken for one.",
}
EXAMPLES: Final[Mapping[ErrorClass, Sequence[Invented]]] = {
    ErrorClass.IRRELEVANT: _invented(
        (
            "Nora baked 24 muffins and 15 scones for a fair of 3 days. She sold 9 muffins. How "
            "many muffins does she have left?",
            15,
        ),
        (
            "A comic costs 4 dollars and has 12 pages. A puzzle book costs 7 dollars. Omar buys 5 "
            "comics. How much does he pay?",
            20,
        ),
        (
            "Ken ran 5 miles a day for 7 days, and his dog ran 2 miles. How many miles did Ken "
            "run?",
            35,
        ),
    ),
    ErrorClass.COMPARISON: _invented(
        (
            "A red ribbon is 45 inches long. A blue ribbon is 18 inches long. How many inches "
            "longer is the red ribbon?",
            27,
        ),
        (
            "Yusuf scored 63 points and his cousin scored 27 points. How many more points does "
            "his cousin need to have as many as Yusuf?",
            36,
        ),
        (
            "Mount Arn is 900 meters high. Mount Bel is 350 meters high. How many meters higher is "
            "Mount Arn?",
            550,
        ),
    ),
    ErrorClass.RATE: _invented(
        ("A wall is 42 bricks long. Lars lays 7 bricks in one go. How often must he go?", 6),
        (
            "Nils can lift 25 pounds in one go and has 100 pounds of sand to carry. How often "
            "does he have to walk?",
            4,
        ),
        ("Five people pay 30 dollars together, all the same. What does one of them pay?", 6),
    ),
    ErrorClass.OPERATION: _invented(
        ("Ada lost 8 marbles and has 17 marbles now. How many marbles did she have at first?", 25),
        ("A shop gave away 15 cups, so that 25 were left. How many cups were there before?", 40),
        ("A train came with 12 people and left with 31. How many people got on?", 19),
    ),
    ErrorClass.NUMBERS: _invented(
        (
            "A couple of friends share 18 grapes equally. How many grapes does each friend get?",
            9,
        ),
        ("Both twins eat 8 plums. How many plums do they eat together?", 16),
        (
            "On 3/14 Ben had 12 stamps. On 3/15 he got 8 stamps. How many stamps did he have then?",
            20,
        ),
    ),
}
_HEAD: Final = """\
# Errors

<!-- Written by `unitdep reproduce`; changes by hand are lost. -->

Where UnitDep's errors on AllArith come from, in the manner of the paper's Discussion. Every problem
is solved by the model of the fold that tests it, with the quantities that the data set lists. An
error has the first class of the table that fits. Those of number extraction are counted on top:
the program solves the problem with the numbers of the data set, but not with those that it finds.
"""
_EXAMPLES: Final = """\
The examples below are of our own wording, made to show each class and picked because the default
model got them wrong at first. What it says of them is as of the writing of this page.
"""


def render_errors(content: Mapping[str, Any], solve: Solve) -> str:
    """Write docs/errors.md."""
    parts = [_HEAD, render_shares(content), bullets([_signed(content)]), _EXAMPLES]
    for kind, problems in EXAMPLES.items():
        heading = TITLES[kind]
        parts.append(f"## {heading[0].upper()}{heading[1:]}\n\n{_MEANINGS[kind]}\n")
        parts.append("\n".join(_shown(problem, solve(problem.text)) for problem in problems))
    return "\n".join(parts)


def render_shares(content: Mapping[str, Any]) -> str:
    """Write the table of shares: the paper's, and ours with either feature set."""
    runs = [content["runs"].get(features) for features in FEATURES]
    lines = []
    for kind, name in TITLES.items():
        known = ERRORS.get(kind.value)
        shown = NONE if known is None else f"about {known:.0f} %"
        lines.append([name, shown, *(_share(run, kind) for run in runs)])
    totals = (f"{run['errors']} of {run['problems']}" if run else NONE for run in runs)
    lines.append(["errors in all", NONE, *totals])
    return table(["", "the paper", *FEATURES.values()], lines)


def _share(run: Mapping[str, Any] | None, kind: ErrorClass) -> str:
    if run is None:
        return NONE
    found = run["classes"][kind.value]
    return f"{100 * found['share']:.0f} % ({found['count']})"


def _signed(content: Mapping[str, Any]) -> str:
    s = content["signature"]
    return (
        f"{title(s['dataset'])}: data {s['data_hash']}, {s['problems']} problems, "
        f"folds {s['folds']}, seed {s['seed']}, unitdep {s['version']}, "
        f"{content['seconds']:.0f} s; in {content['differently read']} problems the program finds "
        f"other numbers than are listed"
    )


def _shown(problem: Invented, solution: Solution) -> str:
    right = solution.answer is not None and abs(float(solution.answer - problem.answer)) < TOLERANCE
    verdict = "right" if right else f"wrong, it is {problem.answer}"
    return f"> {problem.text}\n\nThe program: {solution} ({verdict}).\n"
