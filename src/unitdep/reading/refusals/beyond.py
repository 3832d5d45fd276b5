"""Problems that look like arithmetic and aren't: ratios, sets, sequences, growth, work, choices.

They are refused in the everyday scope only: the paper's protocol answers whatever it is given.
"""

from __future__ import annotations

import re
from typing import Final

from unitdep.core.labels import Kind
from unitdep.reading.problem import Problem, Scope

RATIO: Final = 'this needs a ratio: "{sign}"'
SETS: Final = 'this needs sets that overlap: "{sign}"'
SEQUENCE: Final = 'this needs the rule of a sequence: "{sign}"'
GROWTH: Final = 'this grows or shrinks again and again: "{sign}"'
WORK: Final = 'this needs speeds of work that add up: "{sign}"'
CHOICES: Final = 'this asks for a number of choices: "{sign}"'
MULTIPLE: Final = 'this needs a common multiple: "{sign}"'
EQUATION: Final = 'this needs an equation: "{sign}"'
DIVISOR: Final = 'this needs a common divisor: "{sign}"'

FRACTION: Final = 'this asks which fraction of a whole something is: "{sign}"'
CHANCE: Final = 'this asks for a probability: "{sign}"'
OPINION: Final = 'this asks for an opinion: "{sign}"'
RIDDLE: Final = 'this is a riddle: "{sign}"'
MORE_THAN: Final = "the numbers don't fit: {part} of {whole} is more than there are"
UNBORN: Final = "the numbers don't fit: at {age}, nobody was alive {years} years ago"
NO_OTHER: Final = 'something is missing: "{sign}" compares with an amount that is not given'
VAGUELY: Final = 'something is missing: "{sign}" does not say by how much'
_OLDER: Final = re.compile(
    r"\bis (?:older|younger|taller|shorter|heavier|lighter) than\b"
    r"|\b(?:has|have|had|got|bought|sold|made|picked|read|scored|collected)"
    r" (?:more|fewer|less) (?:\w+ ){0,2}than\b",
    re.IGNORECASE,
)
_COMPARING: Final = frozenset({"than", "more", "fewer", "less", "also"})
_OF_THEM: Final = re.compile(r"\sof\s(?:them|these|those)\b", re.IGNORECASE)
_AGO: Final = re.compile(r"\syears?\s(?:ago|back|earlier)\b", re.IGNORECASE)
_LONGEST: Final = 40  # characters of a sign that are shown
_PERIOD: Final = r"(?:years?|months?|weeks?|days?|hours?|minutes?)"
_TIME: Final = r"(?:hours?|hrs?|h|minutes?|mins?|min|days?)"
_VERB: Final = (
    r"(?:own|owns|like|likes|play|plays|playing|had|have|has|take|takes|use|uses|used|do|"
    r"speak|speaks|can|grow|grows|bought|ordered|eat|ate|read|watch|chose|study|studies|passed)"
)
_SIGNS: Final = tuple(
    (reason, re.compile(pattern, re.IGNORECASE))
    for reason, pattern in (
        (RATIO, r"\bratios?\b|\b\d+\s?:\s?\d(?!\d)(?:\s?:\s?\d+)*|\b\d+\s?:\s?\d{3,}"),
        (RATIO, r"\b(?:scale|map|mix|mixed)\b[^.?!]{0,30}?\b\d+\s?:\s?\d+\b"),
        (RATIO, r"\b[\w.]+ parts? (?:of )?\w+ (?:to|and) \d+ parts?\b"),
        (SETS, r"\bvenn\b|\bbut not both\b|\bor both\b"),
        (SETS, rf"how many\b[^.?!]{{0,30}}\b{_VERB} (?:neither|both)\b(?= on\b|[?.!,]|\s*$)"),
        (SETS, rf"\d (?:of \w+ )?{_VERB} both\b"),
        (SETS, r"how many\b[^.?!]{0,40}\bat least one of\b"),
        (SEQUENCE, r"(?:\d[\d,.]*\s?,\s?){2,}(?:_+|\?|\.\.|…|and so on)|(?:,\s?_{2,})"),
        (SEQUENCE, r"\d\s?(?:\.\.\.|…)\s?wh?[ao]t|\d,? and so on\b"),
        (SEQUENCE, r"\b(?:keeping|following|continuing) (?:that|this|the) pattern\b"),
        (SEQUENCE, r"\bgoes on like this\b|\b(?:comes|is|what'?s) next\b.*\d|\d.*\bwhat'?s next\b"),
        (SEQUENCE, r"\bfirst\b.*\bsecond\b.*\band so on\b|\b\d+(?:st|nd|rd|th) number\b"),
        (
            GROWTH,
            r"\b(?:doubles?|triples?|halves)\b[^.?!]{0,25}\b(?:every|each)\b"
            rf"[^.?!]{{0,30}}?{_PERIOD}",
        ),
        (
            GROWTH,
            r"(?:grow|rise|los|charge|fall|drop|pay|at|interest|account|fund)[^.?!]{0,30}"
            r"(?:%|\bper\s?cent\b)(?! of her| of his| of my)[^.?!]{0,40}\b"
            r"(?:every|each|per|a)\s(?:single\s)?(?:year|month)\b"
            rf"(?=.{{0,200}}\b(?:after|in|for|over)\s(?:(?!one\b|a\b|1\b)"
            rf"[\w.]+\s{_PERIOD}|2\d\d\d\b))",
        ),
        (
            WORK,
            rf"\b(?:in|takes?|needs?)\b[^.?!]{{0,30}}?\b[\w.]+\s?{_TIME}\b.{{0,120}}"
            rf"\b(?:in|takes?|does it in|needs?)\s[\w.]+(?:\s?{_TIME})?\b.{{0,120}}"
            rf"how (?:long|many {_TIME})\b.{{0,80}}"
            r"\b(?:both (?:do|work|of|hoses|machines|pipes|taps)|together|helping|alone|the pair|"
            r"on (?:my|his|her|its|their) own)\b",
        ),
        (
            WORK,
            rf"\b(?:in|takes?|needs?)\s[\w.]+\s?{_TIME}\b.{{0,80}}\b(?:in|takes?|needs?)\s[\w.]+"
            rf"(?:\s?{_TIME})?\b[^?]{{0,60}}\b(?:both|together)\b[^?]{{0,60}}how long\b",
        ),
        (WORK, r"\bfills?\b.{0,60}\b(?:drain|empties)\b"),
        (WORK, r"\bfills?\b.{0,120}\bboth (?:are )?open\b|\bwith both machines\b"),
        (
            CHOICES,
            r"\bhow many (?:different|possible) (?:outfits|dinners|meals|teams|ways|"
            r"pairs|routes|orders|combinations|numbers|codes|arrangements|lunches|sandwiches)\b",
        ),
        (CHOICES, r"\bhow many ways\b|\bmatch against each other\b|\bcard hands\b"),
        (
            FRACTION,
            r"\b(?:what|which) fraction (?:of|is|are|was|were|do|does|did|has|have|remains)\b",
        ),
        (CHANCE, r"\b(?:what are|what's|whats|what is) the chances?\b"),
        (OPINION, r"\bwhat(?:'s|s| is) the best\b|\ba good (?:price|deal)\b|\bworth it\b"),
        (RIDDLE, r"\ball but (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b"),
        (RIDDLE, r"\bwhat am i\s*(?:[?.!]|$)"),
        (MULTIPLE, r"\b(?:flash|ring|meet|chime|blink|leave|sound) together again\b"),
        (MULTIPLE, r"\bat the same time again\b|\bagain at the same time\b"),
        (EQUATION, r"\ba number\b[^?]{0,80}\b(?:twice|times|half) (?:the|that) number\b"),
        (DIVISOR, r"\b(?:greatest|largest|biggest) number of (?:identical|equal|the same)\b"),
    )
)


def beyond(problem: Problem) -> str | None:
    """Refuse a text that needs more than a calculation with its numbers."""
    if problem.scope is not Scope.EVERYDAY:
        return None
    for reason, sign in _SIGNS:
        if match := sign.search(problem.text):
            return reason.format(sign=_short(match[0]))
    return None


def impossible(problem: Problem) -> str | None:
    """Refuse to take more than there is, to go back before a birth, or to guess a difference."""
    if problem.scope is not Scope.EVERYDAY:
        return None
    written = [q for q in problem.quantities if not q.implied]
    if len(written) == 1 and all(q.kind is Kind.AGAIN for q in problem.quantities if q.implied):
        return _no_base(problem)
    if len(written) != 2 or written[1].value <= written[0].value:
        return None
    first, second = (q.number.text for q in written)
    after = problem.text[written[1].number.end :]
    if _OF_THEM.match(after):
        return MORE_THAN.format(whole=first, part=second)
    if _AGO.match(after) and written[0].unit.numerator == "year":
        return UNBORN.format(age=first, years=second)
    return None


def _no_base(problem: Problem) -> str | None:
    """Refuse a comparison with an amount that isn't given: all there is is the difference."""
    if compared := _OLDER.search(problem.text):
        return VAGUELY.format(sign=compared[0])
    taken_up = [q.number.text.lower() for q in problem.quantities if q.implied]
    other = next((word for word in taken_up if word in _COMPARING), None)
    return NO_OTHER.format(sign=other) if other else None


def _short(sign: str) -> str:
    """Return what gives a text away, or the end of it if it is long."""
    return sign if len(sign) <= _LONGEST else f"... {sign[-_LONGEST:].split(' ', 1)[-1]}"
