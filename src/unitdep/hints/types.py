"""What a ladder of hints is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class HintKind(StrEnum):
    """What a hint is about, from general to particular."""

    MISTAKE = "mistake"  # where the work so far goes wrong
    ASKED = "asked"  # what is asked for, and in which unit
    NUMBERS = "numbers"  # which numbers matter
    TOGETHER = "together"  # which numbers belong together: Same Unit, a rate and what it is per
    OPERATION = "operation"  # what to do next, with its reason in units
    STEP = "step"  # that step, with a blank for its result
    FINISH = "finish"  # what the question makes of the result: rounding, what is left over
    WHOLE = "whole"  # every step with its result, and the answer


@dataclass(frozen=True)
class Hint:
    """One rung of a ladder."""

    level: int  # from 1, the most general
    kind: HintKind
    text: str  # for the pupil
    spans: tuple[tuple[int, int], ...] = ()  # the numbers of the problem that it's about

    @property
    def tells_answer(self) -> bool:
        """Whether it gives the answer away; only the last rung may."""
        return self.kind is HintKind.WHOLE

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as a JSON object."""
        return {
            "level": self.level,
            "kind": self.kind.value,
            "text": self.text,
            "spans": [{"start": start, "end": end} for start, end in self.spans],
            "tells_answer": self.tells_answer,
        }


@dataclass(frozen=True)
class Ladder:
    """Hints for one problem, from general to particular."""

    text: str  # the problem
    hints: tuple[Hint, ...]
    note: str = ""  # why there are no hints, or why the last one doesn't have the answer

    @property
    def complete(self) -> bool:
        """Whether the last hint has the answer."""
        return bool(self.hints) and self.hints[-1].tells_answer

    def up_to(self, level: int) -> tuple[Hint, ...]:
        """Return the hints up to a level."""
        return tuple(hint for hint in self.hints if hint.level <= level)

    def to_dict(self) -> dict[str, Any]:
        """Return the ladder as a JSON object."""
        return {
            "text": self.text,
            "complete": self.complete,
            "note": self.note,
            "hints": [hint.to_dict() for hint in self.hints],
        }
