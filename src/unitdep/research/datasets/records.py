"""A problem with what is known about its solution. Gold labels are kept here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from unitdep.core.expression import Expression
from unitdep.core.labels import Finish, Vertex
from unitdep.reading import Number
from unitdep.reading.arithmetic import Parsed
from unitdep.reading.problem import Problem


@dataclass(frozen=True)
class Record:
    """One problem as its data set has it, before the text is parsed."""

    id: str
    text: str
    answer: Fraction | None = None
    tree: Expression | None = None  # monotonic, over the indices of ``numbers``, or of those read
    numbers: tuple[Number, ...] | None = None  # the data set's own quantities, if it lists them
    rates: frozenset[Vertex] | None = None  # None: not annotated
    equation: Parsed | None = None  # solved, over its own literals; ``align_record`` makes a tree
    offsets: tuple[int, ...] | None = None  # of each literal in ``text``, if known
    meta: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class AnnotatedProblem:
    """A parsed problem with its gold labels."""

    id: str
    problem: Problem
    answer: Fraction | None
    tree: Expression | None  # monotonic, over the problem's quantities
    rates: frozenset[Vertex] | None
    finish: Finish = Finish.EXACT  # what follows is known in the everyday scope only
    stands_for: Mapping[int, int] = field(default_factory=dict)  # the amount behind ``again``
