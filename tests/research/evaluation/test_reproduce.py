"""What ``unitdep reproduce`` plans to measure, and the documents that it writes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from paths import ROOT
from unitdep.research.evaluation import layout, pages
from unitdep.research.evaluation.documents import read_results
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.published import EARLIER, LATER_SETS, SETS, best
from unitdep.research.evaluation.layout.rows import percent, points
from unitdep.research.evaluation.pages import PATHS, with_links
from unitdep.research.evaluation.pages.results import render_results
from unitdep.research.evaluation.runs.jobs import Job, plan
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import TABLES

TEMPLATES = sorted((Path(layout.__file__).parent / "templates").glob("*.md"))


@dataclass(frozen=True)
class Named:
    name: str


class TestPlan:
    @pytest.fixture
    def loaded(self) -> list[str]:
        return []

    def plan(self, loaded: list[str], tables: Any, datasets: Any) -> list[Job]:
        def load(name: str) -> Any:
            loaded.append(name)
            return Named({"illinois": "singleop"}.get(name, name))

        return plan(tables, datasets, load)

    def test_everything_but_the_encoder(self, loaded: list[str]) -> None:
        jobs = self.plan(loaded, None, None)
        expected = [
            Job(t, d) for t in TableName if t != TableName.ENCODER for d in TABLES[t].datasets
        ]
        assert jobs == expected
        assert sorted(loaded) == sorted({*SETS, *LATER_SETS, *EARLIER, "corpus-dev", "corpus-test"})

    def test_a_data_set_by_another_name(self, loaded: list[str]) -> None:
        jobs = self.plan(loaded, [TableName.EARLIER], ["illinois"])
        assert jobs == [Job(TableName.EARLIER, "singleop")]
        assert loaded == ["illinois"]

    def test_the_papers_tables_take_any_data_set(self, loaded: list[str]) -> None:
        jobs = self.plan(loaded, None, ["own.jsonl"])
        assert [job.table.value for job in jobs] == ["solving", "classifiers", "graphs"]
        assert {job.dataset for job in jobs} == {"own.jsonl"}

    def test_the_corpus(self, loaded: list[str]) -> None:
        assert self.plan(loaded, [TableName.UNITS], None) == [Job(TableName.UNITS, "corpus")]
        assert loaded == []

    def test_a_data_set_of_another_table(self, loaded: list[str]) -> None:
        with pytest.raises(ValueError, match="--table earlier has the data sets singleop"):
            self.plan(loaded, [TableName.EARLIER], ["perturb"])


class TestTemplates:
    def test_the_section_ends_before_its_first_block(self) -> None:
        text = templates.not_measured("graphs")
        assert text.startswith("## Graphs\n")
        assert text.endswith("as printed.\n\nNot measured yet.\n")

    @pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.stem)
    def test_links_are_to_known_pages(self, file: Path) -> None:
        links = re.findall(r"\]\(([^)]*)\)", file.read_text("utf-8"))
        names = {link.removeprefix("doc:").partition("#")[0] for link in links if ":/" not in link}
        assert names <= PATHS.keys()

    def test_links_follow_the_pages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = "[a](doc:protocol), [b](doc:results#confidence), [c](https://x.org)"
        assert "doc:" not in with_links(text, "errors")
        moved = {"errors": "results/errors.md", "results": "results/index.md", "protocol": "p.md"}
        monkeypatch.setattr(pages, "PATHS", moved)
        assert with_links(text, "errors") == (
            "[a](../p.md), [b](index.md#confidence), [c](https://x.org)"
        )


def test_the_results_page_is_up_to_date() -> None:
    page = (ROOT / "docs" / PATHS["results"]).read_text("utf-8")
    assert page == render_results(read_results(ROOT / "experiments" / "results"))


def test_figures_in_words() -> None:
    assert percent(0.8206, (0.7944, 0.8455)) == "82.1 (79.4–84.5)"
    assert (percent(0.5), points(2.31), points(-0.7), points(4.0, digits=0)) == (
        "50.0",
        "+2.3",
        "−0.7",
        "+4",
    )


def test_the_best_published_figures() -> None:
    assert [f"{best(name):.1f}" for name in (*SETS, "perturb")] == ["81.7", "68.9", "79.5", "65.7"]
