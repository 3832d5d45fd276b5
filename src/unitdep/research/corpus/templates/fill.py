"""Fill a template with names, and with numbers written as digits, as words or with commas."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Final

from unitdep.core.expression import Expression, evaluate, map_leaves, monotonic
from unitdep.core.labels import QUESTION, Vertex
from unitdep.reading import Number, NumberKind
from unitdep.reading.numbers.values import SMALL
from unitdep.research.corpus.templates.draw import draw
from unitdep.research.corpus.templates.template import SLOT, Template
from unitdep.research.datasets import Record

_WORDS: Final = {value: word for word, value in SMALL.items()}
WORDS_SHARE: Final = 0.15  # of the whole numbers up to twenty that could be written as words
_SIGNS: Final = ("$", "£", "€")
COMMA_SHARE: Final = 0.7  # of the numbers of four digits and more


@dataclass(frozen=True)
class Instance:
    """A filled template: text, numbers with their positions in it, and all gold labels.

    Quantities are in the order of the text.
    """

    id: str
    template: Template
    text: str
    numbers: tuple[Number, ...]
    tree: Expression  # monotonic
    rates: frozenset[Vertex]
    units: tuple[str, ...]  # the question's last
    order: tuple[int, ...]  # the template's index of each quantity

    @property
    def answer(self) -> Fraction:
        """The value of the tree."""
        return evaluate(self.tree, [number.value for number in self.numbers])

    def record(self) -> Record:
        """Return the instance as a record of a data set."""
        meta = {
            "template": self.template.id,
            "split": self.template.split.value,
            "kind": ", ".join(self.template.kinds) or "-",
        }
        return Record(
            self.id, self.text, self.answer, self.tree, self.numbers, self.rates, meta=meta
        )


def fill(template: Template, rng: random.Random, name: str | None = None) -> Instance:
    """Draw numbers and names for a template and insert them; raises UnsatisfiableError."""
    return write(template, draw(template, rng), rng, name or template.id)


def write(
    template: Template, values: Sequence[Fraction], rng: random.Random, name: str
) -> Instance:
    """Insert the given numbers and randomly drawn names into a template's slots."""

    def number(slot: re.Match[str], before: str, after: str) -> Number:
        return _number(values[int(slot["number"])], before, after, rng)

    text, inserted = insert(template.text, SLOT, number, rng)
    order, numbers = zip(*inserted, strict=True) if inserted else ((), ())
    place = {index: position for position, index in enumerate(order)}
    units = (*(template.units[index] for index in order), template.units[-1])
    tree = monotonic(map_leaves(template.tree, place.__getitem__))
    rates = frozenset(v if v == QUESTION else place[int(v)] for v in template.rates)
    return Instance(name, template, text, numbers, tree, rates, units, order)


def insert(
    text: str,
    slots: re.Pattern[str],
    number: Callable[[re.Match[str], str, str], Number],
    rng: random.Random,
) -> tuple[str, list[tuple[int, Number]]]:
    """Fill the slots of a text: names at random, numbers as ``number`` writes them.

    ``number`` takes a slot, the text before it and the text after it. Returns the filled text, and
    the numbers with the indices of their slots, in the order of the text.
    """
    people = {sex: rng.sample(known, len(known)) for sex, known in names().items()}
    filled, done = "", 0
    inserted: list[tuple[int, Number]] = []
    for slot in slots.finditer(text):
        filled += text[done : slot.start()]
        done = slot.end()
        if slot["number"] is None:
            filled += people[slot["sex"]][int(slot["person"]) - 1]
            continue
        written = number(slot, filled, text[done:])
        inserted.append((int(slot["number"]), written))
        filled += written.text
    return filled + text[done:], inserted


@cache
def names() -> Mapping[str, tuple[str, ...]]:
    """Return the names of women (F) and men (M)."""
    text = files("unitdep.research.corpus").joinpath("data/names.txt").read_text("utf-8")
    return {line[0]: tuple(line[1:].split()) for line in text.splitlines()}


def _number(value: Fraction, before: str, after: str, rng: random.Random) -> Number:
    kind = _kind(before, after)
    text = _written(value, kind, before, after, rng)
    return Number(len(before), len(before) + len(text), text, value, kind)


def written(value: Fraction, before: str, after: str, rng: random.Random) -> str:
    """Write a number as digits or as a word, as it fits between two pieces of text."""
    return _written(value, _kind(before, after), before, after, rng)


def _kind(before: str, after: str) -> NumberKind:
    if before.endswith(_SIGNS) or re.match(r"\s*(cents?|dollars?)\b", after):
        return NumberKind.MONEY
    return NumberKind.PLAIN


def _written(value: Fraction, kind: NumberKind, before: str, after: str, rng: random.Random) -> str:
    if value.denominator != 1:
        exact = f"{float(value):.2f}"
        return exact if before.endswith(_SIGNS) else exact.rstrip("0").rstrip(".")
    whole = int(value)
    if whole >= 1000:
        return f"{whole:,}" if rng.random() < COMMA_SHARE else str(whole)
    plain = kind is NumberKind.PLAIN and re.search(r"(^|\s)$", before) and re.match(r"\s", after)
    if plain and whole <= 20 and rng.random() < WORDS_SHARE:
        word = _WORDS[whole]
        return word.capitalize() if _opens_sentence(before) else word
    return str(whole)


_opens_sentence: Final[Callable[[str], object]] = re.compile(r"(^|[.!?][\"”']?\s+|[\"“])$").search
