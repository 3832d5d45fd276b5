"""Everyday templates: the format, filling, and what of their gold labels the reading reaches."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from factories import TEMPLATE_FIELDS
from unitdep.cli.app import app
from unitdep.core.expression import render
from unitdep.core.labels import Finish
from unitdep.errors import TemplateError
from unitdep.research.corpus.everyday.check import check_everyday, problems
from unitdep.research.corpus.everyday.fill import fill
from unitdep.research.corpus.everyday.gate import gate_of_templates, gate_of_texts
from unitdep.research.corpus.everyday.gold import Unreachable, annotate_everyday
from unitdep.research.corpus.everyday.packaged import everyday
from unitdep.research.corpus.everyday.template import from_json

FIELDS: dict[str, Any] = {
    "id": "t",
    "text": "A coat cost $[0] and is now [1]% off. What does it cost?",
    "tree": "0*less(1)",
    "implied": [],
    "units": ["dollar", "percent", "dollar"],
    "where": "n[0] % 20 == 0",
    "kinds": ["percent-change"],
    "finish": "exact",
}


def test_a_template_is_read() -> None:
    template = from_json(FIELDS)
    [asked] = template.questions
    assert render(asked.tree, "ab") == "a * (1 - b)"
    assert asked.finish is Finish.EXACT
    assert template.values([60, 25]) == [60, Fraction(1, 4)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"tree": "0*5"},
        {"tree": "c0"},
        {"tree": "half(0)"},
        {"finish": "soon"},
        {"units": ["a"]},
        {"where": "max(n)"},
    ],
)
def test_what_is_wrong_is_told(wrong: dict[str, Any]) -> None:
    with pytest.raises(TemplateError):
        from_json({**FIELDS, **wrong})


def test_the_corpus() -> None:
    templates = everyday()
    assert len({template.id for template in templates}) == len(templates) >= 5000
    kinds = Counter(template.kinds[0] for template in templates)
    assert sum(count >= 250 for count in kinds.values()) >= 22


def test_gold_trees_are_within_reach() -> None:
    filled = [fill(template, random.Random(template.id)) for template in everyday()[::60]]
    read = list(annotate_everyday(filled))
    lost = [one for one in read if isinstance(one, Unreachable)]
    assert len(lost) <= 0.1 * len(read), lost


AGAIN: dict[str, Any] = {
    "id": "a",
    "text": "{F1} has [0] cups and {F2} has as many. How many cups have they?",
    "tree": "0+c0",
    "implied": [{"word": "as many", "kind": "again", "of": 0}],
    "units": ["cup", "cup"],
    "where": "n[0] < 50",
    "kinds": ["again"],
}


class TestCheck:
    def test_nothing_is_wrong(self) -> None:
        found = check_everyday([from_json(FIELDS), from_json(AGAIN)])
        assert (found.findings, found.questions) == ((), 2)

    @pytest.mark.parametrize(
        ("fields", "change", "said"),
        [
            (FIELDS, {"text": "Now [1]% off $[0]. What does it cost?"}, "not each once"),
            (FIELDS, {"text": "$[0], [0]% off. What does it cost?"}, "not each once"),
            (FIELDS, {"text": "$[0] and 5 more, [1]% off. How much?"}, "outside a slot"),
            (FIELDS, {"units": ["dollar", " ", "dollar"]}, "a number without a unit"),
            (FIELDS, {"units": ["dollar", "percent", ""]}, "a question without a unit"),
            (FIELDS, {"tree": "less(0)*1"}, "only a factor has faces"),
            (FIELDS, {"tree": "0*less(1)+0"}, "uses a number twice"),
            (FIELDS, {"finish": "up"}, "finish up needs a division"),
            (FIELDS, {"finish": "nearest"}, "belong together"),
            (FIELDS, {"to": "10"}, "belong together"),
            (FIELDS, {"where": "n[2] > 5"}, "not in the text: n[2] > 5"),
            (FIELDS, {"where": "n[0] > 5 and n[0] < 5"}, "no numbers satisfy"),
            (FIELDS, {"kinds": ["typed"]}, "the main kind must be one of add-subtract, again"),
            (FIELDS, {"kinds": []}, "the main kind must be one of"),
            (FIELDS, {"kinds": ["percent-change", "odd"]}, "unknown kinds: odd"),
            (AGAIN, {"tree": "0"}, "c0 (as many) is not used"),
            (AGAIN, {"text": "I have [0] cups. And you?"}, "'as many' is not in the text"),
            (AGAIN, {"implied": [{"word": "as many", "kind": "again", "of": 3}]}, "number 3"),
        ],
    )
    def test_a_finding(self, fields: dict[str, Any], change: dict[str, Any], said: str) -> None:
        found = check_everyday([from_json({**fields, **change})])
        assert any(said in finding.message for finding in found.findings), found.findings
        assert found.questions == 0

    def test_together(self) -> None:
        same_text = {**FIELDS, "id": "u", "text": FIELDS["text"].replace("cost ", "cost  ")}
        found = check_everyday([from_json(fields) for fields in (FIELDS, FIELDS, same_text)])
        assert [f.message for f in found.findings] == [
            "the id occurs more than once",
            "the same text as t",
        ]

    def test_out_of_reach_is_only_counted(self) -> None:
        spring = [{"word": "spring", "kind": "constant", "value": "31", "unit": "day per spring"}]
        text = "I walk [0] miles a day all spring. How many miles do I walk?"
        fields = {**AGAIN, "text": text, "tree": "0*c0", "implied": spring}
        fields["units"] = ["mile per day", "mile"]
        found = check_everyday([from_json(fields)])
        assert (found.findings, found.questions, found.unreachable) == ((), 1, 1)

    def test_a_part_of_the_package(self) -> None:
        steps: list[str] = []
        some = everyday()[::90]
        found = check_everyday(some, steps.append)
        assert not found.findings
        assert found.unreachable <= 0.1 * found.questions
        assert len(steps) == len(some) + found.questions

    def test_all_of_the_package_without_filling(self) -> None:
        templates = everyday()
        assert [(t.id, wrong) for t in templates for wrong in problems(t)] == []
        texts = Counter(" ".join(t.text.lower().split()) for t in templates)
        assert [text for text, count in texts.items() if count > 1] == []


class TestCommand:
    def run(self, file: Path, *fields: dict[str, Any]) -> Result:
        file.write_text("".join(json.dumps(one) + "\n" for one in fields), "utf-8")
        return CliRunner().invoke(app, ["corpus", "check", "--templates", str(file)])

    def test_a_file_of_both_formats(self, tmp_path: Path) -> None:
        done = self.run(tmp_path / "both.jsonl", FIELDS, TEMPLATE_FIELDS, AGAIN)
        assert done.exit_code == 0, done.output
        assert "0 of 2 everyday questions out of reach" in done.output
        assert "3 templates, 0 findings" in done.output

    def test_findings(self, tmp_path: Path) -> None:
        done = self.run(tmp_path / "own.jsonl", {**FIELDS, "finish": "up"})
        assert done.exit_code == 1
        assert "t: finish up needs a division as the last step" in done.output

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"units": []}, "own.jsonl:1: 2 numbers in the text, but 0 have units"),
            ({"implied": [{"word": "a", "kind": "count", "value": "1/0"}]}, "own.jsonl:1: "),
            ({"implied": [{"word": "a", "kind": "odd"}]}, "own.jsonl:1: "),
            ({"implide": []}, "own.jsonl:1: unknown keys implide"),
        ],
    )
    def test_what_is_not_a_template(
        self, tmp_path: Path, change: dict[str, Any], said: str
    ) -> None:
        done = self.run(tmp_path / "own.jsonl", {**FIELDS, **change})
        assert done.exit_code == 1
        assert said in done.output


def test_the_gate_is_counted(tmp_path: Path) -> None:
    found = gate_of_templates(everyday()[::200])
    assert 0.8 < found.to_dict()["share"] <= 1
    path = tmp_path / "wild.jsonl"
    texts = [
        {"text": "I walk 3 miles a day. How far is that in a week?", "expression": "3 * 7"},
        {"text": "I have 3 pens and 4 cups. How many things?", "expression": "3 + 4 + 99"},
    ]
    rows = [{"answer": "1", "kind": "k", **row} for row in texts]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert (gate_of_texts(path).problems, gate_of_texts(path).reached) == (2, 1)
