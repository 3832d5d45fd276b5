"""Every door to the solver gives the same answer, reason and confidence for the same text.

The doors are the library, the command line, the API, batches, the spaCy component and the
estimator. The texts are those that must be refused, and problems generated from the templates.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import spacy
import typer
from click.testing import CliRunner

from paths import DATA
from servers import in_this_process
from unitdep.batch.job import Format, Job
from unitdep.batch.run import run
from unitdep.cli import startup
from unitdep.cli.app import app
from unitdep.integrations.sklearn import UnitDepEstimator
from unitdep.reading import problem
from unitdep.reading.everyday.typing import tidy
from unitdep.reading.spacy_pipeline import MODEL_PACKAGES
from unitdep.reading.text import MAX_CHARACTERS, MAX_SIGNS, normalise
from unitdep.research.corpus import corpus, generate
from unitdep.solver import default_solver, solve
from unitdep.web.limits import BATCH

GENERATED = 200
SEED = 15
TRAINED_ON = 60  # problems for the estimator, which need not be good
SINGLY = 10  # every tenth text also goes through the API's doors for one text
PREDICTED = 4  # every fourth text goes through the estimator

Said = tuple[Any, str | None, float]  # answer, reason and confidence


def said(solution: dict[str, Any]) -> Said:
    """Return what a solution, as ``to_dict`` writes it, says."""
    return solution["answer"], solution["reason"], pytest.approx(solution["confidence"], rel=1e-6)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    lines = (DATA / "not_problems.jsonl").read_text("utf-8").splitlines()
    refused = [json.loads(line)["text"] for line in lines]
    generated = [problem.text for problem in generate(list(corpus()), GENERATED, SEED)]
    long = ["x" * (MAX_CHARACTERS + 1), "3 pens, " * MAX_SIGNS]
    return [*refused, *generated, *long]


@pytest.fixture(scope="module", autouse=True)
def _parse_once() -> Iterator[None]:
    """Let doors that read one text at a time share parses, for speed; ``Doc``s are only read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(problem, "parse", cache(problem.parse))
        yield


@pytest.fixture(scope="module")
def expected(texts: list[str]) -> list[Said]:
    """What ``unitdep.solve`` says."""
    solutions = [solve(text).to_dict() for text in texts]
    answers = [solution["answer"] is not None for solution in solutions]
    assert answers.count(True) > 0.9 * GENERATED
    assert answers.count(False) > 100
    return [said(solution) for solution in solutions]


def command_line(texts: Sequence[str], _: Path) -> list[dict[str, Any]]:
    runner, command = CliRunner(), typer.main.get_command(app)
    outputs = (runner.invoke(command, ["solve", "--json", "-"], input=text) for text in texts)
    return [json.loads(output.stdout) for output in outputs]


def api(texts: Sequence[str], folder: Path) -> list[dict[str, Any]]:
    web = in_this_process(folder)
    solutions: list[dict[str, Any]] = []
    for start in range(0, len(texts), BATCH):
        response = web.post("/api/solve-many", json={"texts": texts[start : start + BATCH]})
        solutions += response.raise_for_status().json()["solutions"]
    return solutions


def batch(texts: Sequence[str], folder: Path) -> list[dict[str, Any]]:
    source, target = folder / "in.jsonl", folder / "out.jsonl"
    source.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), "utf-8")
    run(Job(source, target, Format.JSONL, Format.JSONL))
    return [json.loads(line) for line in target.read_text("utf-8").splitlines()]


def spacy_component(texts: Sequence[str], _: Path) -> list[dict[str, Any]]:
    package = next(name for name in MODEL_PACKAGES if find_spec(name) is not None)
    nlp = spacy.load(package, exclude=["ner"])
    nlp.add_pipe("unitdep")
    return [doc._.unitdep.to_dict() for doc in nlp.pipe(texts)]


def is_rewritten(text: str) -> bool:
    """Whether other doors rewrite a text before they parse it; a Doc stays as it is."""
    return tidy(normalise(text)) != text


DOORS = (command_line, api, batch, spacy_component)  # api and batch are Solver.solve_many, too


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_every_door_says_the_same(
    door: Callable[[Sequence[str], Path], list[dict[str, Any]]],
    texts: list[str],
    expected: list[Said],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(startup, "solver", lambda _: default_solver())
    solutions = door(texts, tmp_path)
    assert len(solutions) == len(texts)
    differing = [
        (text[:100], said(solution), wanted)
        for text, solution, wanted in zip(texts, solutions, expected, strict=True)
        if (solution["answer"], solution["reason"], solution["confidence"]) != wanted
        and not (door is spacy_component and is_rewritten(text))
    ]
    assert not differing


def test_the_api_says_the_same_for_one_text(
    texts: list[str], expected: list[Said], tmp_path: Path
) -> None:
    web = in_this_process(tmp_path)
    for text, wanted in list(zip(texts, expected, strict=True))[::SINGLY]:
        for path in ("/api/solve", "/api/explore"):
            answer = web.post(path, json={"text": text}).raise_for_status().json()
            solution = answer.get("solution", answer)
            assert (solution["answer"], solution["reason"], solution["confidence"]) == wanted


def test_the_estimator_says_what_its_solver_says(texts: list[str]) -> None:
    """Its model is another one, so its predictions are compared with its own solver's answers."""
    records = [problem.record() for problem in generate(list(corpus()), TRAINED_ON, SEED + 1)]
    estimator = UnitDepEstimator(features="paper").fit(records)
    chosen = texts[::PREDICTED]
    answers = [solution.answer for solution in estimator.solver_.solve_many(chosen)]
    wanted = np.array([np.nan if answer is None else float(answer) for answer in answers])
    np.testing.assert_array_equal(estimator.predict(chosen), wanted)
