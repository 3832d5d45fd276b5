"""Checking with the default model: the public functions, and that each text is solved once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import FrozenInstanceError, dataclass, field
from fractions import Fraction

import pytest

import unitdep
from factories import ISABEL
from unitdep import Solver
from unitdep.checking import (
    Basis,
    Bench,
    Checker,
    CheckResult,
    Finding,
    Judge,
    Mark,
    Task,
    Verdict,
    default_checker,
    written,
)
from unitdep.checking.checker import CHUNK
from unitdep.solver import default_solver

PENS = "Ann has 12 pens. She finds 3 more pens. How many pens does Ann have now?"
PENCILS = (
    "A teacher has 48 pencils. She gives 3 pencils to each of her 14 pupils. "
    "How many pencils are left?"
)


@dataclass(frozen=True)
class Counting(Checker):
    """A checker that counts how often each text is solved."""

    solver: Solver = field(default_factory=default_solver)
    solved: list[str] = field(default_factory=list)

    def judges(self, texts: Iterable[str]) -> Iterator[Judge]:
        given = list(texts)
        self.solved.extend(given)
        return super().judges(given)


class TestCheck:
    @pytest.mark.model
    @pytest.mark.parametrize(
        "work",
        [
            "48 - 3*14 = 6",
            "48 − 3 × 14",
            "6",
            6,
            6.0,
            Fraction(12, 2),
            "6 pencils",
            "six pencils",
            "3 x 14 = 42, 48 - 42 = 6",
            "3 times 14 is 42.\nThen 48 - 42 = 6 pencils.",
            "She gives <<3*14=42>>42 away.\n#### 6",
            r"\boxed{6}",
            "48 - 14 - 14 - 14 = 6",
        ],
    )
    def test_right(self, work: str | float | Fraction) -> None:
        assert unitdep.check(PENCILS, work).verdict is Verdict.RIGHT
        assert unitdep.check(PENCILS, work, gold=6).verdict is Verdict.RIGHT

    @pytest.mark.model
    def test_wrong(self) -> None:
        found = unitdep.check(PENCILS, "3 x 14 = 41, 48 - 41 = 7")
        assert isinstance(found, CheckResult)
        assert (found.verdict, found.finding) == (Verdict.WRONG, Finding.ARITHMETIC_SLIP)
        assert (found.first_wrong, found.basis) == (0, Basis.MODEL)
        assert [step.mark for step in found.steps] == [Mark.WRONG, Mark.FOLLOWS]
        assert found.reason == "3 x 14 is 42, not 41."
        assert "6" not in found.hint
        assert json.loads(json.dumps(found.to_dict())) == found.to_dict()
        with pytest.raises(FrozenInstanceError):
            found.reason = ""  # type: ignore[misc]

    @pytest.mark.model
    @pytest.mark.parametrize("gold", ["6 pencils", 6, 6.0, Fraction(6), "48 - 3 * 14", "#### 6"])
    def test_gold(self, gold: str | float | Fraction) -> None:
        wrong = unitdep.check(PENCILS, "3 x 14 = 42, 48 + 42 = 90 pencils", gold=gold)
        assert (wrong.verdict, wrong.basis) == (Verdict.WRONG, Basis.GOLD)
        assert unitdep.check(PENCILS, "6 pencils", gold=gold).verdict is Verdict.RIGHT

    @pytest.mark.model
    def test_gold_decides_although_the_program_has_no_answer(self) -> None:
        text = "Good morning!"
        assert unitdep.check(text, "7").verdict is Verdict.CANNOT_TELL
        assert unitdep.check(text, "7", gold=7).verdict is Verdict.RIGHT
        assert unitdep.check(text, "8", gold=7).verdict is Verdict.WRONG

    @pytest.mark.parametrize("work", ["", "blah", "???", "\ud800", float("nan"), "1" * 30_000])
    def test_nothing_to_judge(self, work: str | float) -> None:
        assert unitdep.check(PENS, work).verdict is Verdict.CANNOT_TELL

    @pytest.mark.model
    def test_a_solver_checks_like_the_function(self) -> None:
        solver = default_solver()
        assert solver.check(ISABEL, 7).to_dict() == unitdep.check(ISABEL, 7).to_dict()
        assert solver.check(ISABEL, "8", gold="7").basis is Basis.GOLD


class TestMany:
    def test_results_come_in_order(self) -> None:
        given = [(PENS, "15"), (PENCILS, "7", "6"), (PENS, 15, None), (PENCILS, "6 pencils", 6)]
        found = list(unitdep.check_many(given))
        assert [(f.text, f.work) for f in found] == [(g[0], str(g[1])) for g in given]
        assert [f.basis.value for f in found] == ["model", "gold", "model", "gold"]
        alone = [unitdep.check(g[0], g[1], gold=g[2] if g[2:] else None) for g in given]
        for many in (found, default_solver().check_many(given)):
            assert [f.to_dict() for f in many] == [f.to_dict() for f in alone]

    def test_each_text_is_solved_once(self) -> None:
        checker = Counting()
        tasks = [Task(text, str(n)) for n in range(CHUNK) for text in (PENS, PENCILS)]
        assert len(list(checker.check_many(tasks))) == 2 * CHUNK
        assert checker.solved == [PENS, PENCILS]

    def test_it_reads_only_a_chunk_ahead(self) -> None:
        taken = 0

        def given() -> Iterator[Task]:
            nonlocal taken
            for n in range(3 * CHUNK):
                taken += 1
                yield Task(PENS, str(n))

        next(default_checker().check_many(given()))
        assert taken == CHUNK

    def test_a_bench_keeps_the_last_texts(self) -> None:
        checker = Counting()
        bench = Bench(checker, kept=2)
        texts = [PENS.replace("3 more", f"{n} more") for n in (3, 4, 5)]
        for text in (texts[0], texts[1], texts[0], texts[2], texts[0], texts[1]):
            [_] = bench.check([Task(text, "15")])
        assert checker.solved == [texts[0], texts[1], texts[2], texts[1]]
        found = bench.check([Task(text, "15") for text in texts])  # more at once than are kept
        assert [f.text for f in found] == texts

    @pytest.mark.model
    def test_judges_come_in_order(self) -> None:
        texts = [ISABEL, "No number.", PENS]
        found = list(default_checker().judges(texts))
        assert [j.problem.text for j in found] == texts
        assert [j.scale is None for j in found] == [False, True, False]
        assert found[0].check("7").verdict is Verdict.RIGHT


def test_written() -> None:
    given = [" 7", 7, 7.0, 9.5, 1e-7, 3.3333333, Fraction(1, 3), Fraction(1, 2), float("nan")]
    told = [" 7", "7", "7", "9.5", "0.0000001", "3.3333333", "1/3", "0.5", "NaN"]
    assert [written(number) for number in given] == told
