"""Solve texts with known answers and note what was known about each answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from unitdep.confidence import signals
from unitdep.core.expression import Operation, Operator, evaluate
from unitdep.core.labels import Finish
from unitdep.errors import UnitdepError
from unitdep.inference.finishes import finish_exactly
from unitdep.reading.everyday.clock import DAY
from unitdep.reading.problem import Problem, read_questions
from unitdep.research.corpus import Split, generate, part
from unitdep.research.corpus.everyday.packaged import annotated, everyday_part
from unitdep.research.datasets import AnnotatedProblem, annotate
from unitdep.research.learning.train import gold_answer, values_of
from unitdep.research.progress import Progress, silent
from unitdep.solver import Analysis, Solver

TOLERANCE: Final = Fraction(1, 10**6)
PAPER: Final = "paper"  # kinds of templates
EVERYDAY: Final = "everyday"


@dataclass(frozen=True)
class Known:
    """A text with the answers of its questions; none if it can't be answered."""

    id: str
    text: str
    answers: tuple[Fraction, ...]
    kind: str = ""


@dataclass(frozen=True)
class Row:
    """What became of a text."""

    id: str
    kind: str
    in_reach: bool  # whether it has an answer at all
    right: bool
    confidence: float  # 0 if no answer is given
    signals: Mapping[str, float] | None  # of the least sure answer; None if there is none

    @property
    def answered(self) -> bool:
        """Whether an answer is given."""
        return self.signals is not None


def read_known(path: Path) -> list[Known]:
    """Read a file of the wild set (experiments/wild/README.md); raises UnitdepError."""
    try:
        lines = path.read_text("utf-8").splitlines()
        return [_known(json.loads(line)) for line in lines if line.strip()]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnitdepError(f"{path.name} can't be read as a wild set: {error}") from error


def _known(fields: Mapping[str, Any]) -> Known:
    answer = fields["answer"]
    answers = [] if answer is None else answer if isinstance(answer, list) else [answer]
    values = tuple(_value(str(text)) for text in answers)
    return Known(str(fields["id"]), str(fields["text"]), values, str(fields["kind"]))


def _value(text: str) -> Fraction:
    hours, colon, minutes = text.partition(":")
    return Fraction(int(hours) * 60 + int(minutes)) if colon else Fraction(text)


def of_texts(solver: Solver, known: Sequence[Known], report: Progress = silent) -> list[Row]:
    """Solve all questions of texts, and report each; a text is right if all answers are."""
    rows: list[Row] = []
    for one in known:
        problems = read_questions(one.text, scope=solver.scope)
        rows.append(_row(one.id, one.kind, one.answers, list(solver.analyse(problems))))
        report(one.id)
    return rows


def of_problems(solver: Solver, problems: Sequence[AnnotatedProblem], kind: str) -> list[Row]:
    """Solve annotated problems as they were read; their scope must be the solver's."""
    read: list[Problem] = [annotated.problem for annotated in problems]
    return [
        _row(known.id, kind, (finished_answer(known),), [analysis])
        for known, analysis in zip(problems, solver.analyse(read), strict=True)
    ]


def finished_answer(annotated: AnnotatedProblem) -> Fraction:
    """Return the right answer of an everyday problem, finished as its question asks."""
    value, tree, question = annotated.answer, annotated.tree, annotated.problem.question
    if value is None or annotated.finish is Finish.EXACT or not isinstance(tree, Operation):
        return value if value is not None else gold_answer(annotated)
    values = values_of(annotated)
    for vertex, other in annotated.stands_for.items():
        values[vertex] = values[other]
    divisor = evaluate(tree.right, values) if tree.operator is Operator.DIV else None
    to = None if question is None else question.nearest
    return finish_exactly(annotated.finish, value, divisor, to)


def _row(name: str, kind: str, answers: Sequence[Fraction], analyses: Sequence[Analysis]) -> Row:
    solutions = [analysis.solution() for analysis in analyses]
    given = [s.answer for s in solutions]
    right = len(given) == len(answers) and all(map(same, given, answers)) and bool(answers)
    if any(answer is None for answer in given):
        return Row(name, kind, bool(answers), right, 0.0, None)
    least = min(range(len(solutions)), key=lambda k: solutions[k].confidence)
    analysis, solution = analyses[least], solutions[least]
    query = analysis.query
    known = signals(solution, analysis.ranking, query) if query is not None else {}
    return Row(name, kind, bool(answers), right, solution.confidence, known)


def same(given: Fraction | None, known: Fraction) -> bool:
    """Whether an answer is right; a time of day is right on any day."""
    if given is None:
        return False
    close = abs(given - known) <= TOLERANCE * max(Fraction(1), abs(known))
    return close or (given - known) % DAY == 0


def of_corpus(solver: Solver, split: Split, seed: int) -> list[Row]:
    """Solve the problems of a split of the corpus, of both kinds of templates, each filled once."""
    templates = part(split)
    records = [i.record() for i in generate(templates, len(templates), seed)]
    known = [Known(p.id, p.problem.text, (gold_answer(p),), PAPER) for p in annotate(records)]
    everyday = annotated(everyday_part(split), seed)
    return [*of_texts(solver, known), *of_problems(solver, everyday, EVERYDAY)]
