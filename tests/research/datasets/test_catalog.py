"""The catalog of data sets: datasets.toml is complete and consistent."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from unitdep.errors import DatasetNotFoundError
from unitdep.research.datasets.catalog import ALIASES, CATALOG, KnownSet, find, lookup
from unitdep.research.datasets.readers import READERS


def test_every_listed_file_belongs_to_a_set() -> None:
    text = files("unitdep.research.datasets").joinpath("datasets.toml").read_text("utf-8")
    listed = [entry["path"] for entry in tomllib.loads(text)["files"]]
    assert len(listed) == len(set(listed))
    assert set(listed) == {file.path for known in CATALOG.values() for file in known.files}


@pytest.mark.parametrize("known", CATALOG.values(), ids=lambda known: known.name)
def test_a_set_is_complete(known: KnownSet) -> None:
    assert known.heading
    assert known.title
    assert known.layout.format in READERS
    assert known.size == sum(file.size for file in known.files)
    assert len(known.files) == len(set(known.files))
    home = known.home
    assert (known.licence == "MIT") == (home == "https://github.com/CogComp/arithmetic")
    assert any(file.path.endswith("LICENSE") for file in known.files) == (known.licence == "MIT")


def test_headings_are_distinct() -> None:
    headings = [known.heading for known in CATALOG.values()]
    assert len(headings) == len(set(headings))


def test_lookup() -> None:
    assert lookup("AllArith") is CATALOG["allarith"] is find("allarith")
    assert lookup("Commoncore") is CATALOG["multiarith"]
    assert ALIASES == {
        "illinois": "singleop",
        "commoncore": "multiarith",
        "commoncore-blocks": "multiarith-blocks",
    }
    assert lookup("nothing") is None
    with pytest.raises(DatasetNotFoundError, match="unknown data set 'nothing'; the sets are pool"):
        find("nothing")


def test_files_of_a_layout() -> None:
    folder = "arithmetic/2017/allArithLex"
    lex = CATALOG["allarithlex"].layout
    folds = tuple(f"{folder}/fold{k}.txt" for k in range(5))
    assert lex.id_files == folds
    assert lex.paths == (f"{folder}/questions.json", f"{folder}/rateAnnotations.txt", *folds)
    perturb = CATALOG["perturb"].layout
    assert perturb.paths == ("arithmetic/2018/questions.json", "arithmetic/2018/perturb/new.txt")
    assert CATALOG["pool"].layout.id_files == ()
