"""Readers for the paper's own data sets, as published in 2017 and 2018.

Both list the quantities of each problem and state which of them each number of the equation is, so
their records have trees. The 2017 files keep the rates in ``rateAnnotations.txt`` next to the
problems; the 2018 file has them inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Final

from unitdep.core.expression import ADDITIVE, Expression, map_leaves, monotonic, operations
from unitdep.core.labels import QUESTION, Vertex
from unitdep.errors import RecordError
from unitdep.reading.quantity import Number, NumberKind
from unitdep.research.datasets.readers.items import (
    Converted,
    Item,
    Malformed,
    ReadResult,
    collect,
    equation,
    exact,
    id_field,
    list_field,
    read_items,
    single,
    text_field,
)
from unitdep.research.datasets.records import Record

ANNOTATIONS: Final = "rateAnnotations.txt"
_NUMERAL: Final = re.compile(
    r"(?<![\w.])(?:(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+)"
)
_MONEY: Final = re.compile(r"\$ ?$")


def read_2017(path: Path, annotations: Path | None = None) -> ReadResult:
    """Read a questions.json of 2017 and the rates next to it.

    A problem that the annotations do not name has no rates if it only adds and subtracts, else
    its rates are unknown. Without an annotation file all rates are unknown.
    """
    rates_file = path.with_name(ANNOTATIONS) if annotations is None else annotations
    rates, problems = read_rates(rates_file) if rates_file.exists() else (None, [])

    def convert(item: Item) -> Converted:
        text = text_field(item, "sQuestion")
        numbers = tuple(_spanned(text, q) for q in list_field(item, "quantities"))
        record = _record(item, text, numbers)
        return Converted(_with_rates(record, rates))

    result = collect(path, read_items(path), convert)
    return ReadResult(result.records, [*problems, *result.problems])


def read_2018(path: Path) -> ReadResult:
    """Read a questions.json of 2018; its numbers are looked up in the text, in order."""

    def convert(item: Item) -> Converted:
        text = text_field(item, "sQuestion")
        numbers = find_in_order(text, [exact(v) for v in list_field(item, "quants")])
        record = _record(item, text, numbers)
        return Converted(_rated(record, [_index(v) for v in list_field(item, "rates")]))

    return collect(path, read_items(path), convert)


def read_rates(path: Path) -> tuple[dict[str, tuple[int, ...]], list[Malformed]]:
    """Read rate annotations: the indices of the rates by problem id, -1 for the question."""
    rates: dict[str, tuple[int, ...]] = {}
    problems: list[Malformed] = []
    for line, content in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1):
        name, _, indices = content.partition("\t")
        if not name.strip():
            continue
        try:
            rates[name.strip()] = tuple(int(index) for index in indices.split())
        except ValueError:
            problems.append(Malformed(path, line, f"{indices!r} is not a list of indices"))
    return rates, problems


def find_in_order(text: str, values: Iterable[Fraction]) -> tuple[Number, ...]:
    """Find the numeral of each value in the text, each after the previous one."""
    numerals = iter(_NUMERAL.finditer(text))
    numbers: list[Number] = []
    for value in values:
        match = next((m for m in numerals if exact(m.group()) == value), None)
        if match is None:
            raise RecordError(f"quantity {len(numbers)}, {value}, has no numeral in the text")
        numbers.append(_number(text, match.start(), match.end(), value))
    return tuple(numbers)


def _spanned(text: str, quantity: object) -> Number:
    if not isinstance(quantity, Mapping):
        raise RecordError("a quantity is not an object")
    start, end = (_index(quantity.get(key)) for key in ("start", "end"))
    value = exact(quantity.get("val"))
    if not 0 <= start < end <= len(text) or exact(text[start:end]) != value:
        raise RecordError(f"the text at {start} to {end} is not {value}")
    return _number(text, start, end, value)


def _number(text: str, start: int, end: int, value: Fraction) -> Number:
    money = _MONEY.search(text[max(0, start - 2) : start])
    kind = NumberKind.MONEY if money else NumberKind.PLAIN
    return Number(start, end, text[start:end], value, kind)


def _record(item: Item, text: str, numbers: Sequence[Number]) -> Record:
    return Record(
        id=id_field(item, "iIndex"),
        text=text,
        answer=exact(single(item, "lSolutions")),
        tree=_tree(item, numbers),
        numbers=tuple(numbers),
    )


def _tree(item: Item, numbers: Sequence[Number]) -> Expression:
    parsed = equation(single(item, "lEquations"))
    chosen = [_index(v) for v in list_field(item, "lAlignments")]
    if len(chosen) != len(parsed.literals):
        raise RecordError(f"{len(chosen)} alignments for {len(parsed.literals)} literals")
    if len(set(chosen)) != len(chosen):
        raise RecordError("two literals are aligned with the same quantity")
    for literal, index in zip(parsed.literals, chosen, strict=True):
        if not 0 <= index < len(numbers) or numbers[index].value != literal.value:
            raise RecordError(f"{literal.text} is aligned with {index}, which is not that quantity")
    return monotonic(map_leaves(parsed.tree, chosen.__getitem__))


def _with_rates(record: Record, rates: Mapping[str, tuple[int, ...]] | None) -> Record:
    if rates is None:
        return record
    if record.id in rates:
        return _rated(record, rates[record.id])
    assert record.tree is not None
    additive = all(node.operator in ADDITIVE for node in operations(record.tree))
    return _rated(record, ()) if additive else record


def _rated(record: Record, indices: Sequence[int]) -> Record:
    size = len(record.numbers or ())
    if any(not -1 <= index < size for index in indices):
        raise RecordError(f"rates {list(indices)} for {size} quantities")
    rates: frozenset[Vertex] = frozenset(QUESTION if i == -1 else i for i in indices)
    return replace(record, rates=rates)


def _index(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{value!r} is not an index")
    return value
