"""The Den Unit that a question asks for: "how much does each pen cost", "in one of the jars"."""

from __future__ import annotations

from collections.abc import Sequence

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import Noun, noun_phrase
from unitdep.reading.unit_rules.rates import after
from unitdep.reading.unit_rules.rates.case import WordAfter, one_time
from unitdep.reading.unit_rules.rates.each import each_noun
from unitdep.reading.unit_rules.scene import Rate, Scene, comes_again, named
from unitdep.reading.words import Words


def one_of(word: WordAfter) -> Rate | None:
    """Read "in one of the baskets"."""
    following = word.at + 1
    if following >= word.limit or word.words.low[following] != "of":
        return None
    noun = each_noun(word.words, word.at, word.limit)
    return Rate(noun, word.at) if noun and noun.lemma in word.scene.counted else None


def _one(word: WordAfter) -> Noun | None:
    """Read the noun of "a shirt"."""
    return named(word.words, word.at + 1, word.limit)


def in_a_time(word: WordAfter) -> Rate | None:
    """Read "how many figs does it eat in a day"."""
    noun = _one(word)
    if noun is None or not _is_time(word, noun) or one_time(word.words, noun, word.at):
        return None
    return Rate(noun, word.at)


def _is_time(word: WordAfter, noun: Noun) -> bool:
    """Whether "a day" may say how often; "for a day", "after a day" don't."""
    return noun.lemma in LEXICON["time"] and word.link not in LEXICON["time-link"]


def price_of_a(word: WordAfter) -> Rate | None:
    """Read "what is the price of a shirt"."""
    priced = word.link == "of" and word.words.low[word.at - 2] in LEXICON["price-noun"]
    noun = _one(word) if priced else None
    return Rate(noun, word.at) if noun else None


def a_counted(word: WordAfter) -> Rate | None:
    """Read "how much does a shirt cost" if the text counts shirts."""
    noun = _one(word)
    if noun is None or _is_time(word, noun) or noun.lemma not in word.scene.counted:
        return None
    return None if word.low != "one" and _is_object(word) else Rate(noun, word.at)


def _is_object(word: WordAfter) -> bool:
    """Whether "a shirt" is the object of a verb, or comes after "there"."""
    tag = word.words.tag[word.at - 1]
    verb = tag.startswith("VB") and word.link not in LEXICON["question-verb"]
    return verb or tag == "EX"


def price_for_a(word: WordAfter) -> Rate | None:
    """Read "how much did he pay for a shirt" if the text has shirts."""
    noun = _one(word) if word.mention.money and word.link == "for" else None
    if noun is None or comes_again(noun) or noun.lemma not in word.scene.plurals:
        return None
    return Rate(noun, word.at)


def by_the(word: WordAfter) -> Rate | None:
    """Read "what was he charged by the foot"."""
    words, k = word.words, word.at
    if k + 2 >= word.limit or words.low[k + 1] != "the":
        return None
    noun = named(words, k + 2, word.limit)
    return Rate(noun, k) if noun and noun.lemma in word.scene.counted else None


def everyone(word: WordAfter) -> Rate | None:
    """Read "how many nuts did everyone get"."""
    asks = word.link in LEXICON["do"]
    return Rate(Noun(word.at, word.at, "person"), word.at) if asks else None


def each(word: WordAfter) -> Rate | None:
    """Read "how many nuts are in each bowl"; "each other" is something else."""
    following = word.at + 1
    if following < word.limit and word.words.low[following] == "other":
        return None
    return after.each(word)


# Den Units that a question names without asking for them


def tells_after(scene: Scene, start: int, end: int) -> int:
    """Return where a question begins to tell more: at a number, "than" or "when"."""
    numbers = {m.start for m in scene.mentions if not m.one}
    low = scene.words.low
    for k in range(start + 1, end):
        if low[k] in LEXICON["aside"] or (k in numbers and low[k - 1] not in LEXICON["of-the"]):
            return k
    return end


def supported(rate: Rate | None, scene: Scene, dens: Sequence[Noun | None]) -> Rate | None:
    """Drop a time that isn't a Den Unit: "eat in a day" if nothing else is given by the day."""
    if rate is None or not comes_again(rate.noun):
        return rate
    known = {d.lemma for d in dens if d} | {m.lemma for m in scene.mentions}
    return rate if rate.noun.lemma in known else None


def compared(words: Words, start: int, end: int) -> frozenset[str]:
    """Return the nouns whose measures a question compares: "dearer is a pen than a cup".

    A difference of two rates for different things is for neither of them.
    """
    if "than" not in words.low[start:end]:
        return frozenset()
    at = words.low.index("than", start)
    first = _first_one(words, start, at)
    second = _first_one(words, at, end)
    if not first or not second or first == second or second in LEXICON["stand-in"]:
        return frozenset()
    return frozenset({first, second})


def _first_one(words: Words, start: int, end: int) -> str:
    """Return the lemma of the first "a noun" between two places, or ""."""
    for k in range(start, end - 1):
        if words.low[k] in LEXICON["article"]:
            noun = noun_phrase(words, k + 1, end)
            if noun is None or (noun.end < end and words.low[noun.end] == "one"):
                return "one"
            return noun.lemma
    return ""
