"""Number mentions: spans, values, kinds, and what is not a quantity."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from unitdep.reading.numbers import find_numbers
from unitdep.reading.quantity import NumberKind
from unitdep.reading.spacy_pipeline import parse

BLANK = spacy.blank("en")
PLAIN, FRACTION = NumberKind.PLAIN, NumberKind.FRACTION
PERCENT, MONEY = NumberKind.PERCENT, NumberKind.MONEY


def found(text: str) -> list[tuple[str, Fraction, NumberKind]]:
    return [(n.text, n.value, n.kind) for n in find_numbers(parse(text))]


@pytest.mark.parametrize(
    ("text", "span", "value", "kind"),
    [
        ("Joan found 70.0 seashells.", "70.0", "70", PLAIN),
        ("There were 1,234,567 ants.", "1,234,567", "1234567", PLAIN),
        ("It weighs 3.5 pounds.", "3.5", "7/2", PLAIN),
        ("It weighs .5 pounds.", ".5", "1/2", PLAIN),
        ("0.3333333333333333 of it", "0.3333333333333333", "0.3333333333333333", PLAIN),
        ("She has 27.", "27", "27", PLAIN),
        ("It fell to -5 degrees.", "5", "5", PLAIN),
        ("He has two hundred and five stamps.", "two hundred and five", "205", PLAIN),
        ("He has three million stamps.", "three million", "3000000", PLAIN),
        ("He has twenty-five stamps.", "twenty-five", "25", PLAIN),
        ("He has twenty five stamps.", "twenty five", "25", PLAIN),
        ("He has one hundred stamps.", "one hundred", "100", PLAIN),
        ("Two thousand three hundred forty men", "Two thousand three hundred forty", "2340", PLAIN),
        ("two hundred five thousand and six bees", "two hundred five thousand and six", "205006",
         PLAIN),
        ("a million two hundred thousand bees", "a million two hundred thousand", "1200000", PLAIN),
        ("fifteen hundred bees", "fifteen hundred", "1500", PLAIN),
        ("He has 5 million stamps.", "5 million", "5000000", PLAIN),
        ("He has 2.5 thousand stamps.", "2.5 thousand", "2500", PLAIN),
        ("He has zero stamps.", "zero", "0", PLAIN),
        ("She bought a dozen eggs.", "a dozen", "12", PLAIN),
        ("She bought 2 dozen eggs.", "2 dozen", "24", PLAIN),
        ("She bought two dozen eggs.", "two dozen", "24", PLAIN),
        ("How many dozen eggs are there?", "dozen", "12", PLAIN),
        ("How many dozens of eggs are there?", "dozens", "12", PLAIN),
        ("She bought half a dozen eggs.", "half a dozen", "6", PLAIN),
        ("She saw a hundred birds.", "a hundred", "100", PLAIN),
        ("She saw a thousand birds.", "a thousand", "1000", PLAIN),
        ("She ate 1/2 of it.", "1/2", "1/2", FRACTION),
        ("She ate 3 1/2 pies.", "3 1/2", "7/2", FRACTION),
        ("She ate ½ of it.", "½", "1/2", FRACTION),
        ("She ate 3½ pies.", "3½", "7/2", FRACTION),
        ("She ate 3 ¾ pies.", "3 ¾", "15/4", FRACTION),
        ("She ate 1⁄3 of it.", "1⁄3", "1/3", FRACTION),
        ("She ate 2/3rds of it.", "2/3", "2/3", FRACTION),
        ("She ate one half of it.", "one half", "1/2", FRACTION),
        ("She ate two thirds of it.", "two thirds", "2/3", FRACTION),
        ("She ate three-fourths of it.", "three-fourths", "3/4", FRACTION),
        ("She ate one-third of it.", "one-third", "1/3", FRACTION),
        ("She ate two fifths of it.", "two fifths", "2/5", FRACTION),
        ("She ate a third of it.", "a third", "1/3", FRACTION),
        ("She ate three quarters of it.", "three quarters", "3/4", FRACTION),
        ("She has three quarters and no dimes.", "three", "3", PLAIN),
        ("She waited two and a half hours.", "two and a half", "5/2", FRACTION),
        ("She waited 3 and a half hours.", "3 and a half", "7/2", FRACTION),
        ("She waited for an hour and a half.", "a half", "1/2", FRACTION),
        ("She ate half of the cake.", "half", "1/2", FRACTION),
        ("She ate half the cake.", "half", "1/2", FRACTION),
        ("She ate half a cake.", "half", "1/2", FRACTION),
        ("She has half as many.", "half", "1/2", FRACTION),
        ("She ran a half-mile.", "a half", "1/2", FRACTION),
        ("He has twice as many as Ann.", "twice", "2", PLAIN),
        ("He has thrice as much.", "thrice", "3", PLAIN),
        ("He has twice the number of cards.", "twice", "2", PLAIN),
        ("It fell by 25%.", "25%", "1/4", PERCENT),
        ("It fell by 25 percent.", "25 percent", "1/4", PERCENT),
        ("It fell by 12.5 % today.", "12.5 %", "1/8", PERCENT),
        ("It fell by twenty-five per cent.", "twenty-five per cent", "1/4", PERCENT),
        ("It cost $3.50.", "3.50", "7/2", MONEY),
        ("It cost $1,200.", "1,200", "1200", MONEY),
        ("It cost $ 5 each.", "5", "5", MONEY),
        ("It cost $5 million.", "5 million", "5000000", MONEY),
        ("It cost 50 cents.", "50", "50", MONEY),
        ("It cost 50¢.", "50", "50", MONEY),
        ("It cost 3 dollars.", "3", "3", MONEY),
        ("It cost eight cents.", "eight", "8", MONEY),
        ("He has one apple.", "one", "1", PLAIN),
        ("It takes one hour.", "one", "1", PLAIN),
        ("One box weighs a lot.", "One", "1", PLAIN),
        ("In one day they sold some.", "one", "1", PLAIN),
        ("She wants one more apple.", "one", "1", PLAIN),
        ("She bought a 24-pack of soda.", "24", "24", PLAIN),
        ("A 6-foot rope", "6", "6", PLAIN),
        ("a two-bedroom house", "two", "2", PLAIN),
        ("a 12-inch pizza", "12", "12", PLAIN),
        ("She bought 5kg of rice.", "5", "5", PLAIN),
        ("In 1998 people came.", "1998", "1998", PLAIN),
        ("In June 5 boys joined.", "5", "5", PLAIN),
        ("They march 3 miles.", "3", "3", PLAIN),
        ("Each room 12 people sleep in", "12", "12", PLAIN),
        ("She had to grade 25 papers.", "25", "25", PLAIN),
        ("He has １２ cats.", "１２", "12", PLAIN),
        ("He has ٣٤ cats.", "٣٤", "34", PLAIN),
        ("He has 5\u00a0million cats.", "5\u00a0million", "5000000", PLAIN),
        ("9" * 30 + " cats", "9" * 30, "9" * 30, PLAIN),
    ],
)  # fmt: skip
def test_one_number(text: str, span: str, value: str, kind: NumberKind) -> None:
    assert found(text) == [(span, Fraction(value), kind)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Bags of 10-12 nails", [10, 12]),
        ("Nancy has 9 five dollar bills.", [9, 5]),
        ("between one hundred and two hundred", [100, 200]),
        ("between one thousand and two thousand", [1000, 2000]),
        ("Add 3,4,5 together.", [3, 4, 5]),
        ("He ate two, three and four.", [2, 3, 4]),
        ("two halves of 45 minutes", [2, 45]),
        ("Tim has 17 half-dollars.", [17, Fraction(1, 2)]),
        ("The ratio is 3:2.", [3, 2]),
        ("12/0", [12, 0]),
        ("five third graders and two fifth-graders", [5, 2]),
        ("On June 5, 2004, she had 8 cats and 1/2 pie.", [8, Fraction(1, 2)]),
        ("She took 3 of the 8 and left at 3:30 with 2.", [3, 8, 2]),
    ],
)
def test_several_numbers(text: str, values: list[Fraction]) -> None:
    assert [n.value for n in find_numbers(parse(text))] == values


@pytest.mark.parametrize(
    "text",
    [
        "", " ", ".", "$", "%", "no numbers",
        "He was 1st and she was 2nd.", "The third boy won.", "his twenty-first birthday",
        "his twenty fifth birthday", "the one hundred twenty-third day", "the 1,000th visitor",
        "In first grade they read.", "the 5th grade", "the 5th of May",
        "Born June 5, 2004.", "Born 5 June 2004.", "Born 5/12/2010.", "Born 2010-05-01.",
        "It opened in 1998.", "Since 2005, it grew.", "In June 2004, it grew.", "the year 1999",
        "the 1990s", "at 3:30", "at 3 pm", "at 7 a.m. sharp", "at 7am", "at 5 o'clock",
        "at five o’clock", "at 6:00", "half past six", "It is half-time.", "the first half",
        "the second half of the season", "Each one is red.", "She took the red one.",
        "Which one is it?", "I want this one.", "One of the boys left.", "No one came.",
        "They like one another.", "One day, Tom went home.", "One morning Ann went out.",
        "They left one by one.", "One had blue eyes and the other did not.",
        "a B52 and a 4x4 in 3D", "H2O on Route66", "an mp3 player", "a B-52 bomber", "size 2.0d",
        "version 3.5.2", "v1.5", "in Room 12", "grade 5", "number 7", "No. 7", "#7", "page 12",
        "Chapter three", "Flight 12", "twice a week", "He doubled it.", "Elizabeth II",
        "dozens of people", "a few dozen people", "hundreds of people", "a second",
        "9" * 31, "9" * 31 + ".5", "ſix", "K",
    ],
)  # fmt: skip
def test_no_number(text: str) -> None:
    assert found(text) == []


@settings(deadline=None, max_examples=500)
@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert_sound(BLANK(text))


NUMBER_LIKE = (
    "a an and half one two twenty hundred thousand million dozen dozens thirds third of quarters"
    " percent twice as the 1 23 4,567 .5 1/2 ½ % $ ¢ - -- : / . , May June in 1998 pm o'clock room"
    " # x ٣ st İ"
)
PIECES = st.sampled_from([*NUMBER_LIKE.split(" "), "\n", "\u00a0", "\U0001f600"])


@settings(deadline=None, max_examples=500)
@given(st.lists(PIECES, max_size=12), st.sampled_from([" ", "", "-"]))
def test_any_number_like_text_is_read(pieces: list[str], glue: str) -> None:
    assert_sound(BLANK(glue.join(pieces)))


@settings(deadline=None, max_examples=50)
@given(st.lists(PIECES, max_size=12))
def test_any_parsed_text_is_read(pieces: list[str]) -> None:
    assert_sound(parse(" ".join(pieces)))


def assert_sound(doc: Doc) -> None:
    """The numbers come in order and apart, with their text and a value that is not negative."""
    numbers = find_numbers(doc)
    end = 0
    for number in numbers:
        assert end <= number.start < number.end
        assert doc.text[number.start : number.end] == number.text
        assert number.value >= 0
        end = number.end


@settings(deadline=None, max_examples=200)
@given(st.integers(min_value=0, max_value=10**12))
def test_every_integer_is_read_with_and_without_commas(value: int) -> None:
    for written in (str(value), f"{value:,}"):
        numbers = find_numbers(BLANK(f"He has {written} marbles."))
        assert [(n.text, n.value) for n in numbers] == [(written, value)]


@pytest.mark.parametrize(
    "piece", ["1", "1,", ",111", "one ", "a ", "1/", "1-", "half a ", "two hundred and ", ".", " ",
              "1:", "½", "1.1", "$", "twenty-", "May "],
)  # fmt: skip
def test_time_grows_with_length_only(piece: str) -> None:
    def seconds(repeats: int) -> float:
        doc = spacy.tokens.Doc(BLANK.vocab, words=[piece * repeats], spaces=[False])
        begin = time.perf_counter()
        find_numbers(doc)
        return time.perf_counter() - begin

    short = min(seconds(2_000) for _ in range(3))
    long = min(seconds(20_000) for _ in range(3))
    assert long < 40 * short + 0.05
