"""An exercise: a problem with everything that is known to be right about it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from unitdep.core.expression import Expression
from unitdep.practice.kinds import KINDS
from unitdep.practice.readability import grade, words
from unitdep.solution import Solution
from unitdep.steps import Step
from unitdep.units.wording import json_number


@dataclass(frozen=True)
class Exercise:
    """A problem to practise on; its solution is gold and comes from no model."""

    id: str  # ``recall`` makes the exercise of it again
    kind: str
    template: str  # the id of its template
    solution: Solution  # what is right: answer, tree and graph

    @property
    def text(self) -> str:
        """The problem."""
        return self.solution.problem.text

    @property
    def title(self) -> str:
        """The title of its kind."""
        return KINDS[self.kind].title

    @property
    def answer(self) -> Fraction:
        """The right answer, exactly."""
        assert self.solution.answer is not None
        return self.solution.answer

    @property
    def unit(self) -> str:
        """The unit of the answer in the singular, "" if it has none."""
        return self.solution.unit

    @property
    def answer_text(self) -> str:
        """The right answer with its unit: "7 bouquets"."""
        return self.solution.answer_text

    @property
    def tree(self) -> Expression:
        """The gold expression, over the indices of the quantities."""
        assert self.solution.tree is not None
        return self.solution.tree

    @property
    def expression(self) -> str:
        """The gold expression with its numbers: "(66 - 10) / 8"."""
        return self.solution.expression

    @property
    def steps(self) -> tuple[Step, ...]:
        """The operations one by one, with units."""
        return self.solution.steps

    @cached_property
    def grade(self) -> float:
        """The reading grade of the text."""
        return grade(self.text)

    @cached_property
    def words(self) -> int:
        """The length of the text in words."""
        return words(self.text)

    def question_json(self) -> dict[str, Any]:
        """Return what a pupil may see as a JSON object, without what is right."""
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "text": self.text,
            "grade": self.grade,
            "words": self.words,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the exercise with its key as a JSON object."""
        return {**self.question_json(), "template": self.template, "key": self.key_json()}

    def key_json(self) -> dict[str, Any]:
        """Return what is right as a JSON object; values are exact, next to floats."""
        return {
            "answer": str(self.answer),
            "answer_number": json_number(self.answer),
            "answer_text": self.answer_text,
            "unit": self.unit,
            "expression": self.expression,
            "working": self.solution.working,
            "finish": self.solution.finish.name.lower(),
            "steps": [step.to_dict() for step in self.steps],
        }
