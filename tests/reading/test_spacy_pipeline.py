"""The pipeline annotates as spaCy's own does, in less time."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from thinc.api import Model

from unitdep.reading.spacy_pipeline import model_package, pipeline, token_vectors
from unitdep.reading.spacy_pipeline.attribute_table import RULER, TABLE, use_table
from unitdep.reading.spacy_pipeline.token_vectors import NAME, TokenVectors, keep_vectors

TEXTS = [
    "There's a box with 12 pens, and there are 3 more. How many pens are there?",
    "Let's see: y'all are gonna need 4 cups, 'nuff said. I've got ta go.",
    "It is what it was; she'd given him 5 of them.  \n\n He gets 2, you got 7.",
    "Ann gave it to me. I gave it to you because that was mine.",
    "   ",
    "",
]
ANNOTATIONS = ("TAG", "POS", "MORPH", "LEMMA", "DEP", "SENT_START")


@pytest.fixture(scope="module")
def as_it_comes() -> Language:
    return spacy.load(model_package(), exclude=["ner"])


def annotations(doc: Doc) -> list[tuple[object, ...]]:
    return [
        (t.text, t.tag_, t.pos_, str(t.morph), t.lemma_, t.dep_, t.head.i, t.is_sent_start)
        for t in doc
    ]


def test_the_same_annotations(as_it_comes: Language) -> None:
    assert TABLE in pipeline().pipe_names
    assert RULER not in pipeline().pipe_names
    for _ in range(2):  # the second time all tokens are known
        for text in TEXTS:
            expected, found = as_it_comes(text), pipeline()(text)
            assert annotations(found) == annotations(expected)
            assert [found.has_annotation(a) for a in ANNOTATIONS] == [
                expected.has_annotation(a) for a in ANNOTATIONS
            ]


def test_the_texts_meet_patterns_of_several_tokens(as_it_comes: Language) -> None:
    """Otherwise the test above would not show whether they are kept."""
    ruler = as_it_comes.get_pipe(RULER)
    docs = [as_it_comes(text) for text in TEXTS]
    assert any(end - start > 1 for doc in docs for *_, start, end in ruler.match(doc))


def test_the_same_tokenizer(as_it_comes: Language) -> None:
    ours, theirs = (nlp.tokenizer for nlp in (pipeline(), as_it_comes))
    assert ours.rules == theirs.rules
    for name in ("prefix_search", "suffix_search", "infix_finditer", "token_match", "url_match"):
        mine, its = getattr(ours, name), getattr(theirs, name)
        assert (mine and mine.__self__.pattern) == (its and its.__self__.pattern), name


@pytest.mark.parametrize(
    ("pattern", "set_"),
    [({"SHAPE": "Xxx"}, {"POS": "X"}), ({"LOWER": "pens"}, {"ENT_TYPE": "THING"})],
)
def test_a_ruler_that_does_more_is_left_alone(
    pattern: dict[str, str], set_: dict[str, str]
) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe(RULER).add([[pattern]], set_)
    use_table(nlp)
    assert nlp.pipe_names == [RULER]


def test_a_pipeline_without_a_ruler_is_left_alone() -> None:
    nlp = spacy.blank("en")
    use_table(nlp)
    assert nlp.pipe_names == []


def first_layers(nlp: Language) -> Model[Any, Any]:
    network: Any = nlp.get_pipe("tok2vec").model  # type: ignore[attr-defined]
    layers: Model[Any, Any] = network.layers[0]
    return layers


def test_the_same_vectors(as_it_comes: Language) -> None:
    """Computed, and then looked up, alone and among others."""
    assert first_layers(pipeline()).name == NAME
    embed = first_layers(as_it_comes)
    kept = TokenVectors(embed)
    docs = [as_it_comes.make_doc(text) for text in TEXTS]
    expected = embed.predict(docs)
    for found in (kept(docs), kept(docs), [kept([doc])[0] for doc in docs]):
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=0, atol=1e-5)


def test_few_vectors_are_kept(as_it_comes: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_vectors, "_LARGEST", 20)
    embed = first_layers(as_it_comes)
    kept = TokenVectors(embed)
    docs = [as_it_comes.make_doc(text) for text in (*TEXTS, "a b c d e f g h i j k l " * 3)]
    for _ in range(2):
        for doc in docs:
            expected = embed.predict([doc])[0]
            np.testing.assert_allclose(kept([doc])[0], expected, rtol=0, atol=1e-5)
            assert len(kept._kept.rows) <= max(20, len(doc))


def test_a_network_with_other_layers_is_left_alone() -> None:
    nlp = spacy.blank("en")
    keep_vectors(nlp)
    nlp.add_pipe("tok2vec")
    network: Any = nlp.get_pipe("tok2vec").model  # type: ignore[attr-defined]
    before = network.layers[0]
    before.layers.pop()
    keep_vectors(nlp)
    assert network.layers[0] is before


def test_the_command_line_imports_spacy_without_its_own() -> None:
    program = (
        "import sys; from unitdep.cli.startup import import_spacy; import_spacy(); import spacy; "
        "assert not any(name.startswith('spacy.cli') for name in sys.modules); "
        "assert spacy.info(silent=True)['spacy_version'] == spacy.__version__; "
        "import spacy.cli; assert spacy.cli.info is not None"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
