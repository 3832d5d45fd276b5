"""Workings by program: what is said to be right is, and mistakes are where they are said to be."""

from __future__ import annotations

from functools import cache

import pytest

from unitdep.checking.answers import same_answer
from unitdep.checking.types import Finding
from unitdep.reading.workings import read_work
from unitdep.research.corpus import Split
from unitdep.research.workings.generate import RIGHT, WRONG, generated, overview
from unitdep.research.workings.sample import Sample, Worked


@cache
def worked() -> tuple[Worked, ...]:
    return tuple(generated(Split.DEV, each=12))


def samples(*, right: bool) -> list[tuple[Worked, Sample]]:
    return [(one, s) for one in worked() for s in one.samples if s.right is right]


def test_the_seed_decides() -> None:
    assert generated(Split.DEV, each=3) == generated(Split.DEV, each=3)
    other = {one.text for one in generated(Split.DEV, seed=1, each=3)}
    assert other != {one.text for one in generated(Split.DEV, each=3)}


def test_every_problem_has_two_right_and_three_wrong_workings() -> None:
    assert len(worked()) >= 24
    for one in worked():
        assert [sample.right for sample in one.samples].count(True) == RIGHT
        assert len(one.samples) == RIGHT + WRONG
        assert len({sample.style for sample in one.samples if sample.right}) == RIGHT
    assert overview(worked())["wrong"] == WRONG * len(worked())


def test_problems_that_have_workings_are_left_out() -> None:
    known = {one.id for one in worked()}
    assert not known & {one.id for one in generated(Split.DEV, each=5, without=known)}


def test_right_workings_end_with_the_answer() -> None:
    for one, sample in samples(right=True):
        assert same_answer(one.gold, sample.work).same, (one.gold, sample.work)
        wrong = [s for s in read_work(sample.work).steps if not _holds(s)]
        assert not wrong, sample.work


def test_wrong_workings_do_not() -> None:
    for one, sample in samples(right=False):
        same = same_answer(one.gold, sample.work).same
        named = sample.finding is Finding.WRONG_UNIT
        assert not same or named, (one.gold, sample.work)


def test_slips_are_where_they_are_said_to_be() -> None:
    slips = [s for _, s in samples(right=False) if s.finding is Finding.ARITHMETIC_SLIP]
    assert slips
    for sample in slips:
        steps = read_work(sample.work).steps
        wrong = [k for k, step in enumerate(steps) if not _holds(step)]
        assert wrong[0] == sample.first_wrong, sample.work


@pytest.mark.parametrize("split", [Split.DEV, Split.TEST])
def test_splits_stay_apart(split: Split) -> None:
    assert {one.split for one in generated(split, each=2)} == {split}


def _holds(step) -> bool:  # type: ignore[no-untyped-def]
    """Whether a step makes what it claims, up to two decimals."""
    claim = step.claim
    if claim is None or claim.remainder is not None or step.value is None:
        return True
    return abs(claim.value - step.value) <= 0.01
