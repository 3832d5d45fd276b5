"""The words behind the features, from lexicon/features.txt."""

from __future__ import annotations

from typing import Final

from unitdep.lexicon import read_lists, word_sets

_LISTS: Final = read_lists("features")
WORDS: Final = word_sets(_LISTS)
LINKS: Final = _LISTS["link"].words
_VERB: Final = "verb-"  # prefix of the lists that are verb classes


def _verb_classes() -> dict[str, str]:
    classes: dict[str, str] = {}
    for name, verbs in WORDS.items():
        if name.startswith(_VERB):
            for verb in verbs:
                classes.setdefault(verb, name.removeprefix(_VERB))
    return classes


_VERB_CLASSES: Final = _verb_classes()


def verb_class(lemma: str) -> str:
    """Return what a verb does to an amount, or the verb itself if it is in no class."""
    return _VERB_CLASSES.get(lemma, lemma)
