"""The graph drawn in the terminal with box-drawing characters.

Each vertex is a box, one below the other, with a wire to its right. A relation is a vertical line
across the wires, labelled with the paper's word. A mark where it meets a wire says that this
vertex is part of it: ``●`` has the Same Unit, ``◆`` is the rate, ``◀`` has the rate's Num Unit or
Den Unit. The same is repeated below in sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from unitdep.core.labels import EdgeName, Vertex
from unitdep.explain.relations import Relation, relations
from unitdep.explain.view import Box, View, view
from unitdep.solution import Solution
from unitdep.units.wording import TO_ASCII, listed

WIDTH = 80
MAX_CAPTION = 36
_ROWS = 3  # of a box
_GAP = 4  # between the boxes and the first line
_LINES_TO_ASCII = str.maketrans("╭╮╰╯│─├╔╗╚╝║═╟●◆◀…", "++++|-+++++|=|o*<.")


def draw_text(solution: Solution, *, width: int = WIDTH, ascii_only: bool = False) -> str:
    """Draw a solution's graph in at most ``width`` columns, and in words."""
    drawn = view(solution)
    used = View(tuple(b for b in drawn.boxes if b.used), drawn.edges)
    parts = [_picture(used, width), _reading(drawn, width)]
    text = "\n\n".join(p for p in parts if p) or f"no graph: {solution.reason}"
    return text.translate(TO_ASCII | _LINES_TO_ASCII) if ascii_only else text


@dataclass(frozen=True)
class _Lane:
    """A relation's vertical line: its column, and the first and last row that it meets."""

    relation: Relation
    label: str
    column: int
    first: int
    last: int


def _picture(drawn: View, width: int) -> str:
    """Draw boxes and lines, or only boxes if the lines do not fit in ``width``."""
    if not drawn.boxes:
        return ""
    captions = [_cut(b.caption, min(MAX_CAPTION, max(width - 4, 1))) for b in drawn.boxes]
    inner = max(len(c) for c in (*captions, *(f"{b.tag}   " for b in drawn.boxes)))
    left = inner + 4 + _GAP
    rows = {box.vertex: _ROWS * k + 1 for k, box in enumerate(drawn.boxes)}
    lanes = _lanes(relations(drawn.edges), rows, left, width)
    canvas = [[" "] * max(width, left) for _ in range(_ROWS * len(drawn.boxes))]
    for k, (box, caption) in enumerate(zip(drawn.boxes, captions, strict=True)):
        reach = max((ln.column for ln in lanes if box.vertex in ln.relation.members), default=0)
        for offset, line in enumerate(_box(box, caption, inner, wired=reach > 0)):
            _put(canvas[_ROWS * k + offset], 0, line)
        _put(canvas[_ROWS * k + 1], inner + 4, "─" * (reach - inner - 4))
    for lane in lanes:
        _draw_lane(canvas, lane, rows)
    return "\n".join("".join(row).rstrip() for row in canvas)


def _box(box: Box, caption: str, inner: int, *, wired: bool) -> tuple[str, str, str]:
    """Return a box's three lines: rounded, or with a double border for a rate."""
    corners, bar, side, tee = ("╔╗╚╝", "═", "║", "╟") if box.rate else ("╭╮╰╯", "─", "│", "├")
    title = f"{bar} {box.tag} " if box.tag else ""
    return (
        corners[0] + title.ljust(inner + 2, bar) + corners[1],
        f"{side} {caption.ljust(inner)} {tee if wired else side}",
        corners[2] + bar * (inner + 2) + corners[3],
    )


def _lanes(
    found: Sequence[Relation], rows: Mapping[Vertex, int], left: int, width: int
) -> list[_Lane]:
    """Place the relations with full labels, or short ones, or not at all if neither fit."""
    spans = [(min(at), max(at)) for at in ([rows[v] for v in r.members] for r in found)]
    slots = _slots(spans)
    for labels in ([r.label for r in found], [r.label.split()[0] for r in found]):
        step = max((len(label) for label in labels), default=0) + 3
        if left + step * (max(slots, default=0) + 1) <= width + 1:
            return [
                _Lane(relation, label, left + slot * step, *span)
                for relation, label, slot, span in zip(found, labels, slots, spans, strict=True)
            ]
    return []


def _slots(spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return for each span of rows the first column where it touches no other; short ones first."""
    slots = [0] * len(spans)
    taken: list[list[tuple[int, int]]] = []
    for k in sorted(range(len(spans)), key=lambda k: (spans[k][1] - spans[k][0], spans[k])):
        first, last = spans[k]
        free = (s for s, have in enumerate(taken) if all(b < first or last < a for a, b in have))
        slot = next(free, len(taken))
        if slot == len(taken):
            taken.append([])
        taken[slot].append(spans[k])
        slots[k] = slot
    return slots


def _draw_lane(canvas: list[list[str]], lane: _Lane, rows: Mapping[Vertex, int]) -> None:
    for row in range(lane.first, lane.last):
        canvas[row][lane.column] = "│"  # a wire that is not part of it passes below
    _put(canvas[lane.first + 1], lane.column + 2, lane.label)
    source = "●" if lane.relation.label == EdgeName.SAME_UNIT else "◆"
    for vertex in lane.relation.sources:
        canvas[rows[vertex]][lane.column] = source
    for vertex in lane.relation.targets:
        canvas[rows[vertex]][lane.column] = "◀"


def _put(row: list[str], column: int, text: str) -> None:
    """Write ``text`` into a row of the canvas."""
    row[column : column + len(text)] = text


def _reading(drawn: View, width: int) -> str:
    """Describe the relations, and what is not used, in sentences."""
    names = {box.vertex: box for box in drawn.boxes}
    lines = [_sentence(r, names) for r in relations(drawn.edges)]
    unused = [box.caption for box in drawn.boxes if not box.used]
    if unused:
        lines.append(f"Not used: {listed(unused)}.")
    return "\n".join(
        piece
        for line in lines
        for piece in wrap(line, max(width, 20), subsequent_indent="  ", break_on_hyphens=False)
    )


def _sentence(relation: Relation, boxes: Mapping[Vertex, Box]) -> str:
    if relation.label == EdgeName.SAME_UNIT:
        alike = listed([boxes[v].short for v in relation.sources])
        return _capital(f"{alike} have the Same Unit.")
    sources = [boxes[v] for v in relation.sources]
    rates = listed([box.short if box.is_question else box.caption for box in sources])
    targets = listed([boxes[v].short for v in relation.targets])
    have = "has" if len(relation.targets) == 1 else "have"
    return _capital(f"{targets} {have} the {relation.label} of {rates}.")


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _cut(text: str, length: int) -> str:
    """Shorten a text to ``length`` characters."""
    return text if len(text) <= length else text[: length - 1] + "…"
