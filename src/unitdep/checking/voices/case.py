"""The case of a working that isn't right: all that a reply may be about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from unitdep.checking.blame import Blame
from unitdep.checking.right import Right
from unitdep.checking.trace import Traced
from unitdep.checking.voices.quoting import quoted, quoted_sum
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount
from unitdep.steps.doubts import whole_things
from unitdep.units.wording import plural_name, write_clock


@dataclass(frozen=True)
class Case:
    """A working that isn't right, with all that can be said about it."""

    text: str  # the working
    problem: Problem
    right: Right
    traced: Sequence[Traced]
    found: Blame
    answer: Amount | None
    known: bool = True  # whether the right answer is known: by gold, or as the program is sure
    stated: bool = False  # whether the working says that this is its answer

    @property
    def step(self) -> Traced | None:
        """The step that is to blame."""
        return self.traced[self.found.step] if self.found.step is not None and self.traced else None

    @property
    def impossible(self) -> bool:
        """Whether nothing can be this many: less than nothing, or a broken number of things."""
        value = self.answer.value if self.answer else Fraction(0)
        return value < 0 or (value.denominator != 1 and bool(whole_things(self.problem)))

    @property
    def sum(self) -> str:
        """That step as it's written, without its result; "" if there is none."""
        return quoted_sum(self.text, self.step.written) if self.step else ""

    @property
    def given(self) -> str:
        """The answer of the working."""
        if self.answer is None:
            return "no answer"
        if self.answer.clock:
            return write_clock(self.answer.value)
        return quoted(self.text, self.answer)

    @property
    def asked(self) -> str:
        """What the question asks for."""
        unit = self.right.answer.unit
        return plural_name(unit) if self.right.answer.has_unit else "the answer"
