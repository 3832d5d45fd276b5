"""The tools for language models: their schemas are ours, and true of what they return."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from unitdep.integrations.tools import TOOLS, Tool
from unitdep.schema import schema

PENS = "Ann has 9 pens. She gives 2 pens away. How many pens are left?"
NAMED = {tool.name: tool for tool in TOOLS}
CALLS = [
    ("solve", {"problem": PENS}),
    ("solve", {"problem": "Hello."}),
    ("check", {"problem": PENS, "work": "9 - 2 = 7 pens"}),
    ("check", {"problem": PENS, "work": "9 - 2 = 6", "gold": "7"}),
    ("check", {"problem": "Hello.", "work": ""}),
    ("same_answer", {"gold": "1 hour", "given": "60 minutes"}),
    ("same_answer", {"gold": "9 r 3", "given": "no idea"}),
    ("same_answer", {"gold": "25%", "given": "1/3 kg"}),
    ("quantities", {"text": "The 2nd of 9 boxes left Room 4 on 3 May 2021 at 9:15."}),
    ("quantities", {"text": "Nothing."}),
]


def test_names() -> None:
    assert list(NAMED) == ["solve", "check", "same_answer", "quantities"]


@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_results_match_their_schemas(name: str, arguments: dict[str, str]) -> None:
    tool = NAMED[name]
    assert tool.mistake(arguments) is None
    Draft202012Validator(tool.input_schema()).validate(arguments)
    Draft202012Validator(tool.output_schema()).validate(tool.call(**arguments))


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_schemas(tool: Tool) -> None:
    assert tool.output_schema() == schema(tool.output)
    assert tool.output_schema()["type"] == "object"
    Draft202012Validator.check_schema(tool.input_schema())


def test_what_they_return() -> None:
    assert NAMED["solve"].call(PENS)["answer_text"] == "7 pens"
    assert NAMED["check"].call(PENS, "9 - 2 = 6")["finding"] == "arithmetic slip"
    assert NAMED["check"].call(PENS, "5", gold="5")["verdict"] == "right"
    assert NAMED["same_answer"].call("1 hour", "60 minutes")["same"] is True


LONG = "text must be a text of up to 50,000 characters, all in Unicode"


def test_an_unpaired_surrogate() -> None:
    """No answer could be written with it."""
    assert NAMED["quantities"].mistake({"text": "7 \ud800"}) == LONG


@pytest.mark.parametrize(
    ("name", "arguments", "mistake"),
    [
        ("check", {}, "check needs problem and work"),
        ("check", {"problem": PENS}, "check needs work"),
        ("solve", {"problem": PENS, "text": PENS}, "solve has no argument text; it takes problem"),
        ("same_answer", {"gold": "7", "given": 7}, "given must be a text"),
        ("quantities", {"text": "7 pens " * 10_000}, LONG),
    ],
)
def test_mistakes(name: str, arguments: dict[str, object], mistake: str) -> None:
    tool = NAMED[name]
    assert tool.mistake(arguments) == mistake
    assert not Draft202012Validator(tool.input_schema()).is_valid(arguments)
