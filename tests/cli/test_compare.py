"""``unitdep compare``, and the predictions that it reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from unitdep.cli.app import app
from unitdep.errors import FormatError
from unitdep.research.datasets.readers.tables import read_csv
from unitdep.research.evaluation.protocol.predictions import read_predictions

runner = CliRunner()
TEXTS = "id,story,right,topic\n" + "".join(
    f"p{k},Ann has {k} pens and buys {k + 1} pens. How many pens does Ann have?,{2 * k + 1},{t}\n"
    for k, t in ((3, "shop"), (4, "shop"), (5, "farm"), (6, "farm"))
)
COLUMNS = ("--text-column", "story", "--answer-column", "right")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.csv"
    path.write_text(TEXTS, "utf-8")
    return path


def predictions(path: Path, *rows: tuple[str, object, float]) -> Path:
    lines = [{"id": i, "answer": a, "confidence": c} for i, a, c in rows]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def run(*arguments: object) -> Result:
    return runner.invoke(app, ["compare", *map(str, arguments)], env={"COLUMNS": "200"})


def test_two_files(data: Path, tmp_path: Path) -> None:
    first = predictions(
        tmp_path / "a.jsonl", ("p3", 7, 0.9), ("p4", "9", 0.8), ("p5", 10, 0.75), ("p6", None, 0)
    )
    second = tmp_path / "b.csv"
    second.write_text("id,answer,probability\np3,7,0.6\np4,8,0.9\np5,11,1\np6,13,0.2\n", "utf-8")
    result = run(first, second, "--data", data, *COLUMNS, "--by", "topic", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["first"]["right"], found["second"]["right"]) == (2, 3)
    assert (found["only_first"], found["only_second"]) == (1, 2)
    assert found["p_value"] == 1
    assert found["difference"] == -0.25
    assert found["parts"] == [
        {"value": "farm", "problems": 2, "first": 0, "second": 2},
        {"value": "shop", "problems": 2, "first": 2, "second": 1},
    ]
    # sure of three answers, two of them right; unsure of none; the fourth has no answer
    assert (found["first"]["trust"]["sure"], found["first"]["trust"]["sure_right"]) == (3, 2)
    assert found["first"]["trust"]["brier"] == pytest.approx((0.01 + 0.04 + 0.5625) / 3)


def test_for_people(data: Path, tmp_path: Path) -> None:
    rows = predictions(tmp_path / "a.jsonl", ("p3", 7, 0.9))
    other = predictions(tmp_path / "b.jsonl", ("p3", 8, 0.9))
    shown = run(rows, other, "--data", data, *COLUMNS, "--rows").output
    assert "1 problem" in shown
    assert "difference +100.0 points" in shown
    assert shown.splitlines()[-1].split() == ["p3", "7", "7", "8"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "has no prediction"),
        ('{"answer": 3}\n', "a row has no id"),
        ('{"id": "p3", "answer": "three"}\n', "'three' is not a number"),
        ('{"id": "p3", "answer": 3}\n{"id": "p3", "answer": 4}\n', "two predictions"),
        ("nonsense\n", "line 1: not JSON"),
    ],
)
def test_what_is_not_a_file_of_predictions(
    data: Path, tmp_path: Path, content: str, says: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(content, "utf-8")
    result = run(path, path, "--data", data, *COLUMNS)
    assert result.exit_code == 2
    assert says in " ".join(result.output.replace("│", " ").split())


def test_nothing_in_common(data: Path, tmp_path: Path) -> None:
    other = predictions(tmp_path / "a.jsonl", ("q", 7, 0.9))
    assert run(other, other, "--data", data, *COLUMNS).exit_code == 1


def test_an_unknown_field_or_column_names_those_there_are(data: Path, tmp_path: Path) -> None:
    rows = predictions(tmp_path / "a.jsonl", ("p3", 7, 0.9))
    by = run(rows, rows, "--data", data, *COLUMNS, "--by", "kind")
    assert (by.exit_code, "its fields are topic" in by.output) == (2, True)
    wrong = run(rows, rows, "--data", data, "--text-column", "text")
    assert (wrong.exit_code, "id, story, right, topic" in wrong.output) == (2, True)


def test_markup_in_an_id_is_text(tmp_path: Path) -> None:
    data = tmp_path / "data.jsonl"
    text = "Ann has 3 pens and buys 5 pens. How many pens?"
    data.write_text(json.dumps({"id": "[/x]", "text": text, "answer": 8}), "utf-8")
    first = predictions(tmp_path / "[b].jsonl", ("[/x]", 8, 0.9))
    second = predictions(tmp_path / "b.jsonl", ("[/x]", 7, 0.9))
    result = run(first, second, "--data", data, "--rows")
    assert result.exit_code == 0
    assert "[/x]" in result.output
    assert "[b].jsonl" in result.output


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("p.jsonl", '{"outcomes": [1]}', "an outcome is not a JSON object"),
        ("p.jsonl", '{"id": "a", "answer": 7, "confidence": -5}', "not between 0 and 1"),
        ("p.jsonl", '{"id": "a", "answer": 7, "confidence": "nan"}', "not between 0 and 1"),
        ("p.jsonl", '{"id": "a", "answer": 7, "confidence": "1e999"}', "not between 0 and 1"),
        ("p.jsonl", f'{{"id": "a", "answer": 7, "confidence": 1{"0" * 400}}}', "too large"),
        ("p.csv", f"id,answer\na,{'7' * 200_000}", "not CSV"),
        ("p.csv", "id" + ",answer" * 2000, "more than 1,000 columns"),
    ],
)
def test_hostile_predictions(tmp_path: Path, name: str, content: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(content, "utf-8")
    with pytest.raises(FormatError, match=said):
        read_predictions(path)


def test_a_table_with_too_many_columns(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a," * 2000, "utf-8")
    with pytest.raises(FormatError, match="more than 1,000 columns"):
        read_csv(path)
    path.write_text("abcdefgh," * 900, "utf-8")
    with pytest.raises(FormatError) as refused:
        read_csv(path)
    assert len(str(refused.value)) < len(str(path)) + 400
