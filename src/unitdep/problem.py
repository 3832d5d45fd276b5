"""Problem: a text as the solver sees it. It never holds gold labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from spacy.tokens import Doc

from unitdep.language import parse, parse_many
from unitdep.quantities import Number, Quantity, Question, find_numbers, find_question, read_units
from unitdep.quantities.phrases import Words


@dataclass(frozen=True)
class Problem:
    """A problem's text, its parse, its quantities in text order, and its question."""

    text: str
    doc: Doc
    quantities: tuple[Quantity, ...]
    question: Question | None  # None where the text asks nothing

    @property
    def size(self) -> int:
        """The number of quantities."""
        return len(self.quantities)

    @cached_property
    def words(self) -> Words:
        """The text as columns of words, read off the parse once."""
        return Words.of(self.doc)


def read_problem(text: str, numbers: Sequence[Number] | None = None) -> Problem:
    """Read one text; ``numbers`` replaces the numbers that the program would find itself."""
    return from_doc(parse(text), numbers)


def read_problems(texts: Iterable[str], *, batch_size: int = 64) -> Iterator[Problem]:
    """Read texts in batches, in order."""
    return map(from_doc, parse_many(texts, batch_size=batch_size))


def from_doc(doc: Doc, numbers: Sequence[Number] | None = None) -> Problem:
    """Read the quantities and the question off a parsed text."""
    found = find_numbers(doc) if numbers is None else numbers
    asking = find_question(doc)
    quantities, question = read_units(doc, found, asking)
    return Problem(doc.text, doc, quantities, question)
