"""Solution: what a person gets for a text: the answer, the expression, and the graph behind it.

``build`` takes a problem and the ranking that the search gave; ``unsolved`` takes a problem and
the reason why it has no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Final, overload

from unitdep.core.expression import Expression, Leaf, leaves, render
from unitdep.core.graph import UnitGraph
from unitdep.core.labels import QUESTION, Finish, Kind, Vertex
from unitdep.inference.types import Candidate, Ranking
from unitdep.models.calibration import DOUBTFUL, SURE
from unitdep.reading.problem import Problem, Scope
from unitdep.reading.quantity import Quantity
from unitdep.steps import Remark, Step, finish_remark, remarks, steps
from unitdep.steps.answer import answer_unit
from unitdep.steps.clock import is_clock
from unitdep.steps.doubts import Concern, Doubt, doubts
from unitdep.steps.vertices import is_rate, shown_unit
from unitdep.steps.work import given_term
from unitdep.units.dimension import Dimension
from unitdep.units.unit import Unit
from unitdep.units.wording import (
    amount,
    format_value,
    percentage,
    plural_name,
    unit_name,
    write_clock,
)

if TYPE_CHECKING:
    from unitdep.explain.bars import BarPicture
    from unitdep.hints import Ladder

NO_EXPRESSION = "no expression of the numbers in the text gives a positive answer"
NOT_MET = "no expression of the numbers in the text meets the constraints"
MISSING = "the text is missing"
UNSURE = (
    "not sure enough: the most likely answer has a confidence of {confidence:.1%}, "
    "less than {least:.1%}"
)

MAX_ALTERNATIVES = 5
LISTED: Final = 50  # quantities in the JSON object of a text without an answer
FINISHES: Final = {
    Finish.EXACT: "",
    Finish.UP: ", rounded up",
    Finish.DOWN: ", rounded down",
    Finish.REMAINDER: ", remainder",
    Finish.MISSING: ", to the next whole",
    Finish.NEAREST: ", rounded",
}


@dataclass(frozen=True)
class Alternative:
    """Another answer that the search found, with the best expression that gives it."""

    answer: Fraction
    expression: str  # "66 - 10 - 8"
    probability: float  # of the answer, over all tuples
    finish: Finish = Finish.EXACT  # how the answer comes from the expression
    tree: Expression | None = None  # the expression over the indices of the quantities

    @property
    def working(self) -> str:
        """The expression, and how the question finishes."""
        return self.expression + FINISHES[self.finish]


@dataclass(frozen=True)
class Solution:
    """A solved problem, or one with a reason why it is not.

    ``tree`` and ``graph`` are the chosen tuple; both are None if there is no answer. A solution
    that abstains keeps its confidence, and the answer not given is the first alternative.
    """

    problem: Problem  # what was read off the text
    answer: Fraction | None  # exact; None if there is no answer
    reason: str | None = None  # why there is no answer; None if there is one
    tree: Expression | None = None  # over the indices of the quantities
    graph: UnitGraph | None = field(default=None, hash=False)  # the unit dependency graph
    confidence: float = 0.0  # probability of the answer, over all tuples
    exact: bool = True  # False if the search stopped before it had proved the answer the best
    alternatives: tuple[Alternative, ...] = ()  # most probable first, the answer excluded
    finish: Finish = Finish.EXACT  # what the question makes of the expression's value
    scores: Mapping[str, float] = field(default_factory=dict, hash=False)  # the score by part
    earlier: tuple[Solution, ...] = ()  # of the questions before this one, in the order of the text

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields; what is worked out from them is worked out again."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @property
    def sure(self) -> bool:
        """Whether the answer can be relied on: it's likely, and no warning makes it doubtful."""
        doubtful = any(doubt.concern.value in DOUBTFUL for doubt in self.warnings)
        return self.answer is not None and self.confidence >= SURE and not doubtful

    @property
    def expression(self) -> str:
        """The expression with its numbers: "(66 - 10) / 8", or "" if there is none."""
        return write_expression(self.problem, self.tree) if self.tree is not None else ""

    @cached_property
    def answer_unit(self) -> Dimension | None:
        """The unit of the answer: the last step's, read in the question's words."""
        result = self.steps[-1].result if self.steps else None
        if isinstance(self.tree, Leaf):
            result = given_term(self.problem, self.graph, self.tree.index)
        return answer_unit(self.problem, self.graph, result)

    @property
    def unit(self) -> str:
        """The unit of the answer in words, singular: "bouquet", or "" if it is not known."""
        return unit_name(self.answer_unit)

    @property
    def answer_text(self) -> str:
        """The answer with its unit: "7 bouquets", or "" if there is none."""
        if self.answer is None:
            return ""
        if self.is_clock:
            return write_clock(self.answer)
        return amount(self.answer, self.answer_unit)

    @property
    def is_clock(self) -> bool:
        """Whether the answer is a time of day."""
        return self.tree is not None and is_clock(self.problem, self.tree)

    @property
    def vertices(self) -> tuple[Quantity, ...]:
        """The quantities that people see: all written ones, and implied ones that are used."""
        used = self.relevant
        return tuple(q for q in self.problem.quantities if not q.implied or q.index in used)

    @property
    def working(self) -> str:
        """The expression, and how the question finishes: "130 / 48, rounded up"."""
        written = write_expression(self.problem, self.tree, clocks=True) if self.tree else ""
        last = self.steps[-1] if self.steps else None
        if last is not None and last.prepares and not isinstance(self.tree, Leaf):
            written = f"{written}, in {plural_name(self.answer_unit)}"
        return written + FINISHES[self.finish]

    @property
    def relevant(self) -> frozenset[int]:
        """The indices of the quantities that the expression uses."""
        return frozenset(leaves(self.tree)) if self.tree is not None else frozenset()

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The operations of the expression one by one, with units; none without an answer."""
        return steps(self.problem, self.graph, self.tree, self.finish)

    @cached_property
    def remarks(self) -> tuple[Remark, ...]:
        """Why numbers were left out, why each rate is a rate, and how the question finishes."""
        told = remarks(self.problem, self.graph, self.tree)
        if self.steps and self.answer is not None:
            told += finish_remark(self.finish, self.steps[-1].result.value, self.answer_text)
        return tuple(told)

    @cached_property
    def warnings(self) -> tuple[Doubt, ...]:
        """What speaks against the answer; none without an answer."""
        if self.answer is None:
            return ()
        found = doubts(self.problem, self.answer, self.relevant, self.steps, self.finish)
        answered = {Concern.QUESTIONS} if self.earlier else set()
        return tuple(doubt for doubt in found if doubt.concern not in answered)

    def is_rate(self, vertex: Vertex) -> bool:
        """Whether a vertex is a rate: by the chosen graph if it has it, else by the unit rules."""
        return is_rate(self.problem, self.graph, vertex)

    @overload
    def unit_of(self, vertex: int) -> Unit: ...
    @overload
    def unit_of(self, vertex: Vertex) -> Unit | Dimension | None: ...
    def unit_of(self, vertex: Vertex) -> Unit | Dimension | None:
        """The unit of a vertex as it is shown, with the chosen graph's rate label."""
        if vertex == QUESTION:
            return self.answer_unit
        return shown_unit(self.problem, self.graph, vertex)

    def hints(self, work: str | None = None) -> Ladder:
        """Return hints from general to particular; only the last one may have the answer.

        ``work`` is what a pupil has so far: the hints then start at what's missing or wrong.
        """
        from unitdep.hints import ladder

        return ladder(self, work=work)

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as a JSON object; keys and types are the same in every output."""
        from unitdep.solution.plain import to_dict

        return to_dict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Solution:
        """Return the solution that ``to_dict`` wrote, or that ``unitdep solve --json`` printed.

        The text is parsed again; nothing is solved.

        Args:
            data: The JSON object, with exactly the keys that ``to_dict`` gives it.

        Returns:
            A solution that writes the same object.

        Raises:
            ValueError: The object is of another version, or isn't a solution.

        """
        from unitdep.solution.plain import from_dict

        return from_dict(data)

    def bar_model(self) -> BarPicture:
        """Return the bar model, which a notebook shows as a picture."""
        from unitdep.explain.bars import BarPicture

        return BarPicture(self)

    def __str__(self) -> str:
        if self.answer is None:
            return f"no answer: {self.reason}"
        return f"{self.answer_text} = {self.working}"

    def __repr__(self) -> str:
        return f"<Solution {self}>"

    def _repr_svg_(self) -> str | None:
        """Draw the graph in a notebook, or None if there is no graph."""
        if self.graph is None:
            return None
        # Imports to the right: a notebook asks the object itself to draw.
        from unitdep.explain import to_svg

        return to_svg(self)

    def _repr_html_(self) -> str:
        """Show answer, steps, warnings, graph and expression tree in a notebook."""
        if self.answer is None:
            return f"<p>{escape(str(self))}</p>"
        from unitdep.explain import to_svg, to_tree_svg

        perhaps = "" if self.sure else "perhaps "
        head = f"{perhaps}<b>{escape(self.answer_text)}</b> = {escape(self.working)}"
        steps = "".join(f"<li>{escape(step.text)}</li>" for step in self.steps)
        doubts = "".join(f"<li>{escape(doubt.text)}</li>" for doubt in self.warnings)
        row = "display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start"
        drawn = f"{to_svg(self)}{to_tree_svg(self)}" if self.graph is not None else ""
        return (
            f"<div><p>{head} ({escape(percentage(self.confidence))})</p>"
            f"{steps and f'<ol>{steps}</ol>'}{doubts and f'<ul>{doubts}</ul>'}"
            f'<div style="{row}">{drawn}</div></div>'
        )


def build(problem: Problem, ranking: Ranking) -> Solution:
    """Make a solution of a ranking: its first candidate, and the next ones as alternatives."""
    best, *others = ranking.candidates
    solution = Solution(
        problem=settled(problem, best),
        answer=best.value,
        tree=best.tree,
        graph=best.graph,
        confidence=float(best.probability),
        exact=ranking.exact,
        alternatives=tuple(_alternative(problem, c) for c in others[:MAX_ALTERNATIVES]),
        scores={part: float(score) for part, score in best.parts.items()},
        finish=best.finish,
    )
    return _in_asked_measure(solution)


def _in_asked_measure(solution: Solution) -> Solution:
    """Convert the answer if the question asks for another measure than it comes in."""
    if solution.problem.scope is Scope.PAPER or solution.finish is not Finish.EXACT:
        return solution
    steps = solution.steps
    converted = steps and steps[-1].prepares
    return replace(solution, answer=steps[-1].result.value) if converted else solution


def settled(problem: Problem, candidate: Candidate) -> Problem:
    """Return the problem with values and units for what stands for an amount."""
    if not candidate.stands_for:
        return problem
    quantities = list(problem.quantities)
    for vertex, other in candidate.stands_for.items():
        word, meant = quantities[vertex], quantities[other]
        number = replace(word.number, value=meant.value)
        quantities[vertex] = replace(word, number=number, unit=meant.unit)
    return replace(problem, quantities=tuple(quantities))


def with_confidence(solution: Solution, confidence: float) -> Solution:
    """Return a solution with another confidence; other answers keep their share of it."""
    share = confidence / solution.confidence if solution.confidence > 0 else 0.0
    others = (replace(a, probability=a.probability * share) for a in solution.alternatives)
    return replace(solution, confidence=confidence, alternatives=tuple(others))


def unsolved(problem: Problem, reason: str) -> Solution:
    """Make a solution without an answer."""
    return Solution(problem=problem, answer=None, reason=reason)


def abstain(solution: Solution, least: float) -> Solution:
    """Withhold the answer if its confidence is below ``least``."""
    if solution.answer is None or solution.confidence >= least:
        return solution
    kept = Alternative(
        solution.answer,
        solution.expression,
        solution.confidence,
        solution.finish,
        solution.tree,
    )
    return replace(
        solution,
        answer=None,
        reason=UNSURE.format(confidence=solution.confidence, least=least),
        tree=None,
        graph=None,
        alternatives=(kept, *solution.alternatives)[:MAX_ALTERNATIVES],
        scores={},
    )


def write_expression(problem: Problem, tree: Expression, *, clocks: bool = False) -> str:
    """Write a tree with the problem's numbers; a fraction is in parentheses: 6 * (1/3).

    With ``clocks``, times of day are written as such instead of as minutes since midnight.
    """
    names = [
        write_clock(q.value) if clocks and q.kind is Kind.CLOCK else format_value(q.value)
        for q in problem.quantities
    ]
    if not isinstance(tree, Leaf):
        names = [f"({n})" if "/" in n or n.startswith("-") else n for n in names]
    return render(tree, names)


def _alternative(problem: Problem, candidate: Candidate) -> Alternative:
    expression = write_expression(settled(problem, candidate), candidate.tree)
    probability = float(candidate.probability)
    finish, tree = candidate.finish, candidate.tree
    return Alternative(candidate.value, expression, probability, finish, tree)
