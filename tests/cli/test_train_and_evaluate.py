"""``unitdep train``, ``evaluate`` and ``reproduce``, end to end on a small data set of our own."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from factories import small_records, write_lines
from unitdep.cli.app import app
from unitdep.cli.datasets import SHOWN, Features, System
from unitdep.errors import NothingToLearnError
from unitdep.models.store import load as load_model
from unitdep.reading.arithmetic import parse
from unitdep.research.baselines import systems
from unitdep.research.corpus.dataset import load
from unitdep.research.datasets import Record, annotate, read
from unitdep.research.evaluation.pages.results import BEGIN, END
from unitdep.research.evaluation.protocol.cross_validate import SYSTEMS
from unitdep.research.evaluation.protocol.evaluate import Evaluation, evaluate_model, gold_value
from unitdep.research.evaluation.protocol.results import Results, figure, sign
from unitdep.research.evaluation.protocol.results import read as read_results
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import TABLES, Options
from unitdep.research.evaluation.tables.paper import solving
from unitdep.research.learning.train_linear import DATASETS, distinct, learnable, train_on
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.solver import Solver

runner = CliRunner()
MALFORMED = '{"text": 3}\nnonsense\n'


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_lines(tmp_path_factory.mktemp("data") / "small.jsonl", small_records(), MALFORMED)


@pytest.fixture(scope="module")
def training(data: str) -> tuple[Path, Result]:
    folder = Path(data).parent / "model"
    return folder, run("train", data, data, "--output", folder, "--seed", 3, "--features", "paper")


@pytest.fixture(scope="module")
def model(training: tuple[Path, Result]) -> Path:
    return training[0]


def run(*arguments: object, data: Path | None = None) -> Result:
    env = {"COLUMNS": "300", "UNITDEP_DATA": str(data) if data else None}
    return runner.invoke(app, [str(a) for a in arguments], env=env)


def refused(*arguments: object, code: int = 2, data: Path | None = None) -> str:
    result = run(*arguments, data=data)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return " ".join(result.stderr.split())


class TestTrain:
    def test_says_what_it_did(self, training: tuple[Path, Result]) -> None:
        folder, result = training
        assert result.exit_code == 0, result.output
        lines = result.stdout.splitlines()
        assert lines[0] == "trained on 40 problems: small.jsonl (40), small.jsonl (40)"
        assert lines[1].startswith("features paper, seed 3, weights irrelevance ")
        assert lines[2].startswith("development: ")
        assert lines[2].endswith("of 40 held-out problems right")
        assert lines[3] == f"saved in {folder}"
        assert "small.jsonl:42: record 42: not JSON" in result.stderr

    def test_provenance(self, data: str, model: Path) -> None:
        facts = load_model(model).provenance
        entry = {"name": "small.jsonl", "sha256": load(data).hash, "problems": 40}
        assert facts["datasets"] == [entry, entry]
        assert (facts["problems"], facts["seed"], facts["features"]) == (40, 3, "paper")
        assert set(facts["strengths"]) == {"irrelevance", "lca", "vertex", "edge"}
        assert facts["development"]["problems"] == 40
        assert facts["development"]["accuracy"] > 0.8

    def test_the_model_solves(self, model: Path) -> None:
        solution = Solver.load(model).solve(
            "Kim has 31 shells. Kim gives away 12 shells. How many shells are left?"
        )
        assert (solution.answer, solution.expression) == (19, "31 - 12")

    def test_same_seed_same_model(self, data: str, model: Path) -> None:
        again = train_on([load(data), load(data)], FEATURE_SETS["paper"], seed=3)
        first = load_model(model)
        assert again.weights == first.weights
        assert again.provenance == first.provenance

    def test_nothing_to_learn(self, tmp_path: Path) -> None:
        name = write_lines(tmp_path / "a.jsonl", [{"text": "Add 2 and 3.", "answer": 5}])
        assert "nothing to learn" in refused("train", name, "-o", tmp_path / "m", code=1)
        with pytest.raises(NothingToLearnError):
            train_on([load(name)], FEATURE_SETS["own"])

    def test_bad_usage(self, data: str, tmp_path: Path) -> None:
        out = ("--output", tmp_path / "m")
        assert "the sets are pool, allarith, " in refused("train", "nope", *out)
        assert "'paper', 'own'" in refused("train", data, "--features", "mine", *out)
        assert "--output" in refused("train", data)
        assert "is a file" in refused("train", data, "--output", data)
        assert "set UNITDEP_DATA" in refused("train", *out, data=tmp_path)
        assert not (tmp_path / "m").exists()


class TestEvaluateWithAModel:
    def test_for_people(self, data: str, model: Path) -> None:
        result = run("evaluate", data, "--model", model)
        assert result.exit_code == 0, result.output
        words = " ".join(result.stdout.split())
        assert f"unitdep, paper features, on {data} accuracy right problems" in words
        assert "all (95% interval) 100.0 (100.0–100.0) 40 40 2 quantities 100.0 40 40" in words
        assert f"data {load(data).signature}, folds: none, a model, seed 0" in words
        assert "small.jsonl:41: record 41: 'text' is not a text" in result.stderr
        assert "2 malformed records" in result.stderr
        assert "trained on this data set" in result.stderr

    def test_json(self, model: Path, tmp_path: Path) -> None:
        name = write_lines(
            tmp_path / "mixed.jsonl",
            [
                {"id": "right", "text": small_records()[0]["text"], "answer": 24},
                {"id": "wrong", "text": small_records()[0]["text"], "answer": 25},
                {"id": "unsolved", "text": "How many apples are there?", "answer": 2},
                {"id": "skipped", "text": small_records()[0]["text"]},
            ],
        )
        file = tmp_path / "out.json"
        result = run("evaluate", name, "--model", model, "--json", "--output", file)
        found = json.loads(result.stdout)
        assert json.loads(file.read_text("utf-8")) == found
        assert (found["system"], found["features"], found["dataset"]) == ("unitdep", "paper", name)
        assert found["accuracy"] == pytest.approx(1 / 3)
        assert (found["problems"], found["unsolved"], found["skipped"]) == (3, 1, 1)
        assert found["by_quantities"] == [
            {"quantities": 0, "right": 0, "problems": 1},
            {"quantities": 2, "right": 1, "problems": 2},
        ]
        assert found["signature"]["data_hash"] == load(name).signature
        assert [o["id"] for o in found["outcomes"] if o["right"]] == ["right"]
        assert found["details"]["model"]["problems"] == 40
        assert result.stderr == ""

    def test_many_malformed_records(self, model: Path, tmp_path: Path) -> None:
        name = write_lines(tmp_path / "bad.jsonl", small_records()[:1], "nonsense\n" * (SHOWN + 5))
        lines = run("evaluate", name, "--model", model).stderr.splitlines()
        assert len(lines) == SHOWN + 1
        assert lines[-1].startswith(f"{SHOWN + 5} malformed")

    def test_no_answers(self, model: Path, tmp_path: Path) -> None:
        name = write_lines(tmp_path / "a.jsonl", [{"text": "Add 2 and 3."}])
        assert "has an answer" in refused("evaluate", name, "--model", model, code=1)

    def test_bad_usage(self, data: str, model: Path, tmp_path: Path) -> None:
        assert "the sets are pool, allarith, " in refused("evaluate", "nope")
        assert "set UNITDEP_DATA" in refused("evaluate", "allarith", data=tmp_path)
        assert "not a folder" in refused("evaluate", "allarith", data=tmp_path / "no")
        assert "no model in" in refused("evaluate", data, "--model", tmp_path)
        use = ("evaluate", data, "--model", model)
        assert "not both" in refused(*use, "--cross-validate")
        assert "lca++ needs --cross-validate" in refused(*use, "--system", "lca++")
        assert "template needs --cross-validate" in refused(*use, "--system", "template")
        assert "feature set paper" in refused(*use, "--features", "own")
        assert "'unitdep'" in refused(*use, "--system", "magic")

    def test_a_file_of_no_format(self, tmp_path: Path) -> None:
        name = write_lines(tmp_path / "a.jsonl", [{"what": "ever"}])
        assert "no known format" in refused("evaluate", name)


class TestCrossValidation:
    def test_random_folds(self, data: str) -> None:
        use = ("evaluate", data, "--cross-validate", "--json", "--seed", 5, "--features", "paper")
        found = json.loads(run(*use, "--system", "lca++").stdout)
        assert (found["system"], found["signature"]["folds"]) == ("lca++", "random 5")
        assert len(found["folds"]) == len(found["details"]["weights"]) == 5
        assert found["problems"] == 40
        assert {o["fold"] for o in found["outcomes"]} == set(range(5))
        assert found["accuracy"] > 0.8
        assert all(w["edge"] == 0 for w in found["details"]["weights"])

    @pytest.mark.parametrize("system", ["template", "singleeq"])
    def test_a_system_without_feature_sets(self, data: str, system: str) -> None:
        use = ("evaluate", data, "--cross-validate", "--system", system)
        found = json.loads(run(*use, "--json").stdout)
        assert (found["system"], found["features"], found["details"]) == (system, None, {})
        assert len(found["folds"]) == 5
        assert found["accuracy"] > 0.6
        assert all(o["answer"] is None or o["expression"] for o in found["outcomes"])
        assert "no feature sets" in refused(*use, "--features", "own")

    def test_for_people(self, data: str) -> None:
        result = run("evaluate", data, "--cross-validate", "--system", "template")
        assert result.stdout.startswith(f"template, on {data}\n")

    def test_too_few_expressions(self, tmp_path: Path) -> None:
        name = write_lines(tmp_path / "a.jsonl", small_records()[:3])
        assert "expression" in refused("evaluate", name, "--cross-validate", code=1)


class TestPlainFunctions:
    def test_gold_value(self) -> None:
        equation = parse("7 / 2")
        assert gold_value(Record("a", "t", Fraction(3), equation=equation)) == 3
        assert gold_value(Record("a", "t", equation=equation)) == Fraction(7, 2)
        assert gold_value(Record("a", "t", equation=parse("7 / 0"))) is None
        assert gold_value(Record("a", "t")) is None

    def test_progress_is_told_of_every_problem(self, data: str, model: Path) -> None:
        told: list[str] = []
        records = read(Path(data)).records[:3]
        found = evaluate_model(Solver.load(model), records, told.append)
        assert told == [r.id for r in records] == [o.id for o in found.outcomes]

    def test_nothing_evaluated(self) -> None:
        assert Evaluation(()).as_dict()["accuracy"] == 0

    def test_the_first_of_equal_texts_stays(self) -> None:
        records = [Record("a", "x"), Record("b", "y"), Record("c", "x")]
        assert [r.id for r in distinct(records)] == ["a", "b"]

    def test_names_in_the_help_are_all_names(self) -> None:
        assert [f.value for f in Features] == list(FEATURE_SETS)
        assert [s.value for s in System] == list(systems())
        assert [s.value for s in System if s.has_features] == list(SYSTEMS)
        assert list(TABLES) == list(TableName)


class TestReproduce:
    @pytest.fixture
    def made_up(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, int]]:
        asked: list[tuple[str, str, int]] = []

        def measure(name: str, options: Options, progress: Any) -> Results:
            progress("fold 0")
            asked.append(("solving", name, options.seed))
            dataset = load(name)
            right = [[(r.id, True) for r in dataset.records]]
            systems = options.systems or solving.SOLVERS
            names = [f"{s}, own" if s in SYSTEMS else s for s in systems]
            figures = tuple(figure(row, dataset.name, right) for row in names)
            signature = sign(dataset, options.seed)
            return Results("solving", signature, 1.0, figures, partial=bool(options.systems))

        monkeypatch.setattr(solving, "run", measure)
        return asked

    def test_measure_and_render(
        self, made_up: list[tuple[str, str, int]], data: str, tmp_path: Path
    ) -> None:
        readme, docs = tmp_path / "README.md", tmp_path / "docs"
        readme.write_text(f"Hello.\n{BEGIN}\n{END}\n", "utf-8")
        folders = ("--results", tmp_path / "results", "--docs", docs)
        result = run("reproduce", "--table", "solving", "--dataset", data, "--seed", 4, *folders)
        assert result.exit_code == 0, result.output
        assert made_up == [("solving", data, 4)]
        words = " ".join(result.stdout.split())
        assert "solving, small.jsonl published ours (95% interval)" in words
        assert "UnitDep, our features – 100.0 (100.0–100.0)" in words
        assert read_results(tmp_path / "results" / "solving-small.json").signature.seed == 4
        page = (docs / "results" / "results.md").read_text("utf-8")
        assert "small.jsonl, ours" in page
        assert "| UnitDep, the paper's features | – (81.7) |" in readme.read_text("utf-8")
        (docs / "results" / "results.md").unlink()
        assert run("reproduce", "--render-only", *folders).exit_code == 0
        assert (docs / "results" / "results.md").read_text("utf-8") == page

    def test_bad_usage(self, made_up: list[tuple[str, str, int]], tmp_path: Path) -> None:
        folders = ("--results", tmp_path / "results", "--docs", tmp_path / "docs")
        assert "the sets are" in refused("reproduce", "--dataset", "nope", *folders)
        assert "set UNITDEP_DATA" in refused("reproduce", *folders, data=tmp_path)
        assert "'solving'" in refused("reproduce", "--table", "chairs", *folders)
        assert "neither" in refused("reproduce", "--render-only", "--table", "graphs", *folders)
        assert made_up == []
        assert list(tmp_path.iterdir()) == []

    def test_some_systems_only(
        self, made_up: list[tuple[str, str, int]], data: str, tmp_path: Path
    ) -> None:
        folder = tmp_path / "results"
        folders = ("--results", folder, "--docs", tmp_path / "docs")
        use = ("reproduce", "--table", "solving", "--dataset", data, *folders, "--system")
        assert run(*use, "lca++").exit_code == 0
        file = folder / "solving-small.json"
        [first] = read_results(file).figures
        result = run(*use, "template", "--system", "singleeq")
        assert result.exit_code == 0, result.output
        words = " ".join(result.stdout.split())
        assert "Template – 100.0 (100.0–100.0) SingleEq – 100.0 (100.0–100.0) LCA++" in words
        found = read_results(file)
        assert [f.row for f in found.figures] == ["lca++, own", "template", "singleeq"]
        assert (found.figures[0], found.seconds) == (first, 2.0)
        before = file.read_bytes()
        assert "other data, folds or seed" in refused(*use, "template", "--seed", 1)
        file.write_text("{}", "utf-8")
        assert "not a results file" in refused(*use, "template", code=1)
        file.write_bytes(before)
        assert len(made_up) == 2

    def test_system_is_for_solving(
        self, made_up: list[tuple[str, str, int]], data: str, tmp_path: Path
    ) -> None:
        folders = ("--results", tmp_path / "results", "--docs", tmp_path / "docs")
        use = ("reproduce", "--dataset", data, *folders, "--system")
        assert "needs --table solving" in refused(*use, "template")
        assert "needs --table solving" in refused(*use, "template", "--table", "graphs")
        assert "'template'" in refused(*use, "magic", "--table", "solving")
        assert "neither" in refused("reproduce", "--render-only", "--system", "template", *folders)
        assert made_up == []

    def test_the_table_of_solving(self, data: str) -> None:
        told: list[str] = []
        options = Options(seed=2, systems=("lca++", "template"))
        found = solving.run(data, options, told.append)
        assert [f.row for f in found.figures] == ["template", "lca++, paper", "lca++, own"]
        assert [bool(f.details) for f in found.figures] == [False, True, True]
        assert len(told) == solving.steps(data, options) == 16

    def test_damaged_results_file(self, tmp_path: Path) -> None:
        (tmp_path / "solving-x.json").write_text("{}", "utf-8")
        folders = ("--results", tmp_path, "--docs", tmp_path / "docs")
        message = refused("reproduce", "--render-only", *folders, code=1)
        assert "solving-x.json is not a results file" in message


@pytest.mark.paper
class TestAuthorsData:
    def test_default_composition(self) -> None:
        sets = [load(name) for name in DATASETS]
        records = distinct(record for dataset in sets for record in dataset.records)
        sizes = [len(dataset.records) for dataset in sets]
        assert sizes[:2] == [1492, 831]
        assert len(records) == 1492 + 91 + sum(sizes[2:])
        assert learnable(annotate(records[:50])) == 50

    def test_a_set_without_folds(self, model: Path) -> None:
        dataset = load("addsub")
        result = run("evaluate", "addsub", "--model", model, "--json")
        found = json.loads(result.stdout)
        assert found["problems"] + found["skipped"] == len(dataset.records)
        assert len(found["malformed"]) == len(dataset.problems)
        assert found["signature"]["folds"] == "none, a model"
