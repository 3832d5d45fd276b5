"""The rules for the unit that the question asks for, in the order in which they are tried."""

from __future__ import annotations

from typing import Any, Final

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import Noun
from unitdep.reading.unit_rules.asked import measure, noun, rate
from unitdep.reading.unit_rules.asked.measure import Sought
from unitdep.reading.unit_rules.asked.noun import Asking
from unitdep.reading.unit_rules.rates.case import WordAfter
from unitdep.reading.unit_rules.rates.rules import (
    APIECE,
    FOR_ADULTS,
    PER,
    PERIODIC,
    TO_THE,
)
from unitdep.reading.unit_rules.rule import QUESTION, Rule
from unitdep.reading.unit_rules.scene import ANY_ONE, EACH, Rate
from unitdep.units.unit import Unit

# 1. The noun that the question names.
NOUNS: Final[tuple[Rule[Asking, Noun], ...]] = (
    Rule(
        "asked-times",
        "Kim scored 9 points, Bo scored 3. How many times as many did Kim score?",
        QUESTION,
        "times",
        noun.times,
    ),
    Rule(
        "how-many",
        "Kim cut 66 roses and tied 8 into each bouquet. How many bouquets did she tie?",
        QUESTION,
        "bouquet",
        noun.how_many,
    ),
    Rule(
        "outnumber",
        "9 ducks and 4 hens ran. By how many did the ducks outnumber the hens?",
        QUESTION,
        "duck",
        noun.outnumber,
    ),
    Rule(
        "terse",
        "20 liters of oil, cans of 4 liters. Cans needed?",
        QUESTION,
        "can",
        noun.terse,
    ),
)

# 2. The Den Unit that it names, word by word. Some rules are those of numbers.
RATES: Final[tuple[Rule[WordAfter, Rate], ...]] = (
    Rule(
        "asked-one-of",
        "12 pups slept in 3 baskets. How many pups slept in one of the baskets?",
        QUESTION,
        "pup per basket",
        rate.one_of,
        words=ANY_ONE,
    ),
    Rule(
        "asked-in-a-day",
        "A bear ate 90 figs in 3 days. How many figs did it eat in a day?",
        QUESTION,
        "fig per day",
        rate.in_a_time,
        words=ANY_ONE,
    ),
    Rule(
        "asked-price-of-a",
        "Kim paid $30 for shirts. What was the price of a shirt?",
        QUESTION,
        "dollar per shirt",
        rate.price_of_a,
        words=ANY_ONE,
    ),
    Rule(
        "asked-a-counted",
        "3 shirts cost $30. How much does a shirt cost?",
        QUESTION,
        "dollar per shirt",
        rate.a_counted,
        words=ANY_ONE,
    ),
    Rule(
        "asked-price-for-a",
        "Shirts are dear. Bo spent $30. How much money did he pay for a shirt?",
        QUESTION,
        "dollar per shirt",
        rate.price_for_a,
        words=ANY_ONE,
    ),
    Rule(
        "asked-by-the",
        "Bo bought 6 feet of wire for $12. What was he charged by the foot?",
        QUESTION,
        "dollar per foot",
        rate.by_the,
        words=frozenset({"by"}),
    ),
    Rule(
        "asked-everyone",
        "How many nuts did everyone get if 20 nuts were shared by 5 hikers?",
        QUESTION,
        "nut per person",
        rate.everyone,
        words=LEXICON["everyone"],
    ),
    Rule(
        "asked-each",
        "12 nuts are in 3 bowls. How many nuts are in each bowl?",
        QUESTION,
        "nut per bowl",
        rate.each,
        words=EACH,
    ),
    PERIODIC,
    APIECE,
    PER,
    FOR_ADULTS,
    TO_THE,
)

# 3. Without a noun, a unit of the text.
MEASURES: Final[tuple[Rule[Sought, Unit], ...]] = (
    Rule(
        "how-fast",
        "Kim drove 90 miles in 3 hours. How fast did she drive?",
        QUESTION,
        "mile per hour",
        measure.speed,
    ),
    Rule(
        "in-feet",
        "A rope is 3 yards long. How long is it in feet?",
        QUESTION,
        "foot",
        measure.in_feet,
    ),
    Rule(
        "how-many-left",
        "Kim had 9 pens and lost 4. How many did she have left?",
        QUESTION,
        "pen",
        measure.how_many_left,
    ),
    Rule(
        "how-much-spent",
        "Kim bought 3 pens for $9. How much did she spend?",
        QUESTION,
        "dollar",
        measure.cost,
    ),
    Rule(
        "how-old",
        "Kim is 8 years old. How old will she be in 5 years?",
        QUESTION,
        "year",
        measure.age,
    ),
    Rule(
        "score",
        "Bo got 9 points, then 5 points. What was his score?",
        QUESTION,
        "point",
        measure.score,
    ),
    Rule(
        "how-far",
        "Kim ran 3 miles and 4 miles. How far did she run?",
        QUESTION,
        "mile",
        measure.how_far,
    ),
    Rule(
        "told-to-find",
        "A bun has 90 calories and a pear has 50 calories. Work out the calories of both.",
        QUESTION,
        "calorie",
        measure.told_to_find,
    ),
    Rule(
        "how-much-sugar",
        "Kim has 3 kg of sugar and paid $4. How much more sugar does she need?",
        QUESTION,
        "kilogram",
        measure.how_much_stuff,
    ),
    Rule(
        "money-asked",
        "Kim had $9 and lost $4. What is left?",
        QUESTION,
        "dollar",
        measure.money,
    ),
    Rule(
        "some-money",
        "What did Bo pay?",
        QUESTION,
        "dollar",
        measure.some_money,
    ),
    Rule(
        "first-measure",
        "Kim had 9 kg of flour and used 4 kg. What is left?",
        QUESTION,
        "kilogram",
        measure.first_measure,
    ),
    Rule(
        "first-unit",
        "Kim had 9 pens and 4 cups. What is the total?",
        QUESTION,
        "pen",
        measure.first_unit,
    ),
)

# 4. A period, if no other Den Unit is asked for.
PERIODS: Final[tuple[Rule[Sought, Unit], ...]] = (
    Rule(
        "asked-weekly",
        "Kim took 12 lessons in 3 weeks. How many weekly lessons did she take?",
        QUESTION,
        "lesson per week",
        measure.weekly,
    ),
)

RULES: Final[tuple[Rule[Any, Any], ...]] = (*NOUNS, *RATES, *MEASURES, *PERIODS)
