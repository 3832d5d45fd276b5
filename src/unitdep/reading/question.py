"""The clause of a text that asks. In the paper, the question is a vertex of the graph."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from spacy.tokens import Doc, Span

from unitdep.lexicon import LEXICON
from unitdep.reading.words import Words


def find_question(doc: Doc, columns: Words) -> Span | None:
    """Return the asking clause of a text, from its question word to the clause's end, or None.

    The last sentence that ends in "?" asks. If there is none, it is the last that begins with a
    question word or an imperative ("Find the number of ...") or contains "how many". Conditions
    ("if ...") and circumstances with numbers ("when 3 ...") are not part of it.
    """
    words, bounds = columns.low, columns.sentences
    for start, end in reversed(bounds):
        if words[end - 1] == "?":
            return _clause(doc, words, start, end)
    for start, end in reversed(bounds):
        if _asks(words, start, end):
            return _clause(doc, words, start, end)
    return None


def find_questions(doc: Doc, columns: Words) -> list[Span]:
    """Return all asking clauses of a text, in order; a sentence may have several."""
    words, bounds = columns.low, columns.sentences
    marked = [(start, end) for start, end in bounds if words[end - 1] == "?"]
    asking = [
        (start, end)
        for start, end in bounds
        if words[end - 1] == "?"
        or (_asks(words, start, end) and _unmarked(words, start, end, marked))
    ]
    spans: list[Span] = []
    for start, end in asking:
        if not any(word[:1].isalnum() for word in words[start:end]):
            continue  # the second mark of "??"
        cuts = [start, *(i for i in range(start + 1, end - 1) if _asks_too(words, start, i)), end]
        for first, last in pairwise(cuts):
            while last - 1 > first and words[last - 1] in _JOINTS:
                last -= 1
            spans.append(_clause(doc, words, first, last))
    return spans


def _unmarked(
    words: Sequence[str], start: int, end: int, marked: Sequence[tuple[int, int]]
) -> bool:
    """Whether a sentence without "?" may ask: the last one, or any if no sentence has "?"."""
    states = words[start] in ("when", "where", "which", "who")  # "When Ann came, ..."
    return end == len(words) or not (marked or states)


_JOINTS: Final = frozenset({"and", ",", ";", "or", "n", "&", "then"})
_LINKS: Final = frozenset({"by", "in", "for", "at", "after", "to"})
_ASKING: Final = frozenset({"how", "what", "when", "which", "find", "work", "calculate", "whats"})


def _asks_too(words: Sequence[str], start: int, i: int) -> bool:
    """Whether another question begins at a word: "..., and what is its area"."""
    joint = i - 2 if words[i - 1] in _LINKS and i - 2 > start else i - 1
    if words[joint] not in _JOINTS or not any(w in _ASKING for w in words[start:joint]):
        return False
    return words[i] in ("what", "when", "whats") or (
        words[i] == "how" and words[i + 1] in LEXICON["how-degree"]
    )


def _asks(words: Sequence[str], start: int, end: int) -> bool:
    """Whether a sentence without "?" asks: "how many", or a question word in front."""
    while start < end - 1 and not words[start][:1].isalnum():
        start += 1
    if words[start] in LEXICON["ask-first"] or words[start] in LEXICON["ask-imperative"]:
        return True
    return any(
        words[i] == "how" and words[i + 1] in LEXICON["how-degree"] for i in range(start, end - 1)
    )


def _clause(doc: Doc, words: Sequence[str], start: int, end: int) -> Span:
    """Cut a sentence down to the part that asks."""
    first = _asking_word(words, start, end)
    last = _clause_end(doc, words, first, end)
    return doc[first:last]


def _asking_word(words: Sequence[str], start: int, end: int) -> int:
    """Return the position of "how many", or else of "what", of an imperative or of the start."""
    for i in range(start, end - 1):
        if words[i] == "how" and words[i + 1] in LEXICON["how-degree"]:
            return i
    for kind in ("ask-first", "ask-imperative"):
        for i in range(start, end):
            if words[i] in LEXICON[kind] and (i == start or words[i] not in LEXICON["ask-weak"]):
                return i
    return start


def _clause_end(doc: Doc, words: Sequence[str], first: int, end: int) -> int:
    """Return the end of the asking clause: its final mark, or a condition that adds facts."""
    last = _without_marks(words, first, end)
    for i in range(first + 1, last):
        if words[i] == "given" and words[i - 1] in LEXICON["given-noun"]:
            continue
        if words[i] in LEXICON["condition"] or (
            words[i] in LEXICON["circumstance"] and any(t.like_num for t in doc[i:last])
        ):
            return _without_marks(words, first, i)
    return last


def _without_marks(words: Sequence[str], first: int, end: int) -> int:
    """Return the end of a clause without the marks that close it."""
    while end > first + 1 and not words[end - 1][:1].isalnum():
        end -= 1
    return end
