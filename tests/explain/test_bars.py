"""Bar models: which picture a step gets, what it says, and that drawings are true and fit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import ADD, DIV, ISABEL, MUL, SUB, op, solved
from unitdep.core.expression import Expression
from unitdep.core.graph import derive
from unitdep.core.labels import Finish, Vertex
from unitdep.explain.bars import bar_model, bars_text, draw_bars, to_bar_model
from unitdep.explain.bars.model import Bar, BarKind, BarModel, Look, Panel, Segment, ruler
from unitdep.explain.svg import frame as picture
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.problem import Scope, read_problem
from unitdep.solution import Solution
from unitdep.units.unit import Unit

SVG = "{http://www.w3.org/2000/svg}"
PAGE = 360  # the width of a small phone


def model(
    text: str,
    expression: str,
    rates: frozenset[Vertex] = frozenset(),
    finish: Finish = Finish.EXACT,
    scope: Scope = Scope.PAPER,
) -> BarModel:
    problem, tree = read_problem(text, scope=scope), parse_indices(expression)
    return bar_model(problem, derive(tree, rates), tree, finish)


def lengths(bar: Bar) -> list[int | Fraction]:
    return [segment.length for segment in bar.segments]


def labels(bar: Bar) -> list[str]:
    return [segment.label for segment in bar.segments]


class TestKinds:
    def test_two_steps_in_two_panels(self) -> None:
        first, second = model(ISABEL, "(0 - 2) / 1", frozenset({1})).panels
        assert first.kind is BarKind.PART_WHOLE
        [bar] = first.bars
        assert (lengths(bar), labels(bar)) == ([10, 56], ["10 flowers", "? flowers"])
        assert [brace.label for brace in bar.braces] == ["66 flowers"]
        assert first.captions == ("66 flowers − 10 flowers = 56 flowers",)
        assert second.kind is BarKind.GROUPS
        [bar] = second.bars
        assert (lengths(bar), labels(bar)) == ([8, 48], ["8 flowers", "…"])
        assert [(b.label, b.asked) for b in bar.braces] == [
            ("56 flowers", False),
            ("? bouquets", True),
        ]

    def test_three_parts_take_one_panel(self) -> None:
        text = "Sam read 20 pages, then 35 pages, then 18 pages. How many pages did Sam read?"
        [panel] = model(text, "0 + 1 + 2").panels
        [bar] = panel.bars
        assert lengths(bar) == [20, 35, 18]
        assert bar.braces[0].asked
        assert len(panel.captions) == 2

    def test_parts_on_both_sides_end_together(self) -> None:
        text = "Ann has 9 red pens and 5 blue pens. 4 pens are new. How many pens are old?"
        [panel] = model(text, "0 + 1 - 2").panels
        assert [lengths(bar) for bar in panel.bars] == [[9, 5], [4, 10]]

    def test_more_than(self) -> None:
        text = "Tom has 15 marbles. Ben has 4 more marbles than Tom. How many marbles has Ben?"
        [panel] = model(text, "0 + 1").panels
        assert panel.kind is BarKind.COMPARISON
        assert [(bar.name, lengths(bar)) for bar in panel.bars] == [("Tom", [15]), ("Ben", [15, 4])]
        assert panel.bars[1].braces[0].label == "? marbles"

    def test_fewer_than(self) -> None:
        text = "Tom has 15 marbles. Ben has 4 fewer marbles than Tom. How many marbles has Ben?"
        [panel] = model(text, "0 - 1").panels
        assert labels(panel.bars[1]) == ["? marbles", "4 marbles"]
        assert panel.bars[1].segments[1].look is Look.GONE

    def test_the_difference_is_asked_for(self) -> None:
        text = "An oak is 23 metres tall. A birch is 14 metres tall. How much taller is the oak?"
        [panel] = model(text, "0 - 1").panels
        assert panel.kind is BarKind.COMPARISON
        assert lengths(panel.bars[1]) == [14, 9]
        assert panel.bars[1].segments[1].look is Look.ASKED

    def test_what_is_counted_is_not_who_has_it(self) -> None:
        text = "21 books came in May and 30 books in June. How many more came in June than in May?"
        [panel] = model(text, "1 - 0").panels
        assert panel.kind is BarKind.COMPARISON
        assert [bar.name for bar in panel.bars] == ["", ""]

    def test_how_many_more_are_needed_is_no_comparison(self) -> None:
        text = "A book has 90 pages. Ann read 30 pages. How many more pages does she have to read?"
        [panel] = model(text, "0 - 1").panels
        assert panel.kind is BarKind.PART_WHOLE

    @pytest.mark.parametrize(
        ("text", "expression", "after"),
        [
            ("Ann has 9 pens. She gives 2 pens away. How many are left?", "0 - 1", [7, 2]),
            ("Ann has 9 pens. She buys 5 pens. How many has she now?", "0 + 1", [9, 5]),
            ("Ann gave away 2 pens. Now she has 7 pens. How many had she at first?", "0+1", [7, 2]),
        ],
    )
    def test_changes(self, text: str, expression: str, after: list[int]) -> None:
        [panel] = model(text, expression).panels
        assert panel.kind is BarKind.CHANGE
        assert [bar.name for bar in panel.bars] == ["before", "after"]
        assert lengths(panel.bars[1]) == after

    def test_money_that_is_added_is_no_gain(self) -> None:
        text = "Ann buys a pen for 2 dollars and a cup for 5 dollars. How much does she spend?"
        [panel] = model(text, "0 + 1").panels
        assert panel.kind is BarKind.PART_WHOLE

    def test_groups_to_multiply(self) -> None:
        text = "There are 6 eggs in each box. Ann buys 4 boxes. How many eggs does Ann have?"
        [panel] = model(text, "0 * 1", frozenset({0})).panels
        [bar] = panel.bars
        assert lengths(bar) == [6, 6, 6, 6]
        assert [(b.label, b.below) for b in bar.braces] == [("? eggs", False), ("4 boxes", True)]

    def test_many_groups_are_cut_and_not_to_scale(self) -> None:
        text = "There are 6 eggs in each box. Ann buys 40 boxes. How many eggs does Ann have?"
        [panel] = model(text, "0 * 1", frozenset({0})).panels
        assert panel.cut
        assert "…" in labels(panel.bars[0])
        assert "not to scale" in bars_text(BarModel((panel,)))
        assert "not to scale" in draw_bars(BarModel((panel,)))

    def test_shares(self) -> None:
        text = "Omar shares 84 stickers equally among 7 friends. How many does each friend get?"
        [panel] = model(text, "0 / 1", frozenset({"question"})).panels
        [bar] = panel.bars
        assert lengths(bar) == [12] * 7
        assert [segment.look for segment in bar.segments].count(Look.ASKED) == 1
        assert [b.label for b in bar.braces] == ["84 stickers", "7 friends"]

    def test_a_remainder(self) -> None:
        text = "A farmer packs 50 eggs into boxes of 12 eggs each. How many eggs are left over?"
        [panel] = model(text, "0 / 1", frozenset({1}), Finish.REMAINDER).panels
        [bar] = panel.bars
        assert lengths(bar) == [12, 12, 12, 12, 2]
        assert labels(bar)[-1].startswith("?")

    def test_times_as_many(self) -> None:
        text = "Ann has 12 acorns. Ben has 3 times as many. How many acorns does Ben have?"
        [panel] = model(text, "0 * 1").panels
        assert [lengths(bar) for bar in panel.bars] == [[12], [12, 12, 12]]

    def test_a_percentage(self) -> None:
        text = "A school has 240 pupils. 35% of the pupils walk. How many pupils walk?"
        [panel] = model(text, "0 * 1", scope=Scope.EVERYDAY).panels
        [bar] = panel.bars
        assert (lengths(bar), labels(bar)) == ([84, 156], ["35%", "65%"])
        assert (bar.braces[1].start, bar.braces[1].end) == (0, 84)

    def test_a_difference_is_from_one_amount_not_from_a_total(self) -> None:
        text = "Tom has 20 pens. Ben has 5 fewer pens than Tom. How many do they have altogether?"
        problem = read_problem(text, scope=Scope.EVERYDAY)
        again = [q.index for q in problem.quantities if q.kind.value == "again"]
        values = {q.index: q.value for q in problem.quantities}
        tom = next(k for k in values if values[k] == 20 and k not in again)
        five = next(k for k in values if values[k] == 5)
        tree = op(SUB, op(ADD, tom, again[0]), five)
        quantities = [
            replace(q, number=replace(q.number, value=Fraction(20)), unit=Unit("pen"))
            if q.index in again
            else q
            for q in problem.quantities
        ]
        problem = replace(problem, quantities=tuple(quantities))
        first, second = bar_model(problem, None, tree).panels
        assert (first.kind, second.kind) == (BarKind.COMPARISON, BarKind.PART_WHOLE)
        assert lengths(first.bars[1]) == [15, 5]
        assert lengths(second.bars[0]) == [20, 15]


class TestWithout:
    @pytest.mark.parametrize(
        ("given", "asked", "tree", "said"),
        [
            ([("8", "foot"), ("5", "foot")], "foot", op(MUL, 0, 1), "can't show"),
            ([("8", "pen"), ("8", "pen")], "pen", op(SUB, 0, 1), "zero or less"),
            ([("5", "pen"), ("2", "cup")], "pen", op(SUB, 0, 1), "do not close"),
        ],
    )
    def test_why_there_is_none(
        self, given: list[tuple[str, str]], asked: str, tree: Expression, said: str
    ) -> None:
        solution = solved([(n, Unit(noun)) for n, noun in given], Unit(asked), tree, set())
        found = bar_model(solution.problem, solution.graph, solution.tree)
        assert said in found.reason
        assert not found.panels
        assert bars_text(found) == found.reason
        assert ElementTree.fromstring(draw_bars(found)).tag == f"{SVG}svg"

    def test_at_most_three_panels(self) -> None:
        given = [(str(k), Unit("pen")) for k in (2, 3, 4, 5, 6)]
        tree = op(MUL, op(ADD, op(MUL, op(ADD, 0, 1), 2), 3), 4)
        solution = solved(given, Unit("pen"), tree, {2, 4})
        found = bar_model(solution.problem, None, solution.tree)
        assert found.reason

    def test_a_time_of_day(self) -> None:
        text = "School starts at 8:30 am and ends at 3:15 pm. How long is a school day?"
        assert "time of day" in model(text, "1 - 0", scope=Scope.EVERYDAY).reason


SIZES = st.lists(st.fractions(min_value="1/100", max_value=10_000), min_size=1, max_size=12)


@given(SIZES, st.sampled_from([20, 60, 320]), st.sampled_from([3, 14]))
def test_lengths_are_true_unless_said_otherwise(
    sizes: list[Fraction], width: int, least: int
) -> None:
    panel = Panel(BarKind.PART_WHOLE, (Bar(tuple(Segment(size) for size in sizes)),))
    scale = ruler(panel, width, least)
    steps = [b - a for a, b in pairwise(scale.places)]
    assert scale.places[-1] == pytest.approx(width)
    assert min(steps) >= min(least, width / len(sizes)) - 1e-6
    if scale.true:
        assert steps == pytest.approx([float(s / sum(sizes)) * width for s in sizes])
    else:
        assert min(sizes) / sum(sizes) * width < least + 1e-6


@pytest.fixture
def hostile() -> Solution:
    unit = Unit("<script>alert('x')</script>&" + "m" * 60, ("苹果",))
    return solved([("66666.125", unit), ("3", unit)], unit, op(SUB, 0, 1), set())


class TestDrawings:
    def test_a_picture_is_for_everybody(self, isabel: Solution) -> None:
        root = ElementTree.fromstring(to_bar_model(isabel))
        assert root.findtext(f"{SVG}title") == f"Bar model: {isabel}"
        said = root.findtext(f"{SVG}desc")
        assert said is not None
        assert "66 flowers" in said
        assert "? bouquets" in said
        assert root.get("role") == "img"

    @pytest.mark.parametrize("size", ["given", "hostile"])
    def test_everything_is_inside_a_phone(
        self, size: str, isabel: Solution, hostile: Solution
    ) -> None:
        svg = to_bar_model(isabel if size == "given" else hostile)
        root = ElementTree.fromstring(svg)
        assert float(root.attrib["width"]) <= PAGE
        for text in root.iter(f"{SVG}text"):
            width = picture.text_width(text.text or "")
            left = float(text.attrib["x"])
            if "start" not in (text.get("class") or ""):
                left -= width / 2
            assert left >= 0
            assert left + width <= PAGE
        heights = [float(node.attrib["y"]) for node in root.iter() if "y" in node.attrib]
        assert max(heights) < float(root.attrib["height"])

    def test_markup_stays_text(self, hostile: Solution) -> None:
        svg = to_bar_model(hostile)
        assert "<script" not in svg
        assert "&lt;script&gt;" in svg

    @pytest.mark.parametrize("width", [30, 80])
    def test_the_terminal_is_wide_enough(self, width: int, isabel: Solution) -> None:
        found = bar_model(isabel.problem, isabel.graph, isabel.tree)
        text = bars_text(found, width=width)
        assert max(len(line) for line in text.splitlines()) <= width
        plain = bars_text(found, width=width, ascii_only=True)
        assert plain.isascii()
        assert len(plain.splitlines()) == len(text.splitlines())

    def test_a_notebook_gets_a_picture_on_request(self, isabel: Solution) -> None:
        shown = isabel.bar_model()
        assert shown._repr_svg_() == to_bar_model(isabel)
        assert str(shown).startswith("Step 1: part and whole")
        assert "bars" not in isabel._repr_html_()

    def test_division_by_a_number_of_times(self) -> None:
        given = [("60", Unit("stamp")), ("3", Unit("times"))]
        solution = solved(given, Unit("stamp"), op(DIV, 0, 1), set())
        [panel] = bar_model(solution.problem, solution.graph, solution.tree).panels
        assert [lengths(bar) for bar in panel.bars] == [[20], [20, 20, 20]]
        assert panel.bars[0].segments[0].look is Look.ASKED
