"""Readers of CSV tables and of worked answers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from unitdep.research.datasets import FormatError, guess_format, load, read
from unitdep.research.datasets.readers.tables import Columns


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    rows = '"A, b ""c""\nd 3",1/2,x\n\n,4,y\nToo,many,cells,here\nLast 1,seven,\n'
    path.write_text("\ufeffquestion,answer,kind\n" + rows, "utf-8")
    result = read(path)
    assert guess_format(path) == "csv"
    first, last = result.records
    assert (first.id, first.text, first.answer) == ("1", 'A, b "c"\nd 3', Fraction(1, 2))
    assert (first.meta, last.meta) == ({"kind": "x"}, {})
    assert (last.text, last.answer) == ("Last 1", None)
    assert [(p.line, p.reason) for p in result.problems] == [
        (5, "'question' is missing or empty"),
        (6, "4 cells under 3 headings"),
        (7, "'seven' is not a number"),
    ]


def test_columns_of_a_csv_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("nr,body,key\n9,Ann has 3 pens.,3\n", "utf-8")
    [record] = load(str(path), columns=Columns("body", "key", "nr")).records
    assert (record.id, record.text, record.answer) == ("9", "Ann has 3 pens.", 3)
    with pytest.raises(FormatError, match="no column for the text"):
        read(path)
    with pytest.raises(FormatError, match="no column 'title'; its columns are nr, body, key"):
        read(path, columns=Columns(text="title"))


def test_worked_answers(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"question": "Ann has 3 pens.", "answer": "So 3 * 400 = 1200.\\n#### 1,200"}\n'
        '{"question": "Ben has 3 pens.", "answer": "#### $2.50"}\n'
        '{"question": "Cid has 3 pens.", "answer": "Nobody knows."}\n',
        "utf-8",
    )
    assert guess_format(path) == "gsm8k"
    assert [r.answer for r in read(path).records] == [1200, Fraction(5, 2), None]
    with pytest.raises(FormatError, match="not a CSV file"):
        read(path, columns=Columns(text="question"))
