"""Rewards: what trainers call, with the values that they understand."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import pytest

from unitdep import rewards
from unitdep.checking import Checker

PENS = "Ann has 9 pens. She gives 2 pens away. How many pens are left?"
TRAYS = "A baker fills 6 trays with 12 rolls each. She sells 40 rolls. How many rolls are left?"
KEYS = ["score", "verdict", "finding", "first_wrong", "decided"]


@pytest.fixture(autouse=True)
def _forget() -> None:
    rewards.judge_of.cache_clear()


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that are solved while a test runs."""
    texts: list[str] = []
    judges = Checker.judges

    def counted(self: Checker, given: Any) -> Any:
        kept = list(given)
        texts.extend(kept)
        return judges(self, kept)

    monkeypatch.setattr(Checker, "judges", counted)
    return texts


class TestTrl:
    def test_texts(self) -> None:
        written = ["9 - 2 = 7", "9 - 2 = 6", "Nothing to say."]
        assert rewards.working_reward(written, [PENS] * 3) == [1.0, 0.0, None]

    def test_messages(self) -> None:
        parts = [{"type": "text", "text": "9 - 2 = 7 pens"}, {"type": "image"}]
        completions = [
            [{"role": "assistant", "content": "9 - 2 = 7 pens"}],
            [{"content": "9 - 2 = 7 pens"}],
            [{"role": "assistant", "content": parts}],
            [
                {"role": "assistant", "content": "9 - 2 = 8"},
                {"role": "tool", "content": "9 - 2 = 7"},
                {"role": "assistant", "content": None},
            ],
            [],
        ]
        found = rewards.working_reward(completions, [PENS] * 5)
        assert found == [1.0, 1.0, 1.0, 0.0, None]

    def test_the_known_answer_decides(self) -> None:
        found = rewards.working_reward(["5", "7", "5"], [PENS] * 3, solution=["5", "5", None])
        assert found[:2] == [1.0, 0.0]
        assert found[2] != 1.0
        assert rewards.working_reward(["5 pens"], [PENS], [5]) == [1.0]

    def test_an_incomplete_working_earns_nothing(self) -> None:
        assert rewards.working_reward(["6 * 12 = 72"], [TRAYS], ["32"]) == [0.0]

    def test_columns_are_logged(self) -> None:
        logged: dict[str, list[Any]] = {}
        rewards.working_reward(
            ["6 * 12 = 72, 72 - 40 = 32", "6 * 12 = 72, 72 - 40 = 42"],
            problem=[TRAYS, TRAYS],
            log_extra=logged.__setitem__,
            completion_ids=[[1], [2]],
            trainer_state=None,
        )
        assert logged["verdict"] == ["right", "wrong"]
        assert logged["finding"] == ["right", "arithmetic slip"]
        assert logged["first_wrong"] == [None, 1]

    def test_a_text_is_solved_once(self, solved: list[str]) -> None:
        rewards.working_reward(["7", "8", "32", "9 - 2"], [PENS, PENS, TRAYS, PENS])
        assert sorted(solved) == sorted([PENS, TRAYS])
        rewards.working_reward(["6"], [PENS])
        assert len(solved) == 2

    def test_columns_of_different_lengths(self) -> None:
        with pytest.raises(ValueError, match="zip"):
            rewards.working_reward(["7", "8"], [PENS])

    def test_no_completions(self) -> None:
        assert rewards.working_reward([], []) == []


class TestVerl:
    @pytest.mark.parametrize("key", ["problem", "question"])
    def test_a_working(self, key: str) -> None:
        right = rewards.compute_score("own", "9 - 2 = 7", "7", {key: PENS, "index": 3})
        assert right == dict(zip(KEYS, [1.0, "right", "right", -1, True], strict=True))
        wrong = rewards.compute_score("own", "9 - 2 = 6", "7", {key: PENS})
        assert wrong == dict(zip(KEYS, [0.0, "wrong", "arithmetic slip", 0, True], strict=True))

    def test_without_the_right_answer(self) -> None:
        assert rewards.compute_score("own", "9 - 2 = 7", None, {"problem": PENS})["score"] == 1.0
        assert rewards.compute_score("own", "9 - 2 = 7", "", {"problem": PENS})["score"] == 1.0

    def test_without_the_problem_answers_are_compared(self) -> None:
        assert rewards.compute_score("own", "So #### 60 minutes", "1 hour")["score"] == 1.0
        other = rewards.compute_score("own", "7 flowers", "7 bouquets", {"index": 1})
        assert (other["score"], other["finding"]) == (0.0, "other unit")

    def test_undecided(self) -> None:
        for given in (
            rewards.compute_score("own", "Hm.", "7", undecided=0.25),
            rewards.compute_score("own", "7", None, undecided=0.25),
            rewards.compute_score("own", "Hm.", "7", {"problem": PENS}, undecided=0.25),
        ):
            assert list(given) == KEYS
            assert (given["score"], given["decided"]) == (0.25, False)
        assert rewards.compute_score("own", "Hm.", "7")["score"] == 0.0

    def test_a_text_is_solved_once(self, solved: list[str]) -> None:
        for answer in "789":
            rewards.compute_score("own", answer, "7", {"problem": PENS})
        assert solved == [PENS]


def test_signatures() -> None:
    trl = list(inspect.signature(rewards.working_reward).parameters)
    assert trl == ["completions", "problem", "solution", "log_extra", "kwargs"]
    verl = list(inspect.signature(rewards.compute_score).parameters)
    assert verl[:4] == ["data_source", "solution_str", "ground_truth", "extra_info"]


def test_no_trainer_is_imported() -> None:
    code = "import unitdep.rewards, sys; print({'trl', 'verl', 'transformers'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_loaded_from_its_file_as_verl_does() -> None:
    code = (
        "import importlib.util as util, unitdep\n"
        "path = unitdep.__path__[0] + '/rewards.py'\n"
        "spec = util.spec_from_file_location('custom_module', path)\n"
        "module = util.module_from_spec(spec)\n"
        "spec.loader.exec_module(module)\n"
        "print(module.compute_score('own', '60 minutes', '1 hour')['score'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1.0"
