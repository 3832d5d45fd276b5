"""The paper's figure as a solution, in the order in which the figure has its quantities."""

from __future__ import annotations

import pytest

from factories import DIV, SUB, op, solved
from unitdep.solution import Solution
from unitdep.units.unit import Unit


@pytest.fixture(scope="session")
def isabel() -> Solution:
    """Example 1 with the quantities 66, 10 and 8, and nothing else in its text."""
    flower = Unit("flower")
    given = [("66", flower), ("10", flower), ("8", Unit("flower", (), "bouquet"))]
    return solved(given, Unit("bouquet"), op(DIV, op(SUB, 0, 1), 2), {2})
