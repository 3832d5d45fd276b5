"""Errors: the package's own exceptions, under one base.

``except UnitdepError`` catches them all; a wrong argument raises a plain ValueError. A text to be
solved never raises anything: its Solution says why it has no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def meant(given: str, known: Iterable[str]) -> str:
    """Return " (did you mean 'percent'?)" for a misspelled name, or nothing if none is near."""
    from difflib import get_close_matches  # only when something is wrong

    near = get_close_matches(given.lower(), list(known), 1)
    return f" (did you mean {near[0]!r}?)" if near else ""


class UnitdepError(Exception):
    """The base of all errors of this package; the message says what is wrong and what to do."""


class ModelError(UnitdepError, RuntimeError):
    """A model folder that is missing, damaged or of another version."""


class GrammarError(UnitdepError, ValueError):
    """A text that is not arithmetic: what is wrong and at which character (from 0)."""

    def __init__(self, message: str, position: int, text: str = "") -> None:
        super().__init__(f"{message} (character {position + 1})")
        self.message = message
        self.position = position
        self.text = text

    def show(self) -> str:
        """Return the text with a caret under the character, and the message below."""
        line = re.sub(r"\s", " ", self.text)
        return f"{line}\n{' ' * self.position}^\n{self.message}"


class UnknownSchemaError(UnitdepError, KeyError):
    """A name that no schema has."""


class BatchError(UnitdepError, RuntimeError):
    """A batch that cannot continue; the message says why and what to do."""


class BatchUsageError(BatchError):
    """A batch that must not begin: wrong files, columns or options."""


class RequestError(UnitdepError, ValueError):
    """A request that cannot be done as it is; the message is for the person who sent it."""

    def __init__(self, message: str) -> None:
        """Take what is wrong."""
        super().__init__(message)
        self.message = message


class BusyError(UnitdepError):
    """More requests than the server takes on."""


class DeadlineError(UnitdepError):
    """A request that took longer than it may."""


class StoreError(UnitdepError, RuntimeError):
    """A file that isn't a label store, or cannot be written."""


class StoreBusyError(StoreError):
    """A store that another program has locked."""


class DatasetNotFoundError(UnitdepError):
    """A data set that is unknown or whose files are not there."""


class FormatError(UnitdepError, ValueError):
    """A file whose format is unknown."""


class RecordError(UnitdepError, ValueError):
    """A record, or one part of it, that cannot be read."""


class DownloadError(UnitdepError):
    """A download that cannot be done: what happened and what to do."""


class UnitError(UnitdepError, ValueError):
    """An operation whose units do not fit."""


class ConditionError(UnitdepError, ValueError):
    """A malformed condition."""


class UnsatisfiableError(UnitdepError, ValueError):
    """A template that no numbers were found for."""


class TemplateError(UnitdepError, ValueError):
    """A line of a template file that is not a template."""


class NothingToLearnError(UnitdepError):
    """Data in which no problem has an expression over its numbers."""


class ResultsError(UnitdepError, ValueError):
    """A file that is not a results file of an evaluation, or is damaged."""


class WeightsNotFoundError(UnitdepError, RuntimeError):
    """The pretrained weights are not installed."""


class AnswersError(UnitdepError, ValueError):
    """A class list that can't be read, is too large, or lacks a column."""


class PracticeError(UnitdepError, ValueError):
    """Settings that no exercises can be made for, or an exercise that does not exist."""
