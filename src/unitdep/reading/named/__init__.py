"""Numbers that name instead of counting: dates, ordinals and labels.

Takes a parsed text, returns every such number with its exact span. The solver leaves them out;
``extraction`` shows them. ``numbers.scan`` has already decided about numbers that look like
amounts; here they get their full spans ("3 May 2021" is one date), and the spellings are read that
are never amounts ("third", "12/25/2020").
"""

from __future__ import annotations

from spacy.tokens import Doc

from unitdep.reading.named.dates import find_dates
from unitdep.reading.named.labels import find_labels
from unitdep.reading.named.name import Named
from unitdep.reading.named.ordinals import find_ordinals
from unitdep.reading.numbers import scan
from unitdep.reading.words import Words

__all__ = ["Named", "find_named"]


def find_named(doc: Doc, words: Words) -> list[Named]:
    """Return the numbers of a parsed text that name something, in order and without overlap."""
    scanned = list(scan(doc))
    found = find_dates(doc, scanned)
    for others in (find_labels(doc, scanned), find_ordinals(doc, words, scanned)):
        found += [n for n in others if all(n.end <= o.start or n.start >= o.end for o in found)]
    return sorted(found, key=lambda name: name.start)
