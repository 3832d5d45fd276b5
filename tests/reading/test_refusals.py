"""Texts that aren't arithmetic word problems are refused; real problems are let through.

``not_problems.jsonl`` has 200 texts of our own, written before the rules; the rules were made while
looking at those of ``not_problems_development.jsonl`` only. On the first run 8 of the 200 got a
confident number; some of these were then looked at, so the present figure is a little too good.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from paths import DATA
from unitdep.reading.problem import read_problem, read_problems
from unitdep.reading.refusals import NO_QUANTITY, ONE_QUANTITY, why_not
from unitdep.reading.refusals.phrases import LISTS, find_phrase
from unitdep.research.corpus import Split
from unitdep.research.corpus.dataset import load_split
from unitdep.research.datasets import load
from unitdep.solver import default_solver

CONFIDENT = 0.5  # answers with at least this confidence count as confident
REFUSED = 0.005  # of real problems at most


def texts(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def reason(text: str) -> str:
    return why_not(read_problem(text)) or ""


def refused_share(real: Iterable[str]) -> float:
    reasons = [why_not(problem) for problem in read_problems(real)]
    return sum(r is not None for r in reasons) / len(reasons)


@pytest.mark.model
def test_hardly_any_other_text_gets_a_confident_number() -> None:
    rows = texts("not_problems.jsonl")
    solutions = list(default_solver().solve_many(row["text"] for row in rows))
    sure = [s for s in solutions if s.answer is not None and s.confidence >= CONFIDENT]
    assert len(sure) / len(rows) <= 0.05
    assert all(s.reason for s in solutions if s.answer is None)


def test_the_texts_are_of_many_kinds_and_all_different() -> None:
    rows = texts("not_problems.jsonl")
    assert len(rows) == len({row["text"] for row in rows}) == 200
    assert len({row["kind"] for row in rows}) >= 12
    others = {row["text"] for row in texts("not_problems_development.jsonl")}
    assert others.isdisjoint(row["text"] for row in rows)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ida sold 4 pots and 9 cups on Friday.", "nothing is asked"),
        ("Ida sold 4 pots and 9 cups. Was that more than on Monday?", "yes or no"),
        ("If Ida sold 4 pots and 9 cups, is the shelf empty?", "yes or no"),
        ("Ida sold 4 pots and 9 cups. Who bought them?", '"who"'),
        ("Ida sold 4 pots and 9 cups. In which town did she sell them?", '"which"'),
        ("Ida sold 4 pots and 9 cups. How did she carry them?", "how something is done"),
        ("Ida sold 4 pots and 9 cups. What colour were they?", '"what colour"'),
        ("Ida sold 4 pots and 9 cups. What is her name?", '"what is her name"'),
        ("Find 3 friends and 2 enemies of the king.", "something to do"),
        ("Could you tell me a story about 3 bears and 1 girl?", "something to do"),
        ("Solve 4k - 3 = 2k + 9.", 'an equation: "k"'),
        ("If x is 3 and y is 4, what is their product?", 'an equation: "x"'),
        ("The sum of two numbers is 20, their difference is 4. Find them.", "unknowns"),
        (
            "A barn has cows and ducks with 12 heads and 34 legs. How many cows are there?",
            "cow and",
        ),
        (
            "Adult seats cost $8 and child seats cost $5. 30 seats were sold for $201. How many "
            "adult seats were sold?",
            "two unknowns: seat",
        ),
        (
            "Two mugs and five bowls cost $31. Four mugs and two bowls cost $30. What is the price "
            "of a mug?",
            "two unknowns: mug and bowl",
        ),
        ("Al and Bo have 30 nuts. Al has 4 nuts more than Bo. How many has each?", "two unknowns"),
        ("A triangle has a base of 4 m and a height of 3 m. What is its area?", "geometry"),
        ("The two angles are 30 and 50 degrees. How large is the third?", "geometry"),
        ("What is the probability of 2 heads in 3 tosses?", "more than + - × ÷"),
        ("What is the median of 3, 8 and 10?", "more than + - × ÷"),
        ("Jo swam for 10 minutes and 15 minutes. How many yards did she swim?", "a length"),
        ("Jo had some nuts. She ate 4 nuts and found 7. How many does she have now?", "had some"),
        ("Jo is 3 years older than Al and 2 years younger than Bo. How old is Jo?", "compares"),
        ("Lars hat 12 Nüsse und isst 4 davon. Wie viele Nüsse bleiben übrig?", "not an English"),
        ("Jo has nuts. How many nuts?", NO_QUANTITY),
        ("Jo has 4 nuts. How many nuts has Al?", ONE_QUANTITY),
    ],
)
def test_reasons(text: str, told: str) -> None:
    assert told in reason(text)


@pytest.mark.parametrize(
    "text",
    [
        "Find the number of nuts that are left of 30 nuts if 12 are eaten.",
        "Jo has 30 nuts and eats 12. Tell me how many are left.",
        "Jo has 30 nuts and eats 12. Could you tell me the number of nuts that are left?",
        "How many nuts are left? Jo has 30 nuts and eats 12.",
        "Jo had 30 nuts. How many nuts are left after 12 were eaten? She was very hungry.",
        "30 nuts, 12 of them eaten. Nuts left?",
        "Jo has 30 nuts and eats 12. How many?",
        "Jo has 30 nuts and eats 12 how many are left",
        "Jo has 30 nuts and eats 12, so she has how many nuts now?",
        "Jo has 30 nuts and eats 12. She wonders how many are left.",
        "Jo needs 30 nuts and has 12. Does she have enough? How many more does she need?",
        "Jo has 30 nuts and eats 12. How many are left, and who ate them?",
        "A lift starts at floor 3 and goes up 4 floors. On which floor does it stop?",
        "Jo earns $12 an hour and works 7 hours. What does she earn?",
        "Jo earns $12 on Monday and $7 on Tuesday. What did she make in all?",
        "Work out the cost of 3 pens at $2 each.",
        "A log of 12 feet is cut into pieces of 3 feet. How many pieces are there?",
        "A room is 4 m long and 3 m wide. What is its area?",
        "The 3 sides of a triangle are 3, 4 and 6 inches long. How far is it around it?",
        "Twins are 9 years old and their sister is 4. How old are they together?",
        "Jo bought pens and cups. A pen costs $2 and a cup $5. She paid $16 for 3 pens and some "
        "cups. How many cups did she buy?",
        "White t-shirts come in packs of 6. Jo buys 7 packs. How many t-shirts has she?",
        "1 m = 100 cm and 1 cm = 10 mm. How many mm is 1 m?",
        "12 eggs = a box, 6 boxes = a crate. How many eggs are in a crate?",
        "A wall of 3 x 4 tiles: how many tiles are there?",
        "In still water a boat goes 9 miles an hour. How far does it go in 3 hours?",
        "Jo had some nuts. She ate 4 and has 7 left. How many did she have at first?",
        "Jo is 3 years older than Al. Al is 9. How old is Jo?",
        "Lea has 12 pens, 5 more than Max. How many pens does Max have?",
        "Each of 2 taps fills 3 buckets an hour. How many hours do they need for 12 buckets?",
    ],
)
def test_odd_questions_are_let_through(text: str) -> None:
    assert reason(text) == ""


@pytest.mark.slow
def test_the_corpus_is_let_through() -> None:
    some = [record.text for record in load_split(Split.DEV).records[::2]]
    assert refused_share(some) <= REFUSED


@pytest.mark.paper
@pytest.mark.slow
def test_real_problems_are_let_through() -> None:
    assert refused_share(record.text for record in load("allarith").records) <= REFUSED


def test_phrases_match_whole_words() -> None:
    assert find_phrase("geometry", "Pi is 3.14.") == "Pi"
    assert find_phrase("geometry", "The pilot has a rectangle") == ""
    assert find_phrase("mathematics", "What is log 1000?") == "log 1000"
    assert find_phrase("mathematics", "A log weighs 1000 pounds.") == ""
    assert find_phrase("geometry", "A ladder 5 m long leans on a wall") == "ladder 5 m long leans"
    assert all(phrase == phrase.strip() and phrase for name in LISTS for phrase in LISTS[name])
