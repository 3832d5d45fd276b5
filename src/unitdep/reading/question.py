"""Question: the clause of a text that asks (paper: the question is a vertex of the graph)."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc, Span

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import sentences


def find_question(doc: Doc) -> Span | None:
    """Return the asking clause of a text, from its question word to the clause's end, or None.

    The last sentence that ends in "?" asks; where there is none, the last that begins with a
    question word or an imperative ("Find the number of ...") or holds "how many". Conditions ("if
    ...") and circumstances that bring numbers ("when 3 ...") are not part of it.
    """
    words = [token.lower_ for token in doc]
    bounds = sentences(doc)
    for start, end in reversed(bounds):
        if words[end - 1] == "?":
            return _clause(doc, words, start, end)
    for start, end in reversed(bounds):
        if _asks(words, start, end):
            return _clause(doc, words, start, end)
    return None


def _asks(words: Sequence[str], start: int, end: int) -> bool:
    """Return whether a sentence without "?" asks: "how many", or a question word in front."""
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
    """Return the position of "how many", else of "what", else of the imperative, else the start."""
    for i in range(start, end - 1):
        if words[i] == "how" and words[i + 1] in LEXICON["how-degree"]:
            return i
    for kind in ("ask-first", "ask-imperative"):
        for i in range(start, end):
            if words[i] in LEXICON[kind] and (i == start or words[i] not in LEXICON["ask-weak"]):
                return i
    return start


def _clause_end(doc: Doc, words: Sequence[str], first: int, end: int) -> int:
    """Return the end of the asking clause: its final mark, or a condition that tells more facts."""
    last = end
    while last > first + 1 and not words[last - 1][:1].isalnum():
        last -= 1
    for i in range(first + 1, last):
        if words[i] == "given" and words[i - 1] in {"any", "a", "each"}:
            continue
        tells = words[i] in LEXICON["condition"] or (
            words[i] in LEXICON["circumstance"] and any(t.like_num for t in doc[i:last])
        )
        if tells:
            cut = i
            while cut > first + 1 and not words[cut - 1][:1].isalnum():
                cut -= 1
            return cut
    return last
