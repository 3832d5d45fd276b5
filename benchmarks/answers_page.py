"""docs/results/answers.md: compared answers as a page, rendered from answers.json alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bench_page import busy

LEAST_PAIRS = 20_000
LEAST_WORKINGS = 1_500


def render(results: Mapping[str, Any]) -> str:
    """Return the page."""
    pairs, speed = results["pairs"], results["per_second"]
    exact = sum(pair["verdict"] == pair["expected_verdict"] for pair in pairs)
    return "\n".join(
        [
            "# Comparing answers",
            "",
            "Written by `make answers`, all in one run, from `experiments/results/answers.json`: "
            f"`same_answer` and [Math-Verify](https://github.com/huggingface/Math-Verify) "
            f"{results['math_verify']} on {len(pairs)} pairs of answers. We wrote the pairs and "
            "the judgements (`benchmarks/answer_pairs.py`), so they show what we care about: "
            "units. Math-Verify is made for mathematics, compares numbers and expressions far "
            "beyond arithmetic, and leaves units out on purpose. Where an answer is only a number, "
            "that is right.",
            "",
            "A pair is *same* (also in another unit, rounded, or with a unit on one side only), "
            "*apart*, or *unreadable*, if one side has no number. Math-Verify runs with its "
            "default settings.",
            "",
            *busy(results["load"]),
            "## Judged as expected",
            "",
            _table(("kind", "pairs", "`same_answer`", "Math-Verify"), _kinds(pairs)),
            f'`same_answer` also says how two answers compare ("equal after conversion", '
            f'"other unit"): as expected for {exact} of {len(pairs)} pairs.',
            "",
            "## Judged otherwise",
            "",
            _table(
                ("right answer", "given", "expected", "`same_answer`", "Math-Verify"),
                [
                    [_code(p["gold"]), _code(p["given"]), p["expected"], p["ours"], p["theirs"]]
                    for p in pairs
                    if {p["ours"], p["theirs"]} != {p["expected"]}
                ],
                text_columns=5,
            ),
            "## Speed",
            "",
            f"One core, one thread, Python {results['python']}, CPU seconds, the best of several "
            "passes. Every pass reads all answers again. Workings are read and judged for texts "
            f"that are already solved: {results['workings']} workings in several styles.",
            "",
            _table(
                ("", "a second", "goal", "met"),
                [
                    _row("pairs, `same_answer`", speed["ours"], LEAST_PAIRS),
                    _row("pairs, Math-Verify", speed["theirs"]),
                    _row("workings, by the program's answer", speed["workings"], LEAST_WORKINGS),
                    _row("workings, with `gold`", speed["workings_with_gold"], LEAST_WORKINGS),
                ],
            ).rstrip(),
            "",
        ]
    )


def _kinds(pairs: Sequence[Mapping[str, str]]) -> list[list[str]]:
    """Return a row for each kind of pair, and one for all."""
    names = dict.fromkeys(pair["kind"] for pair in pairs)
    rows = [_right(name, [pair for pair in pairs if pair["kind"] == name]) for name in names]
    return [*rows, _right("all", pairs)]


def _right(name: str, pairs: Sequence[Mapping[str, str]]) -> list[str]:
    found = (sum(p[who] == p["expected"] for p in pairs) for who in ("ours", "theirs"))
    return [name, str(len(pairs)), *map(str, found)]


def _row(name: str, rate: float, goal: int | None = None) -> list[str]:
    if goal is None:
        return [name, f"{rate:,.0f}", "", ""]
    return [name, f"{rate:,.0f}", f"{goal:,}", "yes" if rate >= goal else "**no**"]


def _code(text: str) -> str:
    return f"`{text.replace('|', chr(92) + '|')}`" if text else "(nothing)"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, text_columns: int = 1) -> str:
    rule = ["---" if k < text_columns else "---:" for k in range(len(head))]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))
