"""Amounts of a working: a number with the currency, the percent sign or the unit next to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.numbers.values import (
    DENOMINATORS,
    MULTIPLIERS,
    PLURAL_DENOMINATORS,
    SMALL,
)
from unitdep.reading.workings.terms.units import is_power, unit_of
from unitdep.reading.workings.tokens import (
    CLOSE,
    COMMA,
    CURRENCY,
    END,
    EQUALS,
    FRACTION,
    LINE,
    NUMBER,
    OPEN,
    PERCENT,
    POWER,
    SIGN,
    STOP,
    WORD,
    WORDS,
    Token,
)
from unitdep.reading.workings.types import NO_UNIT, Amount
from unitdep.units.conversion import conversion, is_measure
from unitdep.units.unit import Unit

Tokens = Sequence[Token]
MAX_UNIT_WORDS: Final = 4
_WITH_CHANGE: Final = frozenset({"pound", "dollar", "euro", "hour"})
_ENDS: Final = frozenset({END, LINE, STOP, COMMA, EQUALS, SIGN})
_ONE: Final = frozenset({"a", "an"})
_CUBES: Final = frozenset({"³", "cubed"})
_RAISED: Final = frozenset({"squared", "cubed"})
_MAY_NAME: Final = frozenset({WORD, SIGN, OPEN, POWER})  # what the unit of a number begins with
_NUMBER_WORDS: Final = frozenset(
    {*SMALL, *MULTIPLIERS, *DENOMINATORS, *PLURAL_DENOMINATORS, "percent", "st", "nd", "rd", "th"}
)
_STOPS: Final = WORDS["not-a-unit"]
_SKIPPED: Final = WORDS["skip"]


def read_amount(tokens: Tokens, at: int) -> tuple[Amount | None, int]:
    """Read the amount that begins at a token, and return it with the index after it."""
    amount, after = _single(tokens, at)
    if amount is None:
        return None, at
    if amount.unit.numerator and not amount.unit.is_rate and is_measure(amount.unit.numerator):
        amount, after = _compound(tokens, amount, after)
    if tokens[after].kind == WORD:
        return _with_remainder(tokens, amount, after)
    return amount, after


def read_unit(tokens: Tokens, at: int) -> tuple[str, int]:
    """Return the words of the unit that begins at a token, and the index after them."""
    words, after = _nouns(tokens, at)
    if words and _is_word(tokens, after, "of") and _is_noun(tokens, after + 1):
        more, after = _nouns(tokens, after + 1)
        words = [*words, "of", *more]
    if words and (tokens[after].kind == POWER or tokens[after].text in _RAISED):
        words.insert(len(words) - 1, "cubic" if tokens[after].text in _CUBES else "square")
        after += 1
    below, end = _per(tokens, after, bool(words))
    return " ".join([*words, "per", *below] if below else words), end if below else after


def is_unit(word: str) -> bool:
    """Whether a word right after a number, with nothing after it, is plainly its unit."""
    plainly = word not in _STOPS and word not in _SKIPPED and word not in _NUMBER_WORDS
    return plainly and (len(word) > 1 or word in LEMMAS)


def ends_unit(word: str) -> bool:
    """Whether the nouns of a unit end with a word: a measure, or a plural."""
    plural = word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))
    return plural or word in LEMMAS


def _single(tokens: Tokens, at: int) -> tuple[Amount | None, int]:
    first = tokens[at]
    outside = _is_minus(first) and tokens[at + 1].kind == CURRENCY  # "-$5"
    index = at + outside
    currency = tokens[index].text if tokens[index].kind == CURRENCY else ""
    index += bool(currency)
    inside = _is_minus(tokens[index])
    index += inside
    negative = outside != inside
    number = tokens[index]
    if number.kind != NUMBER or number.value is None:
        return None, at
    value = -number.value if negative else number.value
    fraction, end = number.fraction, index + 1
    if tokens[end].kind == FRACTION and value.denominator == 1:
        value, end, fraction = _latex_mixed(tokens, value, end)
    percent = tokens[end].kind == PERCENT or _is_word(tokens, end, "percent")
    if percent:
        value, end = value / 100, end + 1
    elif not currency and tokens[end].kind == CURRENCY and _ends_amount(tokens, end):
        currency, end = tokens[end].text, end + 1
    words, end = ("", end) if percent else _unit_after(tokens, end, bool(currency))
    unit = unit_of(words, currency) if words or currency else NO_UNIT
    amount = Amount(
        first.start,
        tokens[end - 1].end,
        value,
        unit,
        words,
        currency,
        percent,
        fraction,
        number.decimals,
        parts=_slashed(number),
        about=at > 0 and tokens[at - 1].text in WORDS["about"],
    )
    return amount, end


def _is_minus(token: Token) -> bool:
    return token.kind == SIGN and token.text == "-"


def _slashed(number: Token) -> tuple[Amount, ...]:
    """Return the two numbers of a fraction that is written with a slash."""
    above, slash, below = number.text.partition("/")
    if not slash:
        return ()
    middle = number.start + len(above)
    return (
        Amount(number.start, middle, Fraction(int(above))),
        Amount(middle + 1, number.end, Fraction(int(below))),
    )


def _ends_amount(tokens: Tokens, at: int) -> bool:
    """Whether the sign of a currency belongs to the number before it: "27€", but not "3 $4"."""
    return tokens[at + 1].kind != NUMBER


def _latex_mixed(tokens: Tokens, value: Fraction, at: int) -> tuple[Fraction, int, bool]:
    r"""Add the fraction after a whole number: 2\frac{1}{2}."""
    kinds = [token.kind for token in tokens[at + 1 : at + 7]]
    if kinds != [OPEN, NUMBER, CLOSE, OPEN, NUMBER, CLOSE]:
        return value, at, False
    above, below = tokens[at + 2].value, tokens[at + 5].value
    if above is None or below is None or not above < below:
        return value, at, False
    return value + above / below, at + 7, True


def _unit_after(tokens: Tokens, at: int, has_currency: bool) -> tuple[str, int]:
    if tokens[at].kind not in _MAY_NAME:
        return "", at
    if tokens[at].kind == SIGN and _is_hyphen(tokens, at):
        measure = tokens[at + 1].text in LEMMAS
        return read_unit(tokens, at + 1) if measure else ("", at + 2)  # "5-inch", "3-year-old"
    if has_currency:
        below, end = _per(tokens, at, True, price=True)
        if below:
            return " ".join(["per", *below]), end
        money = tokens[at].kind == WORD and LEMMAS.get(tokens[at].text) in LEXICON["money"]
        return "", at + money
    if tokens[at].kind == OPEN and tokens[at].partner == at + 2 and _is_noun(tokens, at + 1):
        return tokens[at + 1].text, at + 3  # "7 (bouquets)"
    return read_unit(tokens, at)


def _is_hyphen(tokens: Tokens, at: int) -> bool:
    """Whether a minus sign only joins a number and a word."""
    sign = tokens[at]
    return (
        sign.text == "-"
        and tokens[at - 1].end == sign.start
        and sign.end == tokens[at + 1].start
        and tokens[at + 1].kind == WORD
    )


def _nouns(tokens: Tokens, at: int) -> tuple[list[str], int]:
    """Read nouns up to the first plural or measure: "red marbles", "square feet", "kg"."""
    start = at
    while tokens[at].kind == WORD and tokens[at].text in _SKIPPED:
        at += 1 + (tokens[at].text == "of" and tokens[at + 1].text in _ONE)
    words: list[str] = []
    while len(words) < MAX_UNIT_WORDS and _is_noun(tokens, at):
        word = tokens[at].text
        words.append(word)
        at += 1
        if ends_unit(word):
            break
    return (words, at) if words else ([], start)


def _is_noun(tokens: Tokens, at: int) -> bool:
    token = tokens[at]
    if token.kind != WORD:
        return False
    word = token.text
    if word == "in":  # inches, or a preposition
        return tokens[at + 1].kind != WORD and tokens[at - 1].kind == NUMBER
    return word not in _STOPS and (len(word) > 1 or word in LEMMAS)


def _per(tokens: Tokens, at: int, counted: bool, price: bool = False) -> tuple[list[str], int]:
    """Read what an amount is for one of: "per hour", "/hour", "an hour"."""
    token = tokens[at]
    if not counted or token.kind not in (WORD, SIGN):
        return [], at
    one = token.text in _ONE and (price or tokens[at + 1].text in LEMMAS)
    slash = token.text == "/" and not token.weak
    if not (token.text == "per" or one or slash) or not _is_noun(tokens, at + 1):
        return [], at
    first = tokens[at + 1].text
    if is_power(first) and _is_noun(tokens, at + 2):
        return [first, tokens[at + 2].text], at + 3
    return [first], at + 2


def _compound(tokens: Tokens, larger: Amount, at: int) -> tuple[Amount, int]:
    """Add a smaller measure to a larger one: "3 hours 30 minutes", "$3 and 50 cents"."""
    begin = at + (tokens[at].text in ("and", ","))
    if tokens[begin].kind != NUMBER:
        return larger, at
    smaller, after = _single(tokens, begin)
    if smaller is None or smaller.unit.is_rate:
        return larger, at
    if begin == at and not smaller.has_unit and _is_change(tokens, larger, at):
        if larger.unit.numerator == "hour":  # "1 h 25"
            value, minute = larger.value * 60 + smaller.value, Unit("minute")
            parts = (larger, smaller)
            return replace(
                smaller, start=larger.start, value=value, unit=minute, parts=parts
            ), after
        value = larger.value + smaller.value / 100
        return replace(larger, end=smaller.end, value=value, decimals=2), after
    factor = conversion(larger.unit.numerator, smaller.unit.numerator)
    if factor is None or not smaller.value < factor:
        return larger, at
    sign = -1 if larger.value < 0 else 1
    joined = replace(
        smaller,
        start=larger.start,
        value=larger.value * factor + sign * smaller.value,
        parts=(larger, smaller),
        about=larger.about,
    )
    return joined, after


def _is_change(tokens: Tokens, larger: Amount, at: int) -> bool:
    """Whether two digits right after an amount are its pence or minutes: "10 pounds 65"."""
    number, after = tokens[at], tokens[at + 1].kind
    digits = number.end - number.start == 2 and number.value is not None
    whole = larger.value.denominator == 1 and larger.value >= 0
    worded = bool(larger.words) and larger.unit.numerator in _WITH_CHANGE
    return digits and whole and worded and after in _ENDS


def _with_remainder(tokens: Tokens, amount: Amount, at: int) -> tuple[Amount, int]:
    """Add what a division leaves over: "9 r 3", "9 with a remainder of 3"."""
    index, said = at, False
    while tokens[index].kind == WORD and index < at + 4:
        said = said or tokens[index].text in WORDS["remainder"]
        if tokens[index].text not in WORDS["remainder"] | WORDS["remainder-filler"]:
            return amount, at
        index += 1
    token = tokens[index]
    if not said or token.kind != NUMBER:
        return amount, at
    return replace(amount, end=token.end, remainder=token.value), index + 1


def _is_word(tokens: Tokens, at: int, word: str) -> bool:
    return tokens[at].kind == WORD and tokens[at].text == word
