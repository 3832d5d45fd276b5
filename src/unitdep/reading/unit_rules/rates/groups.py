"""Den Units that are groups: "boxes of 8 muffins", "vans that carry 9", "packs of 6 for $12"."""

from __future__ import annotations

from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import PLURAL_TAGS, Noun, lemma_of
from unitdep.reading.unit_rules.rates.case import Case
from unitdep.reading.unit_rules.rates.each import group_of
from unitdep.reading.unit_rules.scene import (
    ADJECTIVE_OR_NOUN,
    ANY_ONE,
    EACH,
    FINITE,
    Mention,
    Rate,
    Scene,
    back_over,
    phrase_start,
)
from unitdep.reading.words import Words

NEAR: Final = 4  # how many words may come between the size and the price of a pack
SEATING: Final = LEXICON["seating"]


# A pack with its price: both numbers are for one pack


def pack_size(case: Case) -> Rate | None:
    """Read the 4 of "a tube of 4 balls costs $6", "packs of 4 for $6"."""
    return _priced_pack(case.scene, case.index)


def pack_price(case: Case) -> Rate | None:
    """Read the $6 of "a tube of 4 balls costs $6", "packs of 4 for $6"."""
    return _priced_pack(case.scene, case.index - 1) if case.index else None


def _priced_pack(scene: Scene, index: int) -> Rate | None:
    """Read the group whose size is the number at ``index`` and whose price is the next one."""
    if index + 1 >= len(scene.mentions):
        return None
    words, size, price = scene.words, scene.mentions[index], scene.mentions[index + 1]
    at = size.start - 2
    if at < words.sentence[price.start][0] or words.low[size.start - 1] != "of":
        return None
    if size.money or not price.money or not _sold(words, size, price, words.tag[at]):
        return None
    if words.tag[at] not in PLURAL_TAGS and (len(scene.mentions) < 3 or not _any_one(words, at)):
        return None  # "a roll of 3 stamps costs 18 cents" alone is about one roll
    return Rate(Noun(at, at, lemma_of(words, at)), size.start - 1)


def _sold(words: Words, size: Mention, price: Mention, tag: str) -> bool:
    """Whether a verb in the present, or after a plural "for" or "at", links size and price."""
    between = range(size.phrase_end, price.start)
    if len(between) > NEAR or any(words.low[k] in LEXICON["and-comma"] for k in between):
        return False
    plural = tag in PLURAL_TAGS
    if plural and any(words.low[k] in LEXICON["for-at"] for k in between):
        return True
    return any(_is_price_verb(words, k, plural=plural) for k in between)


def _is_price_verb(words: Words, k: int, *, plural: bool) -> bool:
    """Whether a word is a verb of price in the present: "costs", after a plural "cost"."""
    low = words.low[k]
    if low.endswith("s") == plural or low in LEXICON["price-past"]:
        return False
    return low == "costs" or words.lemma[k].removesuffix("s") in LEXICON["price-verb"]


def _any_one(words: Words, at: int) -> bool:
    """Whether "a" or "each" comes before the noun at ``at``."""
    first = phrase_start(words, at, 0, ADJECTIVE_OR_NOUN)
    return first > 0 and (words.low[first - 1] in ANY_ONE or words.low[first - 1] in EACH)


# A plural and the word that links a number to it


def _packs(case: Case, at: int) -> int:
    """Return the place of the packs in "packs of gum at $2", else ``at``."""
    words = case.words
    packs = case.mention.money and at - 2 > case.floor and words.low[at - 1] == "of"
    return at - 2 if packs and words.tag[at - 2] in PLURAL_TAGS else at


def _group(case: Case, at: int) -> Noun | None:
    """Return the noun at ``at`` if it is a plural that something can be in."""
    words = case.words
    verb_like = words.tag[at] == "VBZ" and case.scene.has_number(at)
    if words.tag[at] not in PLURAL_TAGS and not verb_like:
        return None
    noun = Noun(at, at, lemma_of(words, at))
    if noun.lemma in {case.mention.lemma, "times"} or noun.lemma in LEXICON["measure"]:
        return None
    return noun


def one_at_price(case: Case) -> Rate | None:
    """Read "a wrap at $9"."""
    if not case.mention.money:
        return None
    words, at = case.words, case.link_at - 1
    single = words.tag[at] == "NN" and words.low[at - 1] in LEXICON["article"]
    return Rate(Noun(at, at, lemma_of(words, at)), case.link_at) if single else None


def goods_at_price(case: Case) -> Rate | None:
    """Read "6 shirts at $5"."""
    noun = _group(case, _packs(case, case.link_at - 1)) if case.mention.money else None
    return Rate(noun, case.link_at) if noun else None


def goods_for_price(case: Case) -> Rate | None:
    """Read "sells shirts for $5" if the text counts shirts; "6 shirts for $5" is a total."""
    noun = _group(case, _packs(case, case.link_at - 1)) if case.mention.money else None
    if noun is None or noun.lemma not in case.scene.counted:
        return None
    seats = case.words.low[noun.head] in SEATING
    return Rate(noun, case.link_at) if seats or not case.scene.has_number(noun.head) else None


def seats_for(case: Case) -> Rate | None:
    """Read "8 tables for 6 guests"."""
    at = case.link_at - 1
    seats = case.words.low[at] in SEATING and not case.mention.money
    noun = _group(case, at) if seats else None
    return Rate(noun, case.link_at) if noun and noun.lemma in case.scene.counted else None


def groups_of(case: Case) -> Rate | None:
    """Read "boxes of 8 muffins"."""
    if _joined_to_same(case.scene, case.index):
        return None
    noun = _group(case, _packs(case, case.link_at - 1))
    the = noun is not None and case.words.low[noun.head - 1] == "the"
    return Rate(noun, case.link_at) if noun and not the else None


def _joined_to_same(scene: Scene, index: int) -> bool:
    """Whether the next number has the same unit in a list: "sides of 5 yards and 8 yards"."""
    if index + 1 >= len(scene.mentions):
        return False
    words, mention, other = scene.words, scene.mentions[index], scene.mentions[index + 1]
    between = words.low[mention.phrase_end : other.start]
    if mention.lemma != other.lemma or between not in {("and",), (",",), (",", "and"), ("by",)}:
        return False
    after = words.tag[other.phrase_end] if other.phrase_end < len(words.tag) else ""
    return after not in FINITE and after != "IN"


def groups_with(case: Case) -> Rate | None:
    """Read "rows with 16 chairs", "boxes of pens holding 9"."""
    noun = _group(case, group_of(case.words, case.link_at - 1, case.floor))
    return Rate(noun, case.link_at) if noun and _fits(case, noun) else None


def groups_that_hold(case: Case) -> Rate | None:
    """Read "vans that carry 9", "vans which can carry 9"."""
    words, that = case.words, case.link_at - 1
    if words.tag[that] == "MD":
        that -= 1
    at = that - 1
    if at <= case.floor or words.low[that] not in LEXICON["that"]:
        return None
    noun = _group(case, at)
    return Rate(noun, case.link_at) if noun and _fits(case, noun) else None


def _fits(case: Case, noun: Noun) -> bool:
    """Whether the link is a verb of holding, or the text counts the plural."""
    verb = case.words.lemma[case.link_at]
    return verb in LEXICON["hold"] or verb == "take" or noun.lemma in case.scene.counted


# A plural as the subject of the number's verb


def plural_holds(case: Case) -> Rate | None:
    """Read "tables seat 4": a plural with no number and a verb of holding."""
    words, verb = case.words, _verb(case)
    if verb <= case.floor or words.lemma[verb] not in LEXICON["hold"]:
        return None
    at = case.floor if words.low[case.floor + 1] == "that" else _subject(case, verb)
    noun = _bare_plural(case, at)  # with "that" as in "vans that are full carry 9"
    known = noun and (noun.lemma in case.scene.counted or words.low[at + 1] == "that")
    return Rate(noun, verb) if noun and known else None


def plural_has(case: Case) -> Rate | None:
    """Read "spiders have 8 legs" if the text counts spiders, "cakes need 3 eggs" in any text."""
    words, verb = case.words, _verb(case)
    if verb <= case.floor or words.low[verb] not in LEXICON["have-need"]:
        return None
    at = _subject(case, verb)
    noun = _bare_plural(case, at)
    if noun is None or not (words.low[verb] == "need" or noun.lemma in case.scene.counted):
        return None
    opens = at == case.floor or words.low[at - 1] in LEXICON["comma-semicolon"]
    return Rate(noun, verb) if opens else None


def _verb(case: Case) -> int:
    """Return the place of the word before a number and "about", "only"."""
    return back_over(case.words.low, case.mention.start - 1, case.floor, LEXICON["about"])


def _subject(case: Case, verb: int) -> int:
    """Return the place of the word before a verb and its "can", "only"."""
    return back_over(case.words.tag, verb - 1, case.floor, {"MD", "RB"})


def _bare_plural(case: Case, at: int) -> Noun | None:
    """Return the plural at ``at`` if nothing counts it and it isn't part of a group."""
    words = case.words
    if words.tag[at] != "NNS" or case.scene.has_number(at):
        return None
    noun = Noun(at, at, lemma_of(words, at))
    part = at > case.floor and words.low[at - 1] == "of"
    return None if part or noun.lemma == case.mention.lemma else noun
