"""Make exercises: the same settings give the same ones, and each can be made again by its id."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from unitdep.errors import PracticeError, UnsatisfiableError
from unitdep.practice.exercise import Exercise
from unitdep.practice.kinds import KINDS, chosen
from unitdep.practice.making.fitness import fits
from unitdep.practice.making.sources import Source, sources
from unitdep.practice.readability import words
from unitdep.practice.settings import Level, Settings
from unitdep.solution import Solution

DRAWS: Final = 3  # of numbers for one template
TRIED: Final = 120  # templates for one exercise
_MARK: Final = "~"  # between the parts of an id


@dataclass(frozen=True)
class Draw:
    """What an exercise is made of: a template of a kind, and what seeds its numbers and names."""

    kind: str
    template: str
    seed: int
    turn: int  # several draws of one template differ in it

    @property
    def id(self) -> str:
        """The id of the exercise."""
        return _MARK.join((self.kind, self.template, str(self.seed), str(self.turn)))

    def solution(self) -> Solution | None:
        """Fill the template; None if its gold labels don't agree with the reading."""
        source = sources(self.kind)[self.template]
        try:
            return source.make(random.Random(f"{self.seed}:{self.turn}:{self.template}"))
        except UnsatisfiableError:
            return None

    def exercise(self) -> Exercise | None:
        """Make the exercise."""
        solution = self.solution()
        if solution is None:
            return None
        return Exercise(self.id, self.kind, self.template, solution)


def exercises(settings: Settings, progress: Callable[[str], None] | None = None) -> list[Exercise]:
    """Make as many exercises as the settings ask for, the kinds in turn.

    No two are of one story. ``progress`` is called with the id of each.

    Raises:
        PracticeError: The settings make no sense, or too few problems meet them.

    """
    settings.checked()
    kinds = [kind.name for kind in chosen(settings.kinds)]
    rng = random.Random(f"practice:{settings.seed}:{settings.level}:{','.join(kinds)}")
    made: list[Exercise] = []
    groups: set[str] = set()
    for place in range(settings.count):
        if place % len(kinds) == 0:
            order = rng.sample(kinds, len(kinds))
        source, exercise = _next(order[place % len(kinds)], settings, rng, groups)
        groups.add(source.group)
        made.append(exercise)
        if progress is not None:
            progress(exercise.id)
    return made


def _next(
    kind: str, settings: Settings, rng: random.Random, groups: set[str]
) -> tuple[Source, Exercise]:
    """Return the next exercise of a kind whose story wasn't used yet, and its source."""
    limits = settings.limits
    known = [s for s in sources(kind).values() if _is_short(s, limits) and s.group not in groups]
    for source in rng.sample(known, min(TRIED, len(known))):
        found = next(_fitting(Draw(kind, source.id, settings.seed, 0), limits), None)
        if found is not None:
            return source, found
    raise PracticeError(
        f"too few problems of the kind {kind} fit; allow a wider range of numbers, longer texts or "
        "a harder level"
    )


def _is_short(source: Source, limits: Level) -> bool:
    """Whether a template is short enough; a slot counts as one word, like what fills it."""
    return words(source.text) <= limits.words


def _fitting(first: Draw, limits: Level) -> Iterator[Exercise]:
    """Yield the exercises of a template that fit."""
    for turn in range(DRAWS):
        exercise = Draw(first.kind, first.template, first.seed, turn).exercise()
        if exercise is None:
            return
        if fits(exercise, limits):
            yield exercise


@lru_cache(maxsize=512)
def recall(name: str) -> Exercise:
    """Make the exercise with this id again; raises PracticeError if there is none."""
    unknown = PracticeError(f"there is no exercise {name[:80]!r}; start a new set")
    match name.split(_MARK):
        case [kind, template, seed, turn] if kind in KINDS and template in sources(kind):
            if not all(len(n) <= 18 and n.isascii() and n.isdecimal() for n in (seed, turn)):
                raise unknown
            exercise = Draw(kind, template, int(seed), int(turn)).exercise()
            if exercise is not None:
                return exercise
    raise unknown
