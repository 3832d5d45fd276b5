"""The rate rules, in the order in which they are tried. A new rate rule goes here."""

from __future__ import annotations

from typing import Any, Final

from unitdep.lexicon import LEXICON
from unitdep.reading.unit_rules.rates import (
    after,
    any_one,
    before,
    each,
    ellipsis,
    groups,
    prices,
)
from unitdep.reading.unit_rules.rates.any_one import OneThing
from unitdep.reading.unit_rules.rates.case import Case, WordAfter, WordBefore
from unitdep.reading.unit_rules.rule import Rule
from unitdep.reading.unit_rules.scene import ANY_ONE as ANY_ONE_WORDS
from unitdep.reading.unit_rules.scene import EACH, Rate

AT: Final = frozenset({"at"})
FOR: Final = frozenset({"for"})
OF: Final = frozenset({"of"})
ONE: Final = frozenset({"one"})
PERIODIC_WORDS: Final = LEXICON["periodic"]

# 1. Numbers that are never rates. None of the other rules is tried for them.
NEVER: Final[tuple[Rule[Case, Rate], ...]] = (
    Rule("factor", "A horn is 3 times as loud as a bell.", "3", "times", each.factor),
    Rule("crowd-size", "The crew of 9 sailed for 4 days.", "9", "person", each.crowd_size),
    Rule("number-one", "He ran 6 miles in 1 hour.", "1", "hour", each.number_one),
    Rule("every-few", "Buses leave every 5 minutes.", "5", "minute", each.every_few),
    Rule("each-of-few", "In each of 5 bags Kim put 7 nuts.", "5", "bag", each.each_of_few),
)

# 2. The number's own phrase.
GOODS: Final[tuple[Rule[Case, Rate], ...]] = (
    Rule("in-pack", "Kim bought 3 24-packs of cola.", "24", "cola per pack", after.in_pack),
    Rule(
        "measured-goods", "Kim bought $4 tickets.", "4", "dollar per ticket", after.measured_goods
    ),
)

# 3. The words after it, one by one, up to the next number or clause.
IN_ONE: Final = Rule(
    "in-one",
    "He ran 6 miles in 1 hour and rested for 2 hours.",
    "6",
    "mile per hour",
    after.in_one,
)
PERIODIC: Final = Rule(
    "daily", "He reads 20 pages daily.", "20", "page per day", after.periodic, words=PERIODIC_WORDS
)
APIECE: Final = Rule(
    "apiece",
    "She bought 5 mugs at $3 apiece.",
    "3",
    "dollar per mug",
    after.apiece,
    words=frozenset({"apiece"}),
)
PER: Final = Rule(
    "per",
    "The train goes 40 miles per hour.",
    "40",
    "mile per hour",
    after.per,
    words=LEXICON["per"],
)
FOR_ADULTS: Final = Rule(
    "price-for-adults",
    "The museum charges $6 for adults. There were 3 adults.",
    "6",
    "dollar per adult",
    prices.for_adults,
    words=FOR,
)
TO_THE: Final = Rule(
    "to-the",
    "There were 7 reams of paper, 90 sheets to the ream.",
    "90",
    "sheet per ream",
    after.to_the,
    words=frozenset({"the"}),
)
AFTER: Final[tuple[Rule[WordAfter, Rate], ...]] = (
    Rule(
        "each",
        "There were 5 rows with 16 chairs in each row.",
        "16",
        "chair per row",
        after.each,
        words=EACH,
    ),
    PERIODIC,
    APIECE,
    PER,
    FOR_ADULTS,
    TO_THE,
    Rule(
        "a-piece",
        "She bought 5 mugs at $3 a piece.",
        "3",
        "dollar per mug",
        after.a_piece,
        words=ANY_ONE_WORDS,
    ),
    Rule(
        "at-a-time",
        "Kim carries 4 plates at a time. How many trips does she make for 20 plates?",
        "4",
        "plate per trip",
        after.at_a_time,
        words=ANY_ONE_WORDS,
    ),
    Rule(
        "a-noun",
        "He pays 3 dollars a ticket.",
        "3",
        "dollar per ticket",
        after.a_noun,
        words=ANY_ONE_WORDS,
    ),
    Rule(
        "make-a",
        "5 stalks make a bunch.",
        "5",
        "stalk per bunch",
        after.make_a,
        words=ANY_ONE_WORDS,
    ),
    Rule(
        "takes-to-make-a",
        "It takes 3 eggs to bake a tart.",
        "3",
        "egg per tart",
        after.takes_to_make_a,
        words=ANY_ONE_WORDS,
    ),
    Rule(
        "price-for-a",
        "Kim bought tickets and paid $3 for a ticket.",
        "3",
        "dollar per ticket",
        after.price_for_a,
        words=ANY_ONE_WORDS,
    ),
    Rule(
        "in-a-day",
        "A bear eats 9 figs in a day.",
        "9",
        "fig per day",
        after.in_a_time,
        words=ANY_ONE_WORDS,
    ),
    Rule(
        "to-a",
        "The trays are full, with 6 rolls to a tray.",
        "6",
        "roll per tray",
        after.to_a,
        words=ANY_ONE_WORDS,
    ),
    Rule(
        "in-a-counted",
        "Kim puts 6 pens in a box. She fills 3 boxes.",
        "6",
        "pen per box",
        after.in_a_counted,
        words=ANY_ONE_WORDS,
    ),
)

# 4. A number that shares the rate of the number after it.
SHARED: Final[tuple[Rule[Case, Rate], ...]] = (
    Rule(
        "joined-to-rate",
        "She put 2 pens and 3 cups in each box.",
        "2",
        "pen per box",
        ellipsis.joined_to_rate,
    ),
)

# 5. A pack with its price: both numbers are for one pack.
PACKS: Final[tuple[Rule[Case, Rate], ...]] = (
    Rule(
        "pack-size",
        "A tube of 4 balls costs $6. Kim buys 5 tubes.",
        "4",
        "ball per tube",
        groups.pack_size,
    ),
    Rule(
        "pack-price",
        "A tube of 4 balls costs $6. Kim buys 5 tubes.",
        "6",
        "dollar per tube",
        groups.pack_price,
    ),
)

# 6. The word that links the number to what is before it.
LINKS: Final[tuple[Rule[Case, Rate], ...]] = (
    Rule(
        "one-at-price",
        "Kim had a wrap at $9.",
        "9",
        "dollar per wrap",
        groups.one_at_price,
        words=AT,
    ),
    Rule(
        "goods-at-price",
        "She sold 6 shirts at $5.",
        "5",
        "dollar per shirt",
        groups.goods_at_price,
        words=AT,
    ),
    Rule(
        "goods-for-price",
        "He sells shirts for $5. Kim bought 6 shirts.",
        "5",
        "dollar per shirt",
        groups.goods_for_price,
        words=FOR,
    ),
    Rule(
        "tables-for",
        "The hall has 8 tables for 6 guests.",
        "6",
        "guest per table",
        groups.seats_for,
        words=FOR,
    ),
    Rule(
        "groups-of",
        "She packed boxes of 8 muffins.",
        "8",
        "muffin per box",
        groups.groups_of,
        words=OF,
    ),
    Rule(
        "groups-with",
        "Kim saw 5 rows with 16 chairs.",
        "16",
        "chair per row",
        groups.groups_with,
        words=LEXICON["with"],
    ),
)
OTHER_LINKS: Final[tuple[Rule[Case, Rate], ...]] = (
    Rule(
        "groups-that-hold",
        "The oil went into cans that hold 3 quarts.",
        "3",
        "quart per can",
        groups.groups_that_hold,
    ),
)

# 7. Clauses that leave out the rate before, and "every 8 minutes".
CONTINUED: Final[tuple[Rule[Case, Rate], ...]] = (
    Rule(
        "one-every",
        "The bell rings a new hour every 60 minutes.",
        "60",
        "minute per hour",
        each.one_every,
    ),
    Rule(
        "other-one",
        "Each owl ate 4 mice and each guinea pig 7.",
        "7",
        "mouse per pig",
        ellipsis.other_one,
    ),
    Rule(
        "same-rate", "Ann sews 4 hems an hour, Bo only 3.", "3", "hem per hour", ellipsis.same_rate
    ),
)

# 8. The words of the clause before it, one by one from right to left.
BEFORE: Final[tuple[Rule[WordBefore, Rate], ...]] = (
    Rule(
        "per-before",
        "Cups per tray: 6. Trays: 9.",
        "6",
        "cup per tray",
        before.per,
        words=frozenset({"per"}),
    ),
    Rule(
        "everything",
        "Everything costs $2 here.",
        "2",
        "dollar per item",
        before.everything,
        words=frozenset({"everything"}),
    ),
    Rule(
        "all-alike",
        "The fence has 6 sides, all 5 feet long.",
        "5",
        "foot per side",
        before.all_alike,
        words=frozenset({"all"}),
    ),
    Rule(
        "one-of-them",
        "There are 12 oars. One of them weighs 4 pounds.",
        "4",
        "pound per oar",
        before.one_of_them,
        words=ONE,
    ),
    Rule(
        "doing-one",
        "Kim has 12 doors. Painting one takes 5 minutes.",
        "5",
        "minute per door",
        before.doing_one,
        words=ONE,
    ),
    Rule(
        "each-subject",
        "Each student has 3 books.",
        "3",
        "book per student",
        before.each_subject,
        words=EACH,
    ),
    Rule(
        "hourly",
        "Her hourly wage is $12.",
        "12",
        "dollar per hour",
        before.periodic,
        words=PERIODIC_WORDS,
    ),
)

NUMBERS_BEFORE: Final[tuple[Rule[WordBefore, Rate], ...]] = (
    Rule(
        "each-of-several",
        "In each of 5 bags Kim put 7 nuts.",
        "7",
        "nut per bag",
        before.each_of_several,
    ),
)

# 9. "a box" or "1 box" among those words.
ANY_ONE: Final[tuple[Rule[OneThing, Rate], ...]] = (
    Rule(
        "sells-for",
        "Bo sells a carton for $3. Kim wants 4 cartons.",
        "3",
        "dollar per carton",
        any_one.sells_for,
    ),
    Rule(
        "counted-has",
        "An octopus has 8 arms. Kim saw 5 octopuses.",
        "8",
        "arm per octopus",
        any_one.counted_has,
    ),
    Rule(
        "one-holds",
        "The yard is full. A pallet holds 9 bricks.",
        "9",
        "brick per pallet",
        any_one.one_holds,
    ),
    Rule(
        "enough-for",
        "A jar is enough for 4 guests.",
        "4",
        "guest per jar",
        any_one.enough_for,
    ),
    Rule("measure-has", "A yard has 3 feet.", "3", "foot per yard", any_one.measure_has),
    Rule(
        "one-costs",
        "A ticket costs $4. Tickets sell fast.",
        "4",
        "dollar per ticket",
        any_one.one_costs,
    ),
    Rule(
        "any-costs",
        "A mug is $4 at the fair. Kim saw 9 stalls.",
        "4",
        "dollar per mug",
        any_one.any_costs,
    ),
)

# 10. What the clause before it is about.
SUBJECTS: Final[tuple[Rule[Case, Rate], ...]] = (
    Rule(
        "fronted-each",
        "For every lap that Kim ran her aunt paid $3.",
        "3",
        "dollar per lap",
        before.fronted_each,
    ),
    Rule(
        "plural-costs",
        "Tickets cost $4. Kim bought 6 tickets.",
        "4",
        "dollar per ticket",
        prices.plural_costs,
    ),
    Rule(
        "listed-price",
        "Pears are 30 cents. Kim buys 6 pears.",
        "30",
        "cent per pear",
        prices.listed_price,
    ),
    Rule(
        "plural-holds",
        "Tables seat 4 guests. There are 9 tables.",
        "4",
        "guest per table",
        groups.plural_holds,
    ),
    Rule(
        "plural-has",
        "Spiders have 8 legs. Kim saw 3 spiders.",
        "8",
        "leg per spider",
        groups.plural_has,
    ),
)

# 11. A number next to a rate that is worded alike.
NEIGHBOURS: Final[tuple[Rule[Case, Rate], ...]] = (
    Rule(
        "like-phrase",
        "The tailor uses 2 yards for a vest and 5 yards for a coat. He sews 4 coats.",
        "2",
        "yard per vest",
        ellipsis.like_phrase,
    ),
    Rule(
        "like-subject",
        "A pen weighs 9 grams and a mug weighs 300 grams. There are 5 mugs.",
        "9",
        "gram per pen",
        ellipsis.like_subject,
    ),
)

RULES: Final[tuple[Rule[Any, Any], ...]] = (
    *NEVER,
    *GOODS,
    IN_ONE,
    *AFTER,
    *SHARED,
    *PACKS,
    *LINKS,
    *OTHER_LINKS,
    *CONTINUED,
    *BEFORE,
    *NUMBERS_BEFORE,
    *ANY_ONE,
    *SUBJECTS,
    *NEIGHBOURS,
)
