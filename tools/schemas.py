"""The page of JSON outputs: every key of every schema, its type and meaning, as Markdown.

``tools/pages.py`` writes it to docs/reference/schemas.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from unitdep.research.evaluation.layout.markdown import table
from unitdep.schema import PREFIX, names, schema, title

_HEAD = """\
# JSON outputs

<!-- Written by `make pages`; changes by hand are lost. -->

Every JSON output of the command line has a schema (draft 2020-12). For JSON lines it describes one
line. `unitdep schema NAME` prints a self-contained schema, and `unitdep.schema.schema(NAME)`
returns it in Python ([how to use it](../how-to/integrations.md#json-schema)). An output never has
keys that its schema lacks.

Below, `a.b` is the key `b` of the object `a`, `a[]` is an item of the list `a`, and `a.*` is the
value of any key of `a`.

"""
_LOCAL = "#/$defs/"


def reference() -> str:
    """Return the page: a table of all schemas, then one section per schema."""
    lines = [[f"[{name}](#{name})", title(name)] for name in names()]
    contents = table(["schema", "describes"], lines, text_columns=2)
    return "\n".join([_HEAD + contents, *map(section, names())])


def section(name: str) -> str:
    """Return the section of one schema."""
    whole = schema(name)
    parts = [f"## {name}\n", f"{title(name)}.\n"]
    for choice in whole.get("oneOf", [whole]):
        if "description" in choice:
            parts.append(f"{choice['description']}\n")
        lines = [
            [f"`{key}`", _type(part), str(part.get("description", ""))]
            for key, part in _keys(choice, whole, "")
        ]
        parts.append(table(["key", "type", "meaning"], lines, text_columns=3))
    return "\n".join(parts)


def _keys(part: dict[str, Any], whole: dict[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Yield the keys below a part with their schemas; nested keys follow their parent."""
    part = _resolved(part, whole)
    for choice in part.get("anyOf", ()):
        yield from _keys(choice, whole, path)
    if isinstance(part.get("items"), dict):
        yield from _keys(part["items"], whole, f"{path}[]")
    inner = dict(part.get("properties", {}))
    if isinstance(part.get("additionalProperties"), dict):
        inner["*"] = part["additionalProperties"]
    for key, value in inner.items():
        below = f"{path}.{key}" if path else key
        yield below, {**_resolved(value, whole), **value}
        yield from _keys(value, whole, below)


def _resolved(part: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference within the schema; references to other schemas are kept."""
    target = str(part.get("$ref", ""))
    definition: dict[str, Any] = part
    if target.startswith(_LOCAL):
        definition = whole["$defs"][target.removeprefix(_LOCAL)]
    return definition


def _type(part: dict[str, Any]) -> str:
    """Describe the values that a part allows."""
    target = str(part.get("$ref", ""))
    if target.startswith(PREFIX):
        other = target.removeprefix(PREFIX).partition("#")[0]
        return f"as in [{other}](#{other})"
    if target.startswith(_LOCAL):
        return "object"
    if "const" in part or "enum" in part:
        return ", ".join(
            f"`{json.dumps(value)}`" for value in part.get("enum", [part.get("const")])
        )
    if "anyOf" in part:
        return " or ".join(map(_type, part["anyOf"]))
    kinds = part.get("type", "any")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    items = part.get("items")
    of = f" of {_type(items)}" if isinstance(items, dict) else ""
    return " or ".join(f"{kind}{of}" if kind == "array" else kind for kind in kinds)
