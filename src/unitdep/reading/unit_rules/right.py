"""Rates: the Den Unit of a quantity, where the text gives a measure for ONE unit of something.

Words to the right of the number are read first ("4 dollars a ticket"); ``clauses`` reads the left,
``ellipsis`` what goes on from the rate before.
"""

from __future__ import annotations

from itertools import pairwise

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import PLURAL_TAGS, Noun, noun_phrase
from unitdep.reading.unit_rules.ellipsis import (
    before_sign,
    gapped_rate,
    parallel_rate,
    subject_rate,
)
from unitdep.reading.unit_rules.groups import pack_rate
from unitdep.reading.unit_rules.implied import crowd
from unitdep.reading.unit_rules.left import group_rate, left_rate
from unitdep.reading.unit_rules.scene import (
    EACH,
    FINITE,
    ONE,
    Mention,
    Rate,
    Scene,
    antecedent,
    comes_again,
    each_noun,
    each_of,
    each_rate,
    named,
    per_rate,
)
from unitdep.reading.words import Words

PRICES = frozenset({"is", "are", "cost", "costs", "charge", "charges"})


def denominators(scene: Scene, taken: frozenset[int] = frozenset()) -> list[Noun | None]:
    """Return the Den Unit of every mention, None where it is not a rate.

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
            found[index] = (
                pack_rate(scene, index)
                or group_rate(scene, index)
                or _again(scene, index)
                or gapped_rate(scene, index, found)
                or left_rate(scene, index, used)
            )
        elif comes_again(rate.noun):
            found[index] = _whose(scene, index, rate, used - {rate.trigger}) or rate
    for index, rate in enumerate(found):
        if rate is None and not barred[index]:
            found[index] = parallel_rate(scene, index, found) or subject_rate(scene, index, found)
    return [rate.noun if rate else None for rate in found]


def _no_rate(words: Words, mention: Mention) -> bool:
    """Return whether a number is what a rate is for: "1 hour", "each of 5 bags", "every 5 days"."""
    at = mention.start - 1
    every = at >= 0 and words.low[at] in EACH
    if mention.lemma == "times" or (mention.end == mention.phrase_end and crowd(words, at + 1)):
        return True
    if every and at > 0 and words.low[at] == "each" and words.low[at - 1] == ",":
        return mention.one  # "pipes, each 5 feet long"
    if every and mention.lemma in LEXICON["time"] and again(words, at) is not None:
        return mention.one
    return mention.one or every or each_of(words, mention) is not None


def _again(scene: Scene, index: int) -> Rate | None:
    """Read "a new level every 8 minutes": minutes for one level."""
    words, mention = scene.words, scene.mentions[index]
    noun = again(words, mention.start - 1) if mention.lemma in LEXICON["time"] else None
    return Rate(noun, mention.start - 1) if noun else None


def again(words: Words, at: int) -> Noun | None:
    """Return the singular that comes with "every" at ``at``, which a number of times follows."""
    floor = words.sentence[at][0] if at >= 0 else 0
    if at <= floor or words.low[at] != "every" or words.tag[at - 1] != "NN":
        return None
    first = at - 1
    while first > floor and words.tag[first - 1] in {"JJ", "NN"}:
        first -= 1
    one = first > floor and words.low[first - 1] in ONE
    return noun_phrase(words, first, at) if one else None


def _whose(scene: Scene, index: int, first: Rate, used: frozenset[int]) -> Rate | None:
    """Of two Den Units, as in "each cow gives 7 gallons a day", give the one that is no time.

    A wage is for the hour.
    """
    if scene.mentions[index].money and first.noun.lemma == "hour":
        return None
    rate = left_rate(scene, index, used)
    return rate if rate and rate.noun.lemma and not comes_again(rate.noun) else None


def _share(scene: Scene, found: list[Rate | None], barred: list[bool]) -> None:
    """Take the Den Unit of the next one that "and" joins it to: "2 pens and 3 cups each".

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
            and other.noun is not None
            and (words.low[mention.phrase_end] == "and" or mention.lemma != other.lemma)
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
        if words.low[k] in EACH and words.low[k + 1 : k + 3] in {("of", "which"), ("of", "whom")}:
            return None
        one = scene.ones.get(k)
        if one and one.lemma != mention.lemma:
            return Rate(one, k)
        beside = k == start or (k == start + 1 and words.tag[start] == "JJR")
        rate = _at(scene, mention, k, limit, adjacent=beside)
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
    if goods is None or words.low[start] == "old" or words.tag[start] in {"VBG", "VBZ", "RB"}:
        return None
    return goods if goods.lemma != words.low[goods.head] else None


def _opens_clause(words: Words, k: int, limit: int) -> bool:
    """Return whether the word at ``k`` may open a clause; a comma before "each day" does not."""
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
        beyond = words.low[k + 2] if k + 2 < words.sentence[k][1] else ""
        counted = following == "CD" and k + 1 not in scene.ones and beyond != "of"
        if counted or (following in FINITE and not mention.money):
            return None
        return each_rate(scene, mention, k, limit)
    if low in LEXICON["periodic"]:
        return Rate(Noun(k, k, LEMMAS[low]), k)
    if low == "apiece":
        return Rate(antecedent(scene, mention, k), k)
    if low in {"per", "/"}:
        return per_rate(scene, k, limit)
    if low == "for" and mention.money and adjacent:
        return _for_all(scene, mention, k, limit)
    if low == "the":
        return _the_one(scene, mention, k, limit)
    if low not in ONE:
        return None
    noun = named(words, k + 1, limit)
    if noun and _some_time(words, noun, k):
        return None
    if noun and noun.lemma in {"piece", "time", "head"} and adjacent:
        return Rate(antecedent(scene, mention, k), k)
    if noun and noun.lemma == "time" and words.low[k - 1] == "at":
        return Rate(Noun(k, k, scene.asked if scene.asked != mention.lemma else "time"), k)
    if noun and _one_is_generic(scene, mention, noun, k, adjacent=adjacent):
        return Rate(noun, k)
    return None


def _for_all(scene: Scene, mention: Mention, k: int, limit: int) -> Rate | None:
    """Read "tickets are $9 for adults": a price in the present for any of a bare plural."""
    words = scene.words
    noun = noun_phrase(words, k + 1, limit)
    if noun is None or words.tag[noun.head] not in PLURAL_TAGS:
        return None
    if words.low[before_sign(words, mention)] == "or":
        return Rate(noun, k)  # "$9 each, or $4 for members"
    if noun.lemma not in scene.counted:
        return None
    told = range(words.sentence[mention.start][0], mention.start)
    price = any(words.low[i] in PRICES for i in told)
    return Rate(noun, k) if price else None


def _some_time(words: Words, noun: Noun, k: int) -> bool:
    """Whether "a day" at ``k`` is one day of the story: "a day later", "one stormy night"."""
    after = words.low[noun.end] if noun.end < len(words.low) else ""
    once = words.low[k] in {"one", "any"} and k > 0 and words.low[k - 1] not in {"in", "per"}
    return comes_again(noun) and (once or after in LEXICON["apart"])


def _the_one(scene: Scene, mention: Mention, k: int, limit: int) -> Rate | None:
    """Read "5 sheets to the ream", "3 kg the box": "the" for any one of what is counted."""
    words = scene.words
    to = words.low[k - 1] == "to"
    if k - to != mention.phrase_end:
        return None
    noun = named(words, k + 1, limit)
    if noun is None or words.tag[noun.head] in PLURAL_TAGS:
        return None
    measured = mention.money or mention.lemma in LEXICON["measure"]
    known = noun.lemma in scene.counted or noun.lemma in LEXICON["measure"]
    return Rate(noun, k) if known and (to or measured) else None


def _one_is_generic(scene: Scene, mention: Mention, noun: Noun, k: int, *, adjacent: bool) -> bool:
    """Return whether "a noun" to the right of a number stands for any such noun."""
    words = scene.words
    if adjacent:
        subject = noun.end < len(words.tag) and words.tag[noun.end].startswith("VB")
        measured = mention.money or (mention.lemma in LEXICON["measure"] and not subject)
        return measured or comes_again(noun) or noun.lemma in scene.counted
    link = words.low[k - 1]
    if link in {"with", "without"}:
        return False
    if words.lemma[k - 1] in {"make", "form"} and words.tag[k - 1] in {"VB", "VBP"}:
        return True
    if words.tag[k - 1] == "VB" and words.low[k - 2] == "to" and _it_takes(words, mention):
        return True
    if link == "for" and mention.money and noun.lemma in scene.plurals:
        return True
    if link == "in" and noun.lemma in LEXICON["time"]:
        return True
    if link == "to" and (noun.lemma in scene.plurals or noun.lemma in LEXICON["measure"]):
        return True
    if link == "to" and mention.noun is None and words.tag[mention.start - 1] in PLURAL_TAGS:
        return k - 1 == mention.end  # "packs the eggs 6 to a carton"
    return words.tag[k - 1] in {"IN", "TO", "VB", "VBG"} and noun.lemma in scene.counted


def _it_takes(words: Words, mention: Mention) -> bool:
    """Return whether "it takes" opens the clause: "it takes 3 eggs to bake a cake"."""
    floor = words.sentence[mention.start][0]
    return ("it", "takes") in pairwise(words.low[floor : mention.start])


def asked_denominator(scene: Scene, mention: Mention, end: int) -> Rate | None:
    """Read the Den Unit of the question, whose "mention" is "how many" and its noun."""
    for k in range(mention.phrase_end, end):
        rate = _asked_at(scene, mention, k, end)
        if rate and rate.noun.lemma != mention.lemma:
            return rate
    return None


def _asked_at(scene: Scene, mention: Mention, k: int, end: int) -> Rate | None:
    """Read a Den Unit of the question that begins with the word at ``k``."""
    words = scene.words
    low = words.low[k]
    one = scene.ones.get(k)
    if one:
        return Rate(one, k)
    if low in ONE and k + 1 < end and words.low[k + 1] == "of":
        noun = each_noun(words, k, end)
        return Rate(noun, k) if noun and noun.lemma in scene.counted else None
    if low in ONE:
        noun = named(words, k + 1, end)
        price = mention.money and words.low[k - 1] == "for" and noun and not comes_again(noun)
        known = noun and (_asked_of_one(scene, noun, k) or (price and noun.lemma in scene.plurals))
        return Rate(noun, k) if noun and known else None
    if low == "by" and k + 2 < end and words.low[k + 1] == "the":
        noun = named(words, k + 2, end)
        return Rate(noun, k) if noun and noun.lemma in scene.counted else None
    if low in EACH and k + 1 < end and words.low[k + 1] == "other":
        return None
    if low in LEXICON["everyone"] and words.low[k - 1] in LEXICON["do"]:
        return Rate(Noun(k, k, "person"), k)
    return _at(scene, mention, k, end, adjacent=k == mention.phrase_end)


def _asked_of_one(scene: Scene, noun: Noun, k: int) -> bool:
    """Return whether "a noun" in the question stands for any one: "how much does a shirt cost"."""
    words = scene.words
    before = words.low[k - 1]
    if noun.lemma in LEXICON["time"] and before not in {"for", "within", "after", "of"}:
        return not _some_time(words, noun, k)
    if before == "of" and words.low[k - 2] in {"price", "cost", "weight"}:
        return True
    tag = words.tag[k - 1]
    obj = tag == "EX" or (tag.startswith("VB") and before not in LEXICON["question-verb"])
    obj = obj and words.low[k] != "one"
    return noun.lemma in scene.counted and not obj
