"""A measurement for tests in several processes, which import it by its name."""

from __future__ import annotations

import os
from pathlib import Path

from unitdep.research.evaluation.runs.jobs import Job
from unitdep.research.evaluation.tables import Options
from unitdep.research.progress import Progress


def pretend(job: Job, _options: Options, folder: Path, progress: Progress) -> Path:
    """Stands for a measurement: notes its process and its threads."""
    progress("half")
    if job.dataset == "broken":
        raise ValueError("no such luck")
    path = folder / job.dataset
    path.write_text(f"{os.getpid()} {os.environ['OMP_NUM_THREADS']}", "utf-8")
    return path
