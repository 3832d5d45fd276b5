"""Evaluation: how well systems solve data sets, and the tables that ``unitdep reproduce`` measures.

Read from left to right; a folder imports only from those before it:

    metrics -> protocol -> layout -> tables -> runs -> pages -> documents

- ``metrics``: significance, calibration, and the quality of what the unit rules extract;
- ``protocol``: folds, cross-validation, applying a model, and the results files;
- ``layout``: how results become Markdown: rows and cells, published figures, text templates;
- ``tables``: one module per ``--table``; each can measure itself and write its section;
- ``runs``: which tables to measure on which data sets, many in one go, and which belong together;
- ``pages``: the documents that the sections go into; ``documents`` writes all of them.

``provenance`` says which program a figure comes from.
"""
