"""Everyday search: typed trees, faces, amounts used again, finishes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from factories import everyday_query, everyday_tables, random_tables
from unitdep.core.expression import evaluate, leaves, monotonic, render, without
from unitdep.core.graph import consistent, derive_everyday, edges
from unitdep.core.labels import QUESTION, EdgeName, Face, Finish, Kind
from unitdep.core.paths import path_class
from unitdep.inference import Constraints, Query, Weights, search_constrained, search_many
from unitdep.inference.best_first.search import search_large
from unitdep.inference.choices import MOST, choices
from unitdep.inference.listed.chain_paths import ABSENT_PATH
from unitdep.inference.listed.typed import typed_forest, well_typed
from unitdep.reading.arithmetic import parse_indices

UNLIMITED = 10**9
A, F, G, S = Kind.AMOUNT, Kind.FACTOR, Kind.AGAIN, Kind.SHAPE


class TestTypedForest:
    def test_two_vertices(self) -> None:
        trees = typed_forest((False, True))
        assert {render(trees.tree(row), "af") for row in range(len(trees))} == {"a * f", "a / f"}

    @pytest.mark.parametrize("pure", list(product((False, True), repeat=4)))
    def test_rows_and_paths_are_those_of_the_definition(self, pure: tuple[bool, ...]) -> None:
        every, typed = typed_forest((False,) * 4), typed_forest(pure)
        wanted = {t for t in map(every.tree, range(len(every))) if well_typed(t, pure)}
        assert {typed.tree(row) for row in range(len(typed))} == wanted
        dropped = {i for i in range(4) if pure[i]}
        for row in range(0, len(typed), 3):
            reduced = without(typed.tree(row), dropped)
            assert reduced is not None
            reduced = monotonic(reduced)
            used = set(leaves(reduced))
            ends = [*combinations(range(4), 2), *((i, QUESTION) for i in range(4))]
            for column, (i, j) in enumerate(ends):
                there = i in used and (j == QUESTION or j in used)
                expected = path_class(reduced, i, j) if there else ABSENT_PATH
                assert typed.paths[typed.shape[row], column] == expected

    @pytest.mark.parametrize(
        ("tree", "fits"),
        [
            ("0 * 1", True),
            ("0 - 1", False),
            ("0 / 1", True),
            ("1 / 0", False),
            ("0 * (1 - 2)", True),
            ("1 * 2", False),  # a pure number isn't an answer
            ("0 * 1 + 3 * 2", True),
            ("0 + 1 * 2", False),
        ],
    )
    def test_well_typed(self, tree: str, fits: bool) -> None:
        assert well_typed(parse_indices(tree), (False, True, True, False)) is fits


class TestGraph:
    def test_a_factor_has_no_edges_and_changes_no_unit(self) -> None:
        graph = derive_everyday(parse_indices("0 * 1 + 2"), frozenset(), {1})
        names = {(e.source, e.target): e.label for e in edges(graph)}
        assert names == dict.fromkeys([(0, 2), (0, QUESTION), (2, QUESTION)], EdgeName.SAME_UNIT)

    def test_the_search_gives_consistent_graphs(self) -> None:
        rng = np.random.default_rng(4)
        for _ in range(5):
            [ranking] = search_many([everyday_query(rng, (A, F, A, A))])
            for found in ranking.candidates:
                reduced = without(found.tree, found.pure)
                assert reduced is not None
                assert consistent(monotonic(reduced), found.rates)


class TestSearch:
    @pytest.mark.parametrize("kinds", [(A, F), (A, F, A), (A, F, A, G), (F, A, S, A), (A, F, F, A)])
    def test_best_first_finds_what_listing_finds(self, kinds: tuple[Kind, ...]) -> None:
        rng = np.random.default_rng(len(kinds))
        for _ in range(4):
            one = everyday_query(rng, kinds)
            [expected] = search_many([one])
            found = search_large(one, limit=UNLIMITED)
            assert found.exact
            best, other = expected.candidates[0], found.candidates[0]
            assert other.score == pytest.approx(best.score)
            assert other.value == best.value

    def test_six_vertices(self) -> None:
        rng = np.random.default_rng(3)
        ranking = search_large(everyday_query(rng, (A, A, F, A, G, A)), limit=UNLIMITED)
        assert ranking.exact
        for found in ranking.candidates:
            assert well_typed(found.tree, (False, False, True, False, False, False))

    def test_all_choices_of_values_share_the_work(self) -> None:
        """A text with 24 choices may not cost 24 times as much as one with a single choice."""
        rng = np.random.default_rng(3)
        one = everyday_query(rng, (A,) * 4 + (F,) * 4)
        assert len(choices(one)) == MOST
        whole, cut = search_large(one, limit=UNLIMITED), search_large(one, limit=100)
        assert whole.work > 1000
        assert cut.work < 300  # the step that exceeds the limit is finished
        assert cut.candidates
        assert not cut.exact

    def test_values_are_those_of_trees(self) -> None:
        rng = np.random.default_rng(8)
        one = everyday_query(rng, (A, F, A, G))
        for found in search_many([one], top=20)[0].candidates:
            values = list(one.values)
            for vertex, other in found.stands_for.items():
                assert other in (0, 2)
                values[vertex] = values[other]
            if found.finish is Finish.EXACT:
                assert evaluate(found.tree, values) == found.value

    def test_parts_add_up(self) -> None:
        rng = np.random.default_rng(9)
        for found in search_many([everyday_query(rng, (A, F, A))])[0].candidates:
            assert sum(found.parts.values()) == pytest.approx(found.score)
            assert {"face", "again", "finish"} <= set(found.parts)

    def test_probabilities_add_up(self) -> None:
        rng = np.random.default_rng(2)
        [ranking] = search_many([everyday_query(rng, (A, F, A))], top=10_000)
        assert sum(c.probability for c in ranking.candidates) == pytest.approx(1.0)

    def test_constraints(self) -> None:
        rng = np.random.default_rng(5)
        one = everyday_query(rng, (A, F, A))
        for found in search_constrained(one, Constraints(kept=frozenset({1}))).candidates:
            assert 1 in set(leaves(found.tree))


class TestChoices:
    def test_faces(self) -> None:
        rng = np.random.default_rng(1)
        shown = {tuple(c.faces.items()) for c in choices(everyday_query(rng, (A, F)))}
        assert shown == {(), ((1, Face.LESS),), ((1, Face.PLUS),)}

    def test_a_factor_above_one_has_no_rest(self) -> None:
        rng = np.random.default_rng(1)
        twice = replace(everyday_query(rng, (A, F)), values=(Fraction(5), Fraction(2)))
        assert all(Face.LESS not in c.faces.values() for c in choices(twice))

    def test_no_choice_without_tables(self) -> None:
        rng = np.random.default_rng(1)
        plain = Query(random_tables(rng, 2), (Fraction(2), Fraction(3)), Weights())
        assert [c.query for c in choices(plain)] == [plain]


def finishing(finish: Finish, values: tuple[int, ...], **more: object) -> list[Fraction]:
    """Return the answers of a division whose question finishes in a given way."""
    rng = np.random.default_rng(0)
    tables = everyday_tables(rng, len(values))
    sure = np.full(6, -20.0)
    sure[finish] = 0.0
    assert tables.everyday is not None
    lca = np.full((1, 6), -20.0)
    lca[0, 4] = 0.0  # the first over the second
    tables = replace(tables, lca=lca, everyday=replace(tables.everyday, finish=sure))
    numbers = tuple(map(Fraction, values))
    one = Query(tables, numbers, Weights(), kinds=(A, A), **more)  # type: ignore[arg-type]
    return [c.value for c in search_many([one])[0].candidates]


@pytest.mark.parametrize(
    ("finish", "values", "answer"),
    [
        (Finish.UP, (130, 48), 3),
        (Finish.DOWN, (130, 48), 2),
        (Finish.REMAINDER, (130, 48), 34),
        (Finish.MISSING, (130, 48), 14),
        (Finish.UP, (96, 48), 2),
        (Finish.REMAINDER, (96, 48), 0),
        (Finish.EXACT, (96, 48), 2),
    ],
)
def test_finishes(finish: Finish, values: tuple[int, ...], answer: int) -> None:
    assert finishing(finish, values)[0] == answer


def test_nearest() -> None:
    assert finishing(Finish.NEAREST, (130, 3), nearest=Fraction(10))[0] == 40
    assert finishing(Finish.NEAREST, (130, 3))[0] != 40


def test_things_that_come_whole_are_never_broken() -> None:
    assert all(v.denominator == 1 for v in finishing(Finish.EXACT, (130, 48), whole=True))
