"""The rules for what a number counts, in the order in which they are tried."""

from __future__ import annotations

from typing import Any, Final

from unitdep.reading.noun_phrases import Noun
from unitdep.reading.unit_rules.counts import following, inherited, own
from unitdep.reading.unit_rules.counts.figure import Figure, Phrase
from unitdep.reading.unit_rules.counts.inherited import Bare
from unitdep.reading.unit_rules.rule import Rule
from unitdep.reading.unit_rules.scene import Mention

# A sign or a pack settles it.
SIGNS: Final[tuple[Rule[Figure, Mention], ...]] = (
    Rule("currency-sign", "The hat cost $7.", "7", "dollar", following.currency),
    Rule("percent", "She spilled 25 percent of the milk.", "25", "percent", following.percent),
    Rule("pack-of", "Kim bought 3 24-packs of cola.", "24", "cola per pack", following.pack),
)

# The words after the number.
NOUNS: Final[tuple[Rule[Figure, Phrase], ...]] = (
    Rule(
        "times-as-many",
        "Ann has 3 times as many pens as Bo.",
        "3",
        "times",
        following.times_as_many,
    ),
    Rule(
        "times-done",
        "A rower pulled 9 times before the turn; a pull took 4 seconds.",
        "9",
        "pull",
        following.times_done,
    ),
    Rule("of-the", "Kim has 10 lamps, but 4 of the bulbs are dim.", "4", "bulb", following.of_the),
    Rule("speed", "The car drove at 50 mph.", "50", "mile per hour", following.speed),
    Rule("measure", "The bag weighs 5 kg.", "5", "kilogram", following.measure),
    Rule("page-of-book", "Kim read a 90-page novel.", "90", "page", following.page_of_book),
    Rule("noun", "Kim has 4 red marbles.", "4", "marble", following.noun),
    Rule("are-boys", "At the camp 40 are boys.", "40", "boy", following.predicate),
)

# The parts of a whole, which also win against "are boys": "30 pupils, of whom 6 were boys".
PARTS: Final[tuple[Rule[Figure, Noun], ...]] = (
    Rule("of-us", "They split the bill among the 5 of us.", "5", "person", own.of_us),
    Rule(
        "of-which",
        "The film ran 90 minutes, of which Kim saw 60.",
        "60",
        "minute",
        own.of_which,
    ),
    Rule("out-of", "Of the 20 lamps in the hall, 6 were broken.", "6", "lamp", own.out_of),
)

# The words before a number that has no noun after it.
OWN: Final[tuple[Rule[Figure, Noun], ...]] = (
    Rule("crowd", "The crew of 9 sailed for 4 days.", "9", "person", own.crowd),
    Rule("turned", "Ida turned 9 and got a kite.", "9", "year", own.turned),
    Rule("age", "Bo is 7 and Kim is 12. Who is older?", "12", "year", own.age),
    Rule("title", "Gloves in store: 30.", "30", "glove", own.title),
    Rule("verb-number", "The swans number 8, the ducks 5.", "8", "swan", own.verb_number),
    Rule(
        "number-of",
        "The number of swans on the lake is 8. 4 ducks came.",
        "8",
        "swan",
        own.number_of,
    ),
    Rule("o-clock", "The play began at 8 o'clock.", "8", "o'clock", own.o_clock),
    Rule("date", "The fair opens on May 9.", "9", "date", own.date),
    *PARTS,
)

# A number that is a name.
LABELS: Final[tuple[Rule[Figure, Noun], ...]] = (
    Rule("label", "Kim opened the book at page 51 and found 2 bugs.", "51", "page", own.label),
)

# Bare numbers.
INHERITED: Final[tuple[Rule[Bare, Noun], ...]] = (
    Rule(
        "twin",
        "For 12 days Kim ran, and Bo ran for only 5. They met 3 dogs.",
        "5",
        "day",
        inherited.twin,
    ),
    Rule(
        "contents",
        "The library has 6 shelves of novels with 30 on each.",
        "30",
        "novel per shelf",
        inherited.contents,
    ),
    Rule("list", "Kim has 12 red and 9 blue beads.", "12", "bead", inherited.listed),
    Rule(
        "asked-for-groups",
        "A van seats 6, a coach seats 9. They have 2 vans and 3 coaches. How many guests can ride?",
        "9",
        "guest per coach",
        inherited.asked_for_groups,
    ),
    Rule(
        "last-named", "Kim had 40 cards. She sold 24 of them.", "24", "card", inherited.last_named
    ),
    Rule(
        "next-number",
        "At noon 9 came, and later 5 guests came.",
        "9",
        "guest",
        inherited.next_number,
    ),
    Rule(
        "asked-for",
        "Some geese swam by. 5 flew off. How many geese stayed?",
        "5",
        "goose",
        inherited.asked_for,
    ),
    Rule("last-plural", "Some pupils sang. Then 5 danced.", "5", "pupil", inherited.last_plural),
    Rule("money", "Kim earned 9 and spent $4.", "9", "dollar", inherited.money),
    Rule("people", "In the band 5 sing.", "5", "person", inherited.people),
)

RULES: Final[tuple[Rule[Any, Any], ...]] = (*SIGNS, *NOUNS, *OWN, *LABELS, *INHERITED)
