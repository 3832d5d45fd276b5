"""The gallery: problems of all kinds, with what the program says about them, right and wrong.

``make gallery`` solves the problems of docs/results/gallery.jsonl and writes gallery.md next to it.
Their right answers were worked out by hand. A problem stays in the file whatever the program says.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unitdep import Solver
from unitdep.checking.answers import Sameness, same_answer
from unitdep.solution import Solution
from unitdep.units.wording import percentage

FOLDER = Path(__file__).parents[1] / "docs" / "results"
PROBLEMS = FOLDER / "gallery.jsonl"
PAGE = FOLDER / "gallery.md"
HEAD = """\
# Gallery

{count} problems of {count} kinds, and what the default model says: {right} right, {unit} with the
right number and another unit, {wrong} wrong. Of the {sure} answers that it calls sure, {bad} {is_}
wrong. `make gallery` writes this page; it solves the problems of
[gallery.jsonl](gallery.jsonl) and compares the answers with ours, which were worked out by hand.

These are our own problems, one of each kind, most of them short. The page shows what to expect from
each kind; it doesn't measure how often the program is right. [Results](results.md) and
[Everyday problems](everyday.md) do.
"""


@dataclass(frozen=True)
class Item:
    """A problem of the gallery, solved."""

    kind: str
    answer: str  # the right one
    solution: Solution
    verdict: str  # "right", "other unit", "wrong"


def solve(path: Path = PROBLEMS) -> list[Item]:
    """Solve the problems of the gallery with the default model, and judge the answers."""
    given = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    solutions = Solver.load().solve_many(problem["text"] for problem in given)
    return [
        Item(problem["kind"], problem["answer"], solution, judged(solution, problem["answer"]))
        for problem, solution in zip(given, solutions, strict=True)
    ]


def judged(solution: Solution, answer: str) -> str:
    """Compare a solution with the right answer."""
    if solution.answer is None:
        return "wrong"
    found = same_answer(solution.answer_text, answer)
    if found.verdict is Sameness.OTHER_UNIT:
        return "other unit"
    return "right" if found.same else "wrong"


def page(items: Sequence[Item]) -> str:
    """Write the page."""
    counts = Counter(item.verdict for item in items)
    sure = [item for item in items if item.solution.sure]
    bad = sum(item.verdict == "wrong" for item in sure)
    head = HEAD.format(
        count=len(items), right=counts["right"], unit=counts["other unit"], wrong=counts["wrong"],
        sure=len(sure), bad=bad, is_="is" if bad == 1 else "are",
    )  # fmt: skip
    return "\n".join([head, *map(_section, items)])


def _section(item: Item) -> str:
    solution = item.solution
    sure = "sure" if solution.sure else "not sure"
    said = f"**{solution}** ({sure}, confidence {percentage(solution.confidence)})"
    judgement = {
        "right": "Right.",
        "other unit": f"The number is right, the unit isn't: {item.answer}.",
        "wrong": f"**Wrong**: {item.answer} is right.",
    }[item.verdict]
    doubts = "".join(f" {doubt.text}" for doubt in solution.warnings)
    return f"## {item.kind}\n\n> {solution.problem.text}\n\n{said}.{doubts} {judgement}\n"


if __name__ == "__main__":
    PAGE.write_text(page(solve()), encoding="utf-8")
    print(PAGE.relative_to(FOLDER.parents[1]))
