"""Explain: the graph, the expression tree and the steps of a solution, for people and programs.

``view`` decides what is drawn: boxes, edges, and the nodes of the tree with their captions.
``relations`` groups edges that say the same thing ("66, 10 and 3 have the Same Unit"), so that a
drawing needs one label for them. ``draw_text`` draws the graph in the terminal and ``to_svg`` for
pages and notebooks; ``to_dot`` and ``to_mermaid`` write it for programs that do their own layout,
and ``to_json`` as in ``Solution.to_dict``. ``formats`` has them by name. ``to_tree_svg`` draws the
expression tree. ``tell_steps`` explains in sentences how the answer comes about.
``to_bar_model`` and ``draw_bars_text`` draw bar models (``bars``), as teachers do.
"""

from __future__ import annotations

from collections.abc import Callable

from unitdep.explain.bars import draw_bars_text, to_bar_model
from unitdep.explain.markup import to_dot, to_json, to_mermaid
from unitdep.explain.steps_text import tell_steps
from unitdep.explain.svg.graph import to_svg
from unitdep.explain.svg.tree import to_tree_svg
from unitdep.explain.terminal import draw_text
from unitdep.solution import Solution

formats: dict[str, Callable[[Solution], str]] = {
    "text": draw_text,
    "json": to_json,
    "dot": to_dot,
    "mermaid": to_mermaid,
    "svg": to_svg,
    "bar": draw_bars_text,
}

__all__ = [
    "draw_bars_text",
    "draw_text",
    "formats",
    "tell_steps",
    "to_bar_model",
    "to_dot",
    "to_json",
    "to_mermaid",
    "to_svg",
    "to_tree_svg",
]
