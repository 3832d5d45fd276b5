"""Asked: the unit that the question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from unitdep.quantities.lexicon import LEMMAS, LEXICON
from unitdep.quantities.phrases import Noun, Words, noun_phrase, singular
from unitdep.quantities.rates import asked_denominator
from unitdep.quantities.scene import Mention, Rate, Scene
from unitdep.quantities.types import Unit

KINDS = (("length-word", "length"), ("time-word", "time"), ("weight-word", "weight"))
TAKES = frozenset({"take", "takes", "took", "last", "lasts"})


def asked_noun(words: Words, start: int, end: int) -> Noun | None:
    """Give the noun after "how many" or "number of", None where the question names none."""
    i = start
    while i < end and words.low[i] not in {"many", "number"}:
        i += 1
    i += 1
    while i < end and (
        words.low[i] in LEXICON["skip"]
        or words.low[i] in {"of", "total"}
        or words.tag[i] in {"DT", "PRP$"}
    ):
        i += 1
    if i < end and words.low[i] == "times":
        return Noun(i, i, "times")
    noun = noun_phrase(words, i, end, plural=True) if i < end else None
    return None if noun and words.low[noun.head] in LEXICON["stand-in"] else noun


def asked_rate(scene: Scene, noun: Noun | None, start: int, end: int) -> Rate | None:
    """Give the Den Unit that the asking clause names; ``noun`` is what ``asked_noun`` gives."""
    if noun:
        money = noun.lemma in LEXICON["money"]
        return asked_denominator(scene, Mention(start, start + 1, noun, noun.end, money), end)
    mention = Mention(start, start + 1, None, min(start + 1, end), True)
    return asked_denominator(scene, mention, end)


def question_unit(
    words: Words, span: tuple[int, int], noun: Noun | None, rate: Rate | None, units: Sequence[Unit]
) -> Unit:
    """Give the unit asked for, from the noun and the rate that were read and the text's units."""
    low = words.low[span[0] : span[1]]
    if "fast" in low or "speed" in low:
        return _speed(units)
    if noun is None:
        noun = Noun(span[0], span[0], _measured(low, units, rate.noun.lemma if rate else ""))
    if rate:
        return Unit(noun.lemma, noun.modifiers, rate.noun.lemma, rate.noun.modifiers)
    period = next((LEMMAS[word] for word in low if word in LEXICON["periodic"]), None)
    return Unit(noun.lemma, noun.modifiers, period)


def _speed(units: Sequence[Unit]) -> Unit:
    """Give a length per time in the units that the text measures with."""
    names = _names(units)
    length = next((name for name in names if name in LEXICON["length"]), "")
    time = next((name for name in names if name in LEXICON["time"]), "hour")
    return Unit(length, (), time)


def _names(units: Sequence[Unit]) -> list[str]:
    """List the units of the text, the Num Units before the Den Units."""
    found = [unit.numerator for unit in units] + [unit.denominator or "" for unit in units]
    return [name for name in found if name not in {"", "times", "percent"}]


def _measured(low: Sequence[str], units: Sequence[Unit], den: str) -> str:
    """Find the unit of "how far", "how much", "how many did she have left" in the text's units."""
    names = [name for name in _names(units) if name != den]
    named = next((LEMMAS.get(b, b) for a, b in pairwise(low) if a == "in"), "")
    if named in LEXICON["measure"] or singular(named) in names:
        return singular(named)
    money = [name for name in names if name in LEXICON["money"]]
    others = [name for name in names if name not in LEXICON["money"]]
    if "many" in low or "number" in low:
        return others[0] if others else "".join(money[:1])
    if money and any(word in LEXICON["question-price"] for word in low):
        return money[0]
    kinds = reversed(KINDS) if TAKES & set(low) else KINDS
    for word_list, unit_list in kinds:
        if any(word in LEXICON[word_list] for word in low):
            for name in names:
                if name in LEXICON[unit_list]:
                    return name
    stuff = [name for name in others if name in LEXICON["measure"]]
    if stuff and _names_stuff(low):
        return stuff[0]
    if money or any(word in LEXICON["question-price"] for word in low):
        return money[0] if money else "dollar"
    return next((name for name in names if name in LEXICON["measure"]), names[0] if names else "")


def _names_stuff(low: Sequence[str]) -> bool:
    """Tell whether a noun follows "how much": "how much more sugar"."""
    after = low.index("much") + 1 if "much" in low else len(low)
    while after < len(low) and low[after] in LEXICON["skip"]:
        after += 1
    return after < len(low) and low[after] not in LEXICON["after-much"]
