"""Where UnitDep's errors on AllArith come from, like the paper's Discussion.

A cross-validated error has one class, the first that fits: the prediction uses other quantities
than the gold expression; the question compares; the rates are wrong; else the operations are. These
runs take the set's own list of quantities. A problem that is right with it but wrong when the
program finds the numbers itself is an error of number extraction.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from enum import Enum
from typing import Any, Final

from unitdep.core.expression import leaves
from unitdep.inference import Candidate
from unitdep.reading.problem import Problem, from_doc
from unitdep.research.datasets import AnnotatedProblem, annotate, load
from unitdep.research.evaluation.protocol.folds import Fold, folds_of
from unitdep.research.evaluation.protocol.predictions import Prediction, predict
from unitdep.research.evaluation.protocol.results import sign
from unitdep.research.learning import gold_answer, values_of
from unitdep.scoring.linear import FEATURE_SETS

TABLE: Final = "errors"
DATASET: Final = "allarith"
FILE: Final = f"{TABLE}-{DATASET}.json"
SYSTEM: Final = "unitdep"
_COMPARING: Final = frozenset({"more", "less", "fewer", "than"})
_COMPARATIVE_TAGS: Final = frozenset({"JJR", "RBR"})
_FOLDS: Final = 5
Progress = Callable[[str], None]


class ErrorClass(Enum):
    """Why an answer is wrong."""

    IRRELEVANT = "irrelevant"  # the quantities are not those of the gold expression
    COMPARISON = "comparison"  # they are, and the question compares
    RATE = "rate"  # the predicted rates are not the gold ones
    OPERATION = "operation"  # anything else
    NUMBERS = "numbers"  # right with the set's quantities, wrong with those found in the text


def steps() -> int:
    """Return how many times ``run`` reports progress."""
    return _FOLDS * len(FEATURE_SETS) + 1


def run(*, seed: int = 0, progress: Progress = lambda _: None) -> dict[str, Any]:
    """Classify the errors with either feature set; returns the content of the results file."""
    started = time.perf_counter()
    dataset = load(DATASET)
    problems = annotate(dataset.records)
    folds = folds_of(dataset, problems, seed)
    variants = reread(problems)
    tested = with_variants(folds, variants, len(problems))
    progress("read")
    runs = {}
    for features in FEATURE_SETS.values():
        everything = [*problems, *variants.values()]
        found = predict(everything, tested, features, [SYSTEM], seed=seed, progress=progress)
        runs[features.name] = summary(classify_all(found[SYSTEM]))
    return {
        "table": TABLE,
        "signature": asdict(sign(dataset, seed)),
        "seconds": time.perf_counter() - started,
        "differently read": len(variants),
        "runs": runs,
    }


def compares(problem: Problem) -> bool:
    """Return whether the question compares: "more", "fewer", "than", "taller"."""
    if problem.question is None:
        return False
    asked = problem.doc[problem.question.token_start : problem.question.token_end]
    return any(t.lower_ in _COMPARING or t.tag_ in _COMPARATIVE_TAGS for t in asked)


def classify(gold: AnnotatedProblem, predicted: Candidate | None) -> ErrorClass:
    """Return the class of a wrong prediction."""
    if predicted is None or gold.tree is None:
        return ErrorClass.OPERATION
    if set(leaves(predicted.tree)) != set(leaves(gold.tree)):
        return ErrorClass.IRRELEVANT
    if compares(gold.problem):
        return ErrorClass.COMPARISON
    if gold.rates is not None and predicted.rates != gold.rates:
        return ErrorClass.RATE
    return ErrorClass.OPERATION


def reread(problems: Sequence[AnnotatedProblem]) -> dict[int, AnnotatedProblem]:
    """Return, by place, the problems in whose text we find other numbers than the set lists.

    They have our numbers, the gold answer, and no tree: nothing is learnt from them.
    """
    found: dict[int, AnnotatedProblem] = {}
    for place, annotated in enumerate(problems):
        own = from_doc(annotated.problem.doc)
        if [q.value for q in own.quantities] != values_of(annotated):
            answer = gold_answer(annotated)
            found[place] = AnnotatedProblem(annotated.id, own, answer, None, None)
    return found


def with_variants(
    folds: Sequence[Fold], variants: Mapping[int, AnnotatedProblem], count: int
) -> list[Fold]:
    """Add each variant, listed after ``count`` problems, to the tests of its original."""
    place = {original: count + k for k, original in enumerate(variants)}
    return [
        replace(fold, test=(*fold.test, *(place[p] for p in fold.test if p in place)))
        for fold in folds
    ]


def classify_all(
    predictions: Sequence[Prediction],
) -> tuple[int, dict[ErrorClass, list[str]]]:
    """Return the number of problems, and the ids of the errors by class.

    A prediction for a problem without tree is one for the numbers that we found ourselves.
    """
    classes: dict[ErrorClass, list[str]] = {kind: [] for kind in ErrorClass}
    originals = [p for p in predictions if p.problem.tree is not None]
    for prediction in originals:
        if not prediction.right:
            kind = classify(prediction.problem, prediction.candidate)
            classes[kind].append(prediction.problem.id)
    right = {p.problem.id for p in originals if p.right}
    classes[ErrorClass.NUMBERS] = [
        p.problem.id
        for p in predictions
        if p.problem.tree is None and not p.right and p.problem.id in right
    ]
    return len(originals), classes


def summary(classified: tuple[int, Mapping[ErrorClass, Sequence[str]]]) -> dict[str, Any]:
    """Return counts, shares and ids of each class as the results file has them."""
    problems, classes = classified
    errors = sum(map(len, classes.values()))
    return {
        "problems": problems,
        "errors": errors,
        "classes": {
            kind.value: {"count": len(ids), "share": len(ids) / max(errors, 1), "ids": list(ids)}
            for kind, ids in classes.items()
        },
    }
