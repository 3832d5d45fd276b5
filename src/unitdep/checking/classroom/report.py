"""The report on a class: how many have which misconception, and who."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from unitdep.checking.classroom.answers import Answered
from unitdep.checking.judge import Judge
from unitdep.checking.types import CheckResult, Verdict

RIGHT: Final = "right"
NO_ANSWER: Final = "no answer"
UNEXPLAINED: Final = "wrong, and no known mistake explains it"
UNSURE: Final = "can't be judged"
_LAST: Final = {UNEXPLAINED: 1, UNSURE: 2, NO_ANSWER: 3}  # groups that come after the others


@dataclass(frozen=True)
class Group:
    """Those whose answers have the same behind them."""

    name: str  # "subtracted instead of divided"
    kind: str  # the kind of mistake; "" for those without one
    who: tuple[str, ...]  # in the order of the file
    answers: tuple[tuple[str, int], ...]  # what they answered and how often, most often first
    about: str  # a sentence for the teacher; "" if there is nothing to say
    advice: str  # what to ask the pupils; "" if there is nothing to ask

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.who)

    def to_dict(self) -> dict[str, Any]:
        """Return the group as a JSON object."""
        return {
            "name": self.name,
            "kind": self.kind or None,
            "count": self.count,
            "who": list(self.who),
            "answers": [{"answer": answer, "count": count} for answer, count in self.answers],
            "about": self.about,
            "advice": self.advice,
        }


@dataclass(frozen=True)
class ClassReport:
    """What a class made of one problem."""

    text: str  # the problem
    expected: str | None  # the right answer; None if it isn't known
    groups: tuple[Group, ...]  # right answers first, then the largest
    verdicts: Counter[str]  # how often there is which verdict

    @property
    def count(self) -> int:
        """How many pupils there are."""
        return sum(group.count for group in self.groups)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "text": self.text,
            "expected": self.expected,
            "count": self.count,
            "verdicts": dict(self.verdicts),
            "groups": [group.to_dict() for group in self.groups],
        }


def class_report(
    judge: Judge,
    given: Sequence[Answered],
    gold: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> ClassReport:
    """Judge the answers of a class and put those together that have the same behind them.

    Args:
        judge: The problem.
        given: Who answered what.
        gold: The right answer, if it's known.
        progress: Called with each name when it's done.

    Returns:
        The groups; none of what they say about a mistake is certain.
    """
    results: dict[str, CheckResult] = {}
    members: dict[tuple[str, str], list[Answered]] = {}
    verdicts: Counter[str] = Counter()
    for one in given:
        if one.answer and one.answer not in results:
            results[one.answer] = judge.check(one.answer, gold)
        result = results.get(one.answer)
        members.setdefault(_group_of(result), []).append(one)
        verdicts[NO_ANSWER if result is None else result.verdict.value] += 1
        if progress is not None:
            progress(one.who)
    groups = [_group(name, kind, some, results) for (name, kind), some in members.items()]
    known = (result.expected for result in results.values() if result.expected)
    return ClassReport(
        judge.problem.text, next(known, None), tuple(sorted(groups, key=_order)), verdicts
    )


def _order(group: Group) -> tuple[bool, int, int, str]:
    return group.name != RIGHT, _LAST.get(group.name, 0), -group.count, group.name


def _group_of(result: CheckResult | None) -> tuple[str, str]:
    """Return the name and the kind of the group that an answer belongs to."""
    if result is None or result.answer is None:
        return NO_ANSWER, ""
    if result.verdict is Verdict.RIGHT:
        return RIGHT, ""
    if result.verdict is Verdict.CANNOT_TELL or result.expected is None:
        return UNSURE, ""
    found = result.misconception
    return (UNEXPLAINED, "") if found is None else (found.name, found.kind.value)


def _group(
    name: str, kind: str, some: Sequence[Answered], results: dict[str, CheckResult]
) -> Group:
    answers = Counter(one.answer for one in some if one.answer)
    found = [result.misconception for answer in answers if (result := results[answer])]
    first = next((one for one in found if one is not None), None)
    reason = results[some[0].answer].reason if name == UNSURE else ""
    return Group(
        name,
        kind,
        tuple(one.who for one in some),
        tuple(answers.most_common()),
        first.teacher if first else reason,
        first.pupil if first else "",
    )
