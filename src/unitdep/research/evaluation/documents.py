"""The documents that ``unitdep reproduce`` writes, from results files.

``runs`` measures them; ``tables.TABLES`` has what can be measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from unitdep.models import DEFAULT, PACKAGED
from unitdep.research.evaluation.pages import PATHS
from unitdep.research.evaluation.pages.errors import render_errors
from unitdep.research.evaluation.pages.everyday import render_everyday
from unitdep.research.evaluation.pages.model_card import model_card
from unitdep.research.evaluation.pages.results import drawings, render_results, update_readme
from unitdep.research.evaluation.pages.workings import render_workings
from unitdep.research.evaluation.protocol.results import Results, read_all
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import TABLES


def read_results(folder: Path) -> list[Results]:
    """Read the results files of all tables. Raises ResultsError for a damaged one."""
    return read_all(folder, TABLES)


def documents(results: Sequence[Results], folder: Path, docs: Path) -> dict[Path, str]:
    """Return the content of the documents, by path.

    The page about errors needs its results. The README next to ``docs`` is included if its short
    table changes.
    """
    contents = {
        docs / PATHS["results"]: render_results(results),
        docs / PATHS["model-card"]: model_card(PACKAGED[DEFAULT], folder),
    }
    if everyday := render_everyday(folder):
        contents[docs / PATHS["everyday"]] = everyday
    if workings := render_workings(folder):
        contents[docs / PATHS["workings"]] = workings
    if any(r.table == TableName.ERRORS for r in results):
        contents[docs / PATHS["errors"]] = render_errors(results)
    readme = docs.parent / "README.md"
    if readme.is_file():
        text = readme.read_text("utf-8")
        if (updated := update_readme(text, results)) != text:
            contents[readme] = updated
    return contents


def figures(results: Sequence[Results], docs: Path) -> dict[Path, str]:
    """Return the drawings, by path. Raises ImportError without Matplotlib."""
    return {docs / path: drawing for path, drawing in drawings(results).items()}
