"""What a question asks for: a number, or else yes or no, a person, a place, a reason, a deed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from unitdep.core.labels import Kind
from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, noun_phrase
from unitdep.reading.problem import Problem, Scope
from unitdep.reading.refusals.phrases import LISTS
from unitdep.reading.words import Words

NOTHING_ASKED: Final = "nothing is asked: the text has no question"
YES_OR_NO: Final = "the question is answered with yes or no, not with a number"
NO_NUMBER: Final = "the question asks {asked}, not for a number"
NO_TASK: Final = "nothing is asked that is a number: {asked}"

_DEGREE_TAGS: Final = frozenset({"RB", "RBR", "JJ", "JJR"})
_SUBJECT_TAGS: Final = NOUN_TAGS | {"PRP", "PRP$", "DT", "CD", "EX", "JJ", "PDT"}


def no_number_asked(problem: Problem) -> str | None:
    """Refuse a text in which no question asks for a number; the reason is that of the last one."""
    words = problem.words
    everyday = problem.scope is Scope.EVERYDAY
    timed = any(q.kind is Kind.CLOCK for q in problem.quantities)
    reasons = []
    for start, end in dict.fromkeys(words.sentence):
        places = [i for i in range(start, end) if not words.low[i].isspace()]
        if places and (_asks(words, places) or (everyday and _typed(words, places))):
            reason = _reason(words, places)
            asks_time = any(words.low[i] in ("when", "time") for i in places)
            if timed and asks_time and reason != YES_OR_NO:
                reason = None
            if reason is None:
                return None
            reasons.append(reason)
    return reasons[-1] if reasons else NOTHING_ASKED


def _asks(words: Words, places: list[int]) -> bool:
    """Whether a sentence asks: by its mark, a question word in front, "how many" anywhere."""
    low = [words.low[i] for i in places]
    first = next((word for word in low if word[:1].isalnum()), "")
    return (
        low[-1] == "?"
        or first in LISTS["question-start"]
        or any(_orders(low, at) for at in _clause_starts(low))
        or _degree(words, places) is not None
    )


def _typed(words: Words, places: list[int]) -> bool:
    """Whether a sentence asks as people type, without a mark: "... what change do i get"."""
    low = [words.low[i] for i in places]
    return any(word in ("what", "when", "how") for word in low) or low[0] in ("much", "many")


def _reason(words: Words, places: list[int]) -> str | None:
    """Return why what a sentence asks for is not a number, or None if it may be one."""
    low = [words.low[i] for i in places]
    degree = _degree(words, places)
    if "what" in low and (degree is None or low.index("what") < degree):
        return _what(words, places, low.index("what"))
    if degree is not None:
        return None
    for at in _clause_starts(low):
        if _orders(low, at):
            return _ordered(words, places, at)
    if "how" in low:
        return NO_NUMBER.format(asked="how something is done")
    asking = next((w for at in _clause_starts(low) if (w := _other_word(low, at))), "")
    if asking:
        return NO_NUMBER.format(asked=f'"{asking}"')
    if any(_inverted(words, places, at) for at in _clause_starts(low)):
        return YES_OR_NO
    return None


def _clause_starts(low: list[str]) -> Iterator[int]:
    """Yield the positions in a sentence where its asking clause may begin, after "can you" too.

    In "can you find the cost" these are the positions of "can" and of "find".
    """
    opened = True
    for at, word in enumerate(low):
        if opened and word[:1].isalnum():
            yield at
        polite = word == "please" or (word == "you" and at > 0 and low[at - 1] in LISTS["polite"])
        opened = polite or word in LISTS["clause-start"] or (opened and not word[:1].isalnum())


def _degree(words: Words, places: list[int]) -> int | None:
    """Return the position of "how" in "how many" or "how quickly", or None if there is none."""
    for at, i in enumerate(places[:-1]):
        following = places[at + 1]
        low = words.low[following]
        if words.low[i] == "how" and (
            low in LEXICON["how-degree"] or words.tag[following] in _DEGREE_TAGS
        ):
            return at
        if low in LISTS["degree"] and at == 0 and words.low[i] not in LISTS["yes-no"]:
            return at
    return None


def _orders(low: list[str], at: int) -> bool:
    return low[at] in LISTS["work-out"] or low[at] in LISTS["hand-over"]


def _ordered(words: Words, places: list[int], at: int) -> str | None:
    """Judge an imperative: "find the cost" asks for a number, "find my 2 red socks" does not."""
    rest = [words.low[i] for i in places[at + 1 :]]
    if words.low[places[at]] in LISTS["work-out"] or not LISTS["amount"].isdisjoint(rest):
        return None
    counted = any(words.tag[i] == "CD" for i in places[at + 1 :])
    things = sorted(LISTS["thing"].intersection(rest), key=rest.index)
    if counted or things:
        said = " ".join([words.low[places[at]], *rest[:3]])
        return NO_TASK.format(asked=f'"{said} ..." is something to do')
    return None


def _what(words: Words, places: list[int], at: int) -> str | None:
    """Judge a question with "what" by the noun that it asks for, or by its verb."""
    rest = places[at + 1 :]
    low = [words.low[i] for i in rest]
    if not rest:
        return None
    said = _thing(words, rest, low) or _deed(words, rest, low)
    return NO_NUMBER.format(asked=f'"what {said}"') if said else None


def _thing(words: Words, rest: list[int], low: list[str]) -> str:
    """Return the words from "what" to a noun that is not an amount: "is the capital", "colour"."""
    if low[:1] == ["time"] and low[1:2] and low[1] in LISTS["yes-no"]:
        return "time"
    begin = 1 if low[0] in LISTS["be"] else 0
    while begin < len(rest) and words.tag[rest[begin]] in {"DT", "PRP$", "CD"}:
        begin += 1
    if begin >= len(rest):
        return ""
    noun = noun_phrase(words, rest[begin], rest[-1] + 1)
    head = rest.index(noun.head) if noun and noun.head in rest else begin
    if low[head] in LISTS["thing"] or low[begin] in LISTS["thing"]:
        return " ".join(low[: (head if low[head] in LISTS["thing"] else begin) + 1])
    return ""


def _deed(words: Words, rest: list[int], low: list[str]) -> str:
    """Return the words from "what" to a verb whose object or subject is not an amount."""
    if low[0] == "if":
        return "if"
    if words.lemma[rest[0]] in LISTS["event"]:
        return low[0]
    if low[0] not in LISTS["yes-no"]:
        return ""
    for at in range(1, len(rest)):
        if words.tag[rest[at]] in {"VB", "VBP"} and words.lemma[rest[at]] in LISTS["deed"]:
            return " ".join(low[: at + 1])
        if words.tag[rest[at]] in {"VB", "CD"}:
            break
    return ""


def _other_word(low: list[str], at: int) -> str:
    """Return the question word that a clause begins with, perhaps after a preposition."""
    if low[-1] != "?":
        return ""
    for place in (at, at + 1):
        if place < len(low) and low[place] in LISTS["no-number"]:
            named = low[place + 1] if place + 1 < len(low) else ""
            return "" if low[place] == "which" and named in LISTS["counted-place"] else low[place]
    return ""


def _inverted(words: Words, places: list[int], at: int) -> bool:
    """Whether a clause begins with a verb before its subject: "does she have"."""
    if at + 1 >= len(places) or words.low[places[-1]] != "?":
        return False
    verb, subject = places[at], places[at + 1]
    return words.low[verb] in LISTS["yes-no"] and words.tag[subject] in _SUBJECT_TAGS
