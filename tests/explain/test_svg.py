"""Pictures of graph and tree: what they show, that nothing overlaps, and that text fits."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from factories import ADD, DIV, MUL, SUB, fake_problem, op, solved
from unitdep.core.expression import Expression, Leaf, Operation, evaluate, monotonic, operations
from unitdep.core.labels import QUESTION, Vertex
from unitdep.explain import to_svg, to_tree_svg
from unitdep.explain.relations import relations
from unitdep.explain.svg import frame as picture
from unitdep.explain.svg import graph as svg
from unitdep.explain.svg import tree as tree_svg
from unitdep.explain.view import Node, expression_view, tree_view, view
from unitdep.reading.refusals import NO_QUANTITY
from unitdep.solution import Solution, unsolved
from unitdep.units.unit import Unit
from unitdep.units.wording import format_value

SIZES = range(2, 9)
NUMBERS = ["66", "10", "8", "2.75", "1/3", "123456.125", "7/11", "0.0625"]
COOKIE, TRUCK = "chocolate chip cookie", "refrigerated delivery truck"
UNITS = [
    Unit("flower"),
    Unit("flower", (), "bouquet"),
    Unit(COOKIE, (), TRUCK),
    Unit("extraordinarily long compound measurement"),
    Unit("m" * 60),
    Unit("", (), ""),
    Unit(),
    Unit("苹果"),
]
SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Rect:
    """Something that is drawn; ``owner`` is what it belongs to."""

    owner: str
    left: float
    top: float
    width: float
    height: float

    def meets(self, other: Rect) -> bool:
        across = self.left < other.left + other.width and other.left < self.left + self.width
        down = self.top < other.top + other.height and other.top < self.top + self.height
        return across and down


def chain(size: int) -> Expression:
    tree: Expression = op(ADD, 0, 1)
    for index in range(2, size):
        tree = op(ADD, tree, index)
    return tree


def balanced(first: int, last: int) -> Expression:
    if last - first == 1:
        return Leaf(first)
    middle = (first + last + 1) // 2
    inner = MUL if last - first == 2 else ADD
    return op(inner, balanced(first, middle), balanced(middle, last))


def make(tree: Expression, size: int, units: list[Unit], rates: set[Vertex]) -> Solution:
    given = [(number, unit) for number, unit in zip(NUMBERS[:size], units, strict=False)]
    return solved(given, units[-1], tree, rates)


def examples(size: int) -> list[Solution]:
    """Chains and balanced trees of a size, with short and long units, with and without rates."""
    flowers = [Unit("flower")] * 8
    rates: set[Vertex] = {i for i in range(size) if i % 2 == 0}
    trees = [chain(size), balanced(0, size)]
    found = [make(tree, size, units, set()) for tree in trees for units in (flowers, UNITS)]
    found += [make(tree, size, UNITS, {*rates, QUESTION}) for tree in trees]
    if size > 2:  # one quantity that is not used
        found.append(make(chain(size - 1), size, UNITS, rates - {size - 1}))
    return found


@st.composite
def solutions(draw: st.DrawFn) -> Solution:
    """Any tree over two to eight quantities with any units and rates."""
    size = draw(st.sampled_from(SIZES))
    parts: list[Expression] = [Leaf(i) for i in draw(st.permutations(range(size)))]
    while len(parts) > 1:
        at = draw(st.integers(0, len(parts) - 2))
        operator = draw(st.sampled_from([ADD, SUB, MUL, DIV]))
        parts[at : at + 2] = [Operation(operator, parts[at], parts[at + 1])]
    tree = monotonic(parts[0])
    units = draw(st.lists(st.sampled_from(UNITS), min_size=size, max_size=size))
    rates = draw(st.sets(st.sampled_from([*range(size), QUESTION]), max_size=3))
    try:
        return make(tree, size, units, rates)
    except ZeroDivisionError:
        assume(False)
        raise


def graph_rects(solution: Solution) -> tuple[list[Rect], float, float]:
    """Boxes, tags and labels of a graph, with the picture's width and height."""
    seen = view(solution)
    places, labels, width, height = svg.layout(seen.boxes, relations(seen.edges))
    found = []
    for vertex, place in places.items():
        top, centre = place.middle - svg.BOX_HEIGHT / 2, place.left + place.width / 2
        found.append(Rect(str(vertex), place.left, top, place.width, svg.BOX_HEIGHT))
        wide = picture.tag_width(place.box.tag)
        found.append(Rect(str(vertex), centre - wide / 2, top - 8, wide, 16))
    for k, label in enumerate(labels):
        left, top = label.centre - svg.LABEL_WIDTH / 2, label.middle - svg.LABEL_HEIGHT / 2
        found.append(Rect(f"label {k}", left, top, svg.LABEL_WIDTH, svg.LABEL_HEIGHT))
    return found, width, height


def tree_rects(solution: Solution) -> tuple[list[Rect], float, float]:
    """Boxes, signs and tags of a tree, with the picture's width and height."""
    placed = layout_of(solution)
    found = []
    for spot in placed.spots:
        name, top = spot.node.name, placed.top(spot.row)
        bottom = top + placed.box
        found.append(Rect(name, spot.left, top, spot.width, placed.box))
        wide, radius = picture.tag_width(spot.node.tag), tree_svg.RADIUS
        edge = bottom if not spot.node.operands else top
        if not spot.node.operands or spot.node.vertex == QUESTION:
            found.append(Rect(name, spot.centre - wide / 2, edge - 8, wide, 16))
        if spot.node.operands:
            found.append(Rect(name, spot.centre - radius, bottom, 2 * radius, 2 * radius))
    return found, placed.width, placed.height


def layout_of(solution: Solution) -> tree_svg.TreeLayout:
    root = tree_view(solution)
    assert root is not None
    return tree_svg.layout(root)


def check_rects(rects: list[Rect], width: float, height: float) -> None:
    for rect in rects:
        assert rect.left >= 0
        assert rect.left + rect.width <= width
        assert rect.top >= 0
        assert rect.top + rect.height <= height
    for first, second in combinations(rects, 2):
        assert first.owner == second.owner or not first.meets(second), (first, second)


def check_texts(solution: Solution) -> None:
    """Every caption fits its box, with room on both sides."""
    seen = view(solution)
    places, *_ = svg.layout(seen.boxes, relations(seen.edges))
    for place in places.values():
        assert picture.text_width(svg.shown(place.box)) <= place.width - 20
        assert picture.tag_width(place.box.tag) <= place.width - 20
    placed = layout_of(solution)
    for spot in placed.spots:
        assert max(map(picture.text_width, spot.lines)) <= spot.width - 20
        assert picture.tag_width(spot.node.tag) <= spot.width - 20
        assert len(spot.lines) * picture.LINE_STEP <= placed.box - 20


def check_branches(solution: Solution) -> None:
    """The lines of a tree run only between the rows of boxes, signs and tags."""
    placed = layout_of(solution)
    rects, *_ = tree_rects(solution)
    for row in range(1, max(spot.row for spot in placed.spots) + 1):
        end = placed.top(row)
        band = Rect("lines", 0, end - tree_svg.DROP, placed.width, tree_svg.DROP)
        assert not any(band.meets(rect) for rect in rects)


class TestNothingOverlaps:
    @pytest.mark.parametrize("size", SIZES)
    def test_two_to_eight_quantities(self, size: int) -> None:
        for solution in examples(size):
            check_rects(*graph_rects(solution))
            check_rects(*tree_rects(solution))
            check_texts(solution)
            check_branches(solution)

    @settings(max_examples=150, deadline=None)
    @given(solution=solutions())
    def test_any_tree(self, solution: Solution) -> None:
        check_rects(*graph_rects(solution))
        check_rects(*tree_rects(solution))
        check_texts(solution)
        check_branches(solution)

    def test_what_is_drawn_is_what_was_laid_out(self) -> None:
        """The checks above look at the layout; here its numbers are looked up in the picture."""
        for solution in examples(8):
            for drawn, rects in (
                (to_svg(solution), graph_rects(solution)[0]),
                (to_tree_svg(solution), tree_rects(solution)[0]),
            ):
                boxes = ElementTree.fromstring(drawn).iter(f"{SVG}rect")
                found = [tuple(float(r.get(k, 0)) for k in ("x", "y", "width")) for r in boxes]
                round_to = [(round(r.left, 1), round(r.top, 1), round(r.width, 1)) for r in rects]
                signs = 0 if "udg graph" in drawn else len(list(operations(solution.tree)))
                empty = sum(r.width == 0 for r in rects)
                assert len(found) - 1 == len(rects) - signs - empty  # the first is the ground
                near = [
                    any(all(abs(a - b) < 0.11 for a, b in zip(x, y, strict=True)) for y in round_to)
                    for x in found[1:]
                ]
                assert all(near)


class TestText:
    # Measured in a browser: DejaVu Sans, the widest of the typefaces, at 14 pixels.
    MEASURED = (
        ("66 flowers", 72.8), ("8 flowers per bouquet", 154.2), ("mmmmwwww", 100.4),
        ("WWWWMMMM", 103.7), ("illil tilt", 42.7), ("25% = 0.25", 82.9),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 244.6), ("abcdefghijklmnopqrstuvwxyz", 205.0),
        ("0123456789.,/", 102.7), ("crème brûlée", 93.1), ("? — «é»", 56.1),
        ("1/7 extraordinarily long…", 178.2), ("€12 £3 ½", 67.0),
    )  # fmt: skip

    @pytest.mark.parametrize(("text", "width"), MEASURED)
    def test_width_is_an_upper_bound(self, text: str, width: float) -> None:
        assert width <= picture.text_width(text) <= 1.45 * width

    def test_fitted(self) -> None:
        assert picture.fitted("short", 100) == "short"
        cut = picture.fitted("a very long text that does not fit", 100)
        assert cut.endswith("…")
        assert picture.text_width(cut) <= 100
        assert picture.fitted("W" * 50, 5) == "…"

    def test_long_captions_break_before_per(self) -> None:
        units = [Unit(COOKIE, (), "truck"), Unit("truck")]
        solution = solved(list(zip(["12", "3"], units, strict=True)), None, op(MUL, 0, 1), {0})
        lines = {spot.node.name: spot.lines for spot in layout_of(solution).spots}
        assert lines["q0"] == ("12 chocolate chip", "cookies", "per truck")
        assert lines["q1"] == ("3 trucks",)

    def test_the_whole_caption_is_in_the_title(self) -> None:
        solution = make(chain(2), 2, [Unit("m" * 60)] * 2, set())
        for drawn in (to_svg(solution), to_tree_svg(solution)):
            assert f"<title>66 {'m' * 60}s</title>" in drawn

    def test_escapes_text(self) -> None:
        odd = Unit('<b>&"\x00')
        drawn = to_tree_svg(solved([("1", odd), ("2", odd)], odd, op(ADD, 0, 1)))
        assert "<b>" not in drawn
        ElementTree.fromstring(drawn)


def groups(drawn: str, attribute: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(drawn)
    found = [g for g in root.iter(f"{SVG}g") if g.get(attribute) is not None]
    by_name = {str(g.get(attribute)): g for g in found}
    assert len(by_name) == len(found)
    return by_name


class TestGraph:
    def test_vertices_can_be_found(self) -> None:
        flower = Unit("flower")
        rate = Unit("flower", (), "bouquet")
        given = [("66", flower), ("10", flower), ("8", rate), ("5", Unit())]
        solution = solved(given, Unit("bouquet"), op(DIV, op(SUB, 0, 1), 2), {2})
        found = groups(to_svg(solution), "data-vertex")
        assert {name: g.get("class") for name, g in found.items()} == {
            "0": "vertex",
            "1": "vertex",
            "2": "vertex rate",
            "3": "vertex irrelevant",
            "question": "vertex question",
        }

    @pytest.mark.parametrize("vertex", [0, 2, QUESTION])
    def test_highlight(self, isabel: Solution, vertex: Vertex) -> None:
        found = groups(to_svg(isabel, highlight=vertex), "data-vertex")
        marked = [name for name, g in found.items() if halos(g)]
        assert marked == [str(vertex)]
        assert 'class="halo"' not in to_svg(isabel)


def halos(group: ElementTree.Element) -> int:
    return sum(rect.get("class") == "halo" for rect in group.iter(f"{SVG}rect"))


class TestTree:
    def test_the_papers_example(self, isabel: Solution) -> None:
        root = tree_view(isabel)
        assert root is not None
        assert (root.name, root.caption, root.sign, root.vertex) == (
            "1",
            "7 bouquets",
            "÷",
            QUESTION,
        )
        difference, rate = root.operands
        assert (difference.caption, difference.sign, difference.name) == ("56 flowers", "−", "0")
        assert (rate.caption, rate.name, rate.tag) == ("8 flowers per bouquet", "q2", "rate")
        assert [node.caption for node in difference.operands] == ["66 flowers", "10 flowers"]

    def test_nodes_can_be_found(self, isabel: Solution) -> None:
        drawn = to_tree_svg(isabel)
        assert {n: g.get("class") for n, g in groups(drawn, "data-node").items()} == {
            "0": "node",
            "1": "node question",
            "q0": "vertex",
            "q1": "vertex",
            "q2": "vertex rate",
        }
        assert set(groups(drawn, "data-vertex")) == {"0", "1", "2", "question"}

    def test_operations_are_numbered_in_the_order_of_computing(self) -> None:
        for solution in (s for size in SIZES for s in examples(size)):
            root = tree_view(solution)
            assert root is not None
            assert solution.tree is not None
            values = [q.value for q in solution.problem.quantities]
            for k, step in enumerate(operations(solution.tree)):
                [node] = [n for n in root.all() if n.name == str(k)]
                assert node.caption.split()[0] == format_value(evaluate(step, values))

    @pytest.mark.parametrize("node", [0, "1", "q2"])
    def test_highlight(self, isabel: Solution, node: str | int) -> None:
        found = groups(to_tree_svg(isabel, highlight=node), "data-node")
        assert [name for name, g in found.items() if halos(g)] == [str(node)]
        assert 'class="halo"' not in to_tree_svg(isabel)

    def test_any_expression_over_the_quantities(self) -> None:
        """One that is not the solution's: a quantity twice, a division by zero."""
        cup = Unit("cup")
        problem = fake_problem([("3", cup), ("1/3", cup)], cup)
        tree = op(DIV, 1, op(SUB, 0, 0))
        root = expression_view(problem, tree)
        assert [node.caption for node in root.all()] == [
            "1/3 cup", "3 cups", "3 cups", "0 cups", "?",
        ]  # fmt: skip
        drawn = ElementTree.fromstring(tree_svg.draw_tree(root, "Expression tree"))
        paths = [path.get("d") for path in drawn.iter(f"{SVG}path")]
        assert len(set(paths)) == len(paths) == 4

    def test_percent_is_shown_as_written(self) -> None:
        for unit in (Unit(), Unit("percent")):
            given = [("25%", unit), ("80", Unit("dollar"))]
            solution = solved(given, Unit("dollar"), op(MUL, 0, 1))
            for drawn in (to_svg(solution), to_tree_svg(solution)):
                assert ">25% = 0.25<" in drawn

    @pytest.mark.parametrize(
        ("factor", "unit", "result"),
        [
            ("25%", Unit("percent"), "10 books"),
            ("3", Unit("times"), "120 books"),
            ("3", Unit(), "120 books"),
            ("3", Unit("shelf"), "120 shelf-books"),  # neither is a rate
            ("3", Unit("book"), "120 book-books"),
        ],
    )
    def test_units_of_products(self, factor: str, unit: Unit, result: str) -> None:
        book = Unit("book")
        given = [(factor, unit), ("40", book), ("3", book)]
        root = tree_view(solved(given, book, op(ADD, op(MUL, 0, 1), 2)))
        assert root is not None
        assert root.operands[0].caption == result

    def test_no_tree(self) -> None:
        drawn = to_tree_svg(unsolved(fake_problem([], None), NO_QUANTITY))
        [text] = ElementTree.fromstring(drawn).iter(f"{SVG}text")
        assert text.text == f"no answer: {NO_QUANTITY}"

    def test_a_single_quantity(self) -> None:
        root = expression_view(fake_problem([("3", Unit("cup"))], None), Leaf(0))
        assert root == Node("q0", "3 cups", False, 0)
        ElementTree.fromstring(tree_svg.draw_tree(root, "Expression tree"))


class TestPalette:
    @staticmethod
    def luminance(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    @pytest.mark.parametrize("colours", [picture.LIGHT, picture.DARK])
    def test_text_can_be_read(self, colours: dict[str, str]) -> None:
        """A contrast of 4.5 for text, 3 for lines: what WCAG 2 asks for."""
        for name, needed in [("line", 3.0)] + [
            (name, 4.5) for name in ("ink", "muted", "same", "num", "den", "mark")
        ]:
            for ground in ("ground", "soft") if name in ("ink", "line") else ("ground",):
                pair = (self.luminance(colours[name]), self.luminance(colours[ground]))
                assert (max(pair) + 0.05) / (min(pair) + 0.05) >= needed, (name, ground)

    def test_light_and_dark(self, isabel: Solution) -> None:
        assert picture.LIGHT.keys() == picture.DARK.keys()
        for drawn in (to_svg(isabel), to_tree_svg(isabel)):
            style = drawn.split("<style>")[1].split("</style>")[0]
            dark = f"--udg-ground:{picture.DARK['ground']};"
            assert f"@media (prefers-color-scheme:dark){{.udg{{{dark}" in style
            assert f"[data-theme=dark] .udg{{{dark}" in style
            assert f"[data-theme=light] .udg{{--udg-ground:{picture.LIGHT['ground']};" in style


class TestWhereTheyAreShown:
    def test_notebook(self, isabel: Solution) -> None:
        html = isabel._repr_html_()
        assert html.count("<svg") == 2
        assert to_svg(isabel) in html
        assert to_tree_svg(isabel) in html
