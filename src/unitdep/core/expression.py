"""Expression trees over the quantities of a problem (paper, section "Monotonic Expression Tree").

A tree is a ``Leaf`` (the index of a quantity) or an ``Operation`` of two trees. Two expressions
that differ only by commutativity and associativity share one monotonic normal form: additions come
before the one subtraction above them, multiplications before the one division above them, and
operands are in the order of their first leaf. In that form the operation at the lowest common
ancestor (LCA) of two leaves is unique, which is what the LCA operation classifier predicts (paper,
section "Arithmetic Word Problem Solver"). Values are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from functools import reduce

from unitdep.core.labels import Face


class Operator(Enum):
    """The four operations of arithmetic."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"


class LcaOperation(IntEnum):
    """Operation at the LCA of quantities i < j; the reversed ones take j first."""

    ADD = 0
    SUB = 1
    SUB_REV = 2
    MUL = 3
    DIV = 4
    DIV_REV = 5


@dataclass(frozen=True)
class Leaf:
    """A quantity, by its index in the text; a factor may show another face than its value."""

    index: int
    face: Face = Face.ITSELF


@dataclass(frozen=True)
class Operation:
    """An operation of two expressions."""

    operator: Operator
    left: Expression
    right: Expression


Expression = Leaf | Operation

ADDITIVE = frozenset({Operator.ADD, Operator.SUB})
MULTIPLICATIVE = frozenset({Operator.MUL, Operator.DIV})
_INVERSES = frozenset({Operator.SUB, Operator.DIV})
ZERO = Fraction(0)


def leaves(tree: Expression) -> Iterator[int]:
    """Yield the leaf indices from left to right."""
    if isinstance(tree, Leaf):
        yield tree.index
    else:
        yield from leaves(tree.left)
        yield from leaves(tree.right)


def leaf_nodes(tree: Expression) -> Iterator[Leaf]:
    """Yield the leaves themselves, from left to right."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        yield from leaf_nodes(tree.left)
        yield from leaf_nodes(tree.right)


def operations(tree: Expression) -> Iterator[Operation]:
    """Yield the operations, operands before the operation that uses them."""
    if isinstance(tree, Operation):
        yield from operations(tree.left)
        yield from operations(tree.right)
        yield tree


def evaluate(tree: Expression, values: Sequence[Fraction]) -> Fraction:
    """Return the exact value; raises ZeroDivisionError on a division by zero."""
    if isinstance(tree, Leaf):
        return tree.face.of(values[tree.index])
    return apply(tree.operator, evaluate(tree.left, values), evaluate(tree.right, values))


def positive_value(
    tree: Expression, values: Sequence[Fraction], above: Fraction = ZERO
) -> Fraction | None:
    """Return the exact value, or None unless every operation's result is greater than ``above``.

    These are the paper's valid expressions, which "give positive solutions"; here the results on
    the way must be positive as well. A single number is its own value.
    """
    if isinstance(tree, Leaf):
        return tree.face.of(values[tree.index])
    left = positive_value(tree.left, values, above)
    right = positive_value(tree.right, values, above)
    if left is None or right is None or (tree.operator is Operator.DIV and not right):
        return None
    result = apply(tree.operator, left, right)
    return result if result > above else None


def apply(operator: Operator, left: Fraction, right: Fraction) -> Fraction:
    """Apply one operator to two values."""
    match operator:
        case Operator.ADD:
            return left + right
        case Operator.SUB:
            return left - right
        case Operator.MUL:
            return left * right
        case Operator.DIV:
            return left / right


def map_leaves(tree: Expression, index_of: Callable[[int], int]) -> Expression:
    """Return the same tree with every leaf index replaced."""
    if isinstance(tree, Leaf):
        return Leaf(index_of(tree.index), tree.face)
    return Operation(
        tree.operator, map_leaves(tree.left, index_of), map_leaves(tree.right, index_of)
    )


def with_faces(tree: Expression, faces: Mapping[int, Face]) -> Expression:
    """Return the same tree with other faces for some of its leaves."""
    if isinstance(tree, Leaf):
        return Leaf(tree.index, faces.get(tree.index, tree.face))
    return Operation(tree.operator, with_faces(tree.left, faces), with_faces(tree.right, faces))


def without(tree: Expression, dropped: Collection[int]) -> Expression | None:
    """Return the tree without some of its leaves, or None if none is left."""
    if isinstance(tree, Leaf):
        return None if tree.index in dropped else tree
    left, right = without(tree.left, dropped), without(tree.right, dropped)
    if left is None or right is None:
        return left or right
    return Operation(tree.operator, left, right)


def chain(tree: Operation) -> tuple[list[Expression], list[Expression]]:
    """Flatten the additive (or multiplicative) chain at the root of ``tree``.

    Returns the operands that are added (multiplied) and those that are subtracted (divided by).
    """
    family = ADDITIVE if tree.operator in ADDITIVE else MULTIPLICATIVE
    direct: list[Expression] = []
    inverse: list[Expression] = []

    def collect(node: Expression, inverted: bool) -> None:
        if isinstance(node, Operation) and node.operator in family:
            collect(node.left, inverted)
            collect(node.right, inverted ^ (node.operator in _INVERSES))
        else:
            (inverse if inverted else direct).append(node)

    collect(tree, False)
    return direct, inverse


def monotonic(tree: Expression) -> Expression:
    """Return the monotonic normal form of ``tree``."""
    if isinstance(tree, Leaf):
        return tree
    additive = tree.operator in ADDITIVE
    direct, inverse = (_in_order(part) for part in chain(tree))
    inner, outer = (Operator.ADD, Operator.SUB) if additive else (Operator.MUL, Operator.DIV)
    left = reduce(lambda a, b: Operation(inner, a, b), direct)
    if not inverse:
        return left
    return Operation(outer, left, reduce(lambda a, b: Operation(inner, a, b), inverse))


def _in_order(parts: Sequence[Expression]) -> list[Expression]:
    return sorted((monotonic(p) for p in parts), key=lambda p: min(leaves(p)))


def lca_operations(tree: Expression) -> dict[tuple[int, int], LcaOperation]:
    """Return the operation at the LCA of every pair of leaves i < j."""
    table: dict[tuple[int, int], LcaOperation] = {}
    for node in operations(tree):
        for left in leaves(node.left):
            for right in leaves(node.right):
                table[min(left, right), max(left, right)] = lca_operation(
                    node.operator, in_order=left < right
                )
    return table


def lca_operation(operator: Operator, *, in_order: bool) -> LcaOperation:
    """Name an operator as seen from the pair i < j; ``in_order`` means that i is on its left."""
    match operator:
        case Operator.ADD:
            return LcaOperation.ADD
        case Operator.MUL:
            return LcaOperation.MUL
        case Operator.SUB:
            return LcaOperation.SUB if in_order else LcaOperation.SUB_REV
        case Operator.DIV:
            return LcaOperation.DIV if in_order else LcaOperation.DIV_REV


_FACES = {Face.ITSELF: "{}", Face.LESS: "(1 - {})", Face.PLUS: "(1 + {})"}
_PRECEDENCE = {Operator.ADD: 1, Operator.SUB: 1, Operator.MUL: 2, Operator.DIV: 2}


def render(tree: Expression, names: Sequence[str] | Mapping[int, str]) -> str:
    """Write ``tree`` as people do, with only the parentheses that it needs (ASCII signs)."""
    if isinstance(tree, Leaf):
        return _FACES[tree.face].format(names[tree.index])
    own = _PRECEDENCE[tree.operator]
    left, right = render(tree.left, names), render(tree.right, names)
    if isinstance(tree.left, Operation) and _PRECEDENCE[tree.left.operator] < own:
        left = f"({left})"
    if isinstance(tree.right, Operation) and (
        _PRECEDENCE[tree.right.operator] < own
        or (_PRECEDENCE[tree.right.operator] == own and tree.operator in _INVERSES)
    ):
        right = f"({right})"
    return f"{left} {tree.operator.value} {right}"
