"""Problems of the corpus as workings need them: numbers with units, and the gold tree over them."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from typing import Final, TypeVar

from unitdep.core.expression import Expression, Leaf, evaluate, leaves
from unitdep.core.labels import Finish, Kind
from unitdep.inference.finishes import finish_exactly
from unitdep.research.corpus import Instance, Split, generate, part
from unitdep.research.corpus.everyday.fill import Filled, divisor
from unitdep.research.corpus.everyday.packaged import everyday_part, fill_all
from unitdep.research.corpus.everyday.template import PERCENT
from unitdep.research.corpus.siblings.packaged import siblings_part
from unitdep.research.corpus.templates.generate import generate_each
from unitdep.units.conversion import is_measure
from unitdep.units.wording import format_value

T = TypeVar("T")
_PLACES: Final = 100  # what pupils write has at most two decimals
_SPOKEN: Final = frozenset({"clock", "times", "percent", ""})  # units of answers that are left out


@dataclass(frozen=True)
class Number:
    """A number that a working may use."""

    text: str  # as it is written in a sum: "14", "20%", "3/4"
    value: Fraction
    unit: str  # in the notation of templates: "flower per bouquet"
    measures: bool = False  # whether it converts one measure into another: 60 minutes per hour
    implied: bool = False  # whether the text doesn't write it


@dataclass(frozen=True)
class Story:
    """A problem with its gold tree."""

    id: str
    split: Split
    text: str
    numbers: tuple[Number, ...]
    tree: Expression  # over the numbers
    unit: str  # that the question asks for
    finish: Finish = Finish.EXACT

    @property
    def values(self) -> list[Fraction]:
        """The values of the numbers."""
        return [number.value for number in self.numbers]

    @property
    def exact(self) -> Fraction:
        """What the tree makes, before the question finishes."""
        return evaluate(self.tree, self.values)

    @property
    def answer(self) -> Fraction:
        """The right answer."""
        return finish_exactly(self.finish, self.exact, divisor(self.tree, tuple(self.values)), None)

    @property
    def unused(self) -> list[int]:
        """The numbers of the text that the tree doesn't need."""
        used = set(leaves(self.tree))
        return [k for k, n in enumerate(self.numbers) if k not in used and not n.implied]


def stories(split: Split, each: int, seed: int, without: Collection[str] = ()) -> list[Story]:
    """Return ``each`` problems of every source (corpus, siblings, everyday) of one split.

    ``without`` has the ids of those that already have workings.
    """
    sources = (_of_corpus(split, seed), _of_siblings(split, seed), _of_everyday(split, seed))
    fit = ((s for s in source if s.id not in without and _is_fit(s)) for source in sources)
    return list(chain.from_iterable(islice(source, each) for source in fit))


def _is_fit(story: Story) -> bool:
    """Whether its sums can be written with two decimals, and its answer with a unit."""
    if isinstance(story.tree, Leaf) or story.unit in _SPOKEN or story.answer <= 0:
        return False
    parts = [*_parts(story.tree)]
    exact = parts[:-1] if story.finish is not Finish.EXACT else parts
    pairs = ((part, evaluate(part, story.values)) for part in exact)
    plain = (isinstance(part, Leaf) or (value * _PLACES).denominator == 1 for part, value in pairs)
    return all(plain)


def _parts(tree: Expression) -> Iterator[Expression]:
    if not isinstance(tree, Leaf):
        yield from _parts(tree.left)
        yield from _parts(tree.right)
    yield tree


def _of_corpus(split: Split, seed: int) -> Iterator[Story]:
    templates = part(split)
    for instance in generate(templates, len(templates), seed):
        yield _of_instance(f"corpus:{instance.template.id}", split, instance)


def _of_siblings(split: Split, seed: int) -> Iterator[Story]:
    for instance in generate_each(_mixed(siblings_part(split), seed), seed):
        yield _of_instance(f"siblings:{instance.template.id}", split, instance)


def _of_instance(name: str, split: Split, instance: Instance) -> Story:
    *units, asked = instance.units
    numbers = tuple(
        Number(format_value(number.value), number.value, unit)
        for number, unit in zip(instance.numbers, units, strict=True)
    )
    return Story(name, split, instance.text, numbers, instance.tree, asked)


def _of_everyday(split: Split, seed: int) -> Iterator[Story]:
    templates = [t for t in everyday_part(split) if len(t.questions) == 1]
    plain = [t for t in templates if t.questions[0].finish is not Finish.NEAREST]
    for template in _mixed(plain, seed):
        for filled in fill_all([template], seed):
            yield _of_filled(split, filled)


def _of_filled(split: Split, filled: Filled) -> Story:
    template, values = filled.template, filled.values
    asked = template.questions[0]
    numbers = [
        Number(_written(value, slot.unit, slot.mark), value, slot.unit)
        for slot, value in zip(template.slots, values, strict=False)
    ]
    for implied, value in zip(template.implied, values[len(numbers) :], strict=True):
        unit = implied.unit or (numbers[implied.of].unit if implied.of is not None else "times")
        over, _, under = unit.partition(" per ")
        measures = implied.kind is Kind.CONSTANT and is_measure(over) and is_measure(under)
        numbers.append(Number(_written(value, unit, ""), value, unit, measures, True))
    name = f"everyday:{template.id}"
    return Story(name, split, filled.text, tuple(numbers), asked.tree, asked.unit, asked.finish)


def _written(value: Fraction, unit: str, mark: str) -> str:
    if unit == PERCENT:
        return f"{format_value(value * 100)}%"
    if mark == "f" or (value * _PLACES).denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    return format_value(value)


def _mixed(templates: Sequence[T], seed: int) -> list[T]:
    return random.Random(f"{seed}:workings").sample(templates, len(templates))
