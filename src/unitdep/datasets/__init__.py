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

from unitdep.datasets.alignment import align, align_record
from unitdep.datasets.annotate import annotate
from unitdep.datasets.annotated import AnnotatedProblem, Record
from unitdep.datasets.catalog import ALIASES, CATALOG, Dataset, DatasetMissing, data_root, load
from unitdep.datasets.readers import READERS, FormatError, guess_format, read
from unitdep.datasets.source import Malformed, ReadResult

__all__ = [
    "ALIASES",
    "CATALOG",
    "READERS",
    "AnnotatedProblem",
    "Dataset",
    "DatasetMissing",
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
