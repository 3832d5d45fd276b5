"""What was tried for SingleEq."""

from __future__ import annotations

import numpy as np

from factories import own_problems
from results import answered, signature
from unitdep.research.baselines.singleeq.learning.train import Settings
from unitdep.research.evaluation.protocol.results import Results
from unitdep.research.evaluation.tables.paper import trials
from unitdep.research.evaluation.tables.paper.trials import VARIANTS, Variant, held_out


def test_every_problem_is_tested_once_by_models_that_have_not_seen_it() -> None:
    lessons = trials._lessons(own_problems(), Settings().keep)
    seen: list[int] = []
    for part in held_out(VARIANTS["local"], lessons, 0):
        seen += [k for k, _ in part]
    assert sorted(seen) == list(range(len(lessons)))


def test_the_score_decides() -> None:
    lessons = trials._lessons(own_problems(), Settings().keep)

    def share(sign: float) -> float:
        def score(_models: object, given: trials.Candidates) -> trials.Floats:
            """Prefer right equations, or wrong ones."""
            right = next(lesson.right for lesson in lessons if lesson.given is given)
            return sign * np.isin(np.arange(len(given.listed)), right)

        pairs = [p for part in held_out(Variant("x", score=score), lessons, 0) for p in part]
        return sum(right for _, right in pairs) / len(pairs)

    assert share(1) == sum(bool(len(lesson.right)) for lesson in lessons) / len(lessons)
    assert share(-1) < share(1)


def test_section() -> None:
    tried = Results("trials", signature("allarith"), 1.0, (answered("kept", []),))
    solved = Results("solving", signature("allarith"), 1.0, (answered("singleeq", ["1"]),))
    low = Results(
        "solving",
        signature("allarithlex"),
        1.0,
        (answered("singleeq", [str(k) for k in range(50)]),),
    )
    text = trials.section([tried, solved, low])
    assert "| as it is | 100.0 (100.0–100.0) |" in text
    assert "| AllArith | 60.4 | 99.0 (97.0–100.0) | no |" in text
    assert "| AllArithLex | 51.5 | 50.0 (" in text
    assert text.count("| yes |") == 1
