"""TODO."""

from __future__ import annotations

from enum import Enum, IntEnum
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


class Reading(Enum):
    """Which reading of Algorithm 1: as unit algebra has it, or as printed."""

    ALGEBRA = "algebra"
    PRINTED = "printed"
