"""Rewards: verdicts on what a language model wrote, with the signatures that trainers call.

    completions, problems -> checking -> 1.0 for right, 0.0 for wrong, nothing for cannot tell

``working_reward`` is for TRL, ``compute_score`` for verl. Neither trainer is imported. A text is
solved once for all its completions, and the last texts are remembered, so that a trainer may send
completions one at a time. With the right answer at hand (TRL's ``solution``, verl's
``ground_truth``) no model decides whether an answer is right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from unitdep.checking import CheckResult, Judge, Verdict, default_checker, same_answer, written

__all__ = ["compute_score", "working_reward"]

REMEMBERED: Final = 64  # texts that stay solved between calls; each takes up to 2 MB
_REWARDS: Final = {Verdict.RIGHT: 1.0, Verdict.WRONG: 0.0, Verdict.INCOMPLETE: 0.0}
_TEXT_KEYS: Final = ("problem", "question")  # where ``extra_info`` of verl has the text


def working_reward(
    completions: Sequence[str | Sequence[Mapping[str, Any]]],
    problem: Sequence[str],
    solution: Sequence[str | float | None] | None = None,
    log_extra: Callable[[str, list[Any]], None] | None = None,
    **kwargs: Any,  # noqa: ARG001 - trainers pass all columns
) -> list[float | None]:
    """Reward completions for right workings: a reward function of TRL.

    Args:
        completions: What the model wrote, as texts or as lists of messages.
        problem: The problem of each completion, from the data set's column of that name.
        solution: The right answers, from the column of that name; None where one isn't known.
        log_extra: TRL's function for more columns in the table of completions.
        kwargs: Other columns, which aren't used.

    Returns:
        1.0 for a right working, 0.0 for one that is wrong or incomplete, and None, which TRL leaves
        out of the mean, where the program can't tell.

    Raises:
        ValueError: There are not as many problems or solutions as completions.
        ModelError: The model that UNITDEP_MODEL names cannot be loaded.

    """
    known = [None] * len(completions) if solution is None else list(solution)
    judges = _judges(problem)
    results = [
        judges[text].check(_content(completion), None if gold is None else written(gold))
        for completion, text, gold in zip(completions, problem, known, strict=True)
    ]
    if log_extra is not None:
        log_extra("verdict", [result.verdict.value for result in results])
        log_extra("finding", [result.finding.value for result in results])
        log_extra("first_wrong", [result.first_wrong for result in results])
    return [_REWARDS.get(result.verdict) for result in results]


def compute_score(
    data_source: str,  # noqa: ARG001 - verl passes it
    solution_str: str,
    ground_truth: str | float | None,
    extra_info: Mapping[str, Any] | None = None,
    undecided: float = 0.0,
    **kwargs: Any,  # noqa: ARG001 - verl may pass more
) -> dict[str, Any]:
    """Score one completion: a reward function of verl.

    Args:
        data_source: The name of the data set, which isn't used.
        solution_str: What the model wrote.
        ground_truth: The right answer; None or "" if it isn't known.
        extra_info: Has the problem under "problem" or "question". Without it, only the final answer
            is compared with ``ground_truth``.
        undecided: The score where the program can't tell; verl needs a number.
        kwargs: Anything else, which isn't used.

    Returns:
        ``score``, which verl trains on, and what it logs: ``verdict``, ``finding``, ``first_wrong``
        (-1 if no step is wrong) and ``decided``. The keys are always the same.

    Raises:
        ModelError: The model that UNITDEP_MODEL names cannot be loaded.

    """
    gold = None if ground_truth is None or ground_truth == "" else written(ground_truth)
    given = extra_info or {}
    text = next((str(given[key]) for key in _TEXT_KEYS if given.get(key)), None)
    if text is None:
        return _compared(solution_str, gold, undecided)
    return _scored(judge_of(text).check(solution_str, gold), undecided)


def _scored(result: CheckResult, undecided: float) -> dict[str, Any]:
    first = -1 if result.first_wrong is None else result.first_wrong
    reward = _REWARDS.get(result.verdict)
    return _score(reward, undecided, result.verdict.value, result.finding.value, first)


def _compared(work: str, gold: str | None, undecided: float) -> dict[str, Any]:
    """Score an answer by the right one alone; without that, nothing can be told."""
    comparison = None if gold is None else same_answer(gold, work)
    same = None if comparison is None else comparison.same
    verdict = {True: Verdict.RIGHT, False: Verdict.WRONG, None: Verdict.CANNOT_TELL}[same]
    finding = "no problem and no right answer" if comparison is None else comparison.verdict.value
    return _score(_REWARDS.get(verdict), undecided, verdict.value, finding, -1)


def _score(
    reward: float | None, undecided: float, verdict: str, finding: str, first_wrong: int
) -> dict[str, Any]:
    return {
        "score": undecided if reward is None else reward,
        "verdict": verdict,
        "finding": finding,
        "first_wrong": first_wrong,
        "decided": reward is not None,
    }


def _judges(texts: Sequence[str]) -> dict[str, Judge]:
    """Return a judge for every text, in as few solves as there are different texts."""
    return {text: judge_of(text) for text in dict.fromkeys(texts)}


@lru_cache(maxsize=REMEMBERED)
def judge_of(text: str) -> Judge:
    """Return the judge of a problem by the default model; the last ones are remembered."""
    return next(default_checker().judges([text]))


def _content(completion: str | Sequence[Mapping[str, Any]]) -> str:
    """Return what the model wrote last; the content of a message may come in parts."""
    if isinstance(completion, str):
        return completion
    for message in reversed(completion):
        content = message.get("content")
        if content and message.get("role", "assistant") == "assistant":
            return content if isinstance(content, str) else _joined(content)
    return ""


def _joined(parts: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(str(part["text"]) for part in parts if part.get("type") == "text")
