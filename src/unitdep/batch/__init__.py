"""Batch: a file of problems in, a file of solutions out, in the order of the input.

    reader -> blocks of rows -> engine (local or ray_engine) -> lines -> writer

- ``records`` is what passes between them: rows, blocks, results, and a record as text;
- ``reader`` takes a JSONL, CSV or Parquet file and gives its rows one by one;
- ``solving`` takes a block and gives its lines: the one function that every worker runs;
- ``local`` and ``ray_engine`` solve blocks here, in processes, or on a Ray cluster, in order;
- ``writer`` appends lines and can tell, after a crash, how many are whole;
- ``job`` ties an output to its input, model and options;
- ``run`` puts these together.

A block always begins at the same row, so a run that was stopped and resumed, with any engine and
any number of workers, writes the same bytes as one that was not.
"""
