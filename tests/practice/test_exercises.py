"""Exercises: the same for the same settings, within their limits, and right."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction

import pytest

from paths import ROOT
from unitdep.checking import Verdict
from unitdep.core.expression import evaluate
from unitdep.core.labels import Finish
from unitdep.errors import PracticeError
from unitdep.practice import KINDS, LEVELS, Exercise, Settings, chosen, exercises, recall
from unitdep.practice.making.fitness import is_well_written, left_out
from unitdep.practice.readability import grade, syllables, words
from unitdep.practice.settings import number_range
from unitdep.practice.tutoring.judging import judge
from unitdep.reading.arithmetic import parse
from unitdep.research.corpus.everyday.packaged import everyday, main_kinds
from unitdep.research.corpus.labels import DERIVED
from unitdep.research.corpus.labels import KINDS as WRITTEN
from unitdep.research.corpus.siblings.story import KIND as SIBLING
from unitdep.research.corpus.templates.fill import names
from unitdep.research.corpus.templates.packaged import corpus

PAPER = Settings(("add-subtract", "groups", "rates", "extra-numbers"), count=12, seed=4)
EVERYDAY = Settings(("percent", "rounding", "time", "fractions", "average"), count=15, seed=2)


@pytest.fixture(scope="module")
def made() -> list[Exercise]:
    return [*exercises(PAPER), *exercises(EVERYDAY)]


def test_the_same_settings_give_the_same_exercises(made: list[Exercise]) -> None:
    again = [*exercises(PAPER), *exercises(EVERYDAY)]
    assert [e.to_dict() for e in again] == [e.to_dict() for e in made]


def test_another_seed_gives_others(made: list[Exercise]) -> None:
    other = exercises(Settings(PAPER.kinds, count=4, seed=5))
    assert not {e.text for e in other} & {e.text for e in made}


def test_an_exercise_is_made_again_by_its_id(made: list[Exercise]) -> None:
    assert all(recall(e.id).to_dict() == e.to_dict() for e in made)


@pytest.mark.parametrize("name", ["", "x", "rates~muldiv-000~1", "rates~nothing~1~1", "a~b~c~d"])
def test_an_unknown_id(name: str) -> None:
    with pytest.raises(PracticeError, match="start a new set"):
        recall(name)


def test_an_id_with_odd_numbers(made: list[Exercise]) -> None:
    kind, template, *_ = made[0].id.split("~")
    for seed in ("-1", "٣", "9" * 30, "1.5"):
        with pytest.raises(PracticeError):
            recall(f"{kind}~{template}~{seed}~0")


def test_kinds_take_turns(made: list[Exercise]) -> None:
    counts = {kind: sum(e.kind == kind for e in made) for kind in (*PAPER.kinds, *EVERYDAY.kinds)}
    assert set(counts.values()) == {3}


def test_the_answer_is_what_the_expression_makes(made: list[Exercise]) -> None:
    for exercise in made:
        if exercise.solution.finish is Finish.EXACT and not exercise.steps[-1].prepares:
            assert value_of(exercise.expression) == exercise.answer, exercise.text
        assert exercise.answer > 0


def value_of(expression: str) -> Fraction:
    found = parse(expression)
    return evaluate(found.tree, found.values)


def test_rounding_by_hand(made: list[Exercise]) -> None:
    rounded = [e for e in made if e.kind == "rounding"]
    assert rounded
    for exercise in rounded:
        value = value_of(exercise.expression)
        whole = value.numerator // value.denominator
        match exercise.solution.finish:
            case Finish.UP:
                assert exercise.answer == whole + 1
            case Finish.DOWN:
                assert exercise.answer == whole
            case _:  # what is left over, or missing: less than what was divided by
                assert exercise.answer.denominator == 1 or value.denominator != 1


def test_the_right_answer_is_judged_right_and_another_is_not(made: list[Exercise]) -> None:
    for exercise in made:
        right = [exercise.answer_text]
        if exercise.solution.finish is Finish.EXACT:
            right.append("\n".join(step.text for step in exercise.steps))
        if exercise.solution.finish is Finish.EXACT and not exercise.solution.is_clock:
            right.append(exercise.expression)
        for work in right:
            assert judge(exercise, work).verdict is Verdict.RIGHT, (exercise.text, work)
        wrong = judge(exercise, f"The answer is {exercise.answer + 1}")
        assert wrong.verdict is Verdict.WRONG, exercise.text


def test_texts_are_varied(made: list[Exercise]) -> None:
    assert len({e.template for e in made}) == len(made)
    known = {name for of in names().values() for name in of}
    named = [found & known for e in made if (found := set(re.findall(r"\w+", e.text))) & known]
    assert len(set().union(*named)) > len(named) / 2
    nouns = {e.unit for e in made}
    assert len(nouns) > len(made) / 3


def test_numbers_and_length_stay_within_limits() -> None:
    asked = Settings(("groups", "comparison"), count=8, seed=3, numbers=(2, 40), words=30, grade=6)
    for exercise in exercises(asked):
        values = [int(n) for n in re.findall(r"\d+", exercise.text)]
        assert all(2 <= value <= 40 for value in values)
        assert exercise.answer <= 40
        assert exercise.words <= 30
        assert exercise.grade <= 6


class TestKinds:
    def test_labels_exist(self) -> None:
        known = WRITTEN | DERIVED.keys() | main_kinds() | {SIBLING}
        assert {label for kind in KINDS.values() for label in kind.labels} <= known

    def test_an_unknown_kind_lists_those_there_are(self) -> None:
        with pytest.raises(PracticeError, match=r"nonsense.*add-subtract.*rounding"):
            chosen(["rates", "nonsense"])

    def test_all_and_none(self) -> None:
        assert len(chosen(["all"])) == len(KINDS)
        assert chosen([]) == chosen([" "])
        assert [kind.name for kind in chosen(["Rates", "rates"])] == ["rates"]

    def test_templates_that_are_left_out_exist(self) -> None:
        assert left_out() <= {t.id for t in (*corpus(), *everyday())} | _sibling_ids()


def _sibling_ids() -> set[str]:
    from unitdep.research.corpus.siblings.packaged import stories

    return {t.id for story in stories() for t in story.templates}


class TestSettings:
    @pytest.mark.parametrize(
        ("settings", "says"),
        [
            (Settings(level="tough"), "easy, medium, hard"),
            (Settings(count=0), "1 to 100"),
            (Settings(numbers=(9, 3)), "must grow"),
        ],
    )
    def test_what_makes_no_sense(self, settings: Settings, says: str) -> None:
        with pytest.raises(PracticeError, match=says):
            exercises(settings)

    def test_too_narrow(self) -> None:
        with pytest.raises(PracticeError, match="too few problems of the kind percent"):
            exercises(Settings(("percent",), count=2, words=5))

    def test_ranges(self) -> None:
        assert number_range("2-100") == (2, 100)
        assert number_range(" 0 – 5 ") == (0, 5)
        for text in ("", "5", "-", "a-b", "-5-3", "1.5-2", f"1-{'9' * 5000}"):
            with pytest.raises(PracticeError, match="2-100"):
                number_range(text)


class TestReading:
    def test_syllables(self) -> None:
        counted = {"cat": 1, "bakes": 1, "table": 2, "apple": 2, "wanted": 2, "banana": 3, "48": 1}
        assert {word: syllables(word) for word in counted} == counted

    def test_grade_by_hand(self) -> None:
        # 6 words and 6 syllables in 2 sentences: 0.39 * 3 + 11.8 * 1 - 15.59 is below 0.
        assert grade("The cat sat. The dog ran.") == 0.0
        # 6 words and 12 syllables in 1 sentence: 0.39 * 6 + 11.8 * 2 - 15.59.
        assert grade("Seven apples cost under eleven dollars.") == float(
            round(Fraction("2.34") + Fraction("11.8") * Fraction(12, 6) - Fraction("15.59"), 1)
        )
        assert grade("") == 0.0

    def test_words(self) -> None:
        assert words("Ann's 3 pens cost $1.50, don't they?") == 7

    @pytest.mark.parametrize(
        "text", ["how many are left?", "He has 3. she has 4. How many?", "Two."]
    )
    def test_what_is_not_well_written(self, text: str) -> None:
        assert not is_well_written(text)
        assert is_well_written("Ann has £3. “Give me 2,” says Ben. How many pounds are left?")


def test_it_needs_no_model_and_nothing_heavy() -> None:
    code = (
        "import sys, unitdep.practice.sheets, unitdep.practice.tutoring.session\n"
        "bad = {'scipy', 'sklearn', 'pandas', 'matplotlib', 'unitdep.research.learning',"
        " 'onnxruntime.capi'} & set(sys.modules)\n"
        "sys.exit(str(bad) if bad else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_page_lists_the_kinds_and_levels() -> None:
    page = (ROOT / "docs" / "how-to" / "practice.md").read_text("utf-8")
    for kind in KINDS.values():
        assert f"| `{kind.name}` | {kind.title.lower()} |" in page
    for name, level in LEVELS.items():
        low, high = level.numbers
        row = f"| `{name}` | {low} to {high:,} | {level.grade:g} | {level.words} |"
        assert row in page
