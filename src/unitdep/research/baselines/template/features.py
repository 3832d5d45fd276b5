"""The features of a text (Kushman et al. 2014, section "Model Details").

Features are strings that describe the text only: ``design`` joins them with the signature of the
slot or pair of slots. ``describe`` returns those of the document, of each quantity (as a slot, and
with what is asked) and of each pair of quantities. In addition to the original, there are features
of a number's unit by this project's unit rules ("unit-is-asked", "same-unit-lemma",
"modifier-in-question"); "same-verb-lemma" and "same-dependency" replace its relation features.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from spacy.tokens import Token

from unitdep.reading import Quantity
from unitdep.reading.noun_phrases import NOUN_TAGS
from unitdep.reading.problem import Problem
from unitdep.research.baselines.template.derivations import MAX_QUANTITIES, PartKind
from unitdep.scoring.features.view import View, lemma, view

NEARBY: Final = 5  # words on either side of a number
STOP_WORDS: Final = frozenset({"the", "a"})

Features = list[str]
Described = Mapping[tuple[PartKind, tuple[int, ...]], Features]


@dataclass(frozen=True)
class Reading:
    """A text prepared for the features: its view, and each quantity's number token and nouns."""

    view: View
    lemmas: tuple[str, ...]  # of every token
    sentence: tuple[int, ...]  # the number of the sentence that each token is in
    inside: frozenset[int]  # tokens that are part of a number
    heads: tuple[int, ...]  # the token of each quantity considered
    nouns: tuple[int | None, ...]  # the noun nearest to it in its sentence
    asked: int | None  # the noun that is asked for
    question_sentence: int | None


def describe(problem: Problem) -> Described:
    """Return the features of a problem's document, quantities and pairs of quantities."""
    text = read(problem)
    count = len(text.heads)
    described: dict[tuple[PartKind, tuple[int, ...]], Features] = {
        (PartKind.DOCUMENT, ()): document_features(text)
    }
    for i in range(count):
        described[PartKind.SLOT, (i,)] = slot_features(text, i)
        described[PartKind.ASKED, (i,)] = asked_features(text, i)
        for j in range(i + 1, count):
            described[PartKind.PAIR, (i, j)] = pair_features(text, i, j)
    return described


def read(problem: Problem) -> Reading:
    """Prepare a problem; only its first ``MAX_QUANTITIES`` quantities are used."""
    doc = problem.doc
    considered = problem.quantities[:MAX_QUANTITIES]
    sentence: list[int] = []
    for token in doc:
        sentence.append(sentence[-1] + bool(token.is_sent_start) if sentence else 0)
    inside = frozenset(t for q in problem.quantities for t in range(q.token_start, q.token_end))
    heads = tuple(min(max(q.token_end - 1, 0), len(doc) - 1) for q in considered)
    question = problem.question
    span = range(question.token_start, question.token_end) if question else range(0)
    nouns = [t for t in span if doc[t].tag_ in NOUN_TAGS and t not in inside]
    named = [t for t in nouns if question and lemma(doc[t]) == question.unit.numerator]
    return Reading(
        view(problem),
        tuple(lemma(t) for t in doc),
        tuple(sentence),
        inside,
        heads,
        tuple(_nearest_noun(problem, q, inside) for q in considered),
        next(iter(named or nouns), None),
        sentence[span[0]] if len(span) and span[0] < len(doc) else None,
    )


def _nearest_noun(problem: Problem, quantity: Quantity, inside: frozenset[int]) -> int | None:
    """Return the noun nearest to a number in its sentence, preferably after it."""
    doc = problem.doc
    if not quantity.token_start < quantity.token_end <= len(doc):
        return None
    sentence = doc[quantity.token_start].sent
    nouns = [t.i for t in sentence if t.tag_ in NOUN_TAGS and t.i not in inside]
    after = [t - quantity.token_end for t in nouns if t >= quantity.token_end]
    before = [quantity.token_start - 1 - t for t in nouns if t < quantity.token_start]
    if after and (not before or min(after) <= min(before) + NEARBY):
        return quantity.token_end + min(after)
    return quantity.token_start - 1 - min(before) if before else None


def document_features(text: Reading) -> Features:
    """Return unigrams and bigrams of lemmas, without numbers, punctuation and stop words."""
    words = [
        text.lemmas[t.i]
        for t in text.view.problem.doc
        if t.i not in text.inside and _is_word(t) and text.lemmas[t.i] not in STOP_WORDS
    ]
    grams = {*words, *(f"{a} {b}" for a, b in pairwise(words))}
    return ["document", *sorted(grams)]


def slot_features(text: Reading, i: int) -> Features:
    """Return the features of one number: the words near it, the question, its value."""
    doc, head = text.view.problem.doc, text.heads[i]
    quantity = text.view.problem.quantities[i]
    near = {
        text.lemmas[t]
        for t in range(max(head - NEARBY, 0), min(head + NEARBY + 1, len(doc)))
        if text.sentence[t] == text.sentence[head] and t not in text.inside and _is_word(doc[t])
    }
    return [
        "slot",
        *_question_match(text, i),
        *(("one-or-two",) if quantity.value in (1, 2) else ()),
        *(f"near {word}" for word in sorted(near)),
        *_neighbours(text, quantity),
    ]


def asked_features(text: Reading, i: int) -> Features:
    """Return the features of a number and the unknown: a number slot and the unknown slot."""
    features = ["asked", *_question_match(text, i)]
    if text.asked is not None:
        features += dependency_path(text, text.heads[i], text.asked)
    return features


def pair_features(text: Reading, i: int, j: int) -> Features:
    """Return the features of two numbers, the first before the second in the text."""
    problem = text.view.problem
    first, second = problem.quantities[i], problem.quantities[j]
    one, other = text.nouns[i], text.nouns[j]
    verb, later = text.view.verbs[i], text.view.verbs[j]
    features = ["pair", *dependency_path(text, text.heads[i], text.heads[j])]
    if text.sentence[text.heads[i]] == text.sentence[text.heads[j]]:
        features.append("same-sentence")
    if one is not None and one == other:
        features.append("same-noun")
    if one is not None and other is not None and text.lemmas[one] == text.lemmas[other]:
        features.append("same-nearest-lemma")
    if first.unit.numerator and first.unit.numerator == second.unit.numerator:
        features.append("same-unit-lemma")
    if first.value == second.value:
        features.append("equal")
    else:
        features.append("first-greater" if first.value > second.value else "second-greater")
    if verb is not None and later is not None and verb.lemma_ == later.lemma_:
        features.append("same-verb-lemma")
    if problem.doc[text.heads[i]].dep_ == problem.doc[text.heads[j]].dep_:
        features.append("same-dependency")
    return features


def dependency_path(text: Reading, start: int, end: int) -> Features:
    """Return words, dependency types and pairs of both on the path between two tokens."""
    doc = text.view.problem.doc
    up, down = list(_ancestors(doc[start])), list(_ancestors(doc[end]))
    common = {t.i for t in up} & {t.i for t in down}
    if not common:
        return []
    ways = [[t for t in way if t.i not in common] for way in (up, down)]
    top = next(t for t in up if t.i in common)
    features: dict[str, None] = {}
    for token in (*ways[0], *ways[1], top):
        word = "" if token.i in text.inside else text.lemmas[token.i]
        kind = token.dep_ if token.i != top.i else "top"
        if token.dep_ == "prep":
            features["path-preposition"] = None
        features[f"path-dep {kind}"] = None
        if word:
            features[f"path-word {word}"] = None
            features[f"path-both {word} {kind}"] = None
    return list(features)


def _ancestors(token: Token) -> Iterator[Token]:
    """Yield a token and its heads up to the root."""
    yield token
    while token.head.i != token.i:
        token = token.head
        yield token


def _question_match(text: Reading, i: int) -> Features:
    """Return how a number's noun and sentence relate to the question."""
    noun, head = text.nouns[i], text.heads[i]
    unit = text.view.problem.quantities[i].unit
    question = frozenset(text.view.question)
    asked = "" if text.asked is None else text.lemmas[text.asked]
    near = "" if noun is None else text.lemmas[noun]
    return [
        *(("unit-is-asked",) if asked and unit.numerator == asked else ()),
        *(("noun-is-asked",) if asked and near == asked else ()),
        *(("noun-in-question",) if near in question else ()),
        *(("modifier-in-question",) if question & frozenset(unit.modifiers) else ()),
        *(("in-question",) if text.sentence[head] == text.question_sentence else ()),
    ]


def _neighbours(text: Reading, quantity: Quantity) -> Features:
    """Return the words right before and after a number."""
    before, after = quantity.token_start - 1, quantity.token_end
    return [
        *((f"before {text.lemmas[before]}",) if before >= 0 else ()),
        *((f"after {text.lemmas[after]}",) if after < len(text.lemmas) else ()),
    ]


def _is_word(token: Token) -> bool:
    return not (token.is_punct or token.is_space)
