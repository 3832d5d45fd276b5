"""The captions of the tree picture are the numbers of the steps."""

from __future__ import annotations

from factories import ADD, DIV, MUL, fake_problem, op, solved
from unitdep.explain.view import expression_view, tree_view
from unitdep.units.unit import Unit

PRICE, PACK = Unit("dollar", (), "pack"), Unit("pen", (), "pack")


def test_operations_are_the_steps_in_their_order() -> None:
    """A chain of factors is drawn in the order in which its units cancel."""
    given = [("3", PRICE), ("24", Unit("pen")), ("6", PACK)]
    solution = solved(given, Unit("dollar"), op(DIV, op(MUL, 0, 1), 2), {0, 2})
    root = tree_view(solution)
    assert root is not None
    drawn = [(node.name, node.caption) for node in root.all() if node.operands]
    assert drawn == [(str(k), step.result.text) for k, step in enumerate(solution.steps)]
    assert drawn[-1][1] == solution.answer_text == "12 dollars"
    own = expression_view(solution.problem, op(DIV, op(MUL, 0, 1), 2), solution.graph)
    assert own.operands[0].caption == "72 dollar-pens per pack"  # any expression: as it is


def test_a_number_has_the_unit_that_the_graph_gives_it() -> None:
    root = tree_view(solved([("30", Unit("pen")), ("8", Unit())], Unit("pen"), op(ADD, 0, 1)))
    assert root is not None
    assert [node.caption for node in root.all()] == ["30 pens", "8 pens", "38 pens"]


def test_a_division_by_zero_spoils_only_what_needs_it() -> None:
    problem = fake_problem([("3", Unit("cup")), ("0", Unit("cup")), ("2", Unit("cup"))], None)
    root = expression_view(problem, op(ADD, op(DIV, 0, 1), op(ADD, 0, 2)))
    assert [node.caption for node in root.all() if node.operands] == ["?", "5 cups", "?"]
