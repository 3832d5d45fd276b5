"""From a problem and an expression tree to a bar model.

Each multiplication or division takes a panel. So does each chain of additions and subtractions,
unless it compares two amounts: then it takes one for each comparison.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from unitdep.core.expression import ADDITIVE, Expression, Leaf, Operation, Operator, operations
from unitdep.core.graph import UnitGraph
from unitdep.core.labels import Finish
from unitdep.explain.bars.groups import Product, product_panel
from unitdep.explain.bars.model import BarModel, Panel
from unitdep.explain.bars.story import Story, read_story, regrouped
from unitdep.explain.bars.sums import Pair, Sum, change, compares, comparison, part_whole
from unitdep.reading.problem import Problem
from unitdep.steps import Step, steps
from unitdep.steps.answer import answer_unit
from unitdep.steps.work import closing_order, results
from unitdep.units.combine import Clash, Term
from unitdep.units.wording import amount

MOST_PANELS: Final = 3
NO_TREE: Final = "There is no bar model, because there is no answer."
NO_STEP: Final = "There is no bar model, because nothing has to be worked out."
NO_VALUE: Final = "There is no bar model, because it divides by zero."
NOT_POSITIVE: Final = "No bar model fits: a bar can't show zero or less."
CLOCK: Final = "No bar model fits: a time of day is a point in time, and a bar shows an amount."
NO_BAR: Final = "No bar model fits: a bar can't show {step}."
UNITS: Final = "No bar model fits: the units of {step} do not close."
TOO_LONG: Final = "No bar model fits: it would take {count} pictures, and at most {most} are drawn."


def bar_model(
    problem: Problem,
    graph: UnitGraph | None,
    tree: Expression | None,
    finish: Finish = Finish.EXACT,
) -> BarModel:
    """Return the bar model of an expression over a problem's numbers, or why there is none.

    Args:
        problem: The problem whose numbers the tree uses.
        graph: The unit dependency graph, if there is one; it gives units that the text doesn't.
        tree: The expression, solved or gold; None if there is none.
        finish: What the question does with the expression's value.

    Returns:
        At most three panels, in the order of the steps, or a reason in a sentence.
    """
    if tree is None or isinstance(tree, Leaf):
        return BarModel(reason=NO_TREE if tree is None else NO_STEP)
    story = read_story(problem)
    ordered = closing_order(problem, graph, regrouped(problem, story, tree))
    assert isinstance(ordered, Operation)
    if any(step is None for step in results(problem, graph, ordered)):
        return BarModel(reason=NO_VALUE)
    taken = steps(problem, graph, ordered, finish)
    if reason := _unfit(taken):
        return BarModel(reason=reason)
    work = _Work(
        story, ordered, _steps_of(ordered, taken), finish,
        amount(None, answer_unit(problem, graph, _last(taken).result)),
    )  # fmt: skip
    return _checked(list(_panels(work, ordered)))


@dataclass(frozen=True)
class _Shown:
    """An operation as it is worked out: its step, and the captions of all steps it takes."""

    step: Step
    captions: tuple[str, ...]


@dataclass(frozen=True)
class _Work:
    """What panels are made from."""

    story: Story
    root: Operation
    shown: Mapping[Operation, _Shown]
    finish: Finish
    asked: str  # the answer's label

    def label(self, node: Operation) -> str:
        """Return the label of an operation's result, which is sought."""
        return self.asked if node is self.root else amount(None, self.shown[node].step.result.unit)

    def pair(self, node: Operation) -> Pair:
        """Return an addition or subtraction."""
        step = self.shown[node].step
        terms = (step.left, step.right)
        return Pair(node.operator, (node.left, node.right), terms, step.result.value,
                    self.label(node))  # fmt: skip

    def compares(self, node: Expression) -> bool:
        """Whether an operation compares two amounts."""
        if not isinstance(node, Operation) or node.operator not in ADDITIVE:
            return False
        return compares(self.pair(node), self.story, last=node is self.root)

    def joins(self, node: Operation, side: Expression) -> bool:
        """Whether an operand is part of the same chain of additions and subtractions."""
        both = node.operator in ADDITIVE and not self.compares(node)
        inside = isinstance(side, Operation) and side.operator in ADDITIVE
        return both and inside and not self.compares(side)


def _last(taken: tuple[Step, ...]) -> Step:
    """Return the last step that isn't a mere conversion."""
    return next(step for step in reversed(taken) if not step.prepares)


def _unfit(taken: tuple[Step, ...]) -> str:
    """Return why no bar can show some step, or ""."""
    for number, step in enumerate(taken, start=1):
        terms = (step.left, step.right, step.result)
        if any(term.clock for term in terms):
            return CLOCK
        if any(term.value <= 0 for term in terms):
            return NOT_POSITIVE
        if step.clash in (Clash.MEASURE, Clash.SUM, Clash.PRODUCT):
            return UNITS.format(step=f"step {number}")
    return ""


def _steps_of(root: Operation, taken: tuple[Step, ...]) -> dict[Operation, _Shown]:
    """Return each operation's step, with the conversions before it, and after the last."""
    shown: dict[Operation, _Shown] = {}
    waiting: list[str] = []
    todo = operations(root)
    last: Operation | None = None
    for step in taken:
        waiting.append(step.text)
        if not step.prepares:
            last = next(todo)
            shown[last] = _Shown(step, tuple(waiting))
            waiting = []
    if last is not None and waiting:
        shown[last] = replace(shown[last], captions=(*shown[last].captions, *waiting))
    return shown


def _panels(work: _Work, node: Expression, *, inside: bool = False) -> Iterator[Panel | str]:
    """Yield the panels of an expression, operands first, or what can't be drawn.

    ``inside`` means that a chain above takes the operation with it.
    """
    if not isinstance(node, Operation):
        return
    for side in (node.left, node.right):
        yield from _panels(work, side, inside=work.joins(node, side))
    if not inside:
        panel = _panel(work, node)
        yield replace(panel, captions=tuple(_captions(work, node))) if panel else _told(work, node)


def _panel(work: _Work, node: Operation) -> Panel | None:
    if node.operator not in ADDITIVE:
        return product_panel(_product(work, node))
    if work.finish is not Finish.EXACT and node is work.root:
        return None
    pair = work.pair(node)
    if work.compares(node):
        return comparison(pair, work.story, last=node is work.root)
    added, taken = _chain(work, node)
    if len(added) + len(taken) == 2 and (moved := change(pair, work.story)):
        return moved
    return part_whole(Sum(tuple(added), tuple(taken), pair.value, pair.asked))


def _product(work: _Work, node: Operation) -> Product:
    step = work.shown[node].step
    last = node is work.root
    return Product(
        node.operator, step.left, step.right, step.result.value, work.label(node),
        step.result.unit, work.finish if last else Finish.EXACT,
    )  # fmt: skip


def _chain(work: _Work, node: Operation) -> tuple[list[Term], list[Term]]:
    """Return the numbers that a chain adds, and those that it subtracts."""
    added: list[Term] = []
    taken: list[Term] = []
    step = work.shown[node].step
    for side, term, minus in (
        (node.left, step.left, False),
        (node.right, step.right, node.operator is Operator.SUB),
    ):
        more: list[Term] = [term]
        less: list[Term] = []
        if isinstance(side, Operation) and work.joins(node, side):
            more, less = _chain(work, side)
        added += less if minus else more
        taken += more if minus else less
    return added, taken


def _captions(work: _Work, node: Operation) -> Iterator[str]:
    """Yield the steps that a panel shows."""
    for side in (node.left, node.right):
        if isinstance(side, Operation) and work.joins(node, side):
            yield from _captions(work, side)
    yield from work.shown[node].captions


def _told(work: _Work, node: Operation) -> str:
    return NO_BAR.format(step=f'"{work.shown[node].step.task}"')


def _checked(panels: list[Panel | str]) -> BarModel:
    """Return a model of the panels, or the first reason why one is missing."""
    drawn = [panel for panel in panels if isinstance(panel, Panel)]
    if reason := next((panel for panel in panels if isinstance(panel, str)), ""):
        return BarModel(reason=reason)
    if len(drawn) > MOST_PANELS:
        return BarModel(reason=TOO_LONG.format(count=len(drawn), most=MOST_PANELS))
    return BarModel(tuple(drawn))
