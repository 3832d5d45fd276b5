"""The paper's four problems that UnitDep gets right and LCA++ wrong, solved by our systems.

Their texts stay in the data: a problem is named by its id in AllArith (2017). Each is solved by the
models of the fold in which it is a test problem, so only those folds are trained.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from unitdep.core.expression import Expression
from unitdep.research.datasets import AnnotatedProblem, annotate, load
from unitdep.research.evaluation.protocol.folds import Fold, folds_of
from unitdep.research.evaluation.protocol.predictions import Prediction, predict
from unitdep.research.evaluation.protocol.results import sign
from unitdep.research.evaluation.tables.contest import SYSTEMS
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.solution import write_expression

TABLE: Final = "examples"
DATASET: Final = "allarith"
FILE: Final = f"{TABLE}-{DATASET}.json"
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Example:
    """A problem of the paper's table: its id in AllArith, and the paper's two solutions."""

    id: str
    about: str
    lca: str
    unitdep: str


EXAMPLES: Final = (
    Example("1188", "tips of a waiter", "10 - 5 / 3", "3 * (10 - 5)"),
    Example("1098", "groups of a debate team", "9 * (26 + 46)", "(26 + 46) / 9"),
    Example("293", "plums left, oranges beside", "(7 + 4) - 3", "7 - 3"),
    Example("695", "growth of hair", "18 * 24", "24 - 18"),
)


def steps() -> int:
    """Return how many times ``run`` reports progress, at most."""
    return len(EXAMPLES) * len(SYSTEMS) * len(FEATURE_SETS) + 1


def run(*, seed: int = 0, progress: Progress = lambda _: None) -> dict[str, Any]:
    """Solve the examples; returns the content of the results file."""
    started = time.perf_counter()
    dataset = load(DATASET)
    problems = annotate(dataset.records)
    folds = folds_with(problems, folds_of(dataset, problems, seed), [e.id for e in EXAMPLES])
    progress("read")
    found = [
        (system, features.name, prediction)
        for features in FEATURE_SETS.values()
        for system, predictions in predict(
            problems, folds, features, SYSTEMS, seed=seed, progress=progress
        ).items()
        for prediction in predictions
    ]
    return {
        "table": TABLE,
        "signature": asdict(sign(dataset, seed)),
        "seconds": time.perf_counter() - started,
        "examples": [
            _entry(example, [f for f in found if f[2].problem.id == example.id])
            for example in EXAMPLES
        ],
    }


def folds_with(
    problems: Sequence[AnnotatedProblem], folds: Sequence[Fold], ids: Sequence[str]
) -> list[Fold]:
    """Return the folds that test one of the ids, with these test problems only."""
    tested = [
        replace(fold, test=tuple(p for p in fold.test if problems[p].id in ids)) for fold in folds
    ]
    return [fold for fold in tested if fold.test]


def _entry(example: Example, found: Sequence[tuple[str, str, Prediction]]) -> dict[str, Any]:
    """Put what is known of one example together."""
    problem = found[0][2].problem
    return {
        **asdict(example),
        "fold": found[0][2].fold,
        "gold": _written(problem, problem.tree),
        "predictions": {
            f"{system}, {features}": {
                "expression": _written(problem, p.candidate.tree if p.candidate else None),
                "probability": p.candidate.probability if p.candidate else 0.0,
                "right": p.right,
            }
            for system, features, p in found
        },
    }


def _written(annotated: AnnotatedProblem, tree: Expression | None) -> str | None:
    return None if tree is None else write_expression(annotated.problem, tree)


def write(content: Mapping[str, Any], folder: Path) -> Path:
    """Write a results file of examples or errors; its name says table and data set."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{content['table']}-{content['signature']['dataset']}.json"
    path.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    return path


def read(path: Path) -> dict[str, Any] | None:
    """Read a results file of examples or errors, if there is one."""
    return json.loads(path.read_text("utf-8")) if path.is_file() else None
