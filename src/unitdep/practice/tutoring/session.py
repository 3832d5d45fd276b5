"""A session: one problem after the other, as a state that each typed line moves on.

Lines of a working add up as long as they are right so far; a line that isn't right is taken back,
so that it can be written again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from unitdep.checking import CheckResult, Verdict
from unitdep.hints import DONE
from unitdep.practice.exercise import Exercise
from unitdep.practice.kinds import KINDS
from unitdep.practice.tutoring.hints import next_hint
from unitdep.practice.tutoring.judging import feedback, judge

HINT, SKIP, QUIT, HELP = ("hint", "h", "?"), ("skip", "s"), ("quit", "q", "exit"), ("help",)
HOW: Final = "Type your answer or a line of your working; or: hint, skip, quit."


class Outcome(StrEnum):
    """How an exercise ended."""

    FIRST = "right at once"  # without a hint or a wrong attempt
    LATER = "right later"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Done:
    """An exercise that is over."""

    exercise: Exercise
    outcome: Outcome
    wrong: int  # attempts
    hints: int  # that were given


@dataclass(frozen=True)
class Session:
    """Where somebody is in a set of exercises."""

    exercises: tuple[Exercise, ...]
    done: tuple[Done, ...] = ()
    lines: tuple[str, ...] = ()  # of the working so far
    wrong: int = 0
    told: tuple[str, ...] = ()  # hints
    left: bool = False  # whether they quit

    @property
    def over(self) -> bool:
        """Whether there is nothing more to do."""
        return self.left or len(self.done) == len(self.exercises)

    @property
    def exercise(self) -> Exercise:
        """The exercise at hand."""
        return self.exercises[len(self.done)]


@dataclass(frozen=True)
class Reply:
    """What to tell somebody after a line."""

    text: str
    result: CheckResult | None = None  # what it rests on, if something was judged


def start(exercises: Sequence[Exercise]) -> Session:
    """Begin a set of exercises."""
    return Session(tuple(exercises))


def answer(session: Session, line: str) -> tuple[Session, Reply]:
    """Take a line: a command, an answer, or a line of a working."""
    word = line.strip().lower()
    if not word or word in HELP:
        return session, Reply(HOW)
    if word in QUIT:
        return replace(session, left=True), Reply("")
    if word in SKIP:
        told = f"It was {session.exercise.answer_text}: {_working(session.exercise)}."
        return _next(session, Outcome.SKIPPED), Reply(told)
    if word in HINT:
        return _hint(session)
    return _judged(session, line)


def _hint(session: Session) -> tuple[Session, Reply]:
    work = "\n".join(session.lines) or None
    found = next_hint(session.exercise, session.told, work)
    text = DONE if found is None else found.text
    told = session.told if text in session.told else (*session.told, text)
    return replace(session, told=told), Reply(text)


def _judged(session: Session, line: str) -> tuple[Session, Reply]:
    lines = (*session.lines, line)
    result = judge(session.exercise, "\n".join(lines))
    if result.verdict is Verdict.WRONG and session.lines:
        alone = judge(session.exercise, line)  # a new start, perhaps
        result = alone if alone.verdict is Verdict.RIGHT else result
    if result.verdict is Verdict.RIGHT:
        at_once = not session.wrong and not session.told
        outcome = Outcome.FIRST if at_once else Outcome.LATER
        told = " ".join(["Right!", *result.remarks])
        return _next(session, outcome), Reply(told, result)
    if result.verdict is Verdict.INCOMPLETE:
        return replace(session, lines=lines), Reply("Good so far. What comes next?", result)
    return replace(session, wrong=session.wrong + 1), Reply(f"Not yet. {feedback(result)}", result)


def _next(session: Session, outcome: Outcome) -> Session:
    done = Done(session.exercise, outcome, session.wrong, len(session.told))
    return Session(session.exercises, (*session.done, done))


def _working(exercise: Exercise) -> str:
    return "; ".join(step.text for step in exercise.steps)


@dataclass(frozen=True)
class Row:
    """How the exercises of one kind went."""

    kind: str
    title: str
    done: int
    first: int  # right at once
    later: int
    skipped: int
    hints: int

    def to_dict(self) -> dict[str, Any]:
        """Return the row as a JSON object."""
        return dict(vars(self))


def summary(done: Iterable[Done]) -> list[Row]:
    """Return how the exercises went, one row for each kind, in the order of kinds.tsv."""
    given = list(done)
    return [
        _row(name, of) for name in KINDS if (of := [d for d in given if d.exercise.kind == name])
    ]


def _row(kind: str, done: Sequence[Done]) -> Row:
    first, later, skipped = (sum(d.outcome is outcome for d in done) for outcome in Outcome)
    hints = sum(d.hints for d in done)
    return Row(kind, KINDS[kind].title, len(done), first, later, skipped, hints)
