"""Tokens of a working: numbers with their values, signs, words and marks, in one pass.

Number words are read by ``reading.numbers``. What isn't a number in a working, such as a time of
day, a date, an ordinal or 1e3, is a token of the kind OTHER.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

from unitdep.lexicon import LEMMAS, read_lists, word_sets
from unitdep.reading.numbers.spellings import MAX_DIGITS, Mention, extend, read_word
from unitdep.reading.numbers.values import MULTIPLIERS, ONES, SMALL, TIMES_WORDS, VULGAR, either
from unitdep.reading.quantity import NumberKind
from unitdep.reading.workings.markup import THIN
from unitdep.reading.workings.terms.spoken import has_spoken_times, spoken_time
from unitdep.units.conversion import is_length

NUMBER, WORD, SIGN, EQUALS, OPEN, CLOSE = "number", "word", "sign", "equals", "open", "close"
PERCENT, CURRENCY, FRACTION, LINE, STOP, COMMA = (
    "percent",
    "currency",
    "fraction",
    "line",
    "stop",
    "comma",
)
BAR, POWER, ROOT, OTHER, END = "bar", "power", "root", "other", "end"
MAX_DEPTH: Final = 12  # nested brackets
MAX_POWER_OF_TEN: Final = 15  # in 1e15
_LISTS: Final = read_lists("workings")
WORDS: Final = word_sets(_LISTS)
SIGN_WORDS: Final = dict(_LISTS["sign"].pairs)
VERBS: Final = dict(_LISTS["verb"].pairs)
FACTORS: Final = {word: Fraction(value) for word, value in _LISTS["factor"].pairs}
_SIGNS: Final = {
    **dict.fromkeys("+＋", "+"),
    **dict.fromkeys("-−–—", "-"),
    **dict.fromkeys("*×·∙⋅•✕✖", "*"),
    **dict.fromkeys("/÷∕", "/"),
    "^": "^",
}
_MARKS: Final = {
    **dict.fromkeys("([{", OPEN),
    **dict.fromkeys(")]}", CLOSE),
    **dict.fromkeys("%", PERCENT),
    **dict.fromkeys("$£€¥₹¢", CURRENCY),
    **dict.fromkeys(".!?", STOP),
    **dict.fromkeys(",;:", COMMA),
    **dict.fromkeys("²³", POWER),
    "√": ROOT,
    "\n": LINE,
    "|": BAR,
}
_GROUP: Final = rf"(?:,|\{{,\}}|{THIN})"
_VULGAR: Final = "".join(VULGAR)
_PHRASES: Final = sorted(SIGN_WORDS, key=len, reverse=True)
_TOKEN: Final = re.compile(
    r"[ \t\r]*+(?:"
    r"(?P<clock>(?:(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])|(?:1[0-2]|[1-9])(?:\.[0-5]\d)?(?=\s?[ap]\.?m\b))"
    r"(?:\s?[ap]\.?m\b)?)"
    r"|(?P<dated>\d{4}-\d\d?-\d\d?(?![\w-])|\d{1,2}/\d{1,2}/\d{4}(?!\w)"
    r"|\d\d?:[0-5]\d:[0-5]\d(?![\d:])|\d++(?:st|nd|rd|th)\b)"
    r"|(?P<scientific>\d{1,15}(?:\.\d{1,15})?e[-+]?\d{1,2}\b)"
    rf"|(?P<vulgar>(?:\d{{1,9}}\s?)?[{_VULGAR}])"
    r"|(?P<mixed>\d{1,9} \d{1,4}[/\u2044]\d{1,4}(?![\d/]))"
    r"|(?P<part>(?<![\d/.,])\d{1,4}/\d{1,4}(?![\d/]|[.,]\d))"
    r"|(?P<comma>(?<![\d,])\d{1,6},\d{1,2}(?![\d,]|\.\d))"
    rf"|(?P<number>(?:\d{{1,3}}(?:{_GROUP}\d{{3}}(?!\d))++|\d++)(?:\.\d++)?+|\.\d++)"
    rf"|(?P<phrase>{either(_PHRASES)}\b)"
    r"|(?P<word>[^\W\d_²³]++(?:['’-][^\W\d_²³]++)*+)"
    r"|(?P<arrow>[=-]>|[→⇒➔⟹])"
    r"|(?P<equals>=++|[≈≃≅≡])"
    r"|(?P<square>\^\{?[23]\}?(?!\d))"
    r"|(?P<latex>\\[a-z]++)"
    r"|(?P<colon>:)"
    r"|(?P<sign>[-+−–—*×·∙⋅•✕✖/÷∕^])"
    r"|(?P<mark>.|\n))",
)
_STARTS: Final = frozenset({*SMALL, "half", "dozen", "dozens", *TIMES_WORDS, "a", "an"})
_EXTENDED: Final = re.compile(
    rf"(?:\s{{1,2}}|-)(?:{either(MULTIPLIERS)}\b|and\s(?:an?|{'|'.join(ONES)})\s)"
)
_ROOT_OF: Final = re.compile(r"(?: of)?(?: the)?\s?[(\d]")
_AFTER_TIME: Final = re.compile(  # what comes before a time that only an equals sign follows
    r"(?::[0-5]\d|\d ?[ap]\.?m\.?)\s{0,3}(?:[-+−–—]|to|until|till|plus|minus)\s{0,3}$"
)
_FACTOR: Final = re.compile(r"\s(?:of\s)?(?:the\s)?[$£€]?\d")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_BRACKETS: Final = _OPENING | _CLOSING
_POWERS: Final = {"2": "²", "3": "³"}
_ALONE: Final = re.compile(  # "w = 7", "w + 17 =", but not "4 m = 400 cm"
    r"(?:^|[a-z,;:.(→>!?])[ \t]{0,3}(?<![\w'’])([a-z])[ \t]{0,2}"
    r"(?:=|[-+−] ?\d++(?:\.\d++)? ?=)",
    re.MULTILINE,
)
_TERM: Final = re.compile(  # "4w + 17 =", "17 + 4w = 45"
    r"\d([a-z]) ?[-+−] ?\d++(?:\.\d++)? ?=|\d ?[-+−] ?\d++([a-z]) ?= ?\d++(?![a-z])"
)
_PARTS: Final = {"half": Fraction(1, 2), "quarter": Fraction(1, 4), "third": Fraction(1, 3)}
_UNKNOWN: Final = "n"
_LATEX: Final = {"\\frac": FRACTION, "\\sqrt": ROOT}
_ROOT_WORDS: Final = frozenset({"sqrt", "root"})
_JOINS: Final = frozenset({SIGN, EQUALS})
_GLUED: Final = frozenset({"x", "r", "rem", "remainder", "rs"})


@dataclass(slots=True)
class Token:
    """A token at text[start:end]."""

    kind: str
    start: int
    end: int
    text: str = ""  # of a word and a fraction as written; of a sign, + - * / ^; of a time, 12 or 24
    value: Fraction | None = None
    decimals: int = 0
    fraction: bool = False
    partner: int = -1  # the index of the bracket that closes this one
    weak: bool = False  # whether a sign may be something else: 3:4, 5-10, "the 3 add 5"


def tokenise(folded: str) -> list[Token]:
    """Return the tokens of a text in lower case without markup, and one that ends them."""
    tokens: list[Token] = []
    at, size = 0, len(folded)
    spoken = has_spoken_times(folded)
    while match := _TOKEN.match(folded, at):
        kind = match.lastgroup or "mark"
        time = spoken_time(folded, match.start(kind)) if spoken else None
        token = _time(match.start(kind), *time) if time else _READERS[kind](folded, match)
        _append(tokens, token)
        at = max(tokens[-1].end, token.end)
    tokens.append(Token(END, size, size))
    if "=" in folded:
        _name_unknowns(tokens, _unknowns(folded))
    if not _BRACKETS.isdisjoint(folded):
        _pair(tokens)
    return tokens


def _time(start: int, minutes: int, end: int) -> Token:
    """Return a time of day in words, whose half of the day is open."""
    return Token(OTHER, start, end, "12", Fraction(minutes))


def _unknowns(folded: str) -> frozenset[str]:
    """Return the letters that stand for what isn't known: the w of "4w + 17 = 45, w = 7"."""
    alone = set(_ALONE.findall(folded))
    terms = {letter for pair in _TERM.findall(folded) for letter in pair if letter not in LEMMAS}
    return frozenset(alone | terms) - WORDS["unknown"] - _GLUED - {""}


def _name_unknowns(tokens: list[Token], letters: frozenset[str]) -> None:
    """Write one letter for all that stand for what isn't known, so that they're read alike."""
    if not letters:
        return
    before = Token(LINE, 0, 0)
    for token, after in pairwise(tokens):
        multiplied = before.kind == NUMBER and before.end == token.start
        joined = multiplied or before.kind in _JOINS or after.kind in _JOINS
        if token.kind == WORD and token.text in letters and joined:
            token.text = _UNKNOWN
        before = token


def _append(tokens: list[Token], token: Token) -> None:
    """Add a token; a number right after letters is not one: "A4", "20 m2"."""
    last = tokens[-1] if tokens else None
    letters = last and last.kind == WORD and last.end == token.start and last.text not in _GLUED
    if last and letters and token.kind == NUMBER:
        token = _after_letters(last, token)
    tokens.append(token)
    if token.kind == NUMBER and token.text in FACTORS:
        tokens.append(Token(SIGN, token.end, token.end, "*"))


def _after_letters(word: Token, number: Token) -> Token:
    """Return what a number right after letters is: a power of a length, or part of a name."""
    power = _POWERS.get(str(number.value)) if is_length(LEMMAS.get(word.text, "")) else None
    return Token(POWER if power else OTHER, number.start, number.end, power or "")


def _pair(tokens: list[Token]) -> None:
    """Find the partner of each bracket; without one, or too deep, it's a mark like others."""
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == OPEN:
            opened.append(index)
        elif token.kind == CLOSE and opened and len(opened) <= MAX_DEPTH:
            tokens[opened.pop()].partner = index
        elif token.kind == CLOSE:
            token.kind = OTHER
            if opened:
                tokens[opened.pop()].kind = OTHER
    for index in opened:
        tokens[index].kind = OTHER


def _digits(folded: str, match: re.Match[str]) -> Token:
    start, end = match.span("number")
    digits = match["number"].replace("{,}", "").replace(THIN, "").replace(",", "")
    if len(digits) > MAX_DIGITS:
        return Token(OTHER, start, end)
    whole, _, decimals = digits.partition(".")
    if decimals:
        value = Fraction(int(whole + decimals), 10 ** len(decimals))
    else:
        value = Fraction(int(whole))
    if folded[end : end + 1] in " -" and _EXTENDED.match(folded, end):
        mention = extend(folded, Mention(start, end, value))
        return Token(NUMBER, start, mention.end, value=mention.value, decimals=len(decimals))
    return Token(NUMBER, start, end, value=value, decimals=len(decimals))


def _comma(_folded: str, match: re.Match[str]) -> Token:
    """Read a decimal comma: "0,9". A list has a space after its commas, or more of them."""
    start, end = match.span("comma")
    whole, _, decimals = match["comma"].partition(",")
    value = Fraction(int(whole + decimals), 10 ** len(decimals))
    return Token(NUMBER, start, end, value=value, decimals=len(decimals))


def _scientific(_: str, match: re.Match[str]) -> Token:
    """Read 1e3 as 1000, as far as people write numbers out."""
    start, end = match.span("scientific")
    digits, _e, power = match["scientific"].partition("e")
    if abs(int(power)) > MAX_POWER_OF_TEN:
        return Token(OTHER, start, end)
    return Token(NUMBER, start, end, value=Fraction(digits) * Fraction(10) ** int(power))


def _mixed(_: str, match: re.Match[str]) -> Token:
    start, end = match.span("mixed")
    whole, rest = match["mixed"].split(" ")
    above, below = (int(part) for part in rest.replace("\u2044", "/").split("/"))
    if above >= below:  # two numbers
        end = start + len(whole)
        return Token(NUMBER, start, end, value=Fraction(int(whole)))
    return Token(NUMBER, start, end, value=int(whole) + Fraction(above, below), fraction=True)


def _part(_: str, match: re.Match[str]) -> Token:
    """Read "2/3" as a number, but the 12 of "12/3" as the first of two."""
    start, end = match.span("part")
    above, below = match["part"].split("/")
    if int(above) < int(below):
        value = Fraction(int(above), int(below))
        return Token(NUMBER, start, end, match["part"], value, fraction=True)
    return Token(NUMBER, start, start + len(above), value=Fraction(int(above)))


def _vulgar(folded: str, match: re.Match[str]) -> Token:
    start, end = match.span("vulgar")
    part = VULGAR[folded[end - 1]]
    value = part if end == start + 1 else int(folded[start : end - 1]) + part
    return Token(NUMBER, start, end, value=value, fraction=True)


def _word(folded: str, match: re.Match[str]) -> Token:
    start, end = match.span("word")
    text = match["word"]
    if text in _ROOT_WORDS and _ROOT_OF.match(folded, end):
        return Token(ROOT, start, end, text)
    first = text.partition("-")[0]
    if first in _STARTS:
        mention, _ = read_word(folded, first, start)
        if mention:
            fraction = mention.kind is NumberKind.FRACTION
            return Token(NUMBER, start, mention.end, value=mention.value, fraction=fraction)
    if text in _PARTS and folded.strip(" \t\n.!") == text:
        return Token(NUMBER, start, end, value=_PARTS[text], fraction=True)
    if text in FACTORS and _FACTOR.match(folded, end):
        return Token(NUMBER, start, end, text, FACTORS[text])
    return Token(WORD, start, end, text)


def _phrase(folded: str, match: re.Match[str]) -> Token:
    start, end = match.span("phrase")
    text = " ".join(match["phrase"].split())
    if text in VERBS and not _between_numbers(folded, start):
        return Token(WORD, start, end, text)
    return Token(SIGN, start, end, SIGN_WORDS[text], weak=text in VERBS)


def _between_numbers(folded: str, start: int) -> bool:
    """Whether something that a sign may follow comes before, such as a number or a unit."""
    left = folded[max(0, start - 24) : start].rstrip()
    return bool(left) and left[-1] not in ".!?,;:\n" and any(c.isdigit() for c in left)


def _sign(_: str, match: re.Match[str]) -> Token:
    start, end = match.span("sign")
    return Token(SIGN, start, end, _SIGNS[match["sign"]])


def _colon(folded: str, match: re.Match[str]) -> Token:
    """Read a colon between two numbers as division, if both sides are spaced alike."""
    start, end = match.span("colon")
    gap = folded[start - 1 : start] == folded[end : end + 1] == " "
    left = folded[max(0, start - 1 - gap) : start - gap]
    right = folded[end + gap : end + gap + 1]
    if (left.isdigit() or left in _CLOSING) and (right.isdigit() or right in _OPENING):
        return Token(SIGN, start, end, "/", weak=left.isdigit())
    return Token(COMMA, start, end)


def _latex(_: str, match: re.Match[str]) -> Token:
    start, end = match.span("latex")
    return Token(_LATEX.get(match["latex"], OTHER), start, end, match["latex"])


def _square(folded: str, match: re.Match[str]) -> Token:
    """Read "^2" after a letter as part of a unit; after a number it's a power."""
    start, end = match.span("square")
    before = folded[start - 1 : start]
    if before.isalpha() or before == "}":
        return Token(POWER, start, end, "³" if "3" in match["square"] else "²")
    return Token(SIGN, start, start + 1, "^")


def _mark(_: str, match: re.Match[str]) -> Token:
    start, end = match.span("mark")
    return Token(_MARKS.get(match["mark"], OTHER), start, end, match["mark"])


def _equals(_: str, match: re.Match[str]) -> Token:
    start, end = match.span("equals")
    return Token(EQUALS, start, end, "=" if match["equals"][0] == "=" else "≈")


def _arrow(_: str, match: re.Match[str]) -> Token:
    start, end = match.span("arrow")
    return Token(EQUALS, start, end, "→")


def _dated(_: str, match: re.Match[str]) -> Token:
    start, end = match.span("dated")
    return Token(OTHER, start, end)


def _clock(folded: str, match: re.Match[str]) -> Token:
    """Read a time of day as a mark with a value: no number of a sum, but it may be the answer."""
    start, end = match.span("clock")
    digits = match["clock"].rstrip("apm. ")
    hour, _colon, minute = digits.replace(".", ":").partition(":")
    half = match["clock"][len(digits) :].strip()
    if (
        folded.startswith(("=", " ="), end)
        and minute
        and not half
        and not _AFTER_TIME.search(folded[:start][-24:])
    ):
        return Token(NUMBER, start, start + len(hour), value=Fraction(int(hour)))  # 12:48 = 1/4
    hours, minutes = int(hour), int(minute or 0)
    if half and hours > 12:
        return Token(OTHER, start, end)
    known = bool(half) or hours > 12 or hours == 0
    if half:
        hours = hours % 12 + (12 if half[0] == "p" else 0)
    return Token(OTHER, start, end, "24" if known else "12", Fraction(hours * 60 + minutes))


_READERS: Final[Mapping[str, Callable[[str, re.Match[str]], Token]]] = {
    "number": _digits,
    "comma": _comma,
    "scientific": _scientific,
    "word": _word,
    "sign": _sign,
    "mark": _mark,
    "phrase": _phrase,
    "mixed": _mixed,
    "part": _part,
    "vulgar": _vulgar,
    "colon": _colon,
    "latex": _latex,
    "square": _square,
    "equals": _equals,
    "arrow": _arrow,
    "dated": _dated,
    "clock": _clock,
}
