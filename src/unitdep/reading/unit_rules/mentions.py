"""Units: the unit of every quantity and of the question, by rule.

A number's unit is the noun that it counts. ``bare`` finds what a bare number ("sold 24 of them",
"15 more") counts, ``rates`` the Den Units, ``asked`` the unit of the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spacy.tokens import Doc, Span

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import PLURAL_TAGS, Noun, lemma_of, noun_phrase, without_verb
from unitdep.reading.quantity import Number, NumberKind, Quantity, Question
from unitdep.reading.unit_rules.asked import (
    asked_noun,
    asked_rate,
    compared,
    question_unit,
    supported,
)
from unitdep.reading.unit_rules.implied import deed, inherited, own_noun, partitive
from unitdep.reading.unit_rules.right import denominators
from unitdep.reading.unit_rules.scene import EACH, Mention, Scene
from unitdep.reading.words import Words
from unitdep.units.inflection import singular
from unitdep.units.unit import Unit

MOST: Final = 100  # numbers; the time that units take grows with their square


def read_units(
    doc: Doc, numbers: Sequence[Number], asking: Span | None
) -> tuple[tuple[Quantity, ...], Question | None]:
    """Return the quantities with their units, and the question with its unit.

    ``numbers`` are the mentions in text order, ``asking`` is what ``find_question`` gives. Of
    a text with more than ``MOST`` numbers, which is not solved, no units are read.
    """
    if not len(doc) or len(numbers) > MOST:
        return tuple(Quantity(i, n, Unit(), 0, 0) for i, n in enumerate(numbers)), None
    words = Words.of(doc)
    spans = [_tokens(doc, number) for number in numbers]
    plurals = _plurals(words)
    mentions = tuple(
        _mention(words, number, spans, index, plurals) for index, number in enumerate(numbers)
    )
    asked = asked_noun(words, asking.start, asking.end) if asking is not None else None
    scene = _scene(words, mentions, plurals, asked)
    rate = asked_rate(scene, asked, asking.start, asking.end) if asking is not None else None
    dens = denominators(scene, frozenset({rate.trigger}) if rate else frozenset())
    if asking is not None:
        rate = supported(rate, scene, dens)
        alike = compared(words, asking.start, asking.end)
        dens = [None if den and den.lemma in alike else den for den in dens]
        rate = None if rate and rate.noun.lemma in alike else rate
    nums = _numerators(scene, dens, asked)
    units = tuple(_unit(num, den) for num, den in zip(nums, dens, strict=True))
    quantities = tuple(
        Quantity(index, number, units[index], *spans[index]) for index, number in enumerate(numbers)
    )
    if asking is None:
        return quantities, None
    unit = question_unit(scene, (asking.start, asking.end), asked, rate, units)
    return quantities, Question(asking.start_char, asking.end_char, asking.start, asking.end, unit)


def _plurals(words: Words) -> frozenset[str]:
    """Return the lemmas that the text has in the plural."""
    return frozenset(lemma_of(words, i) for i, tag in enumerate(words.tag) if tag in PLURAL_TAGS)


def _scene(
    words: Words, mentions: tuple[Mention, ...], plurals: frozenset[str], asked: Noun | None
) -> Scene:
    """Gather what the text counts: nouns with a number, the one asked for, those after "each"."""
    counted = {m.lemma for m in mentions if not m.one}
    name = asked.lemma if asked else ""
    counted.add(name)
    for i, low in enumerate(words.low):
        if low in EACH or low == "per":
            noun = noun_phrase(words, i + 1, words.sentence[i][1])
            if noun:
                counted.add(noun.lemma)
    ones = {
        m.start: m.noun if m.lemma in plurals or m.lemma == name else None
        for m in mentions
        if m.one
    }
    return Scene(words, mentions, frozenset(counted - {""}), plurals, name, ones)


def _unit(num: Noun | None, den: Noun | None) -> Unit:
    """Join the nouns of the Num Unit and the Den Unit."""
    named = num or Noun(0, 0, "")
    speed = named.lemma.partition("/")
    if speed[2]:
        return Unit(speed[0], (), speed[2])
    if den is None:
        return Unit(named.lemma, named.modifiers)
    return Unit(named.lemma, named.modifiers, den.lemma, den.modifiers)


def _tokens(doc: Doc, number: Number) -> tuple[int, int]:
    """Return the token bounds of a number mention; a span outside the text counts as its start."""
    if not 0 <= number.start < number.end <= doc[-1].idx + len(doc[-1]):
        return 0, 1
    span = doc.char_span(number.start, number.end, alignment_mode="expand")
    if span is None or span.end <= span.start:
        return 0, min(1, len(doc))
    return span.start, span.end


def _mention(
    words: Words,
    number: Number,
    spans: Sequence[tuple[int, int]],
    index: int,
    plurals: frozenset[str],
) -> Mention:
    """Read the noun that stands with a number."""
    start, end = spans[index]
    limit = words.sentence[start][1]
    if index + 1 < len(spans):
        limit = max(end, min(limit, spans[index + 1][0]))
    currency = _currency(words, number, start, end)
    if currency:
        return Mention(start, end, Noun(end - 1, end - 1, currency), end, money=True)
    if number.kind is NumberKind.PERCENT or (end < limit and words.low[end] in {"%", "percent"}):
        return Mention(start, end, Noun(end - 1, end - 1, "percent"), end)
    pack = _pack(words, end, limit)
    if pack:
        linked = pack.end < limit and words.low[pack.end] == "of"
        filled = _of_noun(words, pack.end, limit)[0] if linked else None
        return Mention(start, end, filled, pack.end, pack=pack)
    one = number.value == 1
    counted, phrase_end = _counted_noun(words, end, limit, plural=not one)
    if counted and _attributive(words, counted, end, plurals):
        counted = Noun(counted.start, counted.start, lemma_of(words, counted.start))
    elif (
        counted
        and number.value > 1
        and (_is_verb(words, counted, plurals) or _goes_on(words, counted, start))
    ):
        counted, phrase_end = None, end
    label = own_noun(words, start, end) if counted is None else None
    if counted and words.low[end : end + 1] in {("are",), ("were",)}:
        label = partitive(words, start, end)  # "of whom 6 were boys"
    label = label or _label(words, start, end)
    if label:
        counted, phrase_end = label, end
    money = counted is not None and counted.lemma in LEXICON["money"]
    return Mention(start, end, counted, phrase_end, money, one=one)


def _pack(words: Words, end: int, limit: int) -> Noun | None:
    """Read the group in "24-packs" after the number."""
    if end + 1 < limit and words.tag[end] == "HYPH" and words.low[end + 1] in LEXICON["pack"]:
        return Noun(end + 1, end + 1, lemma_of(words, end + 1, plural=True))
    return None


def _attributive(words: Words, noun: Noun, end: int, plurals: frozenset[str]) -> bool:
    """Return whether a phrase begins with what the number counts: "a 90 page story", "90-page"."""
    if noun.start == noun.head:
        return False
    if words.tag[end] == "HYPH":
        return noun.start == end + 1 and words.tag[noun.start] == "NN"
    named = words.tag[noun.head] == "NN" and singular(words.low[noun.start]) in plurals
    return named and noun.start == end


def _is_verb(words: Words, noun: Noun, plurals: frozenset[str]) -> bool:
    """Return whether a "noun" after a number is a verb or adverb: "9 quit", "5 play chess"."""
    low = words.low[noun.head]
    return (
        words.tag[noun.head] in {"NN", "NNP"}
        and not low.endswith("s")
        and low not in LEMMAS
        and low not in LEXICON["invariant"]
        and noun.lemma not in plurals
        and lemma_of(words, noun.start) not in plurals
    )


def _goes_on(words: Words, noun: Noun, start: int) -> bool:
    """Return whether a "noun" is the verb of the clause: "a party of 6 goes", "7 juggle clubs"."""
    at = noun.start
    if LEMMAS.get(words.low[at]) in LEXICON["measure"]:
        return False  # "8 m" is tagged as "I'm"
    if words.tag[at] == "VBZ" and noun.head == at and start > 1:
        return words.low[start - 1] == "of" and words.tag[start - 2] == "NN"
    return words.tag[at] != "NNS" and any(
        low == words.low[at] and words.tag[i] == "VBP" and words.tag[i - 1] in {"NNS", "PRP", "CD"}
        for i, low in enumerate(words.low)
    )


def _label(words: Words, start: int, end: int) -> Noun | None:
    """Read "page 51", "lane 3": a number that is a name."""
    if start == 0 or words.low[start - 1] not in LEXICON["label"]:
        return None
    if words.tag[start - 1] not in {"NN", "NNP"}:
        return None
    first = start - 1
    while first > 0 and words.tag[first - 1] in {"NN", "VBG", "JJ"}:
        first -= 1
    if first > 0 and words.low[first - 1] == "the":
        return None  # "the dining room 9" is a list
    following = words.tag[end] if end < len(words.tag) else ""
    if following.startswith(("NN", "JJ")):
        return None
    return Noun(start - 1, start - 1, words.low[start - 1])


def _currency(words: Words, number: Number, start: int, end: int) -> str:
    """Return the money whose sign a number is written with, or nothing."""
    signs = (number.text[:1], *words.low[max(0, start - 1) : end])
    return next((LEMMAS[sign] for sign in signs if sign in LEXICON["currency-sign"]), "")


def _counted_noun(words: Words, end: int, limit: int, *, plural: bool) -> tuple[Noun | None, int]:
    """Read the noun after a number, and the end of the phrase with it ("balls of yarn")."""
    i = end
    while i < limit and (words.low[i] in LEXICON["skip"] or words.tag[i] in {"HYPH", "CD"}):
        i += 1
    if i >= limit or words.low[i] in LEXICON["calendar"] | LEXICON["noon"]:
        return None, i
    if words.low[i] == "times":
        return deed(words, i), i + 1
    if words.low[i] == "of":
        noun, after = _of_noun(words, i, limit)
        bare = noun is not None and noun.start == i + 1 and words.tag[i + 1] in {"NN", "NNS"}
        return None if bare else noun, after  # "9 sacks of rice and 4 of beans"
    noun = _plain_noun(words, i, limit, plural=plural)
    if noun is None or words.low[noun.head] in LEXICON["calendar"]:
        return _predicate(words, i, limit), i
    if words.low[noun.head] in LEXICON["stand-in"]:
        return None, noun.end
    return noun, _complement_end(words, noun.end, limit)


def _plain_noun(words: Words, i: int, limit: int, *, plural: bool) -> Noun | None:
    """Read the noun phrase that a number counts; a measure stands first ("a 5 pound bag")."""
    low = words.low[i]
    measure = LEMMAS.get(low, "")
    noun = noun_phrase(words, i, limit, plural=plural)
    if low != "in" and (measure in LEXICON["measure"] or measure in LEXICON["speed"]):
        return noun if noun and _fixed(words, i, noun) else Noun(i, i, measure)
    return noun if plural else without_verb(words, noun, limit)


def _fixed(words: Words, i: int, noun: Noun) -> bool:
    """Whether a measure is part of a compound that the text has elsewhere without a number."""
    if noun.head != i + 1 or words.tag[noun.head] != "NNS":
        return False
    pair = words.low[i : i + 2]
    return any(
        words.low[k : k + 2] == pair and words.tag[k - 1] != "CD"
        for k in range(1, len(words.low) - 1)
        if k != i
    )


def _predicate(words: Words, i: int, limit: int) -> Noun | None:
    """Read the plural that says what a bare number is: "40 are boys"."""
    if i < limit and words.low[i] in {"are", "were"}:
        noun = noun_phrase(words, i + 1, limit)
        if noun and words.tag[noun.head] == "NNS":
            return noun
    return None


def _of_noun(words: Words, i: int, limit: int) -> tuple[Noun | None, int]:
    """Read "of the X" after a bare number; "of them" names nothing."""
    after = i + 1
    owner = next((k for k in range(after, min(after + 4, limit)) if words.tag[k] == "POS"), None)
    if owner is not None:
        after = owner + 1
    while after < limit and words.tag[after] in {"DT", "PRP$"}:
        after += 1
    noun = noun_phrase(words, after, limit)
    if noun is None or words.low[noun.head] in LEXICON["stand-in"]:
        end = noun.end if noun else min(after + 1, limit)
        return _predicate(words, end, limit), end
    return noun, noun.end


def _complement_end(words: Words, end: int, limit: int) -> int:
    """Return the end of "of Y" after a noun, or the noun's own end."""
    if end < limit and words.low[end] == "of":
        noun = noun_phrase(words, end + 1, limit)
        if noun:
            return noun.end
    return end


def _numerators(scene: Scene, dens: Sequence[Noun | None], asked: Noun | None) -> list[Noun | None]:
    """Return every mention's Num Unit, bare numbers included."""
    return [
        mention.noun or inherited(scene, index, dens, asked)
        for index, mention in enumerate(scene.mentions)
    ]
