"""The format of the word lists, and what is in them."""

from __future__ import annotations

import pytest

from unitdep.lexicon import LEMMAS, LEXICON, MEASURES, parse_lists, read_lists

FILES = ("english", "numbers", "refusals", "features", "kinds", "singleeq")


def test_words_phrases_and_lemmas() -> None:
    lists = parse_lists(
        """
        # a comment
        [colour]      # another
        red green  # a third
        light_blue red

        [length]
        ft feet -> foot
        square_foot -> area unit
        """
    )
    assert list(lists) == ["colour", "length"]
    assert lists["colour"].words == ("red", "green", "light blue", "red")
    assert lists["colour"].pairs == ()
    assert lists["length"].words == ("foot", "area unit")
    assert lists["length"].pairs == (
        ("ft", "foot"),
        ("feet", "foot"),
        ("square foot", "area unit"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red\n[colour]", "line 1: words before the first list"),
        ("[colour]\nred\n[colour]", "line 3: the list 'colour' is already defined"),
    ],
)
def test_malformed_files(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_lists(text)


@pytest.mark.parametrize("name", FILES)
def test_no_list_is_empty(name: str) -> None:
    assert all(entry.words for entry in read_lists(name).values())


def test_a_form_has_one_lemma() -> None:
    pairs = [pair for entry in read_lists("english").values() for pair in entry.pairs]
    assert len({form for form, _ in pairs}) == len(set(pairs)) == len(LEMMAS)


def test_measures() -> None:
    assert LEMMAS["feet"] == "foot"
    assert all(LEXICON[name] <= LEXICON["measure"] for name in MEASURES)
