"""A problem as the feature functions see it: as words, with each number as a single token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from spacy.tokens import Doc, Span, Token

from unitdep.reading import Quantity
from unitdep.reading.noun_phrases import NOUN_TAGS
from unitdep.reading.problem import Problem
from unitdep.scoring.features.words import WORDS
from unitdep.units.inflection import singular

NUMBER: Final = "<n>"  # replaces every number among the words
REACH: Final = 2  # tokens of context on either side of a quantity
_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass"})


@dataclass(frozen=True)
class View:
    """What features are read from; built once per problem."""

    problem: Problem
    words: tuple[str, ...]  # lower case; a number is one NUMBER
    tags: tuple[str, ...]
    lemmas: frozenset[str]  # of all words
    places: tuple[int, ...]  # position of each quantity in ``words``
    verbs: tuple[Token | None, ...]  # the verb that governs each quantity
    owners: tuple[str, ...]  # the subject of that verb, or "" if unknown
    connected: tuple[frozenset[str], ...]  # nouns connected with each quantity in its sentence
    some_before: tuple[bool, ...]  # whether "some" comes before each quantity
    in_question_sentence: tuple[bool, ...]
    question: tuple[str, ...]  # lemmas of the asking clause
    question_verb: str | None
    question_owner: str

    @cached_property
    def contexts(self) -> list[list[str]]:
        """The words near each quantity, alone and in bigrams of words and tags."""
        return [_context(self.words, self.tags, place) for place in self.places]


def view(problem: Problem) -> View:
    """Build the view of a problem."""
    doc, quantities = problem.doc, problem.quantities
    tokens = list(doc)  # once: spaCy creates a new object on every access
    words, tags, places = _collapse(problem, tokens)
    asked = _asked(problem)
    question_verb = _main_verb(asked) if asked is not None else None
    verbs = tuple(_verb(doc, q) for q in quantities)
    some = next((i for i, t in enumerate(tokens) if t.lower_ == "some"), len(tokens))
    asking_sentence = asked[0].sent if asked is not None and len(asked) else None
    return View(
        problem,
        words,
        tags,
        frozenset([lemma(t) for t in tokens]),
        places,
        verbs,
        tuple(_owner(doc, verb) for verb in verbs),
        tuple(_connected(problem, q) for q in quantities),
        tuple(some < q.token_start for q in quantities),
        tuple(
            asking_sentence is not None
            and asking_sentence.start <= q.token_start < asking_sentence.end
            for q in quantities
        ),
        tuple(lemma(t) for t in asked if not t.is_punct) if asked is not None else (),
        question_verb.lemma_.lower() if question_verb is not None else None,
        _owner(doc, question_verb),
    )


def _context(words: Sequence[str], tags: Sequence[str], place: int) -> list[str]:
    context: list[str] = []
    for i in range(max(place - REACH, 0), min(place + REACH, len(words) - 1)):
        word, tag, next_word, next_tag = words[i], tags[i], words[i + 1], tags[i + 1]
        context += [
            f"{word} {next_tag}",
            f"{tag} {next_word}",
            f"{tag} {next_tag}",
            f"{word} {next_word}",
        ]
    for i in range(max(place - REACH, 0), min(place + REACH + 1, len(words))):
        if i != place:
            context.append(f"w {words[i]}")
    return context


def lemma(token: Token) -> str:
    """Return a token's lemma; for nouns, the one that the unit rules use."""
    if token.tag_ in NOUN_TAGS:
        return singular(token.lower_, token.tag_)
    return token.lemma_.lower()


def _collapse(
    problem: Problem, tokens: Sequence[Token]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]:
    """Return words and tags with each number as one token, and the numbers' positions."""
    inside = {t: q.index for q in problem.quantities for t in range(q.token_start, q.token_end)}
    words: list[str] = []
    tags: list[str] = []
    places: dict[int, int] = {}
    for place, token in enumerate(tokens):
        index = inside.get(place)
        if index is None:
            words.append(token.lower_)
            tags.append(token.tag_)
        elif index not in places:
            places[index] = len(words)
            words.append(NUMBER)
            tags.append("CD")
    return tuple(words), tuple(tags), tuple(places.get(q.index, 0) for q in problem.quantities)


def _asked(problem: Problem) -> Span | None:
    question = problem.question
    return None if question is None else problem.doc[question.token_start : question.token_end]


def _main_verb(asked: Span) -> Token | None:
    """Return the last full verb of the asking clause."""
    verbs = [t for t in asked if t.tag_.startswith("VB") and t.dep_ not in ("aux", "auxpass")]
    return verbs[-1] if verbs else None


def _verb(doc: Doc, quantity: Quantity) -> Token | None:
    """Climb the dependency heads from a number to its verb, or else to the root of the sentence."""
    if quantity.token_end <= quantity.token_start:
        return None
    token = doc[quantity.token_end - 1]
    while not token.tag_.startswith("VB") and token.head.i != token.i:
        token = token.head
    return token


def _owner(doc: Doc, verb: Token | None) -> str:
    """Return the subject of a verb; "he" and "she" are replaced by the last name before them."""
    while verb is not None:
        for child in verb.lefts:
            if child.dep_ in _SUBJECTS:
                if child.lower_ not in WORDS["person"]:
                    return child.lower_
                names = [
                    t.lower_ for t in doc[: child.i] if t.tag_ == "NNP" and t.dep_ in _SUBJECTS
                ]
                return names[-1] if names else child.lower_
        verb = verb.head if verb.dep_ in ("conj", "xcomp", "advcl") else None
    return ""


def _connected(problem: Problem, quantity: Quantity) -> frozenset[str]:
    """Return the nouns connected with a quantity.

    These are its verb's subject and the nouns between the numbers around it, in its sentence.
    """
    doc = problem.doc
    if quantity.token_end <= quantity.token_start:
        return frozenset()
    sentence = doc[quantity.token_start].sent
    before = [q.token_end for q in problem.quantities if q.index < quantity.index]
    after = [q.token_start for q in problem.quantities if q.index > quantity.index]
    start = max([sentence.start, *before])
    near = doc[start : max(start, min([sentence.end, *after]))]
    nouns = {lemma(t) for t in near if t.tag_ in NOUN_TAGS}
    verb = _verb(doc, quantity)
    if verb is not None:
        nouns |= {lemma(t) for t in verb.lefts if t.dep_ in _SUBJECTS}
    return frozenset(nouns)
