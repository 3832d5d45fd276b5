"""The schemas of all outputs: valid, closed, and true of what the commands print."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from factories import ISABEL, POOL, TEMPLATE_FIELDS, small_records, write_lines
from paths import ROOT
from unitdep.checking import (
    Basis,
    Finding,
    Judge,
    Mark,
    MistakeKind,
    Verdict,
    default_checker,
)
from unitdep.checking.types import Arithmetic, Source
from unitdep.cli.app import app
from unitdep.errors import UnknownSchemaError
from unitdep.hints import HintKind
from unitdep.models import DEFAULT, PACKAGED
from unitdep.research.datasets.catalog import KnownSet, Layout
from unitdep.research.datasets.folders import VARIABLE
from unitdep.research.evaluation.table_names import TableName
from unitdep.schema import PREFIX, names, schema, title
from unitdep.solver import solve

WORKINGS = sorted((ROOT / "experiments" / "results").glob("workings-*.json"))
RESULTS = sorted({*(ROOT / "experiments" / "results").glob("*-*.json")} - {*WORKINGS})
TEXTS = [
    ISABEL,
    "Ann has 3 pens and buys 4 pens. How many pens does Ann have now?",
    "A shirt costs $40.50. It is sold with 25% off. How much is taken off?",
    "Ben cuts 1/2 of 3/4 m of ribbon into 6 pieces. How long is each piece?",
    "Cleo has 2, 3, 4, 5, 6, 7 and 8 pens. How many pens does Cleo have?",
    "Ann has 3 pens.",
    "Ann has 3 pens and 4 pens.",
]
WORKS = [
    "66 - 10 = 56 flowers\n56 ÷ 8 = 7 bouquets",
    "66 - 10 = 55, 55 / 8 = 6.875 ≈ 7",
    "66 + 10 = 76 / 8 = 9.5",
    "(66 - 8) / 10 = 58 / 10 = 5.8",
    "66 / 0 = 1 and 5 -* 3",
    "8 r 2",
    "12.5%",
    "1/3 of 66 is 22",
    "#### 7",
    "nothing",
    "",
    "x" * 20_001,
]
KEPT = {"description": "A column of the input."}  # of a batch: any other key
runner = CliRunner()


@cache
def judges() -> list[Judge]:
    """Return judges of a problem and of a text that is none."""
    return list(default_checker().judges([ISABEL, "Hello."]))


def check(name: str, found: object) -> None:
    """Raise if an output does not match its schema."""
    Draft202012Validator(schema(name)).validate(found)


def errors(name: str, found: object) -> list[str]:
    return [error.message for error in Draft202012Validator(schema(name)).iter_errors(found)]


def run(*arguments: object) -> str:
    result = runner.invoke(app, [str(a) for a in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def printed(*arguments: object) -> Any:
    return json.loads(run(*arguments))


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def objects(part: object) -> Iterator[dict[str, Any]]:
    """Yield all JSON objects inside one."""
    if isinstance(part, dict):
        yield part
        part = list(part.values())
    if isinstance(part, list):
        for value in part:
            yield from objects(value)


class TestTheSchemas:
    @pytest.mark.parametrize("name", names())
    def test_are_schemas(self, name: str) -> None:
        found = schema(name)
        Draft202012Validator.check_schema(found)
        assert found["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
        assert found["$id"] == f"{PREFIX}{name}"
        assert found["title"] == title(name)

    @pytest.mark.parametrize("name", names())
    def test_are_closed(self, name: str) -> None:
        """An object has named keys and no others, or keys that are data and values of one kind."""
        for part in objects(schema(name)):
            if "object" in (part.get("type"), *(part.get("type") or ())):
                empty = part.get("maxProperties") == 0
                assert empty or part["additionalProperties"] is not True
                if part.get("additionalProperties") == KEPT:
                    assert name == "batch"
                    continue
                assert empty or ("properties" in part) == (part["additionalProperties"] is False)
                assert set(part.get("required", ())) <= set(part.get("properties", ()))

    def test_stand_alone(self) -> None:
        whole = schema("evaluate")
        assert {"signature", "model"} <= whole["$defs"].keys()
        assert "$defs" not in schema("data-list")

    def test_unknown_name(self) -> None:
        with pytest.raises(UnknownSchemaError):
            schema("nope")
        with pytest.raises(UnknownSchemaError):
            schema("../schema/solve")


def commands(found: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, list[str]]]:
    """Yield every command with its options, by the name that its schema would have."""
    for name, command in getattr(found, "commands", {}).items():
        yield from commands(command, (*path, name))
    if not hasattr(found, "commands"):
        yield "-".join(path), [option for p in found.params for option in p.opts]


def test_every_command_that_prints_json_has_a_schema() -> None:
    found = dict(commands(typer.main.get_command(app)))
    with_json = [name for name, options in found.items() if "--json" in options]
    assert len(with_json) > 5
    missing = set(with_json) - set(names())
    assert not missing, f"write {missing} into src/unitdep/schema"
    assert {n for n in names() if n.startswith(("data-", "corpus-"))} <= found.keys()


class TestCommand:
    def test_names(self) -> None:
        shown = run("schema").splitlines()
        assert [line.split()[0] for line in shown] == names()
        assert "unitdep solve --json: a solved problem" in shown[names().index("solve")]

    def test_one(self) -> None:
        assert printed("schema", "solve") == schema("solve")

    def test_unknown(self) -> None:
        result = runner.invoke(app, ["schema", "nope"], env={"COLUMNS": "400"})
        assert (result.exit_code, result.stdout) == (2, "")
        assert "there is no schema 'nope'; there are annotation, " in result.stderr


class TestSolve:
    @pytest.mark.parametrize("text", TEXTS)
    def test_solve_and_graph(self, text: str) -> None:
        found = printed("solve", "--json", text)
        check("solve", found)
        if found["graph"] is not None:
            graph = printed("graph", "--format", "json", text)
            assert graph == found["graph"]
            check("graph", graph)

    @pytest.mark.parametrize(
        "given",
        [("-e", "66-10-8"), ("-e", "66/0"), ("-a", "7"), ("-a", "8 r 2"), ("-a", "nothing")],
    )
    def test_check(self, given: tuple[str, str]) -> None:
        result = runner.invoke(app, ["check", "--json", ISABEL, *given])
        assert result.exit_code in (0, 1, 3), result.output
        check("check", json.loads(result.stdout))

    @pytest.mark.parametrize("work", WORKS)
    @pytest.mark.parametrize("gold", [None, "7 bouquets", "60 flowers", "(66-10)/8", "none"])
    def test_workings(self, work: str, gold: str | None) -> None:
        found = judges()[0].check(work, gold).to_dict()
        check("check", found)
        assert json.loads(json.dumps(found)) == found
        for step in found["steps"]:
            for exact, number in (("value", "value_number"), ("claimed", "claimed_number")):
                given = step[exact]
                wanted = None if given is None else float(Fraction(given))
                assert step[number] == wanted

    def test_workings_for_what_is_no_problem(self) -> None:
        for work in WORKS:
            check("check", judges()[1].check(work).to_dict())

    @pytest.mark.model
    @pytest.mark.parametrize("answer", ["48 bouquets", "7", "7.5", "none"])
    @pytest.mark.parametrize("text", [ISABEL, "Hello."])
    def test_diagnose(self, text: str, answer: str) -> None:
        result = runner.invoke(app, ["diagnose", "--json", text, answer])
        check("diagnose", json.loads(result.stdout))

    @pytest.mark.model
    @pytest.mark.parametrize("given", [[], ["--work", "66 - 10 = 55"], ["--level", "2"]])
    def test_hint(self, given: list[str]) -> None:
        result = runner.invoke(app, ["hint", "--json", ISABEL, *given])
        check("hint", json.loads(result.stdout))

    @pytest.mark.model
    def test_class(self, tmp_path: Path) -> None:
        path = tmp_path / "answers.csv"
        path.write_text("name,answer\nAnn,7\nBen,48\nCleo,\nDan,no\nEve,123456\n", "utf-8")
        result = runner.invoke(app, ["check", ISABEL, "--json", "--class", str(path)])
        check("check-class", json.loads(result.stdout))

    def test_names_of_kinds(self) -> None:
        kind = schema("misconception")["properties"]["kind"]
        assert set(kind["enum"]) == {kind.value for kind in MistakeKind}
        hints = schema("hint")["properties"]["hints"]["items"]["properties"]["kind"]
        assert set(hints["enum"]) == {kind.value for kind in HintKind}

    def test_a_check_has_no_other_words(self) -> None:
        known = schema("check")
        step = known["$defs"]["step"]["properties"]
        for words, part in (
            (Verdict, known["properties"]["verdict"]),
            (Finding, known["properties"]["finding"]),
            (Basis, known["properties"]["basis"]),
            (Mark, step["mark"]),
            (Arithmetic, step["arithmetic"]),
            (Source, known["$defs"]["origin"]["properties"]["source"]),
        ):
            assert part["enum"] == [word.value for word in words]

    def test_no_text(self) -> None:
        check("solve", solve("").to_dict())

    def test_what_it_does_not_know_is_refused(self) -> None:
        whole = printed("solve", "--json", ISABEL)
        found = list(objects(whole))
        assert len(found) > 15
        for part in found:
            part["surprise"] = 1
            assert any("surprise" in e or "is not valid" in e for e in errors("solve", whole))
            del part["surprise"]
        for key in list(whole):
            if key not in schema("solve")["required"]:
                continue
            value = whole.pop(key)
            assert errors("solve", whole) == [f"'{key}' is a required property"]
            whole[key] = value

    def test_keys_that_may_be_there(self) -> None:
        step = {"operation": "-", "left": 66, "right": 10, "result": 56, "unit": "flower"}
        step |= {"left_exact": "66", "right_exact": "10", "result_exact": "56"}
        step |= {"text": "66 flowers − 10 flowers = 56 flowers", "closes": True, "note": ""}
        remark = {"vertex": 2, "about": "rate", "text": "8 is a rate."}
        found = solve(ISABEL).to_dict()
        check("solve", {**found, "exact": True, "steps": [step], "remarks": [remark]})
        assert errors("solve", {**found, "steps": [{**step, "surprise": 1}]})


class TestBatch:
    def test_lines_and_job(self, tmp_path: Path) -> None:
        given = [{"id": n, "text": text} for n, text in enumerate(TEXTS)]
        source = write_lines(tmp_path / "in.jsonl", given, "nonsense\n")
        run("batch", source, tmp_path / "out.jsonl")
        found = lines((tmp_path / "out.jsonl").read_text("utf-8"))
        assert [line["id"] for line in found] == [*range(len(TEXTS)), None]
        assert "error" in found[-1]
        for line in found:
            check("batch", line)
            check("batch", {**line, "kept": [1]})
            assert errors("batch", {**line, "confidence": "x", "line": "x"})
        job = json.loads((tmp_path / "out.jsonl.job.json").read_text("utf-8"))
        check("batch-job", job)

    def test_a_file_of_checks(self, tmp_path: Path) -> None:
        given = [{"n": 1, "text": text, "work": "7"} for text in TEXTS]
        source = write_lines(tmp_path / "in.jsonl", given)
        run("check", "--input", source, "--output", tmp_path / "out.jsonl", "--exit-zero")
        for line in lines((tmp_path / "out.jsonl").read_text("utf-8")):
            check("check", {"text": line["text"], "work": line["work"], **line["check"]})
        job = json.loads((tmp_path / "out.jsonl.job.json").read_text("utf-8"))
        check("batch-job", job)
        assert errors("batch-job", {**job, "id_column": None})

    def test_a_line_has_what_a_solution_has(self) -> None:
        solved, _ = schema("batch")["oneOf"]
        assert solved["properties"].keys() == {"id", *schema("solve")["properties"]}
        assert set(solved["required"]) == {"id", *schema("solve")["required"]}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("data")
    more = [{"id": "open", "text": "Ann has 3 pens and 4 pens."}]
    return write_lines(folder / "small.jsonl", [*small_records()[:20], *more], "nonsense\n")


class TestEvaluateAndTrain:
    def test_a_model_applied(self, data: str) -> None:
        found = printed("evaluate", data, "--json")
        assert "model" in found["details"]
        check("evaluate", found)

    def test_two_compared(self, data: str, tmp_path: Path) -> None:
        rows = tmp_path / "rows.jsonl"
        printed("evaluate", data, "--json", "--predictions", rows)
        check("compare", printed("compare", rows, rows, "--data", data, "--json"))

    def test_cross_validation(self, data: str, tmp_path: Path) -> None:
        use = ("evaluate", data, "--cross-validate", "--json", "--output", tmp_path / "out.json")
        for system, details in (("lca++", {"weights", "strengths"}), ("singleeq", set())):
            found = printed(*use, "--system", system)
            assert set(found["details"]) == details
            check("evaluate", found)
            check("evaluate", json.loads((tmp_path / "out.json").read_text("utf-8")))

    def test_a_trained_model(self, data: str, tmp_path: Path) -> None:
        run("train", data, "--output", tmp_path / "model", "--features", "paper")
        for folder in (tmp_path / "model", PACKAGED[DEFAULT]):
            check("model", json.loads((folder / "config.json").read_text("utf-8")))


class TestData:
    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        return write_lines(tmp_path / "problems.jsonl", POOL)

    def test_build(self, file: str, tmp_path: Path) -> None:
        output = tmp_path / "built.jsonl"
        check("data-build", printed("data", "build", file, "--json"))
        found = printed("data", "build", file, "--compare", file, "--output", output, "--json")
        assert found["dropped"]
        check("data-build", found)
        for line in lines(output.read_text("utf-8")):
            check("record", line)

    def test_subset(self, file: str, tmp_path: Path) -> None:
        output = tmp_path / "subset.jsonl"
        use = ("data", "subset", file, "--size", 2, "--lexical", "--template", "--json")
        check("data-subset", printed(*use))
        check("data-subset", printed(*use, "--compare", file, "--output", output))
        for line in lines(output.read_text("utf-8")):
            check("record", line)

    def test_derive_and_agreement(self, file: str, tmp_path: Path) -> None:
        output = tmp_path / "graphs.jsonl"
        check("data-derive", printed("data", "derive", file, "--output", output, "--json"))
        found = lines(output.read_text("utf-8"))
        assert {line["labels_from"] for line in found} == {"tree", "missing"}
        for line in found:
            check("annotation", line)
        check("data-agreement", printed("data", "agreement", output, output, "--json"))

    def test_list_and_info(self) -> None:
        found = printed("data", "list", "--json")
        check("data-list", found)
        for known in found:
            check("data-info", printed("data", "info", known["name"], "--json"))

    def test_download(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        pytest.importorskip("pooch")
        layout = Layout("plain", "toy/a.txt")
        known = KnownSet("toy", "Toy", "a toy", "MIT", "https://example.org", (), layout)
        monkeypatch.setattr("unitdep.research.datasets.catalog.CATALOG", {"toy": known})
        monkeypatch.setenv(VARIABLE, str(tmp_path))
        found = printed("data", "download", "toy", "--json")
        check("data-download", found)
        check("data-download", {**found, "fetched": 1, "files": ["toy/a.txt"]})


class TestPractice:
    ASKED = ("--kinds", "rounding,time,rates", "--count", 3, "--seed", 1)

    def test_worksheet(self) -> None:
        found = lines(run("worksheet", *self.ASKED, "--format", "jsonl"))
        assert len(found) == 3
        for line in found:
            check("worksheet", line)

    def test_practice(self) -> None:
        given = "hint\nskip\n1\nskip\nquit\n"
        arguments = ["practice", *map(str, self.ASKED), "--json"]
        result = runner.invoke(app, arguments, input=given)
        found = json.loads(result.stdout)
        assert [e["outcome"] for e in found["exercises"]] == ["skipped", "skipped"]
        check("practice", found)


class TestCorpus:
    def test_generate(self) -> None:
        found = lines(run("corpus", "generate", "--size", 60, "--seed", 4))
        assert len(found) == 60
        for line in found:
            check("corpus-generate", line)

    def test_check(self, tmp_path: Path) -> None:
        file = tmp_path / "own.jsonl"
        for change, count in (({}, 0), ({"tree": "0*1"}, 1)):
            write_lines(file, [{**TEMPLATE_FIELDS, **change}])
            result = runner.invoke(app, ["corpus", "check", "--templates", str(file), "--json"])
            found = json.loads(result.stdout)
            assert bool(found["findings"]) == bool(count)
            check("corpus-check", found)

    def test_info(self) -> None:
        check("corpus-info", printed("corpus", "info"))

    def test_agreement(self) -> None:
        readings = ROOT / "experiments" / "corpus" / "readings.jsonl"
        check("corpus-agreement", printed("corpus", "agreement", readings))


def schema_of(results: Mapping[str, Any]) -> str:
    named = f"results-{results['table']}"
    return named if named in names() else "results"


@pytest.mark.parametrize("file", RESULTS, ids=lambda file: file.stem)
def test_results_files(file: Path) -> None:
    """The latest files of ``unitdep reproduce``."""
    found = json.loads(file.read_text("utf-8"))
    check(schema_of(found), found)


def test_results_files_of_workings() -> None:
    check("workings-measure", [json.loads(file.read_text("utf-8")) for file in WORKINGS])


def test_there_are_results_of_every_table() -> None:
    seen = {json.loads(file.read_text("utf-8"))["table"] for file in RESULTS}
    not_yet = {TableName.CHOICES.value}  # until unitdep reproduce --all has run
    assert {table.value for table in TableName} - not_yet <= seen
