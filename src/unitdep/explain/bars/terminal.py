"""A bar model in the terminal, with box-drawing characters.

A bar is three lines high. What is sought has a question mark, what is gone is dotted, and "…"
stands for parts that are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from unitdep.explain.bars.model import Bar, BarModel, Brace, Look, Panel, Ruler, ruler
from unitdep.units.wording import TO_ASCII

MOST_COLUMNS: Final = 60  # of the longest bar
LEAST_COLUMNS: Final = 3  # of a stretch between two marks
NOT_TO_SCALE: Final = "not to scale"
_TO_ASCII: Final = str.maketrans("┌┐└┘┬┴│─┄╭╮╰╯┼…", "++++++|-.++++-~")


def bars_text(model: BarModel, *, width: int = 80, ascii_only: bool = False) -> str:
    """Draw a bar model in at most ``width`` columns; if there is none, return the reason."""
    columns = max(20, min(width - 2, MOST_COLUMNS))
    numbered = len(model.panels) > 1
    parts = [
        "\n".join(_panel(panel, number if numbered else 0, columns, width))
        for number, panel in enumerate(model.panels, start=1)
    ]
    text = "\n\n".join(parts) or "\n".join(wrap(model.reason, max(width, 20)))
    return text.translate(TO_ASCII | _TO_ASCII) if ascii_only else text


def _panel(panel: Panel, number: int, columns: int, width: int) -> Iterator[str]:
    scale = ruler(panel, columns, LEAST_COLUMNS)
    step = f"Step {number}: " if number else ""
    note = "" if scale.true else f" ({NOT_TO_SCALE})"
    heading = f"{step}{panel.kind}{note}"
    yield heading[:1].upper() + heading[1:]
    for bar in panel.bars:
        yield from (line.rstrip() for line in _bar(bar, scale, columns))
    for caption in panel.captions:
        yield from wrap(caption, max(width, 20), subsequent_indent="  ", break_on_hyphens=False)


def _bar(bar: Bar, scale: Ruler, columns: int) -> Iterator[str]:
    """Yield the lines of a bar: name, braces above, the bar, labels, braces below."""
    if bar.name:
        yield f"{bar.name}:"
    for brace in bar.braces:
        if not brace.below:
            yield from reversed(_brace(brace, scale, columns))
    edges = [0]
    place = bar.length - bar.length
    for segment in bar.segments:
        place += segment.length
        edges.append(round(scale.at(place)))
    top, middle, bottom = ([" "] * (columns + 1) for _ in range(3))
    outside: list[tuple[int, str]] = []
    for segment, left, right in zip(bar.segments, edges, edges[1:], strict=False):
        line = "┄" if segment.look in (Look.GONE, Look.CUT) else "─"
        top[left:right] = bottom[left:right] = [line] * (right - left)
        if len(segment.label) < right - left:
            start = left + 1 + (right - left - 1 - len(segment.label)) // 2
            middle[start : start + len(segment.label)] = segment.label
        elif segment.label:
            outside.append(((left + right) // 2, segment.label))
    for edge in edges:
        top[edge], middle[edge], bottom[edge] = "┬", "│", "┴"
    top[0], bottom[0], top[edges[-1]], bottom[edges[-1]] = "┌", "└", "┐", "┘"
    yield from ("".join(row) for row in (top, middle, bottom))
    yield from (_callout(at, label, columns) for at, label in outside)
    for brace in bar.braces:
        if brace.below:
            yield from _brace(brace, scale, columns)


def _callout(at: int, label: str, columns: int) -> str:
    """Return a line with a label that is joined to its segment: to its right if it fits."""
    if at + 2 + len(label) <= columns + 1:
        return f"{' ' * at}└ {label}"
    return f"{label} ┘".rjust(at + 1)


def _brace(brace: Brace, scale: Ruler, columns: int) -> list[str]:
    """Return a brace below a bar: the line, then the label; above, they are the other way round."""
    left, right = round(scale.at(brace.start)), round(scale.at(brace.end))
    first, last = ("╰", "╯") if brace.below else ("╭", "╮")
    line = " " * left + first + "─" * max(right - left - 1, 0) + last
    start = min((left + right - len(brace.label)) // 2 + 1, columns + 1 - len(brace.label))
    return [line, " " * max(start, 0) + brace.label]
