"""A rule: a name, a text in which it fires, and the function that reads.

The rules of one list are tried in order, and the first that reads something wins. ``Unit.rule``
keeps its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

Context = TypeVar("Context")
Result = TypeVar("Result")

QUESTION: Final = "?"  # stands for the question where a rule names a number
JOINT: Final = " + "  # between the rules of the Num Unit and the Den Unit


@dataclass(frozen=True)
class Rule(Generic[Context, Result]):
    """One rule of the unit reader, with the example that tests it."""

    name: str  # unique among all rules
    example: str  # a text in which the rule fires
    number: str  # the number it reads in the example, as written there, or QUESTION
    unit: str  # the unit that this number or the question then has
    read: Callable[[Context], Result | None]  # returns None if the rule doesn't apply
    words: frozenset[str] = frozenset()  # the words it is tried at, if it reads word by word


def first(
    rules: Iterable[Rule[Context, Result]], context: Context
) -> tuple[Result, str] | tuple[None, str]:
    """Return what the first rule that applies has read, and its name; ``(None, "")`` if none."""
    for rule in rules:
        result = rule.read(context)
        if result is not None:
            return result, rule.name
    return None, ""


def by_word(
    rules: Sequence[Rule[Context, Result]],
) -> Mapping[str, tuple[Rule[Context, Result], ...]]:
    """Return the rules that are tried at each word, in their order."""
    words = frozenset[str]().union(*(rule.words for rule in rules))
    return {word: tuple(rule for rule in rules if word in rule.words) for word in words}


def fired(rule: str) -> tuple[str, ...]:
    """Return the names of the rules that a ``Unit.rule`` holds."""
    return tuple(name for name in rule.split(JOINT) if name)


def together(*rules: str) -> str:
    """Return the names of the rules that read one unit as ``Unit.rule`` holds them."""
    return JOINT.join(name for name in rules if name)
