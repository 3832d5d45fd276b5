"""Where UnitDep's errors on AllArith come from, as in the paper's Discussion.

A cross-validated error belongs to the first class that fits: the prediction uses other quantities
than the gold expression; the question compares; the rates are wrong; otherwise the operations are.
These runs use the data set's own list of quantities. A problem that is right with it but wrong when
the program finds the numbers itself is an error of number extraction.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, Final

from unitdep.core.expression import leaves
from unitdep.reading.problem import Problem, from_doc
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.published import ERRORS
from unitdep.research.evaluation.layout.rows import FEATURES, NONE, RowPlan
from unitdep.research.evaluation.layout.signatures import NOT_MEASURED, signature_line
from unitdep.research.evaluation.protocol.cross_validate import cross_validate
from unitdep.research.evaluation.protocol.folds import FOLDS, Fold, load_folds
from unitdep.research.evaluation.protocol.outcomes import Outcome
from unitdep.research.evaluation.protocol.results import Results, find, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.learning import gold_answer, values_of
from unitdep.research.progress import Progress
from unitdep.scoring.linear import FEATURE_SETS

DATASET: Final = "allarith"
SYSTEM: Final = "unitdep"
_REREAD: Final = "differently read"  # in the results file
_COMPARING: Final = frozenset({"more", "less", "fewer", "than"})
_COMPARATIVE_TAGS: Final = frozenset({"JJR", "RBR"})

name: Final = TableName.ERRORS
datasets: Final = (DATASET,)
rows: Final[tuple[RowPlan, ...]] = ()


class ErrorClass(Enum):
    """Why an answer is wrong."""

    IRRELEVANT = "irrelevant"  # the quantities are not those of the gold expression
    COMPARISON = "comparison"  # they are, and the question compares
    RATE = "rate"  # the predicted rates are not the gold ones
    OPERATION = "operation"  # anything else
    NUMBERS = "numbers"  # right with the set's quantities, wrong with those found in the text


TITLES: Final = {
    ErrorClass.IRRELEVANT: "irrelevant quantity",
    ErrorClass.COMPARISON: "comparison question",
    ErrorClass.RATE: "wrong rate",
    ErrorClass.OPERATION: "other operation",
    ErrorClass.NUMBERS: "number extraction",
}


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return FOLDS * len(FEATURE_SETS) + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Classify the errors with either feature set."""
    started = time.perf_counter()
    folded = load_folds(dataset, options.seed)
    variants = reread(folded.problems)
    problems = [*folded.problems, *variants.values()]
    folds = with_variants(folded.folds, variants, len(folded.problems))
    progress("read")
    runs = {}
    for features in FEATURE_SETS.values():
        tested = cross_validate(
            problems, folds, features, [SYSTEM], seed=options.seed, progress=progress
        )[SYSTEM]
        pairs = [
            (problems[p], outcome)
            for fold, fold_run in zip(folds, tested, strict=True)
            for p, outcome in zip(fold.test, fold_run.outcomes, strict=True)
        ]
        runs[features.name] = summary(classify_all(pairs))
    content = {_REREAD: len(variants), "runs": runs}
    signature = sign(folded.dataset, options.seed)
    return Results(name, signature, time.perf_counter() - started, content=content)


def compares(problem: Problem) -> bool:
    """Whether the question compares: "more", "fewer", "than", "taller"."""
    if problem.question is None:
        return False
    asked = problem.doc[problem.question.token_start : problem.question.token_end]
    return any(t.lower_ in _COMPARING or t.tag_ in _COMPARATIVE_TAGS for t in asked)


def classify(gold: AnnotatedProblem, predicted: Outcome) -> ErrorClass:
    """Return the class of a wrong prediction."""
    if predicted.tree is None or gold.tree is None:
        return ErrorClass.OPERATION
    if set(leaves(predicted.tree)) != set(leaves(gold.tree)):
        return ErrorClass.IRRELEVANT
    if compares(gold.problem):
        return ErrorClass.COMPARISON
    if gold.rates is not None and predicted.rates != gold.rates:
        return ErrorClass.RATE
    return ErrorClass.OPERATION


def reread(problems: Sequence[AnnotatedProblem]) -> dict[int, AnnotatedProblem]:
    """Return, by index, the problems in whose text we find other numbers than the set lists.

    They have our numbers, the gold answer, and no tree, so that nothing is trained on them.
    """
    variants: dict[int, AnnotatedProblem] = {}
    for place, annotated in enumerate(problems):
        own = from_doc(annotated.problem.doc)
        if [q.value for q in own.quantities] != values_of(annotated):
            answer = gold_answer(annotated)
            variants[place] = AnnotatedProblem(annotated.id, own, answer, None, None)
    return variants


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
    predictions: Sequence[tuple[AnnotatedProblem, Outcome]],
) -> tuple[int, dict[ErrorClass, list[str]]]:
    """Return the number of problems, and the ids of the errors by class.

    A prediction for a problem without a tree is one for the numbers that we found ourselves.
    """
    classes: dict[ErrorClass, list[str]] = {kind: [] for kind in ErrorClass}
    originals = [(gold, outcome) for gold, outcome in predictions if gold.tree is not None]
    for gold, outcome in originals:
        if not outcome.right:
            classes[classify(gold, outcome)].append(gold.id)
    right = {gold.id for gold, outcome in originals if outcome.right}
    classes[ErrorClass.NUMBERS] = [
        gold.id
        for gold, outcome in predictions
        if gold.tree is None and not outcome.right and gold.id in right
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


def section(results: Sequence[Results]) -> str:
    """Write the shares of the classes: the paper's, and ours with either feature set."""
    measured = find(results, name, DATASET)
    if measured is None:
        return NOT_MEASURED
    signed = (
        f"{signature_line(measured, without=('spacy', 'sklearn'))}; in "
        f"{measured.content[_REREAD]} problems the program finds other numbers than those listed"
    )
    return f"{shares(measured.content['runs'])}\n{bullets([signed])}"


def shares(runs: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the table of shares."""
    by_features = [runs.get(features) for features in FEATURES]
    lines = []
    for kind, title in TITLES.items():
        known = ERRORS.get(kind.value)
        shown = NONE if known is None else f"about {known:.0f}%"
        lines.append([title, shown, *(_share(run, kind) for run in by_features)])
    totals = (f"{run['errors']} of {run['problems']}" if run else NONE for run in by_features)
    lines.append(["errors in all", NONE, *totals])
    return table(["", "the paper", *FEATURES.values()], lines)


def _share(run: Mapping[str, Any] | None, kind: ErrorClass) -> str:
    if run is None:
        return NONE
    errors = run["classes"][kind.value]
    return f"{100 * errors['share']:.0f}% ({errors['count']})"
