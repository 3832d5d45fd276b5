"""The word lists that rules and wording use, read from text files in this package."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

MEASURES = ("length", "weight", "volume", "time", "temperature", "money")


def read_lists(name: str) -> tuple[Mapping[str, frozenset[str]], Mapping[str, str]]:
    """Read a file: the word sets by section, and the pairs "form -> lemma" of all sections."""
    sets: dict[str, set[str]] = {}
    pairs: dict[str, str] = {}
    section = ""
    text = files("unitdep.lexicon").joinpath(name).read_text(encoding="utf-8")
    for line in text.splitlines():
        body = line.partition("#")[0].strip()
        if not body:
            continue
        if body.startswith("["):
            section = body.strip("[]")
            sets[section] = set()
        elif "->" in body:
            forms, _, lemma = body.partition("->")
            for form in forms.split():
                pairs[form] = lemma.strip()
            sets[section].add(lemma.strip())
        else:
            sets[section].update(body.split())
    sets["measure"] = set().union(*(sets.get(name, ()) for name in MEASURES))
    return (
        MappingProxyType({name: frozenset(words) for name, words in sets.items()}),
        MappingProxyType(pairs),
    )


LEXICON, LEMMAS = read_lists("english.txt")
