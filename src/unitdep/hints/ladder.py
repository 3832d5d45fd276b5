"""The ladder: hints for one problem, from general to particular, the answer on the last rung only.

The same ladder is built from the program's own solution and from one that is known to be right
(``known``). Where the program isn't sure of its own, ``likely`` says what holds all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from unitdep.hints.likely import Common, common
from unitdep.hints.number_rungs import numbers
from unitdep.hints.progress import Progress, progress
from unitdep.hints.reading_rungs import asked, together
from unitdep.hints.secrecy import tells
from unitdep.hints.step_rungs import Next, finish, operation, still_to_do, whole, with_blank
from unitdep.hints.types import Hint, HintKind, Ladder
from unitdep.hints.wording import span_of
from unitdep.solution import Solution

ORDER: Final = {kind: place for place, kind in enumerate(HintKind)}
Rung = tuple[HintKind, list[str]]
NO_ANSWER = "I can't help with this problem: {reason}."
UNSURE = "I'm not sure enough about the rest of this problem. Ask your teacher."
DONE = "Your work is right. There is nothing left to do."


def ladder(solution: Solution, *, work: str | None = None, known: bool = False) -> Ladder:
    """Build the hints for a problem.

    Args:
        solution: What is right: the program's own solution, or one made of gold.
        work: What the pupil has so far. The ladder then starts at the first thing that is missing
            or wrong.
        known: Whether the solution is known to be right. If not, and the program isn't sure of it,
            there are only the hints that hold for all likely answers.

    Returns:
        The hints, and a note where they stop before the answer.
    """
    text = solution.problem.text
    if solution.answer is None or solution.tree is None:
        return Ladder(text, (), NO_ANSWER.format(reason=solution.reason or "it has no answer"))
    if not known and not solution.sure:
        return Ladder(text, _kept(solution, _of_likely(solution)), UNSURE)
    so_far = progress(solution, work) if work and work.strip() else Progress()
    if so_far.finished:
        return Ladder(text, (), DONE)
    rungs = [*_of_known(solution, so_far), (HintKind.WHOLE, [whole(solution)])]
    return Ladder(text, _kept(solution, rungs))


def _of_known(solution: Solution, so_far: Progress) -> Iterator[Rung]:
    """Yield the rungs before the last one, with the ways to say each."""
    problem = solution.problem
    unused = {q.index for q in problem.quantities} - solution.relevant
    about_text: list[Rung] = [
        (HintKind.ASKED, asked(solution)),
        (HintKind.NUMBERS, numbers(problem, solution.relevant, unused)),
        (HintKind.TOGETHER, together(problem, solution.graph)),
    ]
    if so_far.nudge:
        yield HintKind.MISTAKE, [so_far.nudge]
    yield from (rung for rung in about_text if ORDER[rung[0]] >= ORDER[so_far.start])
    for k, ahead in enumerate(still_to_do(solution, so_far.steps)):
        yield from _of_step(ahead, explained=not k)
    yield HintKind.FINISH, finish(solution)


def _of_step(ahead: Next, *, explained: bool) -> Iterator[Rung]:
    if explained:
        yield HintKind.OPERATION, operation(ahead)
    yield HintKind.STEP, with_blank(ahead, then=not explained)


def _of_likely(solution: Solution) -> Iterator[Rung]:
    """Yield what holds for all likely answers."""
    shared: Common = common(solution)
    yield HintKind.ASKED, asked(solution)
    if shared.used:
        yield HintKind.NUMBERS, numbers(solution.problem, shared.used, ())
    if shared.first is not None:
        yield HintKind.OPERATION, operation(shared.first)


def _kept(solution: Solution, rungs: Iterable[Rung]) -> tuple[Hint, ...]:
    """Number the rungs; before the last, each is said in a way that doesn't give the answer."""
    kept: list[Hint] = []
    for kind, ways in rungs:
        secret = kind is not HintKind.WHOLE
        said = next((w for w in ways if not (secret and _gives_away(solution, w))), None)
        if said is not None and (not kept or said != kept[-1].text):
            kept.append(Hint(len(kept) + 1, kind, said, _spans(solution, kind)))
    return tuple(kept)


def _gives_away(solution: Solution, said: str) -> bool:
    """Whether a sentence says the answer, or another one that may be right."""
    answers = [solution.answer, *(a.answer for a in solution.alternatives if not solution.sure)]
    return any(answer is not None and tells(said, answer) for answer in answers)


def _spans(solution: Solution, kind: HintKind) -> tuple[tuple[int, int], ...]:
    """Return the places in the text that a hint is about."""
    problem = solution.problem
    if kind is HintKind.ASKED and problem.question is not None:
        return ((problem.question.start, problem.question.end),)
    if kind in (HintKind.NUMBERS, HintKind.TOGETHER):
        return tuple(span_of(problem, i) for i in sorted(solution.relevant))
    return ()
