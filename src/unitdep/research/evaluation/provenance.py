"""Which program, corpus and models a figure comes from, so that two figures can be compared."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

from unitdep import __version__
from unitdep.models import PACKAGED, packaged_names
from unitdep.models.sealed import CONFIG, digest
from unitdep.research.corpus import signature
from unitdep.research.corpus.everyday.packaged import everyday_signature
from unitdep.research.corpus.siblings.packaged import siblings_signature

_DIGITS: Final = 12  # of a hash or a commit
_PACKAGE: Final = Path(__file__).parents[2]
_SECONDS: Final = 30  # that git may take


@dataclass(frozen=True)
class Provenance:
    """What measured a figure, apart from the version."""

    commit: str | None  # see ``commit_of``
    corpus: str  # hash of the packaged corpus: templates, stories, everyday templates
    models: Mapping[str, str]  # the packaged models that were measured, with their hashes
    seeds: tuple[int, ...]

    @classmethod
    def of_now(cls, seeds: Iterable[int], models: Iterable[str] = ()) -> Self:
        """Describe the program that is running."""
        hashes = {name: model_hash(name) for name in models}
        return cls(commit_of(_PACKAGE), corpus_hash(), hashes, tuple(seeds))

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Self:
        """Read what a results file has; raises KeyError or TypeError."""
        return cls(
            fields["commit"], fields["corpus"], dict(fields["models"]), tuple(fields["seeds"])
        )


def made_by(model: str | Path | None) -> dict[str, Any]:
    """Return the version and the packaged model, for the head of a report of another command."""
    hashes = {name: model_hash(name) for name in packaged_names(model)}
    return {"version": __version__, "models": hashes}


@cache
def corpus_hash() -> str:
    """Return the first digits of a hash of the whole packaged corpus."""
    parts = (signature(), siblings_signature(), everyday_signature())
    return sha256(" ".join(parts).encode()).hexdigest()[:_DIGITS]


def model_hash(name: str) -> str:
    """Return the first digits of a hash of a packaged model.

    Its config.json has the hashes of the other files, and the calibrator.
    """
    return digest(PACKAGED[name] / CONFIG)[:_DIGITS]


_UNTRACKED: Final = ("ls-files", "--others", "--exclude-standard", "--", ".")


@cache
def commit_of(folder: Path) -> str | None:
    """Return the last commit that changed a folder, or None if git knows of none.

    Commits of results and documents leave it as it is. If the folder has changed since, a hash of
    the changes follows: "3b48abf9d1c2+5e0c".
    """
    commit = _git(folder, "log", "-1", "--format=%H", "--", ".")
    if not commit:
        return None
    changes = (_git(folder, "diff", "HEAD", "--", "."), _git(folder, *_UNTRACKED))
    changed = "".join(text or "" for text in changes)
    suffix = f"+{sha256(changed.encode()).hexdigest()[:4]}" if changed else ""
    return commit[:_DIGITS] + suffix


def _git(folder: Path, *arguments: str) -> str | None:
    """Return what git prints, or None if there is no git or no repository."""
    command = ("git", "-C", str(folder), *arguments)
    try:
        done = subprocess.run(command, capture_output=True, check=True, timeout=_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace").strip()
