"""Bar SVG: a bar model as a picture, narrow enough for a phone, in light and dark.

Each panel is below the one before. A label that is wider than its segment is written below it, with
a line to where it belongs. What is sought has a colour of its own and a question mark.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from unitdep.explain.bars.model import Bar, BarModel, Brace, Look, Panel, Ruler, Segment, ruler
from unitdep.explain.svg import frame as picture

MARGIN: Final = 20
WIDTH: Final = 320  # of the longest bar
LEAST: Final = 14  # of a stretch between two marks
BAR: Final = 34  # height
LINE: Final = 18  # height of a line of text
HOOK: Final = 11  # height of a brace
GAP: Final = 12  # between two bars
PANEL_GAP: Final = 26
NOT_TO_SCALE: Final = "not to scale"


@dataclass(frozen=True)
class Part:
    """Some drawn elements, and the height they take."""

    body: tuple[str, ...]
    height: float


def draw_bars(model: BarModel, title: str = "Bar model") -> str:
    """Draw a bar model as one SVG element; if there is none, the reason why."""
    if not model.panels:
        body, height = _lines(model.reason, MARGIN + 4)
        return _framed(title, model, height + MARGIN - 4, body)
    body, top = [], float(MARGIN)
    for number, panel in enumerate(model.panels, start=1):
        part = _panel(panel, top, number if len(model.panels) > 1 else 0)
        body += part.body
        top += part.height + PANEL_GAP
    return _framed(title, model, top - PANEL_GAP + MARGIN, body)


def _framed(title: str, model: BarModel, height: float, body: list[str]) -> str:
    width = WIDTH + 2 * MARGIN
    return picture.frame("bars", title, width, height, body, spoken=model.spoken)


def _panel(panel: Panel, top: float, number: int) -> Part:
    """Draw a panel: what it is, its bars, and the steps it shows."""
    scale = ruler(panel, WIDTH, LEAST)
    step = f"Step {number}: " if number else ""
    note = "" if scale.true else f" ({NOT_TO_SCALE})"
    heading = f"{step}{panel.kind}{note}"
    body = [_text(heading[:1].upper() + heading[1:], MARGIN, top + 12, "start label")]
    at = top + LINE + 4
    for bar in panel.bars:
        part = _bar(bar, scale, at)
        body += part.body
        at += part.height + GAP
    for caption in panel.captions:
        lines, at = _lines(caption, at + 4)
        body += lines
    return Part(tuple(body), at - top)


def _lines(text: str, top: float) -> tuple[list[str], float]:
    """Write a text in lines; returns them and where the next one goes."""
    lines = _wrapped(picture.plain(text))
    body = [_text(ln, MARGIN, top + 11 + k * LINE, "start") for k, ln in enumerate(lines)]
    return body, top + len(lines) * LINE


def _wrapped(text: str) -> list[str]:
    """Break a text into lines that fit; a word that doesn't is shortened."""
    lines: list[str] = []
    for word in text.split():
        if lines and picture.text_width(f"{lines[-1]} {word}") <= WIDTH:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(picture.fitted(word, WIDTH))
    return lines


def _bar(bar: Bar, scale: Ruler, top: float) -> Part:
    """Draw a bar with its name, its braces and the labels that don't fit into it."""
    body: list[str] = []
    at = top
    if bar.name:
        body.append(_text(picture.fitted(bar.name, WIDTH), MARGIN, at + 12, "start small"))
        at += LINE - 2
    above = [brace for brace in bar.braces if not brace.below]
    for brace in above:
        body += _brace(brace, scale, at)
        at += LINE + HOOK
    outside = []
    place = bar.length - bar.length
    for segment in bar.segments:
        left, right = (MARGIN + scale.at(p) for p in (place, place + segment.length))
        fits = picture.text_width(segment.label) <= right - left - 4
        body.append(_segment(segment, left, at, right - left, inside=fits))
        if segment.label and not fits:
            outside.append((segment, (left + right) / 2))
        place += segment.length
    at += BAR
    for segment, centre in outside:
        body += _callout(segment, centre, top=at, above=at)
        at += LINE + 2
    for brace in (brace for brace in bar.braces if brace.below):
        body += _brace(brace, scale, at + 2)
        at += LINE + HOOK + 2
    return Part(tuple(body), at - top)


def _segment(segment: Segment, left: float, top: float, width: float, *, inside: bool) -> str:
    shape = picture.rectangle("seg", left, top, width, BAR, 3)
    text = ""
    if inside and segment.label:
        text = _text(segment.label, left + width / 2, top + BAR / 2 + 5)
    return f"{picture.group((segment.look.value,))}{shape}{text}</g>"


def _callout(segment: Segment, centre: float, *, top: float, above: float) -> Iterator[str]:
    """Write a label below its segment, with a line up to it."""
    label = picture.fitted(picture.plain(segment.label), WIDTH)
    half = picture.text_width(label) / 2
    middle = min(max(centre, MARGIN + half), MARGIN + WIDTH - half)
    asked = segment.look is Look.ASKED
    yield picture.group((segment.look.value if asked else "",))
    yield f'<path class="brace" d="M{centre:.1f} {above - 8:.1f}V{top + 4:.1f}"/>'
    yield f"{_text(label, middle, top + 17)}</g>"


def _brace(brace: Brace, scale: Ruler, top: float) -> Iterator[str]:
    """Draw a curly bracket with its label on the far side from the bar."""
    left, right = (MARGIN + scale.at(mark) for mark in (brace.start, brace.end))
    label = picture.fitted(picture.plain(brace.label), WIDTH)
    half = picture.text_width(label) / 2
    middle = (left + right) / 2
    written = min(max(middle, MARGIN + half), MARGIN + WIDTH - half)
    # from the foot at the bar to the tip at the label
    foot, turn = (top, 1) if brace.below else (top + LINE + HOOK - 2, -1)
    bend = min(5.0, (right - left) / 4)
    back = foot + turn * 4
    path = (
        f"M{left:.1f} {foot:.1f}Q{left:.1f} {back:.1f} {left + bend:.1f} {back:.1f}"
        f"H{middle - bend:.1f}Q{middle:.1f} {back:.1f} {middle:.1f} {foot + turn * 8:.1f}"
        f"Q{middle:.1f} {back:.1f} {middle + bend:.1f} {back:.1f}H{right - bend:.1f}"
        f"Q{right:.1f} {back:.1f} {right:.1f} {foot:.1f}"
    )
    yield picture.group(("sought" if brace.asked else "",))
    yield f'<path class="brace" d="{path}"/>'
    yield f"{_text(label, written, foot + 23 if brace.below else top + 13)}</g>"


def _text(text: str, x: float, y: float, name: str = "") -> str:
    kind = f' class="{name}"' if name else ""
    shown = picture.escaped(picture.plain(text))
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}">{shown}</text>'
