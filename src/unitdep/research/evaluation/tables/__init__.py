"""Tables: what ``unitdep reproduce`` measures, one module per ``--table``.

``paper`` has the tables that compare with published figures, ``own`` those about this program
alone. Each module is a ``Table``: it has a name, its data sets, ``steps``, ``run`` and ``section``.
To add one, write the module and its template (``layout/templates``), add its name to
``table_names``, list it below, and place its section in ``pages.results``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.own import (
    calibration,
    checks,
    choices,
    corpus,
    encoder,
    kinds,
    mistakes,
    units,
)
from unitdep.research.evaluation.tables.paper import (
    classifiers,
    earlier,
    errors,
    examples,
    graphs,
    later,
    solving,
    trials,
)
from unitdep.research.evaluation.tables.table import Options, Table

__all__ = ["TABLES", "Options", "Table"]

_ALL: Final[tuple[Table, ...]] = (
    solving,
    trials,
    classifiers,
    graphs,
    units,
    earlier,
    later,
    examples,
    errors,
    mistakes,
    corpus,
    kinds,
    choices,
    encoder,
    checks,
    calibration,
)
TABLES: Final[Mapping[TableName, Table]] = {table.name: table for table in _ALL}
