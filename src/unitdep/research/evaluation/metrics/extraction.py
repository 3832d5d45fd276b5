"""How well the rules read units and rates, against the gold units of the corpus.

The positions of the numbers are given, so that only the reading of units is scored.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from typing import Any

import numpy as np

from unitdep.core.labels import QUESTION, VertexLabel
from unitdep.reading import find_question, read_units
from unitdep.reading.problem import from_doc
from unitdep.reading.spacy_pipeline import parse_many
from unitdep.reading.words import Words
from unitdep.research.corpus import Instance
from unitdep.scoring.tables import Scorer
from unitdep.units.unit import Unit


@dataclass(frozen=True)
class Count:
    """How many were right, how many were predicted, and how many gold ones there are."""

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
        """The harmonic mean of precision and recall."""
        return 2 * self.right / (self.predicted + self.gold) if self.predicted + self.gold else 0.0

    def to_json(self) -> dict[str, float]:
        """Return counts and figures."""
        figures = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {**asdict(self), **{name: round(value, 4) for name, value in figures.items()}}


@dataclass(frozen=True)
class ExtractionReport:
    """Counts over a corpus. Unit recall is accuracy: every quantity has a gold unit."""

    templates: int = 0
    units: Count = Count()
    rate_units: Count = Count()  # gold rates only: both Num Unit and Den Unit right
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
        """Return all counts and figures, ready for ``json.dumps``."""
        parts = ("units", "rate_units", "question_units", "rates", "question_rates")
        return {"templates": self.templates, **{p: getattr(self, p).to_json() for p in parts}}


def score_all(instances: Sequence[Instance]) -> ExtractionReport:
    """Read the units of corpus problems by rule, and count the correct ones."""
    return total(score_groups(instances).values())


def score_groups(instances: Sequence[Instance]) -> dict[str, ExtractionReport]:
    """Count the correct ones by story; a template without a story is its own group."""
    reports: dict[str, ExtractionReport] = {}
    for instance, units in zip(instances, predict(instances), strict=True):
        group = instance.template.group
        reports[group] = reports.get(group, ExtractionReport()) + score(instance, units)
    return reports


def total(reports: Iterable[ExtractionReport]) -> ExtractionReport:
    """Add reports up."""
    return reduce(operator.add, reports, ExtractionReport())


def f1_interval(counts: Sequence[Count], draws: int = 2000) -> tuple[float, float]:
    """Return the 95% interval of an F1 over groups of counts, by bootstrap."""
    table = np.array([(c.right, c.predicted + c.gold) for c in counts])
    rows = np.random.default_rng(0).integers(0, len(table), (draws, len(table)))
    sums = table[rows].sum(axis=1)
    low, high = np.percentile(2 * sums[:, 0] / np.maximum(sums[:, 1], 1), (2.5, 97.5))
    return float(low), float(high)


def predict(instances: Sequence[Instance]) -> Iterator[tuple[Unit, ...]]:
    """Read each problem's units by rule; the question's comes last."""
    docs = parse_many(instance.text for instance in instances)
    for instance, doc in zip(instances, docs, strict=True):
        words = Words.of(doc)
        asking = find_question(doc, words)
        quantities, question = read_units(doc, words, instance.numbers, asking)
        yield (*(q.unit for q in quantities), question.unit if question else Unit())


def score(gold: Instance, units: Sequence[Unit]) -> ExtractionReport:
    """Count one example."""
    last = len(gold.units) - 1
    predicted = frozenset(i for i, unit in enumerate(units) if unit.is_rate)
    rate = frozenset(last if v == QUESTION else int(v) for v in gold.rates)
    matches = [unit_matches(want, unit) for want, unit in zip(gold.units, units, strict=True)]
    named = [bool(unit.numerator) for unit in units]
    rates = [i for i in range(last) if " per " in gold.units[i]]
    return ExtractionReport(
        1,
        Count(sum(matches[:last]), sum(named[:last]), last),
        Count(sum(matches[i] for i in rates), sum(named[i] for i in rates), len(rates)),
        Count(int(matches[last]), int(named[last]), 1),
        _overlap(predicted - {last}, rate - {last}),
        _overlap(predicted & {last}, rate & {last}),
    )


def _overlap(predicted: frozenset[int], gold: frozenset[int]) -> Count:
    return Count(len(predicted & gold), len(predicted), len(gold))


def unit_matches(gold: str, unit: Unit) -> bool:
    """Whether a unit matches the gold one: same head noun and, for a gold rate, same Den Unit.

    For a rate per two things ("fish per penguin per day") either counts as the Den Unit.
    """
    numerator, *denominators = gold.split(" per ")
    if _head(numerator) != _head(unit.numerator):
        return False
    return not denominators or _head(unit.denominator or "") in map(_head, denominators)


def _head(name: str) -> str:
    return name.lower().split()[-1] if name.split() else ""


def score_classifier(scorer: Scorer, instances: Sequence[Instance]) -> tuple[Count, Count]:
    """Count the rates in a scorer's vertex table, for quantities and for questions."""
    docs = parse_many(instance.text for instance in instances)
    problems = [from_doc(doc, i.numbers) for doc, i in zip(docs, instances, strict=True)]
    quantities, questions = Count(), Count()
    for instance, tables in zip(instances, scorer.score(problems), strict=True):
        chosen = tables.vertex.argmax(axis=1) == VertexLabel.RATE
        last = len(chosen) - 1
        gold = frozenset(last if v == QUESTION else int(v) for v in instance.rates)
        rates = frozenset(int(i) for i in chosen.nonzero()[0])
        quantities += _overlap(rates - {last}, gold - {last})
        questions += _overlap(rates & {last}, gold & {last})
    return quantities, questions
