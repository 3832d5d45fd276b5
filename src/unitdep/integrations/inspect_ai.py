"""A scorer for Inspect, registered as ``unitdep/working`` through its entry point group.

    Task(dataset=..., solver=generate(), scorer=working())

Inspect imports this module for every evaluation, so it imports nothing else of ours until a sample
is scored. Inspect is not among our dependencies: whoever evaluates with it has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Score,
    Scorer,
    Target,
    accuracy,
    scorer,
    stderr,
)
from inspect_ai.solver import TaskState

if TYPE_CHECKING:
    from unitdep.checking import CheckResult


@scorer(metrics=[accuracy(), stderr()])
def working(problem: str | None = None, use_target: bool = True) -> Scorer:
    """Score what a model wrote for a word problem, step by step.

    Args:
        problem: The key of the samples' metadata that has the problem; None if a sample's input is
            the problem. Set it if the input has instructions around the problem.
        use_target: Whether a sample's target is the right answer. Otherwise, or if it's empty, the
            program compares with its own answer, if it's sure of that.

    Returns:
        A scorer: correct or incorrect. A sample that the program can't judge is unscored, so no
        metric counts it. The metadata has the finding, the first wrong step and the basis.

    """
    one_at_a_time = CapacityLimiter(1)

    async def score(state: TaskState, target: Target) -> Score:
        text = state.input_text if problem is None else str(state.metadata[problem])
        gold = target.text if use_target and target.text.strip() else None
        work = state.output.completion
        result = await run_sync(_check, text, work, gold, limiter=one_at_a_time)
        return _score(result)

    return score


def _check(text: str, work: str, gold: str | None) -> CheckResult:
    from unitdep.rewards import judge_of

    return judge_of(text).check(work, gold)


def _score(result: CheckResult) -> Score:
    from unitdep.checking import Verdict

    answer = result.answer
    written = None if answer is None else result.work[answer.start : answer.end]
    told: dict[str, Any] = {
        "answer": written,
        "explanation": result.reason,
        "metadata": {
            "verdict": result.verdict.value,
            "finding": result.finding.value,
            "first_wrong": result.first_wrong,
            "basis": result.basis.value,
        },
    }
    if result.verdict is Verdict.CANNOT_TELL:
        return Score.unscored(reason=result.finding.value, **told)
    return Score(value=CORRECT if result.verdict is Verdict.RIGHT else INCORRECT, **told)
