"""What the default model gets wrong on texts of our own: counts by class, and a few examples.

The texts are those of the corpus's development part, so that nobody has to look at the test part.
They are solved as people would solve them: end to end, in the everyday scope.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from unitdep.core.expression import leaves
from unitdep.models import DEFAULT
from unitdep.research.corpus import Split
from unitdep.research.corpus.dataset import load_split
from unitdep.research.datasets import Record
from unitdep.research.evaluation.layout.markdown import bullets, table
from unitdep.research.evaluation.layout.rows import RowPlan
from unitdep.research.evaluation.layout.signatures import NOT_MEASURED, signature_line
from unitdep.research.evaluation.protocol.evaluate import APPLIED, gold_value
from unitdep.research.evaluation.protocol.results import Results, find, sign
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.paper.errors import TITLES, ErrorClass, compares
from unitdep.research.evaluation.tables.table import Options
from unitdep.research.learning.tune import TOLERANCE
from unitdep.research.progress import Progress
from unitdep.solution import Solution
from unitdep.solver import Solver
from unitdep.units.wording import format_value

DATASET: Final = "corpus-dev"
EXAMPLES: Final = 3  # of each class
_LONGEST: Final = 300  # characters of an example

name: Final = TableName.MISTAKES
datasets: Final = (DATASET,)
rows: Final[tuple[RowPlan, ...]] = ()


def steps(_dataset: str, options: Options) -> int:
    """Return how many times ``run`` reports progress."""
    return len(load_split(Split.DEV, options.seed).records)


def run(_dataset: str, options: Options, progress: Progress) -> Results:
    """Solve the texts, and classify the wrong answers."""
    started = time.perf_counter()
    data = load_split(Split.DEV, options.seed)
    solved: list[tuple[Record, Solution]] = []
    solutions = Solver.load(DEFAULT).solve_many(record.text for record in data.records)
    for record, solution in zip(data.records, solutions, strict=True):
        solved.append((record, solution))
        progress(record.id)
    signature = sign(data, options.seed, APPLIED, models=[DEFAULT])
    content = summary(solved, options.seed)
    return Results(name, signature, time.perf_counter() - started, content=content)


def summary(solved: Sequence[tuple[Record, Solution]], seed: int) -> dict[str, Any]:
    """Count right answers, refusals and errors by class, and draw examples of each class."""
    wrong: dict[ErrorClass, list[dict[str, str]]] = {kind: [] for kind in ErrorClass}
    right = refused = 0
    for record, solution in solved:
        if solution.answer is None:
            refused += 1
        elif is_right(record, solution):
            right += 1
        else:
            wrong[classify(record, solution)].append(_example(record, solution))
    return {
        "problems": len(solved),
        "right": right,
        "refused": refused,
        "errors": {
            kind.value: {"count": len(found), "examples": drawn(found, f"{seed}:{kind.value}")}
            for kind, found in wrong.items()
        },
    }


def is_right(record: Record, solution: Solution) -> bool:
    """Whether an answer is the gold one."""
    gold, answer = gold_value(record), solution.answer
    return gold is not None and answer is not None and abs(answer - gold) < TOLERANCE


def classify(record: Record, solution: Solution) -> ErrorClass:
    """Return the class of a wrong answer, by the numbers that the text has.

    What the reading implies (a dozen, the days of a week) is none of them, so an expression that
    uses it uses a quantity that the gold one doesn't.
    """
    written = [q for q in solution.problem.quantities if not q.implied]
    if [q.value for q in written] != [number.value for number in record.numbers or ()]:
        return ErrorClass.NUMBERS
    if solution.tree is None or record.tree is None:
        return ErrorClass.OPERATION
    place = {q.index: k for k, q in enumerate(written)}
    if {place.get(leaf) for leaf in leaves(solution.tree)} != set(leaves(record.tree)):
        return ErrorClass.IRRELEVANT
    if compares(solution.problem):
        return ErrorClass.COMPARISON
    rates = solution.graph.rates if solution.graph is not None else frozenset()
    if {place.get(v, v) if isinstance(v, int) else v for v in rates} != (record.rates or set()):
        return ErrorClass.RATE
    return ErrorClass.OPERATION


def drawn(examples: Sequence[dict[str, str]], seed: str) -> list[dict[str, str]]:
    """Draw some of the shorter examples, in the order of the corpus."""
    short = [example for example in examples if len(example["text"]) <= _LONGEST]
    some = random.Random(seed).sample(short, min(EXAMPLES, len(short)))
    return [example for example in short if example in some]


def _example(record: Record, solution: Solution) -> dict[str, str]:
    gold = gold_value(record)
    return {
        "id": record.id,
        "text": record.text,
        "gold": "" if gold is None else format_value(gold),
        "program": f"{solution.answer_text} = {solution.expression}",
    }


def section(results: Sequence[Results]) -> str:
    """Write the counts of the classes."""
    measured = find(results, name, DATASET)
    if measured is None:
        return NOT_MEASURED
    content = measured.content
    wrong = sum(found["count"] for found in content["errors"].values())
    lines = [
        [title, *_share(content["errors"][kind.value]["count"], wrong)]
        for kind, title in TITLES.items()
    ]
    counts = (
        f"{content['problems']} problems: {content['right']} right, {wrong} wrong, "
        f"{content['refused']} without an answer"
    )
    signed = signature_line(measured, without=("problems", "folds"))
    return f"{table(['', 'errors', 'share'], lines)}\n{bullets([counts, signed])}"


def _share(count: int, wrong: int) -> tuple[str, str]:
    return str(count), f"{100 * count / max(wrong, 1):.0f}%"


def examples_of(results: Sequence[Results]) -> Mapping[ErrorClass, Sequence[Mapping[str, str]]]:
    """Return the examples of each class; none if the table has not been measured."""
    measured = find(results, name, DATASET)
    errors = {} if measured is None else measured.content["errors"]
    return {kind: errors.get(kind.value, {}).get("examples", ()) for kind in ErrorClass}
