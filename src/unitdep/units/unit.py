"""A unit as the text gives it (paper, section "Unit Dependency Graph").

The unit of a rate is "A per B"; A is its Num Unit and B its Den Unit. The unit of any other number
is one noun. A ``Unit`` holds the words that the unit rules found, for features and for people;
``dimension`` turns it into what unit algebra needs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Unit:
    """A unit as read by the rules: "flower", or "flower per bouquet" for a rate.

    ``numerator`` is the singular of the head noun, or "" if the text has none. ``modifiers`` are
    the words before it ("red" in "red marbles"). ``denominator`` is the Den Unit if the rules see
    a rate, otherwise None; for a rate whose Den Unit the text does not name it is "".
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
        """All words of the Num Unit, modifiers included."""
        return frozenset(t for t in (*self.modifiers, self.numerator) if t)

    @cached_property
    def denominator_tokens(self) -> frozenset[str]:
        """All words of the Den Unit, modifiers included; empty if there is none."""
        return frozenset(t for t in (*self.denominator_modifiers, self.denominator or "") if t)

    def __str__(self) -> str:
        """Return the nouns in the notation of corpus templates; ``wording`` writes for people."""
        if self.denominator is None:
            return self.numerator
        return f"{self.numerator or 'unit'} per {self.denominator or 'item'}"
