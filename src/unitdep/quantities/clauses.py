"""Clauses: Den Units that stand to the left of the number.

They are the noun that the number is linked to ("boxes of 8"), or the one that its clause is about
("each box holds 6", "an octopus has 8 arms", "tickets cost $4").
"""

from __future__ import annotations

from collections.abc import Iterator

from unitdep.quantities.lexicon import LEMMAS, LEXICON
from unitdep.quantities.phrases import NOUN_TAGS, PLURAL_TAGS, Noun, Words, lemma_of
from unitdep.quantities.scene import (
    EACH,
    FINITE,
    ONE,
    Mention,
    Rate,
    Scene,
    each_noun,
    each_of,
    each_rate,
    named,
)

NOMINAL = NOUN_TAGS | {"PRP", "EX", "DT"}


def group_rate(scene: Scene, index: int) -> Rate | None:
    """Read "boxes of 8 muffins", "rows with 16 chairs", "vans that carry 9"."""
    words, mention = scene.words, scene.mentions[index]
    floor = words.sentence[mention.start][0]
    i = mention.start - 1
    while i > floor and (words.low[i] in LEXICON["about"] or words.low[i] == "$"):
        i -= 1
    if i <= floor:
        return None
    link = words.low[i]
    if link == "of" or link in LEXICON["with"] or (link in {"for", "at"} and mention.money):
        at = i - 1
    elif i - 2 > floor and words.low[i - 1] in {"that", "which"}:
        at = i - 2
    elif i - 3 > floor and words.tag[i - 1] == "MD" and words.low[i - 2] in {"that", "which"}:
        at = i - 3
    else:
        return None
    if words.tag[at] not in PLURAL_TAGS:
        return None
    noun = Noun(at, at, lemma_of(words, at))
    if noun.lemma in {mention.lemma, "times"} or noun.lemma in LEXICON["measure"]:
        return None
    if link == "of":
        listed = _joined_to_same(scene, index)
        definite = at > floor and words.low[at - 1] == "the"
        return None if listed or definite else Rate(noun, i)
    if link == "at":
        return Rate(noun, i)
    if link == "for" and any(m.noun and m.noun.head == at for m in scene.mentions):
        return None
    return Rate(noun, i) if noun.lemma in scene.counted else None


def _joined_to_same(scene: Scene, index: int) -> bool:
    """Tell whether the next number has the same unit in a list: "sides of 5 yards and 8 yards"."""
    if index + 1 >= len(scene.mentions):
        return False
    mention, other = scene.mentions[index], scene.mentions[index + 1]
    return 0 < other.start - mention.phrase_end <= 2 and mention.lemma == other.lemma


def left_rate(scene: Scene, index: int, used: frozenset[int]) -> Rate | None:
    """Read the Den Unit from the clause to the left: "each box holds 6", "an octopus has 8"."""
    words, mention = scene.words, scene.mentions[index]
    ends = {m.end - 1: m for m in scene.mentions[:index]}
    crossed = joined = False
    for k in _clause_left(words, mention):
        low = words.low[k]
        joined = joined or low in {"and", ",", "or", "but"}
        if k in used:
            return None
        if k in ends:
            other = ends[k]
            each = each_of(words, other)
            if each is not None and other.noun:
                return None if each in used else Rate(other.noun, each)
            if other.one and other.noun and _one_has(scene, mention, other.noun, k):
                return Rate(other.noun, k)
            if other.one and words.low[k - 1] in EACH:
                continue  # "each 1 costs" is "each one costs"
            if not joined:
                return None
            crossed = True
        elif low in EACH:
            rate = each_rate(scene, mention, k, mention.start)
            bare = each_noun(words, k, mention.start) is None
            return None if rate.noun.lemma == mention.lemma or (bare and crossed) else rate
        elif low in LEXICON["periodic"]:
            return Rate(Noun(k, k, LEMMAS[low]), k)
        elif low in ONE:
            noun = named(words, k + 1, mention.start)
            if noun and _one_has(scene, mention, noun, k):
                return Rate(noun, k)
    return _priced(scene, mention) or _holding(scene, mention)


def _one_has(scene: Scene, mention: Mention, noun: Noun, k: int) -> bool:
    """Tell whether "a noun ... number" gives the number for one such noun."""
    words = scene.words
    if noun.lemma == mention.lemma:
        return False
    if noun.end + 1 == mention.start and words.low[noun.end] == "of":
        return False  # "a tower of 6 blocks" is one tower
    if words.low[mention.phrase_end - 1] in LEXICON["skip"] or _compares(words, mention):
        return False
    if mention.money and (
        (k > 0 and words.tag[k - 1].startswith("VB"))
        or not any(words.tag[i].startswith("VB") for i in range(noun.end, mention.start))
    ):
        return False
    if noun.lemma in scene.counted:
        return True
    return mention.money and noun.lemma in scene.plurals and _costs(words, noun.end, mention)


def _compares(words: Words, mention: Mention) -> bool:
    """Tell whether the number is a difference: "3 dollars less than"."""
    i = mention.phrase_end
    return i < len(words.low) and words.low[i] in LEXICON["skip"]


def _costs(words: Words, start: int, mention: Mention) -> bool:
    """Tell whether a verb of price stands between a noun and the amount."""
    return any(words.lemma[i] in LEXICON["price-verb"] for i in range(start, mention.start))


def _priced(scene: Scene, mention: Mention) -> Rate | None:
    """Read "tickets cost $4": the price of one, where the plural before the verb has no number."""
    words = scene.words
    if not mention.money:
        return None
    heads = {m.noun.head for m in scene.mentions if m.noun}
    verb = -1
    for k in _clause_left(words, mention):
        if words.lemma[k] in LEXICON["price-verb"] and words.lemma[k] != "be":
            verb = k
        elif verb < 0:
            continue
        elif words.tag[k] == "NNS":
            noun = Noun(k, k, lemma_of(words, k))
            return Rate(noun, verb) if noun.lemma in scene.counted and k not in heads else None
        elif words.low[k] in LEXICON["clause"]:
            return None
    return None


def _holding(scene: Scene, mention: Mention) -> Rate | None:
    """Read "tables seat 4", "spiders have 8 legs": a plural with no number, and its verb.

    A verb of having needs a bare plural in front of its sentence; one of holding does not.
    """
    words = scene.words
    floor = words.sentence[mention.start][0]
    verb = mention.start - 1
    while verb > floor and words.low[verb] in LEXICON["about"]:
        verb -= 1
    holds = words.lemma[verb] in LEXICON["hold"]
    if verb <= floor or not (holds or words.low[verb] == "have"):
        return None
    at = verb - 1
    while at > floor and words.tag[at] in {"MD", "RB"}:
        at -= 1
    noun = Noun(at, at, lemma_of(words, at))
    if words.tag[at] != "NNS" or noun.lemma not in scene.counted or noun.lemma == mention.lemma:
        return None
    if at > floor and words.low[at - 1] == "of":
        return None
    if any(m.noun and m.noun.head == at for m in scene.mentions) or not (holds or at == floor):
        return None
    return Rate(noun, verb)


def _clause_left(words: Words, mention: Mention) -> Iterator[int]:
    """Go left from a number through its clause, over verbs that share its subject.

    A comma after a fronted phrase without a verb of its own ("To sew a coat, she needs 3") is no
    border.
    """
    after = mention.phrase_end
    verb = subject = after < len(words.tag) and words.tag[after] in FINITE
    floor = words.sentence[mention.start][0]
    for k in range(mention.start - 1, floor - 1, -1):
        tag = words.tag[k]
        if tag in FINITE:
            verb, subject = True, False
        elif verb and tag in NOMINAL:
            subject = True
        elif subject and words.low[k] in LEXICON["clause"]:
            fronted = words.low[k] == "," and not any(
                words.tag[i] in FINITE for i in range(floor, k)
            )
            if not fronted:
                return
        yield k
