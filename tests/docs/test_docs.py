"""The documents say what the program does now."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import unitdep
from paths import ROOT
from unitdep.models import DEFAULT, PACKAGED
from unitdep.research.evaluation.pages.model_card import model_card
from unitdep.research.evaluation.pages.results import BEGIN, END

README = ROOT / "README.md"
CITATION = ROOT / "CITATION.cff"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
# Written by ``unitdep reproduce``, and absent until it has run.
WRITTEN = {ROOT / "docs" / "results" / name for name in ("results.md", "errors.md")}

FENCE = re.compile(r"^(`{3,})(\w*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
MACHINE = re.compile(r"(?<![\w./])/(?:work|root|home|tmp)\b")


def example() -> str:
    found = re.search(r"^PROBLEM \?= (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert found
    return found[1]


def blocks(page: Path, language: str) -> list[str]:
    return [body for _, name, body in FENCE.findall(page.read_text("utf-8")) if name == language]


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def run(*arguments: str) -> str:
    """Run the command line in its own process, as wide as an ordinary terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "unitdep", *arguments],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", "NO_COLOR": "1"},
    )
    return done.stdout


class TestReadme:
    def test_it_opens_with_the_problem_that_make_solve_solves(self) -> None:
        text = README.read_text("utf-8")
        quoted = re.findall(r"^> ?(.*)$", text.partition("```")[0], re.MULTILINE)
        assert " ".join(quoted) == example()

    @pytest.mark.model
    def test_its_first_output_is_what_the_program_prints(self) -> None:
        shown = lines(blocks(README, "text")[0])
        printed = lines(run("solve", example()).partition("\nOther answers")[0])
        assert shown[:2] == printed[:2] == ["7 bouquets", "= (66 - 10) / 8"]
        # the confidence may move a little with the libraries' versions
        told, found = (int(re.findall(r"\d+", part[2])[0]) for part in (shown, printed))
        assert abs(told - found) <= 2
        assert shown[3:] == printed[3:]
        assert "│ ? bouquets            ├────────────────────────────◀" in shown

    @pytest.mark.model
    def test_its_graph_in_mermaid(self) -> None:
        assert lines(blocks(README, "text")[1]) == lines(
            run("graph", "--format", "mermaid", example())
        )

    @pytest.mark.model
    def test_its_json_is_part_of_what_the_program_prints(self) -> None:
        [shown] = map(json.loads, blocks(README, "json"))
        whole = json.loads(run("solve", "--json", example()))
        for key in ("answer", "answer_text", "expression"):
            assert shown[key] == whole[key]
        assert shown["quantities"] == [whole["quantities"][1]]
        assert shown["graph"]["edges"] == whole["graph"]["edges"][-1:]
        [other], [best, *_] = shown["alternatives"], whole["alternatives"]
        assert (other["answer"], other["expression"]) == (best["answer"], best["expression"])
        assert other["probability"] == pytest.approx(best["probability"], abs=0.005)
        text = README.read_text("utf-8")
        assert all(f"`{key}`" in text for key in whole)

    @pytest.mark.model
    def test_its_library_sessions(self) -> None:
        session = "".join(blocks(README, "pycon"))
        test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
        assert len(test.examples) > 5
        told: list[str] = []
        assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)

    def test_it_has_a_place_for_the_results(self) -> None:
        text = README.read_text("utf-8")
        assert text.count(BEGIN) == text.count(END) == 1
        assert text.index(BEGIN) < text.index(END)


@pytest.mark.model
def test_the_sessions_of_the_integrations() -> None:
    session = "".join(blocks(ROOT / "docs" / "how-to" / "integrations.md", "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, "integrations", "integrations.md", 0)
    assert len(test.examples) > 20
    told: list[str] = []
    assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)


def config() -> dict:
    return json.loads((PACKAGED[DEFAULT] / "config.json").read_text("utf-8"))


def provenance() -> dict:
    return config()["provenance"]


@pytest.mark.model
def test_the_model_card_is_that_of_the_default_model() -> None:
    card = (ROOT / "docs" / "results" / "model-card.md").read_text("utf-8")
    assert card == model_card(PACKAGED[DEFAULT], ROOT / "experiments" / "results")
    held_out = provenance()["development"]
    assert f"Of {held_out['problems']} problems" in card
    assert f"it answers **{100 * held_out['accuracy']:.1f}%** correctly" in card


def anchors(page: Path) -> set[str]:
    """Return the names under which the headings of a page can be linked."""
    text = FENCE.sub("", page.read_text("utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_resolve(page: Path) -> None:
    broken = []
    for link in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if target in WRITTEN and not target.exists():
            continue
        there = target.exists() and target.is_relative_to(ROOT)
        if not there or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert not broken


@pytest.mark.parametrize("page", [*PAGES, CITATION], ids=lambda page: str(page.relative_to(ROOT)))
def test_no_paths_of_a_machine(page: Path) -> None:
    assert not MACHINE.findall(page.read_text("utf-8"))


def test_pages_that_must_be_there() -> None:
    names = {str(page.relative_to(ROOT)) for page in PAGES}
    assert names >= {
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "docs/reference/edge-labels.md",
        "docs/index.md",
        "docs/results/model-card.md",
    }


class TestCitation:
    def test_every_line_is_plain_yaml(self) -> None:
        """There is no YAML reader here; the file has only keys, strings and indented lists."""
        scalar = r"(?:\"[^\"\\]*\"|[\w.\-]+)"
        plain = re.compile(
            rf"(?: {{2}})*(?:- )?(?:[a-z\-]+:(?: {scalar})?|{scalar})"  # key, key: value, or value
        )
        for line in CITATION.read_text("utf-8").splitlines():
            assert plain.fullmatch(line), line

    def test_required_keys(self) -> None:
        text = CITATION.read_text("utf-8")
        keys = re.findall(r"^([a-z\-]+):", text, re.MULTILINE)
        assert len(keys) == len(set(keys))
        assert {"cff-version", "message", "title", "authors", "version", "license"} <= set(keys)
        assert text.startswith("cff-version: 1.2.0\n")

    def test_it_prefers_the_paper(self) -> None:
        _, _, paper = CITATION.read_text("utf-8").partition("\npreferred-citation:\n")
        assert all(line.startswith("  ") for line in paper.splitlines())
        assert {"  type: conference-paper", "  year: 2017"} <= set(paper.splitlines())
        assert re.findall(r'family-names: "(\w+)"', paper) == ["Roy", "Roth"]

    def test_version(self) -> None:
        [version] = re.findall(r'^version: "(.*)"$', CITATION.read_text("utf-8"), re.MULTILINE)
        assert version == unitdep.__version__


def test_the_changelog_begins_with_this_version() -> None:
    titles = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert titles[0] == unitdep.__version__
