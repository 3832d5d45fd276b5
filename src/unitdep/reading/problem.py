"""A text as the solver sees it. A problem never holds gold labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import tee
from typing import Any, Final

from spacy.tokens import Doc, Span

from unitdep.core.expression import Expression, Leaf, Operation, Operator, monotonic
from unitdep.core.labels import Kind
from unitdep.reading.everyday.finish import counts_whole, nearest
from unitdep.reading.everyday.implied import Proposal, propose
from unitdep.reading.everyday.kinds import kind_of, money_unit, price_unit
from unitdep.reading.everyday.numbers import everyday_numbers
from unitdep.reading.everyday.sums import read_sum
from unitdep.reading.everyday.typing import tidy
from unitdep.reading.numbers import find_numbers
from unitdep.reading.quantity import Number, NumberKind, Quantity, Question
from unitdep.reading.question import find_question, find_questions
from unitdep.reading.spacy_pipeline import parse, parse_many
from unitdep.reading.text import BATCH, normalise, normalise_in_place, too_long
from unitdep.reading.unit_rules import read_units
from unitdep.reading.words import Words
from unitdep.units.conversion import DOZEN
from unitdep.units.unit import Unit

_DOC: Final = "doc"


class Scope(StrEnum):
    """Which quantities a problem has."""

    PAPER = "paper"  # the written numbers
    EVERYDAY = "everyday"  # also what the text implies


@dataclass(frozen=True)
class Problem:
    """A problem's text, its parse, its quantities in text order, and its question.

    A copy that comes out of a pickle parses the text again when its ``doc`` is asked for: a Doc
    brings the parser's whole vocabulary.
    """

    text: str  # normalised
    doc: Doc = field(compare=False, repr=False)  # as spaCy parses it; empty if it is too long
    quantities: tuple[Quantity, ...]  # the numbers with their units
    question: Question | None  # None if the text asks nothing
    scope: Scope = Scope.PAPER
    words: Words = field(default=Words(), repr=False, compare=False)  # the text as columns
    questions: int = 1  # that the text asks; this problem is one of them

    @property
    def size(self) -> int:
        """The number of quantities."""
        return len(self.quantities)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != _DOC}

    def __getattr__(self, name: str) -> Any:
        if name != _DOC or "text" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        doc = parse("" if too_long(self.text) else self.text)
        object.__setattr__(self, _DOC, doc)
        return doc


def read_problem(
    text: str, numbers: Sequence[Number] | None = None, *, scope: Scope = Scope.PAPER
) -> Problem:
    """Read the quantities and the question of a text, without solving it.

    Args:
        text: The text of a problem. A text that is too long (``unitdep.reading.text``) is not read.
        numbers: The numbers of the text, instead of those the program would find itself.
        scope: Whether quantities are written numbers only, as in the paper, or implied ones too.

    Returns:
        The problem, without quantities and question if the text is too long.
    """
    # The character offsets of given numbers must still match.
    text = _normal(text, scope) if numbers is None else normalise_in_place(text)
    return _unread(text) if too_long(text) else from_doc(parse(text), numbers, scope)


def read_problems(
    texts: Iterable[str], *, batch_size: int = BATCH, scope: Scope = Scope.PAPER
) -> Iterator[Problem]:
    """Read texts in batches, in order.

    Args:
        texts: The texts of problems. Those that are too long are not read.
        batch_size: How many texts spaCy parses at a time, at most.
        scope: Whether quantities are written numbers only, as in the paper, or implied ones too.

    Yields:
        The problem of each text, as ``read_problem`` returns it.
    """
    normal = (_normal(text, scope) for text in texts)
    given, read = tee((text, too_long(text) is None) for text in normal)
    docs = parse_many((text if short else "" for text, short in read), batch_size=batch_size)
    for (text, short), doc in zip(given, docs, strict=True):
        yield from_doc(doc, scope=scope) if short else _unread(text)


def read_questions(
    text: str, *, scope: Scope = Scope.PAPER, last: int | None = None
) -> list[Problem]:
    """Read a text once for each of its questions, in order; once if it has one question or none.

    ``last`` is how many are read at most; those before them are left out.
    """
    text = _normal(text, scope)
    if too_long(text):
        return [_unread(text)]
    return _of_questions(parse(text), scope, last)


def questions_of(problem: Problem, last: int | None = None) -> list[Problem]:
    """Read a problem once for each question of its text, as ``read_questions`` does."""
    return _of_questions(problem.doc, problem.scope, last)


def reread(text: str, scope: Scope) -> list[Problem]:
    """Read the text of a problem again, once for each question; it is normal already."""
    return [_unread(text)] if too_long(text) else _of_questions(parse(text), scope)


def _of_questions(doc: Doc, scope: Scope, last: int | None = None) -> list[Problem]:
    questions = find_questions(doc, Words.of(doc))
    if len(questions) < 2:
        return [from_doc(doc, scope=scope)]
    asked = questions if last is None else questions[-last:]
    return [from_doc(doc, scope=scope, asking=question) for question in asked]


def _normal(text: str, scope: Scope) -> str:
    text = normalise(text)
    return tidy(text) if scope is Scope.EVERYDAY and not too_long(text) else text


def from_doc(
    doc: Doc,
    numbers: Sequence[Number] | None = None,
    scope: Scope = Scope.PAPER,
    asking: Span | None = None,
) -> Problem:
    """Read the quantities and the question of a parsed text, or the given one of its questions."""
    mentions = find_numbers(doc) if numbers is None else list(numbers)
    words = Words.of(doc)
    questions = find_questions(doc, words)
    if scope is Scope.EVERYDAY:
        mentions = everyday_numbers(doc.text, mentions)
        asking = asking if asking is not None else next(reversed(questions), None)
    asking = asking if asking is not None else find_question(doc, words)
    quantities, question = read_units(doc, words, mentions, asking)
    count = max(1, len(questions))
    problem = Problem(doc.text, doc, quantities, question, words=words, questions=count)
    return widen(problem) if scope is Scope.EVERYDAY and len(doc) else problem


def widen(problem: Problem) -> Problem:
    """Add to what is written what the text implies: from the paper's scope to everyday."""
    text, doc, words = problem.text, problem.doc, problem.words
    written = [_of_kind(text, q) for q in problem.quantities]
    question = problem.question
    asking = (question.token_start, question.token_end) if question else None
    implied = [
        Quantity(0, _word(doc, p), p.unit, p.start, p.end, p.kind)
        for p in propose(words, written, asking)
    ]
    ordered = sorted([*written, *implied], key=lambda q: (q.number.start, q.implied, q.value))
    quantities = tuple(replace(q, index=k) for k, q in enumerate(ordered))
    if question is not None:
        low = words.low[question.token_start : question.token_end]
        many = "many" in low
        question = replace(question, unit=price_unit(question.unit, written, low))
        whole = counts_whole(question.unit, written, many)
        question = replace(question, whole=whole, nearest=nearest(text, question.unit))
    return replace(problem, quantities=quantities, question=question, scope=Scope.EVERYDAY)


def of_sum(problem: Problem) -> tuple[Problem, Expression] | None:
    """Return a bare sum as a problem of its numbers and its tree; None if a text is not one.

    "How many inches are 5 ft 4 in?" is one too: there is a single number, and it is the answer.
    """
    if problem.scope is not Scope.EVERYDAY:
        return None
    if found := read_sum(problem.text):
        quantities = tuple(Quantity(k, n, Unit(), 0, 0) for k, n in enumerate(found.numbers))
        return replace(problem, quantities=quantities, question=None), monotonic(found.tree)
    if years := _two_years(problem):
        return replace(problem, quantities=years), Operation(Operator.SUB, Leaf(0), Leaf(1))
    only = _only_compound(problem)
    return None if only is None else (replace(problem, quantities=(only,)), Leaf(0))


def _two_years(problem: Problem) -> tuple[Quantity, ...]:
    """Return the only numbers of a text if they are years, the later one first."""
    written = [q for q in problem.quantities if not q.implied]
    if len(written) != 2 or any(q.number.kind is not NumberKind.YEAR for q in written):
        return ()
    later_first = sorted(written, key=lambda q: -q.value)
    return tuple(replace(q, index=k) for k, q in enumerate(later_first))


def _only_compound(problem: Problem) -> Quantity | None:
    """Return the only number if its parts make the answer."""
    written = [q for q in problem.quantities if not q.implied]
    factors = any(q.kind is Kind.FACTOR for q in problem.quantities)
    if len(written) != 1 or problem.question is None or factors:
        return None
    [only] = written
    same = only.unit.numerator in (problem.question.unit.numerator, "", DOZEN)
    return replace(only, index=0) if only.number.made_of and same else None


def _of_kind(text: str, quantity: Quantity) -> Quantity:
    kind, unit = kind_of(text, quantity.number), quantity.unit
    if kind is Kind.CLOCK:
        unit = Unit("minute")
    elif quantity.number.kind is NumberKind.YEAR:
        unit = Unit("year")
    elif (made_of := quantity.number.made_of) and made_of.into:
        unit = Unit(made_of.into)
    return replace(quantity, kind=kind, unit=money_unit(text, quantity) or unit)


def _word(doc: Doc, proposal: Proposal) -> Number:
    span = doc[proposal.start : proposal.end]
    start, end = span.start_char, span.end_char
    return Number(start, end, doc.text[start:end], proposal.value, NumberKind.WORD)


def _unread(text: str) -> Problem:
    return Problem(text, parse(""), (), None)
