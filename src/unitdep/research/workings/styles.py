"""Styles: a plan written as pupils and language models write."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from unitdep.core.expression import Operator, render
from unitdep.research.workings.plan import Line, Plan, shown
from unitdep.research.workings.sample import write_gold
from unitdep.units.wording import plural_name

Style = Callable[[Plan, random.Random], str | None]  # None if a plan can't be written so
_SIGNS: Final = {
    "ascii": {Operator.ADD: "+", Operator.SUB: "-", Operator.MUL: "*", Operator.DIV: "/"},
    "typeset": {Operator.ADD: "+", Operator.SUB: "−", Operator.MUL: "×", Operator.DIV: "÷"},
    "school": {Operator.ADD: "+", Operator.SUB: "-", Operator.MUL: "x", Operator.DIV: ":"},
    "latex": {
        Operator.ADD: "+",
        Operator.SUB: "-",
        Operator.MUL: r"\times",
        Operator.DIV: r"\div",
    },
    "words": {
        Operator.ADD: "plus",
        Operator.SUB: "take away",
        Operator.MUL: "times",
        Operator.DIV: "divided by",
    },
}
_MONEY: Final = {"dollar": "${}", "pound": "£{}", "euro": "€{}", "penny": "{}p"}
_DONE: Final = ("That's what we wanted.", "Done!", "I checked it twice.")


def answer_in_words(plan: Plan) -> str:
    """Write the answer with its unit: "7 bouquets", "$12"."""
    sign = _MONEY.get(plan.unit)
    if sign and plan.answer > 0:
        return sign.format(_money(plan.answer, plan.unit))
    exact = (plan.answer * 100).denominator == 1
    return write_gold(plan.answer if exact else Fraction(shown(plan.answer)), plan.unit)


def _money(value: Fraction, unit: str) -> str:
    return shown(value) if value.denominator == 1 or unit == "penny" else f"{float(value):.2f}"


def _sum(line: Line, signs: str) -> str:
    return f"{line.left.text} {_SIGNS[signs][line.operator]} {line.right.text}"


def _named(line: Line) -> str:
    """Write the result of a line with its unit, if that is simple."""
    name = (
        plural_name(line.unit)
        if line.unit is not None and line.closes and "%" not in line.result
        else ""
    )
    return f"{line.result} {name}" if name and " per " not in name else line.result


def lines(plan: Plan, rng: random.Random) -> str | None:
    """Write one sum on each line; the answer may follow."""
    signs = rng.choice(("ascii", "typeset", "school"))
    done = [f"{_sum(line, signs)} = {line.result}" for line in plan.lines]
    end = rng.choice(("Answer: {}", "{}", "= {}" if len(done) > 3 else "Ans: {}"))
    return "\n".join([*done, end.format(answer_in_words(plan))])


def expression(plan: Plan, rng: random.Random) -> str | None:
    """Write one expression with its result."""
    if plan.tree is None or any(line.remainder is not None for line in plan.lines):
        return None
    written = render(plan.tree, [number.text for number in plan.numbers])
    last = plan.lines[-1]
    if last.value != plan.answer:
        return f"{written} = {shown(last.value)}, so {answer_in_words(plan)}"
    return f"{written} = {rng.choice((shown(plan.answer), answer_in_words(plan)))}"


def chain(plan: Plan, rng: random.Random) -> str | None:
    """Let the equals sign run on: 12 + 5 = 17 × 2 = 34."""
    follows = all(line.left.line == k for k, line in enumerate(plan.lines[1:]))
    remainders = any(line.remainder is not None for line in plan.lines[:-1])
    if len(plan.lines) < 2 or not follows or remainders:
        return None
    signs = _SIGNS[rng.choice(("ascii", "typeset"))]
    written = _sum(plan.lines[0], "ascii")
    for before, line in zip(plan.lines, plan.lines[1:], strict=False):
        written += f" = {before.result} {signs[line.operator]} {line.right.text}"
    last = plan.lines[-1]
    if last.value != plan.answer:
        return f"{written} = {last.result}\n{answer_in_words(plan)}"
    return f"{written} = {answer_in_words(plan)}"


def calculator(plan: Plan, rng: random.Random) -> str | None:
    """Write calculator notes and a last line with hashes."""
    if any(line.remainder is not None for line in plan.lines):
        return None
    openings = ("That makes", "Then there are", "So we get", "This gives")
    done = []
    for line in plan.lines:
        sum_ = _sum(line, "ascii").replace(" ", "")
        note = f"<<{sum_}={line.result}>>{line.result}"
        done.append(f"{rng.choice(openings)} {_sum(line, 'ascii')} = {note}.")
    return "\n".join([*done, f"#### {shown(plan.answer)}"])


def latex(plan: Plan, rng: random.Random) -> str | None:
    """Write formulas, and the answer in a box."""
    done = []
    for line in plan.lines:
        sum_ = _sum(line, "latex").replace("%", r"\%")
        if line.operator is Operator.DIV and rng.random() < 0.5:
            sum_ = rf"\frac{{{line.left.text}}}{{{line.right.text}}}"
        done.append(f"${sum_} = {_tex(line.result)}$")
    boxed = rf"\boxed{{{shown(plan.answer)}}}"
    name = answer_in_words(plan).partition(" ")[2]
    if name and rng.random() < 0.5:
        boxed = rf"\boxed{{{shown(plan.answer)} \text{{ {name}}}}}"
    return "\n\n".join([*done, f"The answer is ${boxed}$."])


def _tex(text: str) -> str:
    return text.replace("%", r"\%").replace(" r ", r" \text{ remainder } ")


def model(plan: Plan, rng: random.Random) -> str | None:
    """Write steps in Markdown, as language models do."""
    done = ["Let's go step by step."] if rng.random() < 0.5 else []
    for k, line in enumerate(plan.lines, 1):
        done.append(f"**Step {k}:** {_sum(line, 'typeset')} = {_named(line)}")
    return "\n\n".join([*done, f"**Answer:** {answer_in_words(plan)}"])


def pupil(plan: Plan, rng: random.Random) -> str | None:
    """Write sums in words."""
    first, *others = plan.lines
    written = f"{_sum(first, 'words')} is {first.result}"
    for line in others:
        written += f" {rng.choice(('and then', 'so', 'then'))} {_sum(line, 'words')} is "
        written += line.result
    return f"{written}. {rng.choice(('so its', 'my answer is', 'so'))} {answer_in_words(plan)}"


def prose(plan: Plan, rng: random.Random) -> str | None:
    """Write sentences around the sums."""
    openings = ("First I worked out", "Next comes", "After that I took", "That leaves")
    done = [
        f"{openings[min(k, 3)]} {_sum(line, 'typeset')} = {line.result}."
        for k, line in enumerate(plan.lines)
    ]
    return " ".join([*done, f"So the answer is {answer_in_words(plan)}.", rng.choice(_DONE)])


def answer(plan: Plan, rng: random.Random) -> str | None:
    """Write only the answer."""
    return rng.choice(("{}", "It's {}.", "Answer: {}")).format(answer_in_words(plan))


STYLES: Final[Mapping[str, Style]] = {
    "lines": lines,
    "expression": expression,
    "chain": chain,
    "gsm": calculator,
    "latex": latex,
    "llm": model,
    "pupil": pupil,
    "prose": prose,
    "answer": answer,
}
AS_ONE: Final = frozenset({"expression", "answer"})  # styles with a single place for an error
