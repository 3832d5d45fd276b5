"""Data sets: read problems and their known solutions from files in the authors' formats.

- ``Record`` is a problem as its set has it, with answer, tree and rates if the set states them;
- ``readers`` has one reader per format; ``read`` returns a ``ReadResult``: the records, and a
  ``Malformed`` with file, line and reason for each part that could not be read;
- ``load`` returns a ``Dataset`` with folds and signature, by the name of a set or by path;
  ``catalog`` lists the named sets (datasets.toml), ``folders`` finds them on this machine, and
  ``download`` fetches them;
- ``align_record`` turns a record's equation into a tree over the numbers of its text;
- ``annotate`` parses records into ``AnnotatedProblem``: a problem with its gold labels;
- ``infer_labels`` fills in trees and rates that a set lacks;
- ``acquisition`` repeats how the paper's authors made their data.
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
