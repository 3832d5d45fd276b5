"""Comparing answers and judging workings, how well and how fast: ``make answers``.

    python benchmarks/answers.py [--render-only]

Judges the pairs of ``answer_pairs.py`` with ``same_answer`` and with Math-Verify (the extra
``math-verify``) in one run, and writes experiments/results/answers.json and
docs/results/answers.md. Times are CPU seconds of one thread. Answers that were read before are
forgotten between passes, so that every pass reads all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from answer_pairs import APART, PAIRS, SAME, UNREADABLE, Pair
from answer_workings import WORKINGS
from answers_page import render
from bench_clock import best_seconds
from unitdep import same_answer
from unitdep.checking import default_checker
from unitdep.checking.answers import forget

HERE = Path(__file__).parent
RESULTS = HERE.parent / "experiments" / "results" / "answers.json"
PAGE = HERE.parent / "docs" / "results" / "answers.md"
PASSES = 10  # over the pairs, and over the workings, in one measurement
REPEAT = 60
Judge = Callable[[str, str], str]


def ours(gold: str, given: str) -> str:
    """Judge a pair with ``same_answer``."""
    same = same_answer(gold, given).same
    return UNREADABLE if same is None else SAME if same else APART


def math_verify() -> Judge:
    """Return the judge that Math-Verify is, without its timeouts, which cost time."""
    import logging

    from math_verify import parse, verify

    for part in ("parser", "grader"):  # that timeouts are off is said every time
        logging.getLogger(f"math_verify.{part}").setLevel(logging.CRITICAL)

    def judge(gold: str, given: str) -> str:
        right = parse(gold, parsing_timeout=None)
        answer = parse(given, parsing_timeout=None)
        if not right or not answer:
            return UNREADABLE
        return SAME if verify(right, answer, timeout_seconds=None) else APART

    return judge


def of_pair(pair: Pair, theirs: Judge) -> dict[str, str]:
    """Judge one pair with both programs."""
    return {
        "kind": pair.kind,
        "gold": pair.gold,
        "given": pair.given,
        "expected": pair.expected,
        "ours": ours(pair.gold, pair.given),
        "theirs": theirs(pair.gold, pair.given),
        "verdict": same_answer(pair.gold, pair.given).verdict.value,
        "expected_verdict": pair.verdict,
    }


def speeds(theirs: Judge) -> dict[str, float]:
    """Return pairs and workings per second."""
    pairs = [(pair.gold, pair.given) for pair in PAIRS]

    def all_pairs(judge: Judge, passes: int) -> None:
        for _ in range(passes):
            forget()
            for gold, given in pairs:
                judge(gold, given)

    own, other = best_seconds(
        lambda: all_pairs(ours, PASSES), lambda: all_pairs(theirs, 1), repeat=REPEAT
    )
    by_model, by_gold = best_seconds(
        lambda: judge_workings(PASSES, gold=False),
        lambda: judge_workings(PASSES, gold=True),
        repeat=REPEAT,
    )
    count = PASSES * sum(len(works) for _, works in WORKINGS.values())
    return {
        "ours": PASSES * len(pairs) / own,
        "theirs": len(pairs) / other,
        "workings": count / by_model,
        "workings_with_gold": count / by_gold,
    }


def judge_workings(passes: int, *, gold: bool) -> None:
    """Read and judge all workings; their texts have been solved."""
    judges = _judges()
    for _ in range(passes):
        for judge, (answer, works) in zip(judges, WORKINGS.values(), strict=True):
            for work in works:
                judge.check(work, answer if gold else None)


@cache
def _judges() -> tuple[Any, ...]:
    return tuple(default_checker().judges(WORKINGS))


def measure() -> dict[str, Any]:
    """Measure everything."""
    theirs = math_verify()
    load = os.getloadavg()[0]
    _judges()
    return {
        "python": platform.python_version(),
        "math_verify": version("math-verify"),
        "load": load,
        "workings": sum(len(works) for _, works in WORKINGS.values()),
        "per_second": speeds(theirs),
        "pairs": [of_pair(pair, theirs) for pair in PAIRS],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument(
        "--render-only", action="store_true", help="write the page from the results file"
    )
    given = parser.parse_args()
    if given.render_only and not given.output.exists():
        parser.error(f"there is no {given.output.name} yet; measure first")
    if not given.render_only:
        print("measuring; this takes about a minute", file=sys.stderr)
        try:
            results = measure()
        except ModuleNotFoundError as error:
            if error.name != "math_verify":
                raise
            sys.exit("this needs Math-Verify; run: pip install 'unitdep[math-verify]'")
        given.output.parent.mkdir(parents=True, exist_ok=True)
        given.output.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    page = render(json.loads(given.output.read_text("utf-8")))
    given.page.write_text(page, "utf-8")
    print(page)


if __name__ == "__main__":
    main()
