import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from unitdep.core.expression import evaluate, monotonic, render
from unitdep.core.labels import QUESTION, Vertex
from unitdep.reading.arithmetic import parse_indices
from unitdep.reading.quantity import Number, NumberKind
from unitdep.research.datasets import (
    DatasetNotFoundError,
    FormatError,
    Record,
    align,
    align_record,
    data_root,
    guess_format,
    load,
    read,
)

Write = Callable[[str, object], Path]

TEXT = "Mo packs 3.0 crates of 12.0 jars . He sells 8.0 jars . How many jars stay ?"
QUANTITIES = [
    {"start": 9, "end": 12, "val": 3.0},
    {"start": 23, "end": 27, "val": 12.0},
    {"start": 44, "end": 47, "val": 8.0},
]
JARS: dict[str, object] = {
    "iIndex": 5,
    "sQuestion": TEXT,
    "quantities": QUANTITIES,
    "lAlignments": [1, 0, 2],
    "lEquations": ["X=((12.0*3.0)-8.0)"],
    "lSolutions": [28.0],
}
COINS: dict[str, object] = {
    "iIndex": 6,
    "sQuestion": "Ria had $ 4.0 and found $5.0 . How much has she ?",
    "quantities": [{"start": 10, "end": 13, "val": 4.0}, {"start": 25, "end": 28, "val": 5.0}],
    "lAlignments": [0, 1],
    "lEquations": ["X=(4.0+5.0)"],
    "lSolutions": [9.0],
}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a value as JSON, a list of texts as lines, or a text as it is."""

    def write_file(name: str, content: object) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return path

    return write_file


def lines(*objects: object) -> str:
    return "".join(json.dumps(o) + "\n" for o in objects)


def rendered(record: Record) -> str:
    if record.tree is not None:
        return render(record.tree, [n.text for n in record.numbers or ()])
    assert record.equation is not None
    return render(record.equation.tree, [lit.text for lit in record.equation.literals])


def test_authors_2017(write: Write) -> None:
    path = write("questions.json", [JARS, COINS])
    write("rateAnnotations.txt", "5\t1\n77\t0 -1\n")
    result = read(path)
    jars, coins = result.records
    assert result.problems == []
    assert (jars.id, jars.answer, jars.text) == ("5", Fraction(28), TEXT)
    assert rendered(jars) == "3.0 * 12.0 - 8.0"
    assert jars.tree == monotonic(parse_indices("1*0-2"))
    assert jars.rates == frozenset[Vertex]({1})
    assert coins.rates == frozenset()
    assert coins.numbers is not None
    assert [n.kind for n in coins.numbers] == [NumberKind.MONEY, NumberKind.MONEY]
    assert [coins.text[n.start : n.end] for n in coins.numbers] == ["4.0", "5.0"]


@pytest.mark.parametrize(
    ("annotations", "rates"),
    [
        (None, None),
        ("6\t\n", None),
        ("5\t\n", frozenset()),
        ("5\t0 -1\n", frozenset({0, QUESTION})),
    ],
)
def test_rates_not_annotated(
    write: Write, annotations: str | None, rates: frozenset[int] | None
) -> None:
    path = write("questions.json", [JARS])
    if annotations is not None:
        write("rateAnnotations.txt", annotations)
    assert read(path).records[0].rates == rates


def test_malformed_annotations(write: Write) -> None:
    path = write("questions.json", [JARS, COINS])
    notes = write("rateAnnotations.txt", "6\t\n5\tone\n")
    result = read(path)
    assert [(p.file, p.line) for p in result.problems] == [(notes, 2)]
    assert "not a list of indices" in result.problems[0].reason
    assert [r.rates for r in result.records] == [None, frozenset()]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"sQuestion": ""}, "'sQuestion' is missing"),
        ({"sQuestion": 7}, "'sQuestion' is not a text"),
        ({"lAlignments": [0, 1]}, "2 alignments for 3 literals"),
        ({"lAlignments": [0, 1, 2]}, "12.0 is aligned with 0"),
        ({"lAlignments": [1, 0, 9]}, "8.0 is aligned with 9"),
        ({"lAlignments": [1, 0, 0]}, "the same quantity"),
        ({"lEquations": ["X=12.0*"]}, "a number is missing at the end"),
        ({"lEquations": []}, "0 entries"),
        ({"lSolutions": "28"}, "not a list"),
        ({"quantities": [{"start": 0, "end": 2, "val": 3.0}]}, "is not a number"),
        ({"quantities": [{"start": 9, "end": 12, "val": 4.0}]}, "is not 4"),
        ({"quantities": [{"start": 9, "end": 900, "val": 3.0}]}, "is not 3"),
        ({"quantities": ["3.0"]}, "not an object"),
        ({"iIndex": 6}, "duplicate id"),
    ],
)
def test_malformed_2017(write: Write, changes: dict[str, object], reason: str) -> None:
    path = write(
        "questions.json",
        "[\n"
        + ",\n".join(map(json.dumps, [COINS, JARS | changes, {**COINS, "iIndex": 8}]))
        + "\n]",
    )
    result = read(path)
    assert [r.id for r in result.records] == ["6", "8"]
    (problem,) = result.problems
    assert (problem.file, problem.line, problem.record) == (path, 3, 2)
    assert reason in problem.reason
    assert str(problem).startswith(f"{path}:3: record 2: ")


def test_authors_2018(write: Write) -> None:
    jars = {**JARS, "quants": [3.0, 12.0, 8.0], "rates": [1, -1]}
    del jars["quantities"]
    bad = {**jars, "iIndex": 9, "quants": [3.0, 8.0, 12.0]}
    rates = {**jars, "iIndex": 10, "rates": [3]}
    path = write("questions.json", [jars, bad, rates])
    result = read(path)
    (record,) = result.records
    assert record.numbers is not None
    assert [(n.start, n.end) for n in record.numbers] == [(9, 12), (23, 27), (44, 47)]
    assert record.rates == frozenset[Vertex]({1, QUESTION})
    assert [p.record for p in result.problems] == [2, 3]
    assert "quantity 2, 12" in result.problems[0].reason
    assert "rates [3] for 3" in result.problems[1].reason


def test_singleop(write: Write) -> None:
    path = write(
        "s.jsonl",
        lines({"input": "Two of 5 owls left. How many stay?", "target": 3.0}, {"target": 1}),
    )
    result = read(path)
    assert [(r.id, r.answer, r.equation) for r in result.records] == [("1", Fraction(3), None)]
    assert [(p.line, p.reason) for p in result.problems] == [(2, "'input' is missing or empty")]


def test_multiarith_offsets_choose_among_equal_numbers(write: Write) -> None:
    text = " Ada has 2 kites, 2 drums and 2 flutes. How many?  "
    raw = {
        "iIndex": 0,
        "sQuestion": text,
        "lEquations": ["X=((2.0+2.0)-2.0)"],
        "lAlignments": [18, 30, 9],
        "lSolutions": [2.0],
    }
    result = read(write("m.json", [raw, {**raw, "iIndex": 1, "lAlignments": [1, 2]}]))
    record, partial = result.records
    assert record.text == text.strip()
    assert record.offsets == (17, 29, 8)
    numbers = [Number(i, i + 1, "2", Fraction(2)) for i in (8, 17, 29)]
    assert align_record(record, numbers).tree == monotonic(parse_indices("1+2-0"))
    assert align_record(partial, numbers).tree == monotonic(parse_indices("0+1-2"))
    assert [p.reason for p in result.problems] == ["2 alignments for 3 literals"]


def test_mawps(write: Write) -> None:
    raw: dict[str, object] = {
        "iIndex": 3,
        "sQuestion": "A rope of 9 m is cut; 4 m are left. How much is gone? ",
        "lEquations": ["9 - x = 4"],
        "lSolutions": ["5"],
    }
    two = {**raw, "iIndex": 4, "lEquations": ["x=1", "y=2"], "lSolutions": [1, 2]}
    double = {**raw, "iIndex": 5, "lEquations": ["X = 9 = 4"]}
    result = read(write("m.json", [raw, two, double]))
    assert rendered(result.records[0]) == "9 - 4"
    assert result.records[0].answer == 5
    assert [(r.answer, r.equation) for r in result.records[1:]] == [(None, None), (5, None)]
    assert [p.record for p in result.problems] == [2, 2, 3]
    assert "(character 7)" in result.problems[2].reason


def test_mawps_with_slots(write: Write) -> None:
    prefix = {
        "Question": "Bo ran number0 laps of number1 m . How far ?",
        "Numbers": "4 250.0",
        "Equation": "* number0 number1",
        "Answer": 1000.0,
    }
    nested = {**prefix, "Equation": "- * number0 number1 number0"}
    plain = {
        "Question": "Is 6 less 2 four?",
        "Equation": "x = 6 - 2",
        "Answer": "4",
        "Numbers": [6, 2],
    }
    short = {**prefix, "Equation": "- number0"}
    absent = {**prefix, "Numbers": "4"}
    result = read(write("m.json", [prefix, nested, plain, short, absent]))
    assert [rendered(r) for r in result.records[:3]] == ["4 * 250.0", "4 * 250.0 - 4", "6 - 2"]
    assert result.records[0].text == "Bo ran 4 laps of 250.0 m . How far ?"
    assert [(p.record, p.reason) for p in result.problems] == [
        (4, "equation '- 4': an operand is missing"),
        (5, "number1 has no number"),
    ]


def test_svamp(write: Write) -> None:
    raw = {
        "ID": "chal-x",
        "Body": "A shelf holds 8 mugs and 3 broke.",
        "Question": "How many are whole?",
        "Equation": "( 8.0 - 3.0 )",
        "Answer": 5.0,
        "Type": "Subtraction",
    }
    result = read(write("s.json", [raw, {**raw, "ID": "b", "Body": None}]))
    (record,) = result.records
    assert record.id == "chal-x"
    assert record.text == "A shelf holds 8 mugs and 3 broke. How many are whole?"
    assert (rendered(record), record.answer) == ("8.0 - 3.0", Fraction(5))
    assert record.meta == {"type": "Subtraction"}
    assert [p.record for p in result.problems] == [2]


ASDIV = """<?xml version="1.0" encoding="UTF-8"?>
<Machine-Reading-Corpus-File><ProblemSet>
<Problem ID="a-1" Grade="1"><Body>Tia &amp; Al have 7 pens and 2 pencils.</Body>
<Question>How many things?</Question><Solution-Type>Addition</Solution-Type>
<Answer>9 (things)</Answer><Formula>7+2=9</Formula></Problem>
<Problem ID="a-2"><Body></Body><Question>How many?</Question></Problem>
<Problem ID="a-3"><Body>Share 17 nuts by 5.</Body><Question>How many each?</Question>
<Answer>3 (nuts); 2 (rest)</Answer><Formula>17/5=3r2</Formula></Problem>
<Problem ID="a-4"><Body>With 6 more it is 10.</Body><Question>What is it?</Question>
<Answer>$1,004.50</Answer><Formula>x+6=10</Formula></Problem>
</ProblemSet></Machine-Reading-Corpus-File>
"""


def test_asdiv(write: Write) -> None:
    path = write("a.xml", ASDIV)
    result = read(path)
    first, third, fourth = result.records
    assert first.text == "Tia & Al have 7 pens and 2 pencils. How many things?"
    assert (first.answer, rendered(first), first.meta) == (
        Fraction(9),
        "7 + 2",
        {"type": "Addition"},
    )
    assert (third.answer, third.equation) == (None, None)
    assert (fourth.answer, rendered(fourth)) == (Fraction(2009, 2), "10 - 6")
    assert [(p.line, p.record) for p in result.problems] == [(6, 2), (7, 3), (7, 3)]


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (
            '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "b">]>\n<x>&a;</x>',
            2,
            "declarations are refused",
        ),
        (ASDIV.replace("</ProblemSet>", ""), 11, "not XML: mismatched tag"),
    ],
)
def test_asdiv_refuses(write: Write, content: str, line: int, reason: str) -> None:
    problem = read(write("a.xml", content)).problems[-1]
    assert problem.line == line
    assert reason in problem.reason


def test_plain(write: Write) -> None:
    path = write(
        "p.jsonl",
        lines({"id": "a", "text": "What is 2 and 3?", "answer": "5", "expression": "2 + 3"})
        + "\n{broken\n"
        + '{"text": "x"} tail\n'
        + lines({"text": "Only text, 4 words."}, ["list"], {"id": "d", "text": "t", "answer": True})
        + '{"id": "e", "text": "t", "answer": NaN}\n'
        + '{"id": "f", "text": "t", "answer": 1e999999999}\n'
        + '{"id": "g", "text": "t", "answer": "2+2", "expression": "2 +"}\n',
    )
    result = read(path)
    assert [r.id for r in result.records] == ["a", "4", "d", "g"]
    assert rendered(result.records[0]) == "2 + 3"
    assert [p.line for p in result.problems] == [3, 4, 6, 7, 8, 9, 10, 10]
    for problem, reason in zip(
        result.problems,
        [
            "not JSON",
            "after the object",
            "not a JSON object",
            "True",
            "NaN",
            "range",
            "calculation",
        ],
        strict=False,
    ):
        assert reason in problem.reason
    assert "a number is missing at the end (character 4)" in result.problems[-1].reason


def test_broken_list_is_read_up_to_the_break(write: Write) -> None:
    one, two = json.dumps({"text": "first"}), json.dumps({"text": "second"})
    for content, line in (
        (f"[{one},\n{two}", 2),
        (f"[{one},\n{two}\n{one}]", 3),
        (f"[{one},\n{two},\n{{]", 3),
    ):
        result = read(write("p.json", content))
        assert [r.text for r in result.records] == ["first", "second"]
        assert [(p.line, p.record) for p in result.problems] == [(line, 3)]
    assert read(write("p.json", "[]"), "plain").problems == []


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(b'{"text": "a"}\n{"text": "\xff"}\n')
    assert [(p.line, p.reason) for p in read(path, "plain").problems] == [
        (2, "the file is not UTF-8")
    ]


def test_format_unknown(write: Write) -> None:
    assert guess_format(write("p.jsonl", "\ufeff" + lines({"text": "a"}))) == "plain"
    with pytest.raises(FormatError, match="no known format; its keys are colour"):
        guess_format(write("p.json", [{"colour": 1}]))
    with pytest.raises(FormatError, match="no JSON object"):
        guess_format(write("p.txt", "a,b\n"))
    with pytest.raises(FormatError, match="line 1: not JSON: 1e999 is out of range"):
        guess_format(write("p.jsonl", '{"text": "a", "answer": 1e999}'))
    with pytest.raises(FormatError, match="unknown format 'tsv'"):
        read(write("p.jsonl", lines({"text": "a"})), "tsv")


@pytest.mark.parametrize(
    ("values", "literals", "expected"),
    [
        ([3, 5], [5, 3], (1, 0)),
        ([2, 2, 2], [2, 2], (0, 1)),
        ([3], [3, 3], None),
        ([3, 5], [3, 100], None),
        ([Fraction(1, 3)], [Fraction("0.33333")], (0,)),
        ([Fraction(1, 4), 80], [25, 80], (0, 1)),
        ([25, 80], [Fraction(1, 4), 80], (0, 1)),
        ([Fraction(1, 4), 25], [25, Fraction(1, 4)], (1, 0)),
        ([0, 7], [0], (0,)),
        ([], [], ()),
    ],
)
def test_align(
    values: list[int | Fraction], literals: list[int | Fraction], expected: tuple[int, ...] | None
) -> None:
    assert align([Fraction(v) for v in values], [Fraction(v) for v in literals]) == expected


def test_align_record_leaves_what_it_cannot_align(write: Write) -> None:
    raw = {"text": "A dozen less 5 ?", "answer": 7, "expression": "12 - 5"}
    (record,) = read(write("p.jsonl", lines(raw))).records
    five = Number(13, 14, "5", Fraction(5))
    assert align_record(record, [five]) is record
    both = align_record(record, [Number(0, 7, "A dozen", Fraction(12)), five])
    assert rendered(both) == "A dozen - 5"
    assert align_record(both, [five]) is both


def small_root(write: Write) -> Path:
    path = write("arithmetic/2017/allArith/questions.json", [JARS, COINS])
    write("arithmetic/2017/allArith/rateAnnotations.txt", "5\t1\n")
    for k, ids in enumerate(["5\n", "6\n99\n", "", "", ""]):
        write(f"arithmetic/2017/allArith/fold{k}.txt", ids)
    return path.parents[3]


def test_load_by_name(write: Write) -> None:
    root = small_root(write)
    data = load("AllArith", root)
    assert [r.id for r in data.records] == ["5", "6"]
    assert data.folds == (("5",), ("6",), (), (), ())
    assert [(p.file.name, p.line) for p in data.problems] == [("fold1.txt", 2)]
    assert len(data.paths) == 7
    assert data.signature == data.hash[:12]
    write("arithmetic/2017/allArith/rateAnnotations.txt", "5\t0\n")
    assert load("allarith", root).hash != data.hash
    (root / "arithmetic/2017/allArith/fold4.txt").unlink()
    with pytest.raises(DatasetNotFoundError, match=r"fold4.*UNITDEP_DATA"):
        load("allarith", root)


def test_load_by_path(write: Write) -> None:
    path = write("questions.json", [JARS])
    assert load(str(path)).paths == (path,)
    notes = write("rateAnnotations.txt", "5\t1\n")
    assert load(str(path)).paths == (path, notes)
    assert load(str(path), format="mawps").records[0].tree is None


def test_data_root(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = small_root(write)
    monkeypatch.setenv("UNITDEP_DATA", str(root))
    assert data_root() == root
    assert len(load("allarith").records) == 2
    monkeypatch.setenv("UNITDEP_DATA", str(tmp_path / "absent"))
    with pytest.raises(DatasetNotFoundError, match="UNITDEP_DATA is"):
        data_root()
    with pytest.raises(DatasetNotFoundError, match=r"neither a file nor a data set.*allarith"):
        load("allarit")


SIZES = {
    "allarith": 831,
    "allarithlex": 415,
    "allarithtmpl": 415,
    "aggregate": 1492,
    "aggregatelex": 746,
    "aggregatetmpl": 746,
    "allarith-2018": 831,
    "allarithlex-2018": 415,
    "allarithtmpl-2018": 415,
    "perturb": 661,
}


@pytest.mark.paper
@pytest.mark.parametrize("name", SIZES)
def test_authors_sets(name: str) -> None:
    data = load(name)
    assert len(data.records) == SIZES[name]
    assert data.problems == ()
    for record in data.records:
        assert record.tree is not None
        assert record.numbers is not None
        assert record.answer is not None
        assert record.rates is not None
        value = evaluate(record.tree, [n.value for n in record.numbers])
        assert abs(value - record.answer) <= 1e-4
        assert all(record.text[n.start : n.end] == n.text for n in record.numbers)
    if name == "perturb":
        assert data.folds is None
    else:
        assert data.folds is not None
        listed = [i for fold in data.folds for i in fold]
        assert len(data.folds) == 5
        assert sorted(listed) == sorted(r.id for r in data.records)


@pytest.mark.paper
@pytest.mark.parametrize(
    ("name", "size", "unread"),
    [("illinois", 562, 0), ("commoncore", 600, 0), ("addsub", 395, 1), ("singleeq", 508, 1)],
)
def test_sibling_sets(name: str, size: int, unread: int) -> None:
    data = load(name)
    assert len(data.records) == size
    assert len(data.problems) == unread
    assert all(record.answer is not None for record in data.records)
    if name != "illinois":
        assert sum(record.equation is None for record in data.records) == unread
