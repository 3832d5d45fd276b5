"""Den Units that a number shares with the rate next to it.

"Kim types 40 words a minute, Bo only 30"; "an adult pays $9, a child $5"; "2 pens and 3 cups
each"; "$3 for a pen and $5 for a notebook".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, Noun, noun_phrase, without_verb
from unitdep.reading.unit_rules.rates.case import Case
from unitdep.reading.unit_rules.rates.prices import before_sign
from unitdep.reading.unit_rules.scene import ANY_ONE, EACH, FINITE, Mention, Rate, comes_again
from unitdep.reading.words import Words

JOINTS: Final = LEXICON["ellipsis-joint"]
SPAN: Final = 14  # how many words may come between the two numbers


# The rate after it


def joined_to_rate(case: Case) -> Rate | None:
    """Read the 2 of "2 pens and 3 cups each"."""
    mentions = case.scene.mentions
    rate = case.rates[case.index + 1] if case.index + 1 < len(mentions) else None
    if rate is None or case.mention.noun is None or rate.noun.lemma == case.mention.lemma:
        return None
    other = mentions[case.index + 1]
    return rate if other.noun and _in_one_list(case.words, case.mention, other) else None


def _in_one_list(words: Words, mention: Mention, other: Mention) -> bool:
    """Whether "and" or a comma joins two numbers that no verb comes between or after."""
    between = range(mention.phrase_end, other.start)
    same = mention.lemma == other.lemma
    if len(between) != 1 and not (len(between) == 3 and same):
        return False
    joint = words.low[mention.phrase_end]
    if joint != "and" and (same or joint != ","):
        return False
    subject = words.tag[min(other.phrase_end, len(words.tag) - 1)] in FINITE
    return not subject and not any(words.tag[i][:2] in {"VB", "IN"} for i in between)


# The rate before it


def _continued(case: Case) -> tuple[Rate, range] | None:
    """Return the rate before a number, and the words of the clause that leaves it out.

    Not if that rate was read from the words before its number: "boxes of 8".
    """
    before = case.rates[case.index - 1] if case.index else None
    if before is None or before.noun.head < before.trigger:
        return None
    last, mention = case.scene.mentions[case.index - 1], case.mention
    subject = mention.noun is not None and mention.noun.head < mention.start  # "lemons 5"
    if mention.noun and mention.lemma != last.lemma and not subject:
        return None
    gap = _gap(case.words, last, mention)
    return (before, gap) if gap and _same_verb(case.words, last, gap) else None


def _gap(words: Words, last: Mention, mention: Mention) -> range:
    """Return the words of a clause without object or verb, from its joint to its number."""
    nothing = range(0)
    if words.sentence[last.start] != words.sentence[mention.start]:
        return nothing
    if mention.start - last.phrase_end > SPAN:
        return nothing
    for k in range(mention.start - 1, last.phrase_end - 1, -1):
        if words.low[k] in JOINTS:
            return range(k + 1, mention.start)
    return nothing


def _same_verb(words: Words, last: Mention, gap: range) -> bool:
    """Whether a clause has no verb, or the one of the clause before."""
    floor = words.sentence[last.start][0]
    verbs = {words.lemma[k] for k in range(floor, last.start) if words.tag[k].startswith("VB")}
    verbs |= LEXICON["same-verb"]
    return all(
        words.lemma[k] in verbs
        for k in gap
        if words.tag[k] in FINITE or words.tag[k].startswith("VB")
    )


def other_one(case: Case) -> Rate | None:
    """Read "a child $5" after "an adult pays $9", and "a new one 7"."""
    continued = _continued(case)
    if continued is None:
        return None
    before, gap = continued
    k = _new_one(case, before, gap)
    noun = None if k is None else _one_noun(case.words, k + 1, case.mention.start, before)
    if k is None or noun is None or noun.lemma == case.mention.lemma:
        return None
    return Rate(noun, k)


def _new_one(case: Case, before: Rate, gap: range) -> int | None:
    """Return the place of "a" or "each" in a clause, unless the rate before it is for a time.

    "A snail crawls 4 feet a day, a beetle 9": feet a day.
    """
    words, last = case.words, case.scene.mentions[case.index - 1]
    if comes_again(before.noun) and before.trigger >= last.end:
        return None
    for k in reversed(gap):
        alone = words.low[k] == "one" and words.tag[k + 1] not in NOUN_TAGS
        if words.low[k] in EACH or (words.low[k] in ANY_ONE and not alone):
            return k
    return None


def _one_noun(words: Words, start: int, limit: int, twin: Rate) -> Noun | None:
    """Read a noun phrase whose "one" is the Den Unit of its twin."""
    for i in range(start, min(start + 3, limit)):
        if words.low[i] in LEXICON["stand-in"]:
            return twin.noun
        if words.tag[i] in NOUN_TAGS and words.low[min(i + 1, limit - 1)] != "one":
            break
    noun = without_verb(words, noun_phrase(words, start, limit), limit)
    return noun if noun and words.tag[noun.head] in NOUN_TAGS else None


def same_rate(case: Case) -> Rate | None:
    """Read "Bo only 30" after "Kim types 40 words a minute"."""
    continued = _continued(case)
    if continued is None:
        return None
    before, gap = continued
    words, mention = case.words, case.mention
    if _new_one(case, before, gap) is not None or not any(_is_someone(words, k) for k in gap):
        return None
    if words.low[before_sign(words, mention)] == "for":
        return None
    return before if before.trigger >= case.scene.mentions[_first_of(case, before)].end else None


def _is_someone(words: Words, k: int) -> bool:
    """Whether a word can be who or what has the number: "Bo", "she", "one"."""
    return words.tag[k] in NOUN_TAGS or words.tag[k] == "PRP" or words.low[k] == "one"


def _first_of(case: Case, rate: Rate) -> int:
    """Return the first of the numbers directly before this one that share a rate."""
    index = case.index - 1
    while index > 0 and case.rates[index - 1] == rate:
        index -= 1
    return index


# A rate on either side


def _neighbours(case: Case) -> Iterator[tuple[int, Rate]]:
    """Yield the index and the rate of the number after and the number before."""
    for other in (case.index + 1, case.index - 1):
        rate = case.rates[other] if 0 <= other < len(case.rates) else None
        if rate:
            yield other, rate


def like_phrase(case: Case) -> Rate | None:
    """Read "2 yards for a shirt" if "5 yards for a coat" next to it is known to be a rate."""
    words, mention = case.words, case.mention
    at = mention.phrase_end
    if at + 2 >= len(words.low) or words.low[at + 1] not in ANY_ONE:
        return None
    for other, rate in _neighbours(case):
        if _alike(words, mention, case.scene.mentions[other]):
            noun = _one_noun(words, at + 2, words.sentence[mention.start][1], rate)
            if noun is None or comes_again(noun) or noun.lemma == mention.lemma:
                return None
            return Rate(noun, at + 1)
    return None


def _alike(words: Words, mention: Mention, twin: Mention) -> bool:
    """Whether two numbers of a sentence are followed by the same link and "a"."""
    end = twin.phrase_end
    if mention.noun and mention.lemma != twin.lemma:
        return False
    if words.sentence[twin.start] != words.sentence[mention.start] or end + 1 >= len(words.low):
        return False
    return words.low[end] == words.low[mention.phrase_end] and words.low[end + 1] in ANY_ONE


def like_subject(case: Case) -> Rate | None:
    """Read "a pen costs $3" if "a cup costs $5" next to it is known to be a rate."""
    words, mention = case.words, case.mention
    for other, rate in _neighbours(case):
        twin = case.scene.mentions[other]
        if not _a_subject(words, rate, twin) or twin.lemma != mention.lemma:
            continue
        own = _one_subject(words, mention)
        if own:
            first, second = (mention, rate) if other > case.index else (twin, own)
            joint = words.low[first.phrase_end : second.trigger]
            return own if 0 < len(joint) <= 2 and joint[-1] in JOINTS else None
    return None


def _a_subject(words: Words, rate: Rate, twin: Mention) -> bool:
    """Whether a rate is for the "a noun" before its number."""
    return words.low[rate.trigger] in LEXICON["article"] and rate.trigger < twin.start


def _one_subject(words: Words, mention: Mention) -> Rate | None:
    """Read "a noun" that opens a number's clause."""
    floor = words.sentence[mention.start][0]
    for k in range(mention.start - 1, floor - 1, -1):
        if k != floor and words.low[k - 1] not in JOINTS:
            continue
        if words.low[k] not in LEXICON["article"]:
            return None
        noun = without_verb(words, noun_phrase(words, k + 1, mention.start), mention.start)
        return Rate(noun, k) if noun and noun.lemma != mention.lemma else None
    return None
