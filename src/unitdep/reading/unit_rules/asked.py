"""Asked: the unit that the question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, PLURAL_TAGS, Noun, lemma_of, noun_phrase
from unitdep.reading.unit_rules.right import asked_denominator
from unitdep.reading.unit_rules.scene import Mention, Rate, Scene, comes_again
from unitdep.reading.words import Words
from unitdep.units.inflection import singular
from unitdep.units.unit import Unit

KINDS = (("length-word", "length"), ("time-word", "time"), ("weight-word", "weight"))
TAKES = frozenset({"take", "takes", "took", "last", "lasts"})
NO_NAMES = frozenset({"", "times", "percent"})


def asked_noun(words: Words, start: int, end: int) -> Noun | None:
    """Return the noun after "how many" or "number of", None where the question names none.

    A question of a few words may begin with it: "Flasks needed?"
    """
    i = start
    while i < end and words.low[i] not in {"many", "number"}:
        i += 1
    if i >= end:
        return _terse_noun(words, start, end)
    i += 1
    while i < end and (
        words.low[i] in LEXICON["skip"]
        or words.low[i] in {"of", "total"}
        or words.tag[i] in {"DT", "PRP$", "CD"}
    ):
        i += 1
    if i < end and words.low[i] == "times":
        return Noun(i, i, "times")
    noun = noun_phrase(words, _past_owner(words, i, end), end, plural=True) if i < end else None
    if noun is None:
        return _outnumbering(words, i, end)
    return None if words.low[noun.head] in LEXICON["stand-in"] or _acts(words, noun) else noun


def _terse_noun(words: Words, start: int, end: int) -> Noun | None:
    """Read the plural that a question without question word begins with."""
    if start >= end or words.low[start] in LEXICON["ask-first"] | LEXICON["ask-imperative"]:
        return None
    noun = noun_phrase(words, start, end)
    return noun if noun and words.tag[noun.head] in PLURAL_TAGS else None


def _past_owner(words: Words, i: int, end: int) -> int:
    """Return the place after an owner: "of class A's lanterns"."""
    if words.low[i - 1] != "of":
        return i
    return next((k + 1 for k in range(i, min(i + 4, end - 1)) if words.tag[k] == "POS"), i)


def _acts(words: Words, noun: Noun) -> bool:
    """Return whether what stands where a plural should is a verb: "how many land in"."""
    low = words.low[noun.head]
    return (
        noun.head == noun.start
        and words.tag[noun.head] == "NN"
        and not low.endswith("s")
        and low not in LEMMAS
        and low not in LEXICON["invariant"]
        and low != "percent"
    )


def _outnumbering(words: Words, i: int, end: int) -> Noun | None:
    """Read "by how many did the ducks outnumber the geese"."""
    if "outnumber" not in words.low[i:end]:
        return None
    while i < end and (words.tag[i] in {"DT", "PRP$"} or words.low[i] in LEXICON["question-verb"]):
        i += 1
    return noun_phrase(words, i, end)


def asked_rate(scene: Scene, noun: Noun | None, start: int, end: int) -> Rate | None:
    """Return the Den Unit that the asking clause names; ``noun`` is what ``asked_noun`` gives."""
    told = _told_after(scene, start, end)
    if noun and noun.head < told:
        money = noun.lemma in LEXICON["money"]
        mention = Mention(start, start + 1, noun, noun.end, money)
    else:
        mention = Mention(start, start + 1, None, min(start + 1, told), True)
    rate = asked_denominator(scene, mention, told)
    if rate is None and told < end and scene.words.low[told] == "than":
        rate = asked_denominator(scene, replace(mention, phrase_end=told), end)
        return rate if rate and comes_again(rate.noun) else None
    return rate


def _told_after(scene: Scene, start: int, end: int) -> int:
    """Return where a question begins to tell more: at a number, "than" or "when"."""
    numbers = {m.start for m in scene.mentions if not m.one}
    low = scene.words.low
    for k in range(start + 1, end):
        if low[k] in LEXICON["aside"] or (k in numbers and low[k - 1] not in {"of", "the"}):
            return k
    return end


def supported(rate: Rate | None, scene: Scene, dens: Sequence[Noun | None]) -> Rate | None:
    """Drop a time that is no Den Unit: "eat in a day" where nothing else is told by the day."""
    if rate is None or not comes_again(rate.noun):
        return rate
    known = {d.lemma for d in dens if d} | {m.lemma for m in scene.mentions}
    return rate if rate.noun.lemma in known else None


def compared(words: Words, start: int, end: int) -> frozenset[str]:
    """Return the nouns whose measures a question compares: "dearer is a pen than a cup".

    A difference of two rates for different things is for neither.
    """
    if "than" not in words.low[start:end]:
        return frozenset()
    at = words.low.index("than", start)
    first = _of_one(words, start, at)
    second = _of_one(words, at, end)
    if not first or not second or first == second or second in LEXICON["stand-in"]:
        return frozenset()
    return frozenset({first, second})


def _of_one(words: Words, start: int, end: int) -> str:
    """Return the first "a noun" of a stretch, its head's lemma."""
    for k in range(start, end - 1):
        if words.low[k] in {"a", "an"}:
            noun = noun_phrase(words, k + 1, end)
            if noun is None or (noun.end < end and words.low[noun.end] == "one"):
                return "one"
            return noun.lemma
    return ""


def question_unit(
    scene: Scene, span: tuple[int, int], noun: Noun | None, rate: Rate | None, units: Sequence[Unit]
) -> Unit:
    """Return the unit asked for, from the noun and the rate that were read and the text's units."""
    words = scene.words
    low = words.low[span[0] : span[1]]
    if noun is None and not LEXICON["speed-word"].isdisjoint(low):
        return _speed(units)
    if noun is None:
        name = _measured(scene, span, units, rate.noun.lemma if rate else "")
        noun = Noun(span[0], span[0], name)
    if rate:
        return Unit(noun.lemma, noun.modifiers, rate.noun.lemma, rate.noun.modifiers)
    asks = words.low[span[0] : _told_after(scene, *span)]
    period = next((LEMMAS[word] for word in asks if word in LEXICON["periodic"]), None)
    if period and not any(period in {u.denominator, u.numerator} for u in units):
        period = None
    return Unit(noun.lemma, noun.modifiers, period)


def _speed(units: Sequence[Unit]) -> Unit:
    """Return a length, or what else is measured, per time in the units of the text."""
    names = _names(units)
    time = next((name for name in names if name in LEXICON["time"]), "hour")
    things = [n for n in names if n not in LEXICON["time"] and n not in LEXICON["money"]]
    rates = [u.numerator for u in units if u.denominator and u.numerator in things]
    lengths = [name for name in things if name in LEXICON["length"]]
    money = [name for name in names if name in LEXICON["money"]]
    return Unit(next(iter([*lengths, *rates, *things, *money]), ""), (), time)


def _names(units: Sequence[Unit]) -> list[str]:
    """List the units of the text, the Num Units before the Den Units."""
    found = [unit.numerator for unit in units] + [unit.denominator or "" for unit in units]
    return [name for name in found if name not in NO_NAMES]


def _measured(scene: Scene, span: tuple[int, int], units: Sequence[Unit], den: str) -> str:
    """Find the unit of "how far", "how much", "how many did she have left" in the text's units."""
    words = scene.words
    low = words.low[span[0] : span[1]]
    names = [name for name in _names(units) if name != den]
    named = next((LEMMAS.get(b, b) for a, b in pairwise(low) if a == "in"), "")
    if named in LEXICON["measure"] or singular(named) in names:
        return singular(named)
    monies = LEXICON["money"] | {mention.lemma for mention in scene.mentions if mention.money}
    money = [name for name in names if name in monies]
    others = [name for name in names if name not in monies]
    if "many" in low or "number" in low:
        spoken = _last_spoken(words, span[0], others)
        return spoken or "".join(money[:1])
    if money and any(word in LEXICON["question-price"] for word in low):
        return money[0]
    kind = _kind(words, span, names) or _told(words, span, others)
    if kind:
        return kind
    stuff = [name for name in others if name in LEXICON["measure"]]
    if stuff and _names_stuff(low):
        return stuff[0]
    if money or (not names and any(word in LEXICON["question-price"] for word in low)):
        return money[0] if money else "dollar"
    return next((name for name in names if name in LEXICON["measure"]), names[0] if names else "")


def _last_spoken(words: Words, start: int, names: Sequence[str]) -> str:
    """Return unit that the sentence of a bare "how many" spoke of last, else the text's first."""
    for i in range(start - 1, words.sentence[start][0] - 1, -1):
        if words.tag[i] in NOUN_TAGS and lemma_of(words, i) in names:
            return lemma_of(words, i)
    return names[0] if names else ""


def _kind(words: Words, span: tuple[int, int], names: Sequence[str]) -> str:
    """Find the unit of "how far", "how old", "how heavy", "how long does it take"."""
    low = words.low[span[0] : span[1]]
    if not LEXICON["age-word"].isdisjoint(low) or ("how", "old") in pairwise(low):
        return next((name for name in names if name in {"month", "week"}), "year")
    if "score" in low and "point" in names:
        return "point"
    takes = not TAKES.isdisjoint(low) and ("long" in low or "time" in low or "longer" in low)
    lasting = takes or (span[0] > 0 and words.low[span[0] - 1] == "for")
    for word_list, unit_list in reversed(KINDS) if lasting else KINDS:
        if any(word in LEXICON[word_list] for word in low):
            for name in names:
                if name in LEXICON[unit_list]:
                    return name
    return ""


def _told(words: Words, span: tuple[int, int], names: Sequence[str]) -> str:
    """Find a unit of the text that an imperative names: "work out the calories"."""
    if words.low[span[0]] not in LEXICON["ask-imperative"]:
        return ""
    found = (lemma_of(words, i) for i in range(*span) if words.tag[i] in NOUN_TAGS)
    return next((lemma for lemma in found if lemma in names), "")


def _names_stuff(low: Sequence[str]) -> bool:
    """Return whether a noun follows "how much": "how much more sugar"."""
    after = low.index("much") + 1 if "much" in low else len(low)
    while after < len(low) and low[after] in LEXICON["skip"]:
        after += 1
    return after < len(low) and low[after] not in LEXICON["after-much"]
