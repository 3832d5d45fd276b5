"""Two systems on the same problems: who is right where, and whose confidence can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from unitdep.research.datasets import Record
from unitdep.research.evaluation.metrics.significance import (
    bootstrap_interval,
    difference_interval,
    paired_p_value,
)
from unitdep.research.evaluation.metrics.trust import Trust, trust
from unitdep.research.evaluation.protocol.outcomes import Outcome, judged


@dataclass(frozen=True)
class Side:
    """One system on the problems that both have answered."""

    name: str
    right: int
    interval: tuple[float, float]  # 95%, of the share
    trust: Trust


@dataclass(frozen=True)
class Part:
    """The problems with one value of a field; a problem may have several."""

    value: str
    problems: int
    first: int  # right
    second: int


@dataclass(frozen=True)
class Row:
    """One problem."""

    id: str
    gold: int | float | None
    first: int | float | None  # answers
    second: int | float | None
    first_right: bool
    second_right: bool


@dataclass(frozen=True)
class Contest:
    """Two systems on the same problems."""

    problems: int
    first: Side
    second: Side
    only_first: int  # problems that only the first answers correctly
    only_second: int
    p_value: float  # exact McNemar
    difference: float  # of the shares, first minus second
    interval: tuple[float, float]  # 95%, of the difference, bootstrap over problems
    parts: tuple[Part, ...]
    rows: tuple[Row, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return everything, ready for ``json.dumps``."""
        return asdict(self)


def contest(
    names: tuple[str, str],
    outcomes: tuple[Sequence[Outcome], Sequence[Outcome]],
    records: Sequence[Record],
    by: str | None = None,
) -> Contest:
    """Compare two systems on the problems that both have; ``by`` is a field of the data."""
    first, second = ({o.id: o for o in side} for side in outcomes)
    shared = [r for r in records if r.id in first and r.id in second]
    ours, theirs = ([side[r.id] for r in shared] for side in (first, second))
    rights = [o.right for o in ours], [o.right for o in theirs]
    only = (
        sum(a and not b for a, b in zip(*rights, strict=True)),
        sum(b and not a for a, b in zip(*rights, strict=True)),
    )
    count = len(shared)
    return Contest(
        count,
        _side(names[0], ours),
        _side(names[1], theirs),
        *only,
        paired_p_value(*rights),
        (only[0] - only[1]) / max(count, 1),
        difference_interval(*only, count),
        _parts(shared, ours, theirs, by) if by else (),
        tuple(map(_row, ours, theirs)),
    )


def _side(name: str, outcomes: Sequence[Outcome]) -> Side:
    right = [o.right for o in outcomes]
    return Side(name, sum(right), bootstrap_interval(right), trust(judged(outcomes)))


def _parts(
    records: Sequence[Record], first: Sequence[Outcome], second: Sequence[Outcome], by: str
) -> tuple[Part, ...]:
    values: dict[str, list[tuple[bool, bool]]] = {}
    for record, a, b in zip(records, first, second, strict=True):
        for value in record.meta.get(by, "-").split(", "):
            values.setdefault(value, []).append((a.right, b.right))
    return tuple(
        Part(value, len(pairs), sum(a for a, _ in pairs), sum(b for _, b in pairs))
        for value, pairs in sorted(values.items())
    )


def fields_of(records: Sequence[Record]) -> list[str]:
    """Return the fields that problems can be broken down by."""
    return sorted({name for record in records for name in record.meta})


def _row(first: Outcome, second: Outcome) -> Row:
    return Row(first.id, first.gold, first.answer, second.answer, first.right, second.right)
