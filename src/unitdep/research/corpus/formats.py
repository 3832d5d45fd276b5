"""Read template files of any format: the paper's kind, everyday ones, stories with siblings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from unitdep.research.corpus.everyday import template as everyday
from unitdep.research.corpus.siblings import story
from unitdep.research.corpus.templates import template as paper
from unitdep.research.corpus.templates.packaged import BadLine, read_with

_EVERYDAY: Final = frozenset({"implied", "questions", "finish"})  # keys that paper templates lack
_STORY: Final = "ask"
AnyTemplate = paper.Template | everyday.EverydayTemplate | story.Story


def read_any(path: Path) -> tuple[list[AnyTemplate], list[BadLine]]:
    """Read the templates of a JSONL file or folder, whichever of the formats a line has."""
    return read_with(path, _any)


def _any(fields: Mapping[str, Any]) -> AnyTemplate:
    if _STORY in fields:
        return story.from_json(fields)
    return everyday.from_json(fields) if fields.keys() & _EVERYDAY else paper.from_json(fields)
