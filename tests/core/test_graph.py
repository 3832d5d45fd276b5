"""The unit dependency graph: the paper's figure, Algorithm 1, consistency, and symbolic units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import pytest

from factories import ADD, DIV, MUL, SUB, op
from unitdep.core.expression import (
    ADDITIVE,
    MULTIPLICATIVE,
    Expression,
    Leaf,
    chain,
    operations,
    render,
)
from unitdep.core.graph import (
    Edge,
    UnitGraph,
    allowed_edge_labels,
    consistent,
    derive,
    edges,
    pairs,
    valid,
    vertices,
)
from unitdep.core.labels import QUESTION, EdgeLabel, Reading, Vertex
from unitdep.core.paths import PathClass, edge_label, label_of_class, path, path_class
from unitdep.inference.listed.forest import forest

ALGEBRA, PRINTED = Reading.ALGEBRA, Reading.PRINTED
Q = QUESTION
SAME, NUM, DEN = "Same Unit", "Num Unit", "Den Unit"


def all_trees(size: int) -> list[Expression]:
    trees = forest(size)
    return [trees.tree(row) for row in range(len(trees)) if trees.kept[row].all()]


def rate_choices(tree: Expression) -> Iterator[frozenset[Vertex]]:
    every = vertices(tree)
    for count in range(len(every) + 1):
        yield from (frozenset(chosen) for chosen in combinations(every, count))


# The paper's figure. In text order: 66 flowers, 8 in each bouquet, 10 wilted.

SIXTY_SIX, EIGHT, TEN = 0, 1, 2
ISABEL = op(DIV, op(SUB, SIXTY_SIX, TEN), EIGHT)


def test_figure_paths() -> None:
    assert path(ISABEL, SIXTY_SIX, EIGHT).operators == (SUB, DIV)
    assert path(ISABEL, EIGHT, Q).operators == (DIV,)
    assert path(ISABEL, SIXTY_SIX, TEN).operators == (SUB,)
    assert path(ISABEL, EIGHT, TEN).operators == (DIV, SUB)
    assert path(ISABEL, TEN, Q).operators == (SUB, DIV)


def test_path_does_not_leave_its_ends() -> None:
    tree = op(ADD, op(MUL, op(SUB, 0, 1), 2), op(DIV, 3, 4))
    assert path(tree, 0, 1).operators == (SUB,)
    assert path(tree, 0, 3).operators == (SUB, MUL, ADD, DIV)
    assert path(tree, 2, Q).operators == (MUL, ADD)
    with pytest.raises(ValueError, match="question comes last"):
        path(tree, Q, 1)


def test_figure_graph_by_algebra() -> None:
    assert edges(derive(ISABEL, {EIGHT})) == [
        Edge(EIGHT, SIXTY_SIX, NUM),
        Edge(SIXTY_SIX, TEN, SAME),
        Edge(EIGHT, TEN, NUM),
        Edge(EIGHT, Q, DEN),
    ]


def test_figure_graph_as_printed() -> None:
    printed = edges(derive(ISABEL, {EIGHT}, PRINTED))
    assert Edge(EIGHT, Q, NUM) in printed
    by_algebra = edges(derive(ISABEL, {EIGHT}))
    assert [e for e in printed if e.target != Q] == [e for e in by_algebra if e.target != Q]


def test_figure_is_consistent() -> None:
    assert vertices(ISABEL) == (SIXTY_SIX, EIGHT, TEN, Q)
    assert consistent(ISABEL, {EIGHT})
    assert valid(derive(ISABEL, {EIGHT}))
    assert derive(ISABEL, {EIGHT}).is_rate(EIGHT)
    assert not derive(ISABEL, {EIGHT}).is_rate(Q)


# Consistency.


@pytest.mark.parametrize(
    ("tree", "fits"),
    [
        (op(DIV, 0, 1), True),  # 12 apples / 3 boys: apples per boy
        (op(DIV, op(ADD, 0, 1), 2), True),
        (op(ADD, op(DIV, 0, 1), op(MUL, 2, 3)), True),
        (op(ADD, 0, 1), False),
        (op(ADD, 0, op(DIV, 1, 2)), False),  # 0 has the question's unit: it is a rate too
        (op(SUB, op(MUL, 0, 1), op(ADD, 2, op(DIV, 3, 4))), False),
    ],
)
def test_condition_1_question_is_the_only_rate(tree: Expression, fits: bool) -> None:
    assert consistent(tree, {Q}) is fits


@pytest.mark.parametrize(
    ("tree", "rates", "fits"),
    [
        (op(MUL, 0, 1), {0}, True),
        (op(MUL, 0, 1), {0, 1}, True),
        (op(ADD, 0, op(MUL, 1, 2)), {1}, True),
        (op(ADD, op(MUL, 0, 1), op(MUL, 2, 3)), {0, 2}, True),
        (op(ADD, 0, 1), {0}, False),
        (op(SUB, 0, 1), {0, 1}, False),
        (op(ADD, 0, op(MUL, 1, 2)), {0}, False),
        (op(ADD, 0, op(MUL, 1, 2)), {0, 1}, False),
        # with a rate question, rates may be added up to it
        (op(ADD, 0, 1), {0, 1, Q}, True),
        (op(ADD, 0, op(DIV, 1, 2)), {0, Q}, True),
        # the paper asks no more than this, though units would
        (op(ADD, 0, 1), {0, Q}, True),
    ],
)
def test_condition_2_rates_of_a_plain_question(
    tree: Expression, rates: set[Vertex], fits: bool
) -> None:
    assert consistent(tree, rates) is fits


def test_no_rates_are_always_consistent() -> None:
    assert all(consistent(tree, ()) for tree in all_trees(3))


@pytest.mark.parametrize("reading", Reading)
def test_condition_3_edges_are_those_of_algorithm_1(reading: Reading) -> None:
    for tree in all_trees(3):
        for rates in rate_choices(tree):
            graph = derive(tree, rates, reading)
            assert graph.rates == rates
            assert list(graph.labels) == pairs(tree)
            assert valid(graph)
            for pair, label in graph.labels.items():
                expected = edge_label(tree, *pair, rates, reading)
                assert label == (EdgeLabel.NO_RELATION if expected is None else expected)


def test_allowed_edge_labels() -> None:
    both = {EdgeLabel.SAME_UNIT, EdgeLabel.NO_RELATION}
    assert allowed_edge_labels(False, False) == allowed_edge_labels(True, True) == both
    assert allowed_edge_labels(True, False) == {
        EdgeLabel.NO_RELATION,
        EdgeLabel.NUM_FORWARD,
        EdgeLabel.DEN_FORWARD,
    }
    assert allowed_edge_labels(False, True) == {
        EdgeLabel.NO_RELATION,
        EdgeLabel.NUM_BACKWARD,
        EdgeLabel.DEN_BACKWARD,
    }


def test_valid_graphs() -> None:
    graph = derive(op(MUL, 0, 1), {0})
    assert valid(graph)

    def with_label(label: EdgeLabel) -> UnitGraph:
        return replace(graph, labels={**graph.labels, (0, 1): label})

    assert valid(with_label(EdgeLabel.NO_RELATION))
    assert valid(with_label(EdgeLabel.NUM_FORWARD))
    assert not valid(with_label(EdgeLabel.SAME_UNIT))
    assert not valid(with_label(EdgeLabel.DEN_BACKWARD))
    assert not valid(replace(graph, rates=frozenset({0, 1})))


def test_edges_point_from_the_rate() -> None:
    labels = {
        (0, 1): EdgeLabel.NUM_FORWARD,
        (0, 2): EdgeLabel.DEN_FORWARD,
        (1, 3): EdgeLabel.NUM_BACKWARD,
        (2, 3): EdgeLabel.DEN_BACKWARD,
        (1, 2): EdgeLabel.SAME_UNIT,
        (0, 3): EdgeLabel.NO_RELATION,
    }
    assert edges(UnitGraph((0, 1, 2, 3), frozenset({0, 3}), labels)) == [
        Edge(0, 1, NUM),
        Edge(0, 2, DEN),
        Edge(3, 1, NUM),
        Edge(3, 2, DEN),
        Edge(1, 2, SAME),
    ]


# Algorithm 1, branch by branch. For each path: the label if the first vertex is the rate, and if
# the second is, by algebra and as printed.

NUM_F, NUM_B = EdgeLabel.NUM_FORWARD, EdgeLabel.NUM_BACKWARD
DEN_F, DEN_B = EdgeLabel.DEN_FORWARD, EdgeLabel.DEN_BACKWARD
TIMES, OVER, UNDER = op(MUL, 0, 1), op(DIV, 0, 1), op(DIV, 1, 0)
PLUS_TIMES, PLUS_OVER = op(ADD, 0, op(MUL, 1, 2)), op(ADD, 0, op(DIV, 1, 2))
TIMES_PLUS, OVER_PLUS = op(ADD, op(MUL, 0, 1), 2), op(ADD, op(DIV, 0, 1), 2)

BRANCHES = [
    # tree, first, second, path class, algebra (first, second is rate), printed (same)
    (TIMES, 0, 1, PathClass.FIRST_TIMES_SECOND, (DEN_F, DEN_B), (DEN_F, DEN_B)),
    (OVER, 0, 1, PathClass.FIRST_OVER_SECOND, (None, NUM_B), (None, NUM_B)),
    (UNDER, 0, 1, PathClass.SECOND_OVER_FIRST, (NUM_F, None), (NUM_F, None)),
    (TIMES, 0, Q, PathClass.FIRST_IS_FACTOR, (NUM_F, None), (DEN_F, DEN_B)),
    (OVER, 0, Q, PathClass.FIRST_IS_DIVIDEND, (None, NUM_B), (None, NUM_B)),
    (OVER, 1, Q, PathClass.FIRST_IS_DIVISOR, (DEN_F, DEN_B), (NUM_F, None)),
    (TIMES_PLUS, 0, 2, PathClass.FIRST_IS_FACTOR, (NUM_F, None), (DEN_F, DEN_B)),
    (OVER_PLUS, 0, 2, PathClass.FIRST_IS_DIVIDEND, (None, NUM_B), (None, NUM_B)),
    (OVER_PLUS, 1, 2, PathClass.FIRST_IS_DIVISOR, (DEN_F, DEN_B), (NUM_F, None)),
    (PLUS_TIMES, 0, 1, PathClass.SECOND_IS_FACTOR, (None, NUM_B), (DEN_F, DEN_B)),
    (PLUS_OVER, 0, 1, PathClass.SECOND_IS_DIVIDEND, (NUM_F, None), (NUM_F, None)),
    (PLUS_OVER, 0, 2, PathClass.SECOND_IS_DIVISOR, (DEN_F, DEN_B), (None, NUM_B)),
    (op(ADD, 0, 1), 0, 1, PathClass.ADDITIVE, (None, None), (None, None)),
    (op(SUB, 0, 1), 1, Q, PathClass.ADDITIVE, (None, None), (None, None)),
    (op(DIV, op(MUL, 0, 1), 2), 0, 2, PathClass.OPEN, (None, None), (None, None)),
]


@pytest.mark.parametrize(("tree", "first", "second", "kind", "algebra", "printed"), BRANCHES)
def test_algorithm_1(
    tree: Expression,
    first: Vertex,
    second: Vertex,
    kind: PathClass,
    algebra: tuple[EdgeLabel | None, EdgeLabel | None],
    printed: tuple[EdgeLabel | None, EdgeLabel | None],
) -> None:
    assert path_class(tree, first, second) is kind
    for reading, expected in ((ALGEBRA, algebra), (PRINTED, printed)):
        assert edge_label(tree, first, second, {first}, reading) is expected[0]
        assert edge_label(tree, first, second, {second}, reading) is expected[1]
        same = EdgeLabel.SAME_UNIT if kind is PathClass.ADDITIVE else None
        assert edge_label(tree, first, second, {}, reading) is same
        assert edge_label(tree, first, second, {first, second}, reading) is same


def test_every_path_class_has_a_branch() -> None:
    assert {kind for _, _, _, kind, _, _ in BRANCHES} == set(PathClass)


def test_readings_agree_but_beyond_one_operation() -> None:
    differing = {
        kind
        for kind in PathClass
        for rates in ((True, False), (False, True))
        if label_of_class(kind, *rates, ALGEBRA) != label_of_class(kind, *rates, PRINTED)
    }
    assert differing == {
        PathClass.FIRST_IS_FACTOR,
        PathClass.FIRST_IS_DIVISOR,
        PathClass.SECOND_IS_FACTOR,
        PathClass.SECOND_IS_DIVISOR,
    }


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 2), (0, Q), (1, Q), (2, Q)])
def test_a_chain_of_multiplications_has_no_inner_order(first: Vertex, second: Vertex) -> None:
    tree = op(MUL, op(MUL, 0, 1), 2)
    assert path_class(tree, first, second) is PathClass.OPEN


def test_chains_apart_are_counted_apart() -> None:
    tree = op(MUL, op(ADD, op(MUL, 0, 1), 2), 3)  # two chains, an addition between them
    assert path_class(tree, 0, 1) is PathClass.FIRST_TIMES_SECOND
    assert path_class(tree, 2, 3) is PathClass.FIRST_TIMES_SECOND
    assert path_class(tree, 0, 2) is PathClass.FIRST_IS_FACTOR
    assert path_class(tree, 0, 3) is PathClass.OPEN
    assert path_class(tree, 0, Q) is PathClass.OPEN


# Symbolic units. A plain vertex has one base unit ("flower"), a rate has two different ones
# ("flower per bouquet"); a factor ("3 times as many") has none. Base units are numbered in the
# order in which they first occur, so that every assignment is listed once up to renaming.

Unit = tuple[int, ...]  # (), (unit,) or (numerator, denominator)
FACTOR: Unit = ()
Exponents = tuple[tuple[int, int], ...]  # sorted (base unit, exponent), none of them 0


def assignments(size: int, factors: bool, known: int = 0) -> Iterator[tuple[Unit, ...]]:
    """List all units of ``size`` quantities."""
    if not size:
        yield ()
        return
    choices: list[tuple[Unit, int]] = [(FACTOR, known)] if factors else []
    for first in range(known + 1):
        after = max(known, first + 1)
        choices.append(((first,), after))
        choices.extend(
            ((first, second), max(after, second + 1))
            for second in range(after + 1)
            if second != first
        )
    for unit, after in choices:
        for rest in assignments(size - 1, factors, after):
            yield (unit, *rest)


def to_exponents(unit: Unit) -> Exponents:
    return tuple(sorted(zip(unit, (1, -1), strict=False)))


def to_unit(exponents: Exponents) -> Unit | None:
    """Return what a person can name: nothing, a unit, a unit per unit; otherwise None."""
    by_exponent = {exponent: base for base, exponent in exponents}
    match sorted(exponent for _, exponent in exponents):
        case []:
            return FACTOR
        case [1]:
            return (by_exponent[1],)
        case [-1, 1]:
            return (by_exponent[1], by_exponent[-1])
        case _:
            return None


def result(tree: Expression, units: tuple[Unit, ...], stepwise: bool) -> Exponents | None:
    """Return the unit of a tree, or None if it has none.

    ``stepwise``: every step on the way must have a unit that a person can name.
    """
    if isinstance(tree, Leaf):
        return to_exponents(units[tree.index])
    left, right = result(tree.left, units, stepwise), result(tree.right, units, stepwise)
    if left is None or right is None:
        return None
    if tree.operator in ADDITIVE:
        return left if left == right else None
    total = defaultdict(int, left)
    for base, exponent in right:
        total[base] += exponent if tree.operator is MUL else -exponent
    found = tuple(sorted((base, exponent) for base, exponent in total.items() if exponent))
    return None if stepwise and to_unit(found) is None else found


def relation(first: Unit, second: Unit) -> EdgeLabel | None:
    """Return the true relation of two units."""
    if len(first) == len(second):
        return EdgeLabel.SAME_UNIT if first == second else None
    rate, (plain,), forward = (first, second, True) if len(first) == 2 else (second, first, False)
    if plain == rate[0]:
        return NUM_F if forward else NUM_B
    if plain == rate[1]:
        return DEN_F if forward else DEN_B
    return None


@dataclass(frozen=True)
class Claim:
    """A pair of vertices of a labelled tree: its label, and its relation in every assignment."""

    tree: Expression
    rates: frozenset[Vertex]
    pair: tuple[Vertex, Vertex]
    label: EdgeLabel | None
    true: frozenset[EdgeLabel | None]

    @property
    def sound(self) -> bool:
        return self.label is None or self.true == {self.label}

    @property
    def complete(self) -> bool:
        """A label is there if units settle the pair, and the algorithm's count allows one."""
        settled = len(self.true) == 1 and None not in self.true
        return (
            self.label is not None
            or not settled
            or path_class(self.tree, *self.pair) is PathClass.OPEN
        )

    def __str__(self) -> str:
        return f"{render(self.tree, 'abcd')} {set(self.rates)} {self.pair}: {self.label}"


Labelled = dict[tuple[Expression, frozenset[Vertex]], list[dict[Vertex, Unit]]]


@cache
def units_that_fit(size: int, stepwise: bool, factors: bool) -> Labelled:
    """Return, for each tree and vertex labelling, the units with which the tree makes sense."""
    found: Labelled = defaultdict(list)
    every = list(assignments(size, factors))
    for tree in all_trees(size):
        for units in every:
            exponents = result(tree, units, stepwise)
            asked = None if exponents is None else to_unit(exponents)
            if not asked:  # a question has a unit
                continue
            by_vertex: dict[Vertex, Unit] = {**dict(enumerate(units)), Q: asked}
            rates = frozenset(v for v, unit in by_vertex.items() if len(unit) == 2)
            found[tree, rates].append(by_vertex)
    return found


def claims(
    sizes: Iterable[int], *, stepwise: bool, factors: bool = False, reading: Reading = ALGEBRA
) -> list[Claim]:
    """List what a reading says of each pair; nothing is claimed of the unit of a mere factor."""
    listed = []
    for size in sizes:
        for (tree, rates), fitting in units_that_fit(size, stepwise, factors).items():
            for first, second in pairs(tree):
                true = frozenset(
                    relation(units[first], units[second])
                    for units in fitting
                    if units[first] != FACTOR and units[second] != FACTOR
                )
                if true:
                    label = edge_label(tree, first, second, rates, reading)
                    listed.append(Claim(tree, rates, (first, second), label, true))
    return listed


def in_mixed_chain(tree: Expression) -> bool:
    """Whether three or more operands are multiplied and divided in one chain: a * b / c."""
    return any(node.operator is DIV and sum(map(len, chain(node))) > 2 for node in operations(tree))


def test_assignments_by_hand() -> None:
    assert list(assignments(1, False)) == [(((0,)),), ((0, 1),)]
    assert set(assignments(2, False)) >= {
        ((0,), (0,)),
        ((0,), (1,)),
        ((0,), (1, 0)),
        ((0, 1), (1, 2)),
        ((0, 1), (2, 3)),
    }
    assert len(set(assignments(3, False))) == len(list(assignments(3, False))) == 203


def test_symbolic_units_of_the_figure() -> None:
    flower, bouquet = (0,), (1,)
    fitting = units_that_fit(3, False, False)[ISABEL, frozenset({EIGHT})]
    assert fitting == [{SIXTY_SIX: flower, EIGHT: (0, 1), TEN: flower, Q: bouquet}]


@pytest.mark.parametrize("factors", [False, True])
def test_algebra_is_sound(factors: bool) -> None:
    """Every edge is true in every reading of the problem whose steps all have a unit."""
    found = claims((2, 3), stepwise=True, factors=factors)
    assert sum(claim.label is not None for claim in found) > 600
    assert [str(claim) for claim in found if not claim.sound] == []


def test_algebra_is_sound_whatever_the_steps_but_in_mixed_chains() -> None:
    """In a * b / c the normal form fixes an order that the units need not follow."""
    unsound = [claim for claim in claims((2, 3), stepwise=False) if not claim.sound]
    assert len(unsound) == 36
    assert all(in_mixed_chain(claim.tree) for claim in unsound)
    # 2 cups per cake, 12 kg of flour fill 3 cups: 2 * 12 / 3 kg per cake. 12 / 3 is kg per cup, so
    # the chain makes sense in another order, and 12 kg is not cakes.
    tree, rates = op(DIV, op(MUL, 0, 1), 2), frozenset({0, Q})
    cup, cake, kg = 0, 1, 2
    units = {0: (cup, cake), 1: (kg,), 2: (cup,), Q: (kg, cake)}
    assert units in units_that_fit(3, False, False)[tree, rates]
    assert edge_label(tree, 0, 1, rates) is DEN_F
    assert relation(units[0], units[1]) is None


@pytest.mark.parametrize("stepwise", [False, True])
def test_algebra_is_complete(stepwise: bool) -> None:
    """Where units settle a pair, the edge is there, unless CountMulDiv > 1."""
    found = claims((2, 3), stepwise=stepwise)
    assert [str(claim) for claim in found if not claim.complete] == []


def test_what_algebra_leaves_open() -> None:
    """Few pairs would be settled by units although the algorithm counts two operations."""
    missed = [
        str(claim)
        for claim in claims((2, 3), stepwise=True)
        if claim.label is None and len(claim.true) == 1 and None not in claim.true
    ]
    assert len(missed) == 4


@pytest.mark.parametrize("factors", [False, True])
def test_vertex_labels_that_units_allow_are_consistent(factors: bool) -> None:
    for size in (2, 3):
        for tree, rates in units_that_fit(size, False, factors):
            assert consistent(tree, rates)


def test_a_factor_is_taken_for_a_quantity_with_a_unit() -> None:
    """What no vertex label can say: 3 times (a plain number) 5 apples per box."""
    tree, rates = op(MUL, 0, 1), frozenset({0, Q})
    assert (tree, rates) not in units_that_fit(2, False, False)
    assert units_that_fit(2, False, True)[tree, rates] == [{0: (0, 1), 1: FACTOR, Q: (0, 1)}]
    assert edge_label(tree, 0, 1, rates) is DEN_F  # 3 has no unit
    assert edge_label(tree, 0, Q, rates) is None  # though both are apples per box


def test_printed_is_not_sound() -> None:
    wrong = {
        (claim.tree, claim.rates, claim.pair): claim.true
        for claim in claims((2, 3), stepwise=True, reading=PRINTED)
        if not claim.sound
    }
    assert wrong[ISABEL, frozenset({EIGHT}), (EIGHT, Q)] == {DEN_F}
    assert wrong[op(DIV, 0, 1), frozenset({1}), (1, Q)] == {DEN_F}  # said to be Num
    assert wrong[op(MUL, 0, 1), frozenset({0}), (0, Q)] == {NUM_F}  # said to be Den
    assert wrong[PLUS_TIMES, frozenset({1}), (0, 1)] == {NUM_B}
    # between two numbers it errs only if one of them has the unit of the result
    assert all(
        path_class(tree, *pair)
        in {
            PathClass.FIRST_IS_FACTOR,
            PathClass.FIRST_IS_DIVISOR,
            PathClass.SECOND_IS_FACTOR,
            PathClass.SECOND_IS_DIVISOR,
        }
        for tree, _, pair in wrong
    )


def test_printed_is_not_complete() -> None:
    missed = {
        (claim.tree, claim.rates, claim.pair)
        for claim in claims((2, 3), stepwise=True, reading=PRINTED)
        if not claim.complete
    }
    assert (op(DIV, 0, 1), frozenset({Q}), (1, Q)) in missed  # apples / boys = apples per boy


def test_trees_listed_have_one_and_two_operations() -> None:
    assert [len(all_trees(size)) for size in (2, 3)] == [6, 68]
    assert all(
        {node.operator for node in operations(tree)} <= ADDITIVE | MULTIPLICATIVE
        for tree in all_trees(3)
    )
