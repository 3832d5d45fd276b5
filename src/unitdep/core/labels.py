"""The labels of a unit dependency graph (paper, sections "Unit Dependency Graph" and "Learning").

A vertex is a quantity, named by its index, or the question. The vertex classifier labels it Rate
or Not Rate. The edge classifier has six labels for a pair of vertices i < j, which say in one
label whether there is an edge, what it is called and which way it points; an edge that people see
has one of three names (``EdgeName``).

``Kind``, ``Face`` and ``Finish`` go beyond the paper: docs/concepts/everyday.md.
"""

from __future__ import annotations

from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from typing import Final, Literal

QUESTION: Final = "question"

Vertex = int | Literal["question"]


class VertexLabel(IntEnum):
    """Whether a vertex is a rate: a measure for one unit of something else."""

    NOT_RATE = 0
    RATE = 1


class EdgeLabel(IntEnum):
    """The edge classifier's six labels for vertices i < j; the question comes last.

    ``NUM_FORWARD``: i is a rate and its Num Unit is the unit of j; ``NUM_BACKWARD``: j is a rate
    and its Num Unit is the unit of i. Likewise for the Den Unit.
    """

    SAME_UNIT = 0
    NO_RELATION = 1
    NUM_FORWARD = 2
    NUM_BACKWARD = 3
    DEN_FORWARD = 4
    DEN_BACKWARD = 5


class EdgeName(StrEnum):
    """What an edge is called; Num Unit and Den Unit point from the rate to the other vertex."""

    SAME_UNIT = "Same Unit"
    NUM_UNIT = "Num Unit"
    DEN_UNIT = "Den Unit"


class Reading(Enum):
    """Which reading of Algorithm 1 is used: the one unit algebra requires, or the printed one."""

    ALGEBRA = "algebra"
    PRINTED = "printed"


class Kind(StrEnum):
    """What sort of vertex a quantity is, beyond the paper ("everyday" scope).

    The paper knows amounts only. The others are what a text implies, and numbers that are written
    but count nothing.
    """

    AMOUNT = "amount"  # a written number with a unit, rates included
    FACTOR = "factor"  # a percentage, a fraction of something, twice, half: it has no unit
    CONSTANT = "constant"  # 7 days per week
    AGAIN = "again"  # an amount of the text, used a second time
    COUNT = "count"  # how many things a list has
    SHAPE = "shape"  # the 2 of a rectangle's perimeter: it has no unit
    CLOCK = "clock"  # a time of day, in minutes

    @property
    def pure(self) -> bool:
        """Whether it has no unit: it multiplies or divides, and is added to its like only."""
        return self in (Kind.FACTOR, Kind.SHAPE)


class Face(IntEnum):
    """How a factor p is used: 20% of a price, 20% off it, 20% more."""

    ITSELF = 0  # p
    LESS = 1  # 1 - p
    PLUS = 2  # 1 + p

    def of(self, value: Fraction) -> Fraction:
        """Return the value of a factor with this face."""
        match self:
            case Face.ITSELF:
                return value
            case Face.LESS:
                return 1 - value
            case Face.PLUS:
                return 1 + value


class Finish(IntEnum):
    """How the question finishes: what is done with the value of the expression."""

    EXACT = 0
    UP = 1  # buses that are needed
    DOWN = 2  # boxes that are full
    REMAINDER = 3  # what is left over by the division
    MISSING = 4  # how many more make the next whole
    NEAREST = 5  # rounded, as the question asks
