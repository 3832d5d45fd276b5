"""Solutions as JSON objects: exact values next to floats, and the way back."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from factories import ISABEL
from unitdep import Solution, Solver, solve
from unitdep.models import LINEAR

TEXTS = [
    ISABEL,
    "A baker had 7 litres of milk for 3 jugs. How many litres are in each jug?",
    "A coat costs $80. It is sold at 25% off. How much does it cost now?",
    "The cruise took 3 weeks. Ann was ill on 5 days. On how many days was Ann well?",
    "Ben has 4 bags with 6 nuts each. How many nuts has Ben? He eats 3 nuts. How many are left?",
    "A bus leaves at 9:15 and drives for 50 minutes. When does it arrive?",
    "Tom has 8 pens. Sue has twice as many pens as Tom. How many pens do they have together?",
    "98 people go by bus. A bus holds 40 people. How many buses do they need?",
    "12 * 4 = ?",
    "Ann has 2, 3, 4, 5, 6, 7 and 8 pens. How many pens does Ann have?",
    "There is nothing to count here.",
    "",
    "pens " * 4000,
]


@pytest.mark.parametrize("text", TEXTS)
def test_there_and_back(text: str) -> None:
    solution = solve(text)
    written = json.loads(json.dumps(solution.to_dict()))
    copy = Solution.from_dict(written)
    assert copy.to_dict() == solution.to_dict()
    assert copy == solution or solution.earlier
    assert str(copy) == str(solution)


@pytest.mark.parametrize("scope", ["paper", "everyday"])
def test_each_question_and_scope(scope: str) -> None:
    solver = Solver.load(scope=scope)
    for solution in solver.solve_all(TEXTS[4]):
        assert Solution.from_dict(solution.to_dict()) == solution
    withheld = solver.solve(TEXTS[1], min_confidence=1.0)
    assert Solution.from_dict(withheld.to_dict()) == withheld


def test_values_are_exact() -> None:
    found = solve(TEXTS[1]).to_dict()
    assert found["schema"] == "solve/1"
    assert Fraction(found["answer_exact"]) == Fraction(7, 3)
    assert found["answer"] == 7 / 3
    assert [q["value_exact"] for q in found["quantities"]] == ["7", "3"]
    assert found["steps"][-1]["result_exact"] == "7/3"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": "solve/0"}, "reads solve/1, not 'solve/0'"),
        ({"schema": None}, "solve the text again"),
        ({"finish": "never"}, "isn't a solution"),
        ({"quantities": None}, "isn't a solution"),
    ],
)
def test_other_objects(change: dict[str, object], message: str) -> None:
    written = Solver.load(LINEAR, scope="paper").solve(ISABEL).to_dict()
    with pytest.raises(ValueError, match=message):
        Solution.from_dict({**written, **change})
