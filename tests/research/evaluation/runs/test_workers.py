"""Jobs in processes of their own."""

from __future__ import annotations

import os
from pathlib import Path

from pretended import pretend
from unitdep.research.evaluation.runs.jobs import Job
from unitdep.research.evaluation.runs.workers import Watch, run_jobs
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import Options

JOBS = [Job(TableName.EARLIER, name) for name in ("a", "b", "broken")]


def test_each_job_is_measured_and_reported(tmp_path: Path) -> None:
    told: list[str] = []
    watch = Watch(
        started=lambda job: told.append(f"start {job.dataset}"),
        step=lambda job, step: told.append(f"{step} {job.dataset}"),
        ended=lambda _job, path, seconds: told.append(f"end {path.name} {seconds > 0}"),
        failed=lambda job, error: told.append(f"failed {job.dataset}: {error}"),
    )
    before = dict(os.environ)
    run_jobs(JOBS, Options(), tmp_path, 2, watch, measure=pretend)
    assert sorted(told) == sorted(
        [
            *(f"start {name}" for name in ("a", "b", "broken")),
            *(f"half {name}" for name in ("a", "b", "broken")),
            "end a True",
            "end b True",
            "failed broken: no such luck",
        ]
    )
    written = [(tmp_path / name).read_text("utf-8").split() for name in ("a", "b")]
    assert {threads for _, threads in written} == {"1"}
    assert str(os.getpid()) not in {process for process, _ in written}
    assert dict(os.environ) == before
