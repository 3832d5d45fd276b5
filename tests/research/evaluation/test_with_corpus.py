"""Training on the corpus and a data set; the readings and pages about the corpus."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from paths import ROOT
from unitdep.cli.app import app
from unitdep.core.labels import Reading
from unitdep.research.corpus import Split, corpus, fill, part
from unitdep.research.corpus.dataset import NAMES, load, load_split
from unitdep.research.corpus.everyday.packaged import everyday
from unitdep.research.corpus.second_reading import compare
from unitdep.research.corpus.siblings.packaged import stories
from unitdep.research.corpus.survey import survey
from unitdep.research.datasets import AnnotatedProblem, DatasetNotFoundError, annotate
from unitdep.research.evaluation.layout import published
from unitdep.research.evaluation.metrics.extraction import (
    Count,
    f1_interval,
    score_all,
    score_classifier,
)
from unitdep.research.evaluation.pages.datasheet import datasheet
from unitdep.research.evaluation.protocol.cross_validate import cross_validate
from unitdep.research.evaluation.protocol.evaluate import Evaluation
from unitdep.research.evaluation.protocol.folds import Fold
from unitdep.research.evaluation.protocol.outcomes import Outcome
from unitdep.research.evaluation.protocol.results import Results, Signature, figure
from unitdep.research.evaluation.tables.own import corpus as with_corpus
from unitdep.research.evaluation.tables.own import kinds as corpus_test
from unitdep.research.evaluation.tables.own import units
from unitdep.research.learning import build_designs, train
from unitdep.research.learning import fit as fitting
from unitdep.research.learning.develop import QUICK, Plan, inner_folds, make_bench
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.scoring.tables import ScoreTables
from unitdep.solver import Solver

runner = CliRunner()


def test_splits_are_data_sets() -> None:
    found = load("corpus-dev")
    assert found.name == "corpus-dev"
    assert len(found.records) == len(part(Split.DEV))
    assert all(record.meta["split"] == "dev" for record in found.records)
    assert load_split(Split.DEV, 1).hash != found.hash
    assert set(NAMES) == {"corpus-train", "corpus-dev", "corpus-test"}


def test_an_unknown_name_lists_the_splits_too() -> None:
    with pytest.raises(DatasetNotFoundError, match="corpus-train, corpus-dev, corpus-test"):
        load("no such set")


def test_extra_problems_are_learnt_from_but_never_held_out(
    problems: list[AnnotatedProblem],
) -> None:
    designs = build_designs(problems, FEATURE_SETS["paper"], Reading.ALGEBRA)
    bench = make_bench(problems, designs, range(16), range(16, 40))
    held = [p for part_ in inner_folds(bench, 0) for p in part_]
    assert sorted(held) == list(range(16))
    assert len(bench.training) == 40
    trained = train(problems, designs, range(16), extra=range(16, 40), plan=QUICK)
    tested = sum(len(answers) for _, answers in trained.development.batches)
    assert 0 < tested <= 4


def tables(problems: Sequence[AnnotatedProblem]) -> list[ScoreTables]:
    designs = build_designs(problems, FEATURE_SETS["paper"], Reading.ALGEBRA)
    trained = train(problems, designs, range(32), plan=Plan((0.15,), 1))
    return trained.tables(range(32, 40))


def test_sparse_and_dense_points_give_one_classifier(
    problems: list[AnnotatedProblem], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "TOLERANCE", 1e-6)
    dense = tables(problems)
    monkeypatch.setattr(fitting, "LARGEST_GRAM", 0)
    sparse = tables(problems)
    for a, b in zip(dense, sparse, strict=True):
        for name in ("irrelevance", "lca", "vertex", "edge"):
            assert np.abs(np.exp(getattr(a, name)) - np.exp(getattr(b, name))).max() < 0.01


def test_a_model_of_sparse_points_scores_as_it_was_fitted(
    problems: list[AnnotatedProblem], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "LARGEST_GRAM", 0)
    features = FEATURE_SETS["paper"]
    designs = build_designs(problems, features, Reading.ALGEBRA)
    trained = train(problems, designs, range(32), plan=QUICK)
    direct = trained.tables([35])[0]
    monkeypatch.setattr(sys.modules["unitdep.research.learning.train"], "STORED_SHARE", 1.0)
    stored = trained.scorer(features).score([problems[35].problem])[0]
    assert np.abs(np.exp(direct.lca) - np.exp(stored.lca)).max() < 1e-3


def test_cross_validation_with_extra_problems(problems: list[AnnotatedProblem]) -> None:
    extra = annotate(load("corpus-dev").records[:20])
    folds = [Fold(0, tuple(range(30)), tuple(range(30, 40)))]
    runs = cross_validate(
        problems, folds, FEATURE_SETS["paper"], ["unitdep"], extra=extra, plan=QUICK
    )
    assert [o.id for o in runs["unitdep"][0].outcomes] == [p.id for p in problems[30:]]


def reading(tree: str, rates: list[int], units: list[str]) -> dict[str, object]:
    return {"tree": tree, "rates": rates, "units": units}


def test_agreement_of_two_readings(tmp_path: Path) -> None:
    first = reading("0+1", [], ["jelly bean", "bean", "bean"])
    pairs = [
        (first, reading("1+0", [], ["bean", "bean", "bean"])),
        (reading("0*1", [1], ["box", "pen per box", "pen"]), reading("0-1", [], ["box"] * 3)),
    ]
    file = tmp_path / "readings.jsonl"
    lines = [json.dumps({"id": str(k), "first": a, "second": b}) for k, (a, b) in enumerate(pairs)]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    found = compare(file)
    assert (found.templates, found.trees, found.rates, found.unit_templates) == (2, 1, 1, 1)
    assert (found.units, found.unit_total, found.either) == (2, 6, 1)
    done = runner.invoke(app, ["corpus", "agreement", str(file)])
    assert json.loads(done.output)["share"]["differ_tree"] == 0.5
    for content in ("{}\n", "", "[1]\n", "no json\n"):
        file.write_text(content, "utf-8")
        done = runner.invoke(app, ["corpus", "agreement", str(file)])
        assert done.exit_code == 1
        assert "not a file of readings" in done.output


def test_every_template_was_read_twice() -> None:
    readings = ROOT / "experiments" / "corpus" / "readings.jsonl"
    ids = {json.loads(line)["id"] for line in readings.read_text("utf-8").splitlines()}
    assert {t.id for t in corpus()} <= ids


def test_the_data_sheet_is_up_to_date(tmp_path: Path) -> None:
    readings = ROOT / "experiments" / "corpus" / "readings.jsonl"
    page = (ROOT / "docs" / "results" / "datasheet.md").read_text("utf-8")
    assert page == datasheet(survey(corpus()), compare(readings), everyday(), stories())
    output = tmp_path / "page.md"
    done = runner.invoke(
        app, ["corpus", "datasheet", "--readings", str(readings), "-o", str(output)]
    )
    assert done.exit_code == 0
    assert output.read_text("utf-8") == page


SIGNATURE = Signature("allarith", "abc", 2, "authors' 5", 0, "0", "3", "1")


def test_the_section_about_the_corpus() -> None:
    pairs = [[("1", True), ("2", False)]]
    results = [
        Results("solving", SIGNATURE, 1.0, (figure("unitdep, own", "allarith", pairs),)),
        Results("corpus", SIGNATURE, 1.0, (figure("unitdep, own, corpus", "allarith", pairs),)),
    ]
    outcomes = tuple(
        Outcome(f"{t.id}.0", k % 2 == 0, 0.5, t.size, 1, 1, "1")
        for k, t in enumerate(corpus()[:60])
    )
    shown = corpus_test.summary(Evaluation(outcomes))
    models = dict.fromkeys((corpus_test.WITHOUT, corpus_test.WITH, corpus_test.ENCODER), shown)
    signed = replace(SIGNATURE, dataset="corpus-test")
    kinds = [Results("kinds", signed, 1.0, content={"models": models})]
    assert "| UnitDep, with | 50.0" in with_corpus.section(results)
    assert "| all | 60 | 50.0" in corpus_test.section(kinds)


def test_missing_results_are_no_error() -> None:
    assert all("Not measured yet." in t.section([]) for t in (with_corpus, corpus_test, units))
    assert with_corpus.datasets == published.SETS


def test_intervals_are_drawn_by_group() -> None:
    alike = [Count(9, 10, 10)] * 50
    low, high = f1_interval(alike)
    assert low == high == 0.9
    mixed = [Count(10, 10, 10)] * 40 + [Count(0, 10, 10)] * 10
    low, high = f1_interval(mixed)
    assert low < 0.8 < high


def test_the_section_about_units() -> None:
    filled = [fill(t, random.Random(0)) for t in corpus()[:8]]
    shown = score_all(filled).to_json()
    rates, questions = score_classifier(Solver.load().scorer, filled)
    parts = ("units", "rate_units", "question_units", "rates", "question_rates")
    content = {
        "parts": {split.value: shown for split in Split},
        "all": shown,
        "intervals": {part_: [0.9, 0.95] for part_ in parts},
        "classifier": {"rates": rates.to_json(), "question_rates": questions.to_json()},
    }
    signed = Signature("", "abc", 0, "", 0, "0", "", "")
    page = units.section([Results("units", signed, content=content)])
    assert "| unit of a quantity | 100.0 / 100.0 / 100.0 |" in page
    assert "| 90.0–95.0 |" in page
    assert "by the default model's classifier" in page
