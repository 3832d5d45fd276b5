"""``quantities``: what is read from a text, as people and other programs get it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from unitdep.core.labels import Kind
from unitdep.extraction.blocks import blocks
from unitdep.extraction.symbols import measured, symbol_after
from unitdep.extraction.types import FoundQuantity, QuantityKind
from unitdep.reading.everyday.clock import DAY
from unitdep.reading.everyday.typing import Places, spelled
from unitdep.reading.named import Named, find_named
from unitdep.reading.noun_phrases import noun_phrase
from unitdep.reading.problem import Problem, Scope, from_doc
from unitdep.reading.quantity import Naming, NumberKind, Quantity
from unitdep.reading.spacy_pipeline import parse_many
from unitdep.reading.text import normalise_in_place
from unitdep.reading.unit_rules.rule import fired
from unitdep.units.conversion import is_money
from unitdep.units.dimension import PERCENT
from unitdep.units.unit import Unit

SCHEMA: Final = "quantities/1"  # the name and the version of the JSON object
_LABEL: Final = "label"  # the unit rule that has read a number as a name
_NAMINGS: Final = {
    Naming.ORDINAL: QuantityKind.ORDINAL,
    Naming.DATE: QuantityKind.DATE,
    Naming.LABEL: QuantityKind.LABEL,
}
_KINDS: Final = {
    Kind.AMOUNT: QuantityKind.AMOUNT,
    Kind.CONSTANT: QuantityKind.RATE,
    Kind.COUNT: QuantityKind.AMOUNT,
    Kind.FACTOR: QuantityKind.FACTOR,
    Kind.SHAPE: QuantityKind.FACTOR,
    Kind.CLOCK: QuantityKind.CLOCK,
}


def quantities(text: str, *, implied: bool = False) -> list[FoundQuantity]:
    """Return the quantities of any English text; no question is needed, and no model is loaded.

    Args:
        text: A sentence, a problem, an article. There is no limit to its length: a long text is
            read in blocks of sentences.
        implied: Whether to add what words imply: the 7 days of a week in a text with days.

    Returns:
        Every number with its span, exact value, unit and kind, in text order.

    Raises:
        TypeError: ``text`` is not a string.

    """
    if not isinstance(text, str):
        raise TypeError(f"quantities takes a text, not {type(text).__name__}")
    return list(chain.from_iterable(by_block(text, implied=implied)))


def by_block(text: str, *, implied: bool = False) -> Iterator[list[FoundQuantity]]:
    """Yield the quantities of a text block by block, as soon as each is read."""
    spans = list(blocks(text))
    meant = [spelled(normalise_in_place(text[start:end])) for start, end in spans]
    docs = parse_many(written for written, _ in meant)
    for (start, _), (_, places), doc in zip(spans, meant, docs, strict=True):
        problem = from_doc(doc, scope=Scope.EVERYDAY)
        found = _of_problem(problem, implied=implied)
        yield [_placed(quantity, text, start, places) for quantity in found]


def to_dict(text: str, found: Sequence[FoundQuantity]) -> dict[str, Any]:
    """Return a text with its quantities as the JSON object that all outputs share."""
    return {
        "schema": SCHEMA,
        "text": text,
        "quantities": [quantity.to_dict() for quantity in found],
    }


def _placed(found: FoundQuantity, text: str, offset: int, places: Places | None) -> FoundQuantity:
    """Return a quantity of a block with its span in the text that was given."""
    start, end = found.start, found.end
    if places is not None:
        start, end = places[start][0], places[end - 1][1]
    start, end = start + offset, end + offset
    return replace(found, text=text[start:end], start=start, end=end)


def _of_problem(problem: Problem, *, implied: bool) -> list[FoundQuantity]:
    """Return what a block has: its numbers, and the names that no number overlaps."""
    named = find_named(problem.doc, problem.words)
    names = [n for n in named if n.kind is not Naming.ORDINAL]
    numbers = [
        q
        for q in problem.quantities
        if (implied or not q.implied)
        and q.kind is not Kind.AGAIN
        and not (q.implied and q.value == 0)
        and not any(q.number.start < n.end and n.start < q.number.end for n in names)
    ]
    found = [_of_quantity(problem, q) for q in numbers]
    written = [f for f in found if not f.implied]
    found += [
        _of_name(problem.text, name)
        for name in named
        if not any(f.start < name.end and name.start < f.end for f in written)
    ]
    return sorted(found, key=lambda f: (f.start, f.implied))


def _of_name(text: str, name: Named) -> FoundQuantity:
    return FoundQuantity(
        text=text[name.start : name.end],
        start=name.start,
        end=name.end,
        kind=_NAMINGS[name.kind],
        value=name.value,
        unit=Unit(),
        of=name.of,
        moment=name.moment,
    )


def _of_quantity(problem: Problem, quantity: Quantity) -> FoundQuantity:
    number, unit = quantity.number, quantity.unit
    kind = _KINDS[quantity.kind]
    symbol = None if quantity.implied else symbol_after(problem.text, number.end)
    if symbol is not None and number.made_of is None:
        unit, kind = measured(unit, symbol), QuantityKind.AMOUNT
    elif number.kind is NumberKind.FRACTION and not unit.numerator:
        unit = _of_one(problem, quantity)
    found = FoundQuantity(
        text=number.text,
        start=number.start,
        end=number.end,
        kind=kind,
        value=number.value,
        unit=unit,
        money=is_money(unit.numerator) and _has_money(quantity, unit),
        implied=quantity.implied,
    )
    if number.kind is NumberKind.YEAR:
        return replace(found, kind=QuantityKind.DATE, unit=Unit(), moment=str(number.value))
    if kind is QuantityKind.CLOCK:
        return replace(found, unit=Unit(), moment=_hours(number.value))
    if _LABEL in fired(unit.rule):
        return replace(found, kind=QuantityKind.LABEL, unit=Unit(), of=unit.numerator)
    if kind is QuantityKind.FACTOR:
        return replace(found, unit=Unit(PERCENT) if number.kind is NumberKind.PERCENT else Unit())
    if kind is QuantityKind.AMOUNT and unit.is_rate:
        return replace(found, kind=QuantityKind.RATE)
    return found


def _of_one(problem: Problem, quantity: Quantity) -> Unit:
    """Return what "half a teaspoon" is half of; the unit rules leave that to the solver."""
    words, at = problem.words, quantity.token_end
    if quantity.kind is not Kind.AMOUNT or words.low[at : at + 1] not in (("a",), ("an",)):
        return quantity.unit
    noun = noun_phrase(words, at + 1, words.sentence[at][1])
    return Unit(noun.lemma, noun.modifiers) if noun else quantity.unit


def _has_money(quantity: Quantity, unit: Unit) -> bool:
    """Whether a unit that is a currency is meant as one: a pound is a weight, too."""
    return unit.numerator != "pound" or quantity.number.kind is NumberKind.MONEY


def _hours(value: Fraction) -> str:
    minutes = int(value) % DAY
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
