"""The documentation as a site: sessions are run, generated pages are up to date, and it builds."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pages
from field_comments import comment_of
from paths import DOCS, ROOT
from sessions import agrees, commands, run_page
from unitdep.cli.app import app
from unitdep.schema import names, schema

SECTION = re.compile(r"^#{2,3} unitdep ([a-z ]+)$\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)


class TestSessions:
    """Pages with sessions are run as they stand."""

    @pytest.mark.model
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("page", "least"),
        [
            ("tutorial.md", 25),
            ("how-to/check.md", 13),
            ("how-to/hints-and-mistakes.md", 9),
            ("how-to/verify-models.md", 14),
            ("how-to/train.md", 7),
            ("how-to/own-data.md", 6),
            ("concepts/units.md", 5),
            ("concepts/graph.md", 3),
            ("concepts/search.md", 6),
            ("concepts/confidence.md", 8),
            ("concepts/limits.md", 13),
            ("how-to/teachers.md", 2),
            ("reference/api.md", 3),
        ],
    )
    def test_a_page(
        self, page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert run_page(DOCS / page, tmp_path, monkeypatch) >= least

    def test_a_wrong_output_is_found(self) -> None:
        assert agrees("7 pens\n...\nend\n", "7 pens\n= 9 - 2\nend\n")
        assert not agrees("8 pens\n...\n", "7 pens\n= 9 - 2\n")
        assert not agrees("7 pens\n", "7 pens\n= 9 - 2\n")

    def test_commands_of_a_session(self) -> None:
        first, second = commands("$ cat > f <<'END'\n> a\n> END\n$ cat f\na\nb\n")
        assert first.line == "cat > f <<'END'\na\nEND"
        assert first.shown == ""
        assert (second.line, second.shown) == ("cat f", "a\nb\n")


class TestGenerated:
    def test_it_is_fresh(self) -> None:
        generated = pages.pages()
        stale = [p.name for p, text in generated.items() if p.read_text("utf-8") != text]
        assert not stale, "run: make pages"
        assert set((DOCS / "pictures").iterdir()) == {p for p in generated if p.suffix == ".svg"}

    def test_every_command_with_the_options_of_its_help(self) -> None:
        """The help in a terminal is written by Typer, the page by us."""
        page = (DOCS / "reference" / "commands.md").read_text("utf-8")
        sections = {name: body for name, body in SECTION.findall(page) if "```sh" in body}
        assert set(sections) == set(command_names())
        for name, body in sections.items():
            offered = set(re.findall(r"^\| `(--[a-z-]+)", body, re.MULTILINE))
            assert offered == options(name), name

    def test_every_key_of_the_main_outputs(self) -> None:
        page = (DOCS / "reference" / "schemas.md").read_text("utf-8")
        assert re.findall(r"^## (.*)$", page, re.MULTILINE) == names()
        for name in ("solve", "check", "graph", "evaluate"):
            body = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
            assert all(f"| `{key}` |" in body for key in schema(name)["properties"])
        assert "| `quantities[].denominator` | string or null |" in page
        assert "| `steps[].closes` | boolean |" in page

    def test_the_comment_of_a_field(self) -> None:
        assert comment_of("text: str  # the problem") == "The problem."
        assert comment_of("    text: str") == ""
        assert comment_of("text: str = 'a # b'  # so it is.") == "So it is."


def command_names() -> Iterator[str]:
    for command in app.registered_commands:
        yield str(command.name)
    for group in app.registered_groups:
        assert group.typer_instance is not None
        for command in group.typer_instance.registered_commands:
            yield f"{group.name} {command.name}"


def options(command: str) -> set[str]:
    """Return the long options that a command's help lists."""
    shown = CliRunner().invoke(app, [*command.split(), "-h"], env={"COLUMNS": "200"}).stdout
    listed = re.findall(r"^│ \*? *(?:-\w,? +)?(--[a-z-]+)", shown, re.MULTILINE)
    return set(listed) - {"--help"}


class Loaded(HTMLParser):
    """Collects what a page makes a browser load."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if tag != "a":
            self.addresses += [found[key] or "" for key in ("src", "href") if key in found]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs", reason="MkDocs is not installed: pip install '.[docs]'")
    pytest.importorskip("material", reason="mkdocs-material is not installed")
    pytest.importorskip("mkdocstrings", reason="mkdocstrings is not installed")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
class TestSite:
    """``--strict`` fails if a link, an anchor or a page of the navigation is missing."""

    def test_every_page_is_built(self, site: Path) -> None:
        for page in DOCS.rglob("*.md"):
            assert (site / page.relative_to(DOCS).with_suffix(".html")).exists()
        assert (site / "project" / "ARCHITECTURE.html").exists()

    def test_nothing_comes_from_another_host(self, site: Path) -> None:
        addresses = {a for page in site.rglob("*.html") for a in Loaded(page).addresses}
        assert len(addresses) > 10
        assert not [a for a in addresses if re.match(r"(?:\w+:)?//", a)]

    def test_search_finds_the_tutorial(self, site: Path) -> None:
        assert '"tutorial.html' in (site / "search" / "search_index.json").read_text("utf-8")

    def test_the_api_has_the_public_names_with_their_docstrings(self, site: Path) -> None:
        page = (site / "reference" / "api.html").read_text("utf-8")
        for name in (
            "solver.Solver.solve_many",
            "solution.solution.Solution.steps",
            "checking.checker.check",
            "checking.checker.check_many",
        ):
            assert f'id="unitdep.{name}"' in page
        assert "Exact; None if there is no answer." in page

    def test_a_link_to_a_module_is_only_text(self, site: Path) -> None:
        page = (site / "project" / "ARCHITECTURE.html").read_text("utf-8")
        assert "solver.py" in page
        assert 'href="src/' not in page
        assert 'href="../reference/edge-labels.html"' in page

    def test_what_is_not_measured_yet_is_not_in_the_navigation(self, site: Path) -> None:
        home = (site / "index.html").read_text("utf-8")
        for page in ("results", "bench", "robustness", "throughput"):
            assert (f'href="results/{page}.html"' in home) == (
                DOCS / "results" / f"{page}.md"
            ).exists(), page
