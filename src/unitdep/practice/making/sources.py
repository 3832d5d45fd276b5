"""Where exercises come from: the templates of each kind, whichever of the corpus' formats."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from unitdep.practice.kinds import KINDS, Kind
from unitdep.practice.making.fitness import left_out
from unitdep.practice.making.gold import gold_of_everyday, gold_of_paper
from unitdep.research.corpus.everyday import fill as everyday_fill
from unitdep.research.corpus.everyday.packaged import everyday_of, main_kinds
from unitdep.research.corpus.everyday.template import EverydayTemplate
from unitdep.research.corpus.labels import labels
from unitdep.research.corpus.siblings.packaged import stories
from unitdep.research.corpus.siblings.story import KIND as SIBLING
from unitdep.research.corpus.templates import fill as paper_fill
from unitdep.research.corpus.templates.packaged import corpus
from unitdep.research.corpus.templates.template import Template
from unitdep.solution import Solution

# Traits of everyday templates that pupils don't get: not in sentences, or of their kind only by a
# word that plays no part.
UNFIT: Final = frozenset({"typed", "unneeded-word"})


@dataclass(frozen=True)
class Source:
    """A template that makes problems with gold solutions."""

    id: str
    group: str  # the story; a set has one problem of each
    text: str  # with slots
    make: Callable[[random.Random], Solution | None]  # raises UnsatisfiableError


@cache
def sources(kind: str) -> Mapping[str, Source]:
    """Return the templates of a kind by id."""
    found = (source for source in _of(KINDS[kind]) if source.id not in left_out())
    return {source.id: source for source in found}


def _of(kind: Kind) -> Iterator[Source]:
    main = main_kinds()
    for name in sorted(kind.labels & main):
        yield from (_of_everyday(t) for t in everyday_of(name) if _is_fit(t))
    if SIBLING in kind.labels:
        yield from (_of_paper(t) for story in stories() for t in story.templates)
    elif kind.labels - main:
        yield from (_of_paper(t) for t in corpus() if kind.labels & labels(t))


def _is_fit(template: EverydayTemplate) -> bool:
    return len(template.questions) == 1 and not UNFIT.intersection(template.kinds)


def _of_paper(template: Template) -> Source:
    def make(rng: random.Random) -> Solution | None:
        return gold_of_paper(paper_fill.fill(template, rng))

    return Source(template.id, template.group, template.text, make)


def _of_everyday(template: EverydayTemplate) -> Source:
    def make(rng: random.Random) -> Solution | None:
        return gold_of_everyday(everyday_fill.fill(template, rng))

    return Source(template.id, template.story or template.id, template.text, make)
