"""The reader of workings: a table of styles, then properties of any text."""

from __future__ import annotations

import pytest

from unitdep.core.expression import Expression, Leaf, Operation
from unitdep.reading.workings import Amount, Joined, Step, Working, read_work
from workings import CASES, UNREAD, Case


def written(tree: Expression, operands: tuple[Amount, ...], inner: bool = False) -> str:
    if isinstance(tree, Leaf):
        return str(operands[tree.index].value)
    assert isinstance(tree, Operation)
    left, right = (written(side, operands, inner=True) for side in (tree.left, tree.right))
    text = f"{left} {tree.operator.value} {right}"
    return f"({text})" if inner else text


def amount_text(amount: Amount) -> str:
    parts = [str(amount.value)]
    if amount.remainder is not None:
        parts.append(f"r {amount.remainder}")
    if amount.percent:
        parts.append("%")
    parts += [*amount.unit.modifiers, str(amount.unit)]
    return " ".join(filter(None, parts))


def step_text(step: Step) -> str:
    joined = "" if step.joined is Joined.NOT else f"{step.joined.value}: "
    claim = f" = {amount_text(step.claim)}" if step.claim else ""
    return joined + written(step.tree, step.operands) + claim


def answer_text(working: Working) -> str:
    answer = working.answer
    return f"{amount_text(answer.amount)}, {answer.rule.value}" if answer else "none"


@pytest.mark.parametrize("case", CASES, ids=[case.text[:60] for case in CASES])
def test_what_is_read(case: Case) -> None:
    working = read_work(case.text)
    assert (answer_text(working), tuple(map(step_text, working.steps))) == (
        case.answer,
        case.steps,
    )


@pytest.mark.parametrize(("text", "unread"), UNREAD)
def test_what_is_not_read(text: str, unread: str) -> None:
    working = read_work(text)
    assert (working.steps, working.answer) == ((), None)
    assert [text[span.start : span.end] for span in working.unread] == [unread]


@pytest.mark.parametrize("text", ["99 minutes + 1:35 pm = 3:14 pm", "1:35 pm + 99 min = 3:14 pm"])
def test_a_time_of_day_with_its_half_is_no_quotient(text: str) -> None:
    [step] = read_work(text).steps
    assert step.claim is not None
    assert (step.claim.value, step.claim.clock) == (15 * 60 + 14, "24")
