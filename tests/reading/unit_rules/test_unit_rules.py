"""Units and rates by rule. All sentences are written for these tests."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Span

from unitdep.lexicon import LEXICON
from unitdep.reading import Number, NumberKind, Quantity, Question
from unitdep.reading.question import find_question
from unitdep.reading.spacy_pipeline import parse
from unitdep.reading.unit_rules import read_units
from unitdep.reading.words import Words
from unitdep.research.evaluation.metrics.extraction import unit_matches
from unitdep.units.inflection import singular
from unitdep.units.unit import Unit

DIGITS = re.compile(r"\d+(?:\.\d+)?")


def read(text: str) -> tuple[tuple[Quantity, ...], Question | None]:
    numbers = [Number(m.start(), m.end(), m[0], Fraction(m[0])) for m in DIGITS.finditer(text)]
    doc = parse(text)
    words = Words.of(doc)
    return read_units(doc, words, numbers, find_question(doc, words))


def unit(text: str, index: int) -> str:
    return str(read(text)[0][index].unit)


def asked(text: str) -> str:
    question = read(text)[1]
    assert question is not None
    return str(question.unit)


FLOWERS = (
    "Isabel cut 66 flowers for the wedding. She ties 8 flowers into each bouquet. "
    "If 10 of the flowers wilted, how many bouquets can she still tie?"
)


@pytest.mark.parametrize(
    ("text", "index", "expected"),
    [
        pytest.param("Kim has 4 red marbles.", 0, "marble", id="noun"),
        pytest.param("Kim has 4 video games.", 0, "game", id="compound"),
        pytest.param("Kim baked 9 cookies and broke 3 vases.", 0, "cookie", id="singular-ie"),
        pytest.param("Kim baked 9 cookies and broke 3 vases.", 1, "vase", id="singular-e"),
        pytest.param("The farm keeps 12 sheep.", 0, "sheep", id="invariant"),
        pytest.param("There were 8 people on the bus.", 0, "person", id="irregular"),
        pytest.param("Ben did 20 push-ups.", 0, "push-up", id="hyphen"),
        pytest.param("The hat cost $7.", 0, "dollar", id="dollar-sign"),
        pytest.param("He paid 35 cents for gum.", 0, "cent", id="cent"),
        pytest.param("She spilled 25 % of the milk.", 0, "percent", id="percent"),
        pytest.param("Ann has 3 times as many pens as Bo.", 0, "times", id="times"),
        pytest.param("Leo is 12 years old.", 0, "year", id="age"),
        pytest.param("The bag weighs 5 kg.", 0, "kilogram", id="abbreviation"),
        pytest.param("The rope is 8 ft long.", 0, "foot", id="foot"),
        pytest.param("Kim owns 6 boxes of pencils.", 0, "box", id="container"),
        pytest.param(
            "Kim read a 90 page book. It has 9 chapters and 30 pages of art.",
            0,
            "page",
            id="attributive",
        ),
        pytest.param("Kim opened the book at page 51 and found 2 bugs.", 0, "page", id="label"),
        # bare numbers
        pytest.param("Kim had 40 cards. She sold 24 of them.", 1, "card", id="of-them"),
        pytest.param("Kim had 40 cards and found 15 more.", 1, "card", id="more"),
        pytest.param("Kim picked 7 plums. Dan picked 9.", 1, "plum", id="bare"),
        pytest.param("Kim has 10 lamps. Of them, 4 of the bulbs are dim.", 1, "bulb", id="of-the"),
        pytest.param("Kim has 12 red and 9 blue beads.", 0, "bead", id="list"),
        pytest.param("A club had 30 members. 9 quit.", 1, "member", id="verb-after"),
        pytest.param(
            "Some geese swam by. 5 flew off. How many geese stayed?", 0, "goose", id="asked"
        ),
        pytest.param(
            "He has 20 rabbits in cages, with 4 in each cage.", 1, "rabbit per cage", id="bare-rate"
        ),
    ],
)
def test_unit(text: str, index: int, expected: str) -> None:
    assert unit(text, index) == expected


@pytest.mark.parametrize(
    ("text", "index", "expected"),
    [
        pytest.param("The train goes 40 miles per hour.", 0, "mile per hour", id="per"),
        pytest.param("The car drove at 50 mph.", 0, "mile per hour", id="mph"),
        pytest.param("Each student has 3 books.", 0, "book per student", id="each-subject"),
        pytest.param("He pays 3 dollars a ticket.", 0, "dollar per ticket", id="a"),
        pytest.param("The boat costs $12 an hour.", 0, "dollar per hour", id="an"),
        pytest.param("Every tent sleeps 4 campers.", 0, "camper per tent", id="every"),
        pytest.param("She bought 5 mugs for $3 each.", 1, "dollar per mug", id="bare-each"),
        pytest.param("She bought 5 mugs at $3 apiece.", 1, "dollar per mug", id="apiece"),
        pytest.param(
            "An octopus has 8 arms. How many arms have 5 octopuses?",
            0,
            "arm per octopus",
            id="an-subject",
        ),
        pytest.param(
            "He made 9 bouquets with 7 roses in each one.", 1, "rose per bouquet", id="each-one"
        ),
        pytest.param("She packed boxes of 8 muffins.", 0, "muffin per box", id="of"),
        pytest.param("The pupils stood in groups of 9.", 0, "pupil per group", id="groups"),
        pytest.param("Tickets cost $4. Kim bought 6 tickets.", 0, "dollar per ticket", id="price"),
        pytest.param("Kim bought $4 tickets.", 0, "dollar per ticket", id="price-first"),
        pytest.param("Each table will hold 3 guests.", 0, "guest per table", id="hold"),
        pytest.param(
            "There were 5 rows with 16 chairs in each row.", 1, "chair per row", id="with-in-each"
        ),
        pytest.param(
            "He ran 6 miles in 1 hour and rested for 2 hours.", 0, "mile per hour", id="in-1"
        ),
        pytest.param(
            "The vans carry 9 riders each. Kim sees 4 vans.", 0, "rider per van", id="plural-each"
        ),
        pytest.param("In each of 5 bags Kim put 7 nuts.", 1, "nut per bag", id="each-of"),
        pytest.param(
            "To sew a coat, she needs 6 buttons. She sews 3 coats.",
            0,
            "button per coat",
            id="fronted",
        ),
        pytest.param("He bought 5-pound bags of flour.", 0, "pound per bag", id="5-pound"),
        pytest.param("She sold 6 shirts at $5.", 1, "dollar per shirt", id="at-price"),
        pytest.param("He reads 20 pages daily.", 0, "page per day", id="daily"),
        pytest.param("Her hourly wage is $12.", 0, "dollar per hour", id="hourly"),
        pytest.param(
            "Tables seat 4 guests. There are 9 tables.", 0, "guest per table", id="plural-hold"
        ),
        pytest.param(
            "Spiders have 8 legs. How many legs do 3 spiders have?",
            0,
            "leg per spider",
            id="plural-have",
        ),
        pytest.param("Kim bought 3 24-packs of cola.", 1, "cola per pack", id="24-packs"),
        pytest.param("Each cow gives 7 gallons a day.", 0, "gallon per cow", id="whose"),
    ],
)
def test_rate(text: str, index: int, expected: str) -> None:
    assert unit(text, index) == expected


@pytest.mark.parametrize(
    ("text", "index"),
    [
        pytest.param("A farmer has 5 cows.", 0, id="one-farmer"),
        pytest.param("A class of 28 pupils sang.", 0, id="one-class"),
        pytest.param("In each of 5 bags Kim put 7 nuts.", 0, id="each-of"),
        pytest.param("He reads 10 pages each day for 6 days.", 1, id="each-taken"),
        pytest.param("3 tickets cost $12.", 1, id="total-price"),
        pytest.param("He put 6 coins in 3 chests, the same number in each.", 1, id="equal"),
        pytest.param("A clown has 8 hats, and each hat has 3 bells.", 0, id="next-clause"),
        pytest.param("Kim lifted a 5 pound bag.", 0, id="one-bag"),
        pytest.param("Kim gave 4 nuts to each of 5 mice and kept 7 nuts.", 2, id="each-of-taken"),
        pytest.param("Buses leave every 5 minutes.", 0, id="every-n"),
    ],
)
def test_no_rate(text: str, index: int) -> None:
    assert not read(text)[0][index].unit.is_rate


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(FLOWERS, "bouquet", id="how-many"),
        pytest.param("Kim had $9 and spent $4. How much money is left?", "dollar", id="money"),
        pytest.param(
            "Kim paid $9 for 3 pens. How much does each pen cost?", "dollar per pen", id="each-cost"
        ),
        pytest.param(
            "Kim paid $9 for 3 tickets. What is the price per ticket?",
            "dollar per ticket",
            id="price-per",
        ),
        pytest.param("Kim ran 3 miles and 4 miles. How far did she run?", "mile", id="far"),
        pytest.param(
            "Kim read for 3 hours, then 2 hours. How long did she read?", "hour", id="long"
        ),
        pytest.param("Kim is 8 years old. How old will she be in 5 years?", "year", id="old"),
        pytest.param("Kim had 9 pens and lost 4. How many did she have left?", "pen", id="bare"),
        pytest.param(
            "12 nuts go to 3 mice. How many nuts does each mouse get?",
            "nut per mouse",
            id="each-get",
        ),
        pytest.param(
            "12 nuts are in 3 bowls. How many nuts are in each bowl?", "nut per bowl", id="in-each"
        ),
        pytest.param(
            "Kim drove 90 miles in 3 hours. How fast did she drive?", "mile per hour", id="fast"
        ),
        pytest.param(
            "Kim drove 90 miles in 3 hours. At what speed did she drive?",
            "mile per hour",
            id="speed",
        ),
        pytest.param(
            "Kim has 3 red hats and 2 blue hats. Find the total number of hats.",
            "hat",
            id="imperative",
        ),
        pytest.param(
            "3 shirts cost $30. How much does a shirt cost?", "dollar per shirt", id="a-cost"
        ),
        pytest.param(
            "Kim scored 9 points, Bo scored 3. How many times as many did Kim score?",
            "times",
            id="times",
        ),
    ],
)
def test_question_unit(text: str, expected: str) -> None:
    assert asked(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FLOWERS, "how many bouquets can she still tie"),
        (
            "How many coins lie in the pond if 3 boys threw 2 coins each?",
            "How many coins lie in the pond",
        ),
        (
            "Kim has 2 hats. How many hats will she have when she gets 3 more?",
            "How many hats will she have",
        ),
        ("Kim has 2 hats. If Bo has 3, what is the total?", "what is the total"),
        (
            "Kim has 2 hats and 3 caps. Find the total number of things.",
            "Find the total number of things",
        ),
        ("Kim has 2 hats and Bo 3. how many hats do they have", "how many hats do they have"),
    ],
)
def test_asking_clause(text: str, expected: str) -> None:
    span = _question(text)
    assert span is not None
    assert span.text == expected


def _question(text: str) -> Span | None:
    doc = parse(text)
    return find_question(doc, Words.of(doc))


def test_text_that_asks_nothing() -> None:
    assert _question("Kim has 2 hats.") is None
    assert _question("") is None
    assert read("") == ((), None)


def test_flowers_of_the_paper() -> None:
    quantities, _ = read(FLOWERS)
    assert [str(q.unit) for q in quantities] == ["flower", "flower per bouquet", "flower"]


def test_modifiers_and_spans() -> None:
    (quantity,), _ = read("Kim has 25.0 small red marbles.")
    assert quantity.unit.modifiers == ("small", "red")
    assert (quantity.token_start, quantity.token_end) == (2, 3)


def test_number_word_of_three_tokens() -> None:
    text = "Kim has twenty-five marbles."
    number = Number(8, 19, "twenty-five", Fraction(25))
    doc = parse(text)
    (quantity,), _ = read_units(doc, Words.of(doc), [number], None)
    assert str(quantity.unit) == "marble"
    assert quantity.token_end - quantity.token_start == 3


def test_money_span_may_hold_the_sign() -> None:
    number = Number(9, 11, "$4", Fraction(4), NumberKind.MONEY)
    doc = parse("Kim paid $4 a ticket.")
    (quantity,), _ = read_units(doc, Words.of(doc), [number], None)
    assert str(quantity.unit) == "dollar per ticket"


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("cookies", "cookie"),
        ("boxes", "box"),
        ("ponies", "pony"),
        ("buses", "bus"),
        ("shelves", "shelf"),
        ("tomatoes", "tomato"),
        ("shoes", "shoe"),
        ("glasses", "glass"),
        ("houses", "house"),
        ("geese", "goose"),
        ("pies", "pie"),
    ],
)
def test_singular(form: str, expected: str) -> None:
    assert singular(form) == expected


WORDS = [
    "each",
    "every",
    "per",
    "a",
    "an",
    "of",
    "$",
    "5",
    "1",
    "12.5",
    "boxes",
    "pens",
    "hour",
    "has",
    "costs",
    "in",
    "with",
    "and",
    ",",
    ".",
    "?",
    "how",
    "many",
    "much",
    "Kim",
    "if",
    "one",
    "the",
    "times",
    "%",
    "-",
    "apiece",
    "\n",
    " ",
    "½",
    "ñ",
    "猫",
    "🙂",
    "them",
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
def test_never_raises_on_word_salad(text: str) -> None:
    quantities, _ = read(text)
    assert [q.index for q in quantities] == list(range(len(quantities)))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_never_raises_on_any_text(text: str, start: int, end: int) -> None:
    doc = parse(text)
    number = Number(start, end, text[start:end], Fraction(3))
    words = Words.of(doc)
    quantities, _ = read_units(doc, words, [number], find_question(doc, words))
    assert len(quantities) == 1


def test_lexicon_lists_are_there() -> None:
    assert "kilogram" in LEXICON["weight"]
    assert LEXICON["time"] <= LEXICON["measure"]


def test_unit_match_is_by_head_noun() -> None:
    assert unit_matches("square meter", Unit("meter", ("square",)))
    assert not unit_matches("pen per box", Unit("pen"))
    assert unit_matches("fish per penguin per day", Unit("fish", (), "day"))


@pytest.mark.parametrize(
    ("text", "index", "expected"),
    [
        pytest.param("Ida turned 9 and got a kite. How old is she?", 0, "year", id="turned"),
        pytest.param("Bo is 7 and Kim is 12. Who is older?", 1, "year", id="age"),
        pytest.param("The old sum was 45. It grew.", 0, "", id="no-age"),
        pytest.param(
            "A rower pulled 9 times before the turn; a pull took 4 seconds.", 0, "pull", id="deed"
        ),
        pytest.param("Bo slept 3 times on the boat.", 0, "time", id="deed-without-noun"),
        pytest.param("Hats in store: 14. Gloves in store: 30.", 1, "glove", id="title"),
        pytest.param("The swans number 8, the ducks 5.", 0, "swan", id="number-verb"),
        pytest.param(
            "The number of swans on the lake is 8. 4 ducks came.", 0, "swan", id="number-of"
        ),
        pytest.param(
            "The film ran 90 minutes, of which Kim saw 60. He ate 5 figs.",
            1,
            "minute",
            id="of-which",
        ),
        pytest.param("Of the 20 lamps in the hall, 6 were broken.", 1, "lamp", id="fronted-of"),
        pytest.param("They split the bill among the 5 of us.", 0, "person", id="of-us"),
        pytest.param("Bo ate 4 plums of his and Kim 9 of 12 figs.", 1, "fig", id="n-of-m"),
        pytest.param(
            "Hens lie in 4 rows of 6. A fox took 3 of them. How many hens are left?",
            2,
            "hen",
            id="not-the-group",
        ),
        pytest.param(
            "He sold 5 sacks of rice for cash and 3 of wheat on credit.", 1, "sack", id="of-stuff"
        ),
        pytest.param(
            "For 12 days Kim ran, and Bo ran for only 5. They met 3 dogs.", 1, "day", id="for-twin"
        ),
        pytest.param("Each owl ate 4 mice and each guinea pig 7.", 1, "mouse per pig", id="gap"),
        pytest.param("Kim read a 90-page novel.", 0, "page", id="hyphen-page"),
        pytest.param("They fried 8 fish cakes.", 0, "cake", id="fish-cakes"),
        pytest.param("The play began at 8 o'clock.", 0, "o'clock", id="o-clock"),
    ],
)
def test_bare_number(text: str, index: int, expected: str) -> None:
    assert unit(text, index) == expected


@pytest.mark.parametrize(
    ("text", "index", "expected"),
    [
        pytest.param("Ann sews 4 hems an hour, Bo only 3.", 1, "hem per hour", id="gap-time"),
        pytest.param(
            "A senior pays $9, a pupil $5. There are 3 pupils and 2 seniors.",
            1,
            "dollar per pupil",
            id="gap-one",
        ),
        pytest.param(
            "Seniors pay $9, pupils $5. There are 3 pupils and 2 seniors.",
            1,
            "dollar per pupil",
            id="price-list",
        ),
        pytest.param("Pears are 30 cents. Kim buys 6 pears.", 0, "cent per pear", id="plural-are"),
        pytest.param(
            "A mug is $4 at the fair. Kim saw 9 stalls.", 0, "dollar per mug", id="habitual"
        ),
        pytest.param("Bo laid 6 planks, each 4 feet long.", 1, "foot per plank", id="each-long"),
        pytest.param(
            "There were 7 reams of paper, 90 sheets to the ream.", 1, "sheet per ream", id="to-the"
        ),
        pytest.param("Every one of the 9 cubs got 4 pins.", 1, "pin per cub", id="every-one-of"),
        pytest.param("The hall has 8 tables for 6 guests.", 1, "guest per table", id="tables-for"),
        pytest.param("The oil went into cans that hold 3 quarts.", 0, "quart per can", id="that"),
        pytest.param("5 stalks make a bunch.", 0, "stalk per bunch", id="make-a"),
        pytest.param(
            "It takes 3 eggs to bake a tart. Kim has 9 eggs.", 0, "egg per tart", id="it-takes"
        ),
        pytest.param(
            "For every lap that Kim ran her aunt paid $3.", 0, "dollar per lap", id="fronted-every"
        ),
        pytest.param(
            "Each van, however old, carries 9 crates.", 0, "crate per van", id="parenthesis"
        ),
        pytest.param("Cups per tray: 6. Trays: 9.", 0, "cup per tray", id="title-per"),
        pytest.param(
            "There are 12 oars. One of them weighs 4 pounds.", 1, "pound per oar", id="one-of-them"
        ),
        pytest.param(
            "The tailor uses 2 yards for a vest and 5 yards for a coat. He sews 4 coats.",
            0,
            "yard per vest",
            id="for-a",
        ),
        pytest.param(
            "The bell rings a new hour every 60 minutes.",
            0,
            "minute per hour",
            id="every-n-minutes",
        ),
        pytest.param("A yard has 3 feet.", 0, "foot per yard", id="measure"),
    ],
)
def test_rate_patterns(text: str, index: int, expected: str) -> None:
    assert unit(text, index) == expected


@pytest.mark.parametrize(
    ("text", "index"),
    [
        pytest.param("Kim gave $20 and a day later $5.", 0, id="a-day-later"),
        pytest.param("The storm broke 6 masts one dark night.", 0, id="one-night"),
        pytest.param("The mugs cost $4 each and the old lamp $30.", 1, id="other-subject"),
        pytest.param("Her monthly pass costs $60.", 0, id="monthly-pass"),
        pytest.param("A horn is 3 times as loud as a bell.", 0, id="factor"),
        pytest.param("A hat costs $9 and a belt $7. How much is both?", 0, id="single-prices"),
    ],
)
def test_no_rate_patterns(text: str, index: int) -> None:
    assert not read(text)[0][index].unit.is_rate


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Kim is 8 and Bo is 3. How old will Bo be in 2 years?", "year", id="old"),
        pytest.param("20 liters of oil, cans of 4 liters. Cans needed?", "can", id="terse"),
        pytest.param(
            "A press made 90 maps in 3 hours. What is its speed?", "map per hour", id="sp"
        ),
        pytest.param(
            "Bo bought 6 feet of wire for $12. What was he charged by the foot?",
            "dollar per foot",
            id="by-the",
        ),
        pytest.param(
            "4 cousins split $80 fairly. What is the share of each?",
            "dollar per cousin",
            id="share-of-each",
        ),
        pytest.param(
            "12 pups slept in 3 baskets. How many pups slept in one of the baskets?",
            "pup per basket",
            id="one-of",
        ),
        pytest.param(
            "Each seal eats 5 fish a day. How many fish do 6 seals eat in a day?",
            "fish",
            id="day-of-no-rate",
        ),
        pytest.param(
            "A pen is $3 and a cup is $5. Kim has 4 pens and 2 cups. "
            "How much dearer is a cup than a pen?",
            "dollar",
            id="compared",
        ),
        pytest.param(
            "9 ducks and 4 hens ran. By how many did the ducks outnumber the hens?",
            "duck",
            id="outnumber",
        ),
        pytest.param("What do 8 pies cost at $2 a pie?", "dollar", id="told-in-the-question"),
        pytest.param(
            'Kim had $9. "I spent $4," she said. Work out the money left.', "dollar", id="quote"
        ),
    ],
)
def test_question_patterns(text: str, expected: str) -> None:
    assert asked(text) == expected


@pytest.mark.parametrize(
    ("text", "index", "expected"),
    [
        pytest.param("A ribbon is 8 m long. Ann cut off 3 m.", 0, "meter", id="short-meter"),
        pytest.param("Leo had €50 and spent €12.", 1, "euro", id="euro-sign"),
        pytest.param("The boat cost £90 to hire.", 0, "pound", id="pound-sign"),
        pytest.param(
            "A tube of 4 balls costs $6. Kim buys 5 tubes.", 0, "ball per tube", id="pack-size"
        ),
        pytest.param(
            "A tube of 4 balls costs $6. Kim buys 5 tubes.", 1, "dollar per tube", id="pack-price"
        ),
        pytest.param("A tube of 4 balls costs $6.", 1, "dollar", id="only-pack"),
        pytest.param("Packs of 4 rolls sell at $3.", 1, "dollar per pack", id="packs-price"),
        pytest.param("She baked 24 rolls, 6 to a tray.", 0, "roll", id="to-a-group"),
        pytest.param(
            "The museum charges $6 for adults and $4 for children. 3 adults and 5 children came.",
            1,
            "dollar per child",
            id="price-for-plural",
        ),
        pytest.param(
            "A machine fills 30 jars a minute, a newer one 45.", 1, "jar per minute", id="other-one"
        ),
        pytest.param(
            "The library has 6 shelves of novels with 30 on each.",
            1,
            "novel per shelf",
            id="filled-group",
        ),
        pytest.param(
            "A van seats 6, a coach seats 9. They have 2 vans and 3 coaches. "
            "How many guests can ride?",
            1,
            "guest per coach",
            id="neither-group",
        ),
        pytest.param("Girls came. The fare was $9, and 2 of them paid.", 1, "girl", id="of-them"),
        pytest.param("As per the plan, Kim swam 12 laps.", 0, "lap", id="as-per"),
        pytest.param("Tom is 9. He has 4 cars.", 0, "year", id="age-of-name"),
    ],
)
def test_wider_patterns(text: str, index: int, expected: str) -> None:
    assert unit(text, index) == expected


def test_everyone_asked() -> None:
    text = "How many nuts did everyone get if 20 nuts were shared by 5 hikers?"
    assert asked(text) == "nut per person"
