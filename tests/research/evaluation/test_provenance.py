"""Where a figure comes from: commit, corpus, models and seeds, in results files old and new."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from results import answered, contest, signature
from unitdep import __version__
from unitdep.models import DEFAULT, LINEAR, PACKAGED
from unitdep.research.datasets import Dataset, Record
from unitdep.research.evaluation import provenance
from unitdep.research.evaluation.layout.signatures import signature_line
from unitdep.research.evaluation.protocol.results import (
    OTHER_VERSIONS,
    Results,
    merge,
    read,
    sign,
    versions,
    write,
)
from unitdep.research.evaluation.provenance import Provenance, commit_of, model_hash

DATASET = Dataset("toy", (Record("1", "Ann has 2 pens."),), None, (), "abc", ())


def git(folder: Path, *arguments: str) -> str:
    name = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    command = ("git", "-C", str(folder), *name, *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A checkout whose package has a committed file."""
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "a.py").write_text("a = 1\n", "utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    commit_of.cache_clear()
    return folder


class TestCommit:
    def test_is_the_last_that_changed_the_package(self, package: Path) -> None:
        first = git(package, "rev-parse", "HEAD")[:12]
        (package.parent / "notes.md").write_text("notes", "utf-8")
        git(package.parent, "add", "-A")
        git(package.parent, "commit", "-qm", "second")
        assert commit_of(package) == first != git(package, "rev-parse", "HEAD")[:12]

    def test_changes_are_marked(self, package: Path) -> None:
        clean = commit_of(package)
        marks = []
        for name, text in (("a.py", "a = 2\n"), ("a.py", "a = 3\n"), ("b.py", "")):
            (package / name).write_text(text, "utf-8")
            commit_of.cache_clear()
            marks.append(commit_of(package))
        assert all(mark is not None and mark.startswith(f"{clean}+") for mark in marks)
        assert len(set(marks)) == 3

    def test_without_a_repository(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
        commit_of.cache_clear()
        assert commit_of(tmp_path) is None

    def test_without_git(self, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")
        assert commit_of(package) is None

    def test_installed_inside_another_repository(self, package: Path) -> None:
        installed = package.parent / "env"
        installed.mkdir()
        assert commit_of(installed) is None


class TestSignature:
    def test_has_all_of_it(self) -> None:
        signed = sign(DATASET, 3, "none", models=[DEFAULT], seeds=[0, 1])
        made = signed.provenance
        assert made is not None
        assert (signed.version, signed.data_hash) == (__version__, DATASET.signature)
        assert (signed.folds, signed.seed) == ("none", 3)
        assert made.models == {DEFAULT: model_hash(DEFAULT)}
        assert made.corpus == provenance.corpus_hash()
        assert made.seeds == (0, 1)
        assert sign(DATASET, 3, "none").provenance == replace(made, models={}, seeds=(3,))

    def test_models_differ(self) -> None:
        assert len({model_hash(name) for name in PACKAGED}) == len(PACKAGED)

    def test_a_file_and_back(self, tmp_path: Path) -> None:
        signed = sign(DATASET, 0, "none", models=[LINEAR])
        assert signed.provenance is not None
        nowhere = replace(signed, provenance=replace(signed.provenance, commit=None))
        for one in (signed, nowhere, replace(signed, provenance=None)):
            results = Results("solving", one, 1.0, (answered("a", []),))
            assert read(write(results, tmp_path)) == results
        assert '"provenance"' not in (tmp_path / "solving-toy.json").read_text("utf-8")

    def test_a_page_shows_it(self) -> None:
        made = Provenance("3b48abf9d1c2", "c0ffee", {DEFAULT: "abc"}, (0,))
        signed = replace(contest("later", "perturb").signature, provenance=made)
        line = signature_line(Results("later", signed, 1.0))
        assert line.endswith("commit 3b48abf9d1c2, corpus c0ffee, model default abc")


class TestMerged:
    def test_figures_keep_version_and_commit(self) -> None:
        made = Provenance("aaa", "c", {}, (0,))
        old = replace(signature("x"), version="1", provenance=made)
        new = replace(old, version="2", provenance=replace(made, commit="bbb"))
        older = Results("solving", old, 1.0, (answered("a", []), answered("b", [])))
        found = merge(older, Results("solving", new, 1.0, (answered("b", []),)))
        assert [f.details for f in found.figures] == [{"version": "1", "commit": "aaa"}, {}]
        assert versions(found) == {"1", "2"}
        same = replace(new, version="1")
        again = merge(older, Results("solving", same, 1.0, (answered("b", []),)))
        assert again.figures[0].details == {"commit": "aaa"}
        assert versions(again) == {"1"}

    def test_systems_keep_their_version(self) -> None:
        def results(version: str, *systems: str) -> Results:
            signed = replace(signature("allarith"), version=version)
            content = {"systems": {name: [["1", 0.5, True, 2]] for name in systems}}
            return Results("calibration", signed, 1.0, content=content)

        first = merge(results("1", "a", "b"), results("2", "b"))
        assert first.content[OTHER_VERSIONS] == {"a": "1"}
        assert "with unitdep 1: a" in signature_line(first)
        assert versions(first) == {"1", "2"}
        assert OTHER_VERSIONS not in merge(first, results("2", "a")).content
        assert merge(first, results("3", "c")).content[OTHER_VERSIONS] == {"a": "1", "b": "2"}
