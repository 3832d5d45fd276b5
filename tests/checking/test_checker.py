"""Check: matching numbers, weighing trees, verdicts and their reasons, the command, the table."""

from __future__ import annotations

import doctest
import json
import math
import re
import shlex
from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import unitdep
from factories import ADD, DIV, ISABEL, MUL, SUB, fake_problem, op, own_problems, random_tables
from paths import DOCS, RESULTS
from unitdep.checking import (
    MARGIN,
    UNSURE,
    Checker,
    CheckResult,
    Judge,
    Limits,
    Task,
    Verdict,
    write_answer,
)
from unitdep.checking.matching import match
from unitdep.cli.app import app
from unitdep.core.expression import Expression, Leaf, evaluate, monotonic
from unitdep.core.labels import Reading
from unitdep.errors import GrammarError
from unitdep.inference import Weights, search
from unitdep.inference.compare import weigh
from unitdep.reading.arithmetic import parse, parse_indices
from unitdep.reading.problem import Problem
from unitdep.research.evaluation.protocol import check_folds
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.evaluation.protocol.results import Results, Signature, figure
from unitdep.research.evaluation.tables.own import checks
from unitdep.research.learning import build_designs, train
from unitdep.research.learning.develop import QUICK
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.scoring.tables import ScoreTables
from unitdep.solver import Analysis, default_solver
from unitdep.units.unit import Unit

runner = CliRunner()
PAGE = DOCS / "how-to" / "check.md"
PENS = "Ann has 12 pens. She finds 3 more pens. How many pens does Ann have now?"
PENCILS = (
    "A teacher has 48 pencils. She gives 3 pencils to each of her 14 pupils. "
    "How many pencils are left?"
)
WEIGHTS = Weights(1.0, 1.0, 0.5, 1.0)


VALUES = [Fraction(v) for v in (7, 3, 11, 5, 2, 13, 19)]


class TestWeigh:
    @pytest.mark.parametrize("size", [2, 3, 4, 5])
    def test_the_best_is_that_of_the_search(self, size: int) -> None:
        tables = random_tables(size, size, "flat")
        scale = weigh(tables, VALUES[:size], WEIGHTS)
        ranking = search(tables, VALUES[:size], WEIGHTS, top=50)
        assert scale.best == ranking.candidates[0]
        for candidate in ranking.candidates:
            assert scale.answer(candidate.value) == candidate
            weighed = scale.tree(candidate.tree)
            assert weighed is not None
            assert weighed.score == pytest.approx(candidate.score)
            assert weighed.rates == candidate.rates
            ratio = ranking.candidates[0].probability / candidate.probability
            assert weighed.behind == pytest.approx(math.log(ratio))

    def test_many_quantities(self) -> None:
        tables = random_tables(1, 7, "flat")
        scale = weigh(tables, VALUES, WEIGHTS)
        assert not scale.complete
        assert scale.best is not None
        weighed = scale.tree(scale.best.tree)
        assert weighed is not None
        assert weighed.behind == pytest.approx(0, abs=1e-6)
        assert weighed.score == pytest.approx(scale.best.score)
        other = scale.tree(op(MUL, op(ADD, 0, 1), 6))
        assert other is not None
        assert other.score <= scale.best.score + 1e-9

    def test_more_quantities_than_are_searched(self) -> None:
        values = [Fraction(k) for k in range(2, 22)]
        scale = weigh(random_tables(2, 20, "flat"), values, WEIGHTS)
        weighed = scale.tree(op(ADD, 17, 19))
        assert weighed is not None
        assert math.isfinite(weighed.behind)
        tree: Expression = Leaf(0)
        for k in range(1, 20):
            tree = op(ADD, tree, k)
        assert scale.tree(tree) is None

    def test_a_tree_that_is_not_positive(self) -> None:
        scale = weigh(random_tables(0, 2, "flat"), VALUES[:2], WEIGHTS)
        weighed = scale.tree(op(SUB, 1, 0))
        assert weighed is not None
        assert weighed.behind == math.inf

    def test_an_answer_that_is_nearly_met(self) -> None:
        scale = weigh(random_tables(0, 2, "flat"), VALUES[:2], WEIGHTS)
        assert scale.answer(Fraction("2.33")) is None
        found = scale.answer(Fraction("2.33"), 0.005)
        assert found is not None
        assert found.value == Fraction(7, 3)
        assert scale.answer(Fraction(-4)) is None


def matched(text: str, values: Sequence[int | str], solved: str | None = None) -> Expression | None:
    tree = None if solved is None else parse_indices(solved)
    return match(parse(text), [Fraction(v) for v in values], tree, lambda _: 0.0).tree


class TestMatch:
    def test_by_value_in_the_order_written(self) -> None:
        assert matched("(66-10)/8", [66, 8, 10]) == op(DIV, op(SUB, 0, 2), 1)
        assert matched("10+66", [66, 10]) == op(ADD, 1, 0)

    def test_twins_go_where_the_rank_is_highest(self) -> None:
        wanted = op(ADD, op(MUL, 2, 1), 0)
        found = match(parse("5*3+5"), [Fraction(v) for v in (5, 3, 5)], None, lambda t: t == wanted)
        assert found.tree == wanted

    def test_a_number_that_is_not_in_the_text(self) -> None:
        found = match(parse("(66-10)/9"), [Fraction(66), Fraction(10)], None, lambda _: 0.0)
        assert found.tree is None
        assert [literal.text for literal in found.foreign] == ["9"]

    def test_a_number_used_twice(self) -> None:
        found = match(parse("66-8-8"), [Fraction(66), Fraction(8)], None, lambda _: 0.0)
        assert found.repeated == (1,)

    def test_a_step_done_in_the_head(self) -> None:
        assert matched("56/8", [66, 8, 10], "(0-2)/1") == op(DIV, op(SUB, 0, 2), 1)
        assert matched("7", [66, 8, 10], "(0-2)/1") is None  # the answer itself is not a step

    @pytest.mark.parametrize(
        ("text", "values", "tree"),
        [
            ("25/100*80", ["1/4", 80], op(MUL, 0, 1)),
            ("80*25%", ["1/4", 80], op(MUL, 1, 0)),
            ("3*12-8", [36, 8], op(SUB, 0, 1)),
            ("40/2", ["1/2", 40], op(MUL, 1, 0)),
            ("6*(1/3)", [6, "1/3", 3], op(MUL, 0, 1)),
            ("6/2", [3, 6, 2], op(DIV, 1, 2)),
        ],
    )
    def test_other_ways_to_write_a_number(
        self, text: str, values: list[int | str], tree: Expression
    ) -> None:
        assert matched(text, values) == tree

    def test_many_twins_end(self) -> None:
        values = [Fraction(2)] * 12
        found = match(parse("+".join(["2"] * 12)), values, None, lambda _: 0.0)
        assert sorted(i for i in _leaves(found.tree)) == list(range(12))


def _leaves(tree: Expression | None) -> list[int]:
    if tree is None:
        return []
    return [tree.index] if isinstance(tree, Leaf) else _leaves(tree.left) + _leaves(tree.right)


def tables_for(problem: Problem, tree: Expression, rates: set[int], strength: float) -> ScoreTables:
    """Return tables that favour one tree and its rates: an oracle, as confident as wanted."""
    from unitdep.core.expression import lca_operations
    from unitdep.core.graph import derive
    from unitdep.core.labels import QUESTION
    from unitdep.scoring.tables import number_pairs

    size, used = problem.size, set(_leaves(tree))
    graph, operations = derive(tree, rates), lca_operations(tree)

    def row(label: int | None, labels: int) -> np.ndarray:
        scores = np.zeros(labels)
        if label is not None:
            scores[label] = strength
        return scores - np.log(np.exp(scores).sum())

    ends = [*number_pairs(size), *((i, QUESTION) for i in range(size))]
    return ScoreTables(
        np.stack([row(int(i not in used), 2) for i in range(size)]),
        np.stack([row(operations.get(pair), 6) for pair in number_pairs(size)]),
        np.stack([row(int(v in rates), 2) for v in (*range(size), QUESTION)]),
        np.stack([row(graph.labels.get(pair), 6) for pair in ends]),
    )


def judge(
    given: list[tuple[str, Unit]],
    asked: Unit,
    tree: Expression,
    rates: set[int],
    strength: float = 8.0,
) -> Judge:
    problem = fake_problem(given, asked)
    values = [q.value for q in problem.quantities]
    scale = weigh(tables_for(problem, tree, rates, strength), values, WEIGHTS)
    assert scale.best is not None
    assert scale.best.tree == monotonic(tree)
    return Judge.of(Analysis(problem, None, scale.query, scale.ranking))


FLOWER, BOUQUET = Unit("flower"), Unit("bouquet")


@pytest.fixture(scope="module")
def bouquets() -> Judge:
    """Isabel's problem with a fourth number that is not needed: 66, 8, 10 and 3 vases."""
    given = [
        ("66", FLOWER),
        ("8", Unit("flower", (), "bouquet")),
        ("10", FLOWER),
        ("3", Unit("vase")),
    ]
    return judge(given, BOUQUET, op(DIV, op(SUB, 0, 2), 1), {1})


class TestVerdicts:
    @pytest.mark.parametrize(
        ("expression", "verdict", "reason"),
        [
            ("(66-10)/8", "agrees", "the program finds 7 bouquets too"),
            ("66/8-10/8", "agrees", "the program finds 7 bouquets too"),
            ("56 ÷ 8", "agrees", "the program finds 7 bouquets too"),
            ("8*x = 66-10", "agrees", "the program finds 7 bouquets too"),
            (
                "66-10/8",
                "unit error",
                "10 flowers ÷ 8 flowers per bouquet gives bouquets; bouquets cannot be taken from "
                "flowers",
            ),
            (
                "66-10",
                "unit error",
                "66 flowers − 10 flowers gives flowers, but the question asks for bouquets",
            ),
            (
                "(66-10)*8",
                "unit error",
                "66 flowers − 10 flowers gives flowers; flowers per bouquet can be multiplied by "
                "bouquets, not by flowers",
            ),
            (
                "66*10/8",
                "unit error",
                "in 66 flowers × 10 flowers, flowers cannot be multiplied by flowers: neither "
                "number is a rate",
            ),
            ("66+3", "unit error", "in 66 flowers + 3 vases, vases cannot be added to flowers"),
            (
                "(66+10)/8",
                "other operation",
                "66 and 10 are added here, but the text calls for 10 to be taken from 66",
            ),
            ("10-66", "other operation", "10 flowers − 66 flowers gives a negative number"),
            ("66/(10-10)", "other operation", "nothing can be divided by zero"),
            (
                "66/8",
                "wrong quantity",
                "10 flowers is missing; the text requires 66 flowers − 10 flowers",
            ),
            ("66", "wrong quantity", "8 flowers per bouquet and 10 flowers are missing"),
            ("(66-10)/9", "wrong quantity", "9 is not in the text"),
            ("66-8-8", "wrong quantity", "8 is used more often than the text has it"),
        ],
    )
    def test_expressions(self, bouquets: Judge, expression: str, verdict: str, reason: str) -> None:
        found = bouquets.expression(expression)
        assert (found.verdict.value, found.reason) == (verdict, reason)
        assert (found.step is None) == (
            found.verdict is Verdict.AGREES or expression in ("66", "(66-10)/9", "66/(10-10)")
        )

    def test_a_number_that_is_not_needed(self) -> None:
        given = [("5", FLOWER), ("4", FLOWER), ("3", Unit("vase")), ("2", Unit("rose"))]
        found = judge(given, FLOWER, op(ADD, 0, 1), set()).expression("5+4+2")
        assert found.verdict is Verdict.WRONG_QUANTITY
        assert found.reason.startswith("2 roses is not needed: its unit would fit (5, 4 and the")

    def test_the_step_is_the_first_that_breaks(self, bouquets: Judge) -> None:
        found = bouquets.expression("66-10/8")
        assert found.step is not None
        assert found.step.text == "66 flowers − 1.25 bouquets = 64.75 flowers"
        assert found.to_dict()["step"]["closes"] is False

    @pytest.mark.parametrize(
        ("answer", "verdict", "reason"),
        [
            ("7", "agrees", "the program finds 7 bouquets too"),
            ("14/2", "agrees", "the program finds 7 bouquets too"),
            ("9.5", "other operation", "(66 + 10) / 8 gives 9.5: 66 and 10 are added"),
            ("8.3", "wrong quantity", "66 / 8 gives 8.3: 10 flowers is missing"),
            ("66", "wrong quantity", "66 is a number of the text: 8 flowers per bouquet and 10"),
            ("1000", "wrong quantity", "no expression of 66, 8, 10 and 3 gives 1000"),
        ],
    )
    def test_answers(self, bouquets: Judge, answer: str, verdict: str, reason: str) -> None:
        found = bouquets.answer(answer)
        assert found.verdict.value == verdict
        assert found.reason.startswith(reason)

    def test_not_sure(self) -> None:
        given = [("12", FLOWER), ("3", FLOWER)]
        unsure = judge(given, FLOWER, op(ADD, 0, 1), set(), strength=1.0)
        strict = Judge(unsure.problem, unsure.solution, unsure.scale, Limits(0.0, 0.99))
        assert strict.expression("12-3").verdict is Verdict.CANNOT_TELL
        assert strict.answer("9").verdict is Verdict.CANNOT_TELL
        same = strict.expression("12+3")
        assert (same.verdict, same.reason) == (
            Verdict.AGREES,
            "the program finds 15 flowers too, though it is not sure of that",
        )
        kind = Judge(unsure.problem, unsure.solution, unsure.scale, Limits(100.0, 0.0))
        near = kind.expression("12-3")
        assert near.verdict is Verdict.AGREES
        assert (
            near.reason
            == "the program finds 15 flowers, but 9 is plausible enough that it cannot be ruled out"
        )
        assert 0 < near.to_dict()["odds"] < 1

    def test_a_likely_value_does_not_speak_for_a_bare_number(self) -> None:
        given = [("4", FLOWER), ("2", FLOWER)]
        sums = judge(given, FLOWER, op(ADD, 0, 1), set(), strength=1.0)
        kind = Judge(sums.problem, sums.solution, sums.scale, Limits(100.0, 0.0))
        assert kind.expression("4-2").verdict is Verdict.AGREES
        assert kind.expression("2").verdict is Verdict.WRONG_QUANTITY
        assert kind.expression("4-2-2+2").verdict is Verdict.WRONG_QUANTITY

    def test_a_number_beyond_floats(self, bouquets: Judge) -> None:
        found = bouquets.answer("*".join(["9" * 40] * 20))
        assert found.verdict is Verdict.WRONG_QUANTITY
        json.dumps(found.to_dict())

    def test_measures(self) -> None:
        given = [("2", Unit("hour")), ("30", Unit("minute"))]
        mixed = judge(given, Unit("minute"), op(ADD, 0, 1), set())
        found = mixed.expression("2*60+30")
        assert (found.verdict, found.reason) == (
            Verdict.CANNOT_TELL,
            "60 converts hours and minutes, which the program does not do",
        )

    def test_the_whole_side_is_joined_otherwise(self) -> None:
        given = [
            ("48", Unit("pencil")),
            ("3", Unit("pencil", (), "pupil")),
            ("14", Unit("pupil")),
        ]
        left = judge(given, Unit("pencil"), op(SUB, 0, op(MUL, 1, 2)), {1})
        assert left.expression("48+3*14").reason == (
            "48 and 42 are added here, but the text calls for 42 to be taken from 48"
        )

    @pytest.mark.parametrize("text", ["", "66-", "(66", "66 flowers", "1" * 2000, "66-x-y"])
    def test_what_is_not_arithmetic(self, bouquets: Judge, text: str) -> None:
        with pytest.raises(GrammarError):
            bouquets.expression(text)
        with pytest.raises(GrammarError):
            bouquets.answer(text)


class TestApi:
    def test_expression_and_answer(self) -> None:
        found = unitdep.check(ISABEL, expression="(66-10)/8")
        assert isinstance(found, CheckResult)
        assert (found.verdict, found.value) == (Verdict.AGREES, 7)
        assert unitdep.check(ISABEL, answer=7).verdict is Verdict.AGREES
        wrong = unitdep.check(ISABEL, expression="66-10/8")
        assert str(wrong) == (
            "unit error: 10 flowers ÷ 8 flowers per bouquet gives bouquets; bouquets cannot be "
            "taken from flowers"
        )
        assert json.loads(json.dumps(wrong.to_dict())) == wrong.to_dict()
        assert set(wrong.to_dict()) == {
            "text", "given", "value", "verdict", "reason", "step", "expression", "odds", "solution",
        }  # fmt: skip
        with pytest.raises(FrozenInstanceError):
            wrong.reason = ""  # type: ignore[misc]

    @pytest.mark.parametrize(
        "text", ["", "Ann has 3 pens. How many pens has she?", "Good morning!"]
    )
    def test_no_answer(self, text: str) -> None:
        found = unitdep.check(text, expression="3+4")
        assert found.verdict is Verdict.CANNOT_TELL
        assert found.reason.startswith("the program has no answer: ")

    def test_one_of_the_two(self) -> None:
        with pytest.raises(ValueError, match="not both"):
            unitdep.check(ISABEL)
        with pytest.raises(ValueError, match="not both"):
            unitdep.check(ISABEL, expression="3", answer=3)

    def test_more_than_five_numbers(self) -> None:
        text = "Ann reads 3, 5, 7, 11, 13 and 17 pages on six days. How many pages does she read?"
        found = unitdep.check(text, expression="3+5+7+11+13+17")
        assert found.value == 56
        assert found.verdict in (Verdict.AGREES, Verdict.CANNOT_TELL)
        assert unitdep.check(text, answer="1234567").verdict is Verdict.CANNOT_TELL

    def test_write_answer(self) -> None:
        assert [write_answer(a) for a in (None, " 7", 7, 9.5, 1e-7)] == [
            None,
            " 7",
            "7",
            "9.5",
            "1/10000000",
        ]

    def test_judges_come_in_order(self) -> None:
        texts = [ISABEL, "No number.", PENS]
        found = list(Checker(default_solver()).judges(texts))
        assert [j.problem.text for j in found] == texts
        assert [j.scale is None for j in found] == [False, True, False]
        assert found[0].check(Task(ISABEL, answer="7")).verdict is Verdict.AGREES


class TestCommand:
    def test_for_people(self) -> None:
        result = runner.invoke(app, ["check", ISABEL, "--expression", "66-10/8"])
        assert result.exit_code == 0
        assert result.stdout.splitlines() == [
            "unit error",
            "10 flowers ÷ 8 flowers per bouquet gives bouquets; bouquets cannot be taken from "
            "flowers.",
            "first step that breaks: 66 flowers − 1.25 bouquets = 64.75 flowers",
            "the program finds: 7 bouquets = (66 - 10) / 8",
        ]

    def test_json(self) -> None:
        result = runner.invoke(app, ["check", ISABEL, "--answer", "7", "--json"])
        assert json.loads(result.stdout)["verdict"] == "agrees"

    def test_a_caret_points_at_the_character(self) -> None:
        result = runner.invoke(app, ["check", ISABEL, "--expression", "66-(10/8"])
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == "66-(10/8\n   ^\nthis parenthesis is never closed\n"

    @pytest.mark.parametrize(
        "arguments",
        [
            [ISABEL],
            [ISABEL, "--expression", "1", "--answer", "1"],
            ["--expression", "1"],
            [ISABEL, "--answer", "1", "--output", "x"],
            ["--input", "x", ISABEL],
            ["--input", "missing.jsonl"],
        ],
    )
    def test_bad_usage(self, arguments: list[str]) -> None:
        result = runner.invoke(app, ["check", *arguments])
        assert result.exit_code == 2
        assert "Traceback" not in result.stderr

    def test_many(self, tmp_path: Path) -> None:
        source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        rows = [
            {"id": "a", "text": PENCILS, "expression": "48-3*14"},
            {"text": PENCILS, "answer": 45},
            {"text": PENCILS, "answer": "6"},
        ]
        source.write_text("".join(json.dumps(r) + "\n\n" for r in rows), "utf-8")
        result = runner.invoke(app, ["check", "--input", str(source), "--output", str(output)])
        assert (result.exit_code, result.stdout) == (0, "")
        found = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
        assert [(f["line"], f.get("id"), f["verdict"]) for f in found] == [
            (1, "a", "agrees"),
            (3, None, "unit error"),
            (5, None, "agrees"),
        ]

    def test_bad_lines_are_told(self, tmp_path: Path) -> None:
        source = tmp_path / "in.jsonl"
        bad = [
            "nope",
            "[1]",
            '{"text": 3}',
            json.dumps({"text": PENS}),
            json.dumps({"text": PENS, "answer": 3, "expression": "3"}),
            json.dumps({"text": PENS, "answer": [3]}),
            json.dumps({"text": PENS, "answer": float("nan")}),
            json.dumps({"text": PENS, "expression": "3++4"}),
            "[" * 100_000,
        ]
        good = json.dumps({"text": PENS, "expression": "12+3"})
        source.write_text("\n".join([*bad, good]), "utf-8")
        result = runner.invoke(app, ["check", "--input", str(source)])
        assert result.exit_code == 1
        assert "9 of 10 lines" in result.stderr
        found = [json.loads(line) for line in result.stdout.splitlines()]
        assert [("error" in f) for f in found] == [True] * 9 + [False]
        assert found[7]["character"] == 3


class TestTable:
    def test_the_limits_are_those_that_were_measured(self) -> None:
        file = RESULTS / "checks-allarith.json"
        measured = json.loads(file.read_text("utf-8"))["figures"][0]["details"]
        assert pytest.approx(np.mean(measured["margin"]), abs=0.05) == MARGIN
        assert np.median(measured["unsure"]) == UNSURE

    def test_wrong_variants(self) -> None:
        values = [Fraction(v) for v in (6, 2, 2)]
        tree = op(SUB, 0, 1)
        found = check_folds.wrong_variants(tree, values)
        assert {evaluate(t, values) for t in found} == {8, 12, 3, -4}
        # 2 x 2 and 2 + 2 are the same answer, and so are twins that change places
        assert check_folds.wrong_variants(op(ADD, 1, 2), values) == [op(SUB, 1, 2), op(DIV, 1, 2)]

    def test_limits(self) -> None:
        assert (
            check_folds.unsure_below([(0.15, False), (0.35, False), (0.45, True), (0.95, True)])
            == 0.4
        )
        assert check_folds.unsure_below([(0.95, True)]) == 0.0

    @pytest.mark.slow
    def test_a_fold(self) -> None:
        problems = own_problems()
        designs = build_designs(problems, FEATURE_SETS["own"], Reading.ALGEBRA)
        fold = Fold(0, tuple(range(32)), tuple(range(32, 40)))
        found = check_folds.check_fold(
            problems, fold, train(problems, designs, fold.training, plan=QUICK)
        )
        assert len(found.rows[check_folds.GOLD]) == 8
        assert all(right for _, right in found.rows[check_folds.GOLD])
        share = [right for _, right in found.rows[check_folds.WRONG]]
        assert sum(share) > 0.8 * len(share)

    def test_report(self) -> None:
        assert "Not measured yet." in checks.section([])
        details = {
            "margin": [2.0, 3.0],
            "unsure": [0.4, 0.3],
            "verdicts": {"gold accepted": {"agrees": 3}, "wrong rejected": {"unit error": 7}},
        }
        pairs = [[("a", True), ("b", False)], [("c", True), ("d", True)]]
        figures = [
            figure(row, "allarith", pairs, details if row == check_folds.GOLD else None)
            for row in check_folds.ROWS
        ]
        signed = Signature("allarith", "abc", 4, "authors' 5", 0, "0", "0", "0")
        page = checks.section([Results(checks.name, signed, 1.0, tuple(figures))])
        assert "| gold expressions accepted | 75.0 (" in page
        assert "| unit error | 0 | 7 |" in page
        assert "margins of the folds 2.00, 3.00" in page


class TestPage:
    def test_its_sessions(self) -> None:
        found = re.findall(
            r"^```console\n\$ unitdep ([^\n]*)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S
        )
        assert len(found) == 3
        for command, shown in found:
            printed = runner.invoke(app, shlex.split(command), env={"COLUMNS": "80"}).stdout
            assert shown in printed, command

    def test_its_python(self) -> None:
        [session] = re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
        test = doctest.DocTestParser().get_doctest(session, {}, "check", "check.md", 0)
        told: list[str] = []
        assert doctest.DocTestRunner().run(test, out=told.append).failed == 0, "".join(told)
