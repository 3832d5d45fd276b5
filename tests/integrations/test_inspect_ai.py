"""The scorer in Inspect: whole evaluations, without a model: a solver writes what is scored."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

inspect_ai = pytest.importorskip(
    "inspect_ai",
    reason="needs inspect-ai, in an environment of its own, as its pins don't fit ours",
)

PENS = "Ann has 9 pens. She gives 2 pens away. How many pens are left?"
WORKINGS = ["9 - 2 = 7 pens", "9 - 2 = 6", "9 + 2 = 11", "I would rather not."]


def evaluate(scorer: Any, samples: list[Any], folder: Path) -> Any:
    """Run an evaluation in which the "model" writes what a sample's metadata has."""
    from inspect_ai.model import ModelOutput
    from inspect_ai.solver import solver

    @solver
    def writes() -> Any:
        async def solve(state: Any, _generate: Any) -> Any:
            state.output = ModelOutput.from_content("none/none", state.metadata["written"])
            return state

        return solve

    task = inspect_ai.Task(dataset=samples, solver=writes(), scorer=scorer)
    (log,) = inspect_ai.eval(task, model=None, log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    return log


def scores(log: Any) -> list[Any]:
    return [sample.scores["working"] for sample in log.samples]


def test_right_wrong_and_unscored(tmp_path: Path) -> None:
    from inspect_ai.dataset import Sample

    from unitdep.integrations.inspect_ai import working

    samples = [Sample(input=PENS, target="7", metadata={"written": work}) for work in WORKINGS]
    log = evaluate(working(), samples, tmp_path)
    found = scores(log)
    assert [score.value for score in found[:3]] == ["C", "I", "I"]
    assert math.isnan(found[3].value)
    assert [score.answer for score in found] == ["7 pens", "6", "11", None]
    assert found[1].metadata == {
        "verdict": "wrong",
        "finding": "arithmetic slip",
        "first_wrong": 0,
        "basis": "gold",
    }
    assert log.results.scores[0].metrics["accuracy"].value == pytest.approx(1 / 3)


def test_a_problem_in_the_metadata_without_target(tmp_path: Path) -> None:
    from inspect_ai.dataset import Sample

    from unitdep.integrations.inspect_ai import working

    asked = "Think step by step."
    samples = [
        Sample(input=asked, target="99", metadata={"text": PENS, "written": work})
        for work in WORKINGS[:2]
    ]
    scorer = working(problem="text", use_target=False)
    found = scores(evaluate(scorer, samples, tmp_path))
    assert [score.value for score in found] == ["C", "I"]
    assert {score.metadata["basis"] for score in found} == {"model"}


def test_it_is_registered() -> None:
    from importlib.metadata import entry_points

    (found,) = (e for e in entry_points(group="inspect_ai") if e.name == "unitdep")
    assert found.value == "unitdep.integrations.inspect_ai"
    found.load()
    from inspect_ai._util.registry import registry_lookup

    assert registry_lookup("scorer", "unitdep/working") is not None
