"""Current: which results files a run can keep, because nothing that they depend on has changed."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from unitdep import __version__
from unitdep.errors import ResultsError
from unitdep.research.corpus.dataset import load
from unitdep.research.datasets import CATALOG
from unitdep.research.evaluation.protocol.results import (
    Results,
    Signature,
    path_of,
    read,
    versions,
)
from unitdep.research.evaluation.provenance import Provenance
from unitdep.research.evaluation.runs.jobs import Job
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import Options


def is_current(job: Job, options: Options, folder: Path) -> bool:
    """Whether a results file is what measuring the job now would give.

    Versions, commit, corpus, models, seeds and data have to be the same, for each of its figures.
    """
    path = path_of(job.table, job.dataset, folder)
    if not path.is_file():
        return False
    try:
        found = read(path)
    except ResultsError:
        return False
    return versions(found) == {__version__} and _same_program(found, job, options)


def _same_program(found: Results, job: Job, options: Options) -> bool:
    signature, made = found.signature, found.signature.provenance
    if made is None or any("commit" in figure.details for figure in found.figures):
        return False
    seeds = range(options.seeds) if job.table is TableName.ENCODER else [options.seed]
    return (
        made == Provenance.of_now(seeds, made.models)
        and signature.spacy in {"", version("spacy")}
        and signature.sklearn in {"", version("scikit-learn")}
        and _same_data(signature, job)
    )


def _same_data(signature: Signature, job: Job) -> bool:
    """Whether the data are the same; those of the corpus follow from its hash and the seed."""
    return job.dataset not in CATALOG or load(job.dataset).signature == signature.data_hash
