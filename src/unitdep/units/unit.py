"""TODO."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Unit:
    """A unit as read by rule: "flower", or "flower per bouquet" for a rate (paper, section 2).

    ``numerator`` is the singular lemma of the head noun ("" where the text shows none),
    ``modifiers`` the lemmas that stand with it ("red" in "red marbles"),
    ``denominator`` the Den Unit where the rules see a rate, else None. A rate whose Den Unit the
    text does not name has ``denominator`` "".
    """

    numerator: str = ""
    modifiers: tuple[str, ...] = ()
    denominator: str | None = None
    denominator_modifiers: tuple[str, ...] = ()
    rule: str = field(default="", compare=False)  # the names of the unit rules that read it

    @property
    def is_rate(self) -> bool:
        """Whether the rules see a rate."""
        return self.denominator is not None

    @cached_property
    def tokens(self) -> frozenset[str]:
        """All lemmas of the Num Unit, modifiers included."""
        return frozenset(t for t in (*self.modifiers, self.numerator) if t)

    @cached_property
    def denominator_tokens(self) -> frozenset[str]:
        """All lemmas of the Den Unit, modifiers included; empty where there is none."""
        return frozenset(t for t in (*self.denominator_modifiers, self.denominator or "") if t)

    def __str__(self) -> str:
        if self.denominator is None:
            return self.numerator
        return f"{self.numerator or 'unit'} per {self.denominator or 'item'}"
