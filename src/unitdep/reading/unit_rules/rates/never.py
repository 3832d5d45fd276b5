"""Numbers that are never rates: often they count the things that a rate is per."""

from __future__ import annotations

from unitdep.lexicon import LEXICON
from unitdep.reading.unit_rules.counts.own import crowd_members
from unitdep.reading.unit_rules.rates.case import Case
from unitdep.reading.unit_rules.rates.each import each_of
from unitdep.reading.unit_rules.rates.groups import again
from unitdep.reading.unit_rules.scene import EACH, NOT_A_RATE, Rate
from unitdep.reading.words import Words


def factor(case: Case) -> Rate | None:
    """See that the 3 of "3 times as many" only multiplies."""
    return NOT_A_RATE if case.mention.lemma == "times" else None


def crowd_size(case: Case) -> Rate | None:
    """See that "the crew of 9" counts the crew."""
    mention = case.mention
    bare = mention.end == mention.phrase_end
    return NOT_A_RATE if bare and crowd_members(case.words, mention.start) else None


def number_one(case: Case) -> Rate | None:
    """See that "1 hour" is what a rate is for."""
    return NOT_A_RATE if case.mention.one else None


def every_few(case: Case) -> Rate | None:
    """See that "every 5 days" is what a rate is for."""
    words, mention = case.words, case.mention
    at = mention.start - 1
    if at < 0 or words.low[at] not in EACH or _each_long(words, at):
        return None
    timed = mention.lemma in LEXICON["time"] and again(words, at) is not None
    return None if timed else NOT_A_RATE


def _each_long(words: Words, at: int) -> bool:
    """Whether "each" at ``at`` refers to what is before it: "pipes, each 5 feet long"."""
    return at > 0 and words.low[at] == "each" and words.low[at - 1] == ","


def each_of_few(case: Case) -> Rate | None:
    """See that "each of 5 bags" is what a rate is for."""
    return NOT_A_RATE if each_of(case.words, case.mention) is not None else None
