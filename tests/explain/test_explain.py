"""Drawings of the unit dependency graph."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from xml.etree import ElementTree

import pytest

from factories import ADD, DIV, MUL, fake_problem, op, solved
from unitdep.core.expression import Expression
from unitdep.core.graph import Edge, edges
from unitdep.core.labels import QUESTION, Vertex
from unitdep.explain import draw_text, formats, to_dot, to_json, to_mermaid, to_svg
from unitdep.explain.relations import Relation, relations
from unitdep.reading.refusals import NO_QUANTITY
from unitdep.solution import Solution, unsolved
from unitdep.units.unit import Unit

FLOWER = Unit("flower")
MILE = Unit("mile")


@pytest.fixture(scope="module")
def busy() -> Solution:
    """Eight quantities, three rates with the question, one unused quantity."""
    given = [
        ("30", MILE), ("2", Unit("hour")), ("6", Unit("mile", (), "hour")), ("4", Unit("day")),
        ("9", Unit("mile", (), "day")), ("5", MILE), ("7", Unit("friend")), ("11", Unit("km")),
    ]  # fmt: skip
    total: Expression = op(ADD, op(ADD, op(ADD, 0, op(MUL, 1, 2)), op(MUL, 3, 4)), 5)
    return solved(given, Unit("mile", (), "friend"), op(DIV, total, 6), {2, 4, QUESTION})


def additive(size: int) -> Solution:
    tree: Expression = op(ADD, 0, 1)
    for index in range(2, size):
        tree = op(ADD, tree, index)
    return solved([(str(k + 1), Unit("dollar")) for k in range(size)], Unit("dollar"), tree)


def all_solutions(isabel: Solution, busy: Solution) -> list[Solution]:
    return [isabel, busy, *(additive(size) for size in range(2, 9))]


class TestRelations:
    @staticmethod
    def pairs(found: Iterable[Relation]) -> set[tuple[frozenset[Vertex], str]]:
        pairs: set[tuple[frozenset[Vertex], str]] = set()
        for relation in found:
            if relation.label == "Same Unit":
                ends = list(combinations(relation.sources, 2))
            else:
                ends = [(s, t) for s in relation.sources for t in relation.targets]
            pairs |= {(frozenset(pair), relation.label) for pair in ends}
        return pairs

    def test_say_what_the_edges_say(self, isabel: Solution, busy: Solution) -> None:
        for solution in all_solutions(isabel, busy):
            assert solution.graph is not None
            drawn = edges(solution.graph)
            expected = {(frozenset((e.source, e.target)), e.label) for e in drawn}
            assert self.pairs(relations(drawn)) == expected

    def test_one_same_unit_for_all_that_share_it(self) -> None:
        solution = additive(8)
        assert solution.graph is not None
        assert len(relations(edges(solution.graph))) == 1

    def test_same_unit_that_does_not_carry_over(self) -> None:
        path = [Edge(0, 1, "Same Unit"), Edge(1, 2, "Same Unit")]
        assert [r.sources for r in relations(path)] == [(0, 1), (1, 2)]


class TestDrawText:
    def test_the_papers_figure(self, isabel: Solution) -> None:
        assert draw_text(isabel) == "\n".join(
            [
                "╭───────────────────────╮",
                "│ 66 flowers            ├────●───────────◀",
                "╰───────────────────────╯    │ Same Unit │ Num Unit",
                "╭───────────────────────╮    │           │",
                "│ 10 flowers            ├────●───────────◀",
                "╰───────────────────────╯                │",
                "╔═ rate ════════════════╗                │",
                "║ 8 flowers per bouquet ╟────◆───────────◆",
                "╚═══════════════════════╝    │ Den Unit",
                "╭─ question ────────────╮    │",
                "│ ? bouquets            ├────◀",
                "╰───────────────────────╯",
                "",
                "66 and 10 have the Same Unit.",
                "66 and 10 have the Num Unit of 8 flowers per bouquet.",
                "The question has the Den Unit of 8 flowers per bouquet.",
            ]
        )

    @pytest.mark.parametrize("width", [40, 60, 80, 100])
    def test_keeps_within_its_width(self, isabel: Solution, busy: Solution, width: int) -> None:
        for solution in all_solutions(isabel, busy):
            lines = draw_text(solution, width=width).splitlines()
            assert max(len(line) for line in lines) <= width

    def test_long_units_are_cut(self) -> None:
        long = Unit("x" * 200)
        lines = draw_text(solved([("1", long), ("2", long)], long, op(ADD, 0, 1))).splitlines()
        assert max(len(line) for line in lines) <= 80

    def test_every_edge_is_said(self, busy: Solution) -> None:
        text = draw_text(busy)
        assert "30 and 5 have the Same Unit." in text
        assert "7 has the Den Unit of the question." in text
        assert "Not used: 11 km." in text

    def test_plain_characters(self, isabel: Solution, busy: Solution) -> None:
        for solution in all_solutions(isabel, busy):
            assert draw_text(solution, ascii_only=True).isascii()

    def test_percent_is_shown_as_written(self) -> None:
        given = [("25%", Unit()), ("80", Unit("dollar"))]
        text = draw_text(solved(given, Unit("dollar"), op(MUL, 0, 1), {0}))
        assert "25% = 0.25" in text

    def test_no_graph(self) -> None:
        assert (
            draw_text(unsolved(fake_problem([], None), NO_QUANTITY)) == f"no graph: {NO_QUANTITY}"
        )
        asked = draw_text(unsolved(fake_problem([("3", FLOWER)], FLOWER), "why"))
        assert "3 flowers" in asked
        assert "question" in asked


def boxes_of(svg: str) -> list[tuple[float, float, float, float]]:
    """Rectangles that must not overlap: vertices and edge labels, without tags and ground."""
    found = []
    for rect in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}rect"):
        if rect.get("class") in {"ground", "tag"}:
            continue
        found.append(tuple(float(rect.get(k, "0")) for k in ("x", "y", "width", "height")))
    return found  # type: ignore[return-value]


class TestSvg:
    def test_nothing_overlaps_or_leaves_the_picture(self, isabel: Solution, busy: Solution) -> None:
        for solution in all_solutions(isabel, busy):
            svg = to_svg(solution)
            root = ElementTree.fromstring(svg)
            width, height = float(root.get("width", 0)), float(root.get("height", 0))
            rects = boxes_of(svg)
            for x, y, w, h in rects:
                assert 0 <= x < x + w <= width
                assert 0 <= y < y + h <= height
            for (x, y, w, h), (a, b, c, d) in combinations(rects, 2):
                assert x + w <= a or a + c <= x or y + h <= b or b + d <= y

    def test_accessible_and_dark(self, isabel: Solution) -> None:
        svg = to_svg(isabel)
        assert 'role="img"' in svg
        assert "<title>Unit dependency graph: 7 bouquets = (66 - 10) / 8</title>" in svg
        assert "prefers-color-scheme:dark" in svg

    def test_escapes_text(self) -> None:
        odd = Unit('<b>&"\x00')
        svg = to_svg(solved([("1", odd), ("2", odd)], odd, op(ADD, 0, 1)))
        assert "<b>" not in svg
        ElementTree.fromstring(svg)

    def test_style_stays_inside(self, isabel: Solution) -> None:
        style = to_svg(isabel).split("<style>")[1].split("</style>")[0]
        rules = style.replace("@media (prefers-color-scheme:dark){", "").split("}")
        selectors = [rule.partition("{")[0] for rule in rules if rule]
        assert all(".udg" in selector.split() for selector in selectors)

    def test_no_graph(self) -> None:
        drawn = ElementTree.fromstring(to_svg(unsolved(fake_problem([], None), NO_QUANTITY)))
        assert NO_QUANTITY in "".join(drawn.itertext())


class TestMarkup:
    def test_dot(self, isabel: Solution) -> None:
        dot = to_dot(isabel)
        assert dot.startswith("digraph")
        assert 'q2 [label="8 flowers per bouquet (rate)", peripheries=2];' in dot
        assert 'q0 -> q1 [label="Same Unit", dir=none];' in dot
        assert 'q2 -> question [label="Den Unit"];' in dot

    def test_dot_escapes(self) -> None:
        odd = Unit('a"b\\')
        assert 'a\\"b\\\\' in to_dot(solved([("1", odd), ("2", odd)], odd, op(ADD, 0, 1)))

    def test_mermaid(self, isabel: Solution, busy: Solution) -> None:
        text = to_mermaid(isabel)
        assert text.startswith("flowchart LR\n")
        assert 'q2[["8 flowers per bouquet (rate)"]]' in text
        assert "q2 -->|Num Unit| q0" in text
        assert "q0 ---|Same Unit| q1" in text
        assert 'question(["? bouquets (question)"])' in text
        assert "style q7 stroke-dasharray" in to_mermaid(busy)

    def test_mermaid_escapes(self) -> None:
        odd = Unit('a"]b')
        assert "a#34;#93;b" in to_mermaid(solved([("1", odd), ("2", odd)], odd, op(ADD, 0, 1)))

    def test_json(self, isabel: Solution) -> None:
        assert json.loads(to_json(isabel)) == isabel.to_dict()["graph"]
        assert to_json(unsolved(fake_problem([], None), NO_QUANTITY)) == "null"


def test_formats(isabel: Solution) -> None:
    assert list(formats) == ["text", "json", "dot", "mermaid", "svg", "bar"]
    for write in formats.values():
        assert write(isabel)
    assert isabel.answer == Fraction(7)
