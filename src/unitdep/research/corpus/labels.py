"""The labels of templates: what kind of problem it is, and what a story's question asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from unitdep.core.expression import Operator, operations
from unitdep.core.labels import QUESTION
from unitdep.research.corpus.templates.template import SLOT, Irrelevance, Template

WRITTEN: Final = "written"  # as opposed to "derived"


@dataclass(frozen=True)
class Label:
    """A row of labels.tsv."""

    name: str
    written: bool  # by the template's author, in "kinds"; the others are in ``DERIVED``
    title: str  # in the data sheet; empty if it is not listed there


@cache
def known_labels() -> tuple[Label, ...]:
    """Read labels.tsv, in its order."""
    text = files(__package__).joinpath("data/labels.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return tuple(Label(name, origin == WRITTEN, title) for name, origin, title in rows)


KINDS: Final = frozenset(label.name for label in known_labels() if label.written)
TITLES: Final = {label.name: label.title for label in known_labels() if label.title}
ASKS: Final[frozenset[str]] = frozenset(
    {"subset", "other-owner", "total", "difference", "before", "after", "rate", "groups", "other"}
)
LONG: Final = 70  # words
TERSE: Final = 18


def _has(template: Template, sort: Irrelevance) -> bool:
    return sort in template.irrelevant.values()


def _decimal_money(template: Template) -> bool:
    return any(template.units[i].startswith("dollar") for i in template.decimal)


def _words(template: Template) -> int:
    return len(template.text.split())


# Labels that follow from the rest of a template; nobody writes them down.
DERIVED: Final[Mapping[str, Callable[[Template], bool]]] = {
    "rate-asked": lambda t: QUESTION in t.rates,
    "one-operation": lambda t: t.operations == 1,
    "two-operations": lambda t: t.operations == 2,
    "three-operations": lambda t: t.operations == 3,
    "four-operations": lambda t: t.operations >= 4,
    "money-decimal": _decimal_money,
    "irrelevant": lambda t: bool(t.left_out),
    "irrelevant-two": lambda t: len(t.left_out) >= 2,
    **{
        f"irrelevant-{sort.value}": (lambda t, sort=sort: _has(t, sort))  # type: ignore[misc]
        for sort in Irrelevance
    },
    "no-names": lambda t: not any(slot["sex"] for slot in SLOT.finditer(t.text)),
    "long": lambda t: _words(t) >= LONG,
    "terse": lambda t: _words(t) <= TERSE,
    "story": lambda t: t.story is not None,
}


def labels(template: Template) -> frozenset[str]:
    """Return all labels of a template, both written and derived."""
    derived = (name for name, holds in DERIVED.items() if holds(template))
    return frozenset(template.kinds).union(derived)


def shape(template: Template) -> str:
    """Return the operations of a tree in order of evaluation, as in "- /"."""
    order: list[Operator] = [node.operator for node in operations(template.tree)]
    return " ".join(operator.value for operator in reversed(order))
