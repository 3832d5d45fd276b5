"""Expressions: the monotonic normal form, LCA operations, exact values, text."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from factories import ADD, DIV, MUL, SUB, op, random_tree
from unitdep.core.expression import (
    ADDITIVE,
    Expression,
    LcaOperation,
    Leaf,
    Operation,
    chain,
    evaluate,
    lca_operations,
    leaves,
    map_leaves,
    monotonic,
    operations,
    render,
)

FLIPPED = {ADD: SUB, SUB: ADD, MUL: DIV, DIV: MUL}
A, B, C, D = (Leaf(index) for index in range(4))


ISABEL = op(DIV, op(SUB, A, C), B)  # (66 - 10) / 8, in text order 66, 8, 10


@pytest.mark.parametrize(
    ("tree", "normal"),
    [
        (A, "a"),
        (op(ADD, B, A), "a + b"),
        (op(MUL, B, A), "a * b"),
        (op(SUB, B, A), "b - a"),
        (op(DIV, B, A), "b / a"),
        (op(SUB, A, op(SUB, B, C)), "a + c - b"),
        (op(DIV, A, op(DIV, B, C)), "a * c / b"),
        (op(ADD, op(SUB, A, B), C), "a + c - b"),
        (op(MUL, op(DIV, A, B), C), "a * c / b"),
        (op(SUB, op(SUB, A, B), C), "a - (b + c)"),
        (op(DIV, op(DIV, A, C), B), "a / (b * c)"),
        (op(ADD, C, op(ADD, B, A)), "a + b + c"),
        (op(SUB, op(SUB, D, B), op(SUB, A, C)), "c + d - (a + b)"),
        (op(DIV, op(DIV, D, B), op(DIV, A, C)), "c * d / (a * b)"),
        (op(SUB, D, op(SUB, C, op(SUB, B, A))), "b + d - (a + c)"),
        (op(DIV, D, op(DIV, C, op(DIV, B, A))), "b * d / (a * c)"),
        # a chain below a chain of the other kind is sorted by itself
        (op(MUL, B, op(SUB, A, op(SUB, D, C))), "(a + c - d) * b"),
        (op(ADD, op(MUL, D, B), op(DIV, C, A)), "c / a + b * d"),
        (op(DIV, op(SUB, A, C), B), "(a - c) / b"),
        (op(SUB, A, op(MUL, D, op(SUB, B, C))), "a - (b - c) * d"),
        # a difference is never reversed: the value is the same, the normal form is not
        (op(MUL, op(SUB, B, A), op(SUB, D, C)), "(b - a) * (d - c)"),
    ],
)
def test_monotonic_by_hand(tree: Expression, normal: str) -> None:
    assert render(monotonic(tree), "abcd") == normal


def test_monotonic_nests_to_the_left() -> None:
    assert monotonic(op(ADD, C, op(ADD, B, A))) == op(ADD, op(ADD, A, B), C)
    assert monotonic(op(DIV, A, op(MUL, C, op(MUL, D, B)))) == op(DIV, A, op(MUL, op(MUL, B, C), D))


def test_chain() -> None:
    assert chain(op(SUB, A, op(SUB, op(MUL, B, C), D))) == ([A, D], [op(MUL, B, C)])
    assert chain(op(DIV, op(ADD, A, B), op(DIV, C, D))) == ([op(ADD, A, B), D], [C])


def test_leaves_and_operations_in_order() -> None:
    assert list(leaves(ISABEL)) == [0, 2, 1]
    assert [node.operator for node in operations(ISABEL)] == [SUB, DIV]
    assert list(operations(A)) == []


def test_map_leaves() -> None:
    assert map_leaves(ISABEL, lambda index: index + 1) == op(
        DIV, op(SUB, Leaf(1), Leaf(3)), Leaf(2)
    )


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (op(ADD, A, B), {(0, 1): LcaOperation.ADD}),
        (op(SUB, A, B), {(0, 1): LcaOperation.SUB}),
        (op(SUB, B, A), {(0, 1): LcaOperation.SUB_REV}),
        (op(MUL, A, B), {(0, 1): LcaOperation.MUL}),
        (op(DIV, A, B), {(0, 1): LcaOperation.DIV}),
        (op(DIV, B, A), {(0, 1): LcaOperation.DIV_REV}),
        (
            ISABEL,
            {(0, 2): LcaOperation.SUB, (0, 1): LcaOperation.DIV, (1, 2): LcaOperation.DIV_REV},
        ),
        (
            op(SUB, op(MUL, B, D), op(ADD, A, C)),
            {
                (0, 1): LcaOperation.SUB_REV,
                (0, 2): LcaOperation.ADD,
                (0, 3): LcaOperation.SUB_REV,
                (1, 2): LcaOperation.SUB,
                (1, 3): LcaOperation.MUL,
                (2, 3): LcaOperation.SUB_REV,
            },
        ),
        (A, {}),
    ],
)
def test_lca_operations_by_hand(
    tree: Expression, expected: dict[tuple[int, int], LcaOperation]
) -> None:
    assert monotonic(tree) == tree
    assert lca_operations(tree) == expected


def test_lca_operations_need_the_normal_form() -> None:
    one, other = op(SUB, A, op(SUB, B, C)), op(ADD, op(SUB, A, B), C)
    assert lca_operations(one) != lca_operations(other)
    assert lca_operations(monotonic(one)) == lca_operations(monotonic(other))


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (ISABEL, "(66 - 10) / 8"),
        (op(ADD, A, op(ADD, B, C)), "66 + 8 + 10"),
        (op(ADD, A, op(SUB, B, C)), "66 + 8 - 10"),
        (op(SUB, A, op(ADD, B, C)), "66 - (8 + 10)"),
        (op(SUB, A, op(SUB, B, C)), "66 - (8 - 10)"),
        (op(SUB, op(SUB, A, B), C), "66 - 8 - 10"),
        (op(MUL, A, op(DIV, B, C)), "66 * 8 / 10"),
        (op(DIV, A, op(MUL, B, C)), "66 / (8 * 10)"),
        (op(DIV, A, op(DIV, B, C)), "66 / (8 / 10)"),
        (op(DIV, op(MUL, A, B), C), "66 * 8 / 10"),
        (op(ADD, A, op(MUL, B, C)), "66 + 8 * 10"),
        (op(SUB, A, op(DIV, B, C)), "66 - 8 / 10"),
        (op(MUL, op(ADD, A, B), C), "(66 + 8) * 10"),
        (op(MUL, A, op(ADD, B, C)), "66 * (8 + 10)"),
        (op(DIV, A, op(SUB, B, C)), "66 / (8 - 10)"),
        (A, "66"),
    ],
)
def test_render_by_hand(tree: Expression, text: str) -> None:
    assert render(tree, {0: "66", 1: "8", 2: "10"}) == text


def test_evaluate_is_exact() -> None:
    assert evaluate(ISABEL, [Fraction(66), Fraction(8), Fraction(10)]) == 7
    tenth, fifth = Fraction(1, 10), Fraction(1, 5)
    assert evaluate(op(ADD, A, B), [tenth, fifth]) == Fraction(3, 10)
    assert evaluate(op(DIV, A, B), [Fraction(1), Fraction(3)]) == Fraction(1, 3)
    with pytest.raises(ZeroDivisionError):
        evaluate(op(DIV, A, op(SUB, B, C)), [Fraction(1), Fraction(2), Fraction(2)])


@st.composite
def trees(draw: st.DrawFn) -> Expression:
    order = draw(st.permutations(range(draw(st.integers(1, 7)))))
    return random_tree(order, draw(st.randoms(use_true_random=False)))


FRACTIONS = st.lists(st.fractions(-20, 20, max_denominator=12).filter(bool), min_size=7, max_size=7)
RANDOMS = st.randoms(use_true_random=False)


def rewritten(tree: Expression, source: random.Random) -> Expression:
    """Apply one law of arithmetic at some node; the value stays the same."""
    if isinstance(tree, Leaf):
        return tree
    laws = [
        lambda: op(tree.operator, rewritten(tree.left, source), tree.right),
        lambda: op(tree.operator, tree.left, rewritten(tree.right, source)),
    ]
    left, right, operator = tree.left, tree.right, tree.operator
    family = {ADD, SUB} if operator in ADDITIVE else {MUL, DIV}
    direct = operator in {ADD, MUL}
    if direct:
        laws.append(lambda: op(operator, right, left))  # x + y = y + x
    if isinstance(right, Operation) and right.operator in family:
        outer = right.operator if direct else FLIPPED[right.operator]
        # x - (y - z) = (x - y) + z
        laws.append(lambda: op(outer, op(operator, left, right.left), right.right))
    if isinstance(left, Operation) and left.operator in family:
        inner = operator if left.operator in {ADD, MUL} else FLIPPED[operator]
        # (x - y) + z = x - (y - z), and (x - y) + z = (x + z) - y
        laws.append(lambda: op(left.operator, left.left, op(inner, left.right, right)))
        laws.append(lambda: op(left.operator, op(operator, left.left, right), left.right))
    return source.choice(laws)()


@given(trees())
def test_monotonic_is_idempotent(tree: Expression) -> None:
    normal = monotonic(tree)
    assert monotonic(normal) == normal
    assert sorted(leaves(normal)) == sorted(leaves(tree))


def value_or_none(tree: Expression, values: list[Fraction]) -> Fraction | None:
    try:
        return evaluate(tree, values)
    except ZeroDivisionError:
        return None


@given(trees(), FRACTIONS)
def test_monotonic_keeps_the_value(tree: Expression, values: list[Fraction]) -> None:
    before, after = value_or_none(tree, values), value_or_none(monotonic(tree), values)
    assume(before is not None and after is not None)
    assert before == after


@given(trees())
def test_monotonic_does_inverses_last(tree: Expression) -> None:
    for node in operations(monotonic(tree)):
        same_kind = {ADD, SUB} if node.operator in ADDITIVE else {MUL, DIV}
        below = {n.operator for n in (node.left, node.right) if isinstance(n, Operation)}
        assert not below & same_kind & {SUB, DIV}


@given(trees(), FRACTIONS, RANDOMS, st.integers(1, 15))
def test_variants_have_one_normal_form(
    tree: Expression, values: list[Fraction], source: random.Random, steps: int
) -> None:
    variant = tree
    for _ in range(steps):
        variant = rewritten(variant, source)
    here, there = value_or_none(tree, values), value_or_none(variant, values)
    assert here is None or there is None or here == there  # the laws themselves are sound
    assert monotonic(variant) == monotonic(tree)
    assert lca_operations(monotonic(variant)) == lca_operations(monotonic(tree))


@given(trees(), FRACTIONS)
def test_rendered_text_has_the_same_value(tree: Expression, values: list[Fraction]) -> None:
    expected = value_or_none(tree, values)
    assume(expected is not None)
    names = [f"v[{index}]" for index in range(7)]
    assert eval(render(tree, names), {"v": values}) == expected


@given(trees())
def test_lca_operations_cover_every_pair(tree: Expression) -> None:
    used = sorted(leaves(tree))
    found = lca_operations(monotonic(tree))
    assert set(found) == {(i, j) for i in used for j in used if i < j}
