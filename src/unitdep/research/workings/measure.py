"""How well workings are judged: right ones called wrong, wrong ones caught, where and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from unitdep.checking import Checker, CheckResult, Finding, Judge, Verdict
from unitdep.research.progress import Progress, silent
from unitdep.research.workings.sample import Sample, Worked

CAUGHT = frozenset({Verdict.WRONG, Verdict.INCOMPLETE})


@dataclass(frozen=True)
class Judged:
    """A working with what is true of it and how it was judged."""

    worked: Worked
    sample: Sample
    found: CheckResult

    @property
    def undecided(self) -> bool:
        """Whether the verdict is ``cannot tell``."""
        return self.found.verdict is Verdict.CANNOT_TELL

    @property
    def caught(self) -> bool:
        """Whether something is said to be wrong or missing."""
        return self.found.verdict in CAUGHT

    @property
    def placed(self) -> bool:
        """Whether the first wrong step was found; an answer alone has only one place.

        A working that stops too early has no wrong step: its place is where it stops.
        """
        place, steps = self.found.first_wrong, self.found.steps
        if place is None:
            stops = self.found.finding is Finding.UNFINISHED and bool(steps)
            place = len(steps) - 1 if stops else 0
        return self.caught and place == self.sample.first_wrong

    @property
    def named(self) -> bool:
        """Whether the finding is the one that is known."""
        return self.caught and self.found.finding is self.sample.finding


@dataclass(frozen=True)
class Counts:
    """What became of some workings."""

    right: int = 0  # right workings
    right_called_wrong: int = 0
    right_undecided: int = 0
    wrong: int = 0  # wrong workings
    caught: int = 0
    wrong_called_right: int = 0
    wrong_undecided: int = 0
    placed: int = 0  # of those caught, with the first wrong step
    named: int = 0  # of those caught, with the right finding

    @property
    def called_right(self) -> int:
        """How many workings are called right, rightly or not."""
        rightly = self.right - self.right_called_wrong - self.right_undecided
        return rightly + self.wrong_called_right

    def to_dict(self) -> dict[str, Any]:
        """Return the counts, and the shares that are goals."""
        called = self.called_right
        return {
            **vars(self),
            "right_called_wrong_share": _share(self.right_called_wrong, self.right),
            "caught_share": _share(self.caught, self.wrong),
            "wrong_called_right_share": _share(self.wrong_called_right, self.wrong),
            "right_of_called_right_share": _share(called - self.wrong_called_right, called),
            "placed_share": _share(self.placed, self.caught),
            "named_share": _share(self.named, self.caught),
            "undecided_share": _share(
                self.right_undecided + self.wrong_undecided, self.right + self.wrong
            ),
        }


def judge_all(
    checker: Checker, worked: Sequence[Worked], report: Progress = silent
) -> dict[str, list[Judged]]:
    """Judge all workings of problems with the right answer ("gold") and without ("model").

    Each problem is solved once.
    """
    found: dict[str, list[Judged]] = {"gold": [], "model": []}
    for one, judge in zip(worked, checker.judges([w.text for w in worked]), strict=True):
        for basis, rows in found.items():
            rows += judged(judge, one, gold=basis == "gold")
        report(one.id)
    return found


def judged(judge: Judge, one: Worked, *, gold: bool) -> Iterator[Judged]:
    """Judge the workings of one problem."""
    for sample in one.samples:
        yield Judged(one, sample, judge.check(sample.work, one.gold if gold else None))


def count(rows: Sequence[Judged]) -> Counts:
    """Count what became of workings."""
    right = [row for row in rows if row.sample.right]
    wrong = [row for row in rows if not row.sample.right]
    return Counts(
        len(right),
        sum(row.caught for row in right),
        sum(row.undecided for row in right),
        len(wrong),
        sum(row.caught for row in wrong),
        sum(row.found.verdict is Verdict.RIGHT for row in wrong),
        sum(row.undecided for row in wrong),
        sum(row.placed for row in wrong),
        sum(row.named for row in wrong),
    )


def counted_by(rows: Sequence[Judged], key: Callable[[Judged], str]) -> dict[str, dict[str, Any]]:
    """Count workings in groups, in the order of their names."""
    names = sorted({key(row) for row in rows})
    return {name: count([r for r in rows if key(r) == name]).to_dict() for name in names}


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
