"""How well the rules read units and rates, against the gold units of the corpus templates.

A template's slots are filled with numbers that meet its conditions and with names; the numbers'
places are then known, so that what is scored is the reading of units alone.
"""

from __future__ import annotations

import ast
import json
import operator
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import Any

from unitdep.language import parse_many
from unitdep.quantities import Number, NumberKind, Unit, find_question, read_units

GIRLS = ("Nora", "Priya", "Elena", "Ruth", "Wanda")
BOYS = ("Omar", "Felix", "Hugo", "Ivan", "Peter")
SLOT = re.compile(r"\[(\d+)\]|\{([FM])(\d)\}")
DRAWS = 400


@dataclass(frozen=True)
class Gold:
    """A filled template: text, numbers with their places, gold units (the question's last)."""

    text: str
    numbers: tuple[Number, ...]
    units: tuple[str, ...]
    rates: frozenset[int]  # indices of quantities; -1 is the question


@dataclass(frozen=True)
class Count:
    """How often something was right, among how many predicted and how many gold ones."""

    right: int = 0
    predicted: int = 0
    gold: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.right + other.right,
            self.predicted + other.predicted,
            self.gold + other.gold,
        )

    @property
    def precision(self) -> float:
        """The share of the predicted ones that are right."""
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """The share of the gold ones that were found; for units this is the accuracy."""
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.right / (self.predicted + self.gold) if self.predicted + self.gold else 0.0

    def to_json(self) -> dict[str, float]:
        """Give counts and figures."""
        figures = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {**asdict(self), **{name: round(value, 4) for name, value in figures.items()}}


@dataclass(frozen=True)
class ExtractionReport:
    """Counts over a corpus. Unit recall is accuracy: every quantity has a gold unit."""

    templates: int = 0
    units: Count = Count()
    rate_units: Count = Count()  # gold rates only: Num Unit and Den Unit both right
    question_units: Count = Count()
    rates: Count = Count()
    question_rates: Count = Count()

    def __add__(self, other: ExtractionReport) -> ExtractionReport:
        return ExtractionReport(
            self.templates + other.templates,
            self.units + other.units,
            self.rate_units + other.rate_units,
            self.question_units + other.question_units,
            self.rates + other.rates,
            self.question_rates + other.question_rates,
        )

    def to_json(self) -> dict[str, Any]:
        """Give all counts and figures, ready for ``json.dumps``."""
        parts = ("units", "rate_units", "question_units", "rates", "question_rates")
        return {"templates": self.templates, **{p: getattr(self, p).to_json() for p in parts}}


def score_corpus(paths: Iterable[Path | str], seed: int = 0) -> ExtractionReport:
    """Fill the templates of the given JSONL files, read their units, and count what is right."""
    examples = [
        fill(json.loads(line), random.Random(f"{seed}:{Path(path).name}:{place}"))
        for path in sorted(str(p) for p in paths)
        for place, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines())
        if line.strip()
    ]
    return reduce(operator.add, map(score, examples, predict(examples)), ExtractionReport())


def predict(examples: Sequence[Gold]) -> Iterator[tuple[Unit, ...]]:
    """Read each example's units by rule, the question's last."""
    docs = parse_many(example.text for example in examples)
    for example, doc in zip(examples, docs, strict=True):
        quantities, question = read_units(doc, example.numbers, find_question(doc))
        yield (*(q.unit for q in quantities), question.unit if question else Unit())


def score(gold: Gold, units: Sequence[Unit]) -> ExtractionReport:
    """Count one example."""
    last = len(gold.units) - 1
    found = frozenset(-1 if i == last else i for i, unit in enumerate(units) if unit.is_rate)
    matches = [unit_matches(want, unit) for want, unit in zip(gold.units, units, strict=True)]
    named = [bool(unit.numerator) for unit in units]
    rates = [i for i in range(last) if " per " in gold.units[i]]
    return ExtractionReport(
        1,
        Count(sum(matches[:last]), sum(named[:last]), last),
        Count(sum(matches[i] for i in rates), sum(named[i] for i in rates), len(rates)),
        Count(int(matches[last]), int(named[last]), 1),
        _overlap(found - {-1}, gold.rates - {-1}),
        _overlap(found & {-1}, gold.rates & {-1}),
    )


def _overlap(found: frozenset[int], gold: frozenset[int]) -> Count:
    return Count(len(found & gold), len(found), len(gold))


def unit_matches(gold: str, unit: Unit) -> bool:
    """Tell whether a unit is the gold one: same head noun, and for a gold rate same Den Unit."""
    numerator, _, denominator = gold.partition(" per ")
    if _head(numerator) != _head(unit.numerator):
        return False
    return not denominator or _head(denominator) == _head(unit.denominator or "")


def _head(name: str) -> str:
    return name.lower().split()[-1] if name.split() else ""


def fill(template: Mapping[str, Any], rng: random.Random) -> Gold:
    """Fill a template's slots with numbers and names."""
    size = len(template["units"]) - 1
    values = draw(template.get("where", ""), size, rng)
    names = {"F": rng.sample(GIRLS, len(GIRLS)), "M": rng.sample(BOYS, len(BOYS))}
    source = str(template["text"])
    text = ""
    done = 0
    numbers: list[tuple[int, Number]] = []
    for slot in SLOT.finditer(source):
        text += source[done : slot.start()]
        done = slot.end()
        if slot[1] is None:
            text += names[slot[2]][int(slot[3]) - 1]
            continue
        value = values[int(slot[1])]
        kind = _kind(text, source[done:])
        number = Number(len(text), len(text) + len(str(value)), str(value), Fraction(value), kind)
        numbers.append((int(slot[1]), number))
        text += str(value)
    text += source[done:]
    in_order = tuple(number for _, number in sorted(numbers, key=lambda pair: pair[0]))
    return Gold(text, in_order, tuple(template["units"]), frozenset(template["rates"]))


def _kind(before: str, after: str) -> NumberKind:
    if before.endswith("$") or re.match(r"\s*(cents?|dollars?)\b", after):
        return NumberKind.MONEY
    if re.match(r"\s*(%|percent\b)", after):
        return NumberKind.PERCENT
    return NumberKind.PLAIN


def draw(where: str, size: int, rng: random.Random) -> list[int]:
    """Draw numbers that meet a condition; where none turn up soon, small distinct ones."""
    fits = condition(where)
    for attempt in range(DRAWS):
        top = 12 if attempt % 2 else 90
        values = [rng.randint(2, top) for _ in range(size)]
        if fits(values):
            return values
    return rng.sample(range(2, 2 + 4 * size), size)


_OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}


_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "int": int,
    "max": max,
    "min": min,
    "round": round,
}


def condition(where: str) -> Callable[[Sequence[int]], bool]:
    """Read a condition over ``n``: comparisons, arithmetic, and/or/not, in, round and its like.

    Anything else raises ValueError when it is first tried.
    """
    if not where.strip():
        return lambda _: True
    body = ast.parse(where, mode="eval").body

    def fits(values: Sequence[int]) -> bool:
        try:
            return bool(_value(body, values))
        except ZeroDivisionError:
            return False

    return fits


def _value(node: ast.expr, n: Sequence[int]) -> Any:
    """Work out one node of a condition."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.Subscript(value=ast.Name(id="n"), slice=ast.Constant(value=int() as index)):
            return n[index]
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return [_value(part, n) for part in parts]
        case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_value(part, n) for part in parts))
        case ast.BoolOp(op=op, values=parts):
            return (all if isinstance(op, ast.And) else any)(_value(part, n) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, n)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, n)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, n), _value(right, n))
        case ast.Compare(left=left, ops=ops, comparators=others):
            values = [_value(side, n) for side in (left, *others)]
            return all(
                _OPERATORS[type(op)](values[i], values[i + 1]) if type(op) in _OPERATORS else False
                for i, op in enumerate(ops)
            )
    raise ValueError(f"not a condition over n: {ast.unparse(node)}")
