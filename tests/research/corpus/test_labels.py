"""The labels of templates: labels.tsv has them all, once."""

from __future__ import annotations

from unitdep.research.corpus import corpus
from unitdep.research.corpus.labels import ASKS, DERIVED, KINDS, TITLES, known_labels, labels


def test_every_label_is_written_or_derived() -> None:
    names = [label.name for label in known_labels()]
    assert len(names) == len(set(names))
    assert set(names) - KINDS == DERIVED.keys()
    assert not KINDS & DERIVED.keys()


def test_every_label_has_a_title_but_those_of_stories() -> None:
    untitled = {"story", "sibling", "irrelevant-same-unit"}
    assert set(TITLES) == {label.name for label in known_labels()} - untitled
    assert len(set(TITLES.values())) == len(TITLES)


def test_the_corpus_uses_known_labels() -> None:
    known = KINDS | DERIVED.keys()
    assert all(labels(template) <= known for template in corpus())
    assert {template.asks for template in corpus()} - {None} <= ASKS
