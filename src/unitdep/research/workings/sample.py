"""Workings whose verdict is known: right ones, and wrong ones with their first wrong step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from unitdep.checking.types import Finding
from unitdep.core.expression import Operation, Operator, evaluate
from unitdep.core.labels import Finish
from unitdep.errors import UnitdepError
from unitdep.inference.finishes import finish_exactly
from unitdep.reading.arithmetic import parse
from unitdep.research.corpus import Split
from unitdep.units.inflection import plural
from unitdep.units.wording import format_value

_CODES: Final = {"percent-of-wrong-whole": Finding.WRONG_WHOLE}
_PLURALS: Final = frozenset({"pence", "times"})


@dataclass(frozen=True)
class Sample:
    """A working of a problem and what is true of it."""

    style: str  # how it's written: lines, chain, prose, ...
    work: str
    finding: Finding | None = None  # what is wrong with it; None if it's right
    first_wrong: int | None = None  # the index of its first wrong step; 0 for a wrong answer alone

    @property
    def right(self) -> bool:
        """Whether the working is right."""
        return self.finding is None


@dataclass(frozen=True)
class Worked:
    """A problem with workings."""

    id: str
    split: Split  # DEV or TEST
    text: str
    gold: str  # the right answer with its unit: "7 bouquets"
    samples: tuple[Sample, ...]


def read_worked(path: Path) -> list[Worked]:
    """Read a file of workings that were written by hand; raises UnitdepError."""
    try:
        lines = path.read_text("utf-8").splitlines()
        return [_worked(json.loads(line)) for line in lines if line.strip()]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnitdepError(f"{path.name} can't be read as a file of workings: {error}") from error


def _worked(fields: Mapping[str, Any]) -> Worked:
    return Worked(
        str(fields["id"]),
        Split(fields["split"]),
        str(fields["text"]),
        write_gold(_answer(fields), str(fields["unit"])),
        tuple(_sample(entry) for entry in fields["workings"]),
    )


def _answer(fields: Mapping[str, Any]) -> Fraction:
    """Return the right answer, finished as the question asks."""
    if "answer" in fields:
        return Fraction(fields["answer"])
    parsed = parse(fields["expression"])
    value, divisor = evaluate(parsed.tree, parsed.values), None
    if isinstance(parsed.tree, Operation) and parsed.tree.operator is Operator.DIV:
        divisor = evaluate(parsed.tree.right, parsed.values)
    return finish_exactly(Finish[fields["finish"].upper()], value, divisor, None)


def _sample(entry: Mapping[str, Any]) -> Sample:
    style, work = str(entry["style"]), str(entry["work"])
    if entry["right"]:
        return Sample(style, work)
    return Sample(style, work, _finding(entry["finding"]), int(entry["first_wrong"]))


def _finding(code: str) -> Finding:
    return _CODES.get(code) or Finding[code.replace("-", "_").upper()]


def write_gold(value: Fraction, unit: str) -> str:
    """Write an answer with a unit of the corpus: "7 bouquets", "13 fish per day"."""
    noun, per, below = unit.partition(" per ")
    words = noun.split()
    if words and value != 1 and words[-1] not in _PLURALS:
        words[-1] = plural(words[-1])
    return " ".join((format_value(value), *words)) + per + below
