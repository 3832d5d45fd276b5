"""Reader for ASDiv: XML, one <Problem> each with body, question, answer and formula.

The file is parsed with expat, which keeps line numbers. Document type and entity declarations are
refused: no data set needs them, and they are how XML is made to expand without end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final
from xml.parsers import expat

from unitdep.errors import RecordError
from unitdep.research.datasets.readers.items import (
    Converted,
    Item,
    ReadResult,
    attempt,
    collect,
    equation,
    exact,
    id_field,
    text_field,
    whole_file,
)
from unitdep.research.datasets.records import Record

MAX_FIELD: Final = 1 << 17  # characters of a field; a text may have far fewer
_UNIT: Final = re.compile(r"\([^()]*\)$")


def read_asdiv(path: Path) -> ReadResult:
    """Read an ASDiv file. In a formula such as "7+2=9" the left side is the expression."""
    return collect(path, _items(path), _convert)


def _convert(item: Item) -> Converted:
    body, question = text_field(item, "Body").strip(), text_field(item, "Question").strip()
    answer, no_answer = attempt(lambda: _answer(text_field(item, "Answer")))
    parsed, no_equation = attempt(lambda: equation(_expression(text_field(item, "Formula"))))
    kind = item.fields.get("Solution-Type")
    record = Record(
        id_field(item, "ID"),
        f"{body} {question}",
        answer,
        equation=parsed,
        meta={"type": kind} if isinstance(kind, str) and kind else {},
    )
    return Converted(record, (*no_answer, *no_equation))


def _answer(text: str) -> Fraction:
    """Return the number of an answer such as "7 (pens)"."""
    return exact(_UNIT.sub("", text.strip()).strip())


def _expression(formula: str) -> str:
    """Return the left side of the formula, or all of it if it has an unknown."""
    left, _, right = formula.partition("=")
    if re.search(r"[A-Za-z]", formula):
        return formula
    return left if right.strip() else formula


class _Problems:
    """Collects each <Problem>'s children as fields."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse
        self.items: list[Item] = []
        self._fields: dict[str, str] | None = None
        self._pieces: dict[str, list[str]] = {}  # of the fields, as they are found
        self._size = 0  # characters of the pieces
        self._open: list[str] = []
        self._line = 0

    def _refuse(self, *_: object) -> None:
        raise RecordError("document type and entity declarations are refused")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Problem":
            self._fields = dict(attributes)
            self._pieces, self._size = {}, 0
            self._line = self.parser.CurrentLineNumber
        self._open.append(name)

    def _end(self, name: str) -> None:
        self._open.pop()
        if name == "Problem" and self._fields is not None:
            error = None if self._size <= MAX_FIELD else f"more than {MAX_FIELD:,} characters"
            texts = {key: "".join(found) for key, found in self._pieces.items()}
            fields = self._fields | texts
            self.items.append(Item(fields, len(self.items) + 1, self._line, error))
            self._fields = None

    def _text(self, data: str) -> None:
        if self._fields is not None and self._open[-2:-1] == ["Problem"]:
            self._size += len(data)
            if self._size <= MAX_FIELD:
                self._pieces.setdefault(self._open[-1], []).append(data)


def _items(path: Path) -> Iterator[Item]:
    problems = _Problems()
    error: str | None = None
    try:
        problems.parser.Parse(whole_file(path), True)
    except expat.ExpatError as failure:
        error = f"not XML: {expat.errors.messages[failure.code]}; the rest is not read"
    except RecordError as refusal:
        error = str(refusal)
    yield from problems.items
    if error:
        yield Item({}, len(problems.items) + 1, problems.parser.CurrentLineNumber, error)
