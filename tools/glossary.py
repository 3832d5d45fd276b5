"""The glossary: the words of the paper and of the program, one sentence and a picture each.

The same sentences are the tooltips of the web app. ``tools/pages.py`` writes docs/concepts/
glossary.md, the pictures, and static/terms.js.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from pictures import SCENES
from unitdep.core.labels import EdgeName, Vertex
from unitdep.explain import to_bar_model, to_svg, to_tree_svg
from unitdep.explain.svg.graph import draw_graph
from unitdep.explain.view import View, view

HEAD = """\
# Glossary

The words of the paper, and a few of ours: one sentence and a picture each. `make pages` writes this
page; the web app shows the same sentences where the words appear.
"""


@dataclass(frozen=True)
class Entry:
    """A word with what it means."""

    word: str
    meaning: str  # one sentence
    scene: str  # of tools/pictures.py
    highlight: Vertex | None = None  # in the graph
    edge: EdgeName | None = None  # only these edges are drawn
    drawn: str = "graph"  # or "tree", "bars"
    node: int | None = None  # in the tree: the operation that is marked

    @property
    def name(self) -> str:
        """The word as part of a file's name and of an address."""
        return self.word.lower().replace(" ", "-")


ENTRIES = (
    Entry(
        "Quantity",
        "A number of the text together with what it counts or measures: 66 flowers.",
        "flowers",
        highlight=0,
    ),
    Entry(
        "Unit",
        "What a number counts or measures; two numbers can only be added if their units agree.",
        "same-unit",
    ),
    Entry(
        "Rate",
        "A number that says how much there is for each one of something else: 8 flowers per "
        "bouquet.",
        "flowers",
        highlight=1,
    ),
    Entry(
        "Num Unit",
        'The unit before the "per" of a rate: of 8 flowers per bouquet it\'s flowers.',
        "flowers",
        edge=EdgeName.NUM_UNIT,
    ),
    Entry(
        "Den Unit",
        'The unit after the "per" of a rate: of 8 flowers per bouquet it\'s bouquets.',
        "flowers",
        edge=EdgeName.DEN_UNIT,
    ),
    Entry(
        "Unit dependency graph",
        "A drawing of how the units of all numbers and of the question depend on each other.",
        "flowers",
    ),
    Entry(
        "Vertex",
        "A box of the graph: a number of the text, or the question.",
        "flowers",
        highlight="question",
    ),
    Entry(
        "Edge",
        "A line of the graph, which says how the units of two vertices are related.",
        "times",
    ),
    Entry(
        "Same Unit",
        "The edge between two vertices that count the same thing, so that they can be added, "
        "subtracted or compared.",
        "flowers",
        edge=EdgeName.SAME_UNIT,
    ),
    Entry(
        "Expression tree",
        "A drawing of the order of the operations, with the answer at the top.",
        "flowers",
        drawn="tree",
    ),
    Entry(
        "LCA operation",
        "The operation at which two numbers meet in the expression tree, their lowest common "
        "ancestor: 66 and 8 meet at the division.",
        "flowers",
        drawn="tree",
        node=1,
    ),
    Entry(
        "Irrelevance",
        "Whether a number of the text has nothing to do with the answer, so that it's left out.",
        "left-out",
        highlight=2,
    ),
    Entry(
        "Bar model",
        "A drawing of the amounts of a problem as bars, with a question mark at what is asked for.",
        "flowers",
        drawn="bars",
    ),
)


def pictures() -> dict[str, str]:
    """Return the pictures of the entries by file name."""
    return {f"glossary-{entry.name}.svg": _draw(entry) for entry in ENTRIES}


def _draw(entry: Entry) -> str:
    solution = SCENES[entry.scene].solution()
    if entry.drawn == "bars":
        return to_bar_model(solution)
    if entry.drawn == "tree":
        return to_tree_svg(solution, highlight=entry.node)
    if entry.edge is None:
        return to_svg(solution, highlight=entry.highlight)
    seen = view(solution)
    edges = tuple(edge for edge in seen.edges if edge.label == entry.edge)
    return draw_graph(View(seen.boxes, edges), f"{entry.word}: {solution}")


def page() -> str:
    """Return the page."""
    parts = [
        f"## {entry.word}\n\n{entry.meaning}\n\n"
        f"![{entry.word}](../pictures/glossary-{entry.name}.svg)\n"
        for entry in ENTRIES
    ]
    return "\n".join([HEAD, *parts])


def script() -> str:
    """Return the words with their meanings for the web app."""
    terms = {entry.word: entry.meaning for entry in ENTRIES}
    shown = json.dumps(terms, indent=2, ensure_ascii=False)
    head = "// The words of docs/concepts/glossary.md: make pages writes both."
    return f"{head}\nexport const TERMS = {shown};\n"
