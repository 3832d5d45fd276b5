"""Batch: a file of problems in, a file of solutions or checks out, in the order of the input.

    reader -> blocks of rows -> engine -> lines -> writer

- ``actions`` are what is done with each record: a solution, or a check of somebody's working;
- ``job`` describes a batch: input, output, action, model;
- ``records`` is what passes between the parts: rows, blocks, results;
- ``reader`` and ``parquet`` yield the rows of a JSONL, CSV or Parquet file one by one;
- ``layout`` writes a row and its result as one record of a format;
- ``worker`` turns a block into lines: the one function that every worker runs;
- ``engines`` do blocks here, in other processes, or on a Ray cluster, in order;
- ``writer`` appends lines and can count, after a crash, how many are whole;
- ``manifest`` ties an output to its input, model and options;
- ``run`` puts these together.

A block always starts at the same row, so a run that was interrupted and resumed, with any engine
and any number of workers, writes the same bytes as one that was not.
"""
