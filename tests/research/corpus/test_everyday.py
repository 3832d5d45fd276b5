"""Everyday templates: the format, filling, and what of their gold labels the reading reaches."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

from unitdep.core.expression import render
from unitdep.core.labels import Finish
from unitdep.errors import TemplateError
from unitdep.research.corpus.everyday.fill import fill
from unitdep.research.corpus.everyday.gold import Unreachable, annotate_everyday
from unitdep.research.corpus.everyday.template import EverydayTemplate, from_json

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


def everyday() -> list[EverydayTemplate]:
    folder = files("unitdep.research.corpus").joinpath("data/everyday")
    paths = sorted((path for path in folder.iterdir()), key=lambda path: path.name)
    lines = (line for path in paths for line in path.read_text("utf-8").splitlines())
    return [from_json(json.loads(line)) for line in lines]


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
