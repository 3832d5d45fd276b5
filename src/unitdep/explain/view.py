"""View: what every drawing of a solution shows, before it is laid out."""

from __future__ import annotations

from dataclasses import dataclass

from unitdep.graph import QUESTION, Edge, Vertex, edges
from unitdep.quantities.types import NumberKind
from unitdep.solution import Solution
from unitdep.wording import amount


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


def view(solution: Solution) -> View:
    """Give what to draw; without a graph, the quantities and the question with no edges."""
    graph, problem = solution.graph, solution.problem
    boxes = [_quantity_box(solution, i) for i in range(problem.size)]
    if problem.question is not None or graph is not None:
        caption = amount(None, solution.answer_unit)
        boxes.append(Box(QUESTION, caption, "the question", solution.is_rate(QUESTION)))
    return View(tuple(boxes), tuple(edges(graph)) if graph is not None else ())


def _quantity_box(solution: Solution, index: int) -> Box:
    quantity = solution.problem.quantities[index]
    caption = amount(quantity.value, solution.unit_of(index))
    if quantity.number.kind is NumberKind.PERCENT:
        caption = f"{' '.join(quantity.number.text.split())} = {caption}"
    used = solution.graph is None or index in solution.relevant
    short = amount(quantity.value, type(quantity.unit)())
    return Box(index, caption, short, solution.is_rate(index), used)
