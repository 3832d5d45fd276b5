"""The table of confidence: is the probability of an answer worth what it says?

On AllArith, by cross-validation: the linear UnitDep with our features, its temperature tuned on the
held-out fifths of the training folds. Beside it the same answers with a probability that a logistic
regression on those held-out answers gives (Platt's method, with the number of quantities). On the
corpus's test part: the default model, end to end. Outcomes of other systems are put into a results
file with ``add``.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from unitdep.core.labels import Reading
from unitdep.inference import Weights, queries, search_many
from unitdep.inference.candidates import significant
from unitdep.inference.listed.scores import score_tuples
from unitdep.research.baselines.unitdep import best_of
from unitdep.research.corpus import Split
from unitdep.research.corpus.dataset import load_split
from unitdep.research.datasets import AnnotatedProblem, Dataset, annotate, load
from unitdep.research.evaluation.metrics.calibration import Judged
from unitdep.research.evaluation.protocol.cross_validate import Outcome, outcome
from unitdep.research.evaluation.protocol.evaluate import evaluate_model
from unitdep.research.evaluation.protocol.folds import Fold, folds_of
from unitdep.research.evaluation.protocol.results import sign
from unitdep.research.learning import build_designs, train, values_of
from unitdep.research.learning.tune import TOLERANCE, DevelopmentSet, Mode
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.solver import Solver

TABLE: Final = "calibration"
FOLDED: Final = "allarith"
APPLIED: Final = "corpus-test"
SETS: Final = (FOLDED, APPLIED)
SYSTEM: Final = "unitdep, own"
PLATT: Final = "unitdep, own, Platt"
DEFAULT: Final = "default model"
ENCODER: Final = "encoder"  # put in by the table encoder
_FOLDS: Final = 5
_EDGE: Final = 1e-4  # probabilities are this far from 0 and 1 before they become log-odds
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Sure:
    """How sure a system was of its answer to one problem, and whether it was right."""

    id: str
    probability: float
    right: bool
    quantities: int

    @property
    def judged(self) -> Judged:
        """The pair that figures are made of."""
        return self.probability, self.right


def steps(name: str) -> int:
    """Return how many times ``run`` reports progress."""
    return 1 + _FOLDS if name == FOLDED else 2


def run(name: str, *, seed: int = 0, progress: Progress = lambda _: None) -> dict[str, Any]:
    """Measure the table on one of its sets."""
    started = time.perf_counter()
    if name == FOLDED:
        dataset = load(name)
        problems = annotate(dataset.records)
        progress("read")
        folds = folds_of(dataset, problems, seed)
        systems = cross_validated(problems, folds, seed=seed, progress=progress)
    else:
        dataset = load_split(Split.TEST, seed)
        systems = {DEFAULT: _applied(dataset, progress)}
    return {
        "table": TABLE,
        "signature": asdict(sign(dataset, seed)),
        "seconds": time.perf_counter() - started,
        "systems": {system: _rows(found) for system, found in systems.items()},
    }


def add(file: Path, system: str, outcomes: Sequence[Sure]) -> None:
    """Put the outcomes of another system into a results file, or replace them."""
    content = json.loads(file.read_text("utf-8"))
    content["systems"][system] = _rows(outcomes)
    write(content, file.parent)


def write(content: Mapping[str, Any], folder: Path) -> Path:
    """Write a results file, an outcome a line; its name says table and data set.

    Systems that others have put into the file (``add``) stay in it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{TABLE}-{content['signature']['dataset']}.json"
    there = json.loads(path.read_text("utf-8"))["systems"] if path.is_file() else {}
    text = json.dumps({**content, "systems": {**there, **content["systems"]}}, indent=1)
    text = re.sub(r"\[\s+([^\[\]{}]+?)\s+\]", lambda m: f"[{' '.join(m[1].split())}]", text)
    path.write_text(text + "\n", "utf-8")
    return path


def read(file: Path) -> dict[str, Any]:
    """Read a results file; its outcomes are ``Sure``."""
    content: dict[str, Any] = json.loads(file.read_text("utf-8"))
    content["systems"] = {
        system: [Sure(i, float(p), bool(right), int(size)) for i, p, right, size in rows]
        for system, rows in content["systems"].items()
    }
    return content


def _rows(outcomes: Sequence[Sure]) -> list[list[Any]]:
    return [[o.id, round(o.probability, 6), o.right, o.quantities] for o in outcomes]


def cross_validated(
    problems: Sequence[AnnotatedProblem],
    folds: Sequence[Fold],
    *,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> dict[str, list[Sure]]:
    """Train, tune and test UnitDep on every fold, and fit the other calibration."""
    designs = build_designs(problems, FEATURE_SETS["own"], Reading.ALGEBRA)
    found: dict[str, list[Sure]] = {SYSTEM: [], PLATT: []}
    for fold in folds:
        trained = train(problems, designs, fold.training, seed=seed)
        weights = trained.tune(Mode.JOINT)
        tested = [problems[p] for p in fold.test]
        values = [values_of(p) for p in tested]
        rankings = search_many(queries(trained.tables(fold.test), values, weights), top=1)
        sure = [
            _sure(outcome(p, fold.number, best_of(ranking)), p.problem.size)
            for p, ranking in zip(tested, rankings, strict=True)
        ]
        found[SYSTEM] += sure
        found[PLATT] += platt(held_out(trained.development, weights), sure)
        progress(f"fold {fold.number}")
    return found


def _sure(found: Outcome, quantities: int) -> Sure:
    return Sure(found.id, found.probability, found.right, quantities)


def held_out(development: DevelopmentSet, weights: Weights) -> list[Sure]:
    """Answer the development problems, and compare."""
    found = []
    for batch, answers in development.batches:
        scored = score_tuples(batch, weights)
        valid = np.isfinite(scored.score)
        total = np.where(valid, scored.total, -np.inf)
        mass = np.exp(total - total.max(axis=1, keepdims=True))
        values = significant(scored.values)
        rows = np.arange(len(batch))
        best = scored.score.argmax(axis=1)
        alike = valid & (values == values[rows, best][:, None])
        share = (mass * alike).sum(axis=1) / mass.sum(axis=1)
        right = np.abs(scored.values[rows, best] - answers) < TOLERANCE
        size = batch.values.shape[1]
        found += [Sure("", float(p), bool(r), size) for p, r in zip(share, right, strict=True)]
    return found


def platt(known: Sequence[Sure], asked: Sequence[Sure]) -> list[Sure]:
    """Return answers the probability that a logistic regression on known ones has for them.

    Where all known ones are right, or all wrong, nothing can be learnt and nothing changes.
    """
    from sklearn.linear_model import LogisticRegression

    if len({o.right for o in known}) < 2:
        return list(asked)
    model = LogisticRegression().fit(_signs(known), [o.right for o in known])
    shares = model.predict_proba(_signs(asked))[:, 1]
    return [replace(o, probability=float(p)) for o, p in zip(asked, shares, strict=True)]


def _signs(outcomes: Sequence[Sure]) -> NDArray[np.float64]:
    share = np.clip([o.probability for o in outcomes], _EDGE, 1 - _EDGE)
    size = np.array([o.quantities for o in outcomes])
    return np.column_stack([np.log(share / (1 - share)), size == 2, size == 3])


def _applied(dataset: Dataset, progress: Progress) -> list[Sure]:
    solver = Solver.load()
    progress("model loaded")
    found = evaluate_model(solver, dataset.records)
    progress("solved")
    return [Sure(o.id, o.probability, o.right, o.quantities) for o in found.outcomes]
