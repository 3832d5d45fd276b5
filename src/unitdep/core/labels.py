"""The labels of a unit dependency graph (paper, sections "Unit Dependency Graph" and "Learning").

A vertex is a quantity, named by its index, or the question. The vertex classifier labels it Rate
or Not Rate. The edge classifier has six labels for a pair of vertices i < j, which say in one
label whether there is an edge, what it is called and which way it points; an edge that people see
has one of three names (``EdgeName``).
"""

from __future__ import annotations

from enum import Enum, IntEnum, StrEnum
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
