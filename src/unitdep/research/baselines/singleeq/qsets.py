"""Qsets: every number of a text, and the unknown that it asks for, as a set of things.

``read_scene`` returns one ``Qset`` per number of a problem and one for the unknown; ``combine``
returns the compound set of an operator and two sets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise

from spacy.tokens import Doc, Token

from unitdep.core.expression import Operator
from unitdep.reading.problem import Problem
from unitdep.research.baselines.singleeq.kinds import ANY, Kind, contains, result
from unitdep.research.baselines.singleeq.lexicon import lexicon
from unitdep.scoring.features.view import View, lemma, view
from unitdep.units.unit import Unit


class Role(IntEnum):
    """What the set's noun is to its verb."""

    OBJECT = 0
    SUBJECT = 1
    OTHER = 2


@dataclass(frozen=True)
class Qset:
    """A set of things: counted by a number, the unknown, or the compound of two."""

    kind: Kind  # entity and container
    start: int  # its tokens in the text; a compound spans its operands' numbers
    end: int
    adjectives: frozenset[str] = frozenset()
    location: str = ""  # the place named in its sentence, "" if unknown
    verb: str = ""  # lemma of the verb that governs it
    role: Role = Role.OTHER
    subset: bool = False  # part of a set mentioned before: "5 of them"
    compound: bool = False
    unknown: bool = False  # whether it is or contains the unknown
    words: frozenset[str] = frozenset()  # the cue words of its sentences


@dataclass(frozen=True)
class Scene:
    """The sets of a text and what else the features need."""

    numbers: tuple[Qset, ...]  # in text order
    unknown: Qset
    question: frozenset[str]  # lower-case words of the asking clause
    phrases: frozenset[str]  # its pairs of words
    marks: tuple[tuple[int, ...], ...]  # the positions of each of the words "between"
    place: int  # how many numbers come before the question


def read_scene(problem: Problem) -> Scene:
    """Read the sets of a problem; without a question, the unknown has no kind."""
    seen = view(problem)
    doc, question = problem.doc, problem.question
    start = len(doc) if question is None else question.token_start
    asked = [] if question is None else [t.lower_ for t in doc[start : question.token_end]]
    return Scene(
        tuple(_number(seen, k) for k in range(problem.size)),
        _unknown(seen),
        frozenset(asked),
        frozenset(f"{a} {b}" for a, b in pairwise(asked)),
        tuple(tuple(t.i for t in doc if t.lower_ == word) for word in lexicon()["between"]),
        sum(q.token_start < start for q in problem.quantities),
    )


def _number(seen: View, index: int) -> Qset:
    quantity, doc = seen.problem.quantities[index], seen.problem.doc
    base = Qset(
        kind_of(quantity.unit),
        quantity.token_start,
        max(quantity.token_end, quantity.token_start + 1),
        frozenset(quantity.unit.modifiers),
    )
    if quantity.token_end <= quantity.token_start or quantity.token_end > len(doc):
        return base
    number = doc[quantity.token_end - 1]
    noun = _noun(number, quantity.unit.numerator)
    verb = seen.verbs[index]
    return replace(
        base,
        location=_location(noun, verb, base.kind),
        verb="" if verb is None else verb.lemma_.lower(),
        role=_role(noun),
        subset=_is_part(doc, quantity.token_start, quantity.token_end),
        words=_cues(number.sent),
    )


def _unknown(seen: View) -> Qset:
    question, doc = seen.problem.question, seen.problem.doc
    if question is None or question.token_end <= question.token_start:
        return Qset(Kind(), len(doc), len(doc) + 1, unknown=True)
    span = doc[question.token_start : question.token_end]
    named = [t for t in span if lemma(t) == question.unit.numerator]
    noun = named[0] if named else span[0]
    verb = noun
    while not verb.tag_.startswith("VB") and verb.head.i != verb.i:
        verb = verb.head
    kind = kind_of(question.unit)
    return Qset(
        kind,
        question.token_start,
        question.token_end,
        frozenset(question.unit.modifiers),
        location=_location(noun, verb, kind),
        verb=seen.question_verb or "",
        role=_role(noun),
        unknown=True,
        words=_cues(span[0].sent),
    )


def kind_of(unit: Unit) -> Kind:
    """Return a unit as a kind: the Den Unit is the container."""
    return Kind(unit.numerator, "" if unit.denominator is None else unit.denominator or ANY)


def _noun(number: Token, entity: str) -> Token:
    """Return the noun of a number: the nearest head that is its unit, or the number itself."""
    token = number
    for _ in range(3):
        if lemma(token) == entity:
            return token
        token = token.head
    return number.head if number.dep_ in ("nummod", "quantmod", "compound") else number


def _role(noun: Token) -> Role:
    while noun.dep_ in ("conj", "nummod", "quantmod") and noun.head.i != noun.i:
        noun = noun.head
    if noun.dep_ in ("nsubj", "nsubjpass"):
        return Role.SUBJECT
    return Role.OBJECT if noun.dep_ in ("dobj", "obj") else Role.OTHER


def _location(noun: Token, verb: Token | None, kind: Kind) -> str:
    """Return the noun of a phrase of place attached to the noun or the verb."""
    around: Iterable[Token] = (*noun.children, *(verb.children if verb is not None else ()))
    for link in around:
        if link.dep_ == "prep" and link.lower_ in lexicon()["place"]:
            for child in link.children:
                place = lemma(child)
                if child.dep_ == "pobj" and place not in (kind.entity, kind.container):
                    return place
    return ""


def _is_part(doc: Doc, start: int, end: int) -> bool:
    """Return whether a number counts a part: "5 of them", "of the 5", "of which 5"."""
    after = [t.lower_ for t in doc[end : end + 2]]
    before = [t.lower_ for t in doc[max(start - 2, 0) : start]]
    parts = lexicon()["part"]
    return any(len(w) == 2 and w[0] == "of" and w[1] in parts for w in (after, before))


def _cues(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset(t.lower_ for t in tokens) & frozenset(lexicon()["sentence"])


def combine(operator: Operator | None, left: Qset, right: Qset) -> Qset:
    """Return the compound set of two; ``None`` is "=".

    It takes after its second operand, or after the first for "-" or if the first states how many
    there are in each of the second.
    """
    swap = operator is Operator.SUB or contains(left.kind, right.kind)
    head = left if swap else right
    return replace(
        head,
        kind=head.kind if operator is None else result(operator, left.kind, right.kind),
        start=min(left.start, right.start),
        end=max(left.end, right.end),
        subset=left.subset or right.subset,
        compound=True,
        unknown=left.unknown or right.unknown,
        words=left.words | right.words,
    )
