"""The page of the verifier: what a second look at unsure answers gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PAGE = """# A second look

A verifier was tried: a network with the body of the {model} model reads a text with a candidate's
steps in words and units, and scores it. It was trained on {learnt:,} generated problems to find the
right one among the first four candidates of the search, for {minutes} minutes of CPU time. Then the
{problems:,} problems of the corpus's development parts (held-out templates, everyday ones, and
stories of held-out writers) were answered again wherever the search's own probability was below
0.9. `python benchmarks/verifier.py` writes this page.

| | before | verifier alone | both |
| --- | ---: | ---: | ---: |
| right, of {unsure:,} unsure ones | {before:.1f}% | {alone:.1f}% | {after:.1f}% |
| right, of all | {all_before:.1f}% | | {all_after:.1f}% |
| milliseconds a problem | {time_before:.1f} | | {time_after:.1f} |

One of the four candidates is right in {reachable:.1f}% of the unsure cases. How much the
verifier counts was fitted on one half of the problems and measured on the other, both ways.

The rule was to keep it if it gains at least 2 points at less than double the mean time. It gained
{gain:+.1f} points at {ratio:.1f} times the time, so it {verdict}.
"""


def render(found: Mapping[str, Any]) -> str:
    """Write the page."""
    gain = found["all_after"] - found["all_before"]
    ratio = found["time_after"] / found["time_before"]
    kept = gain >= 2 and ratio < 2
    verdict = "passes" if kept else "isn't part of the program"
    minutes = round(found["training_cpu_seconds"] / 60)
    return PAGE.format(**found, gain=gain, ratio=ratio, verdict=verdict, minutes=minutes)
