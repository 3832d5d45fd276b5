"""A text as the solver sees it. A problem never holds gold labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import tee

from spacy.tokens import Doc

from unitdep.reading.numbers import find_numbers
from unitdep.reading.quantity import Number, Quantity, Question
from unitdep.reading.question import find_question
from unitdep.reading.spacy_pipeline import parse, parse_many
from unitdep.reading.text import normalise, normalise_in_place, too_long
from unitdep.reading.unit_rules import read_units
from unitdep.reading.words import Words


@dataclass(frozen=True)
class Problem:
    """A problem's text, its parse, its quantities in text order, and its question."""

    text: str  # normalised
    doc: Doc  # the text as spaCy parses it; empty if it is too long to be read
    quantities: tuple[Quantity, ...]  # the numbers with their units
    question: Question | None  # None if the text asks nothing

    @property
    def size(self) -> int:
        """The number of quantities."""
        return len(self.quantities)

    @cached_property
    def words(self) -> Words:
        """The text as columns of words, read off the parse once."""
        return Words.of(self.doc)


def read_problem(text: str, numbers: Sequence[Number] | None = None) -> Problem:
    """Read the quantities and the question of a text, without solving it.

    Args:
        text: The text of a problem. A text that is too long (``unitdep.reading.text``) is not read.
        numbers: The numbers of the text, instead of those the program would find itself.

    Returns:
        The problem, without quantities and question if the text is too long.
    """
    # The character offsets of given numbers must still match.
    text = normalise(text) if numbers is None else normalise_in_place(text)
    return _unread(text) if too_long(text) else from_doc(parse(text), numbers)


def read_problems(texts: Iterable[str], *, batch_size: int = 64) -> Iterator[Problem]:
    """Read texts in batches, in order.

    Args:
        texts: The texts of problems. Those that are too long are not read.
        batch_size: How many texts spaCy parses at a time.

    Yields:
        The problem of each text, as ``read_problem`` returns it.
    """
    given, read = tee((text, too_long(text) is None) for text in map(normalise, texts))
    docs = parse_many((text if short else "" for text, short in read), batch_size=batch_size)
    for (text, short), doc in zip(given, docs, strict=True):
        yield from_doc(doc) if short else _unread(text)


def from_doc(doc: Doc, numbers: Sequence[Number] | None = None) -> Problem:
    """Read the quantities and the question of a parsed text."""
    mentions = find_numbers(doc) if numbers is None else numbers
    asking = find_question(doc)
    quantities, question = read_units(doc, mentions, asking)
    return Problem(doc.text, doc, quantities, question)


def _unread(text: str) -> Problem:
    return Problem(text, parse(""), (), None)
