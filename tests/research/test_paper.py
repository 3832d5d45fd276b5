"""What the paper promises, on its own data."""

from __future__ import annotations

import pytest

from oracles.beam import beam_search
from unitdep.core.expression import evaluate, leaves
from unitdep.core.graph import consistent
from unitdep.core.labels import Reading
from unitdep.inference import queries, search_many
from unitdep.reading.problem import from_doc
from unitdep.research.datasets import annotate, load
from unitdep.research.learning import Mode, build_designs, gold_answer, train, values_of
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.solver import default_solver

pytestmark = pytest.mark.paper


@pytest.fixture(scope="module")
def allarith():
    return annotate(load("allarith").records)


def test_gold_trees_are_within_reach(allarith) -> None:
    for annotated in allarith:
        value = evaluate(annotated.tree, values_of(annotated))
        assert value > 0
        assert abs(value - annotated.answer) < 1e-3
        assert consistent(annotated.tree, annotated.rates), annotated.id
        assert len(set(leaves(annotated.tree))) >= 2


@pytest.mark.slow
def test_exact_search_never_scores_below_the_beam(allarith) -> None:
    solver = default_solver()
    read = [p.problem for p in allarith if p.problem.size > 1][::4]
    tables = solver.scorer.score(read)
    values = [[q.value for q in p.quantities] for p in read]
    rankings = search_many(queries(tables, values, solver.weights), top=1)
    for table, numbers, ranking in zip(tables, values, rankings, strict=True):
        beam = beam_search(table, numbers, solver.weights)
        if beam is not None:
            assert ranking.candidates[0].score >= beam.score - 1e-6


def test_own_numbers_are_the_authors(allarith) -> None:
    same = sum(
        [(n.start, n.end) for q in from_doc(a.problem.doc).quantities for n in [q.number]]
        == [(q.number.start, q.number.end) for q in a.problem.quantities]
        for a in allarith
    )
    assert same / len(allarith) > 0.99


@pytest.mark.slow
def test_one_fold_of_lex_is_learnt() -> None:
    """A small run of the protocol; the tables themselves are `unitdep reproduce`."""
    dataset = load("allarithlex")
    found = annotate(dataset.records)
    place = {p.id: k for k, p in enumerate(found)}
    test = [place[i] for i in dataset.folds[0]]
    training = [k for k in range(len(found)) if k not in set(test)]
    designs = build_designs(found, FEATURE_SETS["paper"], Reading.ALGEBRA)
    trained = train(found, designs, training)
    weights = trained.tune(Mode.JOINT)
    values = [values_of(found[p]) for p in test]
    rankings = search_many(queries(trained.tables(test), values, weights), top=1)
    right = sum(
        bool(r.candidates) and abs(r.candidates[0].value - gold_answer(found[p])) < 1e-4
        for p, r in zip(test, rankings, strict=True)
    )
    assert right / len(test) > 0.6
