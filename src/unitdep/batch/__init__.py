"""Batch: a file of problems in, a file of solutions out, in the order of the input.

    reader -> blocks of rows -> engine -> lines -> writer

- ``job`` describes a batch: input, output, columns, model;
- ``records`` is what passes between the parts: rows, blocks, results, and records as text;
- ``reader`` and ``parquet`` yield the rows of a JSONL, CSV or Parquet file one by one;
- ``worker`` turns a block into lines: the one function that every worker runs;
- ``engines`` solve blocks here, in other processes, or on a Ray cluster, in order;
- ``writer`` appends lines and can count, after a crash, how many are whole;
- ``manifest`` ties an output to its input, model and options;
- ``run`` puts these together.

A block always starts at the same row, so a run that was interrupted and resumed, with any engine
and any number of workers, writes the same bytes as one that was not.
"""
