"""The problems on the start page: three kinds, and the packaged model solves them all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import unitdep
from unitdep.web.pages import STATIC

_NAME = re.compile(r'name: "([^"]+)",\s+answer: "([^"]+)",\s+text:\s+((?:"[^"]*"[\s+]*)+)')


def examples(path: Path = STATIC / "examples.js") -> list[tuple[str, str, str]]:
    """Return name, answer and text of each example of the solve page."""
    listed = path.read_text("utf-8").partition("const PENCILS")[0]
    return [
        (name, answer, "".join(re.findall(r'"([^"]*)"', text)))
        for name, answer, text in _NAME.findall(listed)
    ]


def test_three_kinds() -> None:
    assert len({name for name, _, _ in examples()}) == 3


@pytest.mark.model
@pytest.mark.parametrize(("name", "answer", "text"), examples())
def test_the_program_solves_them(name: str, answer: str, text: str) -> None:
    solution = unitdep.solve(text)
    assert (solution.answer_text, solution.sure) == (answer, True), name
