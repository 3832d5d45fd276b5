"""The everyday templates that come with the package, and problems with gold labels made of them."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence, Set
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from unitdep.errors import UnsatisfiableError
from unitdep.research.corpus.everyday.fill import Filled, fill
from unitdep.research.corpus.everyday.gold import Unreachable, annotate_everyday
from unitdep.research.corpus.everyday.template import EverydayTemplate, from_json
from unitdep.research.corpus.templates.template import Split
from unitdep.research.datasets.records import AnnotatedProblem

_SUFFIX: Final = ".jsonl"


@cache
def _texts() -> Mapping[str, str]:
    """Return the content of the files by their main kind, which is their name."""
    folder = files("unitdep.research.corpus").joinpath("data/everyday")
    named = {file.name: file for file in folder.iterdir() if file.name.endswith(_SUFFIX)}
    return {name.removesuffix(_SUFFIX): named[name].read_text("utf-8") for name in sorted(named)}


def main_kinds() -> Set[str]:
    """Return the main kinds of templates."""
    return _texts().keys()


@cache
def everyday_of(kind: str) -> tuple[EverydayTemplate, ...]:
    """Return the everyday templates of one main kind."""
    return tuple(from_json(json.loads(line)) for line in _texts()[kind].splitlines())


@cache
def everyday() -> tuple[EverydayTemplate, ...]:
    """Return all everyday templates of the package."""
    return tuple(template for kind in _texts() for template in everyday_of(kind))


def everyday_part(split: Split) -> tuple[EverydayTemplate, ...]:
    """Return the everyday templates of one split."""
    return tuple(template for template in everyday() if template.split is split)


@cache
def everyday_signature() -> str:
    """Return the first digits of a hash of all everyday templates."""
    return sha256("".join(_texts().values()).encode()).hexdigest()[:12]


def fill_all(templates: Sequence[EverydayTemplate], seed: int) -> list[Filled]:
    """Fill each template once; one whose condition no drawn numbers meet is left out."""
    filled: list[Filled] = []
    for template in templates:
        try:
            filled.append(fill(template, random.Random(f"{seed}:{template.id}")))
        except UnsatisfiableError:
            continue
    return filled


def annotated(templates: Sequence[EverydayTemplate], seed: int) -> list[AnnotatedProblem]:
    """Fill each template and carry its labels over; questions out of reach are left out."""
    read = annotate_everyday(fill_all(templates, seed))
    return [problem for problem in read if not isinstance(problem, Unreachable)]
