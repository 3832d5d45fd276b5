"""Work: what the processes of the pool do. Plain data in, JSON objects out.

Each process loads the model once. A request that cannot be done raises ``RequestError``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from unitdep import extraction
from unitdep.checking import Task, default_checker
from unitdep.core.labels import Kind
from unitdep.errors import RequestError
from unitdep.explain import formats, to_bar_model, to_svg, to_tree_svg
from unitdep.explain.bars import bars_of
from unitdep.explain.contrast import why_not
from unitdep.explain.svg.frame import bare
from unitdep.extraction import to_dict as found_quantities
from unitdep.inference import Constraints, Ranking
from unitdep.reading.problem import read_problem
from unitdep.solution import Solution, build, with_confidence
from unitdep.solver import Analysis, default_solver
from unitdep.units.wording import amount

AGAIN: Final = "one of the amounts again"
_WARM: Final = (
    "There are 6 eggs in each box. Ann buys 4 boxes. How many eggs does Ann have?",
    "Ann has 2 pens, 3 cups, 4 hats, 5 rings and 6 books. How many pens and cups has Ann?",
)


def warm() -> None:
    """Load the model, and list the trees of up to five quantities."""
    for text in _WARM:
        default_solver().solve(text)


def ready() -> bool:
    """Confirm that the process answers."""
    return True


def solve(text: str, constraints: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Solve one text; returns what ``unitdep solve --json`` prints."""
    return default_solver().complete(_analysis(text, constraints)).to_dict()


def quantities(text: str, implied: bool = False) -> dict[str, Any]:
    """Find the quantities of a text; returns what ``unitdep quantities --json`` prints."""
    return found_quantities(text, extraction.quantities(text, implied=implied))


def graph(text: str, form: str, constraints: Mapping[str, Any] | None = None) -> Any:
    """Draw the graph of a text: a JSON object for the format json, else a text."""
    solution = _analysis(text, constraints).solution()
    if solution.graph is None:
        raise RequestError(str(solution.reason))
    if form == "json":
        return solution.to_dict()["graph"]
    pictures = {"tree-svg": to_tree_svg, "bar-svg": to_bar_model}
    return (pictures.get(form) or formats[form])(solution)


def check(task: Task) -> dict[str, Any]:
    """Check a working; returns what ``unitdep check --json`` prints."""
    return default_checker().check(task).to_dict()


def solve_written(text: str) -> str:
    """Solve one text of many; its object is written here, so the server needn't do it."""
    return written(solve(text))


def check_written(text: str, workings: Sequence[tuple[str, str | None]]) -> list[str]:
    """Check several workings of one text, each with what is right; the text is solved once."""
    judge = next(default_checker().judges([text]))
    return [written(judge.check(work, gold).to_dict()) for work, gold in workings]


def written(found: Mapping[str, Any]) -> str:
    """Write an object as JSON."""
    return json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def explore(text: str, constraints: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Solve one text for the page: the solution and the other answers, each with its pictures.

    ``proposed`` has what the text implies and the solution leaves out: a person may still want it.
    """
    analysis = _analysis(text, constraints)
    solution, ranking = default_solver().complete(analysis), analysis.ranking
    told = solution.alternatives
    others = [
        with_confidence(build(analysis.problem, Ranking((found,), ranking.exact)), one.probability)
        for one, found in zip(told, ranking.candidates[1:], strict=False)
    ]
    shown = [{**_shown(other), "why_not": list(why_not(solution, other))} for other in others]
    bars = bars_of(solution)
    return {
        **_shown(solution),
        "bars_svg": bare(to_bar_model(solution)) if bars.panels else None,
        "bars_reason": bars.reason,
        "proposed": _proposed(solution),
        "others": shown,
    }


def check_page(task: Task) -> dict[str, Any]:
    """Check for the page: the result, and the program's own solution with its pictures."""
    found = default_checker().check(task)
    return {"result": found.to_dict(), **_shown(found.solution)}


def _analysis(text: str, constraints: Mapping[str, Any] | None) -> Analysis:
    try:
        solver = default_solver()
        problem = read_problem(text, scope=solver.scope)
        [analysis] = solver.analyse([problem], constraints=_constraints(constraints))
    except ValueError as error:
        raise RequestError(str(error)) from None
    return analysis


def _constraints(fields: Mapping[str, Any] | None) -> Constraints:
    return Constraints(**{name: frozenset(found) for name, found in (fields or {}).items()})


def _proposed(solution: Solution) -> list[dict[str, Any]]:
    """Return the implied quantities that a solution leaves out, which it does not list itself."""
    return [
        {
            "index": quantity.index,
            "text": quantity.number.text,
            "kind": quantity.kind.value,
            "caption": AGAIN
            if quantity.kind is Kind.AGAIN
            else amount(quantity.value, quantity.unit),
        }
        for quantity in solution.problem.quantities
        if quantity.implied and quantity.index not in solution.relevant
    ]


def _shown(solution: Solution) -> dict[str, Any]:
    """Return a solution with its pictures, whose rules are in the page's own style sheet."""
    drawn = solution.graph is not None
    return {
        "solution": solution.to_dict(),
        "graph_svg": bare(to_svg(solution)) if drawn else None,
        "tree_svg": bare(to_tree_svg(solution)) if drawn else None,
    }
