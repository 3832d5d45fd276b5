"""The stories with sibling questions that come with the package; a file has those of a writer."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files

from unitdep.research.corpus.siblings.story import Story, from_json
from unitdep.research.corpus.templates.template import Split, Template


def _texts() -> list[str]:
    folder = files("unitdep.research.corpus").joinpath("data/siblings")
    named = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(".jsonl"))
    return [file.read_text("utf-8") for _, file in named]


@cache
def stories() -> tuple[Story, ...]:
    """Return all stories of the package."""
    return tuple(from_json(json.loads(line)) for text in _texts() for line in text.splitlines())


def siblings_part(split: Split) -> tuple[Template, ...]:
    """Return the templates of the writers of one split."""
    return tuple(t for story in stories() if story.split is split for t in story.templates)


@cache
def siblings_signature() -> str:
    """Return the first digits of a hash of all stories."""
    return sha256("".join(_texts()).encode()).hexdigest()[:12]
