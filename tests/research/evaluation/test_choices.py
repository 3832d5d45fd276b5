"""What a user could pick, measured on the same problems."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from factories import own_problems
from results import signature
from unitdep.models import LINEAR
from unitdep.research.datasets import Record
from unitdep.research.evaluation.layout.rows import NONE
from unitdep.research.evaluation.protocol.outcomes import Outcome
from unitdep.research.evaluation.protocol.results import Results
from unitdep.research.evaluation.tables.own import choices
from unitdep.research.evaluation.tables.own.choices import choice
from unitdep.research.learning import gold_answer


def records() -> list[Record]:
    return [
        Record(p.id, p.problem.text, gold_answer(p), p.tree, rates=p.rates) for p in own_problems()
    ]


OUTCOMES = (
    Outcome("a", True, 0.9, 2, answer=1),
    Outcome("b", False, 0.7, 2, answer=1),
    Outcome("c", True, 0.69, 2, answer=1),
    Outcome("d", False, 0.0, 2),
)


def test_counts() -> None:
    found = choice(OUTCOMES, 2.0, megabytes=1.24, parameters=0.5, sure=True)
    assert (found.problems, found.right, found.answered) == (4, 2, 3)
    assert (found.sure, found.sure_right, found.megabytes, found.units) == (2, 1, 1.2, True)
    other = choice(OUTCOMES, 2.0, trained_on=10)
    assert (other.sure, other.sure_right, other.units) == (None, None, False)


def test_section() -> None:
    found = {
        "default": asdict(choice(OUTCOMES, 2.0, megabytes=1.2, sure=True)),
        "lca++": asdict(choice(OUTCOMES, 2.0, trained_on=1000)),
    }
    measured = Results("choices", signature("corpus-test"), 1.0, content={"choices": found})
    lines = [line for line in choices.section([measured]).splitlines() if line.startswith("| ")]
    default, lca = ([c.strip() for c in line.strip("|").split("|")] for line in lines[2:])
    assert default[0] == "default model"
    assert default[2:] == ["75.0", "50.0, 50.0", "2.0", "1.2", NONE, NONE, "yes", "yes"]
    assert lca[2:] == ["75.0", NONE, "2.0", NONE, NONE, "1,000", "no", "no"]


def test_a_packaged_model() -> None:
    some = records()[:6]
    found = choices.packaged(LINEAR, some)
    assert found.problems == len(some)
    assert found.right <= found.answered <= found.problems
    assert found.milliseconds > 0
    assert found.parameters is not None
    assert 0.001 < found.parameters < 10


@pytest.mark.parametrize("system", ["lca++", "singleeq", "template"])
def test_a_trained_system(system: str) -> None:
    known = records()
    plain = [replace(r, tree=None, rates=None) for r in known]  # what is tested is only read
    found = choices.trained(system, known, plain, 0)
    assert (found.problems, found.trained_on) == (len(known), len(known))
    assert found.right > len(known) / 2
