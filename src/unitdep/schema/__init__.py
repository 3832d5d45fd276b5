"""Schemas: what every JSON output of the command line looks like, as JSON Schema (2020-12).

One file an output, ``NAME.schema.json``, named as its command; where an output is JSON lines, it
describes one line. No object may have keys that its schema lacks. A new output gets a file here and
a real output in ``tests/test_schema.py``; one that holds another (a batch of solutions) refers to
it by ``urn:unitdep:schema:NAME``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

from unitdep.errors import UnknownSchemaError

PREFIX: Final = "urn:unitdep:schema:"
_ENDING: Final = ".schema.json"


def names() -> list[str]:
    """Return the names of all schemas."""
    found = (file.name for file in files(__package__).iterdir())
    return sorted(name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING))


def title(name: str) -> str:
    """Say in a line what a schema describes; raises UnknownSchemaError."""
    return str(_read(name)["title"])


def schema(name: str) -> dict[str, Any]:
    """Return a schema that stands alone: those that it refers to are among its definitions.

    Raises UnknownSchemaError.
    """
    found = _read(name)
    others: dict[str, Any] = {}
    wanted = set(_references(found))
    while wanted:
        other = wanted.pop()
        others[other] = _read(other)
        wanted |= set(_references(others[other])) - {name, *others}
    if others:
        found["$defs"] = {**found.get("$defs", {}), **dict(sorted(others.items()))}
    return found


def _read(name: str) -> dict[str, Any]:
    if name not in names():
        raise UnknownSchemaError(name)
    text = files(__package__).joinpath(f"{name}{_ENDING}").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _references(part: object) -> Iterator[str]:
    """Yield the names of the other schemas that a part of one refers to."""
    if isinstance(part, dict):
        target = part.get("$ref")
        if isinstance(target, str) and target.startswith(PREFIX):
            yield target.removeprefix(PREFIX).partition("#")[0]
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)
