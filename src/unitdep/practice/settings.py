"""What is asked for: kinds, level, range of numbers, how many, and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from unitdep.errors import PracticeError, meant
from unitdep.practice.kinds import USUAL, chosen

MOST: Final = 100  # exercises of one set
LARGEST: Final = 1_000_000  # a number of a problem
MOST_DIGITS: Final = 12  # of a bound that is read at all


@dataclass(frozen=True)
class Level:
    """How hard problems may be to read, and how large their numbers."""

    numbers: tuple[int, int]  # smallest and largest number of a text; answers have the upper bound
    grade: float  # highest reading grade
    words: int  # most words of a text


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": Level((1, 30), 4.0, 35),
        "medium": Level((1, 200), 7.0, 55),
        "hard": Level((1, 10_000), 12.0, 120),
    }
)
MEDIUM: Final = "medium"


@dataclass(frozen=True)
class Settings:
    """What exercises are asked for; the same settings always give the same exercises."""

    kinds: tuple[str, ...] = USUAL
    level: str = MEDIUM
    count: int = 10
    seed: int = 0
    numbers: tuple[int, int] | None = None  # instead of the level's
    grade: float | None = None
    words: int | None = None

    @property
    def limits(self) -> Level:
        """The level with what was set apart from it."""
        level = LEVELS[self.level]
        return Level(
            self.numbers or level.numbers,
            level.grade if self.grade is None else self.grade,
            level.words if self.words is None else self.words,
        )

    def checked(self) -> Settings:
        """Return the settings; raises PracticeError if they make no sense."""
        chosen(self.kinds)
        if self.level not in LEVELS:
            raise PracticeError(
                f"unknown level {self.level!r}{meant(self.level, LEVELS)}; "
                f"choose from: {', '.join(LEVELS)}"
            )
        if not 1 <= self.count <= MOST:
            raise PracticeError(f"a set has 1 to {MOST} problems, not {self.count}")
        low, high = self.limits.numbers
        if not 0 <= low < high <= LARGEST:
            raise PracticeError(f"the range of numbers must grow, as in 2-100, not {low}-{high}")
        return self


def number_range(text: str) -> tuple[int, int]:
    """Read "2-100"; raises PracticeError."""
    low, dash, high = text.strip().replace("–", "-").partition("-")
    digits = low.strip(), high.strip()
    if not dash or not all(d.isdecimal() and len(d) <= MOST_DIGITS for d in digits):
        raise PracticeError(f"{text[:50]!r} isn't a range of numbers; write it as 2-100")
    return int(digits[0]), int(digits[1])
