"""Bare numbers that take over what they count from another number, or from what was named last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, PLURAL_TAGS, Noun, lemma_of, noun_phrase
from unitdep.reading.unit_rules.scene import (
    ADJECTIVE_OR_NOUN,
    DETERMINERS,
    REACH,
    Mention,
    Scene,
    back_over,
    phrase_start,
)
from unitdep.reading.words import Words

LINKS: Final = frozenset({"IN", "TO"})
BETWEEN: Final = frozenset({"JJ", "VBN", "NNP", "CC", ","})  # tags in "12 red and 9 blue beads"


class Standing(Enum):
    """What a noun before a bare number is to it, from the likeliest thing that it counts."""

    COUNTED = auto()
    GROUP = auto()  # rather what rates are for
    FAINT = auto()  # a measure, or money
    PLURAL = auto()  # not counted by the text


@dataclass(frozen=True)
class Bare:
    """A bare number, and what is known about the text's other numbers."""

    scene: Scene
    index: int  # of the number, or of the first one with a like phrase
    den: Noun | None  # the number's own Den Unit
    dens: Sequence[Noun | None]  # all Den Units
    asked: Noun | None  # the noun that is asked for

    @property
    def words(self) -> Words:
        """The words of the text."""
        return self.scene.words

    @property
    def mention(self) -> Mention:
        """The number."""
        return self.scene.mentions[self.index]

    @cached_property
    def groups(self) -> frozenset[str]:
        """The lemmas of all Den Units."""
        return frozenset(den.lemma for den in self.dens if den)

    def names(self, lemma: str) -> bool:
        """Whether a lemma is something that the number can count."""
        own = self.den.lemma if self.den else ""
        return lemma not in {"", own} and lemma not in LEXICON["names-nothing"]

    @cached_property
    def sought(self) -> Noun | None:
        """The noun asked for, if the number can count it."""
        return self.asked if self.asked and self.names(self.asked.lemma) else None

    @cached_property
    def nouns(self) -> dict[Standing, Noun]:
        """The last noun before the number of each standing, up to the last that is counted."""
        nouns: dict[Standing, Noun] = {}
        for i in _places_before(self):
            noun = Noun(i, i, lemma_of(self.words, i))
            standing = _standing(self, noun) if self.names(noun.lemma) else None
            if standing:
                nouns.setdefault(standing, noun)
            if standing is Standing.COUNTED:
                break
        return nouns

    @cached_property
    def spoken(self) -> Noun | None:
        """The noun named last that the text counts."""
        nouns = self.nouns
        counted, faint = nouns.get(Standing.COUNTED), nouns.get(Standing.FAINT)
        if counted or faint is None or faint.lemma not in LEXICON["money"]:
            return counted or nouns.get(Standing.GROUP) or faint
        if _of_them(self) and Standing.PLURAL in nouns:
            return nouns[Standing.PLURAL]  # "2 of them" aren't dollars
        if faint.head >= self.words.sentence[self.mention.start][0]:
            return faint
        return nouns.get(Standing.GROUP) or faint


def bare(scene: Scene, index: int, dens: Sequence[Noun | None], asked: Noun | None) -> Bare:
    """Return what the rules for a bare number look at."""
    return Bare(scene, _first_twin(scene, index), dens[index], dens, asked)


# The nouns before a number


def _places_before(number: Bare) -> Iterator[int]:
    """Yield the places of the nouns before a number, the last one first."""
    words, mention = number.words, number.mention
    for i in range(_before_owner(words, mention) - 1, max(-1, mention.start - REACH), -1):
        noun = words.tag[i] in NOUN_TAGS or words.low[i] in LEXICON["invariant"]
        if noun and words.low[i] not in LEXICON["calendar"]:
            yield i


def _before_owner(words: Words, mention: Mention) -> int:
    """Return where the nouns end that may be counted: before "Kim" in "Kim 9"."""
    i = mention.start
    while i > 0 and (words.low[i - 1] in LEXICON["about"] or words.tag[i - 1] in NOUN_TAGS):
        i -= 1
    return i


def _standing(number: Bare, noun: Noun) -> Standing | None:
    """Return what a noun is to a number, or None for one that it can't count."""
    if noun.lemma not in number.scene.counted:
        counts = number.words.tag[noun.head] == "NNS" and not _is_place(number.words, noun.head)
        return Standing.PLURAL if counts else None
    if _is_faint(number, noun):
        return Standing.FAINT
    return Standing.GROUP if _is_group(number, noun) else Standing.COUNTED


def _is_place(words: Words, at: int) -> bool:
    """Whether a plural is where or when something was: "at flea markets", "on holidays"."""
    first = phrase_start(words, at, 0, ADJECTIVE_OR_NOUN | DETERMINERS)
    return first > 0 and words.low[first - 1] in LEXICON["place-link"]


def _is_faint(number: Bare, noun: Noun) -> bool:
    """Whether a noun is a measure, which few bare numbers count.

    They do within a sentence ("ran 3 miles and then 2"), except time, money and "2 of them".
    """
    if noun.lemma in LEXICON["time"] or noun.lemma in LEXICON["money"]:
        return True
    earlier = noun.head < number.words.sentence[number.mention.start][0]
    return noun.lemma in LEXICON["measure"] and (earlier or _of_them(number))


def _of_them(number: Bare) -> bool:
    """Whether "of them" follows a number."""
    low, end = number.words.low, number.mention.end
    return low[end : end + 1] == ("of",) and end + 1 < len(low) and low[end + 1] in LEXICON["them"]


def _is_group(number: Bare, noun: Noun) -> bool:
    """Whether a noun is rather what rates are for than what a number counts.

    It isn't if it has a number in the same sentence and no rate for it follows.
    """
    if noun.lemma not in number.groups:
        return False
    if noun.head < number.words.sentence[number.mention.start][0]:
        return True
    mentions = number.scene.mentions
    owner = next((j for j, m in enumerate(mentions) if m.noun and m.noun.head == noun.head), None)
    if owner is None:
        return True
    return any(den and den.lemma == noun.lemma for den in number.dens[owner + 1 : number.index])


# Numbers with like phrases


def _first_twin(scene: Scene, index: int) -> int:
    """Go back through numbers with like phrases to one with a noun, or the first."""
    while scene.mentions[index].noun is None and _has_twin(scene, index):
        index -= 1
    return index


def _has_twin(scene: Scene, index: int) -> bool:
    """Whether the number before has a like phrase: "9 on Monday, 4 on Friday"."""
    words, mention = scene.words, scene.mentions[index]
    last = scene.mentions[index - 1] if index else None
    if last is None or last.money or last.start < words.sentence[mention.start][0]:
        return False
    link = words.low[back_over(words.low, mention.start - 1, last.end, LEXICON["about"])]
    if link in LEXICON["twin-link"] and link == words.low[last.start - 1]:
        return True
    if link not in LEXICON["and-comma"] or not _is_link(words, mention.end):
        return False
    after = last.phrase_end
    after += words.tag[after : after + 1] in {("VBD",), ("JJ",), ("RB",)}
    return _is_link(words, after)


def _is_link(words: Words, at: int) -> bool:
    """Whether a word is a preposition: "on", "to"."""
    return at < len(words.tag) and words.tag[at] in LINKS


# Rules


def twin(number: Bare) -> Noun | None:
    """Read the 4 of "9 plums on Monday, 4 on Friday"."""
    return number.mention.noun


def contents(number: Bare) -> Noun | None:
    """Read the pens of "4 boxes of pens with 9 in each"."""
    words, den = number.words, number.den
    if den is None or words.tag[den.head] not in PLURAL_TAGS:
        return None
    if words.low[den.end : den.end + 1] != ("of",):
        return None
    noun = noun_phrase(words, den.end + 1, words.sentence[den.head][1])
    return noun if noun and words.tag[noun.head] in PLURAL_TAGS else None


def listed(number: Bare) -> Noun | None:
    """Read the 12 of "12 red and 9 blue beads", "12 of 19 beads"."""
    mentions, end = number.scene.mentions, number.mention.end
    following = mentions[number.index + 1] if number.index + 1 < len(mentions) else None
    if following is None or following.noun is None:
        return None
    if number.den and number.words.low[end : end + 1] == (",",):
        return None  # "tables of 3, and 4 children"
    return following.noun if _is_list(number.words, end, following.start) else None


def _is_list(words: Words, end: int, start: int) -> bool:
    """Whether the words between two numbers leave the noun to the second one."""
    if words.low[end:start] in {("of",), ("of", "the"), ("out", "of")}:
        return True
    return end < start and all(
        words.tag[i] in BETWEEN or words.low[i] in LEXICON["and-or"] for i in range(end, start)
    )


def asked_for_groups(number: Bare) -> Noun | None:
    """Read the guests of "a van seats 6, a coach seats 9. How many guests": not vans."""
    named = number.sought
    if number.den is None or named is None:
        return None
    if named.lemma in number.groups or named.lemma in LEXICON["measure"]:
        return None
    spoken = number.spoken
    return named if spoken is None or spoken.lemma in number.groups else None


def last_named(number: Bare) -> Noun | None:
    """Read "Kim had 40 cards. She sold 24 of them."."""
    return number.spoken


def next_number(number: Bare) -> Noun | None:
    """Read "9 came at noon, and 5 guests came later"."""
    later = number.scene.mentions[number.index + 1 :]
    return next((m.noun for m in later if m.noun and not m.money and number.names(m.lemma)), None)


def asked_for(number: Bare) -> Noun | None:
    """Read "Some geese swam by. 5 flew off. How many geese stayed?"."""
    return number.sought


def last_plural(number: Bare) -> Noun | None:
    """Read "Some pupils sang. Then 5 danced."."""
    return number.nouns.get(Standing.PLURAL)


def money(number: Bare) -> Noun | None:
    """Read "Kim earned 9 and spent $4"."""
    return next((m.noun for m in number.scene.mentions if m.money), None)


def people(number: Bare) -> Noun | None:
    """Read "In the band 5 sing" in a text about a crowd."""
    if LEXICON["crowd"].isdisjoint(number.words.low):
        return None
    return Noun(number.mention.start, number.mention.start, "person")
