"""The manifest: what an output was made from, and whether a run may start or resume.

``OUT.job.json``, next to the output, holds what the results depend on. It stays when the job is
done: it records how OUT was made, and lets resuming a finished job do nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from unitdep import __version__
from unitdep.batch.job import Format, Job
from unitdep.batch.layout import Layout
from unitdep.batch.writer import Output
from unitdep.errors import BatchUsageError, ModelError
from unitdep.files import is_plain, replacing

HEAD: Final = 1 << 20  # bytes of the input that are hashed
CONFIG: Final = "config.json"  # of a model
MARK: Final = 64  # bytes that tell our own job files
LIBRARIES: Final = ("spacy", "numpy", "onnxruntime", "tokenizers")  # that results depend on
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
    "parser": "parser",
    "parser_sha256": "parser",
    **{name: f"version of {name}" for name in LIBRARIES},
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
    _refuse_others(job, resume)
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


def _refuse_others(job: Job, resume: bool) -> None:
    """Raise BatchUsageError if a run would write to its input, or to something that isn't ours."""
    for path in dict.fromkeys((job.target, job_file(job), lines_file(job))):
        if path.is_dir():
            raise BatchUsageError(f"{path} is a folder")
        if not is_plain(path):
            raise BatchUsageError(f"{path} is not a regular file; write to another one")
        if path.exists() and path.samefile(job.source):
            raise BatchUsageError(f"{path} is the input, and would be written; name another OUT")
        if path != job.target and path.is_symlink():
            raise BatchUsageError(f"{path} is a link, which a batch does not write to; remove it")
    if not resume and _foreign(job_file(job)):
        raise BatchUsageError(
            f"{job_file(job)} would be replaced, but no batch wrote it; move it, or name another "
            "OUT"
        )
    apart = lines_file(job) if lines_file(job) != job.target else None
    if apart is not None and apart.exists() and not job_file(job).exists():
        raise BatchUsageError(
            f"{apart} exists, but no batch wrote it; move it, or name another OUT"
        )


def _foreign(path: Path) -> bool:
    """Whether a file holds something, but not what ``describe`` returns, whole or damaged."""
    try:
        with path.open("rb") as file:
            start = file.read(MARK)
    except OSError:
        return False
    return bool(start.strip()) and not b"".join(start.split()).startswith(b'{"unitdep":')


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
        **_parser(),
        **{name: version(name) for name in LIBRARIES},
    }


@cache
def _parser() -> dict[str, str]:
    """Return the name of the parser's package, and a hash of everything in its folder."""
    from unitdep.reading.spacy_pipeline import model_package

    name = model_package()
    spec = find_spec(name)
    found = hashlib.sha256()
    for folder in () if spec is None else spec.submodule_search_locations or ():
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                found.update(str(path.relative_to(folder)).encode() + b"\0")
                found.update(hashlib.sha256(path.read_bytes()).digest())
    return {"parser": name, "parser_sha256": found.hexdigest()}


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
    try:
        with replacing(path) as file:
            file.write(json.dumps(manifest, indent=1).encode() + b"\n")
    except OSError as error:
        raise BatchUsageError(f"cannot write {path}: {error.strerror or error}") from None
