"""Reasons: why an expression that the program rejects is wrong, in a sentence for a pupil.

Units come first (the first step whose units cannot be combined), then the numbers that are used,
then the operations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from unitdep.core.expression import (
    Expression,
    LcaOperation,
    Leaf,
    Operator,
    lca_operations,
    leaves,
    monotonic,
    operations,
)
from unitdep.core.graph import UnitGraph, derive
from unitdep.core.labels import Vertex
from unitdep.inference import Candidate
from unitdep.reading.problem import Problem
from unitdep.research.evaluation.expressions.types import Finding, Verdict
from unitdep.steps import Step, steps, why_left_out, work
from unitdep.steps.answer import asked_dimension
from unitdep.steps.vertices import shown_unit
from unitdep.units.combine import Clash, Term
from unitdep.units.dimension import Dimension
from unitdep.units.wording import amount, format_value, listed, plural_name


def find_reason(
    problem: Problem, tree: Expression, rates: frozenset[Vertex], best: Candidate
) -> Finding:
    """Explain why a tree is not the best one; ``rates`` are those of the tree's own best graph."""
    graph = derive(monotonic(tree), rates)
    done = work(problem, graph, tree)
    units = _unit_errors(problem, tree, (graph, best.graph), best)
    combined = next((f for f in units if f.step and f.step.clash is not Clash.ASKED), None)
    return (
        combined
        or _less_than_nothing(done)
        or next(iter(units), None)
        or _other_numbers(problem, tree, done, best)
        or _other_operation(problem, tree, done, best)
    )


def _unit_errors(
    problem: Problem, tree: Expression, graphs: Sequence[UnitGraph], best: Candidate
) -> list[Finding]:
    """Find the first step whose units cannot be combined, once for the rates of each graph.

    A clash that the program's own expression has too is excused: the text's units are unclear.
    """
    excused = {step.clash for step in steps(problem, best.graph, best.tree)}
    findings = []
    for graph in graphs:
        done = steps(problem, graph, tree)
        broken = next((s for s in done if not s.closes and s.clash not in excused), None)
        if broken is not None:
            said = _clash(problem, graph, broken, done)
            findings.append(Finding(Verdict.UNIT_ERROR, said, broken))
    return findings


def _clash(problem: Problem, graph: UnitGraph, step: Step, done: Sequence[Step]) -> str:
    """Explain why the units of a step cannot be combined, and where its numbers come from."""
    if step.clash is Clash.ASKED:
        asked = plural_name(asked_dimension(problem, graph))
        return f"{step.task} gives {_things(step.result)}, but the question asks for {asked}"
    lead = [
        f"{earlier.task} gives {_things(earlier.result)}"
        for earlier in done
        if earlier.result in (step.left, step.right)
    ]
    if step.clash is Clash.MEASURE:
        said = step.note
    else:
        said = _sum(step) if step.clash is Clash.SUM else _product(step)
    return "; ".join((*lead, said)) if lead else f"in {step.task}, {said}"


def _things(term: Term) -> str:
    return plural_name(term.unit) or "a plain number"


def _sum(step: Step) -> str:
    left, right = _things(step.left), _things(step.right)
    if step.operator is Operator.SUB:
        return f"{right} cannot be taken from {left}"
    return f"{right} cannot be added to {left}"


def _product(step: Step) -> str:
    left, right = step.left, step.right
    if step.operator is Operator.DIV:
        if (unit := right.unit) and unit.under:
            return f"only {plural_name(Dimension(unit.over))} can be divided by {_things(right)}"
        return f"{_things(left)} cannot be divided by {_things(right)}"
    rate, other = (left, right) if left.unit and left.unit.under else (right, left)
    if (unit := rate.unit) and unit.under:
        fitting = plural_name(Dimension(unit.under[:1])) or "what it is a rate for"
        return f"{_things(rate)} can be multiplied by {fitting}, not by {_things(other)}"
    return f"{_things(left)} cannot be multiplied by {_things(right)}: neither number is a rate"


def _less_than_nothing(done: Sequence[Step]) -> Finding | None:
    """Find a step that takes away more than there is."""
    step = next((s for s in done if s.result.value <= 0), None)
    if step is None:
        return None
    says = "leaves nothing" if step.result.value == 0 else "gives a negative number"
    return Finding(Verdict.OTHER_OPERATION, f"{step.task} {says}", step)


def _other_numbers(
    problem: Problem, tree: Expression, done: Sequence[Step], best: Candidate
) -> Finding | None:
    """Compare the numbers that are used: the ones not needed first, then the missing ones."""
    used, needed = set(leaves(tree)), set(leaves(best.tree))
    extra, missing = sorted(used - needed), sorted(needed - used)
    if not extra and not missing:
        return None
    said = [_not_needed(problem, best, extra[0])] if extra else []
    said += [_left_out(problem, best, missing)] if missing else []
    place = {extra[0]} if extra else needed
    nodes = zip(done, operations(tree), strict=True)
    broken = next((step for step, node in nodes if place & set(leaves(node))), None)
    return Finding(Verdict.WRONG_QUANTITY, "; ".join(said), broken)


def _not_needed(problem: Problem, best: Candidate, index: int) -> str:
    why = why_left_out(problem, best.graph, leaves(best.tree), problem.quantities[index])
    return f"{_named(problem, best.graph, index)} is not needed: {why}"


def _left_out(problem: Problem, best: Candidate, missing: Sequence[int]) -> str:
    names = listed([_named(problem, best.graph, i) for i in missing])
    if len(missing) > 1:
        return f"{names} are missing"
    steps_and_nodes = zip(work(problem, best.graph, best.tree), operations(best.tree), strict=True)
    needs = next(s.task for s, n in steps_and_nodes if Leaf(missing[0]) in (n.left, n.right))
    return f"{names} is missing; the text requires {needs}"


def _named(problem: Problem, graph: UnitGraph, index: int) -> str:
    return amount(problem.quantities[index].value, shown_unit(problem, graph, index))


def _other_operation(
    problem: Problem, tree: Expression, done: Sequence[Step], best: Candidate
) -> Finding:
    """Find the first operation that joins two numbers differently from the best tree."""
    own, wanted = lca_operations(monotonic(tree)), lca_operations(best.tree)
    for step, node in zip(done, operations(tree), strict=True):
        pairs = [(a, b) for a in leaves(node.left) for b in leaves(node.right)]
        other = [p for p in pairs if own[_ordered(p)] is not wanted[_ordered(p)]]
        if other:
            numbers = problem.quantities[other[0][0]].value, problem.quantities[other[0][1]].value
            if len({_seen(wanted, pair) for pair in pairs}) == 1:  # of the sides as a whole
                numbers = step.left.value, step.right.value
            operator, turned = _seen(wanted, other[0])
            here = _done(step.operator, step.left.value, step.right.value)
            should = _done(operator, *(reversed(numbers) if turned else numbers), to=True)
            said = f"{here} here, but the text calls for {should}"
            return Finding(Verdict.OTHER_OPERATION, said, step)
    raise ValueError("the trees are the same")


def _ordered(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


def _seen(
    table: Mapping[tuple[int, int], LcaOperation], pair: tuple[int, int]
) -> tuple[Operator, bool]:
    """Return how a tree joins two leaves: the operator, and whether the second comes first."""
    operator, reverse = {
        LcaOperation.ADD: (Operator.ADD, False),
        LcaOperation.SUB: (Operator.SUB, False),
        LcaOperation.SUB_REV: (Operator.SUB, True),
        LcaOperation.MUL: (Operator.MUL, False),
        LcaOperation.DIV: (Operator.DIV, False),
        LcaOperation.DIV_REV: (Operator.DIV, True),
    }[table[_ordered(pair)]]
    commutes = operator in (Operator.ADD, Operator.MUL)
    return operator, not commutes and reverse ^ (pair[0] > pair[1])


def _done(operator: Operator, left: Fraction, right: Fraction, *, to: bool = False) -> str:
    """Describe an operation: "10 is taken from 66", or "10 to be taken from 66"."""
    first, second = format_value(left), format_value(right)
    who, verb, does = {
        Operator.ADD: (f"{first} and {second}", "are", "added"),
        Operator.SUB: (second, "is", f"taken from {first}"),
        Operator.MUL: (f"{first} and {second}", "are", "multiplied"),
        Operator.DIV: (first, "is", f"divided by {second}"),
    }[operator]
    return f"{who} {'to be' if to else verb} {does}"
