"""All speed figures in one run: ``make bench`` writes experiments/results/bench.json.

Times are CPU seconds of one thread, but for the cold start, which is by the wall clock.

Uses the texts of AllArith where the data sets are present, else a few texts of our own.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from beam import beam_search

from unitdep.datasets import DatasetMissing, load
from unitdep.inference import search_many
from unitdep.language import parse_many
from unitdep.problem import Problem, from_doc
from unitdep.scoring.tables import ScoreTables
from unitdep.solver import LINEAR_MODEL, Solver

OWN_TEXTS = (
    "Mara filled 14 jars with 6 pickles each. She gave away 9 pickles. How many are left?",
    "A bus has 52 seats. If 37 people sit down, how many seats are free?",
    "Tom bought 3 shirts for $12 each and a hat for $9. How much did he spend?",
    "A farmer packs 96 eggs into boxes of 12. How many boxes does he fill?",
)
T = TypeVar("T")
_EQUAL = 1e-6


def seconds(
    call: Callable[[], T], repeat: int = 1, clock: Callable[[], float] = time.process_time
) -> tuple[T, float]:
    """Give a call's result and the best of its times.

    CPU time by default: with one thread it is what the wall clock shows on a quiet machine.
    """
    best = float("inf")
    for _ in range(repeat):
        start = clock()
        result = call()
        best = min(best, clock() - start)
    return result, best


def texts() -> tuple[str, list[str]]:
    """Give the name of the texts and the texts."""
    try:
        return "allarith", [record.text for record in load("allarith").records]
    except DatasetMissing:
        return "own", list(OWN_TEXTS) * 50


def flow(solver: Solver, linear: Solver, problems_text: list[str]) -> dict[str, float]:
    """Time the stages of solving in batch, in problems a second."""
    count = len(problems_text)
    spacy_time, whole, whole_linear = float("inf"), float("inf"), float("inf")
    for _ in range(3):  # in turns, so that a slow spell of the machine meets all
        spacy_time = min(spacy_time, seconds(lambda: _run(parse_many(problems_text)))[1])
        whole = min(whole, seconds(lambda: _run(solver.solve_many(problems_text)))[1])
        linear_time = seconds(lambda: _run(linear.solve_many(problems_text)))[1]
        whole_linear = min(whole_linear, linear_time)
    docs = list(parse_many(problems_text))
    problems, reading = seconds(lambda: [from_doc(doc) for doc in docs], repeat=3)
    solvable = [p for p in problems if p.size > 1]
    tables, scoring = seconds(lambda: solver.scorer.score(solvable), repeat=3)
    _, linear_scoring = seconds(lambda: linear.scorer.score(solvable), repeat=3)
    values = [[q.value for q in p.quantities] for p in solvable]
    _, searching = seconds(lambda: search_many(tables, values, solver.weights), repeat=3)
    return {
        "spacy alone": count / spacy_time,
        "quantities, units, question": count / reading,
        "linear scoring": len(solvable) / linear_scoring,
        "encoder scoring": len(solvable) / scoring,
        "exact joint search, six answers": len(solvable) / searching,
        "end to end, batch, encoder": count / whole,
        "end to end, batch, linear": count / whole_linear,
        "end to end over spacy alone (time), encoder": whole / spacy_time,
        "end to end over spacy alone (time), linear": whole_linear / spacy_time,
    }


def _run(items: Iterable[object]) -> None:
    """Go through items without keeping them."""
    deque(items, maxlen=0)


def against_beam(solver: Solver, problems: list[Problem]) -> dict[str, float]:
    """Compare the exact joint search with the beam of width 200, problem by problem."""
    tables: list[ScoreTables] = solver.scorer.score(problems)
    values: list[list[Fraction]] = [[q.value for q in p.quantities] for p in problems]
    search_many(tables, values, solver.weights, top=1)  # lists the trees, once
    exact, exact_time = seconds(
        lambda: search_many(tables, values, solver.weights, top=1), repeat=3
    )
    found, beam_time = seconds(
        lambda: [beam_search(t, v, solver.weights) for t, v in zip(tables, values, strict=True)]
    )
    gains = [
        ranking.candidates[0].score - beam.score
        for ranking, beam in zip(exact, found, strict=True)
        if beam is not None and ranking.candidates
    ]
    return {
        "problems": len(problems),
        "exact seconds": exact_time,
        "beam seconds": beam_time,
        "times faster": beam_time / exact_time,
        "exact scores higher": sum(gain > _EQUAL for gain in gains),
        "beam scores higher": sum(gain < -_EQUAL for gain in gains),
    }


def cold_start() -> float:
    """Time a first ``unitdep solve`` in a new process; the best of five, by the wall clock."""
    command = [sys.executable, "-m", "unitdep", "solve", OWN_TEXTS[0]]
    return seconds(
        lambda: subprocess.run(command, check=True, capture_output=True),
        repeat=5,
        clock=time.perf_counter,
    )[1]


def main() -> None:
    """Measure everything and write the results file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("experiments/results/bench.json"))
    output = parser.parse_args().output
    name, given = texts()
    solver = Solver.load()
    stages = flow(solver, Solver.load(LINEAR_MODEL), given)
    problems = [p for p in map(from_doc, parse_many(given)) if p.size > 1]
    results: dict[str, Any] = {
        "texts": name,
        "count": len(given),
        "python": platform.python_version(),
        "problems per second": stages,
        "joint inference": against_beam(solver, problems),
        "cold start seconds": cold_start(),
    }
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
