"""The corpus: templates, conditions, drawing, unit algebra, checks, generation."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from factories import TEMPLATE_FIELDS
from unitdep.cli.app import app
from unitdep.core.expression import evaluate
from unitdep.core.labels import QUESTION
from unitdep.errors import ConditionError, TemplateError, UnitError, UnsatisfiableError
from unitdep.reading.arithmetic import parse, parse_indices
from unitdep.reading.problem import from_doc
from unitdep.reading.spacy_pipeline import parse as parse_text
from unitdep.research.corpus import Irrelevance, Split, corpus, fill, generate, read
from unitdep.research.corpus.check import check, problems, too_close
from unitdep.research.corpus.labels import DERIVED, KINDS
from unitdep.research.corpus.output import instance_json
from unitdep.research.corpus.survey import survey
from unitdep.research.corpus.templates.conditions import clauses
from unitdep.research.corpus.templates.draw import draw
from unitdep.research.corpus.templates.packaged import signature
from unitdep.research.corpus.templates.reorder import reordered
from unitdep.research.corpus.templates.template import TRAINING, Template, from_json
from unitdep.research.corpus.units import fits, read_unit
from unitdep.research.datasets import data_root, load
from unitdep.research.evaluation.metrics.extraction import score, score_all
from unitdep.units.dimension import answers
from unitdep.units.kinds import Kinds, kinds
from unitdep.units.unit import Unit

TEMPLATE = from_json(TEMPLATE_FIELDS)
runner = CliRunner()


def test_a_template_is_read() -> None:
    assert TEMPLATE.size == 3
    assert TEMPLATE.left_out == (2,)
    assert TEMPLATE.irrelevant == {2: Irrelevance.OTHER_UNIT}
    assert TEMPLATE.group == "own-1"
    assert replace(TEMPLATE, story="s").group == "s"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "unknown keys colour"),
        ({"tree": "0/"}, "character"),
        ({"tree": None}, "."),
        ({"rates": 3}, "."),
        ({"irrelevant": {"2": "no such sort"}}, "no such sort"),
    ],
)
def test_a_bad_template_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(TemplateError, match=message):
        from_json({**TEMPLATE_FIELDS, **change})


def test_a_missing_key_is_named() -> None:
    with pytest.raises(TemplateError, match="units"):
        from_json({key: value for key, value in TEMPLATE_FIELDS.items() if key != "units"})


def holds(where: str, *numbers: float) -> bool:
    return all(clause([Fraction(n) for n in numbers]) for clause in clauses(where))


@pytest.mark.parametrize(
    ("where", "numbers", "expected"),
    [
        ("n[0]*2 == n[1] or not n[0] < 3", (2, 4), True),
        ("n[0] % n[1] == 0", (3, 0), False),
        ("n[0] in (4, 5) and n[1] not in [4]", (4, 5), True),
        ("2 < n[0] <= 4", (5,), False),
        ("n[0]/n[1] == 0.5", (1, 2), True),
        ("round(n[0]/n[1]) == 2 and max(n[0], n[1]) == 7", (7, 3), True),
        ("-n[0] < 0 and abs(n[0]-n[1]) == 3 and int(n[0]) == 2", (2, 5), True),
        ("n[0]//n[1] > 2", (9, 3), True),
    ],
)
def test_conditions(where: str, numbers: tuple[float, ...], expected: bool) -> None:
    assert holds(where, *numbers) is expected


def test_a_condition_has_clauses_with_their_numbers() -> None:
    found = clauses("n[0]>n[2] and (n[1]>1 and n[2]>1)")
    assert [clause.indices for clause in found] == [(0, 2), (1,), (2,)]


@pytest.mark.parametrize(
    "where",
    [
        "__import__('os').getcwd() == 1",
        "n[0] ** 9 > 1",
        "m[0] > 1",
        "n[-1] > 0",
        "n[0].real > 0",
        "[x for x in n]",
        "n[0] >",
        "open('x')",
        "'a' == 'a'",
        "(" * 300 + "1" + ")" * 300,
    ],
)
def test_a_condition_runs_nothing_else(where: str) -> None:
    with pytest.raises(ConditionError):
        clauses(where)


def test_numbers_are_built_to_fit() -> None:
    tight = replace(TEMPLATE, where="n[0]%n[1]==0 and n[0]//n[1]==7*n[2] and n[2]%3==0 and n[1]>5")
    for seed in range(5):
        numbers = draw(tight, random.Random(seed))
        assert holds(tight.where, *numbers)
        assert evaluate(tight.tree, numbers).denominator == 1


def test_impossible_conditions_are_told() -> None:
    with pytest.raises(UnsatisfiableError, match="no numbers"):
        draw(replace(TEMPLATE, where="n[0] < n[1] and n[0] > n[1]"), random.Random(0))


def test_decimals_only_where_they_are_allowed() -> None:
    money = replace(
        TEMPLATE,
        text="A cap is $[0] and a bag $[1]; [2] people look. What do both cost?",
        tree=parse("0+1").tree,
        decimal=frozenset({0, 1}),
        where="",
    )
    drawn = [draw(money, random.Random(seed)) for seed in range(40)]
    assert any(numbers[0].denominator > 1 for numbers in drawn)
    assert all(numbers[2].denominator == 1 for numbers in drawn)
    for seed in range(40):
        filled = fill(money, random.Random(seed))
        assert all(re.fullmatch(r"[\d,]+(\.\d\d)?", n.text) for n in filled.numbers[:2])


def test_filling_keeps_every_label() -> None:
    filled = fill(TEMPLATE, random.Random(3))
    assert all(filled.text[n.start : n.end] == n.text for n in filled.numbers)
    assert "{" not in filled.text
    assert "[" not in filled.text
    first, second, _ = (n.value for n in filled.numbers)
    assert filled.answer == first / second
    assert filled.units == TEMPLATE.units
    record = filled.record()
    assert record.rates == {1}
    assert record.answer == filled.answer


def test_numbers_are_written_in_several_ways() -> None:
    texts = [fill(TEMPLATE, random.Random(seed)) for seed in range(300)]
    written = {n.text for filled in texts for n in filled.numbers}
    assert any(re.fullmatch(r"\d,\d{3}", text) for text in written)
    assert any(text.isalpha() for text in written)
    assert any(re.fullmatch(r"\d{2}", text) for text in written)


def test_numbers_out_of_order_are_renumbered() -> None:
    turned = replace(
        TEMPLATE,
        text="In boxes of [1] pens, {F1} packs [0] pens; [2] pencils stay out. How many boxes?",
    )
    filled = fill(turned, random.Random(1))
    assert filled.order == (1, 0, 2)
    assert filled.units == ("pen per box", "pen", "pencil", "box")
    assert filled.rates == {0}
    assert filled.answer == filled.numbers[1].value / filled.numbers[0].value


KNOWN = Kinds({"tulip": frozenset({"tulip", "flower"}), "daisy": frozenset({"daisy", "flower"})})


@pytest.mark.parametrize(
    ("tree", "units", "fine"),
    [
        ("0/1", ["flower", "flower per bouquet", "bouquet"], True),
        ("0*1", ["flower", "flower per bouquet", "bouquet"], False),
        ("0-1", ["flower", "flower per bouquet", "flower"], False),
        ("0+1", ["tulip", "daisy", "flower"], True),
        ("(0+1)/2", ["tulip", "daisy", "flower per vase", "vase"], True),
        ("0+1", ["tulip", "dollar", "flower"], False),
        ("0/1", ["apple", "child", "apple per child"], True),
        ("0/1-2", ["apple", "child", "apple", "apple"], True),
        ("0*1", ["meter", "meter", "square meter"], True),
        ("0*1", ["pen", "times", "pen"], True),
        ("0/1", ["pen", "pen", "times"], True),
        ("0/(1*2)", ["fish", "penguin", "fish per penguin per day", "day"], True),
        ("0*1*2", ["box", "pack per box", "pen per pack", "pen"], True),
    ],
)
def test_unit_algebra(
    tree: str, units: list[str], fine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unitdep.research.corpus.units.kinds", lambda: KNOWN)
    rates = [i if i < len(units) - 1 else -1 for i, u in enumerate(units) if " per " in u]
    template = from_json({"id": "x", "text": "", "tree": tree, "rates": rates, "units": units})
    if fine:
        fits(template)
    else:
        with pytest.raises(UnitError):
            fits(template)


def test_nouns_can_go_one_to_one() -> None:
    guests = from_json(
        {
            "id": "x",
            "text": "",
            "tree": "0-1",
            "rates": [],
            "units": ["seat", "guest", "seat"],
        }
    )
    with pytest.raises(UnitError, match="cannot be added"):
        fits(guests)
    fits(replace(guests, alike=(("seat", "guest"),)))


def test_kinds_are_transitive_and_not_symmetric() -> None:
    known = kinds()
    assert known.covers(frozenset({"tulip"}), frozenset({"tulip"}))
    assert answers([read_unit("tulip")], read_unit("flower"), known)
    assert not answers([read_unit("flower")], read_unit("tulip"), known)


BROKEN = {
    "slot-missing": ({"text": "{F1} packs [0] pens in [1]. How many boxes?"}, "there are units"),
    "digit": ({"text": TEMPLATE_FIELDS["text"] + " In 3 days?"}, "outside a slot"),
    "word": ({"text": TEMPLATE_FIELDS["text"] + " Or two?"}, "'two' is not a slot"),
    "index": ({"tree": "0/7"}, "a number that is not in the text"),
    "twice": ({"tree": "0/0"}, "twice"),
    "single": ({"tree": "0"}, "fewer than two"),
    "rates": ({"rates": []}, "disagree"),
    "unit": ({"units": ["Pen", "pen per box", "pencil", "box"]}, "not a unit"),
    "left-out": ({"irrelevant": {}}, "irrelevant lists"),
    "kinds": ({"kinds": ["nonsense"]}, "nonsense"),
    "story": ({"story": "s"}, "asks must be one of"),
    "condition": ({"where": "n[9]>1"}, "a number that is not in the text"),
    "unsatisfiable": ({"where": "n[0]<0"}, "no numbers satisfy"),
    "algebra": ({"tree": "0*1"}, "the tree gives"),
    "graph": ({"tree": "0-1"}, "no unit dependency graph"),
}


@pytest.mark.parametrize(("change", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_check_finds_what_is_wrong(change: dict[str, object], message: str) -> None:
    found = " | ".join(problems(from_json({**TEMPLATE_FIELDS, **change})))
    assert message in found


def test_a_sound_template_has_no_problems() -> None:
    assert list(problems(TEMPLATE)) == []


def test_check_finds_repeats() -> None:
    twin = replace(TEMPLATE, id="own-2", text=TEMPLATE.text.replace("packs", "puts"))
    messages = [f.message for f in check([TEMPLATE, TEMPLATE, twin])]
    assert "the id occurs more than once" in messages
    assert any("match with own-1" in message for message in messages)
    same_story = [replace(t, story="s", asks="groups") for t in (TEMPLATE, twin)]
    assert [f.message for f in check(same_story)] == ["the same expression as own-1"]
    assert [f.message for f in check(same_story[:1])] == ["a story with 1 questions"]


def test_check_compares_with_other_collections() -> None:
    text = fill(TEMPLATE, random.Random(9)).text
    found = check([TEMPLATE], [text])
    assert [f.message.split(" with ")[1] for f in found] == ["a text of another collection"]


# The corpus itself.


def test_every_second_template_is_sound() -> None:
    """All of them are checked by `unitdep corpus check`."""
    wrong = {template.id: list(problems(template)) for template in corpus()[::2]}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_the_corpus_covers_what_it_should() -> None:
    counts = survey(corpus())
    assert counts.templates >= 3000
    assert sum(n for size, n in counts.stories.items() if 2 <= size <= 4) >= 500
    assert set(counts.stories) <= {2, 3, 4}
    of_stories = {"sibling", "irrelevant-same-unit"}
    wanted = (KINDS | set(DERIVED)) - {"question-middle"} - of_stories
    few = {label: counts.labels[label] for label in wanted if counts.labels[label] < 60}
    assert few == {}
    assert 2 * counts.labels["irrelevant"] >= counts.templates
    assert 3 * counts.labels["irrelevant-two"] >= counts.labels["irrelevant"]
    assert min(counts.asks.values()) >= 60


def test_splits_keep_stories_together() -> None:
    by_group: dict[str, set[Split]] = {}
    for t in corpus():
        by_group.setdefault(t.group, set()).add(t.split)
    assert all(len(found) == 1 for found in by_group.values())
    shared = [t for t in corpus() if not t.group.startswith(TRAINING)]
    sizes = {split: sum(t.split is split for t in shared) / len(shared) for split in Split}
    assert sizes[Split.TRAIN] > 0.65
    assert sizes[Split.DEV] > 0.08
    assert sizes[Split.TEST] > 0.15


def test_generation_is_the_same_for_a_seed() -> None:
    templates = corpus()[:50]
    first = [i.text for i in generate(templates, 120, 4)]
    assert first == [i.text for i in generate(templates, 120, 4)]
    assert first[:70] == [i.text for i in generate(templates, 70, 4)]
    assert first != [i.text for i in generate(templates, 120, 5)]
    assert len(first) == 120
    assert len(set(first)) > 115


def test_the_numbers_of_generated_texts_are_found() -> None:
    sample = random.Random(0).sample(corpus(), 150)
    found = 0
    for instance in generate(sample, 150, 1):
        problem = from_doc(parse_text(instance.text))
        spans = {(q.number.start, q.value) for q in problem.quantities}
        found += {(n.start, n.value) for n in instance.numbers} <= spans
    assert found >= 0.95 * 150


def test_generated_problems_as_json() -> None:
    for instance in generate(corpus()[:40], 40, 2):
        shown = json.loads(json.dumps(instance_json(instance)))
        assert len(shown["quantities"]) == instance.template.size
        value = evaluate(parse(shown["expression"]).tree, parse(shown["expression"]).values)
        assert value == instance.answer
        assert set(shown["irrelevant"]) == {
            str(instance.order.index(i)) for i in instance.template.left_out
        }


def test_scoring_units() -> None:
    filled = fill(TEMPLATE, random.Random(3))
    report = score(filled, (Unit("pen"), Unit("pen", (), "bag"), Unit("pencil"), Unit("box")))
    assert report.units.recall == 2 / 3
    assert report.rates.f1 == 1.0
    assert report.question_units.right == 1
    whole = score_all([filled])
    assert whole.units.recall == 1.0
    assert whole.to_json()["templates"] == 1


def test_command_generate(tmp_path: Path) -> None:
    done = runner.invoke(app, ["corpus", "generate", "--size", "5", "--seed", "3"])
    assert done.exit_code == 0
    lines = [json.loads(line) for line in done.output.splitlines()]
    assert len(lines) == 5
    output = tmp_path / "problems.jsonl"
    done = runner.invoke(
        app, ["corpus", "generate", "--size", "4", "--split", "test", "-o", str(output)]
    )
    assert done.exit_code == 0
    assert {json.loads(line)["split"] for line in output.read_text().splitlines()} == {"test"}
    records = load(str(output)).records
    assert all(record.answer is not None for record in records)


def test_command_check(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    file.write_text(json.dumps(TEMPLATE_FIELDS) + "\n", "utf-8")
    done = runner.invoke(app, ["corpus", "check", "--templates", str(file)])
    assert done.exit_code == 0
    assert "1 templates, 0 findings" in done.output
    file.write_text(json.dumps({**TEMPLATE_FIELDS, "tree": "0*1"}) + "\n", "utf-8")
    done = runner.invoke(app, ["corpus", "check", "--templates", str(file), "--json"])
    assert done.exit_code == 1
    assert json.loads(done.output)["findings"][0]["template"] == "own-1"
    file.write_text("[1]\nnot json\n", "utf-8")
    done = runner.invoke(app, ["corpus", "check", "--templates", str(file)])
    assert done.exit_code == 1
    assert "own.jsonl:2: not JSON" in done.output
    file.write_text("", "utf-8")
    done = runner.invoke(app, ["corpus", "check", "--templates", str(file)])
    assert done.exit_code == 2


def test_command_info() -> None:
    done = runner.invoke(app, ["corpus", "info"])
    assert done.exit_code == 0
    assert json.loads(done.output)["hash"] == signature()


def test_a_folder_of_templates_is_read(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(TEMPLATE_FIELDS) + "\n", "utf-8")
    found, bad = read(tmp_path)
    assert len(found) == 2
    assert bad == []


@pytest.mark.paper
def test_no_template_matches_another_problem() -> None:
    names = [p for p in sorted(data_root().rglob("*.json*")) if "fold" not in p.name]
    texts: set[str] = set()
    for path in names:
        texts |= {r.text for r in load(str(path)).records}
    assert len(texts) > 3000
    assert list(too_close(corpus(), sorted(texts))) == []


def test_rates_are_of_known_vertices() -> None:
    for t in corpus():
        assert all(v == QUESTION or 0 <= int(v) < t.size for v in t.rates)


def made(text: str) -> Template:
    return Template("x", text, parse_indices("0-1"), frozenset(), ("pen", "pen", "pen"))


@pytest.mark.parametrize(
    ("text", "swapped"),
    [
        (
            "A shelf holds [0] pens. A box holds [1] pens. How many fewer?",
            "A box holds [1] pens. A shelf holds [0] pens. How many fewer?",
        ),
        ("{F1} has [0] pens. She lost [1] pens. How many are left?", None),  # a pronoun
        ("{F1} has [0] pens. {F1} lost [1] pens. How many?", None),  # one person's story
        ("A shelf holds [0] pens. Then [1] pens fell. How many?", None),  # an order in time
        ("A shelf holds [0] pens and a box [1] pens. How many fewer?", None),
    ],
)
def test_sentences_change_places_where_that_is_safe(text: str, swapped: str | None) -> None:
    template = made(text)
    found = reordered(template, random.Random(0))
    assert found.text == (swapped or text)
    if swapped:
        before, after = fill(template, random.Random(1)), fill(found, random.Random(1))
        assert after.answer == before.answer
        assert after.order == (1, 0)


def test_templates_written_for_training_are_in_no_other_part() -> None:
    names = [f"{TRAINING}x-{k}" for k in range(30)]
    assert {replace(made("[0] [1]"), id=name).split for name in names} == {Split.TRAIN}
    assert len({replace(made("[0] [1]"), id=f"x-{k}").split for k in range(60)}) == 3
