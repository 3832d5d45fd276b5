"""What all readers share: items of a file with their lines, checked fields, and error reports.

A reader turns each item of a file into a ``Record`` and returns a ``ReadResult``. An item without a
usable text is left out; if only its answer or equation cannot be read, that part is None. Both are
reported as ``Malformed``, and reading continues.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeVar

from unitdep.core.expression import Operator, evaluate, operations
from unitdep.core.labels import QUESTION, Vertex
from unitdep.errors import FormatError, GrammarError, RecordError
from unitdep.reading.arithmetic import Parsed, parse, parse_equation
from unitdep.reading.text import MAX_ID, bad_id, is_text, too_long
from unitdep.research.datasets.records import Record

T = TypeVar("T")
MAX_FILE: Final = 1 << 26  # bytes; the file is read as a whole
MAX_RECORD: Final = 1 << 20  # characters
_FLOAT: Final = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][-+]?[0-9]{1,2})?")


@dataclass(frozen=True)
class Malformed:
    """Something in a file that could not be read."""

    file: Path
    line: int | None  # from 1; None if the whole file cannot be read
    reason: str
    record: int | None = None  # position in the file from 1: several records may share a line

    def __str__(self) -> str:
        place = "" if self.line is None else f":{self.line}"
        record = "" if self.record is None else f" record {self.record}:"
        return f"{self.file}{place}:{record} {self.reason}"


@dataclass(frozen=True)
class ReadResult:
    """The records of a file in file order, and what could not be read."""

    records: list[Record]
    problems: list[Malformed]


@dataclass(frozen=True)
class Item:
    """One raw record: its fields, its position and line from 1, or why it has no fields."""

    fields: Mapping[str, object]
    number: int
    line: int
    error: str | None = None


@dataclass(frozen=True)
class Converted:
    """A record and remarks on those of its parts that could not be read."""

    record: Record
    remarks: tuple[str, ...] = ()


def collect(path: Path, items: Iterable[Item], convert: Callable[[Item], Converted]) -> ReadResult:
    """Convert every item; failures and duplicate ids are reported with their line."""
    result = ReadResult([], [])
    seen: set[str] = set()
    for item in items:
        remarks: tuple[str, ...]
        try:
            if item.error is not None:
                raise RecordError(item.error)
            converted = convert(item)
            if converted.record.id in seen:
                raise RecordError(f"duplicate id {converted.record.id}")
            seen.add(converted.record.id)
            result.records.append(converted.record)
            remarks = converted.remarks
        except RecordError as error:
            remarks = (str(error),)
        result.problems.extend(Malformed(path, item.line, r, item.number) for r in remarks)
    return result


def read_items(path: Path) -> Iterator[Item]:
    """Yield the objects of a JSON list, detected by its leading "[", or of JSON lines."""
    data = whole_file(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        yield Item({}, 1, data.count(b"\n", 0, error.start) + 1, "the file is not UTF-8")
        return
    yield from _list_items(text) if text.lstrip().startswith("[") else _line_items(text)


def whole_file(path: Path) -> bytes:
    """Return the content of a file; raises FormatError for one that is far too large."""
    with path.open("rb") as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise FormatError(f"{path} has more than {MAX_FILE >> 20} MiB; split it")
    return data


def _line_items(text: str) -> Iterator[Item]:
    number = 0
    for line, content in enumerate(text.split("\n"), start=1):
        if content.strip():
            number += 1
            item, end = _decode(content.strip(), 0, number, line)
            after = item.error is None and end < len(content.strip())
            yield replace(item, error="not JSON: text after the object") if after else item


def _list_items(text: str) -> Iterator[Item]:
    """Decode the list element by element, so that each has a line number, also a broken one."""
    position = _skip(text, text.index("[") + 1)
    counted, line, number = 0, 1, 0
    while position < len(text) and text[position] != "]":
        line += text.count("\n", counted, position)
        counted = position
        number += 1
        item, position = _decode(text, position, number, line)
        yield item
        if item.error is not None and position == len(text):
            return
        position = _skip(text, position)
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
        elif text[position : position + 1] != "]":
            break
    if text[position : position + 1] != "]":
        line += text.count("\n", counted, position)
        yield Item({}, number + 1, line, "the list breaks off here; the rest is not read")


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _decode(text: str, position: int, number: int, line: int) -> tuple[Item, int]:
    try:
        value, end = _DECODER.raw_decode(text, position)
        if end - position > MAX_RECORD:
            return Item({}, number, line, f"more than {MAX_RECORD:,} characters"), end
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        return Item({}, number, line, f"not JSON: {reason}"), len(text)
    if not isinstance(value, dict):
        return Item({}, number, line, "not a JSON object"), end
    return Item(value, number, line), end


def _exact_float(text: str) -> Fraction:
    if not _FLOAT.fullmatch(text):
        raise ValueError(f"{text[:50]} is out of range")
    return Fraction(text)


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is not a number")


_DECODER: Final = json.JSONDecoder(parse_float=_exact_float, parse_constant=_refuse)


def text_field(item: Item, key: str) -> str:
    """Return a field that must be a non-empty text, unchanged."""
    value = item.fields.get(key)
    if not isinstance(value, str) or not value.strip():
        raise RecordError(f"{key!r} is {'not a text' if value else 'missing or empty'}")
    if (reason := too_long(value)) is not None:
        raise RecordError(f"{key!r}: {reason}")
    if not is_text(value):
        raise RecordError(f"{key!r} contains an unpaired surrogate")
    return value


def id_field(item: Item, *keys: str) -> str:
    """Return the id under the first key present, or the record's position if there is none."""
    for key in keys:
        value = item.fields.get(key)
        if isinstance(value, str | int) and (name := _written(value)):
            if (reason := bad_id(name)) is not None:
                raise RecordError(f"{key!r} {reason}")
            return name
    return str(item.number)


def _written(value: str | int) -> str:
    try:
        return str(value).strip()
    except ValueError:  # more digits than Python writes
        return "9" * (MAX_ID + 1)


def list_field(item: Item, key: str) -> list[object]:
    """Return a field that must be a list."""
    value = item.fields.get(key)
    if not isinstance(value, list):
        raise RecordError(f"{key!r} is {'missing' if value is None else 'not a list'}")
    return value


def single(item: Item, key: str) -> object:
    """Return the one element of a field that must be a list of one."""
    values = list_field(item, key)
    if len(values) != 1:
        raise RecordError(f"{key!r} has {len(values)} entries, not one")
    return values[0]


def vertex(value: object) -> Vertex:
    """Return a vertex: the index of a quantity, or -1 for the question."""
    if value in (-1, QUESTION):
        return QUESTION
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RecordError(f"{value!r} is not a vertex")
    return value


def exact(value: object) -> Fraction:
    """Return the exact value of a JSON number or of a text such as "1,200", "-3" or "1/2"."""
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    if not isinstance(value, str):
        raise RecordError(f"{value!r} is not a number")
    negative = value.strip().startswith("-")
    try:
        parsed = parse(value.strip().removeprefix("-"))
        size = evaluate(parsed.tree, parsed.values)
    except (GrammarError, ZeroDivisionError):
        raise RecordError(f"{value[:50]!r} is not a number") from None
    if any(node.operator is not Operator.DIV for node in operations(parsed.tree)):
        raise RecordError(f"{value[:50]!r} is a calculation, not a number")
    return -size if negative else size


def equation(text: object) -> Parsed:
    """Return an equation or expression, solved."""
    if not isinstance(text, str):
        raise RecordError("the equation is not a text")
    try:
        return parse_equation(text)
    except GrammarError as error:
        raise RecordError(f"equation {text[:80]!r}: {error}") from None


def attempt(read: Callable[[], T]) -> tuple[T | None, tuple[str, ...]]:
    """Return the result of ``read``, or None and a remark if that fails."""
    try:
        return read(), ()
    except RecordError as error:
        return None, (str(error),)
