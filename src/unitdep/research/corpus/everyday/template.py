"""The format of everyday templates.

A slot is "[0]"; "[0f]" is written as a fraction, "[0c]" as a time of day, "[0d]" with decimals. A
slot with the unit "percent" is worth a hundredth of its number. The leaves of a tree are the slots
and, after them, the implied values: c0 is the first of these. ``less(0)`` and ``plus(0)`` are the
faces of a factor.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from unitdep.core.expression import Expression, Leaf, Operation, Operator, leaves
from unitdep.core.labels import Face, Finish, Kind
from unitdep.errors import TemplateError
from unitdep.research.corpus.templates.conditions import clauses
from unitdep.research.corpus.templates.template import Split

SLOT: Final = re.compile(r"\[(?P<number>\d+)(?P<mark>[fcd]?)\]|\{(?P<sex>[FM])(?P<person>[1-9])\}")
PERCENT: Final = "percent"
_OPERATORS: Final[Mapping[type[ast.operator], Operator]] = {
    ast.Add: Operator.ADD,
    ast.Sub: Operator.SUB,
    ast.Mult: Operator.MUL,
    ast.Div: Operator.DIV,
}
_TOO_MUCH: Final = (ArithmeticError, RecursionError)  # a value of "1/0", a very deep tree
_KEYS: Final = frozenset(
    {"id", "text", "tree", "questions", "implied", "units", "where", "kinds", "story"}
    | {"finish", "to"}
)
_FACES: Final = {"less": Face.LESS, "plus": Face.PLUS}


@dataclass(frozen=True)
class Slot:
    """A number of the text."""

    mark: str  # f, c, d or none
    unit: str


@dataclass(frozen=True)
class Implied:
    """A value that a word of the text implies."""

    word: str
    kind: Kind
    value: Fraction | None  # None if it stands for a slot
    of: int | None  # the slot that ``again`` stands for
    unit: str


@dataclass(frozen=True)
class Asked:
    """One question of a text."""

    tree: Expression  # as written, over slots, then implied values
    unit: str
    finish: Finish
    to: Fraction | None  # what ``nearest`` rounds to

    @cached_property
    def used(self) -> frozenset[int]:
        """The leaves of the tree."""
        return frozenset(leaves(self.tree))


@dataclass(frozen=True)
class EverydayTemplate:
    """A problem with slots, what it implies, and its questions in the order of the text."""

    id: str
    text: str
    slots: tuple[Slot, ...]
    implied: tuple[Implied, ...]
    questions: tuple[Asked, ...]
    where: str
    kinds: tuple[str, ...]  # the main kind first
    story: str | None = None  # shared by templates that tell nearly the same

    @property
    def size(self) -> int:
        """The number of slots."""
        return len(self.slots)

    @property
    def split(self) -> Split:
        """The split, by a hash of the story or id, as for other templates."""
        place = int(hashlib.sha256((self.story or self.id).encode()).hexdigest(), 16) % 100
        if place < 80:
            return Split.TRAIN
        return Split.DEV if place < 90 else Split.TEST

    def values(self, numbers: Sequence[int | Fraction]) -> list[Fraction]:
        """Return what the leaves are worth if the slots have these numbers."""
        worth = [
            Fraction(number, 100) if slot.unit == PERCENT else Fraction(number)
            for slot, number in zip(self.slots, numbers, strict=True)
        ]
        return [
            *worth,
            *(worth[i.of] if i.of is not None else (i.value or Fraction(0)) for i in self.implied),
        ]


def from_json(fields: Mapping[str, Any]) -> EverydayTemplate:
    """Read a template from its JSON fields; raises TemplateError if something is wrong."""
    if unknown := fields.keys() - _KEYS:
        raise TemplateError(f"unknown keys {', '.join(sorted(unknown))}")
    try:
        marks = [m["mark"] for m in SLOT.finditer(fields["text"]) if m["number"]]
        several = fields.get("questions")
        units = [str(unit) for unit in fields["units"]]
        asked = several or [{**fields, "unit": units.pop() if units else ""}]
        if len(marks) != len(units):
            raise TemplateError(f"{len(marks)} numbers in the text, but {len(units)} have units")
        slots = tuple(map(Slot, marks, units))
        implied = tuple(_implied(entry) for entry in fields.get("implied", ()))
        where = str(fields.get("where", ""))
        clauses(where)  # raises ConditionError
        return EverydayTemplate(
            str(fields["id"]),
            str(fields["text"]),
            slots,
            implied,
            tuple(_asked(question, len(slots), len(implied)) for question in asked),
            where,
            tuple(map(str, fields["kinds"])),
            fields.get("story"),
        )
    except KeyError as error:
        raise TemplateError(f"no key {error}") from error
    except (TypeError, ValueError, AttributeError, SyntaxError, *_TOO_MUCH) as error:
        raise TemplateError(str(error)) from error


def _implied(entry: Mapping[str, Any]) -> Implied:
    again = entry["kind"] == Kind.AGAIN
    return Implied(
        str(entry["word"]),
        Kind(entry["kind"]),
        None if again else Fraction(entry["value"]),
        int(entry["of"]) if again else None,
        str(entry.get("unit", "")),
    )


def _asked(entry: Mapping[str, Any], slots: int, implied: int) -> Asked:
    finish = Finish[str(entry.get("finish", "exact")).upper()]
    to = Fraction(str(entry["to"])) if entry.get("to") else None
    tree = _tree(ast.parse(entry["tree"].strip(), mode="eval").body, slots, implied)
    return Asked(tree, str(entry["unit"]), finish, to)


def _tree(node: ast.expr, slots: int, implied: int) -> Expression:
    match node:
        case ast.Constant(value=int() as index) if 0 <= index < slots:
            return Leaf(index)
        case ast.Name(id=name) if name[:1] == "c" and name[1:].isdigit():
            if int(name[1:]) < implied:
                return Leaf(slots + int(name[1:]))
        case ast.Call(func=ast.Name(id=face), args=[inner]) if face in _FACES:
            leaf = _tree(inner, slots, implied)
            if isinstance(leaf, Leaf):
                return Leaf(leaf.index, _FACES[face])
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            sides = (_tree(side, slots, implied) for side in (left, right))
            return Operation(_OPERATORS[type(op)], *sides)
    raise TemplateError(f"not allowed in a tree: {ast.unparse(node)}")
