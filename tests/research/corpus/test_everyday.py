"""Everyday templates: the format, filling, and what of their gold labels the reading reaches."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from unitdep.core.expression import render
from unitdep.core.labels import Finish
from unitdep.errors import TemplateError
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
