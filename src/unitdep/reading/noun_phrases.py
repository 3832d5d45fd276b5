"""The noun phrases of a text: where each is, its head's lemma and its modifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.words import Words
from unitdep.units.inflection import singular

NOUN_TAGS: Final = frozenset({"NN", "NNS", "NNP", "NNPS"})
PLURAL_TAGS: Final = frozenset({"NNS", "NNPS"})
_NAME_TAGS: Final = frozenset({"NNP", "NNPS"})
_MODIFIER_TAGS: Final = frozenset({"JJ", "JJR", "JJS", "VBN", "VBG", "RB", "HYPH", "AFX"})
_HYPHENED_TAGS: Final = frozenset({("HYPH", "RP"), ("HYPH", "IN"), ("HYPH", "RB")})


@dataclass(frozen=True)
class Noun:
    """A noun phrase without its determiner."""

    start: int  # first token
    head: int  # last token: the noun itself
    lemma: str  # singular of the head
    modifiers: tuple[str, ...] = ()  # lemmas of the words before the head

    @property
    def end(self) -> int:
        """The token after the head."""
        return self.head + 1


def is_noun(words: Words, i: int) -> bool:
    """Whether a word is a noun, by its tag or as a plural that taggers often miss."""
    low = words.low[i]
    if words.tag[i] in NOUN_TAGS:
        return low not in LEXICON["place"]
    return low in LEXICON["invariant"] or low in LEXICON["odd-plural"]


def lemma_of(words: Words, i: int, *, plural: bool = False) -> str:
    """Return the singular lemma of a noun token, a hyphened word in one piece ("push-up").

    With ``plural``, the context calls for a plural, whatever the tagger says.
    """
    tag = "NN" if i > 0 and words.low[i - 1] in LEXICON["singular"] else words.tag[i]
    lemma = singular(words.low[i], "NNS" if plural else tag)
    if words.tag[i + 1 : i + 3] in _HYPHENED_TAGS and words.low[i + 2] in LEXICON["particle"]:
        return f"{lemma}-{words.low[i + 2]}"
    if i >= 2 and words.tag[i - 1] == "HYPH" and words.tag[i - 2] != "CD":
        return f"{words.low[i - 2]}-{lemma}"
    return lemma


def noun_phrase(words: Words, start: int, end: int, *, plural: bool = False) -> Noun | None:
    """Read the noun phrase that begins at ``start`` (after its determiner) and ends by ``end``.

    With ``plural``, as after a number, a verb form in -s is read as a noun: "8 salads".
    """
    head = -1
    modifiers: list[int] = []
    i = start
    while i < end:
        tag = words.tag[i]
        named = is_noun(words, i)
        if named or (plural and tag == "VBZ" and words.low[i] not in LEXICON["auxiliary"]):
            if head >= 0:
                if not _compound(words, head, i):
                    break
                modifiers.append(head)
            head = i
        elif head >= 0:
            if tag not in {"HYPH", "POS"} or i + 1 >= end:
                break
            if tag == "POS":
                modifiers.append(head)
            head = -1
        elif tag not in _MODIFIER_TAGS and not (
            _joins_modifiers(words, i, start, end) or (plural and _like_verb(words, i, end))
        ):
            break
        elif tag not in {"HYPH", "CC", ","}:
            modifiers.append(i)
        i += 1
    if head < 0:
        return None
    lemmas = tuple(lemma_of(words, m) for m in modifiers)
    return Noun(start, head, lemma_of(words, head, plural=plural), lemmas)


def _compound(words: Words, head: int, i: int) -> bool:
    """Whether the noun at ``i`` continues the compound whose last noun is ``head``."""
    if words.low[i] in LEXICON["calendar"]:
        return False
    if words.low[head] in LEXICON["invariant"]:
        return words.tag[i] == "NNS"  # "fish pies"
    if words.low[i] in LEXICON["invariant"]:
        return True
    if words.tag[head] in PLURAL_TAGS:
        return words.low[head] in LEXICON["plural-modifier"] or _modifying_plural(words, head, i)
    return words.tag[i] not in _NAME_TAGS or words.tag[head] in _NAME_TAGS


def _like_verb(words: Words, i: int, end: int) -> bool:
    """Whether a "verb" before a plural is a modifier: "how many strawberry plants"."""
    asked = i > 0 and words.low[i - 1] == "many" and words.tag[i] in {"VB", "VBP"}
    counted = i > 0 and words.tag[i - 1] == "CD" and words.tag[i] == "VB"
    return (asked or counted) and i + 1 < end and words.tag[i + 1] == "NNS"


def _modifying_plural(words: Words, head: int, i: int) -> bool:
    """Whether a plural modifies the noun after it: "a stalls ticket", "9 stalls tickets"."""
    if head > 0 and words.low[head - 1] in LEXICON["article"]:
        return True
    verb = i + 1 < len(words.tag) and words.tag[i + 1] in {"CD", "IN", "$"}
    return words.tag[i] == "NNS" and not verb and lemma_of(words, head) not in LEXICON["measure"]


def _joins_modifiers(words: Words, i: int, start: int, end: int) -> bool:
    """Whether "and" or a comma joins two modifiers: "red and blue marbles"."""
    return (
        words.low[i] in LEXICON["modifier-link"]
        and start < i < end - 1
        and words.tag[i - 1] in {"JJ", "VBN"}
        and words.tag[i + 1] in {"JJ", "VBN"}
    )


def without_verb(words: Words, noun: Noun | None, limit: int) -> Noun | None:
    """Take a verb off the end of a phrase: "each van seats 3", "does each heir inherit".

    ``limit`` is a number or the end of the question; a verb must come before it.
    """
    if noun is None or noun.head == noun.start:
        return noun
    at = noun.head - 1
    if limit < len(words.low) and _is_amount(words, limit):
        verb = noun.end == limit and words.low[noun.head].endswith("s")
        one = noun.start > 0 and words.low[noun.start - 1] in LEXICON["singular"]
        verb = verb and (words.tag[at] in NOUN_TAGS or (one and words.tag[noun.head] == "NNS"))
    else:
        before = words.low[max(0, noun.start - 3) : max(0, noun.start - 1)]  # "does a single pen"
        inverted = not LEXICON["do"].isdisjoint(before)
        other = any(words.tag[i] in {"VB", "VBN"} for i in range(noun.end, limit))
        verb = inverted and not other and words.tag[at] in NOUN_TAGS | {"JJ"}
    if not verb:
        return noun
    return noun_phrase(words, noun.start, noun.head) or Noun(at, at, lemma_of(words, at))


def _is_amount(words: Words, i: int) -> bool:
    """Whether a word is a number or the sign before one; "each guinea pig 7" has no verb."""
    return words.tag[i] in {"CD", "$"} or words.low[i][:1].isdigit()
