"""Integrations: unitdep inside other programs.

``spacy`` and ``component`` add it to spaCy pipelines, ``sklearn`` has an estimator, and
``inspect_ai`` a scorer for evaluations of language models. ``tools`` describes what such a model
may call, and ``mcp`` serves that over the Model Context Protocol.
"""
