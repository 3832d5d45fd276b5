"""Steps: every operation with its units, clashes, conversions, and the remarks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from factories import ADD, DIV, ISABEL, MUL, SUB, candidate, op, solved
from unitdep import solve
from unitdep.cli.app import app
from unitdep.core.expression import Expression, evaluate
from unitdep.core.labels import QUESTION, Vertex
from unitdep.explain import tell_steps
from unitdep.inference.types import Ranking
from unitdep.reading.problem import read_problem
from unitdep.solution import NO_EXPRESSION, Solution, build, unsolved
from unitdep.steps import Step
from unitdep.units.combine import Clash
from unitdep.units.conversion import conversion
from unitdep.units.dimension import Dimension, times
from unitdep.units.kinds import Kinds
from unitdep.units.unit import Unit

FLOWER, BOUQUET, DOLLAR = Unit("flower"), Unit("bouquet"), Unit("dollar")
PER_BOUQUET = Unit("flower", (), "bouquet")


def worked(
    given: Sequence[tuple[str, Unit]],
    asked: Unit | None,
    tree: Expression,
    rates: Iterable[Vertex] = (),
) -> tuple[Step, ...]:
    return solved(given, asked, tree, rates).steps


class TestSteps:
    def test_the_paper_s_example(self) -> None:
        problem = read_problem(ISABEL)
        best = candidate(problem, op(DIV, op(SUB, 0, 2), 1), {1}, 0.9)
        solution = build(problem, Ranking((best,), True))
        assert [step.text for step in solution.steps] == [
            "66 flowers − 10 flowers = 56 flowers",
            "56 flowers ÷ 8 flowers per bouquet = 7 bouquets",
        ]
        assert all(step.closes and not step.note for step in solution.steps)
        assert solution.to_dict()["steps"][1] == {
            "operation": "/",
            "left": 56,
            "right": 8,
            "result": 7,
            "left_exact": "56",
            "right_exact": "8",
            "result_exact": "7",
            "unit": "bouquet",
            "text": "56 flowers ÷ 8 flowers per bouquet = 7 bouquets",
            "closes": True,
            "note": "",
        }

    def test_a_share_is_a_rate(self) -> None:
        [step] = worked(
            [("12", Unit("apple")), ("4", Unit("child"))],
            Unit("apple", (), "child"),
            op(DIV, 0, 1),
            {QUESTION},
        )
        assert (step.text, step.closes) == ("12 apples ÷ 4 children = 3 apples per child", True)

    def test_a_share_can_be_added_to(self) -> None:
        given = [("12", Unit("apple")), ("4", Unit("child")), ("2", Unit("apple"))]
        steps = worked(given, Unit("apple"), op(ADD, op(DIV, 0, 1), 2))
        assert [step.closes for step in steps] == [True, True]
        assert steps[1].text == "3 apples per child + 2 apples = 5 apples"

    def test_kinds_of_one_thing_close(self) -> None:
        [step] = worked([("3", Unit("dog")), ("4", Unit("cat"))], Unit("animal"), op(ADD, 0, 1))
        assert (step.text, step.closes) == ("3 dogs + 4 cats = 7 cats and dogs", True)

    def test_different_things_do_not_close(self) -> None:
        [step] = worked([("3", Unit("pen")), ("4", DOLLAR)], Unit("pen"), op(ADD, 0, 1))
        assert step.clash is Clash.SUM
        assert step.note == (
            "dollars are added to pens as if they were the same unit; the question asks for pens"
        )
        [step] = worked([("30", FLOWER), ("8", PER_BOUQUET)], FLOWER, op(SUB, 0, 1), {1})
        assert step.clash is Clash.SUM

    def test_a_product_without_a_rate_does_not_close(self) -> None:
        [step] = worked([("3", FLOWER), ("4", BOUQUET)], FLOWER, op(MUL, 0, 1))
        assert (step.clash, step.result.text) == (Clash.PRODUCT, "12 flower-bouquets")
        [step] = worked([("3", FLOWER), ("4", BOUQUET)], FLOWER, op(MUL, 0, 1), {0})
        assert (step.closes, step.text) == (True, "3 flowers per bouquet × 4 bouquets = 12 flowers")

    def test_the_question_asks_for_something_else(self) -> None:
        [step] = worked([("30", FLOWER), ("8", FLOWER)], BOUQUET, op(SUB, 0, 1))
        assert step.clash is Clash.ASKED
        assert step.note == "the units give flowers, but the question asks for bouquets"
        assert step.result.text == "22 flowers"  # the unit follows from the operation all the same

    def test_a_unit_that_the_graph_gives(self) -> None:
        [step] = worked([("30", FLOWER), ("8", Unit())], FLOWER, op(SUB, 0, 1))
        assert step.text == "30 flowers − 8 flowers = 22 flowers"
        assert step.note == "the text names no unit for 8; by the graph it is flowers"

    def test_no_units_at_all(self) -> None:
        [step] = worked([("30", Unit()), ("8", Unit())], None, op(SUB, 0, 1))
        assert (step.text, step.closes, step.to_dict()["unit"]) == ("30 − 8 = 22", True, "")

    def test_a_plain_factor(self) -> None:
        [step] = worked([("3", Unit("times")), ("14", FLOWER)], FLOWER, op(MUL, 0, 1))
        assert (step.text, step.closes) == ("3 × 14 flowers = 42 flowers", True)

    def test_a_part_of_something(self) -> None:
        [step] = worked([("25%", Unit("percent")), ("80", FLOWER)], FLOWER, op(MUL, 0, 1))
        assert (step.text, step.closes) == ("0.25 × 80 flowers = 20 flowers", True)

    def test_an_area(self) -> None:
        foot = Unit("foot")
        [step] = worked([("12", foot), ("8", foot)], foot, op(MUL, 0, 1))
        assert (step.text, step.closes) == ("12 feet × 8 feet = 96 square feet", True)

    def test_factors_are_taken_in_an_order_in_which_units_cancel(self) -> None:
        given = [
            ("3", Unit("dollar", (), "pack")),
            ("24", Unit("pen")),
            ("6", Unit("pen", (), "pack")),
        ]
        solution = solved(given, DOLLAR, op(DIV, op(MUL, 0, 1), 2), {0, 2})
        assert all(step.closes for step in solution.steps)
        assert solution.steps[-1].result.text == "12 dollars"
        assert len(solution.steps) == 2

    def test_no_answer_has_no_steps(self) -> None:
        solution = unsolved(read_problem("Ann has 3 pens."), NO_EXPRESSION)
        assert (solution.steps, solution.remarks) == ((), ())
        assert solution.to_dict()["steps"] == []


class TestMeasures:
    def test_hours_and_minutes(self) -> None:
        [step] = worked([("2", Unit("hour")), ("30", Unit("minute"))], None, op(ADD, 0, 1))
        assert step.clash is Clash.MEASURE
        assert step.result.value == 32  # nothing is converted silently
        assert step.note == (
            "hours and minutes are not converted; 1 hour = 60 minutes, so it would be "
            "120 minutes + 30 minutes = 150 minutes"
        )

    def test_a_rate_of_another_measure(self) -> None:
        given = [("60", Unit("mile", (), "hour")), ("30", Unit("minute"))]
        [step] = worked(given, Unit("mile"), op(MUL, 0, 1), {0})
        assert step.clash is Clash.MEASURE
        assert step.note.endswith("1 hour = 60 minutes, so it would be 30 miles")

    def test_the_question_asks_for_another_measure(self) -> None:
        [step] = worked([("90", Unit("cent")), ("60", Unit("cent"))], DOLLAR, op(ADD, 0, 1))
        assert step.clash is Clash.MEASURE
        assert step.note.endswith("1 dollar = 100 cents, so 150 cents = 1.5 dollars")

    def test_lengths_of_an_area(self) -> None:
        given = [("3", Unit("foot")), ("10", Unit("inch"))]
        [step] = worked(given, None, op(MUL, 0, 1))
        assert step.note.endswith("1 foot = 12 inches, so it would be 360 square inches")

    @pytest.mark.parametrize(
        ("noun", "into", "factor"),
        [
            ("hour", "minute", 60),
            ("minute", "hour", Fraction(1, 60)),
            ("foot", "inch", 12),
            ("yard", "foot", 3),
            ("dollar", "cent", 100),
            ("pound", "ounce", 16),
            ("gallon", "quart", 4),
            ("year", "month", 12),
            ("decade", "year", 10),
            ("week", "day", 7),
            ("month", "day", None),  # months differ
            ("euro", "dollar", None),
            ("foot", "minute", None),
            ("dog", "cat", None),
            ("hour", "hour", None),
        ],
    )
    def test_conversion(self, noun: str, into: str, factor: Fraction | None) -> None:
        assert conversion(noun, into) == factor


class TestRemarks:
    def told(self, solution: Solution) -> list[tuple[object, str, str]]:
        return [(r.vertex, r.about.value, r.text) for r in solution.remarks]

    def test_a_rate_of_the_text(self) -> None:
        given = [("30", FLOWER), ("8", PER_BOUQUET)]
        assert self.told(solved(given, BOUQUET, op(DIV, 0, 1), {1})) == [
            (
                1,
                "rate",
                "8 flowers per bouquet is a rate: the text gives flowers for each bouquet; 30 has "
                "its Num Unit and the question has its Den Unit.",
            )
        ]

    def test_a_rate_of_the_graph(self) -> None:
        [(_, _, text)] = self.told(
            solved([("30", FLOWER), ("8", FLOWER)], BOUQUET, op(DIV, 0, 1), {1})
        )
        assert "the text does not say so, but the chosen graph treats it as one" in text

    def test_the_answer_is_a_rate(self) -> None:
        asked = Unit("apple", (), "child")
        given = [("12", Unit("apple")), ("4", Unit("child"))]
        [(vertex, about, text)] = self.told(solved(given, asked, op(DIV, 0, 1), {QUESTION}))
        assert (vertex, about) == (QUESTION, "rate")
        assert text.startswith("The answer is a rate: the question asks for apples for each child;")

    def test_left_out(self) -> None:
        given = [("3", DOLLAR), ("9", Unit("page")), ("5", DOLLAR), ("2", DOLLAR), ("7", Unit())]
        assert [text for _, _, text in self.told(solved(given, DOLLAR, op(ADD, 0, 2)))] == [
            "9 pages is left out: pages play no part in the question or in any number used.",
            "2 dollars is left out: its unit would fit (3, 5 and the question also involve "
            "dollars), but the wording suggests it is not needed.",
            "7 is left out: the text names no unit for it.",
        ]

    def test_percent_and_dozen(self) -> None:
        solution = solved([("25%", Unit("percent")), ("80", FLOWER)], FLOWER, op(MUL, 0, 1))
        assert self.told(solution) == [(0, "number", "25% is 0.25.")]
        eggs = solve("Ann bought 3 dozen eggs and used 8 eggs. How many eggs does she have left?")
        assert (0, "number", "3 dozen is 36: a dozen is 12.") in self.told(eggs)


VALUES = [Fraction(v) for v in (60, 12, 4)]
UNITS = st.sampled_from(
    [Unit(), FLOWER, PER_BOUQUET, BOUQUET, Unit("times"), Unit("hour"), Unit("minute"), DOLLAR]
)
TREES = st.sampled_from(
    [op(a, op(b, 0, 1), 2) for a in (ADD, SUB, MUL, DIV) for b in (ADD, SUB, MUL, DIV)]
    + [op(a, 0, op(b, 1, 2)) for a in (ADD, SUB, MUL, DIV) for b in (ADD, SUB, MUL, DIV)]
)


@given(st.tuples(UNITS, UNITS, UNITS), UNITS, TREES)
def test_steps_are_the_operations_of_the_tree(
    units: tuple[Unit, Unit, Unit], asked: Unit, tree: Expression
) -> None:
    texts = [(str(v), u) for v, u in zip(VALUES, units, strict=True)]
    rates = {i for i, u in enumerate(units) if u.is_rate}
    solution = solved(texts, asked, tree, rates)
    assert len(solution.steps) == 2
    assert solution.steps[-1].result.value == evaluate(tree, VALUES)
    for step in solution.steps:
        assert step.closes or step.note
    json.dumps(solution.to_dict())


def test_units_cancel_across_a_line_only() -> None:
    one, many = frozenset({"dollar"}), frozenset({"pen"})
    rate = Dimension((one,), (frozenset(),))  # dollars per something that the text does not name
    assert times(rate, Dimension((many,)), Kinds({})) == Dimension((one,))


class TestSolveExplain:
    @pytest.mark.model
    def test_terminal(self) -> None:
        result = CliRunner().invoke(app, ["solve", "--explain", ISABEL])
        assert result.exit_code == 0
        assert "1. 66 flowers − 10 flowers = 56 flowers\n2. 56 flowers ÷ 8" in result.stdout
        assert "- 8 flowers per bouquet is a rate: the text gives" in result.stdout

    def test_notes_and_plain_characters(self) -> None:
        given = [("2", Unit("hour")), ("30", Unit("minute"))]
        text = tell_steps(solved(given, None, op(ADD, 0, 1)), width=60)
        assert "\n   the units do not close: hours and minutes are not" in text
        assert max(map(len, text.splitlines())) <= 60
        plain = tell_steps(solved(given, None, op(DIV, 0, 1)), ascii_only=True)
        assert plain.isascii()
