"""The page to print: self-contained, with a key on a page of its own, the same bytes each time."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from unitdep.cli.app import app
from unitdep.practice import Settings, exercises
from unitdep.practice.sheets import FORMATS, Paper, Sheet, write

ASKED = Settings(("groups", "rounding", "time", "money"), count=8, seed=7)


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return Sheet(tuple(exercises(ASKED)), ASKED)


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_seed_gives_the_same_bytes(sheet: Sheet, form: str) -> None:
    again = Sheet(tuple(exercises(ASKED)), ASKED)
    assert write(again, form) == write(sheet, form)


class Tags(HTMLParser):
    """Checks that elements are closed in order."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page(sheet: Sheet) -> None:
    page = write(sheet, "html").decode()
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    assert not re.search(r"(src|href)=|url\(|@import|<script", page)
    problems, key = page.split('<section class="key">')
    for exercise in sheet.exercises:
        assert exercise.answer_text not in re.sub(r"<p>.*?</p>", "", problems)
        assert f"<strong>{exercise.answer_text}</strong>" in key
    assert "break-before: page" in page
    assert page.count("Seed 7.") == 2
    assert f"{sheet.command}</footer>" in page


def test_paper_type_and_no_key(sheet: Sheet) -> None:
    small = write(sheet, "html").decode()
    large = write(replace(sheet, paper=Paper.LETTER, large=True, key=False), "html").decode()
    assert "size: A4" in small
    assert "size: letter" in large
    sizes = [float(re.findall(r"font: ([\d.]+)pt/", page)[0]) for page in (small, large)]
    assert sizes[1] > 1.3 * sizes[0]
    assert "Key" not in large


def test_markup_in_a_title_is_text(sheet: Sheet) -> None:
    page = write(replace(sheet, title="<b>&"), "html").decode()
    assert "<h1>&lt;b&gt;&amp;</h1>" in page


def test_no_title_breaks_a_file(tmp_path: Path) -> None:
    """Bytes that aren't UTF-8, and characters that XML doesn't have."""
    target = tmp_path / "sheet.xml"
    asked = ["worksheet", "--kinds", "groups", "--count", "1", "--format", "moodle"]
    title = "a\x01b\udcff" + "c" * 5000
    result = CliRunner().invoke(app, [*asked, "--title", title, "-o", str(target)])
    assert result.exit_code == 0, result.output
    category = ElementTree.fromstring(target.read_bytes()).find("question/category/text")
    assert category is not None
    assert str(category.text).startswith("$course$/unitdep/a b\ufffdccc")
    assert len(str(category.text)) < 300
