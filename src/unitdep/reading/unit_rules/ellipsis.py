"""Ellipsis: Den Units that a number shares with the rate told just before it.

"Kim types 40 words a minute, Bo only 30"; "an adult pays $9, a child $5"; "$3 for a pen and $5 for
a notebook".
"""

from __future__ import annotations

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, Noun, noun_phrase, without_verb
from unitdep.reading.unit_rules.scene import EACH, FINITE, ONE, Mention, Rate, Scene, comes_again
from unitdep.reading.words import Words

JOINS = frozenset({",", ";", "and", "but", "while", "whereas"})
SAME = frozenset({"manage", "do"})  # verbs that stand for the one before
SPAN = 14  # how many words may stand between the two numbers


def gapped_rate(scene: Scene, index: int, found: list[Rate | None]) -> Rate | None:
    """Read the Den Unit of a number whose clause goes on with the rate before it."""
    before = found[index - 1] if index else None
    if before is None:
        return None
    if before.noun.head < before.trigger:
        return _other_plural(scene, index)
    words, last, mention = scene.words, scene.mentions[index - 1], scene.mentions[index]
    first = index - 1
    while first > 0 and found[first - 1] is before:
        first -= 1
    subject = mention.noun is not None and mention.noun.head < mention.start  # "lemons 5"
    if mention.noun and mention.lemma != last.lemma and not subject:
        return None
    gap = _gap(words, last, mention)
    if not gap or not _same_verb(words, last, gap):
        return None
    timed = comes_again(before.noun) and before.trigger >= last.end
    for k in () if timed else reversed(gap):  # "a snail crawls 4 feet a day, a beetle 9"
        alone = words.low[k] == "one" and words.tag[k + 1] not in NOUN_TAGS
        if words.low[k] in EACH or (words.low[k] in ONE and not alone):
            return _other_one(words, k, mention, before)
    free = words.low[before_sign(words, mention)] != "for"
    stands = any(
        words.tag[k] in NOUN_TAGS or words.tag[k] == "PRP" or words.low[k] == "one" for k in gap
    )
    return before if free and stands and before.trigger >= scene.mentions[first].end else None


def _other_plural(scene: Scene, index: int) -> Rate | None:
    """Read the Den Unit of "boxes 30" after "shelves hold 20 books each"."""
    words, last, mention = scene.words, scene.mentions[index - 1], scene.mentions[index]
    gap = _gap(words, last, mention)
    if len(gap) != 1 or mention.lemma not in {"", last.lemma}:
        return None
    if words.tag[gap[0]] not in {"NNS", "VBZ"}:
        return None
    noun = noun_phrase(words, gap[0], mention.start, plural=True)
    return Rate(noun, gap[0]) if noun and noun.lemma in scene.counted else None


def before_sign(words: Words, mention: Mention) -> int:
    """Return the place of the word before a number and its dollar sign."""
    at = mention.start - 1
    return at - 1 if at > 0 and words.low[at] in LEXICON["currency-sign"] else at


def _other_one(words: Words, k: int, mention: Mention, before: Rate) -> Rate | None:
    """Read the Den Unit of "a child $5" after "an adult pays $9", of "a new one 7" too."""
    noun = _one_noun(words, k + 1, mention.start, before)
    if noun is None or noun.lemma == mention.lemma:
        return None
    return Rate(noun, k)


def _one_noun(words: Words, start: int, limit: int, twin: Rate) -> Noun | None:
    """Read a noun phrase whose "one" is the Den Unit of its twin."""
    for i in range(start, min(start + 3, limit)):
        if words.low[i] in LEXICON["stand-in"]:
            return twin.noun
        if words.tag[i] in NOUN_TAGS and words.low[min(i + 1, limit - 1)] != "one":
            break
    noun = without_verb(words, noun_phrase(words, start, limit), limit)
    return noun if noun and words.tag[noun.head] in NOUN_TAGS else None


def _gap(words: Words, last: Mention, mention: Mention) -> range:
    """Return the words of a clause without object or verb, from its joint to its number."""
    nothing = range(0)
    if words.sentence[last.start] != words.sentence[mention.start]:
        return nothing
    if mention.start - last.phrase_end > SPAN:
        return nothing
    for k in range(mention.start - 1, last.phrase_end - 1, -1):
        if words.low[k] in JOINS:
            return range(k + 1, mention.start)
    return nothing


def _same_verb(words: Words, last: Mention, gap: range) -> bool:
    """Return whether a clause has no verb, or the one of the clause before."""
    floor = words.sentence[last.start][0]
    verbs = {words.lemma[k] for k in range(floor, last.start) if words.tag[k].startswith("VB")}
    return all(
        words.lemma[k] in verbs or words.lemma[k] in SAME
        for k in gap
        if words.tag[k] in FINITE or words.tag[k].startswith("VB")
    )


def parallel_rate(scene: Scene, index: int, found: list[Rate | None]) -> Rate | None:
    """Read "2 yards for a shirt" where "and 5 yards for a coat" is known to be a rate."""
    words, mention = scene.words, scene.mentions[index]
    at = mention.phrase_end
    if at + 2 >= len(words.low) or words.low[at + 1] not in ONE:
        return None
    for other in (index + 1, index - 1):
        twin_rate = found[other] if 0 <= other < len(found) else None
        if twin_rate is None:
            continue
        twin = scene.mentions[other]
        end = twin.phrase_end
        if (
            mention.lemma in {"", twin.lemma}
            and words.sentence[twin.start] == words.sentence[mention.start]
            and end + 1 < len(words.low)
            and (words.low[end], words.low[end + 1] in ONE) == (words.low[at], True)
        ):
            noun = _one_noun(words, at + 2, words.sentence[mention.start][1], twin_rate)
            again = noun is None or comes_again(noun) or noun.lemma == mention.lemma
            return None if again or noun is None else Rate(noun, at + 1)
    return None


def subject_rate(scene: Scene, index: int, found: list[Rate | None]) -> Rate | None:
    """Read "a pen costs $3" where "and a cup costs $5" beside it is known to be a rate."""
    words, mention = scene.words, scene.mentions[index]
    for other in (index + 1, index - 1):
        rate = found[other] if 0 <= other < len(found) else None
        twin = scene.mentions[other] if rate else None
        if rate is None or twin is None or words.low[rate.trigger] not in {"a", "an"}:
            continue
        alike = twin.lemma == mention.lemma and rate.trigger < twin.start
        own = _one_subject(words, mention) if alike else None
        if own:
            first, second = (mention, rate) if other > index else (twin, own)
            joint = words.low[first.phrase_end : second.trigger]
            return own if 0 < len(joint) <= 2 and joint[-1] in JOINS else None
    return None


def _one_subject(words: Words, mention: Mention) -> Rate | None:
    """Read "a noun" in front of a number's clause."""
    floor = words.sentence[mention.start][0]
    for k in range(mention.start - 1, floor - 1, -1):
        opens = k == floor or words.low[k - 1] in JOINS
        if opens and words.low[k] in {"a", "an"}:
            noun = without_verb(words, noun_phrase(words, k + 1, mention.start), mention.start)
            return Rate(noun, k) if noun and noun.lemma != mention.lemma else None
        if opens:
            return None
    return None
