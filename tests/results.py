"""Made-up results files, as `unitdep reproduce` writes them."""

from __future__ import annotations

from typing import Any

from unitdep.research.evaluation.protocol.results import Figure, Results, Signature, figure
from unitdep.research.evaluation.tables.paper.errors import ErrorClass, summary

HUNDRED = [str(i) for i in range(100)]


def signature(dataset: str) -> Signature:
    return Signature(dataset, "abc123", 100, "random 5", 7, "9.9.9", "3.8.0", "1.5.0")


def answered(row: str, wrong: list[str], details: dict[str, Any] | None = None) -> Figure:
    pairs = [(i, i not in wrong) for i in HUNDRED]
    return figure(row, "x", [pairs[k::5] for k in range(5)], details)


def contest(table_name: str, dataset: str, details: dict[str, Any] | None = None) -> Results:
    lca = answered("lca++, paper", HUNDRED[:20], details)
    unitdep = answered("unitdep, paper", [*HUNDRED[10:20], "99"], details)
    return Results(table_name, signature(dataset), 61.4, (lca, unitdep))


def example_results() -> Results:
    right = {"expression": "7 - 3", "probability": 0.8, "right": True}
    wrong = {"expression": "7 + 4 - 3", "probability": 0.5, "right": False}
    entry = {
        "id": "293",
        "about": "plums",
        "lca": "(7 + 4) - 3",
        "unitdep": "7 - 3",
        "fold": 1,
        "gold": "7 - 3",
        "predictions": {"lca++, paper": wrong, "unitdep, paper": right},
    }
    return Results("examples", signature("allarith"), 3.0, content={"examples": [entry]})


def error_results() -> Results:
    ids = {kind: ["1"] for kind in ErrorClass} | {ErrorClass.IRRELEVANT: ["1", "2", "3"]}
    content = {"differently read": 3, "runs": {"paper": summary((100, ids))}}
    return Results("errors", signature("allarith"), 3.0, content=content)


def mistake_results() -> Results:
    """Two errors of one class, and one of another."""
    example = {"id": "a.0", "text": "Ann has 9 pens.", "gold": "9", "program": "5 pens = 9 - 4"}
    found = {kind.value: {"count": 0, "examples": []} for kind in ErrorClass}
    found["irrelevant"] = {"count": 2, "examples": [example]}
    found["rate"] = {"count": 1, "examples": [{**example, "id": "b.0"}]}
    content = {"problems": 10, "right": 6, "refused": 1, "errors": found}
    return Results("mistakes", signature("corpus-dev"), 3.0, content=content)
