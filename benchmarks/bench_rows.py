"""The rows of the speed table, each measured in its own process.

    PYTHONPATH=tests python benchmarks/bench_rows.py ROW COUNT

prints the figures of one row as JSON. ``run.py`` starts it for every row, so that the
peak memory is that of the row alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

import spacy

from bench_clock import best_seconds, go_through, peak_mb
from bench_texts import everyday, given, of_length, with_quantities
from oracles.beam import beam_search
from unitdep.explain import draw_text, tell_steps, to_svg
from unitdep.inference import queries, search_many
from unitdep.models import DEFAULT, LINEAR
from unitdep.reading.problem import Problem, Scope, from_doc, widen
from unitdep.reading.spacy_pipeline import model_package, parse, parse_many
from unitdep.research.baselines import System, systems
from unitdep.research.corpus import Split, generate, part
from unitdep.research.datasets import annotate
from unitdep.solver import Solver

Figures = dict[str, Any]
Row = Callable[[list[str]], Figures]

MODELS = {"encoder": DEFAULT, "linear": LINEAR}
SIZES = range(2, 11)  # quantities
LENGTHS = (50, 100, 200, 500, 1000, 2000)  # words
SINGLE = 150  # texts that are solved one per call
BEAM = 150  # problems that the beam searches
TRAINED_ON = 120  # problems of our corpus on which the other systems are trained
_COPIES = 6  # texts of one number of quantities, or of one length
_EQUAL = 1e-6


def of(count: int, seconds: float) -> Figures:
    """Return the figures of a row: its speed, and the peak memory so far."""
    return {"problems": count, "per_second": count / seconds, "peak_mb": peak_mb()}


def problems_of(texts: list[str]) -> list[Problem]:
    """Read the texts, and keep the problems with more than one quantity."""
    return [p for p in map(from_doc, parse_many(texts)) if p.size > 1]


def values_of(problems: list[Problem]) -> list[list[Fraction]]:
    """Return the values of the problems' quantities."""
    return [[q.value for q in problem.quantities] for problem in problems]


def spacy_as_it_comes(texts: list[str]) -> Figures:
    nlp = spacy.load(model_package(), exclude=["ner"])
    go_through(nlp.pipe(texts, batch_size=64))
    return of(len(texts), *best_seconds(lambda: go_through(nlp.pipe(texts, batch_size=64))))


def spacy_as_we_run_it(texts: list[str]) -> Figures:
    go_through(parse_many(texts))
    return of(len(texts), *best_seconds(lambda: go_through(parse_many(texts))))


def reading(texts: list[str]) -> Figures:
    docs = list(parse_many(texts))
    return of(len(docs), *best_seconds(lambda: go_through(map(from_doc, docs))))


def scoring(texts: list[str], model: str) -> Figures:
    solver, problems = Solver.load(MODELS[model]), problems_of(texts)
    solver.scorer.score(problems[:1])
    return of(len(problems), *best_seconds(lambda: solver.scorer.score(problems)))


def inference(texts: list[str]) -> Figures:
    solver, problems = Solver.load(), problems_of(texts)
    tables, values = (
        solver.scorer.score(problems),
        [[q.value for q in p.quantities] for p in problems],
    )
    search_many(queries(tables, values, solver.weights))  # lists the trees, once
    return of(
        len(problems), *best_seconds(lambda: search_many(queries(tables, values, solver.weights)))
    )


def explanation(texts: list[str]) -> Figures:
    solved = [s for s in Solver.load().solve_many(texts) if s.answer is not None]

    def explain() -> None:
        for solution in solved:
            tell_steps(solution)
            draw_text(solution)
            to_svg(solution)

    return of(len(solved), *best_seconds(explain))


def batch(texts: list[str], model: str) -> Figures:
    """Solve in batch, taking turns with spaCy alone, run both ways."""
    solver = Solver.load(MODELS[model])

    def solve() -> None:
        go_through(solver.solve_many(texts))

    solve()
    peak = peak_mb()
    nlp = spacy.load(model_package(), exclude=["ner"])
    whole, as_it_comes, as_we_run_it = best_seconds(
        solve,
        lambda: go_through(nlp.pipe(texts, batch_size=64)),
        lambda: go_through(parse_many(texts)),
    )
    return of(len(texts), whole) | {
        "peak_mb": peak,
        "of_spacy_as_it_comes": as_it_comes / whole,
        "of_spacy_as_we_run_it": as_we_run_it / whole,
    }


def single(texts: list[str], model: str) -> Figures:
    solver, some = Solver.load(MODELS[model]), texts[:SINGLE]
    go_through(map(solver.solve, some[:5]))
    return of(len(some), *best_seconds(lambda: go_through(map(solver.solve, some)), repeat=2))


def beam(texts: list[str]) -> Figures:
    """Search with the published beam of width 200, and compare its best scores with ours."""
    solver, problems = Solver.load(), problems_of(texts)[:BEAM]
    tables, values = (
        solver.scorer.score(problems),
        [[q.value for q in p.quantities] for p in problems],
    )
    exact = search_many(queries(tables, values, solver.weights), top=1)
    beams = []

    def search() -> None:
        beams[:] = [beam_search(*pair, solver.weights) for pair in zip(tables, values, strict=True)]

    seconds, exact_seconds = best_seconds(
        search, lambda: search_many(queries(tables, values, solver.weights), top=1), repeat=1
    )
    gains = [
        ranking.candidates[0].score - other.score
        for ranking, other in zip(exact, beams, strict=True)
        if other is not None and ranking.candidates
    ]
    return of(len(problems), seconds) | {
        "times_as_long_as_exact": seconds / exact_seconds,
        "exact_scores_higher": sum(gain > _EQUAL for gain in gains),
        "beam_scores_higher": sum(gain < -_EQUAL for gain in gains),
    }


def baseline(texts: list[str], name: str) -> Figures:
    """Apply another system, fitted on a few problems of our corpus, to problems already read."""
    instances = islice(generate(part(Split.TRAIN), TRAINED_ON), TRAINED_ON)
    system: System = systems()[name]
    fitted = system.fit(annotate([instance.record() for instance in instances]))
    problems = problems_of(texts)
    fitted.predict(problems[:1])
    return of(len(problems), *best_seconds(lambda: fitted.predict(problems), repeat=1))


def per_size(_: list[str]) -> Figures:
    return {"rows": list(_costs({size: with_quantities(size, _COPIES) for size in SIZES}))}


def per_length(_: list[str]) -> Figures:
    return {"rows": list(_costs({words: of_length(words, _COPIES) for words in LENGTHS}))}


def scopes(texts: list[str]) -> Figures:
    """Solve texts that imply nothing and texts that imply something, in either scope."""
    solvers = [Solver.load(scope=scope) for scope in (Scope.EVERYDAY, Scope.PAPER)]
    plain = [p.text for p in problems_of(texts) if widen(p).quantities == p.quantities]
    rows = []
    for name, some in (("nothing", plain), ("something", everyday(len(texts)))):
        calls = [partial(_solve_all, solver, some) for solver in solvers]
        for call in calls:
            call()
        wide, narrow = best_seconds(*calls, repeat=5)
        rows.append({"implies": name, "texts": len(some), "everyday": wide, "paper": narrow})
    return {"rows": rows}


def _solve_all(solver: Solver, texts: list[str]) -> None:
    go_through(solver.solve_many(texts))


def _costs(texts: dict[int, list[str]]) -> Iterator[Figures]:
    """Yield the milliseconds per problem for each size or length, one text per call."""
    solvers = {model: Solver.load(folder) for model, folder in MODELS.items()}
    for key, some in texts.items():
        row: Figures = {"at": key}
        calls: dict[str, Callable[[str], object]] = {"spacy": parse}
        calls |= {model: solver.solve for model, solver in solvers.items()}
        for name, call in calls.items():
            call(some[0])
            each = [best_seconds(partial(call, text), repeat=5)[0] * 1000 for text in some]
            row |= {f"{name}_ms": sum(each) / len(each), f"{name}_most_ms": max(each)}
        yield row


ROWS: dict[str, Row] = {
    "spaCy alone, as it comes": spacy_as_it_comes,
    "spaCy alone, as we run it": spacy_as_we_run_it,
    "quantities, units, question": reading,
    "linear scoring": partial(scoring, model="linear"),
    "encoder scoring": partial(scoring, model="encoder"),
    "inference": inference,
    "explanation": explanation,
    "end to end, batch, encoder": partial(batch, model="encoder"),
    "end to end, batch, linear": partial(batch, model="linear"),
    "end to end, single, encoder": partial(single, model="encoder"),
    "end to end, single, linear": partial(single, model="linear"),
    "beam of 200": beam,
    "Template": partial(baseline, name="template"),
    "SingleEq": partial(baseline, name="singleeq"),
    "by quantities": per_size,
    "by length": per_length,
    "by scope": scopes,
}


def main() -> None:
    row, count = sys.argv[1], int(sys.argv[2])
    name, texts = given(count)
    print(json.dumps({"texts": name, **ROWS[row](texts)}))


if __name__ == "__main__":
    main()
