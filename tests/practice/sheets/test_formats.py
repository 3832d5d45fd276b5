"""Files for other systems, held against what those systems' own readers need."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from fractions import Fraction
from typing import Any, ClassVar
from xml.etree import ElementTree as Xml

import pytest

from unitdep.practice import Exercise, Settings, exercises
from unitdep.practice.sheets import Sheet, write
from unitdep.practice.tutoring.mistakes import mistakes

ASKED = Settings(("rounding", "conversion", "area", "percent", "rates", "time"), count=18, seed=3)
ID = re.compile(r"[A-Za-z][A-Za-z0-9]*")


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return Sheet(tuple(exercises(ASKED)), ASKED)


def numbers(sheet: Sheet) -> list[Exercise]:
    return [e for e in sheet.exercises if not e.solution.is_clock]


def test_mistakes_are_wrong(sheet: Sheet) -> None:
    for exercise in sheet.exercises:
        values = [mistake.value for mistake in mistakes(exercise)]
        assert exercise.answer not in values
        assert len(set(values)) == len(values)
    assert sum(bool(mistakes(e)) for e in numbers(sheet)) > len(numbers(sheet)) * 0.8


class TestMoodle:
    """The elements that Moodle's XML format documents, with their content."""

    TEXTS = frozenset({"name", "questiontext", "generalfeedback"})
    COMMON = TEXTS | {"defaultgrade", "penalty", "hidden", "idnumber", "answer", "hint", "tags"}
    OWN: ClassVar[dict[str, set[str]]] = {
        "numerical": {"units", "unitgradingtype", "unitpenalty", "unitsleft", "showunits"},
        "shortanswer": {"usecase"},
    }

    @pytest.fixture
    def quiz(self, sheet: Sheet) -> Xml.Element:
        return Xml.fromstring(write(sheet, "moodle"))

    def test_structure(self, quiz: Xml.Element, sheet: Sheet) -> None:
        assert quiz.tag == "quiz"
        category, *questions = quiz
        assert category.get("type") == "category"
        assert (category.findtext("category/text") or "").startswith("$course$/")
        assert len(questions) == len(sheet.exercises)
        for question in questions:
            self.check(question)

    def check(self, question: Xml.Element) -> None:
        kind = question.get("type") or ""
        assert {child.tag for child in question} <= self.COMMON | self.OWN[kind]
        for tag in self.TEXTS:
            assert question.findtext(f"{tag}/text")
        assert len(question.findtext("idnumber") or "") <= 100  # the column of its database
        for html in (question.find("questiontext"), *question.iterfind("hint")):
            assert html is not None
            assert html.get("format") == "html"
            Xml.fromstring(f"<div>{html.findtext('text')}</div>")  # well-formed markup
        answers = question.findall("answer")
        fractions = [answer.get("fraction") for answer in answers]
        assert fractions[0] == "100"
        assert set(fractions) <= {"100", "0"}
        for answer in answers:
            assert answer.findtext("text")
            assert answer.findtext("feedback/text")
            if kind == "numerical":
                float(answer.findtext("text") or "")
                float(answer.findtext("tolerance") or "")
        for tag in question.iterfind("tags/tag"):
            assert tag.findtext("text")

    def test_answers_are_accepted_as_moodle_reads_them(
        self, quiz: Xml.Element, sheet: Sheet
    ) -> None:
        """Spaces go, a known unit divides by its multiplier, then the number is compared."""
        for question, exercise in zip(quiz[1:], sheet.exercises, strict=True):
            if exercise.solution.is_clock:
                continue
            known = {
                unit.findtext("unit_name") or "": float(unit.findtext("multiplier") or "")
                for unit in question.iterfind("units/unit")
            }
            number, unit = accepted(exercise.answer_text.replace(",", ""))
            right = float(question.findtext("answer/text") or "")
            within = float(question.findtext("answer/tolerance") or "")
            assert not unit or unit in known
            assert abs(number / known.get(unit, 1) - right) <= within + 1e-9

    def test_other_measures(self, quiz: Xml.Element, sheet: Sheet) -> None:
        seen = set()
        for question, exercise in zip(quiz[1:], sheet.exercises, strict=True):
            for unit in question.iterfind("units/unit"):
                name, of = unit.findtext("unit_name"), unit.findtext("multiplier")
                seen.add((exercise.unit, name, float(of or "")))
        expected = {  # how many of the second make one of the first
            ("meter", "cm", 100.0),
            ("meter", "metres", 1.0),
            ("kilometer", "m", 1000.0),
            ("hour", "minutes", 60.0),
            ("minute", "seconds", 60.0),
            ("centimeter", "mm", 10.0),
            ("dollar", "cents", 100.0),
            ("liter", "ml", 1000.0),
            ("kilogram", "g", 1000.0),
        }
        units = {exercise.unit for exercise in numbers(sheet)}
        wanted = {row for row in expected if row[0] in units}
        assert wanted
        assert wanted <= seen


def accepted(typed: str) -> tuple[float, str]:
    """Read a number and its unit as Moodle does."""
    found = re.match(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?", typed.replace(" ", ""))
    if "/" in typed:
        value, _, unit = typed.partition(" ")
        return float(Fraction(value)), unit.replace(" ", "")
    assert found
    return float(found[0]), typed.replace(" ", "")[found.end() :]


class TestGift:
    def test_it_reads_back(self, sheet: Sheet) -> None:
        """Split as the importer does: blank lines, then the braces, then the answers."""
        comment, category, *blocks = write(sheet, "gift").decode().strip().split("\n\n")
        assert comment.startswith("// ")
        assert category.startswith("$CATEGORY: ")
        assert len(blocks) == len(sheet.exercises)
        for block, exercise in zip(blocks, sheet.exercises, strict=True):
            text = re.sub(r"\\([\\~=#{}:])", lambda m: f"&&{ord(m[1]):03d};", block)
            named = re.fullmatch(r"::([^:]+)::([^{}]*)\{([^{}]*)\}", text)
            assert named, block
            question = re.sub(r"&&(\d+);", lambda m: chr(int(m[1])), named[2])
            assert question.startswith(exercise.text)
            answers, feedback = named[3].strip().split("####")
            assert feedback
            self.check(answers, exercise)

    def check(self, answers: str, exercise: Exercise) -> None:
        if exercise.solution.is_clock:
            assert re.match(r"=%100%[^=#~]+#Right!", answers)
            return
        assert answers.startswith("#")
        right, *wrong = answers[1:].partition("~")[0].strip().split("=")[1:]
        weight, value, within = re.match(r"%(\d+)%([\d.]+):([\d.]+)#", right).groups()  # type: ignore[union-attr]
        assert weight == "100"
        assert abs(Fraction(value) - exercise.answer) <= Fraction(within)
        assert all(re.match(r"%0%[\d.]+:0#[^#=~]+$", other.strip()) for other in wrong)


class TestOATutor:
    """The folders, keys and links that OATutor's preprocessing and platform read."""

    @pytest.fixture
    def content(self, sheet: Sheet) -> dict[str, Any]:
        with zipfile.ZipFile(io.BytesIO(write(sheet, "oatutor"))) as archive:
            assert archive.testzip() is None
            return {name: json.loads(archive.read(name)) for name in archive.namelist()}

    def test_problems_steps_and_hints(self, content: dict[str, Any], sheet: Sheet) -> None:
        problems = {name.split("/")[1] for name in content if name.startswith("content-pool/")}
        assert len(problems) == len(sheet.exercises)
        for name in problems:
            assert ID.fullmatch(name)
            problem = content[f"content-pool/{name}/{name}.json"]
            assert {"id", "title", "body", "lesson", "courseName"} <= problem.keys()
            assert problem["id"] == name
            step = content[f"content-pool/{name}/steps/{name}a/{name}a.json"]
            assert {"id", "stepAnswer", "problemType", "stepTitle", "stepBody"} <= step.keys()
            assert step["problemType"] == "TextBox"
            self.check_answer(step, "stepAnswer")
            folder = f"content-pool/{name}/steps/{name}a/tutoring"
            self.check_pathway(content[f"{folder}/{name}aDefaultPathway.json"])

    def check_answer(self, entry: dict[str, Any], key: str) -> None:
        assert entry["answerType"] in ("arithmetic", "string")
        assert entry[key]
        if entry["answerType"] == "arithmetic":
            assert all(re.fullmatch(r"\$\$[^$]+\$\$", a) for a in entry[key])

    def check_pathway(self, pathway: list[dict[str, Any]]) -> None:
        assert pathway
        seen: set[str] = set()
        for hint in pathway:
            assert {"id", "type", "dependencies", "title", "text"} <= hint.keys()
            assert hint["id"] not in seen
            assert set(hint["dependencies"]) <= seen
            seen.add(hint["id"])
            assert hint["type"] in ("hint", "scaffold")
            if hint["type"] == "scaffold":
                assert hint["problemType"] == "TextBox"
                self.check_answer(hint, "hintAnswer")

    def test_skills_link_steps_parameters_and_lessons(self, content: dict[str, Any]) -> None:
        steps = {name.split("/")[3] for name in content if "/steps/" in name}
        model = content["skillModel.json"]
        assert model.keys() == steps
        skills = {skill for of in model.values() for skill in of}
        for name in ("defaultBKTParams", "experimentalBKTParams"):
            parameters = content[f"bkt-params/{name}.json"]
            assert parameters.keys() == skills
            for values in parameters.values():
                assert values.keys() == {"probMastery", "probTransit", "probSlip", "probGuess"}
        [course] = content["coursePlans.json"]
        objectives = [lesson["learningObjectives"] for lesson in course["lessons"]]
        assert {skill for of in objectives for skill in of} == skills
        assert len({lesson["id"] for lesson in course["lessons"]}) == len(course["lessons"])


def test_anki(sheet: Sheet) -> None:
    lines = write(sheet, "anki").decode().splitlines()
    head = dict(line[1:].split(":", 1) for line in lines if line.startswith("#"))
    assert head["separator"] == "tab"
    assert head["html"] == "true"
    columns = head["columns"].split("\t")
    assert columns[int(head["guid column"]) - 1] == "guid"
    assert columns[int(head["tags column"]) - 1] == "tags"
    notes = list(csv.reader((x for x in lines if not x.startswith("#")), delimiter="\t"))
    assert len(notes) == len(sheet.exercises)
    assert {len(note) for note in notes} == {len(columns)}
    assert len({note[0] for note in notes}) == len(notes)
    for note, exercise in zip(notes, sheet.exercises, strict=True):
        assert note[2].startswith(f"<b>{exercise.answer_text}</b>")


def test_text(sheet: Sheet) -> None:
    problems, key = write(sheet, "text").decode().split("\n\nKey\n\n")
    for number, exercise in enumerate(sheet.exercises, 1):
        assert f"{number}. {exercise.text}" in problems
        assert f"{number}. {exercise.answer_text} = " in key
