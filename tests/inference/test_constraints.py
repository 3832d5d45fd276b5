"""Search under constraints: the result is the best of the tuples that meet them."""

from __future__ import annotations

import numpy as np
import pytest

from factories import ISABEL, everyday_query, random_tables, random_values
from unitdep.core.expression import leaves
from unitdep.core.labels import QUESTION, Finish, Kind, Reading, Vertex
from unitdep.inference import Constraints, Weights, search, search_constrained
from unitdep.inference.constraints import meets as is_met
from unitdep.inference.listed.scores import rate_sets, score_tuples, stack
from unitdep.inference.types import Query
from unitdep.solver import Solver

A, C, F, G, S = Kind.AMOUNT, Kind.CONSTANT, Kind.FACTOR, Kind.AGAIN, Kind.SHAPE
ALL = Weights(0.7, 1.3, 0.8, temperature=1.5)


def constraints(
    rates: set[Vertex] = frozenset(),  # type: ignore[assignment]
    not_rates: set[Vertex] = frozenset(),  # type: ignore[assignment]
    dropped: set[int] = frozenset(),  # type: ignore[assignment]
    kept: set[int] = frozenset(),  # type: ignore[assignment]
) -> Constraints:
    return Constraints(*map(frozenset, (rates, not_rates, dropped, kept)))


CASES = [
    constraints(rates={0}),
    constraints(rates={QUESTION}),
    constraints(not_rates={0, 1, QUESTION}),
    constraints(dropped={1}),
    constraints(kept={0, 2}),
    constraints(rates={2}, not_rates={QUESTION}, dropped={0}),
    constraints(rates={0, 1}, kept={2}),
]


def meets(found: Constraints, tree_leaves: set[int], rates: frozenset[Vertex]) -> bool:
    return (
        found.rates <= rates
        and not found.not_rates & rates
        and not found.dropped & tree_leaves
        and found.kept <= tree_leaves
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("asked", CASES, ids=str)
def test_it_is_the_best_of_a_full_list_that_meets_them(asked: Constraints, seed: int) -> None:
    """Independently: drop tuples from the plain search one by one until one meets them."""
    rng = np.random.default_rng(seed)
    tables, values = random_tables(rng, 3), random_values(rng, 3)
    best = -np.inf
    every = score_tuples(stack([tables], [values]), ALL)
    for label in every_labelling(3):
        only = score_tuples(stack([tables], [values]), ALL, allowed=label)
        [row] = np.flatnonzero(label)
        rates = labelling(3, int(row))
        for place in np.flatnonzero(np.isfinite(only.score[0])):
            if meets(asked, set(leaves(every.trees.tree(int(place)))), rates):
                best = max(best, float(only.score[0, place]))
    found = search_constrained(Query(tables, tuple(values), ALL), asked)
    if not np.isfinite(best):
        assert not found.candidates
        return
    assert found.candidates[0].score == pytest.approx(best)
    for one in found.candidates:
        assert meets(asked, set(leaves(one.tree)), one.rates)
        assert one.score == pytest.approx(sum(one.parts.values()))
    assert sum(c.probability for c in found.candidates) <= 1 + 1e-9


def every_labelling(size: int) -> list[np.ndarray]:
    count = len(rate_sets(size, Reading.ALGEBRA).members)
    return list(np.eye(count, dtype=bool))


def labelling(size: int, row: int) -> frozenset[Vertex]:
    members = np.flatnonzero(rate_sets(size, Reading.ALGEBRA).members[row]).tolist()
    return frozenset(QUESTION if v == size else v for v in members)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("asked", CASES, ids=str)
def test_large_and_small_search_agree(
    asked: Constraints, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(seed)
    tables, values = random_tables(rng, 4), random_values(rng, 4)
    small = search_constrained(Query(tables, tuple(values), ALL), asked)
    monkeypatch.setattr("unitdep.inference.constraints.LISTED_UP_TO", 1)
    large = search_constrained(Query(tables, tuple(values), ALL), asked)
    assert bool(small.candidates) == bool(large.candidates)
    if small.candidates:
        assert large.exact
        assert large.candidates[0].tree == small.candidates[0].tree
        assert large.candidates[0].rates == small.candidates[0].rates
        assert large.candidates[0].score == pytest.approx(small.candidates[0].score)


def test_what_is_so_anyway_changes_nothing() -> None:
    rng = np.random.default_rng(5)
    tables, values = random_tables(rng, 4), random_values(rng, 4)
    best = search(tables, values, ALL).candidates[0]
    used = set(leaves(best.tree))
    asked = constraints(set(best.rates), {0, 1, 2, 3, QUESTION} - best.rates, kept=used)
    found = search_constrained(Query(tables, tuple(values), ALL), asked).candidates[0]
    assert (found.tree, found.rates) == (best.tree, best.rates)
    assert found.score == pytest.approx(best.score)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kinds", [(A, F, A, C), (F, A, G, A), (A, S, A, F)], ids=str)
@pytest.mark.parametrize("asked", CASES, ids=str)
def test_everyday_vertices(
    asked: Constraints, kinds: tuple[Kind, ...], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among factors, shapes and amounts used again, both searches meet what is asked for."""
    named = {int(v) for v in asked.rates - {QUESTION}}
    if any(kinds[v].pure for v in named):
        return
    one = everyday_query(np.random.default_rng(seed), kinds)
    listed = search_constrained(one, asked)
    monkeypatch.setattr("unitdep.inference.constraints.LISTED_UP_TO", 1)
    best_first = search_constrained(one, asked)
    assert bool(listed.candidates) == bool(best_first.candidates)
    for found in (listed, best_first):
        for candidate in found.candidates:
            assert is_met(asked, candidate.tree, candidate.rates)
            assert candidate.score == pytest.approx(sum(candidate.parts.values()))
            assert candidate.score > -1000  # the text's, not what the search forbids by
    if listed.candidates and best_first.exact:
        first, other = listed.candidates[0], best_first.candidates[0]
        assert (other.value, other.finish) == (first.value, first.finish)
        assert other.score == pytest.approx(first.score)


class TestConstraints:
    def test_nothing_is_no_constraint(self) -> None:
        assert not Constraints()
        assert constraints(dropped={0})

    @pytest.mark.parametrize(
        ("asked", "message"),
        [
            (constraints(dropped={3}), "no quantity 3: the text has 3, the first is 0"),
            (constraints(dropped={QUESTION}), "the question cannot be dropped"),  # type: ignore[arg-type]
            (constraints(rates={"all"}), "'all' is not a vertex"),  # type: ignore[arg-type]
            (constraints(kept={True}), "True is not a vertex"),
            (constraints(rates={2}), "quantity 2 is a pure number"),
            (constraints(rates={-1}), "no quantity -1"),
            (constraints(rates={0}, not_rates={0}), "not a rate"),
            (constraints(rates={0}, dropped={0}), "dropped"),
            (constraints(kept={0}, dropped={0}), "dropped"),
        ],
    )
    def test_nonsense(self, asked: Constraints, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            asked.check((False, False, True))


class TestSolver:
    def test_a_dropped_number(self, solver: Solver) -> None:
        found = solver.solve(ISABEL, constraints=constraints(dropped={2}))
        assert found.relevant == {0, 1}
        assert found.answer is not None

    @pytest.mark.model
    def test_a_vertex_that_is_no_rate(self, solver: Solver) -> None:
        assert solver.solve(ISABEL).is_rate(1)
        found = solver.solve(ISABEL, constraints=constraints(not_rates={1}))
        assert found.graph is not None
        assert 1 not in found.graph.rates

    def test_a_rate(self, solver: Solver) -> None:
        found = solver.solve(ISABEL, constraints=constraints(rates={0}))
        assert found.graph is not None
        assert 0 in found.graph.rates

    def test_more_than_five_numbers(self, solver: Solver) -> None:
        text = "Cleo has 2, 3, 4, 5, 6, 7 and 8 pens. How many pens does Cleo have?"
        found = solver.solve(text, constraints=constraints(dropped={0}, kept={3}))
        assert found.tree is not None
        used = set(leaves(found.tree))
        assert 0 not in used
        assert 3 in used
        assert abs(found.scores["irrelevance"]) < 100  # the text's, not what the search forbids by

    def test_nothing_meets_them(self, solver: Solver) -> None:
        found = solver.solve(ISABEL, constraints=constraints(dropped={0, 1}))
        assert found.answer is None
        assert found.reason == "no expression of the numbers in the text meets the constraints"

    def test_no_problem_at_all(self, solver: Solver) -> None:
        found = solver.solve("Ann has 3 pens.", constraints=constraints(kept={0}))
        assert found.answer is None
        with pytest.raises(ValueError, match="no quantity 1"):
            solver.solve("Ann has 3 pens.", constraints=constraints(kept={1}))


COOKIES = "Mum baked 36 cookies. The kids ate 1/4 of them. How many are left?"  # 36, 1/4
PAGES = "Tom reads 12 pages a day. How many pages does he read in 3 weeks?"  # 12, 3, 7 of the week
BUSES = "130 children go in buses of 48. How many buses are needed?"  # 130, 48
TWICE = "Ann has 5 pens. Ben has twice as many as Ann. How many pens do they have together?"


class TestEveryday:
    """Written and implied vertices alike."""

    @pytest.mark.model
    def test_an_implied_vertex_is_left_out(self, solver: Solver) -> None:
        assert solver.solve(PAGES).answer == 252
        found = solver.solve(PAGES, constraints=constraints(dropped={2}))
        assert (found.answer, found.relevant) == (36, {0, 1})
        assert [q.index for q in found.vertices] == [0, 1]

    def test_an_implied_vertex_is_a_rate(self, solver: Solver) -> None:
        found = solver.solve(PAGES, constraints=constraints(rates={2}))
        assert found.graph is not None
        assert 2 in found.graph.rates
        found = solver.solve(PAGES, constraints=constraints(not_rates={2}, kept={2}))
        assert found.graph is not None
        assert 2 in found.relevant - found.graph.rates

    @pytest.mark.model
    def test_an_implied_vertex_that_is_not_used_by_itself(self, solver: Solver) -> None:
        plain = solver.solve(TWICE)
        again = next(q.index for q in plain.problem.quantities if q.kind is G)
        assert again not in plain.relevant
        found = solver.solve(TWICE, constraints=constraints(kept={again}))
        assert again in found.relevant
        assert found.problem.quantities[again].value == 5
        assert solver.solve(TWICE, constraints=constraints(dropped={1})).answer == 10  # 5 + 5

    @pytest.mark.model
    def test_a_factor_keeps_its_face(self, solver: Solver) -> None:
        found = solver.solve(COOKIES, constraints=constraints(kept={0, 1}, not_rates={0}))
        assert (found.answer, found.expression) == (27, "36 * (1 - 0.25)")

    def test_a_factor_is_never_a_rate(self, solver: Solver) -> None:
        with pytest.raises(ValueError, match="quantity 1 is a pure number"):
            solver.solve(COOKIES, constraints=constraints(rates={1}))

    @pytest.mark.model
    @pytest.mark.parametrize("asked", [constraints(not_rates={1}), constraints(kept={0, 1})])
    def test_the_question_still_finishes(self, solver: Solver, asked: Constraints) -> None:
        found = solver.solve(BUSES, constraints=asked)
        assert (found.answer, found.finish) == (3, Finish.UP)

    @pytest.mark.parametrize("text", ["What is 3 + 4?", "Sam has 3 dozen eggs. How many eggs?"])
    def test_a_sum_meets_them_or_has_no_answer(self, solver: Solver, text: str) -> None:
        plain = solver.solve(text)
        met = constraints(kept=set(plain.relevant), not_rates={0, QUESTION})
        assert solver.solve(text, constraints=met).answer == plain.answer
        for asked in (constraints(dropped={0}), constraints(rates={0})):
            found = solver.solve(text, constraints=asked)
            assert found.answer is None
            assert found.reason == "no expression of the numbers in the text meets the constraints"
        with pytest.raises(ValueError, match="no quantity 9"):
            solver.solve(text, constraints=constraints(dropped={9}))

    def test_the_paper_s_scope_has_no_implied_vertices(self) -> None:
        paper = Solver.load(scope="paper")
        assert paper.solve(PAGES, constraints=constraints(kept={0, 1})).relevant == {0, 1}
        with pytest.raises(ValueError, match="no quantity 2: the text has 2"):
            paper.solve(PAGES, constraints=constraints(dropped={2}))
