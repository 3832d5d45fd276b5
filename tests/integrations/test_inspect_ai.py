"""The scorer in Inspect: a whole evaluation with a model that writes what it is told to."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

inspect_ai = pytest.importorskip(
    "inspect_ai",
    reason="needs inspect-ai, whose pins don't fit ours: run this test in an environment of its own",
)

PENS = "Ann has 9 pens. She gives 2 pens away. How many pens are left?"
WORKINGS = ["9 - 2 = 7 pens", "9 - 2 = 6", "9 + 2 = 11", "I would rather not."]


def evaluate(scorer: Any, samples: list[Any], written: list[str], folder: Path) -> Any:
    from inspect_ai.model import ModelOutput, get_model
    from inspect_ai.solver import generate

    outputs = [ModelOutput.from_content("mockllm/model", text) for text in written]
    task = inspect_ai.Task(dataset=samples, solver=generate(), scorer=scorer)
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = inspect_ai.eval(
        task, model=model, log_dir=str(folder), display="none", max_samples=1, max_connections=1
    )
    assert log.status == "success", log.error
    return log


def scores(log: Any) -> list[Any]:
    return [sample.scores["working"] for sample in log.samples]


def test_right_wrong_and_unscored(tmp_path: Path) -> None:
    from inspect_ai.dataset import Sample
    from unitdep.integrations.inspect_ai import working

    samples = [Sample(input=PENS, target="7") for _ in WORKINGS]
    log = evaluate(working(), samples, WORKINGS, tmp_path)
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
    samples = [Sample(input=asked, target="99", metadata={"text": PENS}) for _ in range(2)]
    scorer = working(problem="text", use_target=False)
    found = scores(evaluate(scorer, samples, WORKINGS[:2], tmp_path))
    assert [score.value for score in found] == ["C", "I"]
    assert {score.metadata["basis"] for score in found} == {"model"}


def test_it_is_registered() -> None:
    from importlib.metadata import entry_points

    (found,) = (e for e in entry_points(group="inspect_ai") if e.name == "unitdep")
    assert found.value == "unitdep.integrations.inspect_ai"
    found.load()
    from inspect_ai._util.registry import registry_lookup

    assert registry_lookup("scorer", "unitdep/working") is not None
