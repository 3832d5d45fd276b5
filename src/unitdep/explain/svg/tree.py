"""Tree SVG: the expression tree as a picture, in the style of the graph's.

The answer is at the top; below each operation are its two operands, left to right. A box shows
a number with its unit: a quantity, or the result of the operation whose sign hangs below it. Rows
do not share heights: boxes, then signs and tags, then lines, so that no line passes over a box.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from unitdep.core.labels import QUESTION
from unitdep.explain.svg import frame as picture
from unitdep.explain.view import Node, tree_view
from unitdep.solution import Solution

MARGIN: Final = 22
GAP: Final = 22  # between two boxes of a row
PADDING: Final = 12  # left and right of a caption
MIN_WIDTH: Final = 46
MAX_LINE: Final = 190  # width of a line of a caption
MAX_LINES: Final = 3
RADIUS: Final = 13  # of the circle around a sign
DROP: Final = 30  # from the signs of a row to the boxes of the next


@dataclass(frozen=True)
class Spot:
    """Where a node stands: its row, the middle and width of its box, the lines of its caption."""

    node: Node
    parent: str  # the name of the operation whose operand it is; "" for the root
    lines: tuple[str, ...]
    row: int
    centre: float
    width: float

    @property
    def left(self) -> float:
        """The left end of the box."""
        return self.centre - self.width / 2

    @property
    def right(self) -> float:
        """The right end of the box."""
        return self.centre + self.width / 2


@dataclass(frozen=True)
class TreeLayout:
    """All nodes in their places; every box is ``box`` high."""

    spots: tuple[Spot, ...]
    box: float

    @property
    def width(self) -> float:
        """The picture's width."""
        return max(spot.right for spot in self.spots) + MARGIN

    @property
    def height(self) -> float:
        """The picture's height."""
        return self.top(max(spot.row for spot in self.spots)) + self.box + MARGIN

    def top(self, row: int) -> float:
        """The upper end of the boxes of a row."""
        return MARGIN + row * (self.box + 2 * RADIUS + DROP)


def to_tree_svg(solution: Solution, *, highlight: str | int | None = None) -> str:
    """Draw a solution's expression tree as one SVG element; ``highlight`` names a node to mark.

    A number names an operation, by its place in the order of computing; "q2" a quantity.
    """
    root = tree_view(solution)
    title = f"Expression tree: {solution}"
    if root is None:
        width = picture.text_width(str(solution)) + 2 * MARGIN
        text = f'<text x="{width / 2:.1f}" y="{MARGIN + 5}">{picture.escaped(str(solution))}</text>'
        return picture.frame("tree", title, width, 2 * MARGIN, [text])
    return draw_tree(root, title, highlight=highlight)


def draw_tree(root: Node, title: str, *, highlight: str | int | None = None) -> str:
    """Draw any expression tree, as ``expression_view`` gives it."""
    placed = layout(root)
    operations = {spot.node.name: spot for spot in placed.spots if spot.node.operands}
    branches = [
        _branch(placed, operations[spot.parent], spot) for spot in placed.spots if spot.parent
    ]
    nodes = [_draw(placed, s, marked=s.node.name == str(highlight)) for s in placed.spots]
    return picture.frame("tree", title, placed.width, placed.height, [*branches, *nodes])


def layout(root: Node) -> TreeLayout:
    """Place the nodes of a tree."""
    spots = _arrange(root)
    shift = MARGIN - min(spot.left for spot in spots)
    lines = max(len(spot.lines) for spot in spots)
    return TreeLayout(tuple(_moved(spots, shift)), 24 + lines * picture.LINE_STEP)


def _arrange(node: Node, row: int = 0, parent: str = "") -> list[Spot]:
    """Place a subtree around zero: the operands' subtrees side by side, as close as they go."""
    lines = _lines(picture.plain(node.caption))
    widest = max(picture.text_width(line) for line in lines) + 2 * PADDING
    width = max(widest, picture.tag_width(node.tag) + 20, MIN_WIDTH)
    own = Spot(node, parent, lines, row, 0.0, width)
    if not node.operands:
        return [own]
    left, right = (_arrange(operand, row + 1, node.name) for operand in node.operands)
    apart = _distance(left, right)
    return [*_moved(left, -apart / 2), *_moved(right, apart / 2), own]


def _distance(left: Sequence[Spot], right: Sequence[Spot]) -> float:
    """Return how far apart two subtrees must stand so that no row of them touches."""
    rows = {spot.row for spot in left} & {spot.row for spot in right}
    return max(
        max(s.right for s in left if s.row == row)
        - min(s.left for s in right if s.row == row)
        + GAP
        for row in rows
    )


def _moved(spots: Sequence[Spot], shift: float) -> list[Spot]:
    return [replace(spot, centre=spot.centre + shift) for spot in spots]


def _lines(caption: str) -> tuple[str, ...]:
    """Break a caption that is too long for one line: before "per", and between other words."""
    if picture.text_width(caption) <= MAX_LINE:
        return (caption,)
    lines: list[str] = []
    for word in caption.split():
        if lines and word != "per" and picture.text_width(f"{lines[-1]} {word}") <= MAX_LINE:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    whole, rest = lines[: MAX_LINES - 1], lines[MAX_LINES - 1 :]
    shown = [*whole, " ".join(rest)] if rest else whole
    return tuple(picture.fitted(line, MAX_LINE) for line in shown)


def _branch(placed: TreeLayout, parent: Spot, child: Spot) -> str:
    """Draw the line from an operation's sign to an operand's box."""
    end = placed.top(child.row)
    start = end - DROP
    middle = (start + end) / 2
    return (
        f'<path class="branch" d="M{parent.centre:.1f} {start:.1f}C{parent.centre:.1f} '
        f'{middle:.1f} {child.centre:.1f} {middle:.1f} {child.centre:.1f} {end:.1f}"/>'
    )


def _draw(placed: TreeLayout, spot: Spot, *, marked: bool) -> str:
    """Draw a node: its box and caption; a quantity's tag below, the answer's above, or the sign."""
    node, top = spot.node, placed.top(spot.row)
    bottom = top + placed.box
    is_leaf = not node.operands
    shape = (spot.left, top, spot.width, placed.box, 6 if is_leaf else 20)
    parts = [
        picture.group(_classes(node), vertex=node.vertex, node=node.name),
        f"<title>{picture.escaped(node.caption)}</title>",
        picture.halo(*shape) if marked else "",
        picture.rectangle("box", *shape),
    ]
    first = top + placed.box / 2 + 5 - (len(spot.lines) - 1) * picture.LINE_STEP / 2
    for k, line in enumerate(spot.lines):
        y = first + k * picture.LINE_STEP
        parts.append(f'<text x="{spot.centre:.1f}" y="{y:.1f}">{picture.escaped(line)}</text>')
    if is_leaf:
        parts.append(picture.tag(node.tag, spot.centre, bottom))
    else:
        parts.append(_sign(node.sign, spot.centre, bottom + RADIUS))
    if node.vertex == QUESTION:
        parts.append(picture.tag(node.tag, spot.centre, top))
    return "".join([*parts, "</g>"])


def _classes(node: Node) -> tuple[str, ...]:
    return (
        "node" if node.operands else "vertex",
        "question" if node.vertex == QUESTION else "",
        "rate" if node.rate else "",
    )


def _sign(sign: str, centre: float, middle: float) -> str:
    return (
        f'<circle class="sign" cx="{centre:.1f}" cy="{middle:.1f}" r="{RADIUS}"/>'
        f'<text x="{centre:.1f}" y="{middle + 6:.1f}">{sign}</text>'
    )
