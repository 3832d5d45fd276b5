"""A problem as the feature functions see it: words with every number made one token."""

from __future__ import annotations

from dataclasses import dataclass

from spacy.tokens import Token

from unitdep.problem import Problem
from unitdep.quantities import Quantity

NUMBER = "<n>"  # stands for any number among the words


@dataclass(frozen=True)
class View:
    """What features are read from; built once a problem."""

    problem: Problem
    words: tuple[str, ...]  # lower case; a number is one NUMBER
    tags: tuple[str, ...]
    places: tuple[int, ...]  # where each quantity stands among ``words``
    verbs: tuple[Token | None, ...]  # the verb that governs each quantity
    question: tuple[str, ...]  # lemmas of the asking clause
    connected: tuple[frozenset[str], ...]  # nouns that go with each quantity in its sentence


def view(problem: Problem) -> View:
    """Build the view of a problem."""
    doc = problem.doc
    inside = {
        t: q.index for q in problem.quantities for t in range(q.token_start, q.token_end)
    }
    words: list[str] = []
    tags: list[str] = []
    places: dict[int, int] = {}
    for token in doc:
        index = inside.get(token.i)
        if index is None:
            words.append(token.lower_)
            tags.append(token.tag_)
        elif index not in places:
            places[index] = len(words)
            words.append(NUMBER)
            tags.append("CD")
    asked = problem.question
    lemmas = (
        tuple(t.lemma_.lower() for t in doc[asked.token_start : asked.token_end] if not t.is_punct)
        if asked
        else ()
    )
    return View(
        problem,
        tuple(words),
        tuple(tags),
        tuple(places.get(q.index, 0) for q in problem.quantities),
        tuple(_verb(problem, q) for q in problem.quantities),
        lemmas,
        tuple(_connected(problem, q) for q in problem.quantities),
    )


def _verb(problem: Problem, quantity: Quantity) -> Token | None:
    """Climb the dependency heads from a number to its verb; the sentence's root failing that."""
    if quantity.token_end <= quantity.token_start:
        return None
    token = problem.doc[quantity.token_end - 1]
    while not token.tag_.startswith("VB") and token.head.i != token.i:
        token = token.head
    return token


def _connected(problem: Problem, quantity: Quantity) -> frozenset[str]:
    """Give the nouns that go with a quantity: its verb's subject, and what stands between the
    numbers around it in the same sentence.
    """
    doc = problem.doc
    if quantity.token_end <= quantity.token_start:
        return frozenset()
    sentence = doc[quantity.token_start].sent
    before = max(
        (q.token_end for q in problem.quantities if q.index < quantity.index),
        default=sentence.start,
    )
    after = min(
        (q.token_start for q in problem.quantities if q.index > quantity.index),
        default=sentence.end,
    )
    near = doc[max(before, sentence.start) : min(after, sentence.end)]
    nouns = {t.lemma_.lower() for t in near if t.pos_ in ("NOUN", "PROPN")}
    verb = _verb(problem, quantity)
    if verb is not None:
        nouns |= {t.lemma_.lower() for t in verb.lefts if t.dep_ in ("nsubj", "nsubjpass")}
    return frozenset(nouns)
