"""The attribute ruler of a spaCy pipeline as a table: the same annotations, much faster.

spaCy's ruler matches about 180 patterns against every token, which takes a third of the pipeline's
time. Nearly all of them look at a single token, and only at its word, tag and dependency. So the
attributes they set are cached by that triple, and patterns are matched only when a triple is new.
The few patterns that span several tokens are matched if a token may begin one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from spacy.attrs import (  # type: ignore[import-not-found]
    DEP,
    LEMMA,
    LOWER,
    MORPH,
    POS,
    TAG,
)
from spacy.language import Language
from spacy.matcher import Matcher
from spacy.pipeline import AttributeRuler
from spacy.tokens import Doc

RULER: Final = "attribute_ruler"
TABLE: Final = "unitdep_attribute_table"
_LARGEST: Final = 50_000  # triples in the cache
_READ: Final = [LOWER, TAG, DEP]
_SET: Final = [TAG, POS, MORPH, LEMMA, DEP]
_KNOWN: Final = frozenset(
    {"LOWER", "TAG", "DEP", "IS_SPACE"}
)  # attributes that depend on the triple alone

Triple = tuple[int, int, int]  # lower-case word, tag and dependency, as spaCy's hashes


@dataclass(frozen=True)
class _Entry:
    """What is known about all tokens with the same triple."""

    rules: tuple[int, ...]  # single-token rules that match
    row: list[int]  # the attributes they set, in the order of _SET
    begins: bool  # whether a pattern that spans several tokens may begin here


class AttributeTable:
    """A pipeline component that sets what an attribute ruler would set."""

    def __init__(self, ruler: AttributeRuler) -> None:
        """Wrap a ruler whose patterns look only at words, tags and dependencies."""
        self._ruler = ruler
        self._several, self._begins = Matcher(ruler.vocab), Matcher(ruler.vocab)
        self._entries: dict[Triple, _Entry] = {}
        for place, patterns in enumerate(_patterns(ruler)):
            longer = [pattern for pattern in patterns if len(pattern) > 1]
            if longer:
                self._several.add(str(place), longer)
                self._begins.add(str(place), [pattern[:1] for pattern in longer])

    def __call__(self, doc: Doc) -> Doc:
        """Annotate one text."""
        if not len(doc):
            return doc
        triples: list[Triple] = [tuple(row) for row in doc.to_array(_READ).tolist()]
        entries = [self._entry(doc, place, triple) for place, triple in enumerate(triples)]
        rows = [entry.row for entry in entries]
        if any(entry.begins for entry in entries):
            for place, rules in self._across(doc).items():
                rules.update(entries[place].rules)
                rows[place] = self._row(triples[place], sorted(rules))
        values: Any = np.array(rows, np.uint64)
        return doc.from_array(_SET, values)

    def _entry(self, doc: Doc, place: int, triple: Triple) -> _Entry:
        """Look up a token's triple, and match the token if the triple is new."""
        entry = self._entries.get(triple)
        if entry is None:
            token = doc[place : place + 1]
            matches: list[Any] = self._ruler.match(token)  # type: ignore[arg-type]
            rules = tuple(rule for rule, *_ in matches)
            begins = bool(self._begins(token, allow_missing=True))
            entry = _Entry(rules, self._row(triple, rules), begins)
            if len(self._entries) >= _LARGEST:
                self._entries.clear()
            self._entries[triple] = entry
        return entry

    def _row(self, triple: Triple, rules: Iterable[int]) -> list[int]:
        """Return the attributes that rules set; later rules override earlier ones."""
        _, tag, dep = triple
        values = {TAG: tag, POS: 0, MORPH: 0, LEMMA: 0, DEP: dep}
        for rule in rules:
            values.update(self._ruler.attrs[rule])
        return [values[attribute] for attribute in _SET]

    def _across(self, doc: Doc) -> dict[int, set[int]]:
        """Return the matching multi-token rules by the token whose attributes they set."""
        by_token: dict[int, set[int]] = {}
        for name, start, end in self._several(doc, allow_missing=True):
            rule = int(doc.vocab.strings[name])
            by_token.setdefault(range(start, end)[self._ruler.indices[rule]], set()).add(rule)
        return by_token


def use_table(nlp: Language) -> None:
    """Replace a pipeline's attribute ruler by a table, if that sets the same attributes."""
    if nlp.has_pipe(RULER) and _fits(nlp.get_pipe(RULER)):
        nlp.add_pipe(TABLE, after=RULER)
        nlp.disable_pipe(RULER)


@Language.factory(TABLE)
def make_table(nlp: Language, name: str) -> AttributeTable:  # noqa: ARG001
    """Make the table of a pipeline's attribute ruler."""
    ruler = nlp.get_pipe(RULER)
    assert isinstance(ruler, AttributeRuler)
    return AttributeTable(ruler)


def _fits(ruler: object) -> bool:
    """Whether a table can cover everything that a ruler looks at and sets."""
    return (
        isinstance(ruler, AttributeRuler)
        and all(set(attrs) <= set(_SET) for attrs in ruler.attrs)
        and all(
            token.keys() <= _KNOWN
            for patterns in _patterns(ruler)
            for pattern in patterns
            for token in pattern
        )
    )


def _patterns(ruler: AttributeRuler) -> list[list[list[dict[str, Any]]]]:
    """Return the patterns of each rule."""
    rules: list[Any] = ruler.patterns
    return [rule["patterns"] for rule in rules]
