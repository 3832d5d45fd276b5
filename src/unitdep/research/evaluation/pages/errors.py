"""The page about classes of errors: their shares, and problems in our own words for each.

The problems are solved when the page is written, so that it shows what the program answers now.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Final

from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.pages import with_links
from unitdep.research.evaluation.protocol.results import Results
from unitdep.research.evaluation.tables.paper import errors
from unitdep.research.evaluation.tables.paper.errors import ErrorClass
from unitdep.research.learning.tune import TOLERANCE
from unitdep.solution import Solution

Solve = Callable[[str], Solution]


@dataclass(frozen=True)
class Invented:
    """A problem in our own words, and its right answer."""

    text: str
    answer: Fraction


def _examples() -> dict[ErrorClass, list[Invented]]:
    content = files(__package__).joinpath("error_examples.jsonl").read_text(encoding="utf-8")
    examples: dict[ErrorClass, list[Invented]] = {kind: [] for kind in ErrorClass}
    for entry in map(json.loads, content.splitlines()):
        problem = Invented(entry["text"], Fraction(entry["answer"]))
        examples[ErrorClass(entry["class"])].append(problem)
    return examples


EXAMPLES: Final[Mapping[ErrorClass, Sequence[Invented]]] = _examples()


def render_errors(results: Sequence[Results], solve: Solve) -> str:
    """Write the page."""
    examples = {
        kind.value: "\n".join(_shown(problem, solve(problem.text)) for problem in problems)
        for kind, problems in EXAMPLES.items()
    }
    page = templates.fill("errors", shares=errors.section(results), **examples)
    return with_links(page, "errors")


def _shown(problem: Invented, solution: Solution) -> str:
    right = solution.answer is not None and abs(float(solution.answer - problem.answer)) < TOLERANCE
    verdict = "right" if right else f"wrong, it is {problem.answer}"
    return f"> {problem.text}\n\nThe program: {solution} ({verdict}).\n"
