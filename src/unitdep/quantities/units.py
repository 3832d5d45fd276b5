"""Units: the unit of every quantity and of the question, by rule.

A number's unit is the noun that it counts. A bare number ("sold 24 of them", "15 more") takes the
noun last spoken of among those that the text counts. ``rates`` finds the Den Units.
"""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc, Span

from unitdep.quantities.asked import asked_noun, asked_rate, question_unit
from unitdep.quantities.lexicon import LEMMAS, LEXICON
from unitdep.quantities.phrases import (
    NOUN_TAGS,
    PLURAL_TAGS,
    Noun,
    Words,
    lemma_of,
    noun_phrase,
    without_verb,
)
from unitdep.quantities.rates import denominators
from unitdep.quantities.scene import EACH, REACH, Mention, Scene
from unitdep.quantities.types import Number, NumberKind, Quantity, Question, Unit


def read_units(
    doc: Doc, numbers: Sequence[Number], asking: Span | None
) -> tuple[tuple[Quantity, ...], Question | None]:
    """Give the quantities with their units, and the question with its unit.

    ``numbers`` are the mentions in text order, ``asking`` is what ``find_question`` gives.
    """
    if not len(doc):
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
    nums = _numerators(scene, dens, asked)
    units = tuple(_unit(num, den) for num, den in zip(nums, dens, strict=True))
    quantities = tuple(
        Quantity(index, number, units[index], *spans[index]) for index, number in enumerate(numbers)
    )
    if asking is None:
        return quantities, None
    unit = question_unit(words, (asking.start, asking.end), asked, rate, units)
    return quantities, Question(asking.start_char, asking.end_char, asking.start, asking.end, unit)


def _plurals(words: Words) -> frozenset[str]:
    """Give the lemmas that the text has in the plural."""
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
    """Give the token bounds of a number mention; a span outside the text counts as its start."""
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
    if _in_dollars(words, number, start, end):
        return Mention(start, end, Noun(end - 1, end - 1, "dollar"), end, money=True)
    if number.kind is NumberKind.PERCENT or (end < limit and words.low[end] in {"%", "percent"}):
        return Mention(start, end, Noun(end - 1, end - 1, "percent"), end)
    pack = _pack(words, end, limit)
    if pack:
        linked = pack.end < limit and words.low[pack.end] == "of"
        filled = _of_noun(words, pack.end, limit)[0] if linked else None
        return Mention(start, end, filled, pack.end, pack=pack)
    one = number.value == 1
    counted, phrase_end = _counted_noun(words, end, limit, plural=not one)
    if counted and _is_verb(words, counted, plurals) and number.value > 1:
        counted, phrase_end = None, end
    if counted and end == counted.start < counted.head and _lone(words, counted, plurals):
        counted = Noun(end, end, lemma_of(words, end))  # "a 90 page story"
    label = _label(words, start, end)
    if label:
        counted, phrase_end = label, end
    money = counted is not None and counted.lemma in LEXICON["money"]
    return Mention(start, end, counted, phrase_end, money, one=one)


def _pack(words: Words, end: int, limit: int) -> Noun | None:
    """Read the group in "24-packs" after the number."""
    if end + 1 < limit and words.tag[end] == "HYPH" and words.low[end + 1] in LEXICON["pack"]:
        return Noun(end + 1, end + 1, lemma_of(words, end + 1, plural=True))
    return None


def _lone(words: Words, noun: Noun, plurals: frozenset[str]) -> bool:
    """Tell whether a singular phrase after a number begins with what the number counts."""
    return words.tag[noun.head] == "NN" and lemma_of(words, noun.start) in plurals


def _is_verb(words: Words, noun: Noun, plurals: frozenset[str]) -> bool:
    """Tell whether a "noun" after a number is a verb or adverb: "9 quit", "5 play chess"."""
    low = words.low[noun.head]
    return (
        words.tag[noun.head] == "NN"
        and not low.endswith("s")
        and low not in LEMMAS
        and low not in LEXICON["invariant"]
        and noun.lemma not in plurals
        and lemma_of(words, noun.start) not in plurals
    )


def _label(words: Words, start: int, end: int) -> Noun | None:
    """Read "page 51", "lane 3": a number that is a name."""
    if start == 0 or words.low[start - 1] not in LEXICON["label"]:
        return None
    if words.tag[start - 1] not in {"NN", "NNP"}:
        return None
    following = words.tag[end] if end < len(words.tag) else ""
    if following.startswith(("NN", "JJ")):
        return None
    return Noun(start - 1, start - 1, words.low[start - 1])


def _in_dollars(words: Words, number: Number, start: int, end: int) -> bool:
    """Tell whether a number is written with a dollar sign."""
    return "$" in number.text or any(
        word in LEXICON["dollar-sign"] for word in words.low[max(0, start - 1) : end]
    )


def _counted_noun(words: Words, end: int, limit: int, *, plural: bool) -> tuple[Noun | None, int]:
    """Read the noun after a number, and the end of the phrase with it ("balls of yarn")."""
    i = end
    while i < limit and (words.low[i] in LEXICON["skip"] or words.tag[i] in {"HYPH", "CD"}):
        i += 1
    if i >= limit:
        return None, i
    if words.low[i] == "times":
        return Noun(i, i, "times"), i + 1
    if words.low[i] == "of":
        return _of_noun(words, i, limit)
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
    if low != "in" and (measure in LEXICON["measure"] or measure in LEXICON["speed"]):
        return Noun(i, i, measure)
    noun = noun_phrase(words, i, limit, plural=plural)
    return noun if plural else without_verb(words, noun, limit)


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
    while after < limit and words.tag[after] in {"DT", "PRP$"}:
        after += 1
    noun = noun_phrase(words, after, limit)
    if noun is None or words.low[noun.head] in LEXICON["stand-in"]:
        end = noun.end if noun else min(after + 1, limit)
        return _predicate(words, end, limit), end
    return noun, noun.end


def _complement_end(words: Words, end: int, limit: int) -> int:
    """Give the end of "of Y" after a noun, or the noun's own end."""
    if end < limit and words.low[end] == "of":
        noun = noun_phrase(words, end + 1, limit)
        if noun:
            return noun.end
    return end


def _numerators(scene: Scene, dens: Sequence[Noun | None], asked: Noun | None) -> list[Noun | None]:
    """Give every mention's Num Unit, bare numbers included."""
    return [
        mention.noun or _inherited(scene, index, dens[index], asked)
        for index, mention in enumerate(scene.mentions)
    ]


def _inherited(scene: Scene, index: int, den: Noun | None, asked: Noun | None) -> Noun | None:
    """Find what a bare number counts.

    The last counted noun before it; else the next number's; else what is asked for; else the last
    plural before it.
    """
    words, mention = scene.words, scene.mentions[index]
    counted = {m.lemma for m in scene.mentions} | {scene.asked}
    barred = {den.lemma if den else "", "times", "percent"}
    following = scene.mentions[index + 1] if index + 1 < len(scene.mentions) else None
    if following and following.noun and _lists(words, mention.end, following.start):
        return following.noun
    weak: Noun | None = None
    plural: Noun | None = None
    for i in range(mention.start - 1, max(-1, mention.start - REACH), -1):
        if words.tag[i] not in NOUN_TAGS:
            continue
        lemma = lemma_of(words, i)
        if lemma in barred or words.low[i] in LEXICON["calendar"]:
            continue
        if lemma in counted:
            if lemma not in LEXICON["time"] and lemma not in LEXICON["money"]:
                return Noun(i, i, lemma)
            weak = weak or Noun(i, i, lemma)
        elif words.tag[i] == "NNS":
            plural = plural or Noun(i, i, lemma)
    later = (m.noun for m in scene.mentions[index + 1 :] if m.noun and m.lemma not in barred)
    money = next((m.noun for m in scene.mentions[:index] if m.money), None)
    named = asked if asked and asked.lemma not in barred else None
    return weak or next(later, None) or named or money or plural


def _lists(words: Words, end: int, start: int) -> bool:
    """Tell whether only modifiers and "and" stand between two numbers: "12 red and 9 blue"."""
    between = range(end, start)
    return bool(between) and all(
        words.tag[i] in {"JJ", "VBN", "CC", ","} or words.low[i] in {"or", "and"} for i in between
    )
