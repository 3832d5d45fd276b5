"""The page of the trials: what was tried before the encoder was trained long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

HEAD = """# Trials

Before the encoder was trained long, ideas were ranked by short trials: the first stage on one
template in twelve, two epochs, one seed, then the questions of the corpus's development parts
(the paper's kind, and sibling questions to stories of writers who are held out). One idea differs
from the base in each. `python benchmarks/trials.py` writes this page.

"""


def render(rows: Sequence[dict[str, Any]]) -> str:
    """Write the page."""
    if not rows:
        return HEAD + "Not measured yet.\n"
    lines = [
        "| trial | right, % | paper's kind | siblings | mean log-probability | CPU minutes |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        right = row["right"]
        lines.append(
            f"| {row['name']} | {right['all']:.1f} | {right['corpus']:.1f} | "
            f"{right['siblings']:.1f} | {row['log_probability']:.3f} | "
            f"{row['cpu_seconds'] / 60:.0f} |"
        )
    first = rows[0]
    foot = (
        f"\n{first['problems']} problems; {first['trained_on']} generated ones an epoch to learn "
        "from. With this many problems, a difference of less than four points means little.\n"
    )
    return HEAD + "\n".join(lines) + "\n" + foot
