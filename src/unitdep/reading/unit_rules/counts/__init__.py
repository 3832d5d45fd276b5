"""What a number counts: its Num Unit.

``rules.py`` has the rules in the order in which they are tried, each with an example; the other
modules have their functions. Most numbers have a noun ("4 red marbles"), which ``mention`` reads
from the words around them. A bare number ("sold 24 of them") takes over the noun of another one:
``num_units`` reads it once the Den Units are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import Noun
from unitdep.reading.unit_rules.counts.figure import Figure, Phrase
from unitdep.reading.unit_rules.counts.following import is_verb
from unitdep.reading.unit_rules.counts.inherited import bare
from unitdep.reading.unit_rules.counts.rules import (
    INHERITED,
    LABELS,
    NOUNS,
    OWN,
    PARTS,
    SIGNS,
)
from unitdep.reading.unit_rules.rule import first
from unitdep.reading.unit_rules.scene import Mention, Scene


def mention(figure: Figure) -> Mention:
    """Read the noun that a number has, if it has one."""
    signed, rule = first(SIGNS, figure)
    if signed:
        return replace(signed, rule=rule)
    phrase, rule = _phrase(figure)
    noun, own_rule = _own_noun(figure, phrase)
    if noun:
        phrase, rule = Phrase(noun, figure.end), own_rule
    money = phrase.noun is not None and phrase.noun.lemma in LEXICON["money"]
    one = figure.number.value == 1
    return Mention(figure.start, figure.end, phrase.noun, phrase.end, money, one=one, rule=rule)


def _phrase(figure: Figure) -> tuple[Phrase, str]:
    """Read the noun after a number."""
    phrase, rule = first(NOUNS, figure)
    if phrase is None:
        return Phrase(None, figure.phrase.end if figure.phrase else figure.at), ""
    if not phrase.sure and is_verb(figure, phrase):
        return Phrase(None, figure.end), ""
    return phrase, rule


def _own_noun(figure: Figure, phrase: Phrase) -> tuple[Noun, str] | tuple[None, str]:
    """Read what a number counts other than the noun after it."""
    if phrase.noun is None:
        return first((*OWN, *LABELS), figure)
    if figure.following in LEXICON["are"]:
        return first((*PARTS, *LABELS), figure)  # "of whom 6 were boys"
    return first(LABELS, figure)


def num_units(
    scene: Scene, dens: Sequence[Noun | None], asked: Noun | None
) -> list[tuple[Noun, str] | tuple[None, str]]:
    """Return every number's Num Unit and the rule that read it, those of bare numbers included."""
    return [
        (m.noun, m.rule) if m.noun else first(INHERITED, bare(scene, index, dens, asked))
        for index, m in enumerate(scene.mentions)
    ]
