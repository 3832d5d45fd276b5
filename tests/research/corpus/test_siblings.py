"""Stories with sibling questions."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from unitdep.cli.app import app
from unitdep.errors import TemplateError
from unitdep.research.corpus import Irrelevance, Split
from unitdep.research.corpus.check import problems
from unitdep.research.corpus.dataset import load
from unitdep.research.corpus.siblings.check import check_siblings, of_story
from unitdep.research.corpus.siblings.packaged import siblings_part, stories
from unitdep.research.corpus.siblings.story import from_json

LINE: dict[str, Any] = {
    "id": "x1-001",
    "story": "{F1} has [0] red and [1d] blue kites. A kite costs $[2].",
    "units": ["red kite", "blue kite", "dollar per kite"],
    "where": "n[0] > n[1]",
    "ask": [
        {"q": "How many kites has she?", "tree": "0+1", "unit": "kite", "asks": "total"},
        {
            "q": "How many kites has she after losing [3]?",
            "tree": "0+1-3",
            "unit": "kite",
            "asks": "after",
            "units": ["kite"],
            "where": "n[3] < n[1]",
        },
    ],
}


def test_every_question_is_a_template() -> None:
    first, second = from_json(LINE).templates
    assert first.text.endswith("A kite costs $[2]. How many kites has she?")
    assert (first.decimal, first.rates) == ({1}, {2})
    assert first.irrelevant == {2: Irrelevance.SAME_UNIT}
    assert first.where == "(n[0] > n[1])"
    assert second.where == "(n[0] > n[1]) and (n[3] < n[1])"
    assert second.units == ("red kite", "blue kite", "dollar per kite", "kite", "kite")
    assert (first.story, first.split) == ("x1-001", Split.TRAIN)


@pytest.mark.parametrize("missing", ["id", "story", "units", "ask"])
def test_what_a_story_must_have(missing: str) -> None:
    with pytest.raises(TemplateError, match=missing):
        from_json({name: value for name, value in LINE.items() if name != missing})


def test_a_story_turns_on_its_question() -> None:
    same = {**LINE, "ask": [LINE["ask"][0], {**LINE["ask"][0], "q": "What is the sum?"}]}
    assert list(of_story(from_json(same))) == ["all questions have the same expression"]
    assert list(of_story(from_json({**same, "twin": "x1-kites"}))) == []
    assert list(of_story(from_json({**LINE, "ask": LINE["ask"][:1]})))


def test_a_repeated_story_is_found() -> None:
    messages = [finding.message for finding in check_siblings([from_json(LINE)] * 2)]
    assert messages == ["the id is repeated"]


def test_a_text_of_another_collection_is_found() -> None:
    story = from_json(LINE)
    assert check_siblings([story]) == []
    copied = "Ann has 9 red and 4 blue kites. A kite costs $2. How many kites has she?"
    assert "another collection" in check_siblings([story], [copied])[0].message


def test_the_command_checks_stories(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps(LINE), "utf-8")
    done = CliRunner().invoke(app, ["corpus", "check", "--templates", str(path)])
    assert (done.exit_code, done.stdout.strip()) == (0, "2 templates, 0 findings")


class TestPackaged:
    def test_there_are_enough(self) -> None:
        assert len(stories()) > 2500
        assert sum(len(story.templates) for story in stories()) > 10_000

    def test_ids_are_unique(self) -> None:
        names = Counter(t.id for story in stories() for t in story.templates)
        assert [name for name, count in names.items() if count > 1] == []

    def test_some_are_right_by_every_check(self) -> None:
        wrong = [
            (template.id, message)
            for story in stories()[::25]
            for template in story.templates
            for message in (*problems(template), *of_story(story))
        ]
        assert wrong == []

    def test_writers_are_held_out_as_a_whole(self) -> None:
        writers = {split: {t.id.partition("-")[0] for t in siblings_part(split)} for split in Split}
        assert writers[Split.DEV] == {"v1"}
        assert writers[Split.TEST] == {"t1", "t2"}
        assert not writers[Split.TRAIN] & (writers[Split.DEV] | writers[Split.TEST])

    def test_they_are_data_sets(self) -> None:
        found = load("siblings-test")
        assert len(found.records) == len(siblings_part(Split.TEST))
        assert {record.meta["split"] for record in found.records} == {"test"}
