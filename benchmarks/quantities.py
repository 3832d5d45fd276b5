"""Finding quantities, how well and how fast: ``make quantities``.

    python benchmarks/quantities.py --quantulum PYTHON [--render-only]

Reads the sentences of ``quantity_sentences.py`` with ``unitdep.quantities`` and with quantulum3,
which runs under another interpreter (``quantulum_reader.py``), and writes
experiments/results/quantities.json and docs/results/quantities.md. Times are CPU seconds of one
process.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench_clock import best_seconds
from quantities_page import render
from quantity_marks import Amount, Marks, mark, of_ours, of_theirs
from quantity_sentences import SENTENCES
from unitdep import quantities

HERE = Path(__file__).parent
RESULTS = HERE.parent / "experiments" / "results" / "quantities.json"
PAGE = HERE.parent / "docs" / "results" / "quantities.md"
REPEAT = 5
FIRST = (
    "import time; start = time.process_time(); import unitdep; "
    "unitdep.quantities({text!r}); print(time.process_time() - start)"
)


def ours() -> list[list[Amount]]:
    """Return what we find in every sentence."""
    return [[of_ours(found) for found in quantities(s.text)] for s in SENTENCES]


def theirs(interpreter: str) -> dict[str, Any]:
    """Return what quantulum3 finds in every sentence, its version and its speed."""
    done = subprocess.run(
        [interpreter, "-W", "ignore", str(HERE / "quantulum_reader.py")],
        input=json.dumps([s.text for s in SENTENCES]),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"quantulum3 failed under {interpreter}:\n{done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def first_call() -> float:
    """Return the CPU seconds of a first call in a new process, imports included."""
    code = FIRST.format(text=SENTENCES[0].text)
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(REPEAT)
    ]
    return min(float(run.stdout) for run in runs)


def per_second() -> float:
    """Return how many sentences a second we read, one by one."""
    texts = [s.text for s in SENTENCES]
    [best] = best_seconds(lambda: [quantities(text) for text in texts], repeat=REPEAT)
    return len(texts) / best


def measure(interpreter: str) -> dict[str, Any]:
    """Measure everything."""
    load = os.getloadavg()[0]
    other = theirs(interpreter)
    read = zip(SENTENCES, ours(), other["found"], strict=True)
    sentences = [
        {
            "topic": sentence.topic,
            "text": sentence.text,
            "gold": list(sentence.gold),
            "ours": _marks(mark(sentence.gold, own)),
            "theirs": _marks(mark(sentence.gold, of_theirs(them), kinds=False)),
        }
        for sentence, own, them in read
    ]
    return {
        "python": platform.python_version(),
        "quantulum3": other["version"],
        "load": load,
        "first_call": {"ours": first_call(), "theirs": other["first_call"]},
        "per_second": {"ours": per_second(), "theirs": other["per_second"]},
        "sentences": sentences,
    }


def _marks(marks: Marks) -> dict[str, Any]:
    return {"right": list(marks.right), "found": list(marks.found), "extra": marks.extra}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quantulum", metavar="PYTHON", help="interpreter that has quantulum3")
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument(
        "--render-only", action="store_true", help="write the page from the results file"
    )
    given = parser.parse_args()
    if given.render_only and not given.output.exists():
        parser.error(f"there is no {given.output.name} yet; measure first")
    if not given.render_only:
        if given.quantulum is None:
            parser.error("name an interpreter that has quantulum3: --quantulum PYTHON")
        print("measuring; this takes about a minute", file=sys.stderr)
        results = measure(given.quantulum)
        given.output.parent.mkdir(parents=True, exist_ok=True)
        given.output.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    page = render(json.loads(given.output.read_text("utf-8")))
    given.page.write_text(page, "utf-8")
    print(page)


if __name__ == "__main__":
    main()
