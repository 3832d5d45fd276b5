"""Bare sums: "What is 3 times 4?", "12 * 4 = ?", "20% of 350". There is no story to read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from unitdep.core.expression import Expression, Leaf
from unitdep.errors import GrammarError
from unitdep.reading.arithmetic import parse
from unitdep.reading.numbers.values import SMALL
from unitdep.reading.quantity import Number, NumberKind

LONGEST: Final = 120  # characters of a sum
_WORDS: Final = "|".join(sorted(SMALL, key=len, reverse=True))
_TOKEN: Final = re.compile(
    r"(?P<number>[$£€]?\d[\d,]*(?:\.\d+)?|\.\d+)(?P<percent>\s?%|\s?per\s?cent\b)?"
    rf"|(?P<word>\b(?:{_WORDS}|half|a\squarter|a\sthird)\b)"
    r"|(?P<times>×|\*|\bx\b|\btimes\b|\bmultiplied\sby\b|\bof\b|\blots\sof\b)"
    r"|(?P<over>÷|/|\bdivided\sby\b|\bover\b)"
    r"|(?P<plus>\+|\bplus\b|\band\b|\badded\sto\b|\badd\b)"
    r"|(?P<minus>-|−|–|\bminus\b|\btake\saway\b|\bless\b)"
    r"|(?P<mark>[()])"
    r"|(?P<filler>\b(?:what(?:'s|’s|\sis|\sare|\sdoes)?|how\smuch\s(?:is|are)|calculate|compute|"
    r"evaluate|work\sout|find|solve|please|pls|plz|(?:can|could)\s(?:you|u|i)(?:\sdo)?|do|for\sme|is|"
    r"the\s(?:sum|answer)(?:\sto)?|equals?|thanks|thx|quick|me|tell|if|you|i|get|gives?|my|hi|hey|"
    r"homework|question)\b|[=?.!,:]|\s+)",
    re.IGNORECASE,
)
_NUMERAL: Final = rf"((?:[$£€]?\d[\d,.]*\d|[$£€]?\d|\b(?:{_WORDS})\b)\s?%?)"
_VERBS: Final = tuple(  # how a verb or a noun puts two numbers -> the sign between them
    (re.compile(rf"\b{first}\s{_NUMERAL}\s{middle}\s{_NUMERAL}", re.IGNORECASE), sum_)
    for first, middle, sum_ in (
        ("divide", "(?:by|into)", r"\1 / \2"),
        ("multiply", "(?:by|with|and)", r"\1 * \2"),
        ("(?:subtract|take|deduct)(?:\\saway)?", "(?:away )?from", r"\2 - \1"),
        ("add", "(?:and|to|with)", r"\1 + \2"),
        ("(?:the\\s)?difference\\s(?:between|of)", "and", r"\1 - \2"),
        ("(?:the\\s)?product\\sof", "and", r"\1 * \2"),
        ("(?:the\\s)?sum\\sof", "and", r"\1 + \2"),
    )
)
_SIGNS: Final = {"times": "*", "over": "/", "plus": "+", "minus": "-"}
_PARTS: Final = {
    "half": Fraction(1, 2),
    "a quarter": Fraction(1, 4),
    "a third": Fraction(1, 3),
}


@dataclass(frozen=True)
class Sum:
    """A sum over its numbers: Leaf(k) is the k-th."""

    tree: Expression
    numbers: tuple[Number, ...]


def read_sum(text: str) -> Sum | None:
    """Read a text that is nothing but a sum, or return None."""
    if len(text) > LONGEST or not any(c.isdigit() for c in text):
        return None
    for pattern, meant in _VERBS:
        text = pattern.sub(meant, text)
    written: list[str] = []
    numbers: list[Number] = []
    at, ended = 0, False
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return None
        at = token.end()
        kind = token.lastgroup or ""
        if ended and kind != "filler":
            return None
        ended = ended or token[0] == "="
        if kind in ("number", "percent", "word"):
            written.append(str(len(numbers)))
            numbers.append(_number(token))
        elif kind in _SIGNS:
            written.append(_SIGNS[kind])
        elif kind == "mark":
            written.append(token[0])
    return _parsed(" ".join(written), numbers)


def _number(token: re.Match[str]) -> Number:
    if token["word"]:
        word = token["word"].lower()
        value = _PARTS.get(word) or Fraction(SMALL[word])
        return Number(token.start(), token.end(), token[0], value)
    value = Fraction(token["number"].lstrip("$£€").replace(",", ""))
    if token["percent"]:
        return Number(token.start(), token.end(), token[0], value / 100, NumberKind.PERCENT)
    return Number(token.start(), token.end(), token[0], value)


def _parsed(written: str, numbers: list[Number]) -> Sum | None:
    """Read the sum with its numbers' places as numerals, which are then the leaves."""
    if len(numbers) < 2:
        return None
    try:
        tree = parse(written).tree
    except GrammarError:
        return None
    return None if isinstance(tree, Leaf) else Sum(tree, tuple(numbers))
