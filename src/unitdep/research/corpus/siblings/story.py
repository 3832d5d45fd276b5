"""The format of stories with sibling questions.

A line is one story: {"id", "story", "units", "where", "ask"}. Each entry of "ask" is a question
with its tree, unit and subject: {"q", "tree", "unit", "asks"}. A question may have numbers of its
own, with "units" and a "where" of their own; "alike" are nouns that it counts together. "[0d]" is a
number with decimals. Two stories that differ in one word which turns the operation share a "twin".
Every question becomes a template.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from unitdep.core.expression import leaves
from unitdep.errors import TemplateError
from unitdep.reading.arithmetic import parse_indices
from unitdep.research.corpus.templates.template import Irrelevance, Split, Template
from unitdep.research.corpus.templates.template import from_json as template_of

KIND: Final = "sibling"
HELD_OUT: Final[Mapping[str, Split]] = {"v1": Split.DEV, "t1": Split.TEST, "t2": Split.TEST}
_DECIMAL: Final = re.compile(r"\[(\d+)d\]")


@dataclass(frozen=True)
class Story:
    """A story: one template per question.

    The id begins with its writer. Some writers are held out as a whole: what a model answers right
    of theirs says how it reads stories by people it has never read.
    """

    id: str
    twin: bool  # whether another story differs from it in one word
    templates: tuple[Template, ...]

    @property
    def split(self) -> Split:
        """The split, which the writer decides."""
        return _split(self.id)


def _split(name: str) -> Split:
    return HELD_OUT.get(name.partition("-")[0], Split.TRAIN)


def from_json(fields: Mapping[str, Any]) -> Story:
    """Read a story from its JSON fields; raises TemplateError if something is wrong."""
    try:
        asked = enumerate(fields["ask"])
        templates = tuple(_template(fields, question, number) for number, question in asked)
        return Story(str(fields["id"]), "twin" in fields, templates)
    except KeyError as error:
        raise TemplateError(f"no key {error}") from error
    except (TypeError, ValueError) as error:
        raise TemplateError(str(error)) from error


def _template(fields: Mapping[str, Any], asked: Mapping[str, Any], number: int) -> Template:
    text = f"{fields['story']} {asked['q']}"
    units = [*fields["units"], *asked.get("units", ()), asked["unit"]]
    used = set(leaves(parse_indices(asked["tree"])))
    places = [*range(len(units) - 1), -1]
    template = template_of(
        {
            "id": f"{fields['id']}.{number}",
            "text": _DECIMAL.sub(r"[\1]", text),
            "tree": asked["tree"],
            "rates": [i for i, unit in zip(places, units, strict=True) if " per " in unit],
            "units": units,
            "where": " and ".join(f"({w})" for w in (fields["where"], asked.get("where")) if w),
            "decimal": [int(i) for i in _DECIMAL.findall(text)],
            "kinds": [KIND],
            "irrelevant": {i: _why(units[i], units[-1]) for i in places[:-1] if i not in used},
            "story": fields.get("twin", fields["id"]),
            "asks": asked["asks"],
            "alike": asked.get("alike", ()),
        }
    )
    return replace(template, assigned=_split(fields["id"]))


def _why(unit: str, asked: str) -> Irrelevance:
    """Return why a number isn't needed, as far as units tell."""
    same = unit.split()[-1] == asked.split()[-1]
    return Irrelevance.SAME_UNIT if same else Irrelevance.OTHER_UNIT
