"""Everyday texts in the web app: constraints on implied quantities, and what can be annotated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from servers import in_this_process
from unitdep.cli.app import app
from unitdep.core.expression import render
from unitdep.research.datasets import annotate, load
from unitdep.schema import schema

COOKIES = "Mum baked 36 cookies. The kids ate 1/4 of them. How many are left?"
PAGES = "Tom reads 12 pages a day. How many pages does he read in 3 weeks?"
BUSES = "130 children go in buses of 48. How many buses are needed?"
TWICE = "Ann has 5 pens. Ben has twice as many as Ann. How many pens do they have together?"
SQUARE = "A square garden has sides of 6 m. How many metres of fence does it need?"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return in_this_process(tmp_path_factory.mktemp("everyday"))


def explored(client: TestClient, text: str, **asked: list[Any]) -> dict[str, Any]:
    body = {"text": text, "constraints": asked}
    found: dict[str, Any] = client.post("/api/explore", json=body).raise_for_status().json()
    Draft202012Validator(schema("api-explore")).validate(found)
    return found


class TestConstraints:
    @pytest.mark.model
    def test_an_implied_quantity_is_left_out_and_can_be_used_again(
        self, client: TestClient
    ) -> None:
        plain = explored(client, PAGES)
        assert (plain["solution"]["answer"], plain["proposed"]) == (252, [])
        found = explored(client, PAGES, dropped=[2])
        assert found["solution"]["answer"] == 36
        assert found["proposed"] == [
            {"index": 2, "text": "weeks", "kind": "constant", "caption": "7 days per week"}
        ]
        assert explored(client, PAGES, kept=[2])["solution"]["answer"] == 252

    def test_each_proposal_can_be_used(self, client: TestClient) -> None:
        for text in (TWICE, SQUARE):
            for proposal in explored(client, text)["proposed"]:
                index = proposal["index"]
                found = explored(client, text, kept=[index])["solution"]
                used = {q["index"] for q in found["quantities"] if q["relevant"]}
                assert index in used, (text, proposal)
                assert proposal["caption"]

    @pytest.mark.model
    def test_a_finish_and_a_face(self, client: TestClient) -> None:
        found = explored(client, BUSES, not_rates=[1])["solution"]
        assert (found["answer"], found["finish"]) == (3, "up")
        assert explored(client, COOKIES, kept=[1])["solution"]["answer"] == 27

    def test_other_answers_have_the_probabilities_of_the_solution(self, client: TestClient) -> None:
        for text in (COOKIES, PAGES, TWICE):
            found = explored(client, text)
            told = [one["probability"] for one in found["solution"]["alternatives"]]
            assert [one["solution"]["confidence"] for one in found["others"]] == told

    @pytest.mark.parametrize("path", ["/api/solve", "/api/explore", "/api/graph"])
    @pytest.mark.parametrize(
        ("text", "asked", "said"),
        [
            (COOKIES, {"rates": [1]}, "quantity 1 is a pure number, so it cannot be a rate"),
            (PAGES, {"dropped": [3]}, "there is no quantity 3: the text has 3, the first is 0"),
            (PAGES, {"dropped": [2], "kept": [2]}, "a quantity cannot be dropped and be used"),
            (PAGES, {"rates": [2], "not_rates": [2]}, "a vertex cannot be a rate and not a rate"),
            (PAGES, {"dropped": ["question"]}, "valid integer"),
            ("What is 3 + 4?", {"kept": [2]}, "there is no quantity 2: the text has 2"),
        ],
    )
    def test_nonsense_is_told(
        self, client: TestClient, path: str, text: str, asked: dict[str, Any], said: str
    ) -> None:
        response = client.post(path, json={"text": text, "constraints": asked})
        assert response.status_code == 422
        assert said in response.json()["error"]


LINES = [
    {"id": "buses", "text": BUSES, "expression": "130/48", "answer": 3},
    {"id": "cookies", "text": COOKIES, "expression": "36*0.25", "answer": 27},
    {"id": "pages", "text": PAGES, "expression": "12*3*7", "answer": 252},
    {
        "id": "third",
        "text": "Al ate 2/3 of 6 pies. How many were it?",
        "expression": "0.66667*6",
    },
    {
        "id": "fives",  # the first five is not in the expression
        "text": "In 5 days Bo fills 4 bags with 5 nuts each and 3 bags with 5 figs each. "
        "How many nuts and figs are there?",
        "expression": "4*5 + 3*5",
    },
    {"id": "pens", "text": "Ben has 9 pens and loses 2. How many are left?", "expression": "9-2"},
]


class TestAnnotating:
    @pytest.fixture(scope="class")
    @classmethod
    def exported(cls, client: TestClient, tmp_path_factory: pytest.TempPathFactory) -> Path:
        """The export of an annotator who has marked two problems."""
        content = "".join(json.dumps(line) + "\n" for line in LINES)
        loaded = client.post("/api/annotate/load", json={"content": content}).json()
        assert (loaded["added"], loaded["without_tree"], loaded["bad"]) == (5, ["pages"], [])
        for name, vertex in (("buses", 1), ("fives", 2)):
            body: dict[str, Any] = {"id": name, "annotator": "Ann", "vertex": vertex, "rate": True}
            client.post("/api/annotate/label", json=body).raise_for_status()
            body = {"id": name, "annotator": "Ann", "done": True}
            client.post("/api/annotate/done", json=body).raise_for_status()
        file = tmp_path_factory.mktemp("export") / "annotations.jsonl"
        file.write_text(client.get("/api/annotate/export?first=Ann").text, "utf-8")
        return file

    def test_the_page_says_what_it_reads(self, client: TestClient) -> None:
        assert "the paper's scope" in client.get("/annotate").text

    def test_lines_are_as_the_schema_says(self, exported: Path) -> None:
        rows = [json.loads(line) for line in exported.read_text("utf-8").splitlines()]
        assert [row["id"] for row in rows] == ["buses", "cookies", "third", "fives", "pens"]
        for row in rows:
            Draft202012Validator(schema("annotation")).validate(row)

    def test_the_reader_reads_trees_and_rates_back(self, exported: Path) -> None:
        found = load(str(exported))
        assert not found.problems
        problems = {p.id: p for p in annotate(found.records)}
        rates = {name: p.rates for name, p in problems.items()}
        assert rates == {
            "buses": {1},
            "cookies": None,
            "third": None,
            "fives": {2},
            "pens": frozenset(),
        }
        rows = [json.loads(line) for line in exported.read_text("utf-8").splitlines()]
        for row in rows:
            problem = problems[row["id"]]
            names = [str(i) for i in range(problem.problem.size)]
            assert problem.tree is not None
            assert render(problem.tree, names) == row["tree"]
        assert problems["buses"].answer == 3

    def test_evaluate_compares_with_the_stated_answers(self, exported: Path) -> None:
        use = ["evaluate", str(exported), "--scope", "everyday", "--json"]
        result = CliRunner().invoke(app, use)
        assert result.exit_code == 0, result.output
        report = json.loads(result.stdout)
        gold = {outcome["id"]: outcome["gold"] for outcome in report["outcomes"]}
        assert gold == {"buses": 3, "cookies": 27, "third": 4, "fives": 35, "pens": 7}

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"tree": "0 +"}, "'tree'"),
            ({"tree": "0 * 0"}, "'tree' uses a number twice"),
            ({"tree": 5}, "'tree' is not a text"),
            ({"rates": [-7]}, "-7 is not a vertex"),
            ({"rates": 1}, "'rates' is not a list"),
        ],
    )
    def test_a_damaged_line_keeps_its_problem(
        self, exported: Path, tmp_path: Path, change: dict[str, Any], said: str
    ) -> None:
        row = json.loads(exported.read_text("utf-8").splitlines()[0])
        file = tmp_path / "damaged.jsonl"
        file.write_text(json.dumps({**row, **change}) + "\n", "utf-8")
        found = load(str(file))
        [problem] = found.problems
        assert said in problem.reason
        [record] = found.records
        assert (record.tree, record.rates) == (None, None)
        assert annotate([record])[0].tree is not None  # by the expression

    def test_a_text_with_fewer_numbers_than_the_tree(self, exported: Path, tmp_path: Path) -> None:
        row = json.loads(exported.read_text("utf-8").splitlines()[3])
        row["text"] = "Bo fills 4 bags with 5 nuts each. How many nuts are there?"
        file = tmp_path / "shorter.jsonl"
        file.write_text(json.dumps(row) + "\n", "utf-8")
        [problem] = annotate(load(str(file)).records)
        assert (problem.tree, problem.rates) == (None, None)
