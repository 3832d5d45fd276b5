"""Parsing with spaCy: the one pipeline of the program, and what makes it fast.

``loading`` loads the pipeline, ``parsing`` runs it. ``attribute_table`` and ``token_vectors`` take
the place of two of its parts: they remember what those parts say of a word.
"""

from unitdep.reading.spacy_pipeline.loading import MODEL_PACKAGES, model_package, pipeline
from unitdep.reading.spacy_pipeline.parsing import parse, parse_many, tag_many

__all__ = ["MODEL_PACKAGES", "model_package", "parse", "parse_many", "pipeline", "tag_many"]
