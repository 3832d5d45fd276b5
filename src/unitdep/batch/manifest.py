"""The manifest: what an output was made from, and whether a run may start or resume.

``OUT.job.json``, next to the output, holds what the results depend on. It stays when the job is
done: it records how OUT was made, and lets resuming a finished job do nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from unitdep import __version__
from unitdep.batch.job import Format, Job
from unitdep.batch.layout import Layout
from unitdep.batch.writer import Output, sync_folder
from unitdep.errors import BatchUsageError, ModelError

HEAD: Final = 1 << 20  # bytes of the input that are hashed
CONFIG: Final = "config.json"  # of a model
# What may differ between two runs, in words.
_NAMES: Final = {
    "unitdep": "version of unitdep",
    "input_bytes": "input",
    "input_head_sha256": "input",
    "input_format": "input format",
    "output_format": "output format",
    "action": "command",
    "text_column": "text column",
    "id_column": "id column",
    "work_column": "work column",
    "gold_column": "gold column",
    "model_sha256": "model",
    "block": "block size",
}


def job_file(job: Job) -> Path:
    """Return the path of the file that describes a job."""
    return job.target.with_name(job.target.name + ".job.json")


def lines_file(job: Job) -> Path:
    """Return the file that grows: the target, or for Parquet, which cannot grow, one next to it."""
    if job.target_format is not Format.PARQUET:
        return job.target
    return job.target.with_name(job.target.name + ".rows.jsonl")


def prepare(job: Job, *, resume: bool, overwrite: bool) -> None:
    """Prepare the output file; raises BatchUsageError if it must not be written."""
    if resume and overwrite:
        raise BatchUsageError("give --resume or --overwrite, not both")
    if job.target.exists() and (job.target.is_dir() or job.target.samefile(job.source)):
        raise BatchUsageError(
            f"{job.target} is {'a folder' if job.target.is_dir() else 'the input'}"
        )
    outputs = [path for path in (job.target, lines_file(job)) if path.exists()]
    if overwrite:
        if outputs:
            layout = Layout(job.target_format, job.action)
            Output(outputs[-1], layout).close()  # raises while another batch writes it
        for path in (job_file(job), *outputs):
            path.unlink(missing_ok=True)
    elif outputs and not resume:
        raise BatchUsageError(
            f"{outputs[0]} exists; --resume continues it, --overwrite starts over"
        )
    manifest = describe(job)
    if resume and (outputs or job_file(job).exists()):
        _compare(job, manifest)
    else:
        _write(job_file(job), manifest)


def describe(job: Job) -> dict[str, Any]:
    """Return what the results of a job depend on."""
    with job.source.open("rb") as file:
        head = hashlib.sha256(file.read(HEAD)).hexdigest()
    return {
        "unitdep": __version__,
        "input": "-" if job.piped else job.source.name,
        "input_bytes": job.source.stat().st_size,
        "input_head_sha256": head,
        "input_format": job.source_format.value,
        "output_format": job.target_format.value,
        **job.action.describe(),
        "model_sha256": _model_hash(job.model),
        "block": job.block,
    }


def _model_hash(model: str | Path | None) -> str:
    """Return the hash of a model's config.json, which has the hashes of its other files."""
    from unitdep.models import resolve

    try:
        path = resolve(model) / CONFIG
    except ModelError as error:
        raise BatchUsageError(str(error)) from None
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BatchUsageError(f"no model: cannot read {path}: {error.strerror or error}") from None


def _compare(job: Job, manifest: Mapping[str, Any]) -> None:
    path = job_file(job)
    try:
        earlier = dict(json.loads(path.read_text("utf-8")).items())
        differing = {name for key, name in _NAMES.items() if earlier.get(key) != manifest.get(key)}
    except FileNotFoundError:
        raise BatchUsageError(
            f"{path.name} is missing, so {job.target} cannot be resumed; start over with "
            "--overwrite"
        ) from None
    except (OSError, ValueError, AttributeError) as error:
        raise BatchUsageError(
            f"{path} cannot be read ({error}); start over with --overwrite"
        ) from None
    if differing:
        what = ", ".join(sorted(differing))
        raise BatchUsageError(
            f"{job.target} was started with a different {what}; use the same one, or start over "
            "with --overwrite"
        )


def _write(path: Path, manifest: Mapping[str, Any]) -> None:
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            file.write(json.dumps(manifest, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise BatchUsageError(f"cannot write {path}: {error.strerror or error}") from None
