"""Which job starts next, and how long all of them take."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from results import contest
from unitdep.research.evaluation.protocol.results import write
from unitdep.research.evaluation.runs.jobs import Job
from unitdep.research.evaluation.runs.order import (
    known_seconds,
    longest_first,
    next_job,
    total_time,
)
from unitdep.research.evaluation.table_names import TableName

EARLIER = [Job(TableName.EARLIER, name) for name in "abc"]
ENCODER = [Job(TableName.ENCODER, name) for name in "de"]


def test_times_are_those_of_the_files(tmp_path: Path) -> None:
    write(replace(contest("earlier", "a"), seconds=10.0), tmp_path)
    write(replace(contest("earlier", "b"), seconds=30.0), tmp_path)
    found = known_seconds([*EARLIER, *ENCODER], tmp_path)
    assert found == {EARLIER[0]: 10, EARLIER[1]: 30, EARLIER[2]: 20}
    assert longest_first([*EARLIER, ENCODER[0]], found) == [
        ENCODER[0],
        EARLIER[1],
        EARLIER[2],
        EARLIER[0],
    ]


def test_one_encoder_at_a_time_until_its_first_stage_is_there() -> None:
    one, other = ENCODER
    assert next_job([one, other], [], []) == one
    assert next_job([other, EARLIER[0]], [one], []) == EARLIER[0]
    assert next_job([other], [one], []) is None
    assert next_job([other], [], [one]) == other
    assert next_job([], [], []) is None


@pytest.mark.parametrize(
    ("workers", "expected"),
    [(1, 60.0), (2, 30.0), (3, 30.0)],
)
def test_total_time(workers: int, expected: float) -> None:
    seconds = dict(zip(EARLIER, (30.0, 20.0, 10.0), strict=True))
    assert total_time(EARLIER, seconds, workers) == expected


def test_total_time_with_the_first_stage() -> None:
    seconds = dict.fromkeys(ENCODER, 40.0)
    assert total_time(ENCODER, seconds, 2) == 80
    assert total_time(ENCODER, seconds, 2, finished=[Job(TableName.ENCODER, "f")]) == 40
    assert total_time([], {}, 2) == 0
