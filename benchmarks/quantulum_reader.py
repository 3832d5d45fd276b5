"""What quantulum3 finds, as JSON: run by ``quantities.py`` in an environment of its own.

Reads a list of sentences from standard input. The classifier that comes with quantulum3 needs
another scikit-learn than the one we're locked to. This file imports nothing of ours.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version
from typing import Any

REPEAT = 5


def found(parse: Any, text: str) -> list[dict[str, Any]]:
    """Return the quantities of a sentence."""
    return [
        {
            "value": quantity.value,
            "uncertainty": quantity.uncertainty,
            "unit": quantity.unit.name,
            "bases": [[part["base"], part["power"]] for part in quantity.unit.dimensions],
        }
        for quantity in parse(text)
    ]


def main() -> None:
    sentences = json.load(sys.stdin)
    start = time.process_time()
    from quantulum3 import parser

    parser.parse(sentences[0])
    first = time.process_time() - start
    result = [found(parser.parse, text) for text in sentences]
    best = float("inf")
    for _ in range(REPEAT):
        start = time.process_time()
        for text in sentences:
            parser.parse(text)
        best = min(best, time.process_time() - start)
    whole = {
        "version": version("quantulum3"),
        "first_call": first,
        "per_second": len(sentences) / best,
        "found": result,
    }
    json.dump(whole, sys.stdout)


if __name__ == "__main__":
    main()
