"""Readers of numbers, one per spelling: digits, words, "half", "dozen" and "a third of"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from unitdep.reading.numbers.values import (
    DENOMINATORS,
    MULTIPLIERS,
    ONES,
    PLURAL_DENOMINATORS,
    SCALES,
    SMALL,
    TEENS,
    TENS,
    TIMES_WORDS,
    VULGAR,
    WORDS,
    either,
    listed,
)
from unitdep.reading.quantity import NumberKind

MAX_DIGITS: Final = 30  # longer digit strings are identifiers, not quantities


def _any(words: Iterable[str]) -> str:
    return either(words) + r"\b"


_SEP: Final = r"(?:\s{1,2}|-)"
_UNDER_100: Final = rf"(?:{_any(TENS)}(?:{_SEP}{_any(ONES)})?|{_any(['zero', *TEENS, *ONES])})"
_JOIN: Final = rf"{_SEP}(?:and{_SEP})?"
_UNDER_1000: Final = (
    rf"(?:(?:{_UNDER_100}|an?\b){_SEP}hundred\b"
    rf"(?:{_JOIN}{_UNDER_100}(?!{_SEP}(?:hundred|dozen)\b))?|{_UNDER_100})"
)
_REST: Final = rf"(?:{_JOIN}{_UNDER_1000}(?!{_SEP}{_any(MULTIPLIERS)}))?"
_THOUSANDS: Final = rf"(?:{_UNDER_1000}|an?\b){_SEP}thousand\b"
_CARDINAL: Final = re.compile(
    rf"(?:{_UNDER_1000}|an?\b){_SEP}[mb]illion\b(?:{_JOIN}{_THOUSANDS})?{_REST}"
    rf"|{_THOUSANDS}{_REST}|{_UNDER_1000}"
)
START: Final = re.compile(
    rf"(?<!\w)(?:(?P<word>an?\b|{_any([*SMALL, 'half', *TIMES_WORDS, 'dozen', 'dozens'])})"
    rf"|(?P<digit>(?<!\d\.)\d|(?<!\.)\.\d|[{''.join(VULGAR)}]))"
)
_RUN: Final = re.compile(r"[\w.,]+")
_WORD: Final = re.compile(r"[a-z]+")
_DATE_OR_TIME: Final = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\w)|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d)(?!\w)"
    r"|\d{1,2}:\d\d(?::\d\d)?(?!\d)(?:\s?[ap]\.?m\b)?"
)
_MIXED: Final = re.compile(
    r"(?:(?P<whole>\d{1,30})[\s-])?(?P<num>\d{1,30})/(?P<den>\d{1,30})(?:rds?|ths?)?(?![\w/])"
    rf"|(?P<vwhole>\d{{1,30}})?\s?(?P<vulgar>[{''.join(VULGAR)}])(?!\w)"
)
_DECIMAL: Final = re.compile(r"(?:\d{1,3}(?:,\d{3}(?!\d))++|\d++)(?:\.\d++)?+|\.\d++")
_GLUED: Final = re.compile(r"\w+|\.\d")
_DENOMINATOR: Final = re.compile(
    rf"(?P<sep>{_SEP})(?P<den>{_any([*DENOMINATORS, *PLURAL_DENOMINATORS])})(?![-\s]grade)"
)
_AND_FRACTION: Final = re.compile(rf"{_SEP}and{_SEP}(?P<num>an?|{'|'.join(ONES)})(?=\b{_SEP})")
_MULTIPLIER: Final = re.compile(rf"{_SEP}(?P<by>{_any(MULTIPLIERS)})")
_HALF_MULTIPLE: Final = re.compile(rf"half(?:\san?)?{_SEP}(?P<by>{_any(MULTIPLIERS)})")
_MEASURE: Final = re.compile(rf"[-\s]{listed('half-measure')}s?\b")
_AFTER_HALF: Final = re.compile(rf"\s{listed('after-half')}\b")
_AFTER_QUARTER: Final = re.compile(rf"\s{listed('after-quarter')}\b")
_NAMED_HALF: Final = re.compile(rf"{listed('before-half')}[\s-]$")
_VAGUE_BEFORE: Final = re.compile(rf"\b(?:{listed('vague')}|(?<!how )many)\s$")
_AFTER_TIMES: Final = re.compile(rf"\s{listed('after-times')}\b")


@dataclass(frozen=True)
class Mention:
    """A number at folded[start:end], as far as it has been read."""

    start: int
    end: int
    value: Fraction
    kind: NumberKind = NumberKind.PLAIN


def before(text: str, at: int, width: int = 24) -> str:
    """Return the text that ends at ``at``, no more than the patterns look at."""
    return text[max(0, at - width) : at]


def _run_end(folded: str, at: int) -> int:
    """Return the end of the letters, digits and points that begin at ``at``."""
    run = _RUN.match(folded, at)
    return run.end() if run else at + 1


def read_digits(text: str, folded: str, at: int) -> tuple[Mention | None, int]:
    """Return the number written in digits at ``at``, or None, and where to continue."""
    if skip := _DATE_OR_TIME.match(folded, at):
        return None, skip.end()
    mention = _read_fraction(folded, at) or _read_decimal(folded, at)
    if mention is None:
        return None, _run_end(folded, at)
    glued = _GLUED.match(folded, mention.end)
    allowed = WORDS["glued-unit" if mention.kind is NumberKind.PLAIN else "fraction-ending"]
    if glued and text[mention.end : glued.end()] not in allowed:
        return None, _run_end(folded, mention.end)
    mention = extend(folded, mention)
    return mention, mention.end


def _read_fraction(folded: str, at: int) -> Mention | None:
    """Read "1/2", "3 1/2", "½" or "3½"."""
    m = _MIXED.match(folded, at)
    if m is None:
        return None
    if m["vulgar"]:
        value = int(m["vwhole"] or 0) + VULGAR[m["vulgar"]]
        return Mention(at, m.end(), value, NumberKind.FRACTION)
    numerator, denominator = int(m["num"]), int(m["den"])
    if denominator == 0 or (m["whole"] and numerator >= denominator):
        return None
    value = int(m["whole"] or 0) + Fraction(numerator, denominator)
    return Mention(at, m.end("den"), value, NumberKind.FRACTION)


def _read_decimal(folded: str, at: int) -> Mention | None:
    """Read "5", "1,200", "3.5" or ".5", up to ``MAX_DIGITS`` digits."""
    m = _DECIMAL.match(folded, at)
    digits = m[0].replace(",", "") if m else ""
    if m is None or len(digits) - digits.count(".") > MAX_DIGITS:
        return None
    return Mention(at, m.end(), Fraction(digits))


def read_word(folded: str, word: str, at: int) -> tuple[Mention | None, int]:
    """Return the number that begins with ``word`` at ``at``, or None, and where to continue."""
    word_end = at + len(word)
    mention: Mention | None = None
    if word == "half":
        mention = _read_half(folded, at)
    elif word in TIMES_WORDS:
        if _AFTER_TIMES.match(folded, word_end):
            mention = Mention(at, word_end, Fraction(TIMES_WORDS[word]))
    elif word in ("dozen", "dozens"):
        mention = _read_dozen(folded, at, word_end)
    elif cardinal := _CARDINAL.match(folded, at):
        value = Fraction(_cardinal_value(_WORD.findall(cardinal[0])))
        mention = extend(folded, Mention(at, cardinal.end(), value))
    elif word in ("a", "an"):
        mention = _read_article(folded, at, word_end)
    return mention, mention.end if mention else word_end


def _cardinal_value(words: Iterable[str]) -> int:
    """Return the value of cardinal words: two, hundred, and, five -> 205."""
    total = group = 0
    for word in words:
        if word == "hundred":
            group = max(group, 1) * 100
        elif word in SCALES:
            total, group = total + max(group, 1) * SCALES[word], 0
        else:
            group += SMALL.get(word, 0)
    return total + group


def _read_half(folded: str, at: int) -> Mention | None:
    """Read "half" if it is a number: "half of", "half a dozen", "half-mile"."""
    if m := _HALF_MULTIPLE.match(folded, at):
        return Mention(at, m.end(), Fraction(MULTIPLIERS[m["by"]], 2))
    end = at + len("half")
    if not (_AFTER_HALF.match(folded, end) or _MEASURE.match(folded, end)):
        return None
    if _NAMED_HALF.search(before(folded, at)):
        return None
    return Mention(at, end, Fraction(1, 2), NumberKind.FRACTION)


def _read_dozen(folded: str, at: int, end: int) -> Mention | None:
    """Read "dozen" with no number before it; "dozens" only in "how many dozens"."""
    left = before(folded, at)
    is_plural = folded[at:end] == "dozens"
    if _VAGUE_BEFORE.search(left) or (is_plural and not left.endswith("how many ")):
        return None
    return Mention(at, end, Fraction(12))


def _read_article(folded: str, at: int, end: int) -> Mention | None:
    """Read "a dozen", "a half" or "a third of"."""
    if folded.startswith(" dozen", end) and not folded.startswith("s", end + 6):
        return Mention(at, end + 6, Fraction(12))
    if folded.startswith(" half", end) and (half := _read_half(folded, end + 1)):
        return replace(half, start=at)
    m = _DENOMINATOR.match(folded, end)
    if m is None or m["den"] not in DENOMINATORS:
        return None
    if m["den"] == "half":
        if folded.startswith("-", m.end()):
            return None
    elif not folded.startswith(" of ", m.end()):
        return None
    return Mention(at, m.end(), Fraction(1, DENOMINATORS[m["den"]]), NumberKind.FRACTION)


def extend(folded: str, mention: Mention) -> Mention:
    """Extend a number by what continues it: "... thirds", "... and a half", "... million"."""
    if fraction := _over_denominator(folded, mention):
        return fraction
    if mention.value.denominator == 1 and (m := _AND_FRACTION.match(folded, mention.end)):
        numerator = Fraction(ONES.get(m["num"], 1))
        part = _over_denominator(folded, Mention(m.start(), m.end(), numerator), mixed=True)
        if part:
            mention = replace(part, start=mention.start, value=mention.value + part.value)
    if m := _MULTIPLIER.match(folded, mention.end):
        value = mention.value * MULTIPLIERS[m["by"]]
        mention = Mention(mention.start, m.end(), value)
    return mention


def _over_denominator(folded: str, mention: Mention, mixed: bool = False) -> Mention | None:
    """Return the word fraction whose numerator is ``mention``, if a denominator follows.

    "Three quarters" is three coins unless it is hyphenated, part of a mixed number, or a
    following word ("of", "full", a measure) shows the fraction.
    """
    m = _DENOMINATOR.match(folded, mention.end)
    if m is None:
        return None
    names = DENOMINATORS if mention.value == 1 else PLURAL_DENOMINATORS
    denominator = names.get(m["den"], 0)
    if not mention.value < denominator or mention.value.denominator != 1:
        return None
    follows = _AFTER_QUARTER.match(folded, m.end()) or _MEASURE.match(folded, m.end())
    if m["den"].startswith("quarter") and not (mixed or follows or m["sep"] == "-"):
        return None
    return Mention(mention.start, m.end(), mention.value / denominator, NumberKind.FRACTION)
