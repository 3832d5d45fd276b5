"""A figure of ``make attack``: what was measured, and what it should be at most."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One row of the table."""

    what: str  # in words, as the page shows it
    value: float  # in the unit
    unit: str  # "s", "MB", or what is counted
    goal: float | None = None  # the most that it should be; None if it is only reported
    on_the_way: tuple[float, ...] = ()  # what led to it, if it was sampled; not in the table

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None if there is none."""
        return None if self.goal is None else self.value <= self.goal

    def written(self, value: float) -> str:
        """Write a value with the unit."""
        return f"{value:,.2f} s" if self.unit == "s" else f"{value:,.0f} {self.unit}"

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a JSON object."""
        return asdict(self)


def resident(process: Path) -> float:
    """Return the bytes that a process has in memory, given its folder in /proc."""
    try:
        return int((process / "statm").read_text("ascii").split()[1]) * 4096.0
    except (OSError, IndexError):
        return 0.0
