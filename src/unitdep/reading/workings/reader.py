"""The reader of workings: any text becomes a ``Working``; nothing is evaluated, nothing raised."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from fractions import Fraction
from typing import Final

from unitdep.reading.numbers import fold
from unitdep.reading.text import MAX_STEPS, MAX_WORKING, normalise_in_place
from unitdep.reading.workings.amounts import ends_unit, is_unit
from unitdep.reading.workings.answers import final_answer
from unitdep.reading.workings.corrections import without_corrected, without_taken_back
from unitdep.reading.workings.markup import body, boxes, notes, plain
from unitdep.reading.workings.sums import Found, find_sums
from unitdep.reading.workings.tokens import tokenise
from unitdep.reading.workings.types import NO_UNIT, Amount, Span, Step, Working
from unitdep.reading.workings.units import is_power, unit_of

_PLAIN: Final = (
    re.compile(  # "7", "$3.50", "25%", "7 bouquets", "5kg", "9 red pens", "3 cups per jar"
        r"\s{0,9}(?P<currency>[$£€])?(?P<number>(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})"
        r"(?:\.[0-9]{1,12})?)(?P<percent>%)?"
        r"(?:\s?(?P<word>[A-Za-z]{1,30})(?: (?P<per>per )?(?P<noun>[A-Za-z]{1,30}))?)?\.?\s{0,9}"
    )
)
_FRACTION: Final = re.compile(  # "1/2", "2 1/2"
    r"\s{0,9}(?P<start>(?:(?P<whole>[0-9]{1,9}) )?)"
    r"(?P<above>[0-9]{1,4})/(?P<below>[0-9]{1,4})\s{0,9}"
)
_NOTE_END: Final = 4  # characters between the sum of a calculator note and what follows it


def read_work(text: str) -> Working:
    """Read what a pupil or a language model wrote: its sums, and its final answer.

    The text may be an answer, an expression, or prose with sums in it, in plain text, Markdown or
    LaTeX. Of a text with thoughts in <think> tags only the rest counts, unless it's empty. All
    offsets are those of the text as it was given.
    """
    unread = Working(text, unread=(Span(0, len(text)),), too_long=True)
    if len(text) > MAX_WORKING:
        return unread
    working = _read_all(text)
    return unread if len(working.steps) > MAX_STEPS else working


def _read_all(text: str) -> Working:
    normal = normalise_in_place(text, MAX_WORKING)
    rest = body(normal)
    if rest is not None:
        thoughts = " " * rest.start
        working = _read(text, thoughts + normal[rest.start :])
        if working.answer or working.steps:
            return replace(working, body=rest)
    return _read(text, normal)


def read_answer(text: str) -> Amount | None:
    """Return the final answer of a working, or None if it has none; quick for a plain answer."""
    plain_answer = _PLAIN.fullmatch(text)
    if plain_answer:
        words = _plain_words(plain_answer)
        if words is not None:
            return _plain_amount(plain_answer, words)
    elif (fraction := _FRACTION.fullmatch(text)) and int(fraction["above"]) < int(
        fraction["below"]
    ):
        return _plain_fraction(fraction)
    answer = read_work(text).answer
    return answer.amount if answer else None


def _plain_words(match: re.Match[str]) -> str | None:
    """Return the unit of a plain answer, "" if it has none, or None if it isn't plain after all."""
    word, per, noun = match.group("word", "per", "noun")
    if not word:
        return ""
    word = word.lower()
    if match["currency"] or match["percent"] or not is_unit(word):
        return None
    if noun is None:
        return word
    noun = noun.lower()
    plain_noun = is_unit(noun) and not is_power(noun) and (per or ends_unit(noun))
    if not plain_noun or ends_unit(word) != bool(per):
        return None
    return f"{word} per {noun}" if per else f"{word} {noun}"


def _plain_amount(match: re.Match[str], words: str) -> Amount:
    currency, percent = match["currency"] or "", bool(match["percent"])
    digits = match["number"].replace(",", "")
    decimals = len(digits.partition(".")[2])
    value = Fraction(digits) if decimals else Fraction(int(digits))
    return Amount(
        match.start("currency") if currency else match.start("number"),
        match.end(match.lastgroup or "number"),
        value / 100 if percent else value,
        unit_of(words, currency) if words or currency else NO_UNIT,
        words,
        currency,
        percent,
        decimals=decimals,
    )


def _plain_fraction(match: re.Match[str]) -> Amount:
    start, middle, end = match.start("start"), match.end("above"), match.end("below")
    above, below = int(match["above"]), int(match["below"])
    value = Fraction(above, below)
    if match["whole"]:
        return Amount(start, end, int(match["whole"]) + value, fraction=True)
    parts = Amount(start, middle, Fraction(above)), Amount(middle + 1, end, Fraction(below))
    return Amount(start, end, value, fraction=True, parts=parts)


def _read(text: str, normal: str) -> Working:
    normal = without_taken_back(normal)
    clean = plain(normal)
    folded = fold(clean)
    found = without_corrected(folded, find_sums(tokenise(folded)))
    calculated = notes(normal)
    if calculated:
        found = _with_notes(found, normal, calculated)
    answer = final_answer(folded, found, boxes(normal) if "\\" in normal else [])
    return Working(text, found.steps, answer, found.unread)


def _with_notes(found: Found, normal: str, calculated: list[Span]) -> Found:
    """Add the calculator notes whose sums are not written in the text around them as well."""
    starts = [step.start for step in found.steps]
    alone = []
    for note in calculated:
        last = bisect_left(starts, note.end) - 1
        if last < 0 or found.steps[last].end <= note.start:
            alone.append(note)
    noted = find_sums(tokenise(fold(_only(normal, alone)))).steps
    amounts = [bare.amount for bare in found.bare]
    steps = [*found.steps, *(_named(step, amounts) for step in noted)]
    return replace(found, steps=tuple(sorted(steps, key=lambda step: step.start)))


def _only(normal: str, spans: list[Span]) -> str:
    """Return a text of the same length with nothing but some spans of it, each on its own line."""
    pieces: list[str] = []
    at = 0
    for span in spans:
        pieces += [" " * (span.start - at - 1), "\n", normal[span.start : span.end]]
        at = span.end
    return "".join(pieces)


def _named(step: Step, amounts: list[Amount]) -> Step:
    """Return the step of a note with the result that is repeated right after it, and its unit."""
    following = bisect_left(amounts, step.end, key=lambda amount: amount.start)
    if step.claim is None or following == len(amounts):
        return step
    amount = amounts[following]
    if amount.start > step.end + _NOTE_END or amount.value != step.claim.value:
        return step
    return replace(step, claim=amount, end=amount.end)
