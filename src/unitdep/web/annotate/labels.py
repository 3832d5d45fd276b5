"""Work out what the clicks of one or two annotators amount to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from unitdep.core.expression import monotonic
from unitdep.core.graph import UnitGraph, consistent, derive, edges
from unitdep.core.labels import Reading, Vertex
from unitdep.explain.svg.frame import bare
from unitdep.explain.svg.graph import draw_graph
from unitdep.explain.view import Box, View
from unitdep.reading.arithmetic import parse_indices
from unitdep.research.datasets.acquisition.agreement import Labels, agreement
from unitdep.research.datasets.acquisition.derive import annotation
from unitdep.research.datasets.acquisition.jsonl import annotation_json, jsonl
from unitdep.web.annotate.store import Store

Rates = frozenset[Vertex]
_OF_PROBLEM: Final = ("text", "answer", "expression", "tree")  # older stores have no answers


def shown(problem: Mapping[str, Any], rates: Rates, done: bool) -> dict[str, Any]:
    """Return a problem with an annotator's labels and the graph that they imply."""
    tree = monotonic(parse_indices(problem["tree"]))
    graph = derive(tree, rates)
    return {
        "id": problem["id"],
        "text": problem["text"],
        "expression": problem["expression"],
        "vertices": [
            {
                "vertex": v["vertex"],
                "caption": v["captions"][v["vertex"] in rates],
                "start": v["start"],
                "end": v["end"],
                "rate": v["vertex"] in rates,
            }
            for v in problem["vertices"]
        ],
        "edges": [{"source": e.source, "target": e.target, "label": e.label} for e in edges(graph)],
        "consistent": consistent(tree, rates),
        "done": done,
        "graph_svg": _picture(problem, graph),
        "tree_svg": problem["tree_svg"],
    }


def _picture(problem: Mapping[str, Any], graph: UnitGraph) -> str:
    boxes = [
        Box(v["vertex"], v["captions"][graph.is_rate(v["vertex"])], v["short"],
            graph.is_rate(v["vertex"]))
        for v in problem["vertices"]
    ]  # fmt: skip
    title = f"Unit dependency graph: {problem['expression']}"
    return bare(draw_graph(View(tuple(boxes), tuple(edges(graph))), title))


def compare(store: Store, first: str, second: str) -> dict[str, Any]:
    """Return kappa over the problems that both have finished, and the vertices they differ on."""
    done = store.done()
    both = set(done.get(first, ())) & set(done.get(second, ()))
    problems = [p for p in store.problems() if p["id"] in both and not p["by_tree"]]
    one, other = _labels(store, first, problems), _labels(store, second, problems)
    agreed = agreement(one, other)
    settled = store.settled()
    conflicts = [
        {
            "id": p["id"],
            "text": p["text"],
            "vertex": v["vertex"],
            "caption": v["captions"][0],
            "start": v["start"],
            "end": v["end"],
            "first": v["vertex"] in one.rates[p["id"]],
            "second": v["vertex"] in other.rates[p["id"]],
            "settled": settled.get((p["id"], v["vertex"])),
        }
        for p in problems
        for v in p["vertices"]
        if (v["vertex"] in one.rates[p["id"]]) != (v["vertex"] in other.rates[p["id"]])
    ]
    return {
        "first": first,
        "second": second,
        "problems": agreed.problems,
        "vertices": agreed.vertices,
        "both_rate": agreed.both_rate,
        "first_only": agreed.first_only,
        "second_only": agreed.second_only,
        "neither": agreed.neither,
        "kappa": agreed.kappa,
        "conflicts": conflicts,
    }


def _labels(store: Store, annotator: str, problems: list[dict[str, Any]]) -> Labels:
    rates = store.rates(annotator)
    return Labels(
        {p["id"]: rates.get(p["id"], frozenset()) for p in problems},
        {p["id"]: tuple(v["vertex"] for v in p["vertices"]) for p in problems},
    )


def export(store: Store, first: str, second: str | None = None) -> str:
    """Write every problem's annotation as a JSON line, as ``unitdep data derive`` does.

    A line also has the problem itself, so that the file is a data set with labels.
    A problem has rates if all given annotators have finished it and, for two of them, they agree or
    their conflicts are settled. Otherwise its rates are missing.
    """
    people = [first] if second is None else [first, second]
    done, settled = store.done(), store.settled()
    marked = [store.rates(person) for person in people]
    lines = []
    for problem in store.problems():
        name, rates = problem["id"], None
        if all(name in done.get(person, ()) for person in people):
            rates = _final(name, [rows.get(name, frozenset()) for rows in marked], settled)
        tree = monotonic(parse_indices(problem["tree"]))
        labels = annotation_json(annotation(name, tree, rates, Reading.ALGEBRA))
        lines.append(labels | {key: problem[key] for key in _OF_PROBLEM if key in problem})
    return jsonl(lines)


def _final(
    name: str, rates: list[Rates], settled: Mapping[tuple[str, Vertex], bool]
) -> Rates | None:
    """Return the rates of a problem after settling, or None if a conflict is still open."""
    agreed, differing = rates[0] & rates[-1], rates[0] ^ rates[-1]
    if any((name, vertex) not in settled for vertex in differing):
        return None
    return agreed | {vertex for vertex in differing if settled[name, vertex]}


def is_vertex(problem: Mapping[str, Any], vertex: Vertex) -> bool:
    """Whether a problem has a vertex."""
    return any(v["vertex"] == vertex for v in problem["vertices"])
