"""Picture: what the SVG drawings share: palette, type, the width of a text, the frame.

All rules stay inside ``.udg``. The colours are light, dark where the reader's system is, and as a
``data-theme`` of "light" or "dark" on any element around the picture says. A program that knows no
custom properties shows the light ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final
from unicodedata import combining, east_asian_width

from unitdep.core.labels import Vertex

TEXT_SIZE: Final = 14
LINE_STEP: Final = 17  # between two lines of a text
HALO: Final = 5  # from a box to the line around it that marks it

LIGHT: Final[Mapping[str, str]] = {
    "ground": "#ffffff", "soft": "#f6f8fa", "ink": "#1f2328", "muted": "#59636e", "line": "#7d8590",
    "same": "#0757ba", "num": "#116329", "den": "#9a3c00", "mark": "#c5162e",
}  # fmt: skip
DARK: Final[Mapping[str, str]] = {
    "ground": "#0d1117", "soft": "#161b22", "ink": "#e6edf3", "muted": "#9198a1", "line": "#7d8590",
    "same": "#79b8ff", "num": "#56d364", "den": "#ffa657", "mark": "#ff7b72",
}  # fmt: skip

# What is coloured: elements, the property, the name of the colour. Later rules win.
_COLOURED: Final = (
    (".ground", "fill", "ground"),
    ("text", "fill", "ink"),
    (".box", "fill", "soft"),
    (".box", "stroke", "line"),
    (".tag", "fill", "ground"),
    (".tag", "stroke", "line"),
    (".sign", "fill", "ground"),
    (".sign", "stroke", "line"),
    (".branch", "stroke", "line"),
    (".irrelevant text", "fill", "muted"),
    (".irrelevant .box", "fill", "ground"),
    (".halo", "stroke", "mark"),
    (".seg", "fill", "soft"),
    (".seg", "stroke", "line"),
    (".brace", "stroke", "line"),
    (".gone .seg", "fill", "ground"),
    (".cut .seg", "fill", "ground"),
    (".sought .seg", "fill", "ground"),
    (".sought .seg", "stroke", "same"),
    (".sought .brace", "stroke", "same"),
    (".sought text", "fill", "same"),
    *((f".{kind} path", "stroke", kind) for kind in ("same", "num", "den")),
    *((f".{kind} polygon", "fill", kind) for kind in ("same", "num", "den")),
    *((f".{kind} rect", "fill", "ground") for kind in ("same", "num", "den")),
    *((f".{kind} rect", "stroke", kind) for kind in ("same", "num", "den")),
    *((f".{kind} text", "fill", kind) for kind in ("same", "num", "den")),
)
_SHAPE: Final = (
    ".udg text{font:14px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;"
    "text-anchor:middle}.udg .small{font-size:11px}.udg .label{font-size:12px;font-weight:600}"
    ".udg .sign+text{font-size:18px}"
    ".udg path{fill:none;stroke-width:1.6}.udg .box{stroke-width:1.4}.udg .sign{stroke-width:1.4}"
    ".udg .rate .box{stroke-width:3}.udg .irrelevant .box{stroke-dasharray:4 4}"
    ".udg .halo{fill:none;stroke-width:2.5}.udg .start{text-anchor:start}"
    ".udg .seg{stroke-width:1.4}.udg .gone .seg,.udg .cut .seg{stroke-dasharray:4 4}"
    ".udg .sought .seg{stroke-width:2.5}.udg .sought text{font-weight:700}"
)

# Widths in parts of the type size, none below that of the widest typeface in the list above.
_NARROW: Final = frozenset("ijltfrIJ.,:;!|'`/\\()[]- ")
_WIDE: Final = frozenset("mwMW@%#&+=<>^~×÷−…½¼¾")
_NARROW_WIDTH, _USUAL_WIDTH, _CAPITAL_WIDTH, _WIDE_WIDTH, _OTHER_WIDTH = 0.42, 0.64, 0.79, 1.0, 0.9


def _style() -> str:
    """Return the rules of a picture: shapes, light colours, and how the others replace them."""
    rules = [_SHAPE]
    for element, what, name in _COLOURED:
        rules.append(f".udg {element}{{{what}:{LIGHT[name]};{what}:var(--udg-{name})}}")
    light, dark = (
        "".join(f"--udg-{name}:{colour};" for name, colour in colours.items())
        for colours in (LIGHT, DARK)
    )
    rules += [f".udg{{{light}}}", f"@media (prefers-color-scheme:dark){{.udg{{{dark}}}}}"]
    rules += [f"[data-theme=light] .udg{{{light}}}", f"[data-theme=dark] .udg{{{dark}}}"]
    return "".join(rules)


STYLE: Final = _style()


_FIT: Final = "max-width:100%;height:auto"


def bare(svg: str) -> str:
    """Take the rules out of a picture, for a page that has ``STYLE`` in a style sheet.

    A page whose security policy forbids inline styles can show it then.
    """
    return svg.replace(f"<style>{STYLE}</style>\n", "").replace(f' style="{_FIT}"', "")


def frame(
    kind: str, title: str, width: float, height: float, body: Iterable[str], *, spoken: str = ""
) -> str:
    """Return one SVG element of the class ``udg`` and ``kind``; as wide as its place allows.

    ``spoken`` describes the picture for readers who don't see it.
    """
    size = f'width="{width:.0f}" height="{height:.0f}"'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="udg {kind}" role="img" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" {size} style="{_FIT}">',
        f"<title>{escaped(title)}</title>",
        *([f"<desc>{escaped(spoken)}</desc>"] if spoken else []),
        f"<style>{STYLE}</style>",
        f'<rect class="ground" {size} rx="8"/>',
    ]
    return "\n".join([*head, *body, "</svg>"]) + "\n"


def text_width(text: str, size: float = TEXT_SIZE) -> float:
    """Return a width that a text does not exceed, whatever typeface of the list is there."""
    return size * sum(map(_width, text))


def _width(character: str) -> float:
    if combining(character):
        return 0.0
    if east_asian_width(character) in "WF":
        return 1.1
    if character in _NARROW:
        return _NARROW_WIDTH
    if character in _WIDE:
        return _WIDE_WIDTH
    if not character.isascii():
        return _OTHER_WIDTH
    return _CAPITAL_WIDTH if character.isupper() else _USUAL_WIDTH


def fitted(text: str, width: float) -> str:
    """Shorten a text so that it fits a width; three dots mark what was cut off."""
    if text_width(text) <= width:
        return text
    while text and text_width(f"{text}…") > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def plain(text: str) -> str:
    """Put a text on one line."""
    return " ".join(text.split())


def escaped(text: str) -> str:
    """Escape a text for XML and leave out the characters that XML cannot hold."""
    return escape("".join(c for c in text if c.isprintable()))


def group(names: Iterable[str], *, vertex: Vertex | None = None, node: str | None = None) -> str:
    """Open a group with its classes, and the names by which a page finds it."""
    parts = [f'<g class="{" ".join(n for n in names if n)}"']
    if vertex is not None:
        parts.append(f'data-vertex="{vertex}"')
    if node is not None:
        parts.append(f'data-node="{node}"')
    return " ".join(parts) + ">"


def rectangle(
    name: str, left: float, top: float, width: float, height: float, radius: float
) -> str:
    """Draw a rectangle with round corners."""
    return (
        f'<rect class="{name}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="{radius:.0f}"/>'
    )


def halo(left: float, top: float, width: float, height: float, radius: float) -> str:
    """Draw the line around a box that marks it."""
    return rectangle(
        "halo", left - HALO, top - HALO, width + 2 * HALO, height + 2 * HALO, radius + HALO
    )


def tag_width(text: str) -> float:
    """Return the width of a tag."""
    return 0.0 if not text else text_width(text, 11) + 12


def tag(text: str, centre: float, middle: float) -> str:
    """Draw a tag around a point of a box's border; nothing for no text."""
    if not text:
        return ""
    width = tag_width(text)
    shape = rectangle("tag", centre - width / 2, middle - 8, width, 16, 8)
    return f'{shape}<text class="small" x="{centre:.1f}" y="{middle + 4:.1f}">{text}</text>'
