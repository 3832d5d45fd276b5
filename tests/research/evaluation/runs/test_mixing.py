"""Which results files can be shown together, and which can be kept by a run."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from results import contest, error_results
from unitdep import __version__
from unitdep.models import DEFAULT
from unitdep.research.corpus import Split
from unitdep.research.corpus.dataset import load_split
from unitdep.research.evaluation.protocol.results import Results, Signature, sign, write
from unitdep.research.evaluation.provenance import Provenance
from unitdep.research.evaluation.runs.current import is_current
from unitdep.research.evaluation.runs.jobs import Job
from unitdep.research.evaluation.runs.mixing import commits, stale
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import Options

FOLDER = Path("results")
NOW = Provenance.of_now([0], [DEFAULT])
JOB = Job(TableName.MISTAKES, "corpus-dev")


def made(results: Results, **changes: object) -> Results:
    """Return results with another signature."""
    return replace(results, signature=replace(results.signature, **changes))


def whys(*results: Results) -> list[tuple[str, str]]:
    return [(Path(found.file).name, found.why) for found in stale(results, FOLDER)]


class TestStale:
    def test_one_version_is_fine(self) -> None:
        assert stale([], FOLDER) == []
        assert whys(contest("later", "perturb"), error_results()) == []

    def test_older_versions(self) -> None:
        old = made(contest("later", "perturb"), version="9.9.10")
        assert whys(old, error_results()) == [
            ("errors-allarith.json", "measured with 9.9.9, others with 9.9.10")
        ]
        [found] = stale([old, error_results()], FOLDER)
        assert str(found).endswith("unitdep reproduce --table errors --dataset allarith")

    def test_older_rows_of_a_newer_file(self) -> None:
        first, second = contest("later", "perturb").figures
        figures = (replace(first, details={"version": "8"}), second)
        [(file, why)] = whys(replace(contest("later", "perturb"), figures=figures))
        assert (file, why) == ("later-perturb.json", "measured with 8, others with 9.9.9")

    def test_nobody_knows_where_it_is_from(self) -> None:
        known = made(contest("later", "perturb"), provenance=NOW)
        assert [file for file, _ in whys(known, error_results())] == ["errors-allarith.json"]

    def test_another_model(self) -> None:
        other = replace(NOW, models={DEFAULT: "000"})
        [(_, why)] = whys(made(error_results(), provenance=other))
        assert "another model as default" in why

    def test_another_corpus(self) -> None:
        other = replace(NOW, models={}, corpus="000")
        assert whys(made(contest("later", "perturb"), provenance=other)) == []
        [(_, why)] = whys(made(contest("encoder", "perturb"), provenance=other))
        assert "another corpus" in why
        [found] = stale([made(contest("encoder", "perturb"), provenance=other)], FOLDER)
        assert found.renew.endswith("--work DIR")

    def test_pages_of_other_commands(self, tmp_path: Path) -> None:
        (tmp_path / "everyday").mkdir()
        heads = {
            "workings-dev.json": {"version": "9.9.9"},
            "workings-test.json": {"version": "9.9.8", "models": {}},
            "everyday/wild-test.json": {"version": "9.9.9", "models": {DEFAULT: "000"}},
            "everyday/corpus-test.json": {"version": "9.9.9", "models": NOW.models},
        }
        for name, head in heads.items():
            (tmp_path / name).write_text(json.dumps(head), "utf-8")
        known = made(contest("later", "perturb"), provenance=NOW)
        found = {Path(one.file).name: one for one in stale([known], tmp_path)}
        assert {name: one.why for name, one in found.items()} == {
            "workings-dev.json": "doesn't say which model it measured",
            "workings-test.json": "measured with 9.9.8, others with 9.9.9",
            "wild-test.json": "measured another model as default than the one that's packaged now",
        }
        assert "unitdep workings measure --results" in found["workings-dev.json"].renew
        assert found["wild-test.json"].renew.endswith(f"{tmp_path}/everyday/wild-test.json")

    def test_commits_may_differ_and_are_named(self) -> None:
        both = [
            made(contest("later", name), provenance=replace(NOW, commit=commit))
            for name, commit in (("perturb", "bbb"), ("aggregate", "aaa"))
        ]
        assert stale(both, FOLDER) == []
        assert commits([*both, error_results()]) == ["aaa", "bbb"]


class TestCurrent:
    @pytest.fixture
    def signed(self) -> Signature:
        return sign(load_split(Split.DEV), 0, "none", models=[DEFAULT])

    def kept(self, signed: Signature, folder: Path, options: Options | None = None) -> bool:
        write(Results("mistakes", signed, 1.0, content={"problems": 3}), folder)
        return is_current(JOB, options or Options(), folder)

    def test_nothing_has_changed(self, signed: Signature, tmp_path: Path) -> None:
        assert not is_current(JOB, Options(), tmp_path)
        assert self.kept(signed, tmp_path)
        (tmp_path / "mistakes-corpus-dev.json").write_text("{}", "utf-8")
        assert not is_current(JOB, Options(), tmp_path)

    @pytest.mark.parametrize(
        "changes",
        [
            {"version": "0.1.0"},
            {"spacy": "0.1.0"},
            {"sklearn": "0.1.0"},
            {"provenance": None},
            {"provenance": replace(NOW, commit="000")},
            {"provenance": replace(NOW, corpus="000")},
            {"provenance": replace(NOW, models={DEFAULT: "000"})},
        ],
    )
    def test_something_has(
        self, changes: dict[str, object], signed: Signature, tmp_path: Path
    ) -> None:
        assert signed.version == __version__
        assert not self.kept(replace(signed, **changes), tmp_path)

    def test_another_seed(self, signed: Signature, tmp_path: Path) -> None:
        assert not self.kept(signed, tmp_path, Options(seed=1))

    @pytest.mark.paper
    def test_the_data(self, tmp_path: Path) -> None:
        from unitdep.research.datasets import load

        job, dataset = Job(TableName.LATER, "perturb"), load("perturb")
        write(Results("later", sign(dataset, 0), 1.0, contest("later", "x").figures), tmp_path)
        assert is_current(job, Options(), tmp_path)
        other = replace(sign(dataset, 0), data_hash="000")
        write(Results("later", other, 1.0, contest("later", "x").figures), tmp_path)
        assert not is_current(job, Options(), tmp_path)
