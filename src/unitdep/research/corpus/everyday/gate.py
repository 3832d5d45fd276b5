"""How much of what problems need the gate proposes, and how much else."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from unitdep.core.labels import Kind
from unitdep.reading.everyday.sums import read_sum
from unitdep.reading.problem import Problem, Scope, read_problems
from unitdep.research.corpus.everyday.gold import Unreachable, annotate_everyday
from unitdep.research.corpus.everyday.packaged import fill_all
from unitdep.research.corpus.everyday.template import EverydayTemplate

_LITERAL: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_FREE: Final = frozenset({Fraction(1), Fraction(100)})  # of faces and percentages


@dataclass(frozen=True)
class Gate:
    """How many problems are within reach of the vertices that are read and proposed."""

    problems: int
    reached: int
    proposals: float  # per problem
    reasons: Counter[str]  # why the others are out of reach

    def to_dict(self) -> dict[str, Any]:
        """Return the counts and the share."""
        share = self.reached / self.problems if self.problems else 0.0
        return {
            "problems": self.problems,
            "reached": self.reached,
            "share": round(share, 4),
            "proposals": round(self.proposals, 3),
            "reasons": dict(self.reasons.most_common()),
        }


def gate_of_templates(templates: Sequence[EverydayTemplate], seed: int = 0) -> Gate:
    """Fill templates once: can the gold tree be expressed with what is read?"""
    read = list(annotate_everyday(fill_all(templates, seed)))
    lost = [one for one in read if isinstance(one, Unreachable)]
    problems = [one.problem for one in read if not isinstance(one, Unreachable)]
    reasons = Counter(one.reason.split(":")[0] for one in lost)
    return Gate(len(read), len(problems), _proposals(problems), reasons)


def gate_of_texts(path: Path) -> Gate:
    """Read a wild set: has every number of the gold expression a vertex, or a face of one?"""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    rows = [row for row in rows if row["answer"] is not None]
    problems = list(read_problems((row["text"] for row in rows), scope=Scope.EVERYDAY))
    missing: Counter[str] = Counter()
    reached = 0
    for row, problem in zip(rows, problems, strict=True):
        if _needed(row["expression"]) <= _reachable(problem) or read_sum(problem.text):
            reached += 1
        else:
            missing[row["kind"]] += 1
    return Gate(len(rows), reached, _proposals(problems), missing)


def _needed(expression: str | Sequence[str]) -> set[Fraction]:
    written = expression if isinstance(expression, str) else " ".join(expression)
    return {Fraction(text.replace(",", "")) for text in _LITERAL.findall(written)} - _FREE


def _reachable(problem: Problem) -> set[Fraction]:
    values = {q.value for q in problem.quantities if q.kind is not Kind.AGAIN}
    shown = {v * 100 for v in values} | {v / 100 for v in values} | {1 / v for v in values if v}
    return values | shown | {1 - v for v in values} | {1 + v for v in values}


def _proposals(problems: Sequence[Problem]) -> float:
    implied = sum(q.implied for problem in problems for q in problem.quantities)
    return implied / max(len(problems), 1)
