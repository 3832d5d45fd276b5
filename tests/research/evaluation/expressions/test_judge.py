"""Verdicts and their reasons, with tables that favour one tree."""

from __future__ import annotations

import json

import numpy as np
import pytest

from factories import ADD, DIV, MUL, SUB, fake_problem, op
from unitdep.core.expression import Expression, lca_operations, leaves, monotonic
from unitdep.core.graph import derive
from unitdep.core.labels import QUESTION
from unitdep.errors import GrammarError
from unitdep.inference import Weights
from unitdep.inference.compare import weigh
from unitdep.reading.problem import Problem
from unitdep.research.evaluation.expressions.judge import (
    Judge,
    Limits,
    Verdict,
)
from unitdep.scoring.tables import ScoreTables, number_pairs
from unitdep.solver import Analysis
from unitdep.units.unit import Unit

WEIGHTS = Weights(1.0, 1.0, 0.5, 1.0)

FLOWER, BOUQUET = Unit("flower"), Unit("bouquet")


def tables_for(problem: Problem, tree: Expression, rates: set[int], strength: float) -> ScoreTables:
    """Return tables that favour one tree and its rates: an oracle, as confident as wanted."""
    size, used = problem.size, set(leaves(tree))
    graph, operations = derive(tree, rates), lca_operations(tree)

    def row(label: int | None, labels: int) -> np.ndarray:
        scores = np.zeros(labels)
        if label is not None:
            scores[label] = strength
        return scores - np.log(np.exp(scores).sum())

    ends = [*number_pairs(size), *((i, QUESTION) for i in range(size))]
    return ScoreTables(
        np.stack([row(int(i not in used), 2) for i in range(size)]),
        np.stack([row(operations.get(pair), 6) for pair in number_pairs(size)]),
        np.stack([row(int(v in rates), 2) for v in (*range(size), QUESTION)]),
        np.stack([row(graph.labels.get(pair), 6) for pair in ends]),
    )


def judge(
    given: list[tuple[str, Unit]],
    asked: Unit,
    tree: Expression,
    rates: set[int],
    strength: float = 8.0,
) -> Judge:
    problem = fake_problem(given, asked)
    values = [q.value for q in problem.quantities]
    scale = weigh(tables_for(problem, tree, rates, strength), values, WEIGHTS)
    assert scale.best is not None
    assert scale.best.tree == monotonic(tree)
    return Judge.of(Analysis(problem, None, scale.query, scale.ranking))


@pytest.fixture(scope="module")
def bouquets() -> Judge:
    """Isabel's problem with a fourth number that is not needed: 66, 8, 10 and 3 vases."""
    given = [
        ("66", FLOWER),
        ("8", Unit("flower", (), "bouquet")),
        ("10", FLOWER),
        ("3", Unit("vase")),
    ]
    return judge(given, BOUQUET, op(DIV, op(SUB, 0, 2), 1), {1})


class TestVerdicts:
    @pytest.mark.parametrize(
        ("expression", "verdict", "reason"),
        [
            ("(66-10)/8", "agrees", "the program finds 7 bouquets too"),
            ("66/8-10/8", "agrees", "the program finds 7 bouquets too"),
            ("56 ÷ 8", "agrees", "the program finds 7 bouquets too"),
            ("8*x = 66-10", "agrees", "the program finds 7 bouquets too"),
            (
                "66-10/8",
                "unit error",
                "10 flowers ÷ 8 flowers per bouquet gives bouquets; bouquets cannot be taken from "
                "flowers",
            ),
            (
                "66-10",
                "unit error",
                "66 flowers − 10 flowers gives flowers, but the question asks for bouquets",
            ),
            (
                "(66-10)*8",
                "unit error",
                "66 flowers − 10 flowers gives flowers; flowers per bouquet can be multiplied by "
                "bouquets, not by flowers",
            ),
            (
                "66*10/8",
                "unit error",
                "in 66 flowers × 10 flowers, flowers cannot be multiplied by flowers: neither "
                "number is a rate",
            ),
            ("66+3", "unit error", "in 66 flowers + 3 vases, vases cannot be added to flowers"),
            (
                "(66+10)/8",
                "other operation",
                "66 and 10 are added here, but the text calls for 10 to be taken from 66",
            ),
            ("10-66", "other operation", "10 flowers − 66 flowers gives a negative number"),
            ("66/(10-10)", "other operation", "nothing can be divided by zero"),
            (
                "66/8",
                "wrong quantity",
                "10 flowers is missing; the text requires 66 flowers − 10 flowers",
            ),
            ("66", "wrong quantity", "8 flowers per bouquet and 10 flowers are missing"),
            ("(66-10)/9", "wrong quantity", "9 is not in the text"),
            ("66-8-8", "wrong quantity", "8 is used more often than it appears in the text"),
        ],
    )
    def test_expressions(self, bouquets: Judge, expression: str, verdict: str, reason: str) -> None:
        found = bouquets.expression(expression)
        assert (found.verdict.value, found.reason) == (verdict, reason)
        assert (found.step is None) == (
            found.verdict is Verdict.AGREES or expression in ("66", "(66-10)/9", "66/(10-10)")
        )

    def test_a_number_that_is_not_needed(self) -> None:
        given = [("5", FLOWER), ("4", FLOWER), ("3", Unit("vase")), ("2", Unit("rose"))]
        found = judge(given, FLOWER, op(ADD, 0, 1), set()).expression("5+4+2")
        assert found.verdict is Verdict.WRONG_QUANTITY
        assert found.reason.startswith("2 roses is not needed: its unit would fit (5, 4 and the")

    def test_the_step_is_the_first_that_breaks(self, bouquets: Judge) -> None:
        found = bouquets.expression("66-10/8")
        assert found.step is not None
        assert found.step.text == "66 flowers − 1.25 bouquets = 64.75 flowers"
        assert found.to_dict()["step"]["closes"] is False

    @pytest.mark.parametrize(
        ("answer", "verdict", "reason"),
        [
            ("7", "agrees", "the program finds 7 bouquets too"),
            ("14/2", "agrees", "the program finds 7 bouquets too"),
            ("9.5", "other operation", "(66 + 10) / 8 gives 9.5: 66 and 10 are added"),
            ("8.3", "wrong quantity", "66 / 8 gives 8.3: 10 flowers is missing"),
            ("66", "wrong quantity", "66 is just one of the numbers in the text: 8 flowers"),
            ("1000", "wrong quantity", "no expression using 66, 8, 10 and 3 gives 1000"),
        ],
    )
    def test_answers(self, bouquets: Judge, answer: str, verdict: str, reason: str) -> None:
        found = bouquets.answer(answer)
        assert found.verdict.value == verdict
        assert found.reason.startswith(reason)

    def test_not_sure(self) -> None:
        given = [("12", FLOWER), ("3", FLOWER)]
        unsure = judge(given, FLOWER, op(ADD, 0, 1), set(), strength=1.0)
        strict = Judge(unsure.problem, unsure.solution, unsure.scale, Limits(0.0, 0.99))
        assert strict.expression("12-3").verdict is Verdict.CANNOT_TELL
        assert strict.answer("9").verdict is Verdict.CANNOT_TELL
        same = strict.expression("12+3")
        assert (same.verdict, same.reason) == (
            Verdict.AGREES,
            "the program finds 15 flowers too, though it is not sure of that",
        )
        kind = Judge(unsure.problem, unsure.solution, unsure.scale, Limits(100.0, 0.0))
        near = kind.expression("12-3")
        assert near.verdict is Verdict.AGREES
        assert (
            near.reason
            == "the program finds 15 flowers, but 9 is plausible enough that it cannot be ruled out"
        )
        assert 0 < near.to_dict()["odds"] < 1

    def test_a_likely_value_does_not_speak_for_a_bare_number(self) -> None:
        given = [("4", FLOWER), ("2", FLOWER)]
        sums = judge(given, FLOWER, op(ADD, 0, 1), set(), strength=1.0)
        kind = Judge(sums.problem, sums.solution, sums.scale, Limits(100.0, 0.0))
        assert kind.expression("4-2").verdict is Verdict.AGREES
        assert kind.expression("2").verdict is Verdict.WRONG_QUANTITY
        assert kind.expression("4-2-2+2").verdict is Verdict.WRONG_QUANTITY

    def test_a_number_beyond_floats(self, bouquets: Judge) -> None:
        found = bouquets.answer("*".join(["9" * 40] * 20))
        assert found.verdict is Verdict.WRONG_QUANTITY
        json.dumps(found.to_dict())

    def test_measures(self) -> None:
        given = [("2", Unit("hour")), ("30", Unit("minute"))]
        mixed = judge(given, Unit("minute"), op(ADD, 0, 1), set())
        found = mixed.expression("2*60+30")
        assert (found.verdict, found.reason) == (
            Verdict.CANNOT_TELL,
            "60 converts hours and minutes, which the program does not do",
        )

    def test_the_whole_side_is_joined_otherwise(self) -> None:
        given = [
            ("48", Unit("pencil")),
            ("3", Unit("pencil", (), "pupil")),
            ("14", Unit("pupil")),
        ]
        left = judge(given, Unit("pencil"), op(SUB, 0, op(MUL, 1, 2)), {1})
        assert left.expression("48+3*14").reason == (
            "48 and 42 are added here, but the text calls for 42 to be taken from 48"
        )

    @pytest.mark.parametrize("text", ["", "66-", "(66", "66 flowers", "1" * 2000, "66-x-y"])
    def test_what_is_not_arithmetic(self, bouquets: Judge, text: str) -> None:
        with pytest.raises(GrammarError):
            bouquets.expression(text)
        with pytest.raises(GrammarError):
            bouquets.answer(text)
