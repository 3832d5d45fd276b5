"""Data sets: files in their authors' formats in, records with what is known of their solution out.

- ``Record`` is a problem as its set has it, with answer, tree and rates where the set gives them;
- ``read`` takes a file and gives a ``ReadResult``: the records, and a ``Malformed`` for each thing
  that could not be read, with file, line and reason;
- ``load`` takes the name of a set (``CATALOG``) or a path and gives a ``Dataset`` with folds and
  signature;
- ``align_record`` takes a record that has only an equation, and the numbers of its text, and gives
  it a tree over those numbers;
- ``annotate`` parses records into ``AnnotatedProblem``: a problem with its gold labels.
"""

from unitdep.errors import DatasetNotFoundError, FormatError
from unitdep.research.datasets.align import align, align_record
from unitdep.research.datasets.annotate import annotate
from unitdep.research.datasets.catalog import ALIASES, CATALOG
from unitdep.research.datasets.folders import data_root
from unitdep.research.datasets.loading import Dataset, load
from unitdep.research.datasets.readers import READERS, guess_format, read
from unitdep.research.datasets.readers.items import Malformed, ReadResult
from unitdep.research.datasets.records import AnnotatedProblem, Record

__all__ = [
    "ALIASES",
    "CATALOG",
    "READERS",
    "AnnotatedProblem",
    "Dataset",
    "DatasetNotFoundError",
    "FormatError",
    "Malformed",
    "ReadResult",
    "Record",
    "align",
    "align_record",
    "annotate",
    "data_root",
    "guess_format",
    "load",
    "read",
]
