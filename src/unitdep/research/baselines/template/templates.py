"""Templates: the shapes of expression trees, with slots instead of quantities.

Two trees have the same template if they differ only in which quantity fills which slot. A
template's key is its expression with every slot as "n", operands in alphabetical order and chains
flattened: "((n+n)*n)", "(n-n-n)". A slot's role is written in the same way with the slot itself as
"x", so slots that are interchangeable by commutativity have the same role.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from unitdep.core.expression import (
    ADDITIVE,
    Expression,
    Leaf,
    chain,
    lca_operations,
    leaves,
    map_leaves,
    monotonic,
)

MAX_SLOTS: Final = 6  # larger trees are not used: their slots have too many orders
SLOT: Final = "n"


@dataclass(frozen=True)
class Pair:
    """Two slots, by rank of their quantities in the text, and how the tree joins them."""

    first: int  # < second
    second: int
    operation: str  # the operation at their LCA, as seen from ``first``; shared between templates


@dataclass(frozen=True)
class Arrangement:
    """One way to fill a template's slots with quantities 0 .. k-1, all of them used."""

    tree: Expression  # monotonic
    roles: tuple[str, ...]  # of each quantity: its slot in the template
    paths: tuple[str, ...]  # of each quantity: its path to the root, shared between templates
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Template:
    """A shape and its different arrangements, without symmetric duplicates."""

    key: str
    size: int  # the number of slots
    arrangements: tuple[Arrangement, ...]


def shape(tree: Expression, marks: Mapping[int, str] | None = None) -> str:
    """Write the shape of ``tree``; ``marks`` gives some of its leaves a name other than "n"."""
    if isinstance(tree, Leaf):
        return (marks or {}).get(tree.index, SLOT)
    plus, minus = "+-" if tree.operator in ADDITIVE else "*/"
    direct, inverse = (sorted(shape(part, marks) for part in side) for side in chain(tree))
    return f"({plus.join(direct)}{''.join(minus + part for part in inverse)})"


def way(tree: Expression, leaf: int) -> str:
    """Name the path from a leaf to the root, with one character for each chain on it.

    "+" addend, "<" minuend, "-" subtrahend, "*" factor, "|" dividend, "/" divisor.
    """
    if isinstance(tree, Leaf):
        return ""
    direct, inverse = chain(tree)
    alone, above, below = "+<-" if tree.operator in ADDITIVE else "*|/"
    for part in direct:
        if leaf in leaves(part):
            return way(part, leaf) + (above if inverse else alone)
    part = next(part for part in inverse if leaf in leaves(part))
    return way(part, leaf) + below


def arrange(tree: Expression) -> Arrangement:
    """Name the slots and pairs of a monotonic tree over quantities 0 .. k-1."""
    size = len(set(leaves(tree)))
    return Arrangement(
        tree,
        tuple(shape(tree, {leaf: "x"}) for leaf in range(size)),
        tuple(way(tree, leaf) for leaf in range(size)),
        tuple(Pair(i, j, lca.name) for (i, j), lca in sorted(lca_operations(tree).items())),
    )


def template_of(tree: Expression) -> Template:
    """Return the template of ``tree``, a tree that uses no quantity twice."""
    slots = sorted(leaves(tree))
    trees = {
        monotonic(map_leaves(tree, dict(zip(slots, order, strict=True)).__getitem__)): None
        for order in permutations(range(len(slots)))
    }
    return Template(shape(tree), len(slots), tuple(arrange(arranged) for arranged in trees))


def collect(trees: Iterable[Expression]) -> tuple[Template, ...]:
    """Return the distinct templates of some trees, in the order of their keys.

    Trees that use a quantity twice or have more than ``MAX_SLOTS`` leaves are skipped.
    """
    by_key: dict[str, Expression] = {}
    for tree in trees:
        used: Sequence[int] = tuple(leaves(tree))
        if len(set(used)) == len(used) <= MAX_SLOTS:
            by_key.setdefault(shape(tree), tree)
    return tuple(template_of(by_key[key]) for key in sorted(by_key))
