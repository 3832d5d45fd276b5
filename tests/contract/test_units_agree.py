"""Headline, steps, pictures and JSON show one unit: the last step's, in the question's words."""

from __future__ import annotations

import pytest

from unitdep import solve
from unitdep.core.expression import evaluate
from unitdep.core.graph import derive
from unitdep.core.labels import QUESTION, Finish
from unitdep.explain.view import tree_view, view
from unitdep.research.corpus.dataset import load_split
from unitdep.research.corpus.templates.template import Split
from unitdep.research.datasets import annotate
from unitdep.solution import Solution
from unitdep.solver import Solver
from unitdep.units.dimension import PLAIN
from unitdep.units.kinds import kinds
from unitdep.units.wording import plural_name

SAMPLE = 6  # every sixth text is solved by the default model


def disagreement(solution: Solution) -> str:
    """Return what is shown differently in two places; "" if nothing is."""
    written, last, root = solution.to_dict(), solution.steps[-1], tree_view(solution)
    assert root is not None
    headline, unit = written["answer_text"], written["unit"]
    vertices = written["graph"]["vertices"]
    shown = {
        "tree picture": (root.caption, headline),
        "inner results": (
            [node.caption for node in root.all() if node.operands][:-1],
            [step.result.text for step in solution.steps if not step.prepares][:-1],
        ),
        "value": (headline.split()[0], last.result.text.split()[0])
        if solution.finish is Finish.EXACT
        else ("", ""),
        "graph picture": (
            view(solution).boxes[-1].caption,
            f"? {plural_name(solution.answer_unit)}".strip(),
        ),
        "question": (written["question"]["unit"] if written["question"] else unit, unit),
        "vertex": ([v["unit"] for v in vertices if v["id"] == QUESTION], [unit]),
    }
    different = [f"{name}: {a} and {b}" for name, (a, b) in shown.items() if a != b]
    if unit != written["steps"][-1]["unit"] and not in_other_words(solution):
        different.append(f"{headline}, but {last.text} ({last.note})")
    return "; ".join(different)


def in_other_words(solution: Solution) -> bool:
    """Whether the headline is the question's word for the last step's unit, or the step says so."""
    last, question = solution.steps[-1], solution.problem.question
    if question is None or not question.unit.numerator:
        return False  # there are no other words
    noun = question.unit.numerator
    if not last.closes:
        name = "a plain number" if noun in PLAIN else plural_name(solution.answer_unit)
        return f"the question asks for {name}" in last.note
    unit = last.result.unit
    if unit is None or noun in PLAIN or not unit.over:
        return solution.unit.split(" per ")[0] == noun
    return all(kinds().covers(frozenset({noun}), counted) for counted in unit.over)


def test_gold_expressions() -> None:
    """All of corpus-dev, with the gold tree and the gold rates."""
    wrong = {}
    for gold in annotate(load_split(Split.DEV).records):
        assert gold.tree is not None
        assert gold.rates is not None
        value = evaluate(gold.tree, [q.value for q in gold.problem.quantities])
        graph = derive(gold.tree, gold.rates)
        solution = Solution(gold.problem, value, tree=gold.tree, graph=graph)
        if found := disagreement(solution):
            wrong[gold.id] = found
    assert not wrong


def test_solutions(solver: Solver) -> None:
    texts = [record.text for record in load_split(Split.DEV).records[::SAMPLE]]
    solutions = [s for s in solver.solve_many(texts) if s.answer is not None]
    assert len(solutions) > len(texts) / 2
    wrong = {s.problem.text: found for s in solutions if (found := disagreement(s))}
    assert not wrong


@pytest.mark.parametrize(
    ("text", "headline", "step"),
    [
        (
            "A room is 5 feet long and 4 feet wide. What is the area of the room?",
            "20 square feet",
            "20 square feet",
        ),
        (
            "A bed has 12 red roses and 18 white tulips. How many flowers are in the bed?",
            "30 flowers",
            "30 roses and tulips",
        ),
        (
            "Ann has 3 cats and 4 dogs. How many animals does she have?",
            "7 animals",
            "7 cats and dogs",
        ),
    ],
)
def test_the_issue_s_examples(text: str, headline: str, step: str) -> None:
    solution = solve(text)
    assert (solution.answer_text, solution.steps[-1].result.text) == (headline, step)
    assert not disagreement(solution)
