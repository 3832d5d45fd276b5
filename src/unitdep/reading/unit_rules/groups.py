"""Packs: prices of groups whose size is told with them.

"A box of 5 crayons costs $3" and "packs of 6 for $12" tell two rates for one box or pack.
"""

from __future__ import annotations

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import PLURAL_TAGS, Noun, lemma_of
from unitdep.reading.unit_rules.scene import EACH, ONE, Mention, Rate, Scene
from unitdep.reading.words import Words

NEAR = 4  # how many words may stand between the size and the price


def pack_rate(scene: Scene, index: int) -> Rate | None:
    """Read the group that a number tells the size or the price of."""
    return _priced_pack(scene, index) or (_priced_pack(scene, index - 1) if index else None)


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
    several = words.tag[at] in PLURAL_TAGS
    if not several and (len(scene.mentions) < 3 or not _any_one(words, at)):
        return None  # alone, "a roll of 3 stamps costs 18 cents" is one roll
    return Rate(Noun(at, at, lemma_of(words, at)), size.start - 1)


def _sold(words: Words, size: Mention, price: Mention, tag: str) -> bool:
    """Whether a verb in the present, after a plural also "for", links a size to its price."""
    between = range(size.phrase_end, price.start)
    if len(between) > NEAR or any(words.low[k] in {",", "and"} for k in between):
        return False
    plural = tag in PLURAL_TAGS
    if plural and any(words.low[k] in {"for", "at"} for k in between):
        return True
    return any(
        words.lemma[k].removesuffix("s") in LEXICON["price-verb"] or words.low[k] == "costs"
        for k in between
        if words.low[k].endswith("s") != plural and words.low[k] not in {"was", "sold", "went"}
    )


def _any_one(words: Words, at: int) -> bool:
    """Return whether "a" or "each" stands before the noun at ``at``."""
    while at > 0 and words.tag[at - 1] in {"JJ", "NN"}:
        at -= 1
    return at > 0 and words.low[at - 1] in ONE | EACH
