"""Explain: the unit dependency graph of a solution, drawn for people and for other programs.

``view`` says what is drawn: boxes and edges; ``relations`` gathers edges that say one thing ("66,
10 and 3 have the Same Unit"), so that a drawing has one label for each. ``draw_text`` draws in the
terminal, ``to_svg`` for pages and notebooks, ``to_dot`` and ``to_mermaid`` write graphs that other
programs lay out, ``to_json`` the graph of ``Solution.to_dict``. ``formats`` has them by name.
``to_tree_svg`` draws the expression tree beside the graph; ``picture`` is what both share.
``tell_steps`` says in sentences how the answer comes about.
"""

from __future__ import annotations

from collections.abc import Callable

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
}

__all__ = [
    "draw_text",
    "formats",
    "tell_steps",
    "to_dot",
    "to_json",
    "to_mermaid",
    "to_svg",
    "to_tree_svg",
]
