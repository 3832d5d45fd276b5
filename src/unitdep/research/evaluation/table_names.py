"""The names of the tables, in the order in which they are measured.

They have a module of their own so that the command line can list them without importing what it
takes to measure one.
"""

from __future__ import annotations

from enum import StrEnum


class TableName(StrEnum):
    """A table that ``unitdep reproduce`` can measure; ``tables`` has a module for each."""

    SOLVING = "solving"
    TRIALS = "trials"
    CLASSIFIERS = "classifiers"
    GRAPHS = "graphs"
    UNITS = "units"
    EARLIER = "earlier"
    LATER = "later"
    EXAMPLES = "examples"
    ERRORS = "errors"
    MISTAKES = "mistakes"
    CORPUS = "corpus"
    KINDS = "kinds"
    CHOICES = "choices"
    ENCODER = "encoder"
    CHECKS = "checks"
    CALIBRATION = "calibration"
