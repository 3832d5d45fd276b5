"""The registry of tables, and what every table has in common."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from unitdep.research.evaluation import tables as package
from unitdep.research.evaluation.layout.published import SETS
from unitdep.research.evaluation.pages.results import SECTIONS
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables import TABLES, Options


def test_every_name_has_a_table_and_every_module_is_one() -> None:
    assert list(TABLES) == list(TableName)
    folders = (Path(package.__file__).parent / name for name in ("paper", "own"))
    modules = {m.stem for f in folders for m in f.glob("*.py") if m.stem != "__init__"}
    assert modules == {name.value for name in TableName}


def test_every_table_has_a_place_on_a_page() -> None:
    assert {*SECTIONS, TableName.ERRORS, TableName.MISTAKES} == set(TableName)
    assert len(SECTIONS) == len(set(SECTIONS))


@pytest.mark.parametrize("name", TableName)
def test_a_table(name: TableName) -> None:
    table = TABLES[name]
    assert table.name is name
    assert table.datasets
    assert all((table.steps(d, Options()) > 0) is (name != "encoder") for d in table.datasets)
    assert len({row.figure for row in table.rows}) == len(table.rows)
    assert table.section([]).endswith("Not measured yet.\n")


def test_the_paper_has_three_sets() -> None:
    assert SETS == ("allarith", "allarithlex", "allarithtmpl")
    assert TABLES[TableName.SOLVING].datasets == SETS


def test_the_help_does_not_import_what_measuring_takes() -> None:
    code = (
        "import sys, unitdep.cli.reproduce; "
        "heavy = {'sklearn', 'scipy', 'unitdep.research.evaluation.tables'}; "
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
