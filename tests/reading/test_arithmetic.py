import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unitdep.core.expression import (
    Expression,
    Leaf,
    Operation,
    Operator,
    evaluate,
    monotonic,
    render,
)
from unitdep.errors import GrammarError
from unitdep.reading.arithmetic import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_LEAVES,
    MAX_LENGTH,
    Parsed,
    parse,
    parse_equation,
    parse_indices,
)


def shown(parsed: Parsed) -> str:
    return render(parsed.tree, [literal.text for literal in parsed.literals])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("20 - 5 - 3", 12),
        ("20 / 5 / 2", 2),
        ("20 - (5 - 3)", 18),
        ("6 × 7", 42),
        ("9 ÷ 3", 3),
        ("9 − 3", 6),
        ("1,200.5 + .5", 1201),
        ("1,234,567", 1234567),
        ("$3 + $ 4.25", Fraction(29, 4)),
        ("25% * 80", 20),
        ("25 % * 80", 20),
        ("((5.))", 5),
        ("\t4\n+ 1 ", 5),
    ],
)
def test_values(text: str, value: Fraction) -> None:
    parsed = parse(text)
    assert evaluate(parsed.tree, parsed.values) == value


def test_literals_keep_their_place() -> None:
    text = " $1,200 - (25% + .5)"
    parsed = parse(text)
    assert [text[lit.start : lit.end] for lit in parsed.literals] == ["$1,200", "25%", ".5"]
    assert [lit.text for lit in parsed.literals] == ["$1,200", "25%", ".5"]
    assert parsed.values == (Fraction(1200), Fraction(1, 4), Fraction(1, 2))


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 0, "missing at the end"),
        ("   ", 3, "missing at the end"),
        ("3 +", 3, "missing at the end"),
        ("-3", 0, "no negative numbers"),
        ("2 * -3", 4, "no negative numbers"),
        ("2 + (−3)", 5, "no negative numbers"),
        ("+3", 0, "missing before '+'"),
        ("2 * / 3", 4, "missing before '/'"),
        ("()", 1, "missing before ')'"),
        ("2 3", 2, "operator is missing"),
        ("1.2.3", 3, "operator is missing"),
        ("2 (3)", 2, "operator is missing"),
        ("(2 3)", 3, "operator or a closing"),
        ("(2 + 3", 0, "never closed"),
        ("1 + (2 * (3)", 4, "never closed"),
        ("2 + 3)", 5, "never opened"),
        ("2 = 2", 2, "equals sign"),
        ("3 x 4", 2, "operator is missing"),
        ("x + 4", 0, "is an unknown"),
        ("2 ^ 3", 2, "not arithmetic"),
        ("2 ** 3", 3, "missing before '*'"),
        ("1,20 + 3", 1, "groups of three"),
        ("3 + 1,20", 5, "groups of three"),
        ("__import__('os')", 0, "not arithmetic"),
        ("٣ + 1", 0, "not arithmetic"),
    ],
)
def test_errors_point_at_the_character(text: str, position: int, message: str) -> None:
    with pytest.raises(GrammarError, match=re.escape(message)) as info:
        parse(text)
    assert info.value.position == position


def test_error_shows_a_caret() -> None:
    with pytest.raises(GrammarError) as info:
        parse("2 +\n* 3")
    assert info.value.show() == "2 + * 3\n    ^\na number is missing before '*'"
    assert str(info.value) == "a number is missing before '*' (character 5)"


def test_limits() -> None:
    parse("(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH)
    parse("+".join(["1"] * MAX_LEAVES))
    parse("1" * MAX_DIGITS)
    parse("1".ljust(MAX_LENGTH))
    for text, position in (
        ("(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1), MAX_DEPTH),
        ("+".join(["1"] * (MAX_LEAVES + 1)), 2 * MAX_LEAVES),
        ("1 + " + "1" * (MAX_DIGITS + 1), 4),
        ("1".ljust(MAX_LENGTH + 1), MAX_LENGTH),
    ):
        with pytest.raises(GrammarError) as info:
            parse(text)
        assert info.value.position == position


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        ("X=(70.0-27.0)", "70.0 - 27.0"),
        ("70-x=27", "70 - 27"),
        ("x/6 = 8.0", "8.0 * 6"),
        ("5 = x + 2", "5 - 2"),
        ("8/x=2", "8 / 2"),
        ("x*3=12", "12 / 3"),
        ("3*x=12", "12 / 3"),
        ("x - 3 = 4", "4 + 3"),
        ("27 + n = 70", "70 - 27"),
        ("3*4=x", "3 * 4"),
        ("2*3 + 5*cost = 21", "(21 - 2 * 3) / 5"),
        ("20 - (2 + x*3) = 6", "(20 - 6 - 2) / 3"),
        ("3 * 4", "3 * 4"),
    ],
)
def test_equations_are_solved(text: str, solution: str) -> None:
    assert shown(parse_equation(text)) == solution


def test_solution_keeps_literals_in_reading_order() -> None:
    parsed = parse_equation("27 + x = 70")
    assert parsed.tree == Operation(Operator.SUB, Leaf(1), Leaf(0))
    assert parsed.values == (Fraction(27), Fraction(70))


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("7 + 2 = 9", 6, "no unknown"),
        ("x + x = 4", 4, "'x' occurs twice"),
        ("x = 4 + x", 8, "'x' occurs twice"),
        ("x + y = 4", 4, "'y' is a second unknown"),
        ("x = 3 = 4", 6, "equals sign"),
        ("= 4", 0, "missing before '='"),
        ("x =", 3, "missing at the end"),
        ("x + 4", 0, "is an unknown"),
        ("2x = 4", 1, "operator is missing"),
        ("x = -4", 4, "no negative"),
    ],
)
def test_equation_errors(text: str, position: int, message: str) -> None:
    with pytest.raises(GrammarError, match=message) as info:
        parse_equation(text)
    assert info.value.position == position


def test_indices() -> None:
    difference = Operation(Operator.SUB, Leaf(0), Leaf(2))
    assert parse_indices("(0-2)/1") == Operation(Operator.DIV, difference, Leaf(1))
    for text, position in (("0 + 1.5", 4), ("$1 + 0", 0), ("0 + 50%", 4)):
        with pytest.raises(GrammarError, match="not an index") as info:
            parse_indices(text)
        assert info.value.position == position


arithmetic = st.text(alphabet="0123456789.,%$+-*/×÷−()= xXy\n٣²é", max_size=60)


def failure(read: Callable[[str], object], text: str) -> GrammarError | None:
    try:
        read(text)
    except GrammarError as error:
        return error
    return None


@given(st.one_of(st.text(), arithmetic))
def test_only_grammar_errors(text: str) -> None:
    for read in (parse, parse_equation, parse_indices):
        error = failure(read, text)
        assert error is None or (0 <= error.position <= len(text) and error.show())


def trees(leaves: range) -> st.SearchStrategy[Expression]:
    """All trees with these leaves from left to right."""
    if len(leaves) == 1:
        return st.just(Leaf(leaves[0]))
    return st.integers(1, len(leaves) - 1).flatmap(
        lambda k: st.builds(
            Operation, st.sampled_from(Operator), trees(leaves[:k]), trees(leaves[k:])
        )
    )


numerals = st.builds(
    "{}{:,}{}{}".format,
    st.sampled_from(["", "$"]),
    st.integers(0, 10**9),
    st.sampled_from(["", ".5", ".125"]),
    st.sampled_from(["", "%"]),
)


@given(
    st.integers(1, 8).flatmap(
        lambda n: st.tuples(trees(range(n)), st.lists(numerals, min_size=n, max_size=n))
    )
)
def test_what_is_rendered_is_parsed_back(case: tuple[Expression, list[str]]) -> None:
    tree, names = case
    parsed = parse(render(tree, names))
    assert [literal.text for literal in parsed.literals] == names
    assert monotonic(parsed.tree) == monotonic(tree)
    assert parse(render(parsed.tree, names)).tree == parsed.tree


@given(st.sampled_from(Operator), st.booleans(), st.integers(1, 99), st.integers(1, 99))
def test_solution_satisfies_the_equation(
    operator: Operator, first: bool, known: int, result: int
) -> None:
    left, right = ("x", str(known)) if first else (str(known), "x")
    parsed = parse_equation(f"{left} {operator.value} {right} = {result}")
    solution = evaluate(parsed.tree, parsed.values)
    sides = (solution, Fraction(known)) if first else (Fraction(known), solution)
    if solution != 0 or operator is not Operator.DIV:
        assert evaluate(Operation(operator, Leaf(0), Leaf(1)), sides) == result
