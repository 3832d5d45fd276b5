"""The unit that is asked for without a noun: "how far", "how much", "how many are left"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, lemma_of
from unitdep.reading.unit_rules.asked.rate import tells_after
from unitdep.reading.unit_rules.scene import Scene
from unitdep.reading.words import Words
from unitdep.units.inflection import singular
from unitdep.units.unit import Unit

KINDS: Final = (("length-word", "length"), ("time-word", "time"), ("weight-word", "weight"))


@dataclass(frozen=True)
class Sought:
    """A question without a noun, and the units of its text."""

    scene: Scene
    start: int
    end: int
    units: Sequence[Unit]  # of the text's numbers
    den: str  # the Den Unit that the question asks for, or ""

    @property
    def words(self) -> Words:
        """The words of the text."""
        return self.scene.words

    @cached_property
    def low(self) -> tuple[str, ...]:
        """The words that ask."""
        return self.words.low[self.start : self.end]

    def asks(self, words: str) -> bool:
        """Whether the question has a word of a list of the lexicon."""
        return not LEXICON[words].isdisjoint(self.low)

    @cached_property
    def all_names(self) -> list[str]:
        """The units of the text, the Num Units before the Den Units."""
        names = [u.numerator for u in self.units] + [u.denominator or "" for u in self.units]
        return [name for name in names if name and name not in LEXICON["no-thing"]]

    @cached_property
    def names(self) -> list[str]:
        """Those of them that can be the Num Unit asked for."""
        return [name for name in self.all_names if name != self.den]

    @cached_property
    def monies(self) -> frozenset[str]:
        """The units of money in the text, and all others."""
        return LEXICON["money"] | {m.lemma for m in self.scene.mentions if m.money}

    @property
    def money(self) -> list[str]:
        """The names that are money."""
        return [name for name in self.names if name in self.monies]

    @property
    def things(self) -> list[str]:
        """The names that aren't money."""
        return [name for name in self.names if name not in self.monies]


def speed(sought: Sought) -> Unit | None:
    """Read "how fast": a length, or what else is measured, per time in the text's units."""
    if not sought.asks("speed-word"):
        return None
    names, times, monies = sought.all_names, LEXICON["time"], LEXICON["money"]
    time = next((name for name in names if name in times), "hour")
    things = [name for name in names if name not in times and name not in monies]
    lengths = [name for name in things if name in LEXICON["length"]]
    rates = [u.numerator for u in sought.units if u.denominator and u.numerator in things]
    money = [name for name in names if name in monies]
    return Unit(next(iter([*lengths, *rates, *things, *money]), ""), (), time)


def in_feet(sought: Sought) -> Unit | None:
    """Read "how long is it in feet"."""
    word = next((LEMMAS.get(b, b) for a, b in pairwise(sought.low) if a == "in"), "")
    known = word in LEXICON["measure"] or singular(word) in sought.names
    return Unit(singular(word)) if known else None


def how_many_left(sought: Sought) -> Unit | None:
    """Read "how many did she have left": what the sentence or the text named."""
    if not sought.asks("many"):
        return None
    things = sought.things
    words, floor = sought.words, sought.words.sentence[sought.start][0]
    for i in range(sought.start - 1, floor - 1, -1):
        if words.tag[i] in NOUN_TAGS and lemma_of(words, i) in things:
            return Unit(lemma_of(words, i))
    return Unit(next(iter([*things, *sought.money]), ""))


def cost(sought: Sought) -> Unit | None:
    """Read "how much did she spend"."""
    money = sought.money
    return Unit(money[0]) if money and sought.asks("question-price") else None


def age(sought: Sought) -> Unit | None:
    """Read "how old is she", "what is her age"."""
    if not sought.asks("age-word") and ("how", "old") not in pairwise(sought.low):
        return None
    return Unit(next((name for name in sought.names if name in LEXICON["young"]), "year"))


def score(sought: Sought) -> Unit | None:
    """Read "what was the score"."""
    return Unit("point") if "score" in sought.low and "point" in sought.names else None


def how_far(sought: Sought) -> Unit | None:
    """Read "how far", "how heavy", "how long does it take"."""
    for words, units in reversed(KINDS) if _lasts(sought) else KINDS:
        if sought.asks(words):
            name = next((name for name in sought.names if name in LEXICON[units]), None)
            if name:
                return Unit(name)
    return None


def _lasts(sought: Sought) -> bool:
    """Whether a question asks how long something takes, so that "long" is a time."""
    takes = sought.asks("take-last") and sought.asks("long")
    return takes or (sought.start > 0 and sought.words.low[sought.start - 1] == "for")


def told_to_find(sought: Sought) -> Unit | None:
    """Read "work out the calories"."""
    words = sought.words
    if words.low[sought.start] not in LEXICON["ask-imperative"]:
        return None
    places = range(sought.start, sought.end)
    lemmas = (lemma_of(words, i) for i in places if words.tag[i] in NOUN_TAGS)
    things = sought.things
    lemma = next((lemma for lemma in lemmas if lemma in things), "")
    return Unit(lemma) if lemma else None


def how_much_stuff(sought: Sought) -> Unit | None:
    """Read "how much more sugar"."""
    measure = next((name for name in sought.things if name in LEXICON["measure"]), None)
    return Unit(measure) if measure and _names_stuff(sought.low) else None


def _names_stuff(low: Sequence[str]) -> bool:
    """Whether a noun follows "how much": "how much more sugar"."""
    after = low.index("much") + 1 if "much" in low else len(low)
    while after < len(low) and low[after] in LEXICON["skip"]:
        after += 1
    return after < len(low) and low[after] not in LEXICON["after-much"]


def money(sought: Sought) -> Unit | None:
    """Read "how much is left" in a text with money."""
    names = sought.money
    return Unit(names[0]) if names else None


def some_money(sought: Sought) -> Unit | None:
    """Read "how much did he pay" in a text without units: dollars."""
    return Unit("dollar") if not sought.names and sought.asks("question-price") else None


def first_measure(sought: Sought) -> Unit | None:
    """Read "how much is left" in a text with measures."""
    name = next((name for name in sought.names if name in LEXICON["measure"]), None)
    return Unit(name) if name else None


def first_unit(sought: Sought) -> Unit | None:
    """Read "what is the total" in a text that counts things."""
    return Unit(sought.names[0]) if sought.names else None


def weekly(sought: Sought) -> Unit | None:
    """Read the week of "her weekly pay", if the text has weeks."""
    asks = sought.words.low[sought.start : tells_after(sought.scene, sought.start, sought.end)]
    period = next((LEMMAS[word] for word in asks if word in LEXICON["periodic"]), None)
    known = any(period in {u.denominator, u.numerator} for u in sought.units)
    return Unit("", (), period) if period and known else None
