"""Den Units of "a box holds 6", "1 yard has 3 feet": what is true of any one such thing.

"A farmer has 5 cows" is about one farmer, so 5 is not a rate.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import Noun
from unitdep.reading.unit_rules.rates.before import own_subject
from unitdep.reading.unit_rules.rates.case import WordBefore
from unitdep.reading.unit_rules.scene import (
    ANY_ONE,
    FINITE,
    NOT_A_RATE,
    Mention,
    Rate,
    back_over,
    named,
)
from unitdep.reading.words import Words
from unitdep.units.inflection import singular


@dataclass(frozen=True)
class OneThing:
    """A noun with "a" or 1 in the clause before a number, which may be for any such thing."""

    word: WordBefore  # "a", "an", "one", "any" or 1
    noun: Noun

    @property
    def words(self) -> Words:
        """The words of the text."""
        return self.word.words

    @property
    def mention(self) -> Mention:
        """The number."""
        return self.word.mention

    @property
    def between(self) -> range:
        """The places between the noun and the number."""
        return range(self.noun.end, self.word.mention.start)

    @property
    def is_counted(self) -> bool:
        """Whether the text counts such things."""
        return self.noun.lemma in self.word.scene.counted

    @cached_property
    def bought_once(self) -> bool:
        """Whether the number is what was paid once: "bought a hat for $9", "a hat, $9"."""
        if not self.mention.money:
            return False
        at = self.word.at
        bought = at > 0 and _takes_object(self.words, at - 1)
        return bought or not any(self.words.tag[i].startswith("VB") for i in self.between)

    @property
    def rate(self) -> Rate:
        """What a rule returns that applies."""
        word = self.word
        if word.other is None and word.crossed and own_subject(word.words, word.mention.start):
            return NOT_A_RATE
        return Rate(self.noun, word.at)


def one_thing(word: WordBefore) -> OneThing | None:
    """Return the noun of "a box" or "1 box" at a word, if the number may be for one of them."""
    if word.other:
        noun = word.other.noun if word.other.one else None
    elif word.low in ANY_ONE and not _only_one(word.words, word.at):
        noun = named(word.words, word.at + 1, word.mention.start)
    else:
        return None
    if noun is None or _consists_of(word, noun) or _is_difference(word.words, word.mention):
        return None
    return OneThing(word, noun)


def _only_one(words: Words, k: int) -> bool:
    """Whether "a" at ``k`` introduces one certain thing: "there is a single farm"."""
    there = k > 1 and words.lemma[k - 1] == "be" and words.tag[k - 2] == "EX"
    return there and words.low[k + 1] == "single"


def _consists_of(word: WordBefore, noun: Noun) -> bool:
    """Whether the number counts the noun itself or its parts: "a tower of 6 blocks"."""
    words, mention, k = word.words, word.mention, word.at
    if noun.lemma == mention.lemma or (k > 0 and words.low[k - 1] == "with"):
        return True
    last = back_over(words.low, mention.start - 1, noun.end, LEXICON["about"])
    return noun.end == last and words.low[last] == "of"


def _is_difference(words: Words, mention: Mention) -> bool:
    """Whether a number compares: "3 more", "3 dollars less than"."""
    end = mention.phrase_end
    skipped = LEXICON["skip"]
    return words.low[end - 1] in skipped or (end < len(words.low) and words.low[end] in skipped)


def _takes_object(words: Words, at: int) -> bool:
    """Whether the verb at ``at`` has what follows as its object, once: "bought a hat"."""
    subject = words.tag[at] == "VBG" and (
        at == words.sentence[at][0] or words.low[at - 1] in LEXICON["clause"]
    )
    return words.tag[at].startswith("VB") and not (subject or _sells(words, at))


def _sells(words: Words, at: int) -> bool:
    """Whether the word at ``at`` is "sells" or "sell"."""
    return words.lemma[at] == "sell" and words.tag[at] in {"VBZ", "VBP"}


def sells_for(thing: OneThing) -> Rate | None:
    """Read "sells a carton for $3" if the text has cartons elsewhere."""
    words, at, end = thing.words, thing.word.at, thing.noun.end
    if not thing.mention.money or at == 0 or not _sells(words, at - 1):
        return None
    lemma = thing.noun.lemma
    again = sum(singular(low) == lemma or low == lemma for low in words.low) > 1
    priced = words.low[end] in LEXICON["for-at"] and end < thing.mention.start
    return thing.rate if again and priced else None


def counted_has(thing: OneThing) -> Rate | None:
    """Read "an octopus has 8 arms" if the text counts octopuses."""
    return thing.rate if thing.is_counted and not thing.bought_once else None


def one_holds(thing: OneThing) -> Rate | None:
    """Read "A pallet holds 9 bricks", a sentence about any pallet."""
    words, k = thing.words, thing.word.at
    floor, end = words.sentence[k]
    if k != floor or k == 0 or words.low[k] == "one" or thing.bought_once:
        return None
    verb = next((i for i in thing.between if words.tag[i] in FINITE), None)
    if verb is None or words.tag[verb] != "VBZ" or words.lemma[verb] not in LEXICON["hold"]:
        return None
    happened = "VBD" in words.tag[thing.mention.end : end]  # "and was opened today" is one barrel
    return None if happened else thing.rate


def enough_for(thing: OneThing) -> Rate | None:
    """Read "a jar is enough for 4"."""
    words, start = thing.words, thing.mention.start
    enough = words.low[thing.noun.end : start][-2:] == ("enough", "for")
    enough = enough and words.lemma[start - 3] == "be"
    return thing.rate if enough and not thing.bought_once else None


def _both_measures(thing: OneThing) -> bool:
    """Whether the thing and what the number counts are measures."""
    measures = LEXICON["measure"]
    return thing.noun.lemma in measures and thing.mention.lemma in measures


def measure_has(thing: OneThing) -> Rate | None:
    """Read "a foot has 12 inches"."""
    if not _both_measures(thing) or len(thing.between) != 1 or thing.bought_once:
        return None
    return thing.rate if thing.words.tag[thing.noun.end] in FINITE else None


def _costs(thing: OneThing) -> bool:
    """Whether a verb of price comes between a thing and an amount of money."""
    if not thing.mention.money or thing.bought_once or _both_measures(thing):
        return False
    return any(thing.words.lemma[i] in LEXICON["price-verb"] for i in thing.between)


def one_costs(thing: OneThing) -> Rate | None:
    """Read "a ticket costs $4" if the text has tickets."""
    known = thing.noun.lemma in thing.word.scene.plurals
    return thing.rate if known and _costs(thing) else None


def any_costs(thing: OneThing) -> Rate | None:
    """Read "A mug is $4 at the fair" in a text that counts other things too."""
    words, k = thing.words, thing.word.at
    opens = k == words.sentence[k][0] or words.low[k - 1] in LEXICON["clause"]
    if not opens or not _costs(thing) or _tells_more(thing):
        return None
    others = any(not m.money and _is_thing(m.lemma) for m in thing.word.scene.mentions)
    return thing.rate if others else None


def _is_thing(lemma: str) -> bool:
    """Whether a number with this noun counts things."""
    return lemma != "" and lemma not in LEXICON["no-thing"]


def _tells_more(thing: OneThing) -> bool:
    """Whether a clause or a number comes between a thing and its price: "a mug that ..."."""
    between = thing.between
    clause = any(thing.words.low[i] in LEXICON["tells-more"] for i in between)
    return clause or any(m.start in between for m in thing.word.scene.mentions if not m.one)
