"""Parquet: read the rows of a file, and write one from the lines of a batch. Needs pyarrow.

A few bytes of Parquet can stand for gigabytes. So what a file declares is looked at first, texts
are read as dictionaries, in which a repeated value is there once, and a value becomes an object
only if it's short enough.
"""

from unitdep.errors import BatchError

try:
    from unitdep.batch.parquet.reading import ParquetSource
    from unitdep.batch.parquet.writing import count_rows, read_cells, write_parquet
except ImportError as error:
    raise BatchError(
        "Parquet needs pyarrow, which is not installed; run: pip install 'unitdep[parquet]'"
    ) from error

__all__ = ["ParquetSource", "count_rows", "read_cells", "write_parquet"]
