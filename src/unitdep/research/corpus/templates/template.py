"""A template: a problem with slots for numbers and names, and gold labels that hold for any."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from enum import Enum
from functools import cached_property
from typing import Any, Final

from unitdep.core.expression import Expression, leaves, operations
from unitdep.core.labels import QUESTION, Vertex
from unitdep.errors import TemplateError
from unitdep.reading.arithmetic import parse_indices

TRAINING: Final = "train_"
SLOT: Final = re.compile(r"\[(?P<number>\d+)\]|\{(?P<sex>[FM])(?P<person>[1-9])\}")


class Irrelevance(Enum):
    """Why a quantity is not needed for the question."""

    OTHER_UNIT = "other-unit"  # counts something other than what is asked for
    OTHER_OWNER = "other-owner"  # same unit, of another person, thing or sub-kind
    OTHER_TIME = "other-time"  # same unit, of another time or place
    OTHER_STEP = "other-step"  # of a step that the question does not need
    SAME_UNIT = "same-unit"  # same unit; which of the reasons above is not written down


class Split(Enum):
    """The part of the corpus that a template belongs to."""

    TRAIN = "train"
    DEV = "dev"
    TEST = "test"


@dataclass(frozen=True)
class Template:
    """A problem with slots for numbers ("[0]") and names ("{F1}" a woman, "{M1}" a man)."""

    id: str
    text: str
    tree: Expression  # as written, over the slots' indices
    rates: frozenset[Vertex]
    units: tuple[str, ...]  # one per number, the question's last
    where: str = ""  # a condition over the numbers n; see ``conditions``
    decimal: frozenset[int] = frozenset()  # numbers that may have decimals
    kinds: tuple[str, ...] = ()
    irrelevant: Mapping[int, Irrelevance] = field(default_factory=dict)
    story: str | None = None  # shared by templates that ask different questions of one story
    asks: str | None = None  # what the question of a story is about
    alike: tuple[tuple[str, str], ...] = ()  # nouns that correspond one to one here: guest, seat
    assigned: Split | None = None  # the split, where the writer decides it

    @property
    def size(self) -> int:
        """The number of quantities."""
        return len(self.units) - 1

    @property
    def group(self) -> str:
        """The story, shared by its templates; a template without a story is its own group."""
        return self.story or self.id

    @property
    def split(self) -> Split:
        """The split, by a hash of the group, so that new templates never move old ones.

        Groups whose name begins with ``TRAINING`` were written for training only.
        """
        if self.assigned is not None:
            return self.assigned
        if self.group.startswith(TRAINING):
            return Split.TRAIN
        place = int(hashlib.sha256(self.group.encode()).hexdigest(), 16) % 100
        if place < 70:
            return Split.TRAIN
        return Split.DEV if place < 80 else Split.TEST

    @cached_property
    def used(self) -> frozenset[int]:
        """The quantities that the tree uses."""
        return frozenset(leaves(self.tree))

    @cached_property
    def left_out(self) -> tuple[int, ...]:
        """The quantities that are irrelevant."""
        return tuple(i for i in range(self.size) if i not in self.used)

    @property
    def operations(self) -> int:
        """The number of operations in the tree."""
        return sum(1 for _ in operations(self.tree))


def from_json(fields: Mapping[str, Any]) -> Template:
    """Read a template from its JSON fields; raises TemplateError if something is wrong."""
    unknown = fields.keys() - {field.name for field in dataclass_fields(Template)}
    if unknown:
        raise TemplateError(f"unknown keys {', '.join(sorted(unknown))}")
    try:
        return Template(
            id=str(fields["id"]),
            text=str(fields["text"]),
            tree=parse_indices(fields["tree"]),
            rates=frozenset(QUESTION if i == -1 else int(i) for i in fields["rates"]),
            units=tuple(str(unit) for unit in fields["units"]),
            where=str(fields.get("where", "")),
            decimal=frozenset(int(i) for i in fields.get("decimal", ())),
            kinds=tuple(str(kind) for kind in fields.get("kinds", ())),
            irrelevant={
                int(i): Irrelevance(sort) for i, sort in fields.get("irrelevant", {}).items()
            },
            story=fields.get("story"),
            asks=fields.get("asks"),
            alike=tuple((str(a), str(b)) for a, b in fields.get("alike", ())),
        )
    except KeyError as error:
        raise TemplateError(f"no key {error}") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise TemplateError(str(error)) from error
