"""The choice of the final answer of a working.

What is marked as the answer wins, the last mark of several. Otherwise it's the result of the last
sum, or a number after it that repeats or rounds that result; without sums, the last number.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from unitdep.lexicon import read_lists
from unitdep.reading.numbers.values import either
from unitdep.reading.workings.answers.hedges import committed, is_hedged
from unitdep.reading.workings.answers.support import outside
from unitdep.reading.workings.sums import Bare, Found
from unitdep.reading.workings.terms.clocks import result_unit
from unitdep.reading.workings.types import NO_UNIT, Amount, Answer, Rule, Span, Step

_LISTS: Final = read_lists("workings")
_HASHES: Final = re.compile(r"####[ \t]{0,4}")
_SAID: Final = re.compile(
    r"\b(?:answer|ans)\b[ *]{0,4}(?:(?:to|for|of) [^.\n=:]{0,60}?)?(?:\b(?:is|was|are|will be|"
    r"would be|should be|must be)\b|:|=|(?=[ \t]{1,2}[$£€]?\d))|^[ \t]{0,4}a: ",
    re.MULTILINE,
)
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s|$)|\n")
_GAP: Final = re.compile(r"[ \t\n*:]{1,40}")
_LONGEST: Final = 400  # characters of a sentence with an answer
_CLOSER: Final = re.compile(rf"(?<!\w){either(_LISTS['closer'].words)}(?!\w)[^\d.!?]*$")
_WEAK_CLOSER: Final = re.compile(rf"\b{either(_LISTS['weak-closer'].words)}\b")
_CLOSER_BEFORE: Final = 60  # characters before a number in which a word may announce it


@dataclass(frozen=True)
class _Marked:
    """A stretch of text that holds the answer."""

    span: Span
    rule: Rule


def final_answer(folded: str, found: Found, boxes: list[Span]) -> Answer | None:
    """Return the answer of a working in lower case, of which the sums have been found."""
    if not found.steps and not found.bare:
        return None
    found = committed(folded, found)
    stated = outside(folded, found)
    answer = _marked(folded, found, stated, boxes) or _unmarked(folded, stated)
    if answer is None or is_hedged(folded, found, answer.amount):
        return None
    return _with_others(folded, stated, answer)


def _marked(folded: str, found: Found, stated: Found, boxes: list[Span]) -> Answer | None:
    """Return the last answer that is marked as one."""
    for marked in sorted(_marks(folded, boxes), key=lambda one: one.span.start, reverse=True):
        amount = _in_span(stated, marked.span) or _in_span(found, marked.span)
        if amount is not None:
            return Answer(amount, marked.rule)
    return None


def _with_others(folded: str, found: Found, answer: Answer) -> Answer:
    """Add other amounts that may be meant: later ones of the sentence, the last, the first."""
    if not found.bare or answer.rule in (Rule.HASHES, Rule.BOXED):
        return answer
    bare, at = found.bare, answer.amount
    end = _SENTENCE_END.search(folded, at.end, at.end + _LONGEST)
    first = bisect_left(bare, at.end, key=lambda one: one.amount.start)
    last = bisect_left(bare, end.start(), key=lambda one: one.amount.start) if end else None
    others = [one.amount for one in bare[first:last] if one.amount.has_unit]
    if first < len(bare) and not folded[bare[-1].amount.end :].strip(" .!*\n"):
        others.append(bare[-1].amount)
    if not found.steps and not folded[: bare[0].amount.start].strip():
        others.append(bare[0].amount)
    different = tuple(dict.fromkeys(amount for amount in others if amount != at))
    return replace(answer, others=different) if different else answer


def _marks(folded: str, boxes: list[Span]) -> Iterator[_Marked]:
    for box in boxes:
        yield _Marked(box, Rule.BOXED)
    if "####" in folded:
        for match in _HASHES.finditer(folded):
            yield _Marked(Span(match.end(), _line_end(folded, match.end())), Rule.HASHES)
    if "ans" in folded or "a:" in folded:
        for match in _SAID.finditer(folded):
            yield _Marked(_sentence(folded, match.end()), Rule.SAID)


def _sentence(folded: str, start: int) -> Span:
    """Return the rest of a sentence; if nothing is left of it, the next line."""
    gap = _GAP.match(folded, start)
    begin = gap.end() if gap else start
    limit = begin + _LONGEST
    end = _SENTENCE_END.search(folded, begin, limit)
    return Span(begin, end.start() if end else min(limit, len(folded)))


def _line_end(folded: str, start: int) -> int:
    end = folded.find("\n", start, start + _LONGEST)
    return min(start + _LONGEST, len(folded)) if end < 0 else end


def _in_span(found: Found, span: Span) -> Amount | None:
    """Return the answer that a marked stretch holds: its last result, otherwise a number."""
    last = bisect_left(found.steps, span.end, key=lambda step: step.start) - 1
    if last >= 0 and found.steps[last].start >= span.start:
        return _result(found.steps[last])
    first = bisect_left(found.bare, span.start, key=lambda bare: bare.amount.start)
    after = bisect_left(found.bare, span.end, key=lambda bare: bare.amount.start)
    inside = found.bare[first:after]
    if inside and inside[0].amount.start == span.start:
        return inside[0].amount
    counted = [bare for bare in inside if not bare.aside] or inside
    return counted[-1].amount if counted else None


def _result(step: Step) -> Amount | None:
    if step.claim:
        return step.claim
    value = step.value
    if value is None:
        return None
    unit, clock = result_unit(step.tree, step.operands)
    converted = next((one for one in step.operands if len(one.parts) == 1 and not one.root), None)
    if converted and unit == NO_UNIT and not clock:
        unit = converted.unit
    return Amount(step.start, step.end, value, unit, clock=clock, computed=True)


def _unmarked(folded: str, found: Found) -> Answer | None:
    """Return the result of the last sum, or the number that repeats or rounds it."""
    steps = found.steps
    bare = [one for one in found.bare if not one.in_table]
    amount = _result(steps[-1]) if steps else None
    if amount is None:
        return _last_number(bare)
    after = [one for one in bare if one.amount.start >= steps[-1].end]
    stated = _stated(folded, amount, after)
    if stated is None and not amount.has_unit:
        first = steps[0].start
        named = [one for one in bare if one.amount.has_unit and one.amount.end <= first]
        stated = _repeated(amount, named)
    if stated is not None:
        return _of_number(stated)
    return Answer(amount, Rule.RESULT if steps[-1].claim else Rule.EXPRESSION)


def _stated(folded: str, amount: Amount, after: list[Bare]) -> Bare | None:
    """Return the number after the last sum that states the answer: a last line, or a repetition."""
    if after and after[-1].alone and after[-1].amount.has_unit:
        return after[-1]
    found = (_repeated(amount, after), _announced(folded, amount, after))
    return max((one for one in found if one), key=lambda one: one.amount.start, default=None)


def _repeated(amount: Amount, bare: list[Bare]) -> Bare | None:
    """Return the last number that repeats a result, if it says more than the result does."""
    same = [one for one in bare if one.amount.value == amount.value]
    named = [one for one in same if one.amount.has_unit or not amount.has_unit]
    return named[-1] if named else None


def _announced(folded: str, amount: Amount, bare: list[Bare]) -> Bare | None:
    """Return a number that a word announces: "7 × 8 = 56, so 7", "4.4, they need 5 buses"."""
    for one in bare:
        if one.aside:
            continue
        left = folded[max(0, one.amount.start - _CLOSER_BEFORE) : one.amount.start]
        near = one.amount.value.denominator == 1 and abs(one.amount.value - amount.value) <= 1
        rounds = near and (amount.value.denominator != 1 or amount.remainder is not None)
        if _CLOSER.search(left) or (rounds and _WEAK_CLOSER.search(left)):
            return one
    return None


def _last_number(bare: list[Bare]) -> Answer | None:
    counted = [one for one in bare if not one.aside] or bare
    if not counted:
        return None
    return _of_number(([one for one in counted if one.alone] or counted)[-1])


def _of_number(bare: Bare) -> Answer:
    return Answer(bare.amount, Rule.ASSIGNED if bare.assigned else Rule.NUMBER)
