"""The program's word lists, and the reader of their file format.

| file | its lists are for |
|---|---|
| english.txt | the unit rules, noun phrases and the question |
| numbers.txt | spelled-out numbers, and words that turn a number into a date, a time or a name |
| refusals.txt | texts that are refused |
| features.txt | the features of the classifiers |
| nouns.txt | plurals, as they are written |
| kinds.txt | which noun is a kind of which |
| measures.txt | how measures convert |
| implied.txt | what a text implies without writing it |
| typing.txt | spellings that people type |
| symbols.txt | units of measurement in any text (``extraction``) |
| contractions.txt | how many tokens a text has |
| workings.txt | the words around the sums of a working |
| bars.txt | which bar model shows a step |
| singleeq.txt | the features of a baseline |

All files have one format. ``[name]`` opens a list, words are separated by spaces, an underscore is
a space inside a phrase, and ``form form -> lemma`` maps forms to a lemma, which joins the list. A
``#`` begins a comment that runs to the end of the line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Final

MEASURES: Final = ("length", "weight", "volume", "time", "temperature", "money")


@dataclass(frozen=True)
class WordList:
    """One list of a file."""

    words: tuple[str, ...]  # in the order of the file, lemmas included
    pairs: tuple[tuple[str, str], ...]  # (form, lemma) for each form before an arrow


def read_lists(name: str) -> Mapping[str, WordList]:
    """Return the lists of ``name``.txt by name, in the order of the file."""
    return parse_lists(files("unitdep.lexicon").joinpath(f"{name}.txt").read_text("utf-8"))


def parse_lists(text: str) -> Mapping[str, WordList]:
    """Parse the text of a file. Raises ValueError if it is malformed."""
    words: dict[str, list[str]] = {}
    pairs: dict[str, list[tuple[str, str]]] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        body = line.partition("#")[0].strip()
        if body.startswith("["):
            section = body.removeprefix("[").removesuffix("]")
            if section in words:
                raise ValueError(f"line {number}: the list {section!r} is already defined")
            words[section], pairs[section] = [], []
        elif body and not section:
            raise ValueError(f"line {number}: words before the first list")
        elif body:
            before, arrow, after = body.partition("->")
            forms = _entries(before)
            lemma = after.strip().replace("_", " ")
            words[section] += [lemma] if arrow else forms
            pairs[section] += [(form, lemma) for form in forms if arrow]
    lists = {name: WordList(tuple(words[name]), tuple(pairs[name])) for name in words}
    return MappingProxyType(lists)


def _entries(line: str) -> list[str]:
    return [entry.replace("_", " ") for entry in line.split()]


def word_sets(lists: Mapping[str, WordList]) -> Mapping[str, frozenset[str]]:
    """Return the words of each list as a set, for lookups."""
    return MappingProxyType({name: frozenset(entry.words) for name, entry in lists.items()})


def _english() -> tuple[Mapping[str, frozenset[str]], Mapping[str, str]]:
    """Return the lists of english.txt as sets, "measure" among them, and all lemmas by form."""
    lists = read_lists("english")
    sets = dict(word_sets(lists))
    sets["measure"] = frozenset().union(*(sets[name] for name in MEASURES))
    lemmas = {form: lemma for entry in lists.values() for form, lemma in entry.pairs}
    return MappingProxyType(sets), MappingProxyType(lemmas)


LEXICON, LEMMAS = _english()
