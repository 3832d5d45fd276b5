"""The quantities of any text: spans, values, units and kinds; the same reading as a problem's."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from factories import ISABEL
from unitdep import FoundQuantity, QuantityKind, quantities, read_problem
from unitdep.cli.app import app
from unitdep.extraction.blocks import LONGEST, NUMBERS, blocks
from unitdep.reading.everyday.typing import spelled, tidy
from unitdep.reading.problem import Scope

runner = CliRunner()
STORY = "Ann has 12 pens. She gives 4 pens to each of her 2 brothers. The shop is at 3 Elm Road. "


def one(text: str) -> FoundQuantity:
    [found] = quantities(text)
    return found


@pytest.mark.parametrize(
    ("text", "value", "unit", "kind"),
    [
        ("The yard has 50 cars.", 50, "car", "amount"),
        ("They come at 12 apples per box.", 12, "apple per box", "rate"),
        ("It is $3 a ticket.", 3, "dollar per ticket", "rate"),
        ("It took 45 minutes.", 45, "minute", "amount"),
        ("The tank holds 1.5 kWh.", Fraction(3, 2), "kilowatt-hour", "amount"),
        ("It fell at 9 m/s.", 9, "meter per second", "rate"),
        ("It was 20 °C.", 20, "degree Celsius", "amount"),
        ("A disk of 5GB is full.", 5, "gigabyte", "amount"),
        ("Prices fell by 25%.", Fraction(1, 4), "percent", "factor"),
        ("They sold a third of the farm.", Fraction(1, 3), "", "factor"),
        ("He was third.", 3, "", "ordinal"),
        ("She left at 9:15.", 555, "", "clock"),
        ("She left at 4 pm.", 960, "", "clock"),
        ("It closed in 1999.", 1999, "", "date"),
        ("Go to Room 12.", 12, "", "label"),
        ("We took bus 7 home.", 7, "", "label"),
        ("Read page 30.", 30, "", "label"),
        ("She is in Grade 4.", 4, "", "label"),
    ],
)
def test_kinds(text: str, value: Fraction, unit: str, kind: str) -> None:
    found = one(text)
    assert (found.value, found.unit_text, found.kind.value) == (value, unit, kind)
    assert text[found.start : found.end] == found.text


def test_dates_and_times_have_a_moment() -> None:
    assert [
        (q.text, q.value, q.moment) for q in quantities("On 3 May 2021 at 4:05 pm it rang.")
    ] == [
        ("3 May 2021", None, "2021-05-03"),
        ("4:05 pm", 965, "16:05"),
    ]


def test_a_text_without_a_question_or_without_numbers() -> None:
    assert quantities("") == quantities("Nothing to see here.") == []
    assert [q.unit_text for q in quantities("Six geese and 7 ducks swam.")] == ["goose", "duck"]


def test_what_was_given_keeps_its_places() -> None:
    text = "he’s 5'4\" and read 14pages\u200b in\u00a02 hrs. Then he drank 3 lemonades"
    found = quantities(text)
    assert [q.text for q in found] == ["5'4\"", "14", "2", "3"]
    assert (found[0].value, found[0].unit_text) == (64, "inch")
    assert all(text[q.start : q.end] == q.text for q in found)


def test_implied_constants_are_added_on_request() -> None:
    text = "The cruise took 3 weeks, and it rained on 5 days."
    assert [str(q) for q in quantities(text)] == ["3 weeks", "5 days"]
    [implied] = [q for q in quantities(text, implied=True) if q.implied]
    assert (implied.value, implied.unit_text, implied.kind) == (
        7,
        "day per week",
        QuantityKind.RATE,
    )
    assert implied.text == "weeks"


@pytest.mark.parametrize(
    "text",
    [
        ISABEL,
        "A car drives 150 miles in 3 hours. How many miles does it drive per hour?",
        "Each of 4 boxes holds 12 pens. 25% of the pens are red. How many red pens are there?",
        "Kim has 12 red and 9 blue beads. She lost 3. How many beads are left?",
    ],
)
def test_a_problem_is_read_as_the_solver_reads_it(text: str) -> None:
    problem = read_problem(text, scope=Scope.EVERYDAY)
    written = [q for q in problem.quantities if not q.implied]
    assert [(q.start, q.end, q.value, q.unit) for q in quantities(text)] == [
        (q.number.start, q.number.end, q.value, q.unit) for q in written
    ]


def test_a_long_text_is_read_in_blocks() -> None:
    text = STORY * 400
    found = quantities(text)
    assert len(text) > 30_000
    assert len(found) == 4 * 400
    assert all(text[q.start : q.end] == q.text for q in found)
    assert [q.unit_text for q in found[:4]] == [q.unit_text for q in found[-4:]]


@given(st.text(alphabet="ab1 .\n7\u00e9", max_size=6_000))
@settings(max_examples=60, deadline=None)
def test_blocks_are_the_whole_text_and_small(text: str) -> None:
    spans = list(blocks(text))
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(0 < end - start <= LONGEST for start, end in spans)


def test_a_block_has_few_numbers() -> None:
    text = "1 2 3 4 5 6 7 8 9 " * 500
    spans = list(blocks(text))
    assert max(len(text[start:end].split()) for start, end in spans) <= NUMBERS
    assert len(quantities(text)) == 9 * 500


@given(st.text(alphabet="ab A15'\".x£pk ", max_size=60))
@settings(max_examples=200, deadline=None)
def test_every_character_of_a_rewritten_text_has_a_place(text: str) -> None:
    written, places = spelled(text)
    if places is None:
        assert len(written) == len(text)
        return
    assert len(places) == len(written)
    assert all(0 <= low <= high <= len(text) for low, high in places)
    assert [low for low, _ in places] == sorted(low for low, _ in places)


def test_spelling_is_a_part_of_tidying() -> None:
    text = "it's 14pages. howmany pensils?"
    assert spelled(text)[0] == tidy(text) == "it's 14 pages. How many pencils?"


def test_only_texts_are_read() -> None:
    with pytest.raises(TypeError, match="takes a text, not list"):
        quantities(["5 pens"])  # type: ignore[arg-type]


class TestTheCommand:
    def test_table(self) -> None:
        result = runner.invoke(app, ["quantities", "Room 3 has 12 desks at $40 each."])
        assert result.exit_code == 0
        rows = [line.split("  ") for line in result.stdout.splitlines()]
        assert [[c.strip() for c in row if c.strip()] for row in rows] == [
            ["written", "quantity", "kind", "characters"],
            ["3", "room 3", "label", "5-6"],
            ["12", "12 desks", "amount", "11-13"],
            ["40", "40 dollars per desk", "rate", "24-26"],
        ]

    def test_json(self) -> None:
        result = runner.invoke(app, ["quantities", "--json", "--implied", "2 weeks, 3 days"])
        found = json.loads(result.stdout)
        assert found["schema"] == "quantities/1"
        assert [q["value"] for q in found["quantities"]] == [2, 7, 3]

    def test_without_numbers(self) -> None:
        result = runner.invoke(app, ["quantities", "Nothing."])
        assert (result.exit_code, result.stderr) == (1, "Error: the text has no numbers\n")
        assert runner.invoke(app, ["quantities", "--json", "Nothing."]).exit_code == 0

    def test_too_long(self) -> None:
        result = runner.invoke(app, ["quantities", "-"], input="a " * 600_000)
        assert result.exit_code == 1
        assert "longer than 1 MB" in result.stderr
