"""What every drawing of a solution shows, before it is laid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from unitdep.core.expression import Expression, Leaf, render
from unitdep.core.graph import Edge, UnitGraph, edges
from unitdep.core.labels import QUESTION, Face, Kind, Vertex
from unitdep.reading.problem import Problem
from unitdep.reading.quantity import NumberKind, Quantity
from unitdep.solution import Solution
from unitdep.steps.vertices import is_rate
from unitdep.steps.work import closing_order, given_term, results
from unitdep.units.dimension import PERCENT, Dimension
from unitdep.units.unit import Unit
from unitdep.units.wording import SIGNS, amount, format_value, write_clock


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
    boxes = [_quantity_box(solution, quantity) for quantity in solution.vertices]
    if problem.question is not None or graph is not None:
        caption = amount(None, solution.answer_unit)
        boxes.append(Box(QUESTION, caption, "the question", solution.is_rate(QUESTION)))
    return View(tuple(boxes), tuple(edges(graph)) if graph is not None else ())


def tree_view(solution: Solution) -> Node | None:
    """Return the expression tree to draw, or None if there is none.

    Its operations are the solution's steps, in their order, and its root shows the answer.
    """
    if solution.tree is None:
        return None
    tree = closing_order(solution.problem, solution.graph, solution.tree)
    root = expression_view(solution.problem, tree, solution.graph)
    if not root.operands:
        return root
    return replace(root, caption=solution.answer_text, rate=solution.is_rate(QUESTION))


def expression_view(problem: Problem, tree: Expression, graph: UnitGraph | None = None) -> Node:
    """Return any expression over a problem's quantities to draw, in its own order.

    The captions are the numbers of its steps; the result of a division by zero is "?".
    """
    order = count()
    done = results(problem, graph, tree)

    def node(part: Expression) -> Node:
        if isinstance(part, Leaf):
            return _leaf(problem, graph, part)
        operands = (node(part.left), node(part.right))
        place = next(order)
        step = done[place]
        return Node(
            str(place),
            "?" if step is None else step.result.text,
            step is not None and step.result.unit is not None and bool(step.result.unit.under),
            QUESTION if part is tree else None,
            SIGNS[part.operator],
            operands,
        )

    return node(tree)


def _leaf(problem: Problem, graph: UnitGraph | None, leaf: Leaf) -> Node:
    index = leaf.index
    term = given_term(problem, graph, index)
    caption = _percentage(problem.quantities[index], term.unit) or term.text
    if leaf.face is not Face.ITSELF:
        caption = render(leaf, [format_value(q.value) for q in problem.quantities]).strip("()")
    return Node(f"q{index}", caption, is_rate(problem, graph, index), index)


def _quantity_box(solution: Solution, quantity: Quantity) -> Box:
    index, clock = quantity.index, quantity.kind is Kind.CLOCK
    unit = solution.unit_of(index)
    short = write_clock(quantity.value) if clock else amount(quantity.value)
    caption = _percentage(quantity, unit) or (short if clock else amount(quantity.value, unit))
    used = solution.graph is None or index in solution.relevant
    return Box(index, caption, short, solution.is_rate(index), used)


def _percentage(quantity: Quantity, unit: Unit | Dimension | None) -> str:
    """Write a percentage as the text has it and as a number, "25% = 0.25"; "" for others."""
    if quantity.number.kind is not NumberKind.PERCENT:
        return ""
    written = " ".join(quantity.number.text.split())
    return f"{written} = {amount(quantity.value, None if unit == Unit(PERCENT) else unit)}"
