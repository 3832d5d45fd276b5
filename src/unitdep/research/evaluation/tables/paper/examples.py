"""The paper's four problems that UnitDep gets right and LCA++ wrong, solved by our systems.

Their texts stay in the data set: a problem is identified by its id in AllArith (2017). Each is
solved by the models of the fold in which it is a test problem, so only those folds are trained.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from unitdep.core.expression import Expression
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.published import EXAMPLES, Example
from unitdep.research.evaluation.layout.rows import NONE, RowPlan
from unitdep.research.evaluation.layout.signatures import signature_line
from unitdep.research.evaluation.protocol.cross_validate import cross_validate
from unitdep.research.evaluation.protocol.folds import Fold, load_folds
from unitdep.research.evaluation.protocol.outcomes import Outcome
from unitdep.research.evaluation.protocol.results import Results, find, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import head_to_head
from unitdep.research.evaluation.tables.head_to_head import SYSTEMS
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.progress import Progress
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.solution import write_expression

DATASET: Final = "allarith"
_ABOUT: Final = {example.id: example.about for example in EXAMPLES}

name: Final = TableName.EXAMPLES
datasets: Final = (DATASET,)
rows: Final[tuple[RowPlan, ...]] = ()


def steps(_dataset: str, _options: Options) -> int:
    """Return how many times ``run`` reports progress, at most."""
    return len(EXAMPLES) * len(SYSTEMS) * len(FEATURE_SETS) + 1


def run(dataset: str, options: Options, progress: Progress) -> Results:
    """Solve the examples."""
    started = time.perf_counter()
    folded = load_folds(dataset, options.seed)
    folds = folds_with(folded.problems, folded.folds, [e.id for e in EXAMPLES])
    progress("read")
    predictions: dict[str, dict[str, Outcome]] = {e.id: {} for e in EXAMPLES}
    for features in FEATURE_SETS.values():
        by_system = cross_validate(
            folded.problems, folds, features, list(SYSTEMS), seed=options.seed, progress=progress
        )
        for system, runs in by_system.items():
            for outcome in (o for fold in runs for o in fold.outcomes):
                predictions[outcome.id][f"{system}, {features.name}"] = outcome
    problems = {p.id: p for p in folded.problems}
    content = {"examples": [_entry(e, problems[e.id], predictions[e.id]) for e in EXAMPLES]}
    signature = sign(folded.dataset, options.seed)
    return Results(name, signature, time.perf_counter() - started, content=content)


def folds_with(
    problems: Sequence[AnnotatedProblem], folds: Sequence[Fold], ids: Sequence[str]
) -> list[Fold]:
    """Return the folds that test one of the ids, with only these as test problems."""
    tested = [
        replace(fold, test=tuple(p for p in fold.test if problems[p].id in ids)) for fold in folds
    ]
    return [fold for fold in tested if fold.test]


def _entry(
    example: Example, annotated: AnnotatedProblem, predictions: Mapping[str, Outcome]
) -> dict[str, Any]:
    return {
        **asdict(example),
        "fold": next(iter(predictions.values())).fold,
        "gold": _written(annotated, annotated.tree),
        "predictions": {
            system: {
                "expression": _written(annotated, outcome.tree),
                "probability": outcome.probability,
                "right": outcome.right,
            }
            for system, outcome in predictions.items()
        },
    }


def _written(annotated: AnnotatedProblem, tree: Expression | None) -> str | None:
    return None if tree is None else write_expression(annotated.problem, tree)


def section(results: Sequence[Results]) -> str:
    """Write the section: the published solutions next to ours."""
    measured = find(results, name, DATASET)
    if measured is None:
        return templates.not_measured(name)
    head = ["problem", "gold", *(f"the paper's {system}" for system in SYSTEMS.values())]
    head += [row.title for row in head_to_head.ROWS]
    lines = [
        [
            f"{entry['id']}: {_ABOUT.get(entry['id'], entry['about'])}",
            _code(entry["gold"]),
            f"~~{_code(entry['lca'])}~~",
            _code(entry["unitdep"]),
            *(_predicted(entry["predictions"].get(row.figure)) for row in head_to_head.ROWS),
        ]
        for entry in measured.content["examples"]
    ]
    signed = signature_line(measured, without=("problems", "spacy", "sklearn"))
    return templates.fill(
        name, table=table(head, lines, text_columns=len(head)), signatures=bullets([signed])
    )


def _predicted(prediction: Mapping[str, Any] | None) -> str:
    if prediction is None or prediction["expression"] is None:
        return NONE
    written = f"{_code(prediction['expression'])} ({prediction['probability']:.0%})"
    return written if prediction["right"] else f"~~{written}~~"


def _code(expression: str) -> str:
    return f"`{expression}`"
