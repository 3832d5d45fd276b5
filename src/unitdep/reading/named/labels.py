"""Labels: "Room 12", "bus 7", "pages 14 and 15", "12 Oak Road"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from spacy.tokens import Doc

from unitdep.lexicon import LEXICON, read_lists
from unitdep.reading.everyday.kinds import is_name
from unitdep.reading.named.name import Named
from unitdep.reading.numbers.values import WORDS, either
from unitdep.reading.quantity import Naming, Number, NumberKind
from unitdep.units.inflection import singular

_NAMED: Final = frozenset().union(
    read_lists("typing")["named"].words, LEXICON["label"], WORDS["label"], WORDS["numbered"]
)
_BEFORE: Final = re.compile(r"(?:(?P<before>\w+)\s+)?(?<!\w)(?P<noun>[A-Za-z]+)\.?\s{1,2}[#№]?$")
_HASH: Final = re.compile(r"[#№]\s?$|(?P<noun>[A-Za-z]+)-$")
_AFTER: Final = re.compile(r"-?([a-z]+)")
_LIST: Final = re.compile(r"\s?(?:,|,?\s(?:and|or|to)|-|–|&)\s?")
_STREET: Final = re.compile(
    rf"\s(?:[A-Z][\w'’]*\s){{1,3}}{either(sorted(WORDS['street']))}\b", re.ASCII
)
_OTHER: Final = re.compile(r"\s?(?:%|°|¢|more|fewer|less|times|o['’]clock|[ap]\.?m\b)")
_COUNTED: Final = ("NOUN", "PROPN", "ADJ", "NUM")
_OF_ONE: Final = frozenset({"a", "an", "each", "every", "per", "the", "one"})


def find_labels(doc: Doc, scanned: Sequence[tuple[Number, Naming | None]]) -> list[Named]:
    """Return the numbers of a text that are only names, in order."""
    found: list[Named] = []
    for number, name in scanned:
        noun = _noun_of(doc, number, name)
        if noun is None and found and name is None and _is_listed(doc, number, found[-1]):
            noun = found[-1].of
        if noun is not None:
            value = number.value
            found.append(Named(number.start, number.end, Naming.LABEL, value, of=noun))
    return found


def _noun_of(doc: Doc, number: Number, name: Naming | None) -> str | None:
    """Return what a label belongs to, "" if that is not written; None if it isn't a label."""
    if name not in (None, Naming.LABEL) or number.kind is not NumberKind.PLAIN:
        return None
    text = doc.text
    left = text[max(0, number.start - 32) : number.start]
    known = name is Naming.LABEL or is_name(text, number)
    if not known and number.text.isdigit() and _STREET.match(text, number.end):
        return "address"
    m = _BEFORE.search(left)
    if known:
        if m is None:
            return next(_around(text, number, left), "")
        return singular(m["noun"].lower())
    if m is None or not number.text.isdigit() or not _is_lower_label(doc, number, m):
        return None
    return singular(m["noun"].lower())


def _around(text: str, number: Number, left: str) -> Iterator[str]:
    """Yield what "#5", "B-52" and "18-wheeler" name."""
    m = _HASH.search(left)
    if m:
        yield (m["noun"] or "number").lower()
    elif after := _AFTER.match(text, number.end):
        yield singular(after[1])


def _is_lower_label(doc: Doc, number: Number, m: re.Match[str]) -> bool:
    """Whether it is "left gate 4", not "each gate 4 guards" or "the room 9 left"."""
    noun = m["noun"].lower()
    span = doc.char_span(number.start, number.end, alignment_mode="expand")
    if singular(noun) not in _NAMED or span is None or span.start == 0:
        return False
    if (m["before"] or "").lower() in _OF_ONE or _counts(doc, number):
        return False
    return doc[span.start - 1].tag_ in {"NN", "NNP", "NNS", "NNPS"}


def _is_listed(doc: Doc, number: Number, last: Named) -> bool:
    """Whether it continues a list of labels: "pages 14 and 15"."""
    joined = _LIST.fullmatch(doc.text, last.end, number.start)
    return bool(joined) and number.text.isdigit() and not _counts(doc, number)


def _counts(doc: Doc, number: Number) -> bool:
    """Whether what follows makes it a number of things."""
    if _OTHER.match(doc.text, number.end):
        return True
    span = doc.char_span(number.start, number.end, alignment_mode="expand")
    following = doc[span.end : span.end + 2] if span is not None else None
    if not following or following[0].lower_ in LEXICON["place"] | LEXICON["calendar"]:
        return False
    first, last = following[0], following[-1]
    singular_alone = first.tag_ == "NN" and last.tag_ not in {"NNS", "HYPH"}
    if singular_alone and number.value != 1 and first.lower_ not in LEXICON["invariant"]:
        return False  # "took bus 7 home"
    return first.pos_ in _COUNTED
