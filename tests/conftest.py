"""Fixtures that several folders share, and the skip of tests that need the paper's data sets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import HealthCheck, settings
from tokenizers import Tokenizer

from factories import ADD, DIV, ISABEL, MUL, SUB, candidate, op, own_problems, small_tokenizer
from servers import Server, serving
from unitdep.errors import DatasetNotFoundError
from unitdep.inference.types import Ranking
from unitdep.reading.problem import read_problem
from unitdep.research.datasets import AnnotatedProblem, data_root
from unitdep.research.datasets.catalog import CATALOG
from unitdep.research.datasets.folders import VARIABLE
from unitdep.solution import Solution, build
from unitdep.solver import Solver, default_solver

# Property tests must not fail because the machine is busy.
settings.register_profile(
    "unitdep",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("unitdep")


@cache
def missing_data() -> str | None:
    """Return what is missing of the paper's data sets, or None if all of them are there."""
    try:
        root = data_root()
    except DatasetNotFoundError as error:
        return str(error)
    wanted = {file.path for known in CATALOG.values() for file in known.files}
    missing = sorted(path for path in wanted if not (root / path).is_file())
    return f"{root} lacks {missing[0]}" if missing else None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests marked ``paper`` if the data sets are absent, and ``attack`` unless asked for.

    Those with data aren't skipped if UNITDEP_DATA is set: whoever names a folder wants to hear that
    it is the wrong one.
    """
    if item.get_closest_marker("attack") and "attack" not in item.config.option.markexpr:
        pytest.skip("takes minutes or much memory; run by make attack")
    if item.get_closest_marker("paper") and not os.environ.get(VARIABLE) and missing_data():
        pytest.skip(f"the paper's data sets are absent: {missing_data()}")


@pytest.fixture(scope="session")
def isabel() -> Solution:
    """The paper's Example 1, solved as in the paper, with six other answers."""
    problem = read_problem(ISABEL)
    best = candidate(problem, op(DIV, op(SUB, 0, 2), 1), {1}, 0.9)
    others = [
        candidate(problem, op(SUB, op(SUB, 0, 1), 2), set(), 0.05),
        candidate(problem, op(ADD, op(ADD, 0, 1), 2), set(), 0.02),
        candidate(problem, op(SUB, 0, 1), set(), 0.01),
        candidate(problem, op(SUB, 0, 2), set(), 0.01),
        candidate(problem, op(DIV, 0, 1), {1}, 0.005),
        candidate(problem, op(MUL, 0, 1), {1}, 0.005),
    ]
    return build(problem, Ranking((best, *others), True))


@pytest.fixture(scope="session")
def solver() -> Solver:
    """The solver with the default model."""
    return default_solver()


@pytest.fixture(scope="session")
def problems() -> list[AnnotatedProblem]:
    """Forty annotated problems of our own wording, enough to train something on."""
    return own_problems()


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    """A tokenizer that knows a few words and all letters."""
    return small_tokenizer()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two workers, which have loaded the model.

    All tests of a session share it and its annotations, so they need names of their own there.
    """
    with serving(tmp_path_factory.mktemp("server"), "--workers", "2") as started:
        with started.client() as client:
            client.post("/api/solve", json={"text": "Hello."}).raise_for_status()
        yield started
