"""Prices of any one of a plural: "tickets cost $4", "adults pay $9, children $5"."""

from __future__ import annotations

from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import PLURAL_TAGS, Noun, lemma_of, noun_phrase
from unitdep.reading.unit_rules.rates.case import Case, WordAfter, clause_left
from unitdep.reading.unit_rules.scene import ADJECTIVE_OR_NOUN, Mention, Rate, Scene, back_over
from unitdep.reading.words import Words
from unitdep.units.inflection import singular

BEFORE_PRICE: Final = LEXICON["currency-sign"] | LEXICON["about"] | LEXICON["price-link"]
COMPOUND: Final = ADJECTIVE_OR_NOUN | {"HYPH", "POS"}


def before_sign(words: Words, mention: Mention) -> int:
    """Return the place of the word before a number and its currency sign."""
    at = mention.start - 1
    return at - 1 if at > 0 and words.low[at] in LEXICON["currency-sign"] else at


def for_adults(word: WordAfter) -> Rate | None:
    """Read "tickets are $9 for adults" if the text counts adults."""
    noun = _for_plural(word)
    if noun is None or noun.lemma not in word.scene.counted:
        return None
    words, start = word.words, word.mention.start
    before = words.low[words.sentence[start][0] : start]
    return None if LEXICON["price-now"].isdisjoint(before) else Rate(noun, word.at)


def _for_plural(word: WordAfter) -> Noun | None:
    """Read the plural of "for adults" directly after a price."""
    if not word.mention.money or not word.adjacent:
        return None
    noun = noun_phrase(word.words, word.at + 1, word.limit)
    return noun if noun and word.words.tag[noun.head] in PLURAL_TAGS else None


def plural_costs(case: Case) -> Rate | None:
    """Read "tickets cost $4": the price of one, if the plural before the verb has no number."""
    if not case.mention.money:
        return None
    words = case.words
    verb: int | None = None
    for k in clause_left(words, case.mention):
        if words.lemma[k] in LEXICON["price-verb"] and words.lemma[k] != "be":
            verb = k
        elif verb is None:
            continue
        elif words.tag[k] == "NNS":
            noun = Noun(k, k, lemma_of(words, k))
            known = noun.lemma in case.scene.counted and not case.scene.has_number(k)
            return Rate(noun, verb) if known else None
        elif words.low[k] in LEXICON["clause"]:
            return None
    return None


def listed_price(case: Case) -> Rate | None:
    """Read "adults pay $9, children $5", "pears are 30 cents": a bare plural and its price."""
    if not case.mention.money:
        return None
    scene, words, floor = case.scene, case.words, case.floor
    at = back_over(words.low, case.mention.start - 1, floor, BEFORE_PRICE)
    if _is_item(scene, at, floor):
        at -= 1
    elif at < floor or scene.has_number(at) or not _is_plural(scene, at):
        return None
    start = _compound_start(words, at, floor)
    if start != floor and words.low[start - 1] not in LEXICON["clause-joint"]:
        return None
    noun = Noun(start, at, lemma_of(words, at, plural=words.tag[at] == "VBZ"))
    known = noun.lemma in scene.counted or _prices(scene, floor) > 1
    return Rate(noun, case.mention.start) if known else None


def _is_item(scene: Scene, at: int, floor: int) -> bool:
    """Whether the mark at ``at`` comes after an item of a list: "color page, 9 cents"."""
    words = scene.words
    if at <= floor or words.low[at] not in LEXICON["title-mark"] or words.tag[at - 1] != "NN":
        return False
    return lemma_of(words, at - 1) in scene.counted


def _is_plural(scene: Scene, at: int) -> bool:
    """Whether a word is a plural, or a "verb" that the text counts as a noun."""
    words = scene.words
    if words.tag[at] == "VBZ":
        return singular(words.low[at]) in scene.counted
    return words.tag[at] in PLURAL_TAGS


def _compound_start(words: Words, at: int, floor: int) -> int:
    """Return where the noun phrase that ends at ``at`` begins: "children's tickets"."""
    while at > floor and (words.tag[at - 1] in COMPOUND or words.tag[at] == "POS"):
        at -= 1
    return at


def _prices(scene: Scene, floor: int) -> int:
    """Return how many prices the sentence that begins at ``floor`` has."""
    return sum(m.money and scene.words.sentence[m.start][0] == floor for m in scene.mentions)
