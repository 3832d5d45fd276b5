"""Workings made by program: for each problem two right ones and three wrong ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from unitdep.checking.types import Finding
from unitdep.research.corpus import Split
from unitdep.research.workings.mistakes import MISTAKES, Mistake
from unitdep.research.workings.plan import Plan, plan
from unitdep.research.workings.sample import Sample, Worked, write_gold
from unitdep.research.workings.story import Story, stories
from unitdep.research.workings.styles import AS_ONE, STYLES
from unitdep.research.workings.ways import in_pieces, other_way

SEED: Final = 18
EACH: Final = 44  # problems of every source of a split that are tried
RIGHT: Final = 2
WRONG: Final = 3
REPEATED: Final = "repeated"  # a right sum in smaller ones
ANOTHER: Final = "another way"
_ANSWER_LAST: Final = ("lines", "llm", "pupil", "prose", "answer")  # styles that name its unit


def generated(
    split: Split, seed: int = SEED, without: Collection[str] = (), each: int = EACH
) -> list[Worked]:
    """Make workings for problems of a split; a problem too simple for three mistakes is left out.

    Args:
        split: The development or the test part.
        seed: What the drawn problems, styles and mistakes depend on.
        without: The ids of problems that have workings already.
        each: How many problems of each source are tried.

    """
    counts: Counter[str] = Counter()
    made = (_worked(story, seed, counts) for story in stories(split, each, seed, without))
    return [worked for worked in made if worked is not None]


def _worked(story: Story, seed: int, counts: Counter[str]) -> Worked | None:
    rng = random.Random(f"{seed}:{story.id}")
    mistakes = list(_mistakes(story, rng, counts))
    if len(mistakes) < WRONG:
        return None
    right = [*_right(story, rng, counts)]
    wrong = [_wrong(mistake, rng, counts) for mistake in mistakes]
    gold = write_gold(story.answer, story.unit)
    return Worked(story.id, story.split, story.text, gold, (*right, *wrong))


def _mistakes(story: Story, rng: random.Random, counts: Counter[str]) -> Iterator[Mistake]:
    """Yield mistakes of different kinds, those first that are rare so far."""
    kinds = sorted(MISTAKES, key=lambda kind: (counts[kind], kind))
    found: dict[str, Mistake] = {}
    for kind in kinds:
        mistake = MISTAKES[kind](story, rng)
        if mistake is not None:
            found[kind] = mistake
        if len(found) == WRONG:
            break
    if len(found) == WRONG:
        counts.update(list(found))
        yield from found.values()


def _right(story: Story, rng: random.Random, counts: Counter[str]) -> Iterator[Sample]:
    """Yield right workings in different styles."""
    plans: dict[str, Plan | None] = dict.fromkeys(STYLES, plan(story))
    plans |= {REPEATED: in_pieces(story), ANOTHER: other_way(story)}
    made = 0
    for name in sorted(plans, key=lambda style: (counts[f"right {style}"], style)):
        one = plans[name]
        work = None if one is None else _written(one, name, rng)
        if work is None:
            continue
        counts[f"right {name}"] += 1
        made += 1
        yield Sample(name, work)
        if made == RIGHT:
            return


def _written(one: Plan, style: str, rng: random.Random) -> str | None:
    if style in STYLES:
        return STYLES[style](one, rng)
    return STYLES[rng.choice(("lines", "llm", "prose", "gsm"))](one, rng)


def _wrong(mistake: Mistake, rng: random.Random, counts: Counter[str]) -> Sample:
    """Write a mistake in the style that is rarest so far."""
    for name in sorted(STYLES, key=lambda style: (counts[f"wrong {style}"], style)):
        if mistake.in_answer and name not in _ANSWER_LAST:
            continue
        work = STYLES[name](mistake.plan, rng)
        if work is not None:
            counts[f"wrong {name}"] += 1
            first = 0 if name in AS_ONE else mistake.first_wrong
            return Sample(name, work, _finding(mistake, name), first)
    raise AssertionError("every plan can be written in lines")


def _finding(mistake: Mistake, style: str) -> Finding:
    """Return what can be found: an answer alone doesn't show how it came about."""
    shown = mistake.in_answer or mistake.finding is Finding.UNFINISHED
    return mistake.finding if shown or style != "answer" else Finding.OTHER_ANSWER


def overview(worked: Collection[Worked]) -> Mapping[str, int]:
    """Count problems and workings, right and wrong."""
    samples = [sample for one in worked for sample in one.samples]
    right = sum(sample.right for sample in samples)
    return {"problems": len(worked), "right": right, "wrong": len(samples) - right}
