"""Confidence: how likely an answer is right, given everything that is known when it is made.

The search's own probability means little outside the kind of problem that a model was trained on.
``signals`` are what else is known at run time; ``Calibrator`` (``models.calibration``) weighs them.
"""

from unitdep.confidence.signals import SIGNALS, signals

__all__ = ["SIGNALS", "signals"]
