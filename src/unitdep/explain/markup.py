"""The graph as Graphviz DOT, as a Mermaid flowchart and as JSON."""

from __future__ import annotations

import json

from unitdep.core.labels import EdgeName, Vertex
from unitdep.explain.view import Box, view
from unitdep.solution import Solution


def to_json(solution: Solution) -> str:
    """Return the graph's vertices and edges as JSON, ``null`` if there is no graph."""
    return json.dumps(solution.to_dict()["graph"], indent=2, ensure_ascii=False)


def to_dot(solution: Solution) -> str:
    """Return the graph in the DOT language; a rate has a double border."""
    seen = view(solution)
    lines = [
        "digraph unit_dependency_graph {",
        "  rankdir=LR;",
        "  node [shape=box, style=rounded];",
    ]
    lines += [f"  {_name(box.vertex)} [{_dot_attributes(box)}];" for box in seen.boxes]
    for edge in seen.edges:
        direction = ", dir=none" if edge.label == EdgeName.SAME_UNIT else ""
        ends = f"{_name(edge.source)} -> {_name(edge.target)}"
        lines.append(f'  {ends} [label="{edge.label}"{direction}];')
    return "\n".join([*lines, "}"]) + "\n"


def to_mermaid(solution: Solution) -> str:
    """Return the graph as a Mermaid flowchart; a rate has side bars, the question round ends."""
    seen = view(solution)
    lines = ["flowchart LR"]
    lines += [f"  {_name(box.vertex)}{_mermaid_shape(box)}" for box in seen.boxes]
    for edge in seen.edges:
        line = "---" if edge.label == EdgeName.SAME_UNIT else "-->"
        lines.append(f"  {_name(edge.source)} {line}|{edge.label}| {_name(edge.target)}")
    unused = [_name(box.vertex) for box in seen.boxes if not box.used]
    if unused:
        lines.append(f"  style {','.join(unused)} stroke-dasharray: 4 4")
    return "\n".join(lines) + "\n"


def _name(vertex: Vertex) -> str:
    return f"q{vertex}" if isinstance(vertex, int) else vertex


def _tagged(box: Box) -> str:
    return f"{box.caption} ({box.tag})" if box.tag else box.caption


def _dot_attributes(box: Box) -> str:
    text = _tagged(box).replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    attributes = [f'label="{text}"']
    if box.rate and box.used:
        attributes.append("peripheries=2")
    if not box.used:
        attributes.append('style="rounded,dashed"')
    return ", ".join(attributes)


def _mermaid_shape(box: Box) -> str:
    """Write a vertex; Mermaid takes characters that would end the text as numbered entities."""
    text = "".join(c if c.isalnum() or c in " ?.,/()-" else f"#{ord(c)};" for c in _tagged(box))
    left, right = ("[[", "]]") if box.rate and box.used else ("[", "]")
    if box.is_question:
        left, right = "([", "])"
    return f'{left}"{text}"{right}'
