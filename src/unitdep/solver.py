"""The solver: text in, solution out. The page to read first.

    text -> language -> quantities -> problem -> scoring -> inference -> solution

Each arrow is one call below; before scoring, ``askable`` sorts out what is no such problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from unitdep.inference import Constraints, Ranking, Weights, search_constrained, search_many
from unitdep.models.store import Model, load
from unitdep.reading.problem import Problem, read_problem, read_problems
from unitdep.reading.refusals import why_not
from unitdep.scoring import Scorer
from unitdep.solution import NOT_MET, Solution, abstain, build, unsolved

DEFAULT_MODEL = Path(__file__).parent / "models" / "default"  # the encoder
LINEAR_MODEL = Path(__file__).parent / "models" / "linear"  # the paper's classifiers
BATCH = 64  # problems that are scored and searched together


@dataclass(frozen=True)
class Solver:
    """UnitDep: a scorer, and the weights with which its scores are searched.

    Loading takes longer than solving: make one and keep it.
    """

    scorer: Scorer  # gives the four tables of log-probabilities of a problem
    weights: Weights  # of the parts of the joint score, and the temperature

    @classmethod
    def load(cls, folder: Path | str | None = None) -> Solver:
        """Load a model that ``unitdep train`` has saved; without a folder, the package's own.

        Raises ``unitdep.models.store.ModelError`` if the folder has no model that can be read.
        """
        return cls.of(load(DEFAULT_MODEL if folder is None else Path(folder)))

    @classmethod
    def of(cls, model: Model) -> Solver:
        """Make a solver of a model."""
        return cls(model.scorer, model.weights)

    def solve(
        self,
        text: str,
        *,
        min_confidence: float = 0.0,
        constraints: Constraints | None = None,
    ) -> Solution:
        """Solve one problem. Never raises for the text: a solution may say why it has no answer.

        With ``min_confidence``, from 0 to 1, an answer that is less sure is not given. With
        ``constraints`` the solution is the best that meets them; raises ValueError if they make
        no sense for the text.
        """
        problem = read_problem(text)
        if not constraints:
            return self.solve_problems([problem], min_confidence=min_confidence)[0]
        constraints.check(problem.size)
        if (reason := why_not(problem)) is not None:
            return unsolved(problem, reason)
        ranking = self.rank_constrained(problem, constraints)
        if not ranking.candidates:
            return unsolved(problem, NOT_MET)
        return abstain(build(problem, ranking), min_confidence)

    def solve_many(
        self, texts: Iterable[str], *, min_confidence: float = 0.0
    ) -> Iterator[Solution]:
        """Solve problems in batches, in order, without holding them all.

        Takes any iterable, and gives the solutions of a batch as soon as it is done.
        """
        problems = read_problems(texts, batch_size=BATCH)
        while batch := list(islice(problems, BATCH)):
            yield from self.solve_problems(batch, min_confidence=min_confidence)

    def solve_problems(
        self, problems: list[Problem], *, min_confidence: float = 0.0
    ) -> list[Solution]:
        """Solve problems that have been read."""
        reasons = [why_not(p) for p in problems]
        asked = [p for p, reason in zip(problems, reasons, strict=True) if reason is None]
        rankings = iter(self.rank(asked))
        solutions = (
            build(p, next(rankings)) if reason is None else unsolved(p, reason)
            for p, reason in zip(problems, reasons, strict=True)
        )
        return [abstain(solution, min_confidence) for solution in solutions]

    def rank(self, problems: list[Problem]) -> list[Ranking]:
        """Score and search problems that have at least two quantities."""
        tables = self.scorer.score(problems)
        values = [[q.value for q in p.quantities] for p in problems]
        return search_many(tables, values, self.weights)

    def rank_constrained(self, problem: Problem, constraints: Constraints) -> Ranking:
        """Score and search one problem under constraints."""
        [tables] = self.scorer.score([problem])
        values = [q.value for q in problem.quantities]
        return search_constrained(tables, values, self.weights, constraints)


@lru_cache(maxsize=1)
def default_solver() -> Solver:
    """Return the solver with the default model, loaded once per process."""
    return Solver.load()


def solve(text: str, *, min_confidence: float = 0.0) -> Solution:
    """Solve one problem with the default model, which is loaded on the first call.

    Never raises for the text: a solution without an answer has a ``reason``. With
    ``min_confidence``, from 0 to 1, an answer that is less sure is not given.
    """
    return default_solver().solve(text, min_confidence=min_confidence)
