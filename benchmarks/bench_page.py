"""docs/results/bench.md: the speed figures as a page, rendered from bench.json alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

COLD = "cold start"
OWN_TEXT = "Mara filled 14 jars with 6 pickles each. She gave away 9 pickles. How many are left?"
DEFAULT = "end to end, batch, encoder"
HALF = 0.5
MOST_MS = 50.0
MOST_SECONDS = 2.0
MOST_MB = 600.0
MOST_SLOWER = {"nothing": 1.03, "something": 1.6}
BUSY = 0.7  # load average of the last minute
_WORDS = {
    "spaCy alone, as it comes": "spaCy's pipeline without named entities, as spaCy loads it",
    "spaCy alone, as we run it": "the same annotations, as unitdep runs it",
    "quantities, units, question": "reading parsed texts",
    "linear scoring": "the linear model's four tables",
    "encoder scoring": "the default model's four tables",
    "inference": "exact joint search, six answers each",
    "explanation": "steps, drawing in text, drawing in SVG",
    "end to end, batch, encoder": "`solve_many`, the default model",
    "end to end, batch, linear": "`solve_many`, the linear model",
    "end to end, single, encoder": "`solve`, one text per call, the default model",
    "end to end, single, linear": "`solve`, one text per call, the linear model",
    "beam of 200": "the published search, as reference; one answer each",
    "Template": "Template on texts that have been read",
    "SingleEq": "SingleEq on texts that have been read",
}


def render(results: Mapping[str, Any]) -> str:
    """Return the page."""
    return "\n".join(
        [
            "# Speed",
            "",
            "Written by `make bench`, all in one run, from `experiments/results/bench.json`. "
            f"{results['count']} texts of {results['texts']}, one core, one thread, "
            f"Python {results['python']}. Times are CPU seconds, the best of several runs; the "
            "cold start is wall-clock time. Memory is the peak resident memory of a process that "
            "did nothing else, including libraries and model.",
            "",
            *busy(results["load"]),
            "## Goals",
            "",
            _table(("goal", "reached", "met"), goals(results), text_columns=3),
            "## Stages",
            "",
            _table(
                ("", "what", "problems a second", "peak MB"),
                [
                    [name, _WORDS[name], _rate(row["per_second"]), f"{row['peak_mb']:.0f}"]
                    for name, row in results["rows"].items()
                ],
                text_columns=2,
            ),
            *_beam(results["rows"]["beam of 200"]),
            "For this table, Template and SingleEq are fitted on a few problems of our corpus; "
            "their accuracy is in [results.md](results.md).",
            "",
            "## Cold start",
            "",
            *_cold(results[COLD]),
            "## Cost of a problem by its quantities",
            "",
            "Milliseconds per problem, one text per call: the mean and the maximum over a few "
            "texts. Up to five quantities, all trees are listed; above that, they are searched "
            "best first.",
            "",
            _costs("quantities", results["by quantities"]),
            "## Cost of a problem by its length",
            "",
            "Milliseconds per text. Each has this many words, and two quantities at its end.",
            "",
            _costs("words", results["by length"]),
            "## Cost of the everyday scope",
            "",
            "The default model in batch: milliseconds per text in the everyday scope, and in the "
            "paper's, which sees only what is written.",
            "",
            _table(
                ("the text implies", "texts", "everyday", "paper", "ratio"),
                [
                    [
                        row["implies"],
                        f"{row['texts']:,}",
                        *(f"{1000 * row[s] / row['texts']:.1f}" for s in ("everyday", "paper")),
                        f"{_slower(row):.2f}",
                    ]
                    for row in results["by scope"]
                ],
            ).rstrip(),
            "",
        ]
    )


def busy(load: float) -> list[str]:
    """Return a warning if the machine did other work during the measurement."""
    if load < BUSY:
        return []
    return [
        f"**The machine was busy** when this was measured (load {load:.1f}): on a quiet one "
        "everything is faster.",
        "",
    ]


def goals(results: Mapping[str, Any]) -> list[list[str]]:
    """Return each goal, the figure reached, and whether it meets the goal."""
    default, start = results["rows"][DEFAULT], results[COLD]
    ten = next(row for row in results["by quantities"] if row["at"] == 10)
    return [
        _goal(
            "default model in batch: at least half the throughput of spaCy's pipeline alone",
            f"{default['of_spacy_as_it_comes']:.2f} of it as spaCy runs it, "
            f"{default['of_spacy_as_we_run_it']:.2f} of it as we run it",
            default["of_spacy_as_it_comes"] >= HALF,
        ),
        _goal(
            "10 quantities: under 50 ms per problem",
            f"{ten['encoder_ms']:.0f} ms (at most {ten['encoder_most_ms']:.0f})",
            ten["encoder_ms"] < MOST_MS,
        ),
        _goal(
            "cold start of `unitdep solve`: under 2 s",
            f"{start['seconds']:.2f} s",
            start["seconds"] < MOST_SECONDS,
        ),
        _goal(
            "resident memory: under 600 MB",
            f"{default['peak_mb']:.0f} MB",
            default["peak_mb"] < MOST_MB,
        ),
        *(
            _goal(
                f"a text that implies {row['implies']}: at most {MOST_SLOWER[row['implies']]} "
                "times the time in the paper's scope",
                f"{_slower(row):.2f}",
                _slower(row) <= MOST_SLOWER[row["implies"]],
            )
            for row in results["by scope"]
        ),
    ]


def _slower(row: Mapping[str, float]) -> float:
    return row["everyday"] / row["paper"]


def _goal(goal: str, reached: str, met: bool) -> list[str]:
    return [goal, reached, "yes" if met else "**no**"]


def _beam(row: Mapping[str, Any]) -> list[str]:
    return [
        f"On the {row['problems']} problems that the beam searched, it took "
        f"{row['times_as_long_as_exact']:.0f} times as long as the exact search for one answer. "
        f"The exact search found a higher score {row['exact_scores_higher']} times, the beam "
        f"{row['beam_scores_higher']} times.",
        "",
    ]


def _cold(row: Mapping[str, float]) -> list[str]:
    return [
        f"`unitdep solve` of one text, from the start of the process to its end: "
        f"{row['seconds']:.2f} s, of which {row['cpu_seconds']:.2f} s are CPU time; "
        f"{row['peak_mb']:.0f} MB.",
        "",
    ]


def _costs(key: str, rows: Iterable[Mapping[str, float]]) -> str:
    columns = ("spacy", "encoder", "linear")
    head = (key, "spaCy alone", "encoder", "most", "linear", "most")
    return _table(
        head,
        [
            [
                f"{row['at']:,}",
                *(
                    f"{row[f'{name}_{part}']:.1f}"
                    for name in columns
                    for part in ("ms", "most_ms")
                    if (name, part) != ("spacy", "most_ms")
                ),
            ]
            for row in rows
        ],
    )


def _rate(rate: float) -> str:
    return f"{rate:,.0f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, text_columns: int = 1) -> str:
    rule = ["---" if k < text_columns else "---:" for k in range(len(head))]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))
