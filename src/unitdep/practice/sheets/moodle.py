"""Moodle XML: numerical questions with units, hints, and feedback on wrong answers.

An answer in another measure is accepted: a unit's multiplier says how many of it make one of the
answer's unit. A time of day isn't a number, so it becomes a short-answer question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from typing import Final
from xml.etree import ElementTree as Xml

from unitdep.lexicon import LEMMAS, LEXICON, MEASURES
from unitdep.practice.exercise import Exercise
from unitdep.practice.sheets.sheet import Sheet, clock_spellings, decimal, tolerance
from unitdep.practice.tutoring.hints import hints
from unitdep.practice.tutoring.mistakes import mistakes
from unitdep.units.conversion import conversion
from unitdep.units.unit import Unit
from unitdep.units.wording import plural_name

CATEGORY: Final = "$course$/unitdep"
PENALTY: Final = "0.1"
_OPTIONAL: Final = "0"  # a unit isn't graded, but a wrong one isn't taken for the right one
_TYPED: Final = "0"  # it's typed after the number


def to_moodle(sheet: Sheet) -> str:
    """Write a sheet as Moodle XML."""
    quiz = Xml.Element("quiz")
    category = Xml.SubElement(quiz, "question", type="category")
    _text(Xml.SubElement(category, "category"), f"{CATEGORY}/{sheet.title}")
    for number, exercise in enumerate(sheet.exercises, 1):
        _question(quiz, f"{number:03d} {exercise.title}", exercise)
    Xml.indent(quiz)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(quiz, "unicode")}\n'


def _question(quiz: Xml.Element, name: str, exercise: Exercise) -> None:
    clock = exercise.solution.is_clock
    question = Xml.SubElement(quiz, "question", type="shortanswer" if clock else "numerical")
    _text(Xml.SubElement(question, "name"), name)
    _html(question, "questiontext", f"{_paragraph(exercise.text)}{_asked(exercise)}")
    _html(question, "generalfeedback", "".join(_paragraph(s.text) for s in exercise.steps))
    fields = {"defaultgrade": "1", "penalty": PENALTY, "hidden": "0", "idnumber": exercise.id}
    for tag, value in fields.items():
        Xml.SubElement(question, tag).text = value
    if clock:
        Xml.SubElement(question, "usecase").text = "0"
        for spelling in clock_spellings(exercise.answer_text):
            _answer(question, spelling, "100", "Right!")
    else:
        _numerical(question, exercise)
    for hint in hints(exercise)[:-1]:
        _text(Xml.SubElement(question, "hint", format="html"), _paragraph(hint.text))
    tags = Xml.SubElement(question, "tags")
    for tag in (exercise.kind, "unitdep"):
        _text(Xml.SubElement(tags, "tag"), tag)


def _numerical(question: Xml.Element, exercise: Exercise) -> None:
    right = _answer(question, decimal(exercise.answer), "100", "Right!")
    Xml.SubElement(right, "tolerance").text = tolerance(exercise.answer)
    for mistake in mistakes(exercise):
        wrong = _answer(question, decimal(mistake.value), "0", mistake.feedback)
        Xml.SubElement(wrong, "tolerance").text = "0"
    known = list(_as_typed(units(exercise)))
    if known:
        listed = Xml.SubElement(question, "units")
        for name, multiplier in known:
            unit = Xml.SubElement(listed, "unit")
            Xml.SubElement(unit, "multiplier").text = decimal_exactly(multiplier)
            Xml.SubElement(unit, "unit_name").text = name
    fields = {"unitgradingtype": _OPTIONAL, "unitpenalty": PENALTY, "unitsleft": "0"}
    fields["showunits"] = _TYPED if known else "3"
    for tag, value in fields.items():
        Xml.SubElement(question, tag).text = value


def units(exercise: Exercise) -> Iterator[tuple[str, Fraction]]:
    """Yield the units in which an answer is accepted, each with its multiplier.

    The first is the answer's own, in the plural. The others are measures that it converts into.
    """
    solution = exercise.solution
    names = (plural_name(solution.answer_unit), solution.unit, *_spellings(solution.unit))
    yield from ((name, Fraction(1)) for name in dict.fromkeys(names) if name)
    sterling = "£" in exercise.text  # a pound is a weight, too
    for kind in MEASURES:
        if sterling is not (kind == "money") and solution.unit == "pound":
            continue
        for noun in sorted(LEXICON[kind]):
            factor = conversion(solution.unit, noun)
            if factor is not None and factor != 1 and _is_short(factor):
                yield from ((name, factor) for name in _spellings(noun))


def _as_typed(known: Iterable[tuple[str, Fraction]]) -> Iterator[tuple[str, Fraction]]:
    """Add each name without its spaces, because Moodle takes the spaces out of what is typed."""
    for name, multiplier in known:
        yield name, multiplier
        if " " in name:
            yield name.replace(" ", ""), multiplier


def _is_short(factor: Fraction) -> bool:
    """Whether a factor can be written as a decimal number."""
    return (factor * 10**6).denominator == 1


def _spellings(noun: str) -> list[str]:
    """Return the ways in which a measure is written; none for other nouns."""
    if not any(noun in LEXICON[kind] for kind in MEASURES):
        return []
    forms = {form for form, lemma in LEMMAS.items() if lemma == noun and "." not in form}
    return sorted({noun, plural_name(Unit(noun)), *forms})


def decimal_exactly(value: Fraction) -> str:
    """Write a multiplier: 100, 0.001."""
    return f"{float(value):.6f}".rstrip("0").rstrip(".")


def _asked(exercise: Exercise) -> str:
    """Return a sentence with the unit of the answer, if it has one."""
    asked = plural_name(exercise.solution.answer_unit)
    return _paragraph(f"Answer in {asked}.") if asked else ""


def _answer(question: Xml.Element, value: str, fraction: str, feedback: str) -> Xml.Element:
    answer = Xml.SubElement(question, "answer", fraction=fraction, format="moodle_auto_format")
    Xml.SubElement(answer, "text").text = value
    _html(answer, "feedback", _paragraph(feedback))
    return answer


def _html(parent: Xml.Element, tag: str, content: str) -> None:
    _text(Xml.SubElement(parent, tag, format="html"), content)


def _text(parent: Xml.Element, content: str) -> None:
    Xml.SubElement(parent, "text").text = content


def _paragraph(text: str) -> str:
    return f"<p>{escape(text, quote=False)}</p>"
