"""The whole flow with the default model."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unitdep
from unitdep.reading.problem import Scope
from unitdep.reading.refusals import NO_QUANTITY, NO_TEXT, ONE_QUANTITY
from unitdep.solver import Solver, default_solver

ISABEL = (
    "Isabel picked 66 flowers for her friend's wedding. She was making bouquets with 8 flowers in "
    "each one. If 10 of the flowers wilted before the wedding, how many bouquets could she still "
    "make?"
)
# Our own problems: one for each operation, and two with two operations.
EASY = [
    ("Lena has 14 shells and finds 9 more shells. How many shells does she have now?", 23),
    ("There were 31 birds on a fence. 12 birds flew away. How many birds are left?", 19),
    ("Each box holds 6 pens. How many pens are in 7 boxes?", 42),
    ("A baker puts 48 rolls into bags of 8 rolls each. How many bags does he need?", 6),
    ("Tom bought 3 shirts for $12.50 each and a hat for $9. How much did he spend?", 46.5),
    ("Mia shared twenty-four plums equally among six friends. How many plums did each get?", 4),
]
JSON_KEYS = {
    "schema",
    "scope",
    "answer_exact",
    "tree",
    "earlier",
    "text",
    "answer",
    "reason",
    "answer_text",
    "unit",
    "expression",
    "confidence",
    "exact",
    "quantities",
    "question",
    "graph",
    "steps",
    "remarks",
    "warnings",
    "finish",
    "alternatives",
    "scores",
}


@pytest.mark.model
def test_the_papers_example() -> None:
    solution = unitdep.solve(ISABEL)
    assert solution.answer == 7
    assert solution.expression == "(66 - 10) / 8"
    assert solution.answer_text == "7 bouquets"
    assert solution.confidence > 0.5
    found = {(e["source"], e["target"], e["label"]) for e in solution.to_dict()["graph"]["edges"]}
    assert found == {
        (0, 2, "Same Unit"),
        (1, 0, "Num Unit"),
        (1, 2, "Num Unit"),
        (1, "question", "Den Unit"),
    }
    assert [q["unit"] for q in solution.to_dict()["quantities"]] == [
        "flower",
        "flower per bouquet",
        "flower",
    ]


@pytest.mark.model
@pytest.mark.parametrize(("text", "answer"), EASY)
def test_easy_problems(text: str, answer: float) -> None:
    assert unitdep.solve(text).answer == Fraction(str(answer))


def test_many_are_solved_like_one_and_in_order() -> None:
    solver = default_solver()
    texts = [ISABEL, "", *(text for text, _ in EASY), "No numbers here.", ISABEL]
    together = list(solver.solve_many(iter(texts)))
    assert [s.problem.text for s in together] == texts
    for text, solution in zip(texts, together, strict=True):
        alone = solver.solve(text)
        assert (alone.answer, alone.expression, alone.reason) == (
            solution.answer,
            solution.expression,
            solution.reason,
        )
        assert alone.confidence == pytest.approx(solution.confidence)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", NO_TEXT),
        ("   \n ", NO_TEXT),
        ("How many apples are there?", NO_QUANTITY),
        ("Ann has 5 apples. How many apples does she have?", ONE_QUANTITY),
    ],
)
def test_nothing_to_compute(text: str, reason: str) -> None:
    solution = unitdep.solve(text)
    assert solution.answer is None
    assert solution.reason == reason


@pytest.mark.parametrize(
    "text",
    [
        "5",
        "5 5 5 5",
        "0 apples and 0 pears. How many?",
        "? ? ?",
        "How many 3?",
        "3 4",
        "\u202e12 \u200f7 how many?",
        "12\u00a0apples and 3½ pears ?",
        "1e9 999999999999999999999 2 how many more",
        "7/0 and 3/0 how many?",
        "".join(f"{i} apples, " for i in range(40)) + "how many?",
    ],
)
def test_odd_texts_do_not_raise(text: str) -> None:
    found = unitdep.solve(text).to_dict()
    assert found.keys() == JSON_KEYS
    assert (found["answer"] is None) == (found["reason"] is not None)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([*ISABEL.split(), "12", "3.5", "$4", "half", "?", ","]), max_size=25)
)
def test_shuffled_words_do_not_raise(words: list[str]) -> None:
    solution = unitdep.solve(" ".join(words))
    assert solution.answer is None or solution.answer > 0


def test_probabilities() -> None:
    found = unitdep.solve(ISABEL)
    shares = [found.confidence, *(a.probability for a in found.alternatives)]
    assert all(0 <= share <= 1 for share in shares)
    assert sum(shares) <= 1 + 1e-9


def test_solving_is_deterministic() -> None:
    first, second = Solver.load().solve(ISABEL), Solver.load().solve(ISABEL)
    assert first.to_dict() == second.to_dict()


@pytest.mark.model
def test_the_scope_is_explicit() -> None:
    text = "There are 3 dozen eggs in a week. How many eggs is that in 2 weeks?"
    assert Solver.load(scope="everyday").solve(text).problem.scope is Scope.EVERYDAY
    assert Solver.load(scope="paper").solve(text).problem.scope is Scope.PAPER
    assert Solver.load("linear").scope is Scope.PAPER
    with pytest.raises(ValueError, match="not trained for everyday"):
        Solver.load("linear", scope="everyday")
