"""The English of docstrings, messages, help texts, pages and documents (CONTRIBUTING.md)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from paths import ROOT
from prose import Piece, findings, pieces

SOURCE = ROOT / "src" / "unitdep"
SUFFIXES = {".py", ".md", ".html", ".js", ".json", ".toml", ".txt", ".tsv"}
# Problems, templates and models are data; prose.py and this file quote what they forbid.
NOT_PROSE = (
    "models/default",
    "models/fast",
    "models/linear",
    "research/corpus/data",
    "research/corpus/templates",
    "tests/data",
)
QUOTES = {"prose.py", "test_prose.py"}


def rooms() -> dict[str, list[Path]]:
    """Return the files with prose by the part of the project that they belong to."""
    found = {path.name: [*path.rglob("*")] for path in sorted(SOURCE.iterdir()) if path.is_dir()}
    found["unitdep"] = [*SOURCE.glob("*")]
    for name in ("tools", "benchmarks", "fuzz", "tests", "docs"):
        found[name] = [*(ROOT / name).rglob("*")]
    found["root"] = [*ROOT.glob("*.md"), ROOT / "pyproject.toml"]
    return {name: sorted(filter(is_prose, paths)) for name, paths in found.items() if paths}


def is_prose(path: Path) -> bool:
    place = path.relative_to(ROOT).as_posix().removeprefix("src/unitdep/")
    return (
        path.is_file()
        and path.suffix in SUFFIXES
        and path.name not in QUOTES
        and not place.startswith(NOT_PROSE)
    )


ROOMS = rooms()


@pytest.mark.parametrize("room", ROOMS)
def test_wording(room: str) -> None:
    strings = room != "tests"  # there they are problems, and messages that are quoted
    wrong = [
        str(one)
        for path in ROOMS[room]
        for piece in pieces(path, strings=strings)
        for one in findings(piece)
    ]
    assert not wrong, f"{len(wrong)} wordings:\n" + "\n".join(wrong)


def names(text: str, *, docstring: bool = False) -> Iterator[str]:
    piece = Piece(Path("a.py"), 1, text, docstring)
    return (one.wrong.split(":")[0] for one in findings(piece))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Measured anew.", "anew"),
        ("the folder beside it", "beside"),
        ("This is no model file.", "is no"),
        ("texts that are no problems", "is no"),
        ("What goes on\nafter a crash", "goes on"),
        ("so many rows", "so many"),
        ("a 95 % interval", "95 %"),
        ("{} % of them", "95 %"),
        ("the unit; None where it is unknown", "None where"),
        ("where there is none", "where there is none"),
        ("a list a fold", "a list a fold"),
        ("computed once a shape", "a list a fold"),
        ("one section a table", "a list a fold"),
        ("learnt from the corpus", "learnt from"),
    ],
)
def test_what_is_found(text: str, name: str) -> None:
    assert list(names(text)) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "There is no such file, and it is no longer needed.",
        "besides, 95% of them",
        "so many rows that memory runs out",
        "once a problem is read, 30 rows a second",
        "ten problems of a text and a table",
        "Where the files are is up to you.",
        "x % 2, or 100 %d",
    ],
)
def test_what_is_fine(text: str) -> None:
    assert list(names(text)) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [("Give the unit.", 1), ("Tell whether", 1), ("Say why", 1), ("Saying", 0), ("Return it", 0)],
)
def test_openings(text: str, count: int) -> None:
    assert len(list(names(text, docstring=True))) == count
    assert list(names(text)) == []
