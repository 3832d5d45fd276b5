"""The gate: which vertices a text implies. It proposes generously; irrelevance decides.

Everything it knows is in the lexicon: implied.txt, and measures.txt for measures that convert.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Final

from unitdep.core.labels import Kind
from unitdep.lexicon import LEMMAS, read_lists
from unitdep.reading.quantity import NumberKind, Quantity
from unitdep.reading.words import Words
from unitdep.units.conversion import conversion, is_measure
from unitdep.units.inflection import singular
from unitdep.units.unit import Unit

_LISTS: Final = read_lists("implied")
_LONGEST: Final = 3  # words of a phrase
_APART: Final = 6  # words between two amounts of a list at most
PENNY: Final = "penny"
STERLING: Final = "sterling"


@dataclass(frozen=True)
class Proposal:
    """A vertex that a word implies, at the tokens start to end."""

    start: int
    end: int
    value: Fraction
    kind: Kind
    unit: Unit


@dataclass(frozen=True)
class _Part:
    """What a whole has: 7 days."""

    value: Fraction
    noun: str


def _parts(words: Words, nouns: Mapping[str, int]) -> frozenset[str]:
    """Return what a whole may have here: the nouns of a text, and what they stand for."""
    aliases = _aliases()
    stand_ins = (aliases.get(name) for name in (*words.low, *nouns))
    return frozenset(nouns) | {name for name in stand_ins if name}


def propose(
    words: Words, written: Sequence[Quantity], asking: tuple[int, int] | None
) -> list[Proposal]:
    """Return what a text implies, in its order."""
    taken = {t for q in written for t in range(q.token_start, q.token_end)}
    nouns = _nouns(words, written, taken)
    text = _Text(words, written, asking, frozenset(taken), nouns, _parts(words, nouns))
    proposals = [
        *_factors(text),
        *_constants(text),
        *_groups(text),
        *_sharers(text),
        *_shapes(text),
        *_counts(text),
        *_percentages(text),
    ]
    proposals += _again(text)
    return sorted(proposals, key=lambda p: (p.start, p.kind, p.value))


@dataclass(frozen=True)
class _Text:
    words: Words
    written: Sequence[Quantity]
    asking: tuple[int, int] | None
    taken: frozenset[int]  # tokens of written numbers
    nouns: Mapping[str, int]  # the nouns of the text by their first token
    parts: frozenset[str]  # the nouns, and what they stand for


def _nouns(words: Words, written: Sequence[Quantity], taken: Container[int]) -> dict[str, int]:
    """Return what a text has, in the singular, each with its first place.

    The hours of "2 hours and 45 minutes" are ``taken``: that number is in minutes.
    """
    nouns: dict[str, int] = {}
    for i, low in enumerate(words.low):
        if i in taken and any(c.isalpha() for c in low):
            continue
        nouns.setdefault(SIGNS.get(low) or LEMMAS.get(low) or singular(low), i)
    for quantity in written:
        for name in (quantity.unit.numerator, quantity.unit.denominator):
            if name:
                nouns.setdefault(name, max(0, min(quantity.token_end, len(words.low)) - 1))
        if quantity.number.kind is NumberKind.CLOCK:
            nouns.setdefault("minute", quantity.token_start)
    coins = [noun for noun in _LISTS["coin"].words if noun in nouns]
    if coins and set(_LISTS["coin-context"].words) & nouns.keys():
        nouns.setdefault("cent", nouns[coins[0]])
    if PENNY in nouns and "pound" in nouns and STERLING not in nouns:
        nouns[STERLING] = nouns["pound"]
    return nouns


SIGNS: Final = {"$": "dollar", "£": STERLING, "€": "euro", "p": PENNY, "quid": STERLING}


@cache
def _aliases() -> Mapping[str, str]:
    return dict(_LISTS["stands-for"].pairs)


def _valued(name: str) -> dict[str, Fraction]:
    return {word: Fraction(value) for word, value in _LISTS[name].pairs}


_FACTORS: Final = _valued("factor")
_GROUPS: Final = _valued("group")
_SHAPES: Final = _valued("shape")
_UNITARY: Final = frozenset({"a", "an", "one", "1"})


def _factors(text: _Text) -> Iterator[Proposal]:
    low = text.words.low
    for i, word in enumerate(low):
        value = _FACTORS.get(word)
        if value is None or i in text.taken:
            continue
        after = low[i + 1] if i + 1 < len(low) else ""
        ordinal = value.denominator > 2  # or a coin, or a part of the year
        part = i and low[i - 1] in _UNITARY and after in _LISTS["ordinal-part"].words
        if ordinal and not part:
            continue
        if word == "half" and after in ("past", "term", "time", "-"):
            continue
        yield Proposal(i, i + 1, value, Kind.FACTOR, Unit())


@cache
def _constants_of() -> Mapping[str, tuple[_Part, ...]]:
    """Return what each whole has."""
    parts: dict[str, list[_Part]] = {}
    for whole, has in _LISTS["constant"].pairs:
        value, _, noun = has.partition(" ")
        parts.setdefault(whole, []).append(_Part(Fraction(value), noun))
    return {whole: tuple(has) for whole, has in parts.items()}


ALONE: Final = frozenset(
    {"weekend", "dime", "nickel", "fortnight", "weekday", "friday"}
)  # wholes that imply alone


UNUSUAL: Final = frozenset({168, 1440, 10080, 86400, 604800})  # hours of a week, minutes of a day


def _constants(text: _Text) -> Iterator[Proposal]:
    """Propose what a whole has, if the text has both; a measure may have any other."""
    seen: set[tuple[Fraction, str, str]] = set()
    measures = [noun for noun in text.nouns if is_measure(noun)]
    for whole, at in text.nouns.items():
        parts = list(_constants_of().get(whole, ()))
        for other in measures if whole in measures else ():
            factor = conversion(whole, other)
            if factor is not None and factor > 1 and factor not in UNUSUAL:
                parts.append(_Part(factor, other))
        for part in parts:
            if part.noun not in text.parts and whole not in ALONE:
                continue
            if whole == "quarter" and part.noun == "cent" and not _coins(text):
                continue
            key = (part.value, whole, part.noun)
            if key not in seen and part.value.denominator == 1:
                seen.add(key)
                unit = Unit(part.noun, denominator="pound" if whole == STERLING else whole)
                yield Proposal(at, at + 1, part.value, Kind.CONSTANT, unit)


def _coins(text: _Text) -> bool:
    return bool(set(_LISTS["coin-context"].words) & text.nouns.keys())


def _groups(text: _Text) -> Iterator[Proposal]:
    low = text.words.low
    for i in range(len(low)):
        for length in range(min(_LONGEST, len(low) - i), 0, -1):
            value = _GROUPS.get(" ".join(low[i : i + length]))
            if value is not None and i not in text.taken:
                noun = singular(low[i + length]) if i + length < len(low) else ""
                yield Proposal(i, i + length, value, Kind.COUNT, Unit(noun))
                break


def _sharers(text: _Text) -> Iterator[Proposal]:
    """Propose the 2 of a total that two have, one of them more than the other."""
    low = text.words.low
    amounts = [q for q in text.written if q.kind is Kind.AMOUNT]
    compared = any(word in _LISTS["compare"].words for word in low)
    at = next((i for i, word in enumerate(low) if word in _LISTS["share"].words), None)
    if at is not None and compared and len(amounts) > 1 and at not in text.taken:
        yield Proposal(at, at + 1, Fraction(2), Kind.COUNT, Unit())


def _shapes(text: _Text) -> Iterator[Proposal]:
    low = text.words.low
    around = [i for i, word in enumerate(low) if word in _LISTS["around"].words]
    if not around:
        return
    named = [(i, _SHAPES[word]) for i, word in enumerate(low) if word in _SHAPES]
    two = [i for i in around if low[i] in _LISTS["around-two"].words]
    if not any(value == 2 for _, value in named) and two:
        named.append((two[0], Fraction(2)))
    seen: set[Fraction] = set()
    for i, value in named:
        if value not in seen and i not in text.taken:
            seen.add(value)
            yield Proposal(i, i + 1, value, Kind.SHAPE, Unit())


def _counts(text: _Text) -> Iterator[Proposal]:
    """Propose how many amounts a text lists, if it is about their mean."""
    low = text.words.low
    at = next((i for i, word in enumerate(low) if word in _LISTS["average"].words), None)
    amounts = [q for q in text.written if q.kind is Kind.AMOUNT and not q.unit.is_rate]
    speed = at is not None and "speed" in low[at + 1 : at + 2]
    if at is None or not amounts or speed:
        return
    for size in _sizes(text, amounts):
        yield Proposal(at, at + 1, Fraction(size), Kind.COUNT, Unit())


def _sizes(text: _Text, amounts: Sequence[Quantity]) -> list[int]:
    """Return how many amounts may be meant: the longest list, or those with one unit."""
    told = [q for q in amounts if q.value == len(amounts) - 1]  # "3 games: 141, 167, 150"
    amounts = [q for q in amounts if q not in told[:1]]
    longest = run = 1
    for first, second in pairwise(amounts):
        between = text.words.low[first.token_end : second.token_start]
        run = run + 1 if len(between) <= _APART and "." not in between else 1
        longest = max(longest, run)
    units = [q.unit.numerator for q in amounts]
    sizes = {longest, *(units.count(unit) for unit in set(units))} - {1}
    return sorted(sizes or {len(amounts)} - {1})


def _percentages(text: _Text) -> Iterator[Proposal]:
    """Propose the 100 of a percentage that is asked for."""
    if text.asking is None:
        return
    for i in range(*text.asking):
        written = any(q.token_end == i for q in text.written)
        if text.words.low[i] in _LISTS["hundred"].words and i not in text.taken and not written:
            yield Proposal(i, i + 1, Fraction(100), Kind.CONSTANT, Unit("percent"))
            return


def _again(text: _Text) -> Iterator[Proposal]:
    """Propose one amount a second time, at the first word that takes one up."""
    if not any(q.kind is Kind.AMOUNT for q in text.written):
        return
    asked = range(*text.asking) if text.asking else range(0)
    for i, word in enumerate(text.words.low):
        takes_up = (
            word in _LISTS["again"].words
            or (i in asked and word in _LISTS["again-asked"].words)
            or (word == "more" and _stated(text, i))
        )
        if takes_up and i not in text.taken:
            yield Proposal(i, i + 1, Fraction(0), Kind.AGAIN, Unit())
            return


def _stated(text: _Text, at: int) -> bool:
    """Whether a number says how many more: "4 more", "4 eggs more"."""
    return any(q.token_end in (at, at - 1) for q in text.written)
