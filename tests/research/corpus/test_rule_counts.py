"""How often unit rules fire, and the command that shows it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from typer.testing import CliRunner

from unitdep.cli.app import app
from unitdep.reading import Number
from unitdep.reading.unit_rules import RULES
from unitdep.research.corpus.rules import count_rules
from unitdep.research.datasets import Record


def test_counts() -> None:
    texts = ["Kim has 4 pens.", "Each box holds 6 pens. How many pens are in 3 boxes?"]
    records = [Record(str(i), text) for i, text in enumerate(texts)]
    done: list[str] = []
    counts = count_rules(records, done.append)
    assert done == ["0", "1"]
    assert counts.keys() == RULES.keys()
    assert {name: count for name, count in counts.items() if count} == {
        "noun": 3,
        "each-subject": 1,
        "how-many": 1,
    }


def test_numbers_that_the_set_lists_or_the_program_finds() -> None:
    text = "The gates opened at 8 o'clock."  # a time of day, which the program doesn't count
    records = [Record("1", text, numbers=(Number(20, 21, "8", Fraction(8)),))]
    assert count_rules(records, print)["o-clock"] == 1
    assert count_rules(records, print, found=True)["o-clock"] == 0


def test_command(tmp_path: Path) -> None:
    file = tmp_path / "problems.jsonl"
    problem = {"id": "1", "text": "Kim has 4 pens. How many pens does Kim have?", "answer": 4}
    file.write_text(json.dumps(problem) + "\n", "utf-8")
    result = CliRunner().invoke(app, ["corpus", "rules", str(file)])
    assert result.exit_code == 0, result.output
    rows = [line.split("\t") for line in result.output.splitlines()]
    assert rows[0][1:] == ["rule", "example"]
    counts = {name: count for count, name, _ in rows[1:]}
    assert (counts["noun"], counts["how-many"], counts["apiece"]) == ("1", "1", "0")
    assert counts.keys() == RULES.keys()
