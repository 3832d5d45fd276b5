"""What a number counts, if the words around it say so: "$7", "25%", "4 red marbles"."""

from __future__ import annotations

from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, Noun, lemma_of, noun_phrase
from unitdep.reading.quantity import NumberKind
from unitdep.reading.unit_rules.counts.figure import Figure, Phrase
from unitdep.reading.unit_rules.scene import DETERMINERS, Mention
from unitdep.reading.words import Words
from unitdep.units.inflection import singular

DEEDS: Final = {"fly": "flight"}  # nouns that don't begin as their verb does
SUBJECTS: Final = frozenset({"NNS", "PRP", "CD"})  # tags of the subject of a plural verb


# Signs and packs


def currency(figure: Figure) -> Mention | None:
    """Read "$7", "7 €"."""
    start, end = figure.start, figure.end
    signs = (figure.number.text[:1], *figure.words.low[max(0, start - 1) : end])
    name = next((LEMMAS[sign] for sign in signs if sign in LEXICON["currency-sign"]), None)
    return Mention(start, end, Noun(end - 1, end - 1, name), end, money=True) if name else None


def percent(figure: Figure) -> Mention | None:
    """Read "25%", "25 percent"."""
    start, end = figure.start, figure.end
    sign = end < figure.limit and figure.words.low[end] in LEXICON["percent"]
    if figure.number.kind is not NumberKind.PERCENT and not sign:
        return None
    return Mention(start, end, Noun(end - 1, end - 1, "percent"), end)


def pack(figure: Figure) -> Mention | None:
    """Read the cola and the packs of "24-packs of cola"."""
    words, end, limit = figure.words, figure.end, figure.limit
    at = end + 1
    if at >= limit or words.tag[end] != "HYPH" or words.low[at] not in LEXICON["pack"]:
        return None
    group = Noun(at, at, lemma_of(words, at, plural=True))
    linked = group.end < limit and words.low[group.end] == "of"
    contents = _of_noun(words, group.end, limit).noun if linked else None
    return Mention(figure.start, end, contents, group.end, pack=group)


# "times"


def times_as_many(figure: Figure) -> Phrase | None:
    """Read "3 times as many", "3 times the price"."""
    low, at = figure.words.low, figure.at
    if figure.low != "times" or at + 1 >= len(low) or low[at + 1] not in LEXICON["factor"]:
        return None
    return Phrase(Noun(at, at, "times"), at + 1)


def times_done(figure: Figure) -> Phrase | None:
    """Read "pulled 9 times": the noun of the verb if the text has one ("a pull"), else times."""
    if figure.low != "times":
        return None
    words, at = figure.words, figure.at
    floor = words.sentence[at][0]
    verb = next((k for k in range(at - 1, floor - 1, -1) if _acts(words, k)), None)
    lemma = None if verb is None else _noun_of_verb(words, words.lemma[verb])
    return Phrase(Noun(at, at, lemma or "time"), at + 1)


def _noun_of_verb(words: Words, verb: str) -> str | None:
    """Return the noun of a verb that the text has: "pull", "climb" for "climbing"."""
    stem = DEEDS.get(verb, verb.removesuffix("e"))
    for i, tag in enumerate(words.tag):
        if tag in NOUN_TAGS and words.low[i].startswith(stem) and not _modifies(words, i):
            lemma = lemma_of(words, i)
            if lemma.removeprefix(stem) in {"", "e", "ing"}:
                return lemma
    return None


def _modifies(words: Words, i: int) -> bool:
    """Whether a noun comes before another one: "climbing" in "climbing wall"."""
    return i + 1 < len(words.tag) and words.tag[i + 1] in NOUN_TAGS


def _acts(words: Words, k: int) -> bool:
    """Whether a word is a verb of doing something."""
    if words.tag[k] == "VB" and words.tag[k - 1] not in {"TO", "MD", "RB"}:
        return False  # mostly a noun: "rode the ghost train"
    return words.tag[k].startswith("VB") and words.lemma[k] not in LEXICON["auxiliary"]


# Noun phrases


def of_the(figure: Figure) -> Phrase | None:
    """Read "4 of the bulbs"; "4 of them" and the 4 of "9 sacks of rice and 4 of beans" are bare."""
    if figure.low != "of":
        return None
    words, after = figure.words, figure.at + 1
    phrase = _of_noun(words, figure.at, figure.limit)
    noun = phrase.noun
    bare = noun is not None and noun.start == after and words.tag[after] in {"NN", "NNS"}
    return Phrase(None, phrase.end) if bare else phrase


def _of_noun(words: Words, i: int, limit: int) -> Phrase:
    """Read "of the X"; "of them" names nothing, unless "are boys" follows."""
    after = i + 1
    owner = next((k for k in range(after, min(after + 4, limit)) if words.tag[k] == "POS"), None)
    if owner is not None:
        after = owner + 1
    while after < limit and words.tag[after] in DETERMINERS:
        after += 1
    noun = noun_phrase(words, after, limit)
    if noun is None or words.low[noun.head] in LEXICON["stand-in"]:
        end = noun.end if noun else min(after + 1, limit)
        return Phrase(_predicate(words, end, limit), end)
    return Phrase(noun, noun.end)


def speed(figure: Figure) -> Phrase | None:
    """Read "50 mph"."""
    return _measured(figure) if figure.measure in LEXICON["speed"] else None


def measure(figure: Figure) -> Phrase | None:
    """Read "5 kg", and the 5 of "a 5 pound bag"."""
    return _measured(figure) if figure.measure in LEXICON["measure"] else None


def _measured(figure: Figure) -> Phrase | None:
    """Read a measure directly after a number, unless it belongs to a fixed compound."""
    noun = figure.noun
    if noun and _is_fixed(figure.words, figure.at, noun):
        return None
    noun = Noun(figure.at, figure.at, figure.measure)
    return Phrase(noun, _complement_end(figure, noun))


def _is_fixed(words: Words, i: int, noun: Noun) -> bool:
    """Whether a measure is part of a compound that the text has elsewhere without a number."""
    if noun.head != i + 1 or words.tag[noun.head] != "NNS":
        return False
    pair = words.low[i : i + 2]
    return any(
        words.low[k : k + 2] == pair and words.tag[k - 1] != "CD"
        for k in range(1, len(words.low) - 1)
        if k != i
    )


def page_of_book(figure: Figure) -> Phrase | None:
    """Read the pages of "a 90 page story", "a 90-page story"."""
    noun, words, end = figure.noun, figure.words, figure.end
    if noun is None or noun.start == noun.head:
        return None
    if words.tag[end] == "HYPH":
        counted = noun.start == end + 1 and words.tag[noun.start] == "NN"
    else:
        known = singular(words.low[noun.start]) in figure.plurals
        counted = noun.start == end and known and words.tag[noun.head] == "NN"
    if not counted:
        return None
    page = Noun(noun.start, noun.start, lemma_of(words, noun.start))
    return Phrase(page, _complement_end(figure, noun), sure=True)


def noun(figure: Figure) -> Phrase | None:
    """Read "4 red marbles", "6 boxes of pencils"."""
    phrase = figure.noun
    return Phrase(phrase, _complement_end(figure, phrase)) if phrase else None


def _complement_end(figure: Figure, noun: Noun) -> int:
    """Return the end of "of Y" after a noun, or the noun's own end."""
    words, limit = figure.words, figure.limit
    if noun.end < limit and words.low[noun.end] == "of":
        complement = noun_phrase(words, noun.end + 1, limit)
        if complement:
            return complement.end
    return noun.end


def predicate(figure: Figure) -> Phrase | None:
    """Read "40 are boys"."""
    boys = _predicate(figure.words, figure.at, figure.limit)
    return Phrase(boys, figure.at) if boys else None


def _predicate(words: Words, i: int, limit: int) -> Noun | None:
    """Read the plural of "are boys" at ``i``."""
    if i < limit and words.low[i] in LEXICON["are"]:
        boys = noun_phrase(words, i + 1, limit)
        if boys and words.tag[boys.head] == "NNS":
            return boys
    return None


# Verbs that look like nouns


def is_verb(figure: Figure, phrase: Phrase) -> bool:
    """Whether the "noun" after a number is the verb of its clause: "9 quit", "7 juggle clubs"."""
    noun = phrase.noun
    if noun is None or figure.number.value <= 1:
        return False
    return _is_odd_plural(figure, noun) or _continues_clause(figure, noun)


def _is_odd_plural(figure: Figure, noun: Noun) -> bool:
    """Whether a "noun" that should be a plural doesn't look like one: "9 quit", "5 play chess"."""
    words = figure.words
    low = words.low[noun.head]
    if words.tag[noun.head] not in {"NN", "NNP"} or low.endswith("s") or low in LEMMAS:
        return False
    if low in LEXICON["invariant"] or noun.lemma in figure.plurals:
        return False
    return lemma_of(words, noun.start) not in figure.plurals


def _continues_clause(figure: Figure, noun: Noun) -> bool:
    """Whether a "noun" is the verb of its clause: "a party of 6 goes", "7 juggle clubs"."""
    words, start, at = figure.words, figure.start, noun.start
    if LEMMAS.get(words.low[at]) in LEXICON["measure"]:
        return False  # "8 m" has the tag of "I'm"
    if words.tag[at] == "VBZ" and noun.head == at and start > 1:
        return words.low[start - 1] == "of" and words.tag[start - 2] == "NN"
    return words.tag[at] != "NNS" and _is_verb_elsewhere(words, words.low[at])


def _is_verb_elsewhere(words: Words, verb: str) -> bool:
    """Whether the text has a word as the verb of a plural: "they juggle"."""
    return any(
        low == verb and words.tag[i] == "VBP" and words.tag[i - 1] in SUBJECTS
        for i, low in enumerate(words.low)
    )
