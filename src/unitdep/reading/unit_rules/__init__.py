"""Which unit a number has, and whether it is a rate, by rule.

A unit is read in two parts, and so is the one that the question asks for:

- ``counts``: what a number counts, its Num Unit;
- ``rates``: what one of something has or costs, its Den Unit;
- ``asked``: both for the question.

Each folder has a ``rules.py``: its rules by name, in the order in which they are tried, each with
an example that is its test. The rule that fired is kept in ``Unit.rule``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from spacy.tokens import Doc, Span

from unitdep.reading.noun_phrases import PLURAL_TAGS, Noun, lemma_of, noun_phrase
from unitdep.reading.quantity import Number, Quantity, Question
from unitdep.reading.unit_rules.asked import asked_noun, asked_rate, question_unit
from unitdep.reading.unit_rules.asked.rate import compared, supported
from unitdep.reading.unit_rules.asked.rules import RULES as QUESTION_RULES
from unitdep.reading.unit_rules.counts import mention, num_units
from unitdep.reading.unit_rules.counts.figure import figure
from unitdep.reading.unit_rules.counts.rules import RULES as COUNT_RULES
from unitdep.reading.unit_rules.rates import den_units
from unitdep.reading.unit_rules.rates.rules import RULES as RATE_RULES
from unitdep.reading.unit_rules.rule import Rule, together
from unitdep.reading.unit_rules.scene import EACH, Mention, Rate, Scene
from unitdep.reading.words import Words
from unitdep.units.unit import Unit

# All rules by name, in the order in which they are tried.
RULES: Final[Mapping[str, Rule[Any, Any]]] = {
    rule.name: rule for rule in (*COUNT_RULES, *RATE_RULES, *QUESTION_RULES)
}
MOST: Final = 100  # numbers; the time that reading units takes grows with their square
Reading = tuple[Noun, str] | tuple[None, str]  # a noun, if there is one, and the rule that read it


def read_units(
    doc: Doc, words: Words, numbers: Sequence[Number], asking: Span | None
) -> tuple[tuple[Quantity, ...], Question | None]:
    """Return the quantities with their units, and the question with its unit.

    ``words`` are the text's, ``numbers`` the mentions in text order, ``asking`` comes from
    ``find_question``. Texts with more than ``MOST`` numbers are not solved; their numbers get
    empty units.
    """
    if not len(doc) or len(numbers) > MOST:
        return tuple(Quantity(i, n, Unit(), 0, 0) for i, n in enumerate(numbers)), None
    spans = [_tokens(doc, number) for number in numbers]
    span = (asking.start, asking.end) if asking is not None else None
    units, asked = _read(words, numbers, spans, span)
    quantities = tuple(
        Quantity(index, number, units[index], *spans[index]) for index, number in enumerate(numbers)
    )
    if asking is None or asked is None:
        return quantities, None
    return quantities, Question(asking.start_char, asking.end_char, asking.start, asking.end, asked)


def _read(
    words: Words,
    numbers: Sequence[Number],
    spans: Sequence[tuple[int, int]],
    asking: tuple[int, int] | None,
) -> tuple[tuple[Unit, ...], Unit | None]:
    """Return the unit of every number, and of the question between the tokens ``asking``."""
    plurals = _plurals(words)
    following = [*(start for start, _ in spans[1:]), len(words.low)]
    mentions = tuple(
        mention(figure(words, *number, plurals))
        for number in zip(numbers, spans, following, strict=False)
    )
    if asking is None:
        scene = _scene(words, mentions, plurals, "")
        return _units(scene, den_units(scene), None), None
    noun = asked_noun(words, *asking)
    scene = _scene(words, mentions, plurals, noun[0].lemma if noun[0] else "")
    rate = asked_rate(scene, noun[0], *asking)
    dens = den_units(scene, frozenset({rate.trigger}) if rate else frozenset())
    rate = supported(rate, scene, [den for den, _ in dens])
    rate, dens = _without_compared(rate, dens, compared(words, *asking))
    units = _units(scene, dens, noun[0])
    return units, question_unit(scene, asking, noun, rate, units)


def _without_compared(
    rate: Rate | None, dens: list[Reading], alike: frozenset[str]
) -> tuple[Rate | None, list[Reading]]:
    """Drop the Den Units that the question compares: "dearer is a pen than a cup"."""
    kept: list[Reading] = [(None, "") if den[0] and den[0].lemma in alike else den for den in dens]
    return None if rate and rate.noun.lemma in alike else rate, kept


def _tokens(doc: Doc, number: Number) -> tuple[int, int]:
    """Return the token bounds of a number mention; a span outside the text counts as its start."""
    if not 0 <= number.start < number.end <= doc[-1].idx + len(doc[-1]):
        return 0, 1
    span = doc.char_span(number.start, number.end, alignment_mode="expand")
    if span is None or span.end <= span.start:
        return 0, min(1, len(doc))
    return span.start, span.end


def _plurals(words: Words) -> frozenset[str]:
    """Return the lemmas that the text has in the plural."""
    return frozenset(lemma_of(words, i) for i, tag in enumerate(words.tag) if tag in PLURAL_TAGS)


def _scene(
    words: Words, mentions: tuple[Mention, ...], plurals: frozenset[str], asked: str
) -> Scene:
    """Gather what the text counts: nouns with a number, the one asked for, those after "each"."""
    counted = {asked, *(m.lemma for m in mentions if not m.one), *_distributed(words)}
    ones = {
        m.start: m.noun if m.lemma in plurals or m.lemma == asked else None
        for m in mentions
        if m.one
    }
    return Scene(words, mentions, frozenset(counted - {""}), plurals, asked, ones)


def _distributed(words: Words) -> set[str]:
    """Return the lemmas of the nouns after "each", "every" and "per"."""
    places = (i for i, low in enumerate(words.low) if low in EACH or low == "per")
    nouns = (noun_phrase(words, i + 1, words.sentence[i][1]) for i in places)
    return {noun.lemma for noun in nouns if noun}


def _units(scene: Scene, dens: list[Reading], asked: Noun | None) -> tuple[Unit, ...]:
    """Join the Num Unit and the Den Unit of every number."""
    nums = num_units(scene, [den for den, _ in dens], asked)
    return tuple(_unit(num, den) for num, den in zip(nums, dens, strict=True))


def _unit(num: Reading, den: Reading) -> Unit:
    """Join the nouns of the Num Unit and the Den Unit; a speed is both in one word."""
    noun = num[0] or Noun(0, 0, "")
    numerator, speed, per = noun.lemma.partition("/")
    if speed:
        return Unit(numerator, (), per, rule=num[1])
    if den[0] is None:
        return Unit(noun.lemma, noun.modifiers, rule=together(num[1], den[1]))
    return Unit(
        noun.lemma,
        noun.modifiers,
        den[0].lemma,
        den[0].modifiers,
        rule=together(num[1], den[1]),
    )
