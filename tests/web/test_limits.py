"""The pages and the API take their limits and formats from the program."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from unitdep.explain import formats
from unitdep.reading.text import MAX_CHARACTERS, MAX_WORKING
from unitdep.web.pages import PAGES, STATIC, page_html
from unitdep.web.requests import GraphBody


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_left_to_fill_in(path: str) -> None:
    assert not re.search(r"\{\w+\}", page_html(path))


def test_a_page_allows_as_long_a_text_as_the_program() -> None:
    limits = {path: re.findall(r'maxlength="(\d+)"', page_html(path)) for path in PAGES}
    assert limits["/"] == [str(MAX_CHARACTERS)]
    assert limits["/check"] == [str(MAX_CHARACTERS), str(MAX_WORKING), str(MAX_WORKING)]


def test_no_page_has_a_limit_of_its_own() -> None:
    for name in ("solve", "check"):
        assert 'maxlength="{' in (STATIC / f"{name}.html").read_text("utf-8")


def test_graphs_have_all_formats() -> None:
    known = get_args(GraphBody.model_fields["format"].annotation)
    assert set(known) == {*formats, "tree-svg", "bar-svg"}
