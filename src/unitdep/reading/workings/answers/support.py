"""Support: sums that come after a stated answer and only say why it is right.

"7 boxes because 7 x 8 = 56" answers 7. Support follows "because", "Check:" or a colon, or it is in
brackets. It counts as steps, but no result in it is the answer.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from unitdep.lexicon import read_lists
from unitdep.reading.numbers.values import either
from unitdep.reading.workings.sums import Bare, Found
from unitdep.reading.workings.tokens import VERBS
from unitdep.reading.workings.types import Span, Step

_LISTS: Final = read_lists("workings")
_WORDS: Final = r"[\s,;*]{0,4}(?:[a-z][a-z']{0,20}[ ,;]{1,3}){0,3}"
_BECAUSE: Final = re.compile(rf"\b{either(_LISTS['because'].words)}\b")
_AS: Final = re.compile(rf"[\s,;*]{{1,4}}{either(_LISTS['weak-because'].words)} {{1,2}}")
_GAP: Final = re.compile(_WORDS)
_LAST_WORD: Final = re.compile(r"([a-z]{1,20})\s{0,2}$")
_END: Final = re.compile(rf"[.!?](?=\s|$)|\n|(?<!\w){either(_LISTS['closer'].words)}(?!\w)")
_BRACKETS: Final = re.compile(
    r" ?\((?:[^()\n]{1,200}+|\([^()\n]{0,80}+\)){1,20}+\)(?!\s{0,2}[-+*/×÷=])"
)
_COLON: Final = re.compile(r" ?: ?")
_CHECK: Final = re.compile(rf"\b{either(_LISTS['check'].words)}\b")
_STRICT_CHECK: Final = re.compile(rf"\b{either(_LISTS['check'].words)}\b(?=\s?[:,.\-–—]|\s\d)")
_REJECTED: Final = re.compile(
    r"[\s,;:(–—-]{0,4}(?:(?:which|that|it|this|but) ){0,2}(?:(?:is|are|would be|was) )?"
    r"(?:not\b(?!\s{0,2}[$£€\d])|(?:is|are)n['’]t\b|too (?:small|few|little|big|many|much|large|"
    r"low|high|short|long)\b)"
)
_LONGEST: Final = 400  # characters of a reason


@dataclass(frozen=True)
class _Stated:
    """What comes before a reason: a number or the result of a sum."""

    end: int
    value: Fraction | None


def outside(folded: str, found: Found) -> Found:
    """Return what was found without support and rejected trials, unless nothing else is there."""
    if not found.steps:
        return _without(found, list(_asides(folded, found))) if "(" in folded else found
    found = _before_check(folded, _accepted(folded, found))
    return _without(found, [*_reasons(folded, found), *_asides(folded, found)])


def _without(found: Found, spans: Sequence[Span]) -> Found:
    """Return what isn't in any of the spans; all of it if nothing is left."""
    if not spans:
        return found
    steps = tuple(step for step in found.steps if not _within(step.start, spans))
    bare = tuple(one for one in found.bare if not _within(one.amount.start, spans))
    return replace(found, steps=steps, bare=bare) if steps or bare else found


def _within(at: int, spans: Sequence[Span]) -> bool:
    return any(span.start <= at < span.end for span in spans)


def _accepted(folded: str, found: Found) -> Found:
    """Return what was found without trials that failed: "4 x 45 = 180 is not enough"."""
    steps = tuple(step for step in found.steps if not _REJECTED.match(folded, step.end))
    return replace(found, steps=steps) if steps else found


def _before_check(folded: str, found: Found) -> Found:
    """Return what comes before the working tests its answer, or all if nothing comes before."""
    check = _CHECK.search(folded)
    if check is None:
        return found
    steps = tuple(step for step in found.steps if step.start < check.start())
    if steps:
        return replace(found, steps=steps)
    strict = _STRICT_CHECK.search(folded)
    if strict is None:
        return found
    end = _end(folded, strict.end())
    before = [one for one in found.bare if not strict.start() <= one.amount.start < end]
    stated = any(one.amount.end <= strict.start() for one in before)
    return replace(found, steps=(), bare=tuple(before)) if stated else found


def _end(folded: str, start: int) -> int:
    """Return where a reason ends: with its sentence, or before a word that announces an answer."""
    limit = min(start + _LONGEST, len(folded))
    end = _END.search(folded, start, limit)
    return end.start() if end else limit


def _reasons(folded: str, found: Found) -> Iterator[Span]:
    """Yield what follows "because" and the like."""
    ends = sorted(_all_stated(folded, found), key=lambda stated: stated.end)
    for match in _BECAUSE.finditer(folded):
        last = bisect_left(ends, match.start() + 1, key=lambda stated: stated.end) - 1
        if last >= 0 and _GAP.fullmatch(folded, ends[last].end, match.start()):
            yield _reason(folded, found, ends[last], match.end())
    starts = {step.start for step in found.steps}
    for stated in ends:
        weak = _AS.match(folded, stated.end)
        if weak and weak.end() in starts:
            yield _reason(folded, found, stated, weak.end())
    colon = _after_colon(folded, found)
    if colon:
        yield colon


def _all_stated(folded: str, found: Found) -> Iterator[_Stated]:
    for step in found.steps:
        yield _Stated(step.end, step.claim.value if step.claim else step.value)
    for one in found.bare:
        before = _LAST_WORD.search(folded, max(0, one.amount.start - 24), one.amount.start)
        if before is None or before[1] not in VERBS:
            yield _Stated(one.amount.end, one.amount.value)


def _reason(folded: str, found: Found, stated: _Stated, start: int) -> Span:
    """Return a reason; it ends where the stated number is made and a new one follows from it."""
    end = _end(folded, start)
    inside = [step for step in found.steps if start <= step.start < end]
    seen: set[Fraction | None] = set()
    made: Step | None = None
    for step in inside:
        operands = {operand.value for operand in step.operands}
        if made and stated.value in operands and _result(step) not in seen:
            return Span(start, made.end)
        if _result(step) == stated.value:
            made = step
        seen |= {*operands, _result(step)}
    return Span(start, end)


def _result(step: Step) -> Fraction | None:
    return step.claim.value if step.claim else step.value


def _after_colon(folded: str, found: Found) -> Span | None:
    """Return the one sum after an answer that begins the text: "7 boxes: 7 x 8 + 10 = 66"."""
    first = found.bare[0].amount if found.bare else None
    if first is None or not first.has_unit or len(found.steps) != 1 or len(found.bare) > 1:
        return None
    colon = _COLON.match(folded, first.end)
    uses = any(operand.value == first.value for operand in found.steps[0].operands)
    if colon is None or folded[: first.start].strip() or not uses:
        return None
    return Span(colon.end(), len(folded))


def _asides(folded: str, found: Found) -> Iterator[Span]:
    """Yield brackets after a number that say it again: "7 (7 x 8 = 56)", "1 week (7 days)"."""
    if "(" not in folded:
        return
    for stated in list(_all_stated(folded, found)):
        match = _BRACKETS.match(folded, stated.end)
        if match and _supports(found, Span(match.start(), match.end()), stated):
            yield Span(match.start(), match.end())


def _supports(found: Found, span: Span, stated: _Stated) -> bool:
    steps = [step for step in found.steps if span.start <= step.start < span.end]
    if steps:
        return any(step.claim or step.value == stated.value for step in steps)
    return any(_is_named(one, span) for one in found.bare)


def _is_named(one: Bare, span: Span) -> bool:
    return span.start <= one.amount.start < span.end and one.amount.has_unit
