"""A sheet: exercises with what was asked for, and how to print them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from unitdep.practice.exercise import Exercise
from unitdep.practice.settings import Settings
from unitdep.units.wording import format_value


class Paper(StrEnum):
    """The size of the paper."""

    A4 = "A4"
    LETTER = "letter"


@dataclass(frozen=True)
class Sheet:
    """Exercises to be written down."""

    exercises: tuple[Exercise, ...]
    settings: Settings
    title: str = "Word problems"
    paper: Paper = Paper.A4
    large: bool = False  # larger type
    key: bool = True  # whether there is a key, on a page of its own

    @property
    def command(self) -> str:
        """The command that makes the sheet again, without how it is printed."""
        asked = self.settings
        parts = [f"--kinds {','.join(asked.kinds)}", f"--count {asked.count}"]
        parts.append(f"--level {asked.level}")
        if asked.numbers:
            parts.append(f"--numbers {asked.numbers[0]}-{asked.numbers[1]}")
        parts += [f"--grade {asked.grade:g}"] if asked.grade is not None else []
        parts += [f"--words {asked.words}"] if asked.words is not None else []
        return " ".join(["unitdep worksheet", *parts, f"--seed {asked.seed}"])


def decimal(value: Fraction) -> str:
    """Write a value as a decimal number, which every system reads; four places at most."""
    written = format_value(value)
    return f"{float(value):.4f}" if "/" in written else written


def tolerance(value: Fraction) -> str:
    """Return how far a decimal answer may be off: nothing, if the value can be written exactly."""
    return "0.005" if "/" in format_value(value) else "0"


def clock_spellings(text: str) -> tuple[str, ...]:
    """Return how people write a time of day: "1:30 pm", "1:30pm", "13:30"."""
    time, _, half = text.partition(" ")
    hour, _, minutes = time.partition(":")
    day = int(hour) % 12 + (12 if half == "pm" else 0)
    letters = f"{half[0]}.{half[1]}."
    return (text, f"{time}{half}", f"{time} {letters}", f"{day}:{minutes}", f"{day:02d}:{minutes}")
