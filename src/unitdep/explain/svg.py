"""SVG: the graph as a picture of its own, for pages and notebooks, in light and dark.

Three columns: the quantities in text order, the relations as labels, the question. Curves run only
between columns, so that none passes over a box or a label. A curve leaves a rate without a head
and reaches the vertices that have its Num Unit or Den Unit with an arrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from unicodedata import east_asian_width

from unitdep.explain.relations import SAME_UNIT, Relation, relations
from unitdep.explain.view import Box, view
from unitdep.graph import QUESTION, Vertex
from unitdep.solution import Solution

MARGIN, GUTTER = 20, 110
BOX_HEIGHT, BOX_STEP = 40, 60
LABEL_WIDTH, LABEL_HEIGHT, LABEL_STEP = 84, 24, 36
PORT_STEP = 9  # between two curves at one box
MAX_CAPTION = 40

_CLASSES = {SAME_UNIT: "same", "Num Unit": "num", "Den Unit": "den"}


def _palette(ground: str, ink: str, line: str, soft: str, colours: Mapping[str, str]) -> str:
    """Give the rules that colour a picture; all are kept inside ``.udg``."""
    rules = [
        f".udg .ground{{fill:{ground}}}",
        f".udg text{{fill:{ink}}}.udg .box{{fill:{soft};stroke:{line}}}",
        f".udg .tag{{fill:{ground};stroke:{line}}}.udg .off text{{fill:{line}}}",
        f".udg .off .box{{fill:{ground}}}",
    ]
    for name, colour in colours.items():
        rules.append(f".udg .{name} path{{stroke:{colour}}}.udg .{name} polygon{{fill:{colour}}}")
        rules.append(f".udg .{name} rect{{fill:{ground};stroke:{colour}}}")
        rules.append(f".udg .{name} text{{fill:{colour}}}")
    return "".join(rules)


_LIGHT = _palette(
    "#ffffff", "#1f2328", "#8c959f", "#f6f8fa",
    {"same": "#0757ba", "num": "#116329", "den": "#9a3c00"},
)  # fmt: skip
_DARK = _palette(
    "#0d1117", "#e6edf3", "#7d8590", "#161b22",
    {"same": "#79b8ff", "num": "#56d364", "den": "#ffa657"},
)  # fmt: skip
_STYLE = (
    ".udg text{font:14px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;"
    "text-anchor:middle}.udg .small{font-size:11px}.udg .label{font-size:12px;font-weight:600}"
    ".udg path{fill:none;stroke-width:1.6}.udg .box{stroke-width:1.4}"
    ".udg .rate .box{stroke-width:3}.udg .off .box{stroke-dasharray:4 4}"
    f"{_LIGHT}@media (prefers-color-scheme:dark){{{_DARK}}}"
)


@dataclass(frozen=True)
class _Place:
    """Where a box stands: left, centre height, width, and the side on which curves meet it."""

    box: Box
    left: float
    middle: float
    width: float

    @property
    def port(self) -> float:
        """The horizontal position at which curves meet the box."""
        return self.left if self.box.is_question else self.left + self.width


@dataclass(frozen=True)
class _Label:
    """A relation's label: its centre."""

    relation: Relation
    centre: float
    middle: float


def to_svg(solution: Solution) -> str:
    """Draw a solution's graph as one SVG element."""
    seen = view(solution)
    found = relations(seen.edges)
    places, labels, width, height = _layout(seen.boxes, found)
    title = f"Unit dependency graph: {solution}"
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="udg" role="img" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'style="max-width:100%;height:auto">',
        f"<title>{_escaped(title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="ground" width="{width:.0f}" height="{height:.0f}" rx="8"/>',
        *_draw_relations(places, labels),
        *(_draw_box(place) for place in places.values()),
    ]
    return "\n".join([*body, "</svg>"]) + "\n"


def _layout(
    boxes: Sequence[Box], found: Sequence[Relation]
) -> tuple[dict[Vertex, _Place], list[_Label], float, float]:
    """Place boxes and labels; gives them with the picture's width and height."""
    quantities = [box for box in boxes if not box.is_question]
    tallest = max(len(quantities) * BOX_STEP, len(found) * LABEL_STEP, BOX_STEP)
    height = tallest + 2 * MARGIN
    top = (height - len(quantities) * BOX_STEP + BOX_STEP) / 2
    width = max((_box_width(box) for box in quantities), default=0)
    places = {
        box.vertex: _Place(box, MARGIN, top + k * BOX_STEP, width)
        for k, box in enumerate(quantities)
    }
    centre = MARGIN + width + GUTTER + LABEL_WIDTH / 2
    right = centre + LABEL_WIDTH / 2 + GUTTER if found else MARGIN + width + GUTTER / 2
    end = MARGIN + width
    for box in boxes:
        if box.is_question:
            places[QUESTION] = _Place(box, right, height / 2, _box_width(box))
            end = right + _box_width(box)
    if found:
        end = max(end, centre + LABEL_WIDTH / 2)
    return places, _labels(found, places, centre, height), end + MARGIN, height


def _labels(
    found: Sequence[Relation], places: Mapping[Vertex, _Place], centre: float, height: float
) -> list[_Label]:
    """Set each label near the middle of its members, at least a step from the next."""
    wanted = [
        (sum(places[v].middle for v in r.members) / len(r.members), k) for k, r in enumerate(found)
    ]
    middles: list[float] = []
    for want, _ in sorted(wanted):
        lowest = middles[-1] + LABEL_STEP if middles else MARGIN + LABEL_HEIGHT / 2
        middles.append(max(want, lowest))
    limit = height - MARGIN - LABEL_HEIGHT / 2
    for k in reversed(range(len(middles))):
        middles[k] = min(middles[k], limit)
        limit = middles[k] - LABEL_STEP
    order = [k for _, k in sorted(wanted)]
    return [_Label(found[k], centre, y) for k, y in zip(order, middles, strict=True)]


def _draw_relations(places: Mapping[Vertex, _Place], labels: Sequence[_Label]) -> Iterator[str]:
    """Draw the curves of every relation, then its label above them."""
    ports = _ports(places, labels)
    for k, label in enumerate(labels):
        relation = label.relation
        parts = [
            _curve(label, places[vertex].port, ports[vertex, k], arrow=vertex in relation.targets)
            for vertex in relation.members
        ]
        x, y = label.centre - LABEL_WIDTH / 2, label.middle - LABEL_HEIGHT / 2
        yield (
            f'<g class="{_CLASSES[relation.label]}">{"".join(parts)}'
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{LABEL_WIDTH}" height="{LABEL_HEIGHT}" '
            f'rx="{LABEL_HEIGHT / 2:.0f}"/>'
            f'<text class="label" x="{label.centre:.1f}" y="{label.middle + 4:.1f}">'
            f"{relation.label}</text></g>"
        )


def _ports(
    places: Mapping[Vertex, _Place], labels: Sequence[_Label]
) -> dict[tuple[Vertex, int], float]:
    """Give the height at which each relation's curve meets each box: apart, in label order."""
    heights: dict[tuple[Vertex, int], float] = {}
    for vertex, place in places.items():
        meeting = [k for k, label in enumerate(labels) if vertex in label.relation.members]
        step = min(PORT_STEP, (BOX_HEIGHT - 10) / max(len(meeting) - 1, 1))
        for rank, k in enumerate(meeting):
            heights[vertex, k] = place.middle + (rank - (len(meeting) - 1) / 2) * step
    return heights


def _curve(label: _Label, x: float, y: float, *, arrow: bool) -> str:
    """Draw a curve from a label to a point at a box, with an arrow head there if wanted."""
    side = -1 if x < label.centre else 1
    start = label.centre + side * LABEL_WIDTH / 2
    end = x - side * (8 if arrow else 0)
    bend = side * abs(end - start) / 2
    path = (
        f"M{start:.1f} {label.middle:.1f}"
        f"C{start + bend:.1f} {label.middle:.1f} {end - bend:.1f} {y:.1f} {end:.1f} {y:.1f}"
    )
    points = f"{x:.1f},{y:.1f} {end:.1f},{y - 4:.1f} {end:.1f},{y + 4:.1f}"
    return f'<path d="{path}"/>' + (f'<polygon points="{points}"/>' if arrow else "")


def _draw_box(place: _Place) -> str:
    """Draw a box with its caption, and its tag on the upper border."""
    box = place.box
    names = ("rate" if box.rate and box.used else "", "" if box.used else "off")
    centre, top = place.left + place.width / 2, place.middle - BOX_HEIGHT / 2
    parts = [
        f'<g class="{" ".join(n for n in names if n)}"><title>{_escaped(box.caption)}</title>',
        f'<rect class="box" x="{place.left:.1f}" y="{top:.1f}" width="{place.width:.1f}" '
        f'height="{BOX_HEIGHT}" rx="{20 if box.is_question else 6}"/>',
        f'<text x="{centre:.1f}" y="{place.middle + 5:.1f}">{_escaped(_shown(box))}</text>',
    ]
    if box.tag:
        wide = 7 * len(box.tag) + 10
        parts.append(
            f'<rect class="tag" x="{centre - wide / 2:.1f}" y="{top - 8:.1f}" width="{wide}" '
            f'height="16" rx="8"/><text class="small" x="{centre:.1f}" y="{top + 4:.1f}">'
            f"{box.tag}</text>"
        )
    return "".join([*parts, "</g>"])


def _shown(box: Box) -> str:
    text = " ".join(box.caption.split())
    return text if len(text) <= MAX_CAPTION else text[: MAX_CAPTION - 1] + "…"


def _box_width(box: Box) -> float:
    """Estimate the width that a caption needs; East Asian characters are twice as wide."""
    units = sum(2 if east_asian_width(c) in "WF" else 1 for c in _shown(box))
    return max(units * 8.2 + 28, 7 * len(box.tag) + 34)


def _escaped(text: str) -> str:
    """Escape a text for XML and leave out the characters that XML cannot hold."""
    return escape("".join(c for c in text if c.isprintable()))
