"""Ladders over the corpus: none says the answer before its last rung.

What a rung says is read here with the reader of problems, which needs spaCy; the ladder itself
keeps the secret without it. So two readers must agree that nothing was given away.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from unitdep.checking.routes import last_division
from unitdep.core.expression import evaluate
from unitdep.hints import Ladder, ladder
from unitdep.hints.wording import in_words
from unitdep.inference.finishes import finish_exactly
from unitdep.inference.types import Candidate, Ranking
from unitdep.reading.numbers import find_numbers
from unitdep.reading.spacy_pipeline import parse_many
from unitdep.research.corpus import Split, generate, part
from unitdep.research.corpus.everyday.gold import widen_annotated
from unitdep.research.corpus.everyday.packaged import annotated, everyday_part
from unitdep.research.datasets import AnnotatedProblem
from unitdep.research.datasets.annotate import annotate
from unitdep.solution import Solution, build
from unitdep.units.wording import write_clock

LADDERS = 300
DIGITS = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


def gold(given: AnnotatedProblem) -> Solution | None:
    """Return what is right for a problem by its gold labels."""
    problem, tree, rates = given.problem, given.tree, given.rates
    if tree is None or rates is None:
        return None
    values = [q.value for q in problem.quantities]
    for vertex, other in given.stands_for.items():
        values[vertex] = values[other]
    division = last_division(tree, values)
    divisor = division[1] if division else None
    nearest = problem.question.nearest if problem.question else None
    value = finish_exactly(given.finish, evaluate(tree, values), divisor, nearest)
    pure = frozenset(q.index for q in problem.quantities if q.kind.pure)
    best = Candidate(
        *(tree, rates, value, 0.0, {}, 1.0),
        pure=pure,
        stands_for=given.stands_for,
        finish=given.finish,
    )
    return build(problem, Ranking((best,), True))


def _problems(each: int) -> Iterator[AnnotatedProblem]:
    rng = random.Random(19)
    paper = rng.sample(part(Split.DEV), each)
    for one in annotate([i.record() for i in generate(paper, each, 19)]):
        if (widened := widen_annotated(one)) is not None:
            yield widened
    yield from annotated(rng.sample(everyday_part(Split.DEV), each), 19)


@cache
def ladders() -> tuple[tuple[Solution, Ladder], ...]:
    right = (gold(problem) for problem in _problems(180))
    found = [(one, ladder(one, known=True)) for one in right if one is not None]
    return tuple(found[:: max(len(found) // LADDERS, 1)][:LADDERS])


def test_there_are_enough_of_both_kinds() -> None:
    texts = {solution.problem.text for solution, _ in ladders()}
    assert len(ladders()) == LADDERS
    assert len(texts) > LADDERS * 0.9


def test_no_rung_but_the_last_says_the_answer() -> None:
    pairs = [
        (solution, hint.text)
        for solution, found in ladders()
        for hint in found.hints
        if not hint.tells_answer
    ]
    docs = parse_many(text for _, text in pairs)
    told = [
        (solution.answer_text, text)
        for (solution, text), doc in zip(pairs, docs, strict=True)
        if solution.answer is not None
        and (
            solution.answer in {number.value for number in find_numbers(doc)}
            or solution.answer in {Fraction(d.replace(",", "")) for d in DIGITS.findall(text)}
            or (solution.is_clock and write_clock(solution.answer).partition(" ")[0] in text)
        )
    ]
    assert told == []


def test_every_ladder_ends_with_the_answer() -> None:
    for solution, found in ladders():
        assert found.complete
        assert in_words(solution.answer_text) in found.hints[-1].text
        assert [hint.tells_answer for hint in found.hints].count(True) == 1


def test_most_ladders_have_rungs_between() -> None:
    short = [found for _, found in ladders() if len(found.hints) < 4]
    assert len(short) < LADDERS * 0.05


@pytest.mark.parametrize("at", [0, 150])
def test_with_the_first_step_done_it_is_not_asked_for_again(at: int) -> None:
    several = [one for one in ladders()[at:] if len(one[0].steps) > 1 and one[0].steps[0].closes]
    solution = several[0][0]
    first = solution.steps[0]
    rest = ladder(solution, work=f"{first.text}", known=True)
    assert all(hint.kind.value != "together" for hint in rest.hints)
    assert len(rest.hints) < len(several[0][1].hints)
