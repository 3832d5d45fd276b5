"""SVG: the graph as a picture of its own, for pages and notebooks, in light and dark.

Three columns: the quantities in text order, the relations as labels, the question. Curves run only
between columns, so that none passes over a box or a label. A curve leaves a rate without a head
and reaches the vertices that have its Num Unit or Den Unit with an arrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from unitdep.core.labels import QUESTION, EdgeName, Vertex
from unitdep.explain.relations import Relation, relations
from unitdep.explain.svg import frame as picture
from unitdep.explain.view import Box, View, view
from unitdep.solution import Solution

MARGIN, GUTTER = 20, 56
BOX_HEIGHT, BOX_STEP, PADDING = 40, 60, 12
LABEL_WIDTH, LABEL_HEIGHT, LABEL_STEP = 84, 24, 36
PORT_STEP = 9  # between two curves at one box
MAX_WIDTH = 380  # of a caption

_CLASSES = {EdgeName.SAME_UNIT: "same", EdgeName.NUM_UNIT: "num", EdgeName.DEN_UNIT: "den"}


@dataclass(frozen=True)
class Place:
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
class Label:
    """A relation's label: its centre."""

    relation: Relation
    centre: float
    middle: float


def to_svg(solution: Solution, *, highlight: Vertex | None = None) -> str:
    """Draw a solution's graph as one SVG element; ``highlight`` is a vertex to mark."""
    return draw_graph(view(solution), f"Unit dependency graph: {solution}", highlight=highlight)


def draw_graph(seen: View, title: str, *, highlight: Vertex | None = None) -> str:
    """Draw any graph, as ``view`` gives it."""
    places, labels, width, height = layout(seen.boxes, relations(seen.edges))
    body = [
        *_draw_relations(places, labels),
        *(_draw_box(place, marked=vertex == highlight) for vertex, place in places.items()),
    ]
    return picture.frame("graph", title, width, height, body)


def layout(
    boxes: Sequence[Box], found: Sequence[Relation]
) -> tuple[dict[Vertex, Place], list[Label], float, float]:
    """Place boxes and labels; returns them with the picture's width and height."""
    quantities = [box for box in boxes if not box.is_question]
    tallest = max(len(quantities) * BOX_STEP, len(found) * LABEL_STEP, BOX_STEP)
    height = tallest + 2 * MARGIN
    top = (height - len(quantities) * BOX_STEP + BOX_STEP) / 2
    width = max((_box_width(box) for box in quantities), default=0)
    places = {
        box.vertex: Place(box, MARGIN, top + k * BOX_STEP, width)
        for k, box in enumerate(quantities)
    }
    centre = MARGIN + width + GUTTER + LABEL_WIDTH / 2
    right = centre + LABEL_WIDTH / 2 + GUTTER if found else MARGIN + width + GUTTER / 2
    end = MARGIN + width
    for box in boxes:
        if box.is_question:
            places[QUESTION] = Place(box, right, height / 2, _box_width(box))
            end = right + _box_width(box)
    if found:
        end = max(end, centre + LABEL_WIDTH / 2)
    return places, _labels(found, places, centre, height), end + MARGIN, height


def _labels(
    found: Sequence[Relation], places: Mapping[Vertex, Place], centre: float, height: float
) -> list[Label]:
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
    return [Label(found[k], centre, y) for k, y in zip(order, middles, strict=True)]


def _draw_relations(places: Mapping[Vertex, Place], labels: Sequence[Label]) -> Iterator[str]:
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
    places: Mapping[Vertex, Place], labels: Sequence[Label]
) -> dict[tuple[Vertex, int], float]:
    """Return the height at which each relation's curve meets each box: apart, in label order."""
    heights: dict[tuple[Vertex, int], float] = {}
    for vertex, place in places.items():
        meeting = [k for k, label in enumerate(labels) if vertex in label.relation.members]
        step = min(PORT_STEP, (BOX_HEIGHT - 10) / max(len(meeting) - 1, 1))
        for rank, k in enumerate(meeting):
            heights[vertex, k] = place.middle + (rank - (len(meeting) - 1) / 2) * step
    return heights


def _curve(label: Label, x: float, y: float, *, arrow: bool) -> str:
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


def _draw_box(place: Place, *, marked: bool) -> str:
    """Draw a box with its caption, and its tag on the upper border."""
    box = place.box
    names = (
        "vertex",
        "question" if box.is_question else "",
        "rate" if box.rate and box.used else "",
        "" if box.used else "irrelevant",
    )
    centre, top = place.left + place.width / 2, place.middle - BOX_HEIGHT / 2
    shape = (place.left, top, place.width, BOX_HEIGHT, 20 if box.is_question else 6)
    parts = [
        picture.group(names, vertex=box.vertex),
        f"<title>{picture.escaped(box.caption)}</title>",
        picture.halo(*shape) if marked else "",
        picture.rectangle("box", *shape),
        f'<text x="{centre:.1f}" y="{place.middle + 5:.1f}">{picture.escaped(shown(box))}</text>',
        picture.tag(box.tag, centre, top),
    ]
    return "".join([*parts, "</g>"])


def shown(box: Box) -> str:
    """Return a box's caption as it is drawn."""
    return picture.fitted(picture.plain(box.caption), MAX_WIDTH)


def _box_width(box: Box) -> float:
    """Return the width that a caption and a tag need."""
    return max(picture.text_width(shown(box)) + 2 * PADDING, picture.tag_width(box.tag) + 24)
