"""Properties of the reader of workings: any text, any expression in any notation, any length."""

from __future__ import annotations

import random
import re
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unitdep.core.expression import Expression, Leaf, Operation, Operator, evaluate
from unitdep.reading.text import MAX_STEPS, MAX_WORKING
from unitdep.reading.workings import Amount, Rule, Step, Working, read_work
from workings import CASES, Case

SIGNS_AND_WORDS = (
    "0 1 7 48 3.5 1,200 1/2 ½ $ £ % + - − – * × x ÷ / : = ≈ → ( ) [ ] { } \\frac \\boxed \\times "
    "\\text \\left( \\right) << >> #### <think> </think> ** # | . , ; ? ' - is of the answer half "
    "two dozen hours minutes pencils per r remainder step r ² ^ \\ $$ & a check so"
)
ODD = [" ", " ", "\n", "\t", "\u200b", "\ud800", "😀", "٣", "１", "İ"]
PIECES = st.sampled_from([*SIGNS_AND_WORDS.split(), *ODD])
DIGIT = re.compile(r"\d")  # "half" is a number only before "of"


def amounts(working: Working) -> list[Amount]:
    found = [amount for step in working.steps for amount in step.operands]
    found += [step.claim for step in working.steps if step.claim]
    return found + ([working.answer.amount] if working.answer else [])


def check_spans(working: Working) -> None:
    spans: list[Amount | Step | object] = [*amounts(working), *working.steps, *working.unread]
    for span in spans:
        assert 0 <= span.start < span.end <= len(working.text)  # type: ignore[attr-defined]
    for step in working.steps:
        assert all(step.start <= o.start and o.end <= step.end for o in step.operands)
        starts = [operand.start for operand in step.operands]
        assert starts == sorted(starts)
        assert step.value is None or isinstance(step.value, Fraction)


@given(st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=400, deadline=None)
def test_pieces_of_workings_never_raise(text: str) -> None:
    check_spans(read_work(text))


@given(st.text(max_size=80))
@settings(max_examples=300, deadline=None)
def test_any_text_never_raises(text: str) -> None:
    check_spans(read_work(text))


@pytest.mark.parametrize("case", CASES, ids=[case.text[:60] for case in CASES])
def test_a_span_reads_as_the_same_amount(case: Case) -> None:
    working = read_work(case.text)
    check_spans(working)
    for found in amounts(working):
        amount = found.parts[0] if len(found.parts) == 1 else found  # converted within its sum
        written = working.text[amount.start : amount.end]
        if amount.computed or "<<" in case.text or "\\" in case.text or not DIGIT.search(written):
            continue
        again = read_work(written).answer
        assert again is not None
        assert (again.amount.value, again.amount.unit) == (amount.value, amount.unit)


SIGNS = {
    Operator.ADD: ["+", " + ", " plus "],
    Operator.SUB: [" - ", " − ", " – ", " minus ", " take away "],
    Operator.MUL: ["*", " * ", "×", " x ", " X ", " · ", " times ", r" \times ", r"\cdot "],
    Operator.DIV: [" / ", "÷", " ÷ ", " divided by ", r" \div "],
}
UNITS = ["", "", " pencils", " boxes", " cm", " red marbles", " square feet"]


def expressions(size: int) -> st.SearchStrategy[Expression]:
    leaves = st.just(Leaf(0))
    return st.recursive(
        leaves,
        lambda inner: st.builds(Operation, st.sampled_from(list(Operator)), inner, inner),
        max_leaves=size,
    ).filter(lambda tree: isinstance(tree, Operation))


def write(tree: Expression, rng: random.Random, values: list[Fraction]) -> str:
    """Write a tree in random notation, and append the values of its leaves."""
    if isinstance(tree, Leaf):
        return write_number(rng, values)
    left, right = write(tree.left, rng, values), write(tree.right, rng, values)
    if tree.operator is Operator.DIV and rng.random() < 0.3:
        return rf"\frac{{{left}}}{{{right}}}"
    opened, closed = rng.choice(["()", "[]", (r"\left(", r"\right)")])
    left = left if isinstance(tree.left, Leaf) else opened + left + closed
    right = right if isinstance(tree.right, Leaf) else opened + right + closed
    return left + rng.choice(SIGNS[tree.operator]) + right


def write_number(rng: random.Random, values: list[Fraction]) -> str:
    kind = rng.randrange(6)
    whole = rng.randint(1, 5000)
    unit = rng.choice(UNITS)
    if kind == 0:
        values.append(Fraction(whole))
        return f"{whole:,}{unit}"
    if kind == 1:
        values.append(Fraction(whole, 100))
        return f"${whole / 100:.2f}".replace("$", rng.choice(["\\$", "£", ""]))
    if kind == 2:
        values.append(whole + Fraction(1, 2))
        return f"{whole} 1/2"
    values.append(Fraction(whole))
    return f"{whole}{unit}"


@given(expressions(6), st.integers(0, 10**6))
@settings(max_examples=300, deadline=None)
def test_a_written_expression_has_its_value(tree: Expression, seed: int) -> None:
    rng = random.Random(seed)
    values: list[Fraction] = []
    text = write(tree, rng, values)
    counted = iter(range(len(values)))

    def numbered(node: Expression) -> Expression:
        if isinstance(node, Leaf):
            return Leaf(next(counted))
        return Operation(node.operator, numbered(node.left), numbered(node.right))

    expected = evaluate_or_none(numbered(tree), values)
    templates = ["{} = 5", "She has {} = 5.", "$${}$$ =5", "x = {} ≈ 5"]
    if len(values) > 2:  # by itself, two numbers may be a fraction
        templates += ["It is {}.", "x = {}", "{}"]
    for written in (template.format(text) for template in templates):
        steps = read_work(written).steps
        assert len(steps) == 1, written
        assert steps[0].value == expected, written


def evaluate_or_none(tree: Expression, values: list[Fraction]) -> Fraction | None:
    try:
        return evaluate(tree, values)
    except ZeroDivisionError:
        return None


class TestLength:
    def test_a_text_that_is_too_long(self) -> None:
        working = read_work("3 + 4 = 7 " * 2001)
        assert working.too_long
        assert (working.steps, working.answer) == ((), None)
        assert [(span.start, span.end) for span in working.unread] == [(0, 20_010)]

    def test_more_sums_than_anybody_writes(self) -> None:
        working = read_work("3 + 4 = 7\n" * (MAX_STEPS + 1))
        assert working.too_long
        assert working.steps == ()

    def test_a_text_of_the_largest_size(self) -> None:
        working = read_work(("so " * 30 + "3 + 4 = 7\n") * MAX_STEPS)
        assert len(working.text) == 20_000
        assert len(working.steps) == MAX_STEPS
        assert working.answer is not None
        assert working.answer.rule is Rule.RESULT

    @pytest.mark.parametrize(
        "piece",
        [
            *("(", "((1+", "3(", "1+", "1-", "1 ", "1/2 ", "a ", "$", "$1 ", "\\", "\\frac{", "{"),
            *("1.", "1,", "9:15", "<", "<<", "<think>", "</think>", "**", "* ", "#", "####", "="),
            *("answer is ", "answer: 1 ", "answer to ", "1=", "-", "x", "3x", "x x ", "of ", "½"),
            *("half of ", "a third of ", "one hundred ", "1 hour 2 minutes ", "9 r 3 ", "\n", " "),
            *("1\n= ", "| 1 ", "step 1", "step 1:", "1", "1 and a half ", "\\boxed{", "\\boxed{1"),
            *("1,000", "1{,}000", "per ", "3 pens per ", "divide 1 by 2 ", "with a remainder of "),
            *("so 5 ", "check ", "1+(", "(1+2)", "(1", "1)*", "[({", "\\text{a", "<<1+1=2>>"),
            *("$\\frac{1}{2}$", "cm^2 ", "1:2", "a-a", "3 boxes of ", "12 + 5 = 17 × 2 = ", "٣"),
            *(
                "1 because ",
                "1+1=2 because ",
                "1 (",
                "1 (1+1=2",
                "1+1=2 as ",
                "1 no wait ",
                "1 no ",
            ),
            *(
                "1 no ",
                "1+1=2 oops ",
                "1 or ",
                "1, ",
                "~~1",
                "4w + ",
                "w = 7 ",
                "£1 + 5p ",
                "9:15 + ",
            ),
            "(((((((((((1+1+1+1+1+1+1+1+1+a))))))))))) ",
        ],
    )
    def test_time_is_linear(self, piece: str) -> None:
        text = (piece * MAX_WORKING)[:MAX_WORKING]
        assert min(self.seconds(text) for _ in range(3)) < 2

    @pytest.mark.parametrize("before", ["1 ", "1+1=2 "])
    @pytest.mark.parametrize("mark", ["answer is ", "#### ", "\\boxed{} ", "so ", "check "])
    def test_time_of_marks_without_an_answer(self, before: str, mark: str) -> None:
        text = (before * 200 + mark * MAX_WORKING)[:MAX_WORKING]
        assert min(self.seconds(text) for _ in range(3)) < 2

    def seconds(self, text: str) -> float:
        begin = time.process_time()
        read_work(text)
        return time.process_time() - begin
