"""The prose of the documents: Markdown files in ``templates/`` with ``$placeholders``.

A line that begins with a placeholder is a block, such as a table. If there is nothing to put into
a section's blocks yet, the section ends before the first one.

A link to ``doc:NAME`` becomes a link to that page; ``pages`` knows where the pages are.
"""

from __future__ import annotations

from importlib.resources import files
from string import Template
from typing import Final

from unitdep.research.evaluation.layout.signatures import NOT_MEASURED

_FOLDER: Final = files(__package__) / "templates"
_BLOCK: Final = "\n$"


def fill(name: str, **values: object) -> str:
    """Return a template with its placeholders replaced; every placeholder needs a value."""
    text = _read(name)
    return Template(text).substitute({key: str(v).rstrip("\n") for key, v in values.items()})


def not_measured(name: str, **values: object) -> str:
    """Return a section's prose up to its first block, and that it has not been measured."""
    text = _read(name).partition(_BLOCK)[0]
    return f"{Template(text).substitute(values)}\n{NOT_MEASURED}"


def _read(name: str) -> str:
    return _FOLDER.joinpath(f"{name}.md").read_text(encoding="utf-8")
