"""Batches are bounded by tokens, and a text's limits count what the parser will count."""

from __future__ import annotations

import weakref
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unitdep.reading import text as limits
from unitdep.reading.spacy_pipeline import loading, parse, parse_many, pipeline
from unitdep.reading.text import batches, most_tokens, too_long

PIECES = ["Ima", "dont", "  ", " ", "\n", "\t", "-", "7", "km", "x.", "_", "é", "“", "theydve", "a"]


def test_a_batch_has_bounded_tokens_and_a_bounded_number() -> None:
    sizes = [2, 2, 2, 9, 1, 1, 1, 1]
    found = list(batches(sizes, lambda size: size, count=3, most=5))
    assert found == [[2, 2], [2], [9], [1, 1, 1], [1]]


@given(st.lists(st.integers(0, 20)), st.integers(1, 5), st.integers(1, 30))
def test_batches_keep_everything_in_order(sizes: list[int], count: int, most: int) -> None:
    found = list(batches(sizes, lambda size: size, count=count, most=most))
    assert [size for batch in found for size in batch] == sizes
    assert all(len(batch) <= count and (len(batch) == 1 or sum(batch) <= most) for batch in found)


def test_long_texts_are_parsed_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """64 texts of 10,000 tokens in one batch took 10 GB."""
    asked: list[int] = []
    monkeypatch.setattr(
        type(pipeline()), "pipe", lambda _, docs, **__: asked.append(sum(map(len, docs))) or docs
    )
    list(parse_many(["word " * 2000] * 6 + ["short"] * 70))
    assert asked == [4000, 4000, 4062, 8]  # a batch has 64 texts at most


def test_contractions_without_apostrophes_count_as_the_parser_splits_them() -> None:
    rules = pipeline().tokenizer.rules  # type: ignore[attr-defined]
    joined = {form: parts for form, parts in rules.items() if form.isalpha() and len(parts) > 1}
    assert len(joined) > 200
    short = [form for form, parts in joined.items() if limits.words(form) < len(parts)]
    assert short == []
    assert limits.words("Ima dont can't word") == 3 + 3 + 2 + 1


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=40))
def test_the_parser_never_makes_more_tokens_than_are_counted(text: str) -> None:
    assert len(pipeline().make_doc(text)) <= most_tokens(text)


def test_what_only_the_parser_counted_has_a_limit() -> None:
    assert too_long(("Ima  " * 2499)[:15000]) == "the text has more than 2,500 words"
    assert too_long("a  " * 501 + "b") == (
        "the text has more than 500 line breaks and runs of spaces"
    )
    assert too_long("a  " * 500 + "b") is None
    assert too_long("\n" * 15000) is None  # a single token


class TestVocabulary:
    """A vocabulary keeps every word; the pipeline with it is replaced before it grows too large."""

    @pytest.fixture(autouse=True)
    def small(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.setattr(loading, "NEW_WORDS", 500)
        yield
        loading._loaded.cache_clear()

    def words(self, start: int) -> str:
        return " ".join(f"zq{n}x" for n in range(start, start + 100))

    def test_it_stays_bounded_and_docs_stay_readable(self) -> None:
        texts = [self.words(100 * k) for k in range(20)]
        docs = list(parse_many(texts, batch_size=3))
        assert [doc.text for doc in docs] == texts
        assert [doc[99].lower_ for doc in docs] == [text.split()[99] for text in texts]
        sizes = {len(doc.vocab.strings) for doc in docs}
        _, words = loading._loaded()
        assert len(sizes) > 2
        assert max(sizes) < words + 500 + 3 * 200

    def test_an_old_pipeline_goes(self) -> None:
        first = weakref.ref(pipeline())
        for k in range(10):
            pipeline()(self.words(1000 * k + 50_000))
        pipeline()
        assert first() is None

    def test_the_parse_is_the_same(self) -> None:
        text = "Ann has 3 pens and buys 4 pens. How many pens does she have now?"
        before = parse(text).to_json()
        for k in range(10):
            parse(self.words(1000 * k + 90_000))
        assert parse(text).to_json() == before
