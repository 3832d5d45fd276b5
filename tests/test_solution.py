"""Solution, wording and unit algebra: what people see."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable
from fractions import Fraction

import pytest

from factories import ADD, DIV, ISABEL, MUL, SUB, fake_problem, op, solved
from unitdep.core.expression import Expression, Leaf
from unitdep.core.labels import QUESTION, Vertex
from unitdep.solution import NO_EXPRESSION, Solution, unsolved
from unitdep.units.unit import Unit
from unitdep.units.wording import amount, format_value, json_number, plural


class TestFormatValue:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (Fraction(7), "7"),
            (Fraction(1234), "1234"),
            (Fraction(5, 2), "2.5"),
            (Fraction(1, 3), "1/3"),
            (Fraction(10, 3), "10/3"),
            (Fraction(1, 8), "0.125"),
            (Fraction(1, 10**4), "0.0001"),
            (Fraction(1, 10**5), "1/100000"),
            (Fraction(-5, 4), "-1.25"),
            (Fraction(-3), "-3"),
            (Fraction(0), "0"),
        ],
    )
    def test_as_people_write(self, value: Fraction, text: str) -> None:
        assert format_value(value) == text
        assert Fraction(text) == value

    def test_json_number(self) -> None:
        assert json_number(Fraction(14, 2)) == 7
        assert isinstance(json_number(Fraction(14, 2)), int)
        assert json_number(Fraction(5, 2)) == 2.5
        assert json_number(Fraction(10**400 + 1, 2)) == (10**400 + 1) // 2


class TestWording:
    @pytest.mark.parametrize(
        ("one", "many"),
        [
            ("bouquet", "bouquets"),
            ("box", "boxes"),
            ("class", "classes"),
            ("lunch", "lunches"),
            ("penny", "pennies"),
            ("day", "days"),
            ("child", "children"),
            ("foot", "feet"),
            ("square foot", "square feet"),
            ("person", "people"),
            ("fireman", "firemen"),
            ("fish", "fish"),
            ("people", "people"),
            ("kg", "kg"),
            ("", ""),
        ],
    )
    def test_plural(self, one: str, many: str) -> None:
        assert plural(one) == many

    @pytest.mark.parametrize(
        ("value", "unit", "text"),
        [
            (Fraction(7), Unit("bouquet"), "7 bouquets"),
            (Fraction(1), Unit("bouquet"), "1 bouquet"),
            (Fraction(1), Unit("people"), "1 person"),
            (Fraction(0), Unit("bouquet"), "0 bouquets"),
            (Fraction(35), Unit("dollar"), "35 dollars"),
            (Fraction(5, 2), Unit("hour"), "2.5 hours"),
            (Fraction(1, 3), Unit("cup"), "1/3 cup"),
            (Fraction(1, 2), Unit("cup"), "0.5 cups"),
            (Fraction(4), Unit("apple", (), "child"), "4 apples per child"),
            (Fraction(4), Unit("apple", (), ""), "4 apples per item"),
            (Fraction(4), Unit(), "4"),
            (None, Unit("bouquet"), "? bouquets"),
        ],
    )
    def test_amount(self, value: Fraction | None, unit: Unit, text: str) -> None:
        assert amount(value, unit) == text


class TestBuild:
    def test_the_papers_example(self, isabel: Solution) -> None:
        assert isabel.answer == 7
        assert isabel.expression == "(66 - 10) / 8"
        assert isabel.unit == "bouquet"
        assert isabel.answer_text == "7 bouquets"
        assert isabel.confidence == 0.9
        assert isabel.reason is None
        assert str(isabel) == "7 bouquets = (66 - 10) / 8"

    def test_alternatives_are_the_next_five(self, isabel: Solution) -> None:
        assert [a.answer for a in isabel.alternatives] == [48, 84, 58, 56, Fraction(33, 4)]
        assert isabel.alternatives[0].expression == "66 - 8 - 10"
        assert isabel.alternatives[0].probability == 0.05

    def test_unsolved(self) -> None:
        solution = unsolved(fake_problem([], None), "because")
        assert (solution.answer, solution.reason, solution.graph) == (None, "because", None)
        assert str(solution) == "no answer: because"
        assert solution.expression == solution.answer_text == ""

    def test_fractions_keep_their_meaning_in_an_expression(self) -> None:
        solution = solved([("12", Unit()), ("1/3", Unit())], None, op(DIV, 0, 1), {1})
        assert solution.expression == "12 / (1/3)"
        assert solved([("1/3", Unit())], None, Leaf(0)).expression == "1/3"

    def test_pickles(self, isabel: Solution) -> None:
        copy = pickle.loads(pickle.dumps(isabel))
        assert copy.to_dict() == isabel.to_dict()


FLOWER, DOLLAR, TICKET = Unit("flower"), Unit("dollar"), Unit("ticket")


class TestUnits:
    """The question names no unit: it follows from the tree."""

    @pytest.mark.parametrize(
        ("given", "tree", "rates", "text"),
        [
            ([("5", DOLLAR), ("3", Unit())], op(ADD, 0, 1), (), "8 dollars"),
            ([("5", Unit()), ("3", DOLLAR)], op(SUB, 0, 1), (), "2 dollars"),
            (
                [("3", TICKET), ("5", Unit("dollar", (), "ticket"))],
                op(MUL, 0, 1),
                {1},
                "15 dollars",
            ),
            (
                [("5", Unit("dollar", (), "ticket")), ("3", TICKET)],
                op(MUL, 0, 1),
                {0},
                "15 dollars",
            ),
            ([("6", DOLLAR), ("2", Unit("dollar", (), "ticket"))], op(DIV, 0, 1), {1}, "3 tickets"),
            ([("6", DOLLAR), ("2", TICKET)], op(DIV, 0, 1), {QUESTION}, "3 dollars per ticket"),
            ([("6", DOLLAR), ("2", Unit())], op(DIV, 0, 1), (), "3 dollars"),
            ([("6", DOLLAR), ("2", DOLLAR)], op(DIV, 0, 1), {QUESTION}, "3"),
            ([("6", Unit()), ("2", DOLLAR)], op(MUL, 0, 1), (), "12 dollars"),
        ],
    )
    def test_unit_algebra(
        self,
        given: list[tuple[str, Unit]],
        tree: Expression,
        rates: Iterable[Vertex],
        text: str,
    ) -> None:
        assert solved(given, Unit(), tree, rates).answer_text == text

    def test_the_questions_own_unit_comes_first(self) -> None:
        given = [("5", FLOWER), ("3", FLOWER)]
        assert solved(given, Unit("rose"), op(ADD, 0, 1)).answer_text == "8 roses"

    def test_no_question(self) -> None:
        solution = solved([("5", FLOWER), ("3", FLOWER)], None, op(ADD, 0, 1))
        assert solution.answer_text == "8 flowers"
        assert solution.to_dict()["question"] is None

    def test_graph_says_rate_where_the_rule_saw_none(self) -> None:
        named = solved([("3", TICKET), ("5", DOLLAR)], DOLLAR, op(MUL, 0, 1), {1})
        assert named.to_dict()["quantities"][1]["unit"] == "dollar per ticket"
        unnamed = solved([("3", Unit()), ("5", DOLLAR)], DOLLAR, op(MUL, 0, 1), {1})
        assert unnamed.to_dict()["quantities"][1]["unit"] == "dollar per item"

    def test_graph_says_no_rate_where_the_rule_saw_one(self) -> None:
        rate = Unit("dollar", (), "ticket")
        row = solved([("3", rate), ("5", DOLLAR)], DOLLAR, op(ADD, 0, 1)).to_dict()["quantities"][0]
        assert (row["unit"], row["denominator"], row["rate"]) == ("dollar", None, False)

    def test_an_irrelevant_quantity_is_as_the_rule_read_it(self) -> None:
        given = [("3", DOLLAR), ("9", Unit("page", (), "day")), ("5", DOLLAR)]
        row = solved(given, DOLLAR, op(ADD, 0, 2)).to_dict()["quantities"][1]
        assert (row["unit"], row["rate"], row["relevant"]) == ("page per day", True, False)


class TestToDict:
    def test_keys(self, isabel: Solution) -> None:
        found = isabel.to_dict()
        assert set(found) == {
            "schema", "scope", "answer_exact", "tree",
            "text", "answer", "reason", "answer_text", "unit", "expression", "confidence",
            "exact", "quantities", "question", "graph", "steps", "remarks", "warnings",
            "finish", "alternatives", "scores", "earlier",
        }  # fmt: skip
        assert set(found["quantities"][0]) == {
            "index", "text", "start", "end", "value", "value_exact", "unit", "numerator",
            "denominator", "rate", "relevant", "kind", "implied",
        }  # fmt: skip
        assert set(found["question"]) == {"start", "end", "unit", "rate"}
        assert set(found["graph"]["vertices"][0]) == {"id", "text", "value", "unit", "rate"}
        other = set(found["alternatives"][0])
        assert other == {"answer", "answer_exact", "tree", "expression", "finish", "probability"}

    def test_values(self, isabel: Solution) -> None:
        found = isabel.to_dict()
        assert json.loads(json.dumps(found)) == found
        assert isinstance(found["answer"], int)
        assert found["reason"] is None
        rate = found["quantities"][1]
        assert ISABEL[rate["start"] : rate["end"]] == rate["text"] == "8"
        assert (rate["numerator"], rate["denominator"], rate["rate"]) == ("flower", "bouquet", True)
        assert found["question"]["unit"] == "bouquet"
        assert found["scores"] == {"irrelevance": 0.1, "lca": 0.2, "vertex": 0.3, "edge": 0.4}
        assert isinstance(found["alternatives"][4]["answer"], float)

    def test_graph(self, isabel: Solution) -> None:
        graph = isabel.to_dict()["graph"]
        assert [v["id"] for v in graph["vertices"]] == [0, 1, 2, "question"]
        assert {(e["source"], e["target"], e["label"]) for e in graph["edges"]} == {
            (0, 2, "Same Unit"),
            (1, 0, "Num Unit"),
            (1, 2, "Num Unit"),
            (1, "question", "Den Unit"),
        }

    def test_no_answer(self) -> None:
        found = unsolved(fake_problem([("3", FLOWER)], None), NO_EXPRESSION).to_dict()
        assert found["reason"] == NO_EXPRESSION
        nothing = ("answer", "answer_text", "expression", "question", "graph")
        assert [found[key] for key in nothing] == [None] * 5
        assert found["quantities"][0]["relevant"] is False
        json.dumps(found)


class TestNotebook:
    def test_shows_answer_and_graph(self, isabel: Solution) -> None:
        html = isabel._repr_html_()
        assert "7 bouquets" in html
        assert "<svg" in html
        assert (isabel._repr_svg_() or "").startswith("<svg")

    def test_without_a_graph(self) -> None:
        solution = unsolved(fake_problem([], None), "a < b")
        assert solution._repr_svg_() is None
        assert "a &lt; b" in solution._repr_html_()
