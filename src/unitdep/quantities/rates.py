"""Rates: the Den Unit of a quantity, where the text gives a measure for ONE unit of something.

Words to the right of the number are read first ("4 dollars a ticket"); ``clauses`` reads the left.
"""

from __future__ import annotations

from unitdep.quantities.clauses import group_rate, left_rate
from unitdep.quantities.lexicon import LEMMAS, LEXICON
from unitdep.quantities.phrases import Noun, Words, noun_phrase
from unitdep.quantities.scene import (
    EACH,
    FINITE,
    ONE,
    Mention,
    Rate,
    Scene,
    antecedent,
    comes_again,
    each_of,
    each_rate,
    named,
)


def denominators(scene: Scene, taken: frozenset[int] = frozenset()) -> list[Noun | None]:
    """Give the Den Unit of every mention, None where it is not a rate.

    ``taken`` are words such as "each" that the question has used. A word that belongs to the
    number before it is not read again by the number after it.
    """
    barred = [_no_rate(scene.words, mention) for mention in scene.mentions]
    found = [None if barred[i] else _right(scene, i) for i in range(len(barred))]
    _share(scene, found, barred)
    used = taken | {rate.trigger for rate in found if rate}
    for index, rate in enumerate(found):
        if barred[index]:
            continue
        if rate is None:
            found[index] = group_rate(scene, index) or left_rate(scene, index, used)
        elif comes_again(rate.noun):
            found[index] = _whose(scene, index, used - {rate.trigger}) or rate
    return [rate.noun if rate else None for rate in found]


def _no_rate(words: Words, mention: Mention) -> bool:
    """Tell whether a number is what a rate is for: "1 hour", "each of 5 bags", "every 5 days"."""
    every = mention.start > 0 and words.low[mention.start - 1] in EACH
    return mention.one or every or each_of(words, mention) is not None


def _whose(scene: Scene, index: int, used: frozenset[int]) -> Rate | None:
    """Of two Den Units, as in "each cow gives 7 gallons a day", give the one that is no time."""
    rate = left_rate(scene, index, used)
    return rate if rate and rate.noun.lemma and not comes_again(rate.noun) else None


def _share(scene: Scene, found: list[Rate | None], barred: list[bool]) -> None:
    """Give a number the Den Unit of the next one that "and" joins it to: "2 pens and 3 cups each".

    Changes ``found``; ``barred`` are the numbers that can be no rate.
    """
    words, mentions = scene.words, scene.mentions
    for index in range(len(mentions) - 2, -1, -1):
        mention, other = mentions[index], mentions[index + 1]
        rate = found[index + 1]
        if found[index] or barred[index] or rate is None or mention.noun is None:
            continue
        between = range(mention.phrase_end, other.start)
        near = len(between) == 1 or (len(between) == 3 and mention.lemma == other.lemma)
        subject = words.tag[min(other.phrase_end, len(words.tag) - 1)] in FINITE
        verb = any(words.tag[i][:2] in {"VB", "IN"} for i in between)
        if (
            near
            and words.low[mention.phrase_end] in {"and", ","}
            and rate.noun.lemma != mention.lemma
            and not (verb or subject)
        ):
            found[index] = rate


def _right(scene: Scene, index: int) -> Rate | None:
    """Read the Den Unit from the words after the number's phrase."""
    words, mention = scene.words, scene.mentions[index]
    if mention.pack:
        return Rate(mention.pack, mention.pack.head)
    limit = words.sentence[mention.start][1]
    if index + 1 < len(scene.mentions):
        after = scene.mentions[index + 1]
        limit = min(limit, max(mention.end, after.start + (after.start in scene.ones)))
    start = mention.phrase_end
    goods = _measured_goods(words, mention, limit)
    if goods:
        return Rate(goods, start)
    for k in range(start, limit):
        if words.low[k] in LEXICON["equal"] or _opens_clause(words, k, limit):
            return None
        one = scene.ones.get(k)
        if one and one.lemma != mention.lemma:
            return Rate(one, k)
        rate = _at(scene, mention, k, limit, adjacent=k == start)
        if rate:
            return rate if rate.noun.lemma != mention.lemma else None
    return None


def _measured_goods(words: Words, mention: Mention, limit: int) -> Noun | None:
    """Read the plural that a price or measure stands before: "$4 tickets", "5 pound bags"."""
    start = mention.phrase_end
    if not mention.money and (mention.noun is None or words.tag[mention.noun.head] != "NN"):
        return None
    if not mention.money and mention.lemma not in LEXICON["measure"]:
        return None
    while start < limit and words.tag[start] == "HYPH":
        start += 1
    goods = noun_phrase(words, start, limit, plural=True)
    if goods is None or words.tag[start] in {"VBG", "VBZ", "RB"}:
        return None
    return goods if goods.lemma != words.low[goods.head] else None


def _opens_clause(words: Words, k: int, limit: int) -> bool:
    """Tell whether the word at ``k`` may open a clause; a comma before "each day" does not."""
    if words.low[k] not in LEXICON["clause"]:
        return False
    if words.low[k] == "," and k + 2 < limit and words.low[k + 1] in EACH:
        noun = noun_phrase(words, k + 2, limit)
        return noun is None or not comes_again(noun)
    return True


def _at(scene: Scene, mention: Mention, k: int, limit: int, *, adjacent: bool) -> Rate | None:
    """Read a Den Unit that begins with the word at ``k``, to the right of a number."""
    words = scene.words
    low = words.low[k]
    if low in EACH:
        following = words.tag[k + 1] if k + 1 < words.sentence[k][1] else ""
        counted = following == "CD" and k + 1 not in scene.ones
        if counted or (following in FINITE and not mention.money):
            return None
        return each_rate(scene, mention, k, limit)
    if low in LEXICON["periodic"]:
        return Rate(Noun(k, k, LEMMAS[low]), k)
    if low == "apiece":
        return Rate(antecedent(scene, mention, k), k)
    if low in {"per", "/"}:
        noun = named(words, k + 1, limit)
        return Rate(noun, k) if noun else None
    if low not in ONE:
        return None
    noun = named(words, k + 1, limit)
    if noun and noun.lemma == "piece" and adjacent:
        return Rate(antecedent(scene, mention, k), k)
    if noun and noun.lemma == "time" and words.low[k - 1] == "at":
        return Rate(Noun(k, k, scene.asked if scene.asked != mention.lemma else ""), k)
    if noun and _one_is_generic(scene, mention, noun, k, adjacent=adjacent):
        return Rate(noun, k)
    return None


def _one_is_generic(scene: Scene, mention: Mention, noun: Noun, k: int, *, adjacent: bool) -> bool:
    """Tell whether "a noun" to the right of a number stands for any such noun."""
    words = scene.words
    if adjacent:
        return mention.money or comes_again(noun) or noun.lemma in scene.counted
    link = words.low[k - 1]
    if link == "in" and noun.lemma in LEXICON["time"]:
        return True
    if link == "to" and noun.lemma in scene.plurals:
        return True
    return words.tag[k - 1] in {"IN", "TO", "VB"} and noun.lemma in scene.counted


def asked_denominator(scene: Scene, mention: Mention, end: int) -> Rate | None:
    """Read the Den Unit of the question, whose "mention" is "how many" and its noun."""
    words = scene.words
    for k in range(mention.phrase_end, end):
        low = words.low[k]
        rate: Rate | None = None
        one = scene.ones.get(k)
        if one:
            rate = Rate(one, k)
        elif low in ONE:
            noun = named(words, k + 1, end)
            if noun and _asked_of_one(scene, noun, k, end):
                rate = Rate(noun, k)
        elif low not in EACH or (k + 1 < end and words.low[k + 1] != "other"):
            rate = _at(scene, mention, k, end, adjacent=k == mention.phrase_end)
        if rate and rate.noun.lemma != mention.lemma:
            return rate
    return None


def _asked_of_one(scene: Scene, noun: Noun, k: int, end: int) -> bool:
    """Tell whether "a noun" in the question stands for any one: "how much does a shirt cost"."""
    words = scene.words
    if noun.end == end and noun.lemma in LEXICON["time"]:
        return True
    before = words.tag[k - 1]
    obj = before.startswith("VB") and words.lemma[k - 1] not in LEXICON["auxiliary"]
    return noun.lemma in scene.counted and not obj
