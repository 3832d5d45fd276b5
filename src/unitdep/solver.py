"""The solver: text in, solution out. Start reading here.

    text -> reading -> Problem -> scoring -> tables -> inference -> ranking -> Solution

``Solver.analyse`` is the only place where these are combined. Every entry point works from the
``Analysis`` it yields: solutions, the checker, the spaCy component, the web app, the estimator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from unitdep import models
from unitdep.confidence.signals import signals
from unitdep.core.expression import Expression, evaluate
from unitdep.inference import (
    Constraints,
    Query,
    Ranking,
    Weights,
    search_constrained,
    search_many,
)
from unitdep.inference.best_first.search import LIMIT
from unitdep.inference.constraints import meets
from unitdep.inference.types import TOP, Candidate
from unitdep.models import Model
from unitdep.models.calibration import Calibrator
from unitdep.reading.problem import (
    Problem,
    Scope,
    of_sum,
    questions_of,
    read_problem,
    read_problems,
    read_questions,
)
from unitdep.reading.refusals import ONE_QUANTITY, why_not
from unitdep.reading.text import batches, text_or_none
from unitdep.scoring import Scorer
from unitdep.scoring.tables import ScoreTables
from unitdep.solution import (
    MISSING,
    NO_EXPRESSION,
    NOT_MET,
    Solution,
    abstain,
    build,
    unsolved,
    with_confidence,
)

if TYPE_CHECKING:
    from unitdep.checking import CheckResult, Given, Written

EARLIER: Final = 10  # questions before the last one that are answered with it
EARLIER_OF_MANY: Final = 2  # if there are more quantities than FEW: each search takes long
FEW: Final = 5
LEAST: Final = 10  # work for such a question, however much the last one took
EMPTY: Final = Ranking((), True)
BY_ZERO: Final = "the sum divides by zero"


@dataclass(frozen=True)
class Analysis:
    """A problem with everything the search knows about it."""

    problem: Problem
    refusal: str | None  # why it has no answer; None if it has one
    query: Query | None = None  # its score tables and values; None if it was not scored
    ranking: Ranking = EMPTY  # its answers; empty if it has none
    calibrator: Calibrator | None = None  # turns probabilities into confidences

    def solution(self, min_confidence: float = 0.0) -> Solution:
        """Return what a person sees of it; an answer with lower confidence is withheld."""
        if self.refusal is not None:
            return unsolved(self.problem, self.refusal)
        solution = build(self.problem, self.ranking)
        if self.calibrator is not None and self.query is not None:
            known = signals(solution, self.ranking, self.query)
            solution = with_confidence(solution, self.calibrator.confidence(known))
        return abstain(solution, min_confidence)


@dataclass(frozen=True)
class Solver:
    """UnitDep: a scorer, and the weights with which its scores are searched.

    Loading takes longer than solving: make one and keep it.
    """

    scorer: Scorer  # turns problems into tables of log-probabilities
    weights: Weights  # of the parts of the joint score, and the temperature
    calibrator: Calibrator | None = None  # None: the search's own probability is the confidence
    scope: Scope = Scope.PAPER  # what is read: the written numbers, or what a text implies too
    folder: Path | None = field(default=None, compare=False)  # of its model, if it was loaded

    @classmethod
    def load(cls, model: Path | str | None = None, *, scope: Scope | str | None = None) -> Solver:
        """Load a model.

        Args:
            model: A packaged name ("default", "fast", "linear"), or a folder that ``unitdep train``
                wrote. None takes the variable UNITDEP_MODEL, or else the packaged default.
            scope: "paper" for the written numbers only, each at most once, "everyday" for what a
                text implies too. None is everyday if the model was trained for it.

        Returns:
            A solver with that model.

        Raises:
            ModelError: There is no such model, or its folder is damaged.
            ValueError: The model was not trained for everyday problems.

        """
        folder = models.resolve(model)
        return replace(cls.of(models.load(folder), scope=scope), folder=folder.absolute())

    @classmethod
    def of(cls, model: Model, *, scope: Scope | str | None = None) -> Solver:
        """Make a solver from a loaded model; the scope is as in ``load``."""
        widest = Scope.EVERYDAY if model.scorer.everyday else Scope.PAPER
        wanted = widest if scope is None else Scope(scope)
        if wanted == Scope.EVERYDAY and not model.scorer.everyday:
            raise ValueError("this model was not trained for everyday problems: use scope='paper'")
        fitted = model.calibrator if wanted == Scope.EVERYDAY else None
        return cls(model.scorer, model.weights, fitted, wanted)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name of the model, which is loaded again: networks can't be pickled."""
        if self.folder is None:
            raise TypeError(
                "only a solver that Solver.load made can be pickled: save its model, then load it"
            )
        return _loaded_again, (str(self.folder), self.scope, self.calibrator is not None)

    def uncalibrated(self) -> Solver:
        """Return a solver whose confidences are the search's own probabilities."""
        return replace(self, calibrator=None)

    def solve(
        self,
        text: str,
        *,
        min_confidence: float = 0.0,
        constraints: Constraints | None = None,
    ) -> Solution:
        """Solve one problem.

        Args:
            text: The problem, in English.
            min_confidence: From 0 to 1; an answer with lower confidence is withheld.
            constraints: What the graph and the expression must be like; None for no constraints.

        Returns:
            The solution of the last question; ``earlier`` has those of the ten questions before
            it, or of two if the text has more than five quantities. It never raises because of the
            text: a solution without an answer has a ``reason``.

        Raises:
            ValueError: The constraints make no sense for the text.

        """
        [analysis] = self.analyse([read_problem(text, scope=self.scope)], constraints=constraints)
        return self.complete(analysis, min_confidence)

    def complete(self, analysis: Analysis, min_confidence: float = 0.0) -> Solution:
        """Return the solution of the last question with those of the questions before it.

        These share what the search for the last one has left of the work that a text may cost.
        """
        solution = analysis.solution(min_confidence)
        if self.scope is Scope.PAPER or solution.problem.questions < 2:
            return solution
        most = EARLIER if solution.problem.size <= FEW else EARLIER_OF_MANY
        *before, _ = questions_of(solution.problem, last=most + 1)
        limit = max((LIMIT - analysis.ranking.work) // max(len(before), 1), LEAST)
        earlier = (a.solution(min_confidence) for a in self.analyse(before, limit=limit))
        return replace(solution, earlier=tuple(earlier))

    def solve_all(self, text: str, *, min_confidence: float = 0.0) -> list[Solution]:
        """Solve every question of a text.

        Args:
            text: The problem, in English.
            min_confidence: From 0 to 1; an answer with lower confidence is withheld.

        Returns:
            One solution per question, in the order of the text; ``solve`` gives the last.

        """
        problems = read_questions(text, scope=self.scope)
        return [analysis.solution(min_confidence) for analysis in self.analyse(problems)]

    def solve_many(
        self, texts: Iterable[str | None], *, min_confidence: float = 0.0
    ) -> Iterator[Solution]:
        """Solve problems in batches, in order, without holding them all.

        Args:
            texts: Any iterable of problems: a list, a generator, a column of a data frame. What is
                missing there (None, NaN) gets a solution without an answer.
            min_confidence: From 0 to 1; an answer with lower confidence is withheld.

        Returns:
            One solution per text, in order, each as soon as its batch is done.

        Raises:
            TypeError: ``texts`` is one text, or has something that isn't a text.

        """
        if isinstance(texts, str | bytes):
            raise TypeError("solve_many takes several texts: use solve(text), or a list")
        return self._solve_many(texts, min_confidence)

    def _solve_many(self, texts: Iterable[object], min_confidence: float) -> Iterator[Solution]:
        texts, known = tee(map(text_or_none, texts))
        problems = read_problems((text or "" for text in texts), scope=self.scope)
        for text, analysis in zip(known, self.analyse(problems), strict=True):
            if text is None:
                yield unsolved(analysis.problem, MISSING)
            else:
                yield self.complete(analysis, min_confidence)

    def check(self, problem: str, work: Written, *, gold: Written | None = None) -> CheckResult:
        """Check what somebody wrote for a problem.

        Args:
            problem: The problem, in English.
            work: Any working: an answer ("7 bouquets"), an expression, several lines, or prose with
                sums in it; plain text, Markdown or LaTeX.
            gold: The right answer, or a working that is right, if that is known. Then no model
                decides whether the final answer is right.

        Returns:
            A verdict, what it rests on, the first wrong step, and a judgement of every step. It
            never raises because of what is written.

        """
        from unitdep.checking import Checker, Task

        return Checker(self).check(Task.of((problem, work, gold)))

    def check_many(self, given: Iterable[Given]) -> Iterator[CheckResult]:
        """Check workings in batches, in order, without holding them all.

        Args:
            given: Any iterable of (problem, work) or (problem, work, gold), as ``check`` takes
                them. A problem is solved once for all its workings, also if others come between
                them; only if hundreds of other problems do, it's solved again.

        Yields:
            One result per working, as soon as its batch is done.

        """
        from unitdep.checking import Checker, Task

        yield from Checker(self).check_many(map(Task.of, given))

    def analyse(
        self,
        problems: Iterable[Problem],
        *,
        constraints: Constraints | None = None,
        refuse: bool = True,
        top: int = TOP,
        keep: bool = False,
        limit: int = LIMIT,
    ) -> Iterator[Analysis]:
        """Refuse, score and search problems in batches, in order: the only composition.

        Args:
            problems: What was read.
            constraints: What graphs and expressions must be like.
            refuse: Whether texts that aren't arithmetic word problems are refused. The paper's
                protocol answers everything that has two quantities.
            top: How many answers a ranking has at most.
            keep: Whether rankings hold on to every tree that was scored (``inference.compare``).
            limit: How much work a search over many quantities may do, counted in trees.

        Yields:
            One analysis per problem.

        Raises:
            ValueError: The constraints make no sense for a problem.

        """
        for batch in batches(problems, lambda problem: len(problem.doc)):
            known = [_without_search(problem, refuse, constraints) for problem in batch]
            asked = [p for p, analysis in zip(batch, known, strict=True) if analysis is None]
            analyses = iter(self._search(asked, constraints, top, keep, limit))
            for analysis in known:
                yield next(analyses) if analysis is None else analysis

    def _search(
        self,
        problems: Sequence[Problem],
        constraints: Constraints | None,
        top: int,
        keep: bool,
        limit: int,
    ) -> Iterator[Analysis]:
        """Score and search problems with at least two quantities."""
        queries = [
            _query(problem, tables, self.weights)
            for problem, tables in zip(problems, self.scorer.score(problems), strict=True)
        ]
        if constraints:
            rankings = [search_constrained(query, constraints, top=top) for query in queries]
        else:
            rankings = search_many(queries, top=top, keep=keep, limit=limit)
        empty = NOT_MET if constraints else NO_EXPRESSION
        for problem, query, ranking in zip(problems, queries, rankings, strict=True):
            refusal = None if ranking.candidates else empty
            yield Analysis(problem, refusal, query, ranking, self.calibrator)


def _query(problem: Problem, tables: ScoreTables, weights: Weights) -> Query:
    values = tuple(q.value for q in problem.quantities)
    if problem.scope is Scope.PAPER:
        return Query(tables, values, weights)
    question = problem.question
    return Query(
        tables,
        values,
        weights,
        kinds=tuple(q.kind for q in problem.quantities),
        whole=question is not None and question.whole,
        nearest=None if question is None else question.nearest,
    )


def _without_search(
    problem: Problem, refuse: bool, constraints: Constraints | None
) -> Analysis | None:
    """Return the analysis of a bare sum or of a text that is refused; None for all others."""
    summed = of_sum(problem)
    read = problem if summed is None else summed[0]
    if constraints:
        constraints.check(tuple(quantity.kind.pure for quantity in read.quantities))
    if summed is not None:
        return _worked_out(*summed, constraints)
    refusal = why_not(problem) if refuse else (None if problem.size > 1 else ONE_QUANTITY)
    return None if refusal is None else Analysis(problem, refusal)


def _worked_out(problem: Problem, tree: Expression, constraints: Constraints | None) -> Analysis:
    """Return the analysis of a sum: there is nothing to search for, and nothing is a rate."""
    if constraints and not meets(constraints, tree, frozenset()):
        return Analysis(problem, NOT_MET)
    try:
        value = evaluate(tree, [quantity.value for quantity in problem.quantities])
    except ZeroDivisionError:
        return Analysis(problem, BY_ZERO)
    candidate = Candidate(tree, frozenset(), value, 0.0, {}, 1.0)
    return Analysis(problem, None, None, Ranking((candidate,), True))


@lru_cache(maxsize=4)
def _loaded_again(folder: str, scope: Scope, calibrated: bool) -> Solver:
    """Load the model of a pickled solver, once per process."""
    solver = Solver.load(Path(folder), scope=scope)
    return solver if calibrated else solver.uncalibrated()


@lru_cache(maxsize=1)
def default_solver() -> Solver:
    """Return the solver with the default model, loaded once per process."""
    return Solver.load()


def solve(text: str, *, min_confidence: float = 0.0) -> Solution:
    """Solve one problem with the default model, which is loaded on the first call.

    Args:
        text: The problem, in English.
        min_confidence: From 0 to 1; an answer with lower confidence is withheld.

    Returns:
        The solution. It never raises because of the text: a solution without an answer has a
        ``reason``.

    Raises:
        ModelError: The model that UNITDEP_MODEL names cannot be loaded.

    """
    return default_solver().solve(text, min_confidence=min_confidence)
