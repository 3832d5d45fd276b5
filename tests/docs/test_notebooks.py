"""The notebooks in examples/ run, and what their cells end in can be shown."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from typing import Any

import pytest

import unitdep
from factories import ISABEL
from paths import ROOT

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def cells(notebook: dict[str, Any]) -> Iterator[str]:
    return ("".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code")


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does; returns the value of its last line."""
    *body, last = ast.parse(source).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.model
def test_the_tour() -> None:
    [path] = NOTEBOOKS
    notebook = json.loads(path.read_text("utf-8"))
    assert not any(cell.get("outputs") for cell in notebook["cells"])
    names: dict[str, Any] = {}
    solution, steps, checked, found, same = (run(source, names) for source in cells(notebook))
    assert solution.answer == 32
    assert steps[-1] == "72 rolls − 40 rolls = 32 rolls"
    assert checked.verdict is unitdep.Verdict.WRONG
    assert found == ["room 12", "50 seats", "3 dollars per seat"]
    assert same is True


@pytest.mark.model
def test_a_solution_shows_answer_steps_warnings_and_pictures_in_this_order() -> None:
    shown = unitdep.solve(ISABEL)._repr_html_()
    parts = ["<b>7 bouquets</b>", "66 flowers − 10 flowers = 56 flowers", "<svg"]
    assert [shown.index(part) for part in parts] == sorted(shown.index(part) for part in parts)
    assert shown.count("<svg") == 2
    assert "(100%)" not in shown
    assert "(&gt;99%)" in shown or "%)" in shown


def test_what_is_written_is_escaped() -> None:
    checked = unitdep.check(ISABEL, "<b>66 - 10</b> = 55")
    shown = checked._repr_html_()
    assert f"<b>{checked.verdict.value}</b>" in shown
    assert "<b>66" not in shown
    assert unitdep.solve("<b>no number</b>")._repr_html_().startswith("<p>no answer")
