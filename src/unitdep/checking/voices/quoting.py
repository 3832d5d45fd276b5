"""Quotes: numbers and sums of a working as a reply repeats them, in plain signs."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from unitdep.core.expression import Operator
from unitdep.reading.problem import Problem
from unitdep.reading.workings import Amount
from unitdep.reading.workings.types import Step
from unitdep.units.wording import SIGNS, format_value
from unitdep.units.wording import amount as write_amount

_MARKUP: Final = re.compile(r"[\\{}*_<>]|\$.*\$")
_PENCE: Final = re.compile(r"\d\s?p\b|\bpence\b")
_LATEX: Final = (
    (re.compile(r"\\[dtc]?frac\s?\{([^{}]*)\}\s?\{([^{}]*)\}"), r"\1/\2"),
    (re.compile(r"\\(?:text|mathrm|textbf|mathbf)\s?\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\(?:times|cdot|ast)(?![a-zA-Z])"), "×"),
    (re.compile(r"\\div(?![a-zA-Z])"), "÷"),
    (re.compile(r"\\sqrt\s?\{([^{}]*)\}"), r"√\1"),
    (re.compile(r"\\(?:left|right)(?![a-zA-Z])|\\[,;:! ]|\\(?=[$%£€#&])|<<|>>|\*\*(?!\d)"), ""),
)
_CLOSES: Final = re.compile(r"(?:\s?[)\]}²³]|\s?(?:\^|\*\*)\s?\{?\d+|\s(?:squared|cubed)\b)*")


def quoted_sum(text: str, step: Step) -> str:
    """Write a step as the working does, without its result and without markup."""
    start = step.start
    if step.claim is not None and step.claim.start <= start and step.operands:
        start = min(operand.start for operand in step.operands)
        start -= len(text[step.claim.end : start]) - len(text[step.claim.end : start].rstrip("(["))
    end = max((operand.end for operand in step.operands), default=step.end)
    closing = _CLOSES.match(text, end)
    end = closing.end() if closing else end
    written = text[start:end]
    for pattern, plain in _LATEX:
        written = pattern.sub(plain, written)
    written = " ".join(written.replace("$", "" if "\\" in text[start:end] else "$").split())
    return _balanced(written)


def _balanced(written: str) -> str:
    """Drop closing brackets at the end that nothing opens."""
    for opens, closes in ("()", "[]", "{}"):
        while written.endswith(closes) and written.count(closes) > written.count(opens):
            written = written[:-1].rstrip()
    return written


def quoted(text: str, amount: Amount) -> str:
    """Write an amount as the working does; without markup, and from its value if it has any."""
    written = text[amount.start : amount.end].strip()
    if written and not amount.computed and not _MARKUP.search(written):
        return " ".join(written.split()).replace("-", SIGNS[Operator.SUB])
    if amount.percent:
        return f"{format_value(amount.value * 100)}%"
    whole = write_amount(amount.value, amount.unit if amount.has_unit else None)
    return whole if amount.remainder is None else f"{whole} r {format_value(amount.remainder)}"


def readable(value: Fraction, *, fraction: bool = False) -> str:
    """Write a value as pupils do: 4.5, or "about 4.89" where decimals don't end."""
    written = format_value(value)
    if fraction or "/" not in written:
        return written
    return f"about {float(value):.2f}"


def in_pence(problem: Problem, text: str) -> str:
    """Write pence where the problem does."""
    if not _PENCE.search(problem.text):
        return text
    return re.sub(r"\bpenn(?:y|ies)\b", "pence", text)
