"""A scikit-learn estimator: texts and expressions in, a trained solver out, answers predicted.

    UnitDepEstimator().fit(texts, expressions).predict(more_texts)

It works wherever scikit-learn takes an estimator: ``clone``, ``cross_val_score``, ``GridSearchCV``.
Solving does not import this module, as it loads scikit-learn and ``learning``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from numbers import Integral, Real

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from unitdep.core.expression import Leaf, evaluate
from unitdep.errors import GrammarError, NothingToLearnError
from unitdep.reading.arithmetic import Parsed, parse_equation
from unitdep.research.baselines.unitdep import MODES, FittedLinear, LinearSystem
from unitdep.research.datasets import Record, annotate
from unitdep.research.datasets.infer_labels import complete
from unitdep.research.evaluation.protocol.evaluate import gold_value
from unitdep.research.learning.tune import TOLERANCE
from unitdep.scoring.linear import FEATURE_SETS
from unitdep.solver import Solver

Answer = int | float | Fraction
Target = str | Answer  # an expression over the numbers of its text, or an answer


class UnitDepEstimator(BaseEstimator):
    """UnitDep, one of its variants or LCA++ as an estimator.

    ``X`` is a list of texts, or of ``Record`` of ``research.datasets``. ``y`` says for each what is
    known: an expression of the text's numbers ("(66 - 10) / 8"), or the answer alone, from which
    the expression is inferred if only one short expression has that value. Records may bring
    both themselves. Rates that are not given are those that the unit rules see.
    """

    def __init__(self, *, system: str = "unitdep", features: str = "own", seed: int = 0) -> None:
        self.system = system  # a name of ``unitdep.research.baselines.unitdep.MODES``
        self.features = features  # "own" or "paper"
        self.seed = seed

    def fit(
        self,
        X: Sequence[str | Record],  # noqa: N803
        y: Sequence[Target] | None = None,
    ) -> UnitDepEstimator:
        """Train on problems; raises ValueError if there is nothing to learn from."""
        _check_name("system", self.system, MODES)
        _check_name("features", self.features, FEATURE_SETS)
        problems = complete(annotate(_records(X, y)), ())
        try:
            self.fitted_: FittedLinear = LinearSystem(self.system, self.features).fit(
                problems, seed=self.seed
            )
        except NothingToLearnError as error:
            raise ValueError(str(error)) from None
        return self

    def predict(self, X: Sequence[str | Record]) -> NDArray[np.float64]:  # noqa: N803
        """Return the answer of each problem; nan if it has none, or ``solver_`` refuses it."""
        check_is_fitted(self)
        problems = (annotated.problem for annotated in annotate(_records(X)))
        solutions = (analysis.solution() for analysis in self.solver_.analyse(problems))
        answers = [np.nan if s.answer is None else float(s.answer) for s in solutions]
        return np.array(answers, dtype=np.float64)

    def score(
        self,
        X: Sequence[str | Record],  # noqa: N803
        y: Sequence[Target] | None = None,
    ) -> float:
        """Return the share of problems that are answered right; ``y`` is as in ``fit``."""
        golds = [_gold(record, k) for k, record in enumerate(_records(X, y))]
        right = np.abs(self.predict(X) - np.array(golds)) < TOLERANCE  # nan is never right
        return float(np.mean(right)) if len(right) else 0.0

    @property
    def solver_(self) -> Solver:
        """The trained solver: its ``solve`` gives Solutions, with graph and expression."""
        check_is_fitted(self)
        return Solver.of(self.fitted_.model)


def _check_name(what: str, name: str, known: Iterable[str]) -> None:
    if name not in (names := list(known)):
        raise ValueError(f"{what} is {name!r}; there are {', '.join(names)}")


def _records(
    given: Sequence[str | Record], targets: Sequence[Target] | None = None
) -> list[Record]:
    """Make records of texts, with what is known of them."""
    if isinstance(given, str):
        raise ValueError("X is one text; give a list of texts")
    if targets is None:
        return [x if isinstance(x, Record) else Record(str(k), str(x)) for k, x in enumerate(given)]
    if len(given) != len(targets):
        raise ValueError(f"X has {len(given)} texts and y {len(targets)} entries")
    return [
        _record(k, x.text if isinstance(x, Record) else str(x), y)
        for k, (x, y) in enumerate(zip(given, targets, strict=True))
    ]


def _record(place: int, text: str, target: Target) -> Record:
    if isinstance(target, str):
        try:
            parsed = parse_equation(target)
            value = evaluate(parsed.tree, parsed.values)
        except GrammarError as error:
            raise ValueError(f"y[{place}] is not an expression: {error}\n{error.show()}") from None
        except ZeroDivisionError:
            raise ValueError(f"y[{place}] divides by zero: {target}") from None
        return Record(str(place), text, value, equation=_equation(parsed))
    if isinstance(target, (Fraction, Integral)):
        return Record(str(place), text, Fraction(int(target.numerator), int(target.denominator)))
    if isinstance(target, Real) and np.isfinite(float(target)):
        return Record(str(place), text, Fraction(repr(float(target))))
    raise ValueError(f"y[{place}] is {target!r}, neither an expression nor a number")


def _equation(parsed: Parsed) -> Parsed | None:
    """A single number is an answer, not an expression to learn from."""
    return None if isinstance(parsed.tree, Leaf) else parsed


def _gold(record: Record, place: int) -> float:
    value = gold_value(record)
    if value is None:
        raise ValueError(f"X[{place}] has no answer to compare with; give y")
    return float(value)
