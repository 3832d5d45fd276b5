"""Singular and plural of English nouns.

``singular`` is what the unit rules read a noun form as. ``plural`` and ``undo_plural`` are for
writing amounts. All three use one table of irregular nouns: the list [irregular] of the lexicon's
english.txt, read from plural to singular by ``singular`` and from singular to plural by ``plural``.
The lexicon's nouns.txt adds nouns that are only ever written. ``singular`` doesn't read those,
because models were trained on the units that it finds, so its results must stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from unitdep.lexicon import LEMMAS, LEXICON, read_lists, word_sets

_NOUNS: Final = read_lists("nouns")
_LISTS: Final = word_sets(_NOUNS)
_SINGULARS: Final[Mapping[str, str]] = {
    **{form: noun for form, noun in LEMMAS.items() if noun in LEXICON["irregular"]},
    **dict(_NOUNS["written-plural"].pairs),
}
_PLURALS: Final[Mapping[str, str]] = {  # reversed, so that the first plural of a noun wins
    noun: form for form, noun in reversed(list(_SINGULARS.items())) if form != noun
}
_UNCHANGED: Final = LEXICON["invariant"].union(
    *(_LISTS[name] for name in ("invariant", "mass", "abbreviation"))
)
_COMPOUND: Final = tuple(sorted(_LISTS["compound"]))
_LINKS: Final = frozenset({"of", "in", "with", "for", "from"})  # words after the head of a name
_HISSING: Final = ("ss", "us", "x", "z", "ch", "sh")


def singular(form: str, tag: str = "NNS") -> str:
    """Return the singular of a noun form.

    The tagger's own lemmas are not used: it has "cooky" and "vas" for "cookies" and "vases".
    """
    if form in LEMMAS:
        return LEMMAS[form]
    if tag == "NN" or len(form) < 3 or not form.endswith("s"):
        return form
    if form.endswith(("ss", "us", "is", "'s")):
        return form
    if form.endswith("ies"):
        return form[:-1] if form in LEXICON["plain-ies"] or len(form) == 4 else form[:-3] + "y"
    if form.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return form[:-2]
    if form.endswith("oes"):
        return form[:-1] if form in LEXICON["plain-oes"] else form[:-2]
    return form[:-1]


def plural(noun: str) -> str:
    """Return the plural of a noun, which may be several words.

    The head noun is made plural: the last word ("square feet", "man-hours"), or the one before "of"
    or "in" ("boxes of chocolates", "mothers-in-law"). A plural stays as it is.
    """
    for mark in (" ", "-"):
        words = noun.split(mark)
        head = next((k for k, word in enumerate(words[1:-1]) if word in _LINKS), None)
        if head is not None:
            return mark.join([*words[:head], plural(words[head]), *words[head + 1 :]])
    start = max(noun.rfind(" "), noun.rfind("-")) + 1
    if noun in _PLURALS or noun in _SINGULARS:
        return _PLURALS.get(noun, noun)
    return noun[:start] + _plural_word(noun[start:])


def is_mass(noun: str) -> bool:
    """Whether a noun is measured, not counted: "money" has no plural."""
    return noun in _LISTS["mass"]


def undo_plural(noun: str) -> str:
    """Return the singular of an irregular plural that a unit may have kept ("people").

    Units are singular otherwise, except that ``singular`` makes "thieve" of "thieves".
    """
    if noun.endswith("ve") and noun + "s" in _SINGULARS:
        return _SINGULARS[noun + "s"]
    if noun in _SINGULARS or noun in _LISTS["men"]:
        return _SINGULARS.get(noun, noun)
    base = next((base for base in _COMPOUND if noun.endswith(_PLURALS[base])), "")
    return noun.removesuffix(_PLURALS[base]) + base if base else noun


def _plural_word(word: str) -> str:
    lower = word.lower()
    if lower in _PLURALS:
        return _PLURALS[lower]
    if not lower[-1:].isalpha() or lower in _UNCHANGED:
        return word
    if lower not in _LISTS["man"] and (base := next(filter(lower.endswith, _COMPOUND), "")):
        return word[: -len(base)] + _PLURALS[base]
    if lower.endswith("fish") or (undo_plural(lower) != lower and not lower.endswith("ve")):
        return word
    if lower.endswith(_HISSING):
        return word + "es"
    if lower.endswith("s"):  # "shrinks", "trousers": a plural that was read as it is
        return word
    if lower.endswith("y") and (lower[-2:-1] not in "aeiou" or lower.endswith("quy")):
        return word[:-1] + "ies"
    return word + "s"
