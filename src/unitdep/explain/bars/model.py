"""What a bar model shows, before it is drawn: bars of segments, braces over them, captions.

Lengths are exact, in the unit of the panel's own numbers; a drawing scales them. Nothing here knows
pixels or columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise


class BarKind(StrEnum):
    """Which picture of a relation a panel is."""

    PART_WHOLE = "part and whole"
    COMPARISON = "comparison"
    GROUPS = "equal groups"
    CHANGE = "change"


class Look(StrEnum):
    """How a segment is drawn."""

    GIVEN = "given"  # a known amount
    ASKED = "sought"  # the amount that is sought
    GONE = "gone"  # what was there before, or is missing: dashed
    CUT = "cut"  # parts left out of the drawing: "…"


@dataclass(frozen=True)
class Segment:
    """A stretch of a bar."""

    length: Fraction
    label: str = ""  # "10 flowers", "? flowers"
    look: Look = Look.GIVEN


@dataclass(frozen=True)
class Brace:
    """A bracket over or under a stretch of a bar."""

    start: Fraction  # from the left end of the bar
    end: Fraction
    label: str
    asked: bool = False  # whether this is the amount that is sought
    below: bool = False


@dataclass(frozen=True)
class Bar:
    """A row of segments that touch each other."""

    segments: tuple[Segment, ...]
    braces: tuple[Brace, ...] = ()
    name: str = ""  # whose bar it is, or when: "Ben", "before"

    @property
    def length(self) -> Fraction:
        """The length of all segments together."""
        return sum((segment.length for segment in self.segments), Fraction(0))


@dataclass(frozen=True)
class Panel:
    """The picture of one step: bars that start at the same place and share a scale."""

    kind: BarKind
    bars: tuple[Bar, ...]
    captions: tuple[str, ...] = ()  # the steps that it shows, with their results
    cut: bool = False  # whether parts were left out, so that lengths say nothing

    @property
    def marks(self) -> tuple[Fraction, ...]:
        """All places where a segment or a brace starts or ends, in order."""
        places = {Fraction(0)}
        for bar in self.bars:
            place = Fraction(0)
            for segment in bar.segments:
                place += segment.length
                places.add(place)
            places.update(end for brace in bar.braces for end in (brace.start, brace.end))
        return tuple(sorted(places))

    @property
    def spoken(self) -> str:
        """The picture in words, for readers who don't see it."""
        bars = "; ".join(_spoken(bar) for bar in self.bars)
        return f"{self.kind.capitalize()}: {bars}."


@dataclass(frozen=True)
class BarModel:
    """A bar model: panels in the order of the steps, or why there is none."""

    panels: tuple[Panel, ...] = ()
    reason: str = ""  # a sentence; "" if there are panels

    @property
    def spoken(self) -> str:
        """All panels in words, or why there are none."""
        return " ".join(panel.spoken for panel in self.panels) or self.reason


def _spoken(bar: Bar) -> str:
    parts = [s.label or "…" for s in bar.segments if s.label or s.look is Look.CUT]
    braces = [brace.label for brace in bar.braces]
    named = f"{bar.name}, " if bar.name else ""
    over = f", marked {' and '.join(braces)}" if braces else ""
    return f"{named}a bar of {', '.join(parts) or 'equal parts'}{over}"


@dataclass(frozen=True)
class Ruler:
    """Where the marks of a panel are in a drawing."""

    marks: tuple[Fraction, ...]
    places: tuple[float, ...]
    true: bool  # whether all lengths are true to the values

    def at(self, mark: Fraction) -> float:
        """Return the place of a mark."""
        return self.places[self.marks.index(mark)]


def ruler(panel: Panel, width: float, least: float) -> Ruler:
    """Spread a panel over a width so that no stretch between two marks is shorter than ``least``.

    Stretches that would be shorter get ``least``; the others share the rest by their values.
    """
    marks = panel.marks
    sizes = [end - start for start, end in pairwise(marks)]
    least = min(least, width / len(sizes))
    short: set[int] = set()
    while True:
        total = sum((size for k, size in enumerate(sizes) if k not in short), Fraction(0))
        scale = (width - least * len(short)) / float(total) if total else 0.0
        found = {k for k, size in enumerate(sizes) if float(size) * scale < least} - short
        if not found:
            break
        short |= found
    places = [0.0]
    for k, size in enumerate(sizes):
        places.append(places[-1] + (least if k in short else float(size) * scale))
    return Ruler(marks, tuple(places), not short and not panel.cut)
