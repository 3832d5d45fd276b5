"""View: what every drawing of a solution shows, before it is laid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Final

from unitdep.core.expression import Expression, Leaf, Operator, evaluate
from unitdep.core.graph import Edge, UnitGraph, edges
from unitdep.core.labels import QUESTION, Vertex
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import NumberKind, Quantity
from unitdep.solution import Solution
from unitdep.steps.vertices import PERCENT, is_rate, result_unit, shown_unit
from unitdep.units.unit import Unit
from unitdep.units.wording import amount

SIGNS: Final = {Operator.ADD: "+", Operator.SUB: "−", Operator.MUL: "×", Operator.DIV: "÷"}


@dataclass(frozen=True)
class Box:
    """A vertex as it is drawn; a quantity that the expression does not use is drawn apart."""

    vertex: Vertex
    caption: str  # "8 flowers per bouquet"; "? bouquets" for the question
    short: str  # as it is named in a sentence: "8", "the question"
    rate: bool
    used: bool = True

    @property
    def is_question(self) -> bool:
        """Whether this is the question's vertex."""
        return self.vertex == QUESTION

    @property
    def tag(self) -> str:
        """What the box is marked with: "rate", "question", both, or nothing."""
        marks = ("question" if self.is_question else "", "rate" if self.rate else "")
        return ", ".join(m for m in marks if m) if self.used else "not used"


@dataclass(frozen=True)
class View:
    """The boxes in text order, the question last, and the edges between them."""

    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class Node:
    """A node of an expression tree as it is drawn: a quantity, or an operation with its result."""

    name: str  # "q2" for a quantity; an operation's place in the order of computing: "0", "1"
    caption: str  # "66 flowers"
    rate: bool
    vertex: Vertex | None = None  # a leaf's quantity; the root has the question's
    sign: str = ""  # of an operation: "÷"
    operands: tuple[Node, ...] = ()

    @property
    def tag(self) -> str:
        """What the node is marked with: "answer", "rate", both, or nothing."""
        marks = ("answer" if self.vertex == QUESTION else "", "rate" if self.rate else "")
        return ", ".join(m for m in marks if m)

    def all(self) -> Iterator[Node]:
        """Yield the nodes, operands before the operation that uses them."""
        for operand in self.operands:
            yield from operand.all()
        yield self


def view(solution: Solution) -> View:
    """Return what to draw; without a graph, the quantities and the question with no edges."""
    graph, problem = solution.graph, solution.problem
    boxes = [_quantity_box(solution, i) for i in range(problem.size)]
    if problem.question is not None or graph is not None:
        caption = amount(None, solution.answer_unit)
        boxes.append(Box(QUESTION, caption, "the question", solution.is_rate(QUESTION)))
    return View(tuple(boxes), tuple(edges(graph)) if graph is not None else ())


def tree_view(solution: Solution) -> Node | None:
    """Return the expression tree to draw, or None if there is none."""
    if solution.tree is None:
        return None
    return expression_view(
        solution.problem, solution.tree, solution.graph, asked=solution.answer_unit
    )


def expression_view(
    problem: Problem, tree: Expression, graph: UnitGraph | None = None, *, asked: Unit | None = None
) -> Node:
    """Return any expression over a problem's quantities to draw; ``asked`` is the root's unit.

    Without ``asked`` the root's unit is worked out of the expression, as all others are. The
    result of a division by zero is "?".
    """
    order = count()
    values = [quantity.value for quantity in problem.quantities]

    def node(part: Expression) -> Node:
        if isinstance(part, Leaf):
            return _leaf(problem, graph, part.index)
        operands = (node(part.left), node(part.right))
        is_root = part is tree
        unit = asked if is_root and asked else result_unit(problem, graph, part)
        return Node(
            str(next(order)),
            amount(_value(part, values), unit),
            unit.is_rate,
            QUESTION if is_root else None,
            SIGNS[part.operator],
            operands,
        )

    return node(tree)


def _value(tree: Expression, values: list[Fraction]) -> Fraction | None:
    try:
        return evaluate(tree, values)
    except ZeroDivisionError:
        return None


def _leaf(problem: Problem, graph: UnitGraph | None, index: int) -> Node:
    caption = _caption(problem.quantities[index], shown_unit(problem, graph, index))
    return Node(f"q{index}", caption, is_rate(problem, graph, index), index)


def _quantity_box(solution: Solution, index: int) -> Box:
    quantity = solution.problem.quantities[index]
    caption = _caption(quantity, solution.unit_of(index))
    used = solution.graph is None or index in solution.relevant
    short = amount(quantity.value, Unit())
    return Box(index, caption, short, solution.is_rate(index), used)


def _caption(quantity: Quantity, unit: Unit) -> str:
    """Write a quantity with its unit; a percentage as it stands in the text, too: "25% = 0.25"."""
    if quantity.number.kind is not NumberKind.PERCENT:
        return amount(quantity.value, unit)
    written = " ".join(quantity.number.text.split())
    return f"{written} = {amount(quantity.value, Unit() if unit == PERCENT else unit)}"
