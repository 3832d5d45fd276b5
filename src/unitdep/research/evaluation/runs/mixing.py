"""Mixing: which results files don't belong on a page together.

Two figures can be compared if the same version measured them, on the same corpus and with the
models that are packaged now. Commits may differ: not every commit changes figures. Pages show them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from unitdep.research.evaluation.protocol.results import Results, path_of, versions
from unitdep.research.evaluation.provenance import Provenance, corpus_hash, model_hash
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.workings.report import FILES

_ON_THE_CORPUS: Final = {
    TableName.UNITS,
    TableName.CORPUS,
    TableName.KINDS,
    TableName.CHOICES,
    TableName.ENCODER,
}  # tables whose figures another corpus would change, apart from those that measure a model

_OF_OTHER_COMMANDS: Final = {
    **dict.fromkeys(FILES.values(), "unitdep workings measure --results {folder} --docs docs"),
    "everyday/wild-test.json": "unitdep confidence measure experiments/wild/test.jsonl "
    "--output {folder}/everyday/wild-test.json",
    "everyday/corpus-test.json": "unitdep confidence measure corpus-test "
    "--output {folder}/everyday/corpus-test.json",
    "everyday/strangers.json": "unitdep confidence measure experiments/everyday/strangers.jsonl "
    "--output {folder}/everyday/strangers.json",
}  # files of the pages about workings and everyday problems


@dataclass(frozen=True)
class Stale:
    """A results file that is older than the others, and how to renew it."""

    file: str
    why: str
    renew: str

    def __str__(self) -> str:
        """Return it all in one line."""
        return f"{self.file}: {self.why}; {self.renew}"


def stale(results: Sequence[Results], folder: Path) -> list[Stale]:
    """Return the files that can't be shown with the newest ones."""
    if not results:
        return []
    newest = max((v for r in results for v in versions(r)), key=_numbers)
    signed = any(r.signature.provenance is not None for r in results)
    found = ((r, ", ".join(_reasons(r, newest, signed=signed))) for r in results)
    older = [Stale(str(_file(r, folder)), why, _renew(r)) for r, why in found if why]
    return [*older, *(stale_pages(folder, newest) if signed else ())]


def stale_pages(folder: Path, newest: str) -> list[Stale]:
    """Return the files of pages that other commands measure and that are older than ``newest``."""
    found = []
    for name, command in _OF_OTHER_COMMANDS.items():
        file = folder / name
        if file.is_file():
            why = ", ".join(_reasons_of_page(json.loads(file.read_text("utf-8")), newest))
            if why:
                found.append(Stale(str(file), why, f"renew it: {command.format(folder=folder)}"))
    return found


def _reasons_of_page(content: Mapping[str, Any], newest: str) -> Iterator[str]:
    if "models" not in content:
        yield "doesn't say which model it measured"
    elif content["version"] != newest:
        yield f"measured with {content['version']}, others with {newest}"
    yield from _other_models(content.get("models", {}))


def _reasons(results: Results, newest: str, *, signed: bool) -> Iterator[str]:
    """Yield why a file is older than others; ``signed``: whether others say what made them."""
    older = sorted(versions(results) - {newest}, key=_numbers)
    if older:
        yield f"measured with {', '.join(older)}, others with {newest}"
    made = results.signature.provenance
    if made is not None:
        yield from _changed(results, made)
    elif signed and not older:
        yield "doesn't say which commit, corpus or model it's from, others do"


def _changed(results: Results, made: Provenance) -> Iterator[str]:
    yield from _other_models(made.models)
    on_corpus = made.models or results.table in _ON_THE_CORPUS
    if on_corpus and made.corpus != corpus_hash():
        yield "measured with another corpus than the one that's packaged now"


def _other_models(models: Mapping[str, str]) -> Iterator[str]:
    for name, digits in models.items():
        if digits != model_hash(name):
            yield f"measured another model as {name} than the one that's packaged now"


def _numbers(version: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", version)]


def _file(results: Results, folder: Path) -> Path:
    return path_of(results.table, results.signature.dataset, folder)


def _renew(results: Results) -> str:
    """Return the command that measures a file again."""
    dataset = results.signature.dataset or "corpus"
    work = " --work DIR" if results.table == TableName.ENCODER else ""
    return f"renew it: unitdep reproduce --table {results.table} --dataset {dataset}{work}"


def commits(results: Sequence[Results]) -> list[str]:
    """Return the commits that files name, in alphabetical order."""
    made = (r.signature.provenance for r in results)
    return sorted({p.commit for p in made if p is not None and p.commit is not None})
