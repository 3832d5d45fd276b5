"""Readers for sets with a text, an answer and perhaps an equation, but no list of quantities.

Their records have ``equation`` instead of ``tree``; ``align_record`` turns one into the other once
the numbers of the text are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeVar

from unitdep.core.expression import leaves, monotonic
from unitdep.errors import GrammarError, RecordError
from unitdep.reading.arithmetic import Parsed, parse_indices
from unitdep.research.datasets.readers.items import (
    Converted,
    Item,
    ReadResult,
    attempt,
    collect,
    equation,
    exact,
    id_field,
    list_field,
    read_items,
    single,
    text_field,
    vertex,
)
from unitdep.research.datasets.records import Record

T = TypeVar("T")
_SLOT: Final = re.compile(r"\b(?:number|N_|temp_)([0-9]{1,2})\b")


def read_plain(path: Path) -> ReadResult:
    """Read {"id", "text", "answer"?, "expression"?}, one object per line.

    A line of the annotation page also has "tree", the expression over the indices of the numbers
    that the program reads, and "rates".
    """

    def convert(item: Item) -> Converted:
        converted = _convert(
            id_field(item, "id"),
            text_field(item, "text"),
            _optional(item, "answer", exact),
            _optional(item, "expression", equation),
        )
        if item.fields.get("tree") is None or converted.record.equation is None:
            return converted
        labelled, remarks = attempt(lambda: _labelled(item, converted.record))
        return Converted(labelled or converted.record, (*converted.remarks, *remarks))

    return collect(path, read_items(path), convert)


def read_singleop(path: Path) -> ReadResult:
    """Read {"input", "target"}, one object per line; the ids are the positions."""
    return collect(
        path,
        read_items(path),
        lambda item: _convert(
            id_field(item, "id"),
            text_field(item, "input"),
            _optional(item, "target", exact),
            None,
        ),
    )


def read_mawps(path: Path) -> ReadResult:
    """Read {"iIndex", "sQuestion", "lEquations", "lSolutions"}."""
    return collect(path, read_items(path), _mawps)


def read_multiarith(path: Path) -> ReadResult:
    """Read the same with "lAlignments": the character offset of each literal."""

    def convert(item: Item) -> Converted:
        converted = _mawps(item)
        offsets, remarks = attempt(lambda: _offsets(item, converted.record))
        record = replace(converted.record, offsets=offsets)
        return Converted(record, (*converted.remarks, *remarks))

    return collect(path, read_items(path), convert)


def read_slots(path: Path) -> ReadResult:
    """Read {"Question", "Equation", "Answer", "Numbers"?}: the MAWPS variant with slots.

    "number0" in question and equation is the first of "Numbers"; the equation may be in prefix
    notation.
    """

    def convert(item: Item) -> Converted:
        numbers = _slot_numbers(item)
        return _convert(
            id_field(item, "ID", "id", "iIndex"),
            _fill(text_field(item, "Question"), numbers),
            _optional(item, "Answer", exact),
            lambda: equation(_infix(_fill(text_field(item, "Equation"), numbers))),
        )

    return collect(path, read_items(path), convert)


def read_svamp(path: Path) -> ReadResult:
    """Read {"ID", "Body", "Question", "Equation", "Answer", "Type"}, body and question joined."""

    def convert(item: Item) -> Converted:
        body, question = text_field(item, "Body").strip(), text_field(item, "Question").strip()
        kind = item.fields.get("Type")
        return _convert(
            id_field(item, "ID"),
            f"{body} {question}",
            _optional(item, "Answer", exact),
            _optional(item, "Equation", equation),
            kind if isinstance(kind, str) else None,
        )

    return collect(path, read_items(path), convert)


def _convert(
    name: str,
    text: str,
    answer: Callable[[], Fraction] | None,
    solved: Callable[[], Parsed] | None,
    kind: str | None = None,
) -> Converted:
    """Assemble a record; ``answer`` and ``solved`` read those parts and are None if absent."""
    value, no_value = attempt(answer) if answer else (None, ())
    parsed, no_equation = attempt(solved) if solved else (None, ())
    meta = {"type": kind} if kind else {}
    record = Record(name, text.strip(), value, equation=parsed, meta=meta)
    return Converted(record, (*no_value, *no_equation))


def _optional(item: Item, key: str, read: Callable[[object], T]) -> Callable[[], T] | None:
    value = item.fields.get(key)
    return None if value is None else lambda: read(value)


def _mawps(item: Item) -> Converted:
    return _convert(
        id_field(item, "iIndex"),
        text_field(item, "sQuestion"),
        lambda: exact(single(item, "lSolutions")),
        lambda: equation(single(item, "lEquations")),
    )


def _labelled(item: Item, record: Record) -> Record:
    """Return the record with the tree and the rates that people have marked."""
    try:
        tree = monotonic(parse_indices(text_field(item, "tree")))
    except GrammarError as error:
        raise RecordError(f"'tree': {error}") from None
    used = list(leaves(tree))
    if len(set(used)) < len(used):
        raise RecordError("'tree' uses a number twice")
    if item.fields.get("rates") is None:
        return replace(record, tree=tree)
    return replace(record, tree=tree, rates=frozenset(map(vertex, list_field(item, "rates"))))


def _offsets(item: Item, record: Record) -> tuple[int, ...]:
    """Return the literals' offsets in the record's text, without the file's leading spaces."""
    text = text_field(item, "sQuestion")
    removed = len(text) - len(text.lstrip())
    places = list_field(item, "lAlignments")
    count = len(record.equation.literals) if record.equation else len(places)
    if len(places) != count:
        raise RecordError(f"{len(places)} alignments for {count} literals")
    offsets = [place - removed for place in places if isinstance(place, int)]
    if len(offsets) < count or any(not 0 <= o < len(record.text) for o in offsets):
        raise RecordError("'lAlignments' has an offset outside the text")
    return tuple(offsets)


def _slot_numbers(item: Item) -> Sequence[str]:
    value = item.fields.get("Numbers")
    if isinstance(value, str):
        return value.split()
    return [str(v) for v in value] if isinstance(value, list) else ()


def _fill(text: str, numbers: Sequence[str]) -> str:
    def number(match: re.Match[str]) -> str:
        index = int(match.group(1))
        if index >= len(numbers):
            raise RecordError(f"{match.group()} has no number")
        return numbers[index]

    return _SLOT.sub(number, text)


def _infix(text: str) -> str:
    """Return an equation in infix notation; one that already is stays unchanged."""
    tokens = text.split()
    if not tokens or tokens[0] not in "+-*/":
        return text
    stack: list[str] = []
    for token in reversed(tokens):
        if token in "+-*/" and len(stack) < 2:
            raise RecordError(f"equation {text[:80]!r}: an operand is missing")
        stack.append(f"({stack.pop()} {token} {stack.pop()})" if token in "+-*/" else token)
    return " ".join(reversed(stack))
