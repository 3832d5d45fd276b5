"""Numbers: the number mentions of a text, with exact spans and exact values.

The text is folded to lower-case ASCII digits character by character, so every offset holds in both.
One regex finds where a number may begin, a reader per spelling (digits, words, "half") gives its
extent and value, and filters on the nearby text drop dates, times, labels and pronouns. Every
pattern looks at a bounded stretch or is consumed whole, which keeps the scan linear.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from spacy.tokens import Doc, Token

from unitdep.reading.quantity import Number, NumberKind

MAX_DIGITS = 30  # longer digit strings are identifiers, not quantities


def _words(text: str) -> list[str]:
    return text.split()


# Cardinal words below one hundred, and the multipliers that follow them.
ONES = {w: n for n, w in enumerate(_words("one two three four five six seven eight nine"), 1)}
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
TEENS = {w: n for n, w in enumerate(_words(_TEENS), 10)}
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
TENS = {w: 10 * n for n, w in enumerate(_words(_TENS), 2)}
SMALL = {"zero": 0, **ONES, **TEENS, **TENS}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
MULTIPLIERS = {"hundred": 100, **SCALES, "dozen": 12, "dozens": 12}

# Denominator words; "second" is left out because "one second" is a time.
DENOMINATORS = {
    "half": 2, "third": 3, "fourth": 4, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "fifteenth": 15,
    "sixteenth": 16, "twentieth": 20, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
PLURAL_DENOMINATORS = {"halves" if w == "half" else w + "s": n for w, n in DENOMINATORS.items()}
TIMES_WORDS = {"twice": 2, "thrice": 3}  # numbers only in "twice as ..." and "twice the ..."
VULGAR = {
    c: Fraction(*map(int, unicodedata.normalize("NFKC", c).split("\u2044")))
    for c in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒"
}

# Measures that may follow "half" or "quarter" directly: "a half-hour", "one quarter cup".
MEASURES = (
    "hour|minute|day|mile|yard|inch|meter|kilometer|acre|pound|ounce|ton|cup|pint|quart|gallon"
    "|liter|teaspoon|tablespoon|dollar"
)
# Abbreviated units that may be glued to the digits, as written: "5kg" (but "3M", "5G" are names).
GLUED_UNITS = frozenset(_words("mg g kg mm cm m km ml mL l L oz lb lbs in ft mph hr hrs min"))
FRACTION_ENDINGS = frozenset(_words("rd rds th ths"))  # "2/3rds"
# Nouns whose following number is a name ("Room 12"), unless "each", "a", ... stands before them.
LABELS = frozenset(
    _words("room page chapter grade route highway number no. lesson exercise problem question")
    + _words("channel flight")
)
NOT_LABELLING = frozenset(_words("a each every per to"))
MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
    "|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
)


def _any(words: Iterable[str]) -> str:
    return "(?:" + "|".join(words) + r")\b"


_SEP = r"(?:\s{1,2}|-)"
_UNDER_100 = rf"(?:{_any(TENS)}(?:{_SEP}{_any(ONES)})?|{_any(['zero', *TEENS, *ONES])})"
_JOIN = rf"{_SEP}(?:and{_SEP})?"
_UNDER_1000 = (
    rf"(?:(?:{_UNDER_100}|an?\b){_SEP}hundred\b"
    rf"(?:{_JOIN}{_UNDER_100}(?!{_SEP}(?:hundred|dozen)\b))?|{_UNDER_100})"
)
_REST = rf"(?:{_JOIN}{_UNDER_1000}(?!{_SEP}{_any(MULTIPLIERS)}))?"
_THOUSANDS = rf"(?:{_UNDER_1000}|an?\b){_SEP}thousand\b"
_CARDINAL = re.compile(
    rf"(?:{_UNDER_1000}|an?\b){_SEP}[mb]illion\b(?:{_JOIN}{_THOUSANDS})?{_REST}"
    rf"|{_THOUSANDS}{_REST}|{_UNDER_1000}"
)
_START = re.compile(
    rf"(?<!\w)(?:(?P<word>an?\b|{_any([*SMALL, 'half', *TIMES_WORDS, 'dozens?'])})"
    rf"|(?P<digit>(?<!\d\.)\d|(?<!\.)\.\d|[{''.join(VULGAR)}]))"
)
_RUN = re.compile(r"[\w.,]+")
_WORD = re.compile(r"[a-z]+")
_DATE_OR_TIME = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\w)|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d)(?!\w)"
    r"|\d{1,2}:\d\d(?::\d\d)?(?!\d)(?:\s?[ap]\.?m\b)?"
)
_MIXED = re.compile(
    r"(?:(?P<whole>\d{1,30})[\s-])?(?P<num>\d{1,30})/(?P<den>\d{1,30})(?:rds?|ths?)?(?![\w/])"
    rf"|(?P<vwhole>\d{{1,30}})?\s?(?P<vulgar>[{''.join(VULGAR)}])(?!\w)"
)
_DECIMAL = re.compile(r"(?:\d{1,3}(?:,\d{3}(?!\d))++|\d++)(?:\.\d++)?+|\.\d++")
_GLUED = re.compile(r"\w+|\.\d")
_DENOMINATOR = re.compile(
    rf"(?P<sep>{_SEP})(?P<den>{_any([*DENOMINATORS, *PLURAL_DENOMINATORS])})(?![-\s]grade)"
)
_AND_FRACTION = re.compile(rf"{_SEP}and{_SEP}(?P<num>an?|{'|'.join(ONES)})(?=\b{_SEP})")
_MULTIPLIER = re.compile(rf"{_SEP}(?P<by>{_any(MULTIPLIERS)})")
_HALF_MULTIPLE = re.compile(rf"half(?:\san?)?{_SEP}(?P<by>{_any(MULTIPLIERS)})")
_MEASURE = re.compile(rf"[-\s](?:{MEASURES})s?\b")
_AFTER_HALF = re.compile(
    r"\s(?:of|an?|the|as|full|his|her|its|their|my|our|your|this|that|these|those|all)\b"
)
_AFTER_QUARTER = re.compile(r"\s(?:of|as|full)\b")
_NAMED_HALF = re.compile(  # "the first half of the season" names a part
    r"(?:first|second|third|last|next|other|former|latter|final|top|bottom|upper|lower|left|right"
    r"|front|back|each|every|better)[\s-]$"
)
_VAGUE_BEFORE = re.compile(r"\b(?:few|several|some|couple|(?<!how )many)\s$")
_AFTER_TIMES = re.compile(r"\s(?:as|the)\b")

_PERCENT = re.compile(r"\s{0,2}%|[\s-]per\s?cent\b")
_CURRENCY_BEFORE = re.compile(r"[$£€¥]\s?$")
_CURRENCY_AFTER = re.compile(r"\s?¢|[\s-](?:dollar|cent|buck|euro)s?\b")
_CLOCK_AFTER = re.compile(r"\s?(?:o['’]\s?clock|[ap]\.?\s?m)\b")
_CLOCK_BEFORE = re.compile(r"\b(?:half|quarter)\s(?:past|to)\s$")
_TENS_AT_END = re.compile(rf"(?:{'|'.join([*TENS, 'hundred', *SCALES])})$")
_ORDINAL_AFTER = re.compile(  # after tens: "twenty-first"; but "thirty second" is a time
    r"(?:-second|[\s-](?:first|third|fourth|fifth|sixth|seventh|eighth|ninth))\b(?![-\s]grade)"
)
_HUNDREDTH_AFTER = re.compile(r"[\s-](?:hundred|thousand|million)th\b")
_LABEL_BEFORE = re.compile(r"(?:(\w+)\s+)?(?<!\w)([a-z]+\.?)\s{1,2}#?$")
_HASH_BEFORE = re.compile(r"[#№]\s?$|[a-z]-$")
_MONTH_BEFORE = re.compile(rf"\b(?P<in>[Ii]n\s)?(?:{MONTHS})\.?\s$")
_MONTH_AFTER = re.compile(rf"\s(?:of\s)?(?:{MONTHS})\b")
_YEAR_BEFORE = re.compile(
    rf"\b(?:[Ii]n|[Ss]ince|[Dd]uring|[Uu]ntil|[Yy]ear|By|(?:{MONTHS})\.?,?"
    rf"|(?:{MONTHS})\.?\s\d{{1,2}}(?:st|nd|rd|th)?\s?,?|(?:class|summer|fall|spring|winter) of)\s$"
)
_ONE_PRONOUN_BEFORE = re.compile(
    r"\b(?:each|every|which|this|that|no|any|some|another|other|by|on)[\s-]$"
)
_ONE_PRONOUN_AFTER = re.compile(r"\s(?:of|another|by\sone|at\sa\stime)\b|['’]s\b|-on-one\b")
_NARRATIVE_AFTER = re.compile(  # "One day, ..." opens a story; "one day has 24 hours" does not
    r"\s(?:day|morning|afternoon|evening|night|weekend|summer|winter|spring|autumn)\b"
    r"(?!\s(?:has|is|was|equals|contains|of)\b)"
)
_CLAUSE_START = re.compile(r"(?:^|[.!?,;:\"“”\n]|\b(?:and|but|then|so|when))\s{0,3}$")

_ASCII_FOLD = str.maketrans(
    {chr(c): chr(c + 32) for c in range(ord("A"), ord("Z") + 1)}
    | {"\u2044": "/", "％": "%", "＄": "$", "．": ".", "，": ",", "‐": "-", "‑": "-"}
)


@dataclass(frozen=True)
class _Mention:
    start: int
    end: int
    value: Fraction
    kind: NumberKind = NumberKind.PLAIN


def find_numbers(doc: Doc) -> list[Number]:
    """Take a parsed text; give its number mentions, in text order and without overlap."""
    text = doc.text
    folded = _fold(text)
    found: list[Number] = []
    at = 0
    while begin := _START.search(folded, at):
        if begin["word"]:
            mention, at = _read_word(folded, begin["word"], begin.start())
        else:
            mention, at = _read_digits(text, folded, begin.start())
        if mention is None or _is_ruled_out(doc, text, folded, mention):
            continue
        mention = _with_kind(folded, mention)
        at = mention.end
        span = text[mention.start : at]
        found.append(Number(mention.start, at, span, mention.value, mention.kind))
    return found


def _fold(text: str) -> str:
    """Return the text, as long as before, in ASCII lower case with ASCII digits."""
    if not text.isascii():
        for char in set(text):
            digit = unicodedata.decimal(char, None)
            if digit is not None and not char.isascii():
                text = text.replace(char, str(digit))
    return text.translate(_ASCII_FOLD)


def _before(text: str, at: int, width: int = 24) -> str:
    return text[max(0, at - width) : at]


def _run_end(folded: str, at: int) -> int:
    """Return the end of the letters, digits and points that begin at ``at``."""
    run = _RUN.match(folded, at)
    return run.end() if run else at + 1


def _read_digits(text: str, folded: str, at: int) -> tuple[_Mention | None, int]:
    """Read a number written in digits at ``at``; give it, or None, and where to go on."""
    if skip := _DATE_OR_TIME.match(folded, at):
        return None, skip.end()
    mention = _read_fraction(folded, at) or _read_decimal(folded, at)
    if mention is None:
        return None, _run_end(folded, at)
    glued = _GLUED.match(folded, mention.end)
    allowed = GLUED_UNITS if mention.kind is NumberKind.PLAIN else FRACTION_ENDINGS
    if glued and text[mention.end : glued.end()] not in allowed:
        return None, _run_end(folded, mention.end)
    mention = _extend(folded, mention)
    return mention, mention.end


def _read_fraction(folded: str, at: int) -> _Mention | None:
    """Read "1/2", "3 1/2", "½" or "3½"."""
    m = _MIXED.match(folded, at)
    if m is None:
        return None
    if m["vulgar"]:
        value = int(m["vwhole"] or 0) + VULGAR[m["vulgar"]]
        return _Mention(at, m.end(), value, NumberKind.FRACTION)
    numerator, denominator = int(m["num"]), int(m["den"])
    if denominator == 0 or (m["whole"] and numerator >= denominator):
        return None
    value = int(m["whole"] or 0) + Fraction(numerator, denominator)
    return _Mention(at, m.end("den"), value, NumberKind.FRACTION)


def _read_decimal(folded: str, at: int) -> _Mention | None:
    """Read "5", "1,200", "3.5" or ".5", of at most ``MAX_DIGITS`` digits."""
    m = _DECIMAL.match(folded, at)
    digits = m[0].replace(",", "") if m else ""
    if m is None or len(digits) - digits.count(".") > MAX_DIGITS:
        return None
    return _Mention(at, m.end(), Fraction(digits))


def _read_word(folded: str, word: str, at: int) -> tuple[_Mention | None, int]:
    """Read a number that begins with ``word`` at ``at``; give it, or None, and where to go on."""
    word_end = at + len(word)
    mention: _Mention | None = None
    if word == "half":
        mention = _read_half(folded, at)
    elif word in TIMES_WORDS:
        if _AFTER_TIMES.match(folded, word_end):
            mention = _Mention(at, word_end, Fraction(TIMES_WORDS[word]))
    elif word in ("dozen", "dozens"):
        mention = _read_dozen(folded, at, word_end)
    elif cardinal := _CARDINAL.match(folded, at):
        value = Fraction(_cardinal_value(_WORD.findall(cardinal[0])))
        mention = _extend(folded, _Mention(at, cardinal.end(), value))
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


def _read_half(folded: str, at: int) -> _Mention | None:
    """Read "half" where it is a number: "half of", "half a dozen", "half-mile"."""
    if m := _HALF_MULTIPLE.match(folded, at):
        return _Mention(at, m.end(), Fraction(MULTIPLIERS[m["by"]], 2))
    end = at + len("half")
    if not (_AFTER_HALF.match(folded, end) or _MEASURE.match(folded, end)):
        return None
    if _NAMED_HALF.search(_before(folded, at)):
        return None
    return _Mention(at, end, Fraction(1, 2), NumberKind.FRACTION)


def _read_dozen(folded: str, at: int, end: int) -> _Mention | None:
    """Read "dozen" with no number before it; "dozens" only in "how many dozens"."""
    before = _before(folded, at)
    is_plural = folded[at:end] == "dozens"
    if _VAGUE_BEFORE.search(before) or (is_plural and not before.endswith("how many ")):
        return None
    return _Mention(at, end, Fraction(12))


def _read_article(folded: str, at: int, end: int) -> _Mention | None:
    """Read "a dozen", "a half" or "a third of"."""
    if folded.startswith(" dozen", end) and not folded.startswith("s", end + 6):
        return _Mention(at, end + 6, Fraction(12))
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
    return _Mention(at, m.end(), Fraction(1, DENOMINATORS[m["den"]]), NumberKind.FRACTION)


def _extend(folded: str, mention: _Mention) -> _Mention:
    """Take in what continues a number: "... thirds", "... and a half", "... million"."""
    if fraction := _over_denominator(folded, mention):
        return fraction
    if mention.value.denominator == 1 and (m := _AND_FRACTION.match(folded, mention.end)):
        numerator = Fraction(ONES.get(m["num"], 1))
        part = _over_denominator(folded, _Mention(m.start(), m.end(), numerator), mixed=True)
        if part:
            mention = replace(part, start=mention.start, value=mention.value + part.value)
    if m := _MULTIPLIER.match(folded, mention.end):
        value = mention.value * MULTIPLIERS[m["by"]]
        mention = _Mention(mention.start, m.end(), value)
    return mention


def _over_denominator(folded: str, mention: _Mention, mixed: bool = False) -> _Mention | None:
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
    return _Mention(mention.start, m.end(), mention.value / denominator, NumberKind.FRACTION)


def _with_kind(folded: str, mention: _Mention) -> _Mention:
    """Return the mention its kind; a percent sign or word joins the span and divides by 100."""
    if m := _PERCENT.match(folded, mention.end):
        return _Mention(mention.start, m.end(), mention.value / 100, NumberKind.PERCENT)
    before = _before(folded, mention.start, 2)
    if _CURRENCY_BEFORE.search(before) or _CURRENCY_AFTER.match(folded, mention.end):
        return replace(mention, kind=NumberKind.MONEY)
    return mention


def _is_ruled_out(doc: Doc, text: str, folded: str, mention: _Mention) -> bool:
    """Return whether the surroundings make the mention a date, time, ordinal, label or pronoun."""
    surface = folded[mention.start : mention.end]
    before = _before(folded, mention.start)
    if _CLOCK_AFTER.match(folded, mention.end) or _CLOCK_BEFORE.search(before):
        return True
    if surface.isdigit():
        if _HASH_BEFORE.search(before) or _is_date_part(doc, text, mention):
            return True
    elif _HUNDREDTH_AFTER.match(folded, mention.end) or (
        _TENS_AT_END.search(surface) and _ORDINAL_AFTER.match(folded, mention.end)
    ):
        return True
    if surface == "one" and _is_pronoun(doc, folded, mention, before):
        return True
    return _is_label(doc, mention, before)


def _is_label(doc: Doc, mention: _Mention, before: str) -> bool:
    """Tell "Room 12" from "each room 12 people" and from "to grade 12 papers"."""
    m = _LABEL_BEFORE.search(before)
    if m is None or m[2] not in LABELS or m[1] in NOT_LABELLING:
        return False
    token = _token_beside(doc, mention, -1)
    return token is None or not token.tag_.startswith("VB")


def _is_date_part(doc: Doc, text: str, mention: _Mention) -> bool:
    """Tell the day in "June 5" or "5 June", and a year in "in 1998" with no noun after it."""
    value, before = mention.value, _before(text, mention.start)
    if value <= 31 and _MONTH_AFTER.match(text, mention.end):
        return True
    month = _MONTH_BEFORE.search(before)
    if value <= 31 and month and not month["in"]:
        return True
    if not 1500 <= value < 2100 or not _YEAR_BEFORE.search(before):
        return False
    following = _token_beside(doc, mention, 1)
    return following is None or following.pos_ not in ("NOUN", "PROPN", "ADJ")


def _is_pronoun(doc: Doc, folded: str, mention: _Mention, before: str) -> bool:
    """Tell the pronoun ("the red one") and the story's "one day" from the number 1."""
    if _ONE_PRONOUN_BEFORE.search(before) or _ONE_PRONOUN_AFTER.match(folded, mention.end):
        return True
    if _NARRATIVE_AFTER.match(folded, mention.end) and _CLAUSE_START.search(before):
        return True
    token = _token_beside(doc, mention, 0)
    if token is None:
        return False
    is_described = any(child.dep_ in ("amod", "det") for child in token.lefts)
    return token.tag_ not in ("CD", "") or token.dep_ == "nsubj" or is_described


def _token_beside(doc: Doc, mention: _Mention, step: int) -> Token | None:
    """Return the token before (-1), at (0) or after (1) the mention, if there is one."""
    span = doc.char_span(mention.start, mention.end, alignment_mode="expand")
    if span is None or len(span) == 0:
        return None
    at = span.end if step > 0 else span.start + step
    return doc[at] if 0 <= at < len(doc) else None
