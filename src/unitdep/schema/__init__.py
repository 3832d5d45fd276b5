"""Schemas: every JSON output of the command line and the API, as JSON Schema (2020-12).

There is one file per output, ``NAME.schema.json``, named after its command (``api-...`` for what
only the server returns); if an output is JSON lines, the schema describes one line. No object may
have keys that its schema lacks. A new output needs a file here and a test with a real output; one
that contains another (a batch of solutions) refers to it by ``urn:unitdep:schema:NAME``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

from unitdep.errors import UnknownSchemaError

PREFIX: Final = "urn:unitdep:schema:"
_EXTENSION: Final = ".schema.json"


def names() -> list[str]:
    """Return the names of all schemas."""
    file_names = (file.name for file in files(__package__).iterdir())
    return sorted(name.removesuffix(_EXTENSION) for name in file_names if name.endswith(_EXTENSION))


def title(name: str) -> str:
    """Return a line on what a schema describes; raises UnknownSchemaError."""
    return str(_read(name)["title"])


def schema(name: str) -> dict[str, Any]:
    """Return a self-contained schema: those that it refers to are among its definitions.

    Raises UnknownSchemaError.
    """
    whole = _read(name)
    others: dict[str, Any] = {}
    wanted = set(_references(whole))
    while wanted:
        other = wanted.pop()
        others[other] = _read(other)
        wanted |= set(_references(others[other])) - {name, *others}
    if others:
        whole["$defs"] = {**whole.get("$defs", {}), **dict(sorted(others.items()))}
    return whole


def _read(name: str) -> dict[str, Any]:
    if name not in names():
        raise UnknownSchemaError(name)
    text = files(__package__).joinpath(f"{name}{_EXTENSION}").read_text("utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


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
