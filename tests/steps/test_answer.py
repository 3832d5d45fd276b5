"""The unit of the answer: the last step's, in the question's words."""

from __future__ import annotations

import pytest

from factories import ADD, DIV, MUL, SUB, op, solved
from unitdep.core.expression import Leaf, Operation
from unitdep.core.labels import QUESTION, Vertex
from unitdep.units.combine import Clash
from unitdep.units.unit import Unit

FOOT, CENT, DOLLAR, APPLE = Unit("foot"), Unit("cent"), Unit("dollar"), Unit("apple")
SPEED = Unit("mile", (), "hour")


@pytest.mark.parametrize(
    ("given", "asked", "tree", "rates", "headline", "step"),
    [
        pytest.param(
            [("3", Unit("cat")), ("4", Unit("dog"))],
            Unit("animal"), op(ADD, 0, 1), (), "7 animals", "7 cats and dogs",
            id="the question's noun",
        ),
        pytest.param(
            [("3", Unit("cat")), ("4", Unit("dog"))],
            None, op(ADD, 0, 1), (), "7 cats and dogs", "7 cats and dogs",
            id="no question",
        ),
        pytest.param(
            [("5", FOOT), ("4", FOOT)],
            FOOT, op(MUL, 0, 1), (), "20 square feet", "20 square feet",
            id="an area by the name of its length",
        ),
        pytest.param(
            [("3", Unit("tile")), ("4", Unit("tile"))],
            Unit("tile"), op(MUL, 0, 1), (), "12 tiles", "12 tile-tiles",
            id="not an area",
        ),
        pytest.param(
            [("90", CENT), ("60", CENT)],
            DOLLAR, op(ADD, 0, 1), (), "150 cents", "150 cents",
            id="another measure",
        ),
        pytest.param(
            [("60", SPEED), ("30", Unit("minute"))],
            Unit("mile"), op(MUL, 0, 1), (0,), "1800 mile-minutes per hour",
            "1800 mile-minutes per hour",
            id="measures that do not cancel",
        ),
        pytest.param(
            [("12", APPLE), ("4", Unit("child"))],
            APPLE, op(DIV, 0, 1), (), "3 apples", "3 apples per child",
            id="a share",
        ),
        pytest.param(
            [("12", APPLE), ("4", Unit("child"))],
            APPLE, op(DIV, 0, 1), (QUESTION,), "3 apples per child", "3 apples per child",
            id="a share that the graph calls a rate",
        ),
        pytest.param(
            [("8", APPLE), ("4", APPLE)],
            Unit("times"), op(DIV, 0, 1), (), "2 times", "2",
            id="times",
        ),
        pytest.param(
            [("30", APPLE), ("8", APPLE)],
            Unit("box"), op(SUB, 0, 1), (), "22 boxes", "22 apples",
            id="the question's noun, though the units give another",
        ),
    ],
)  # fmt: skip
def test_in_the_question_s_words(
    given: list[tuple[str, Unit]],
    asked: Unit | None,
    tree: Operation,
    rates: tuple[Vertex, ...],
    headline: str,
    step: str,
) -> None:
    solution = solved(given, asked, tree, rates)
    assert (solution.answer_text, solution.steps[-1].result.text) == (headline, step)


def test_a_step_says_that_the_question_asks_for_another_unit() -> None:
    [step] = solved([("3", Unit("tile")), ("4", Unit("box"))], APPLE, op(MUL, 0, 1)).steps
    assert step.clash is Clash.PRODUCT
    assert step.note.endswith("; the question asks for apples")


def test_a_single_number() -> None:
    assert solved([("3", FOOT)], None, Leaf(0)).answer_text == "3 feet"
