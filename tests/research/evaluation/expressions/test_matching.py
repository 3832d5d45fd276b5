"""Matching the numbers of an expression with a problem's quantities."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from factories import ADD, DIV, MUL, SUB, op
from unitdep.core.expression import Expression, leaves
from unitdep.reading.arithmetic import parse, parse_indices
from unitdep.research.evaluation.expressions.matching import match


def matched(text: str, values: Sequence[int | str], solved: str | None = None) -> Expression | None:
    tree = None if solved is None else parse_indices(solved)
    return match(parse(text), [Fraction(v) for v in values], tree, lambda _: 0.0).tree


class TestMatch:
    def test_by_value_in_the_order_written(self) -> None:
        assert matched("(66-10)/8", [66, 8, 10]) == op(DIV, op(SUB, 0, 2), 1)
        assert matched("10+66", [66, 10]) == op(ADD, 1, 0)

    def test_twins_go_where_the_rank_is_highest(self) -> None:
        wanted = op(ADD, op(MUL, 2, 1), 0)
        found = match(parse("5*3+5"), [Fraction(v) for v in (5, 3, 5)], None, lambda t: t == wanted)
        assert found.tree == wanted

    def test_a_number_that_is_not_in_the_text(self) -> None:
        found = match(parse("(66-10)/9"), [Fraction(66), Fraction(10)], None, lambda _: 0.0)
        assert found.tree is None
        assert [literal.text for literal in found.foreign] == ["9"]

    def test_a_number_used_twice(self) -> None:
        found = match(parse("66-8-8"), [Fraction(66), Fraction(8)], None, lambda _: 0.0)
        assert found.repeated == (1,)

    def test_a_step_done_in_the_head(self) -> None:
        assert matched("56/8", [66, 8, 10], "(0-2)/1") == op(DIV, op(SUB, 0, 2), 1)
        assert matched("7", [66, 8, 10], "(0-2)/1") is None  # the answer itself is not a step

    @pytest.mark.parametrize(
        ("text", "values", "tree"),
        [
            ("25/100*80", ["1/4", 80], op(MUL, 0, 1)),
            ("80*25%", ["1/4", 80], op(MUL, 1, 0)),
            ("3*12-8", [36, 8], op(SUB, 0, 1)),
            ("40/2", ["1/2", 40], op(MUL, 1, 0)),
            ("6*(1/3)", [6, "1/3", 3], op(MUL, 0, 1)),
            ("6/2", [3, 6, 2], op(DIV, 1, 2)),
        ],
    )
    def test_other_ways_to_write_a_number(
        self, text: str, values: list[int | str], tree: Expression
    ) -> None:
        assert matched(text, values) == tree

    def test_many_twins_end(self) -> None:
        values = [Fraction(2)] * 12
        found = match(parse("+".join(["2"] * 12)), values, None, lambda _: 0.0)
        assert found.tree is not None
        assert sorted(leaves(found.tree)) == list(range(12))
