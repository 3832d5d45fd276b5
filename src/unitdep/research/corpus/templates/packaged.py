"""Read the templates that come with the package, or other files in the same format."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from unitdep.errors import TemplateError
from unitdep.research.corpus.templates.template import Split, Template, from_json

T = TypeVar("T")


@dataclass(frozen=True)
class BadLine:
    """A line that is not a template, and why."""

    place: str
    message: str


def read(path: Path) -> tuple[list[Template], list[BadLine]]:
    """Read the templates of a JSONL file or folder; bad lines are returned separately."""
    return read_with(path, from_json)


def read_with(
    path: Path, convert: Callable[[Mapping[str, Any]], T]
) -> tuple[list[T], list[BadLine]]:
    """Read the objects of a JSONL file or folder; ``convert`` may raise TemplateError."""
    paths = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    templates: list[T] = []
    bad: list[BadLine] = []
    for file in paths:
        for place, line in _lines(file.read_text("utf-8", "replace"), file.name):
            try:
                templates.append(convert(_fields(line)))
            except TemplateError as error:
                bad.append(BadLine(place, str(error)))
    return templates, bad


def _lines(text: str, name: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield f"{name}:{number}", line


def _fields(line: str) -> Mapping[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TemplateError(f"not JSON: {error}") from error
    if not isinstance(fields, dict):
        raise TemplateError("not a JSON object")
    return fields


def _texts() -> list[tuple[str, str]]:
    folder = files("unitdep.research.corpus").joinpath("data")
    return sorted(
        (file.name, file.read_text("utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".jsonl")
    )


@cache
def corpus() -> tuple[Template, ...]:
    """Return all templates of the package."""
    lines = (line for name, text in _texts() for _, line in _lines(text, name))
    return tuple(from_json(_fields(line)) for line in lines)


def part(split: Split | None) -> tuple[Template, ...]:
    """Return the templates of one split, or all."""
    return tuple(t for t in corpus() if split is None or t.split is split)


@cache
def signature() -> str:
    """Return the first digits of a hash of all template files, to identify the corpus."""
    return sha256("".join(text for _, text in _texts()).encode()).hexdigest()[:12]
