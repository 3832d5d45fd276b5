"""Each refusal has examples, and every example is refused by it and by none before it."""

from __future__ import annotations

import pytest

from unitdep.reading.problem import Problem, Scope, read_problem
from unitdep.reading.refusals import REFUSALS, why_not
from unitdep.reading.refusals.phrases import LISTS, find_phrase
from unitdep.reading.text import MAX_CHARACTERS, too_long

EVERYDAY = ("beyond", "impossible")
EXAMPLES = [
    pytest.param(refusal.name, text, id=f"{refusal.name}-{k}")
    for refusal in REFUSALS
    for k, text in enumerate(refusal.examples)
]


def refused_by(problem: Problem) -> list[str]:
    return [refusal.name for refusal in REFUSALS if refusal.reason(problem) is not None]


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_an_example_is_refused_by_its_refusal_first(name: str, text: str) -> None:
    problem = read_problem(text, scope=Scope.EVERYDAY if name in EVERYDAY else Scope.PAPER)
    applicable = next(r for r in REFUSALS if r.reason(problem) is not None)
    assert applicable.name == name
    assert why_not(problem) == applicable.reason(problem)


def test_names_are_unique_and_each_refusal_has_an_example() -> None:
    assert len({refusal.name for refusal in REFUSALS}) == len(REFUSALS)
    assert all(refusal.examples for refusal in REFUSALS)


@pytest.mark.parametrize(
    "text",
    [
        "Ann has 3 pens and buys 4 pens. How many pens has she?",
        "Ann had some pens. She bought 4 pens and has 9 pens. How many pens had she at first?",
        "Ann has 12 pens, 5 more than Ben. How many pens has Ben?",
        "A rope 20 feet long is cut into pieces of 4 feet. How many pieces are there?",
        "Find the cost of 3 pens at $2 each.",
    ],
)
def test_a_problem_is_not_refused(text: str) -> None:
    assert refused_by(read_problem(text)) == []


def test_the_limit_of_a_text_has_one_message() -> None:
    text = "a" * (MAX_CHARACTERS + 1)
    assert why_not(read_problem(text)) == too_long(text)


def test_a_star_matches_up_to_three_words_and_a_zero_any_number() -> None:
    assert find_phrase("geometry", "The ladder that Ann leans there") == "ladder that Ann leans"
    assert find_phrase("geometry", "The ladder that poor old Ann now leans there") == ""
    assert find_phrase("mathematics", "What is log 1,000?") == "log 1,000"


def test_phrases_are_in_lower_case() -> None:
    assert all(phrase == phrase.lower() for phrases in LISTS.values() for phrase in phrases)
