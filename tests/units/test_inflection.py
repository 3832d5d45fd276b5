"""Singulars and plurals: hand-picked nouns, round trips, and all nouns of the corpus."""

from __future__ import annotations

import pytest

from unitdep.lexicon import LEMMAS, LEXICON, read_lists
from unitdep.research.corpus.templates.packaged import part
from unitdep.research.corpus.templates.template import Split
from unitdep.units.inflection import is_mass, plural, singular, undo_plural
from unitdep.units.kinds import kinds

NOUNS = {
    "regular": """
        bouquet bouquets, car cars, photo photos, piano pianos, radio radios, kangaroo kangaroos,
        burrito burritos, flamingo flamingos, giraffe giraffes, cafe cafes, roof roofs, cliff
        cliffs, chief chiefs, reef reefs, safe safes, cup cups, cupful cupfuls, spoonful spoonfuls,
        house houses, rose roses, vase vases, page pages, cookie cookies, pie pies, shoe shoes,
        canoe canoes, toe toes
    """,
    "hissing": """
        box boxes, fox foxes, tax taxes, class classes, dress dresses, glass glasses, bus buses,
        minibus minibuses, gas gases, lens lenses, atlas atlases, iris irises, octopus octopuses,
        lunch lunches, peach peaches, dish dishes, brush brushes, waltz waltzes, thermos thermoses,
        rhinoceros rhinoceroses, cactus cactuses, quiz quizzes, fez fezzes
    """,
    "ch as k": "stomach stomachs, monarch monarchs, epoch epochs",
    "y": """
        penny pennies, berry berries, party parties, baby babies, story stories, day days, key keys,
        toy toys, guy guys, monkey monkeys, soliloquy soliloquies
    """,
    "o": """
        potato potatoes, tomato tomatoes, hero heroes, echo echoes, mango mangoes,
        volcano volcanoes, tornado tornadoes, mosquito mosquitoes, domino dominoes
    """,
    "f": """
        leaf leaves, loaf loaves, shelf shelves, scarf scarves, half halves, calf calves, elf elves,
        hoof hooves, wolf wolves, thief thieves, knife knives, wife wives, life lives, self selves
    """,
    "vowels": """
        man men, woman women, child children, person people, foot feet, tooth teeth, goose geese,
        mouse mice, louse lice, ox oxen, die dice
    """,
    "compounds": """
        grandchild grandchildren, stepchild stepchildren, snowman snowmen, fireman firemen,
        policewoman policewomen, salesperson salespeople, bookshelf bookshelves, penknife penknives,
        housewife housewives, werewolf werewolves, dormouse dormice, forefoot forefeet
    """,
    "not compounds": """
        human humans, german germans, shaman shamans, ottoman ottomans, mongoose mongooses, slice
        slices, specimen specimens
    """,
    "Latin and Greek": """
        crisis crises, oasis oases, axis axes, nucleus nuclei, alga algae, larva larvae, fungus
        fungi, bacterium bacteria, criterion criteria, vertex vertices
    """,
    "unchanged": """
        sheep sheep, deer deer, reindeer reindeer, fish fish, goldfish goldfish,
        clownfish clownfish, salmon salmon, moose moose, bison bison, aircraft aircraft,
        hovercraft hovercraft, series
        series, species species, headquarters headquarters, jeans jeans, scissors scissors, trousers
        trousers, money money, homework homework, luggage luggage, percent percent, times times
    """,
    "already plural": """
        people people, children children, firemen firemen, grandchildren grandchildren, leaves
        leaves, dice dice, shrinks shrinks
    """,
    "hyphens": """
        man-hour man-hours, push-up push-ups, grown-up grown-ups, e-mail e-mails, mother-in-law
        mothers-in-law, passer-by passers-by, merry-go-round merry-go-rounds, T-shirt T-shirts
    """,
    "abbreviations": "DVD DVDs, kg kg, mph mph, % %",
}
PAIRS = [
    pytest.param(*pair.split(), id=pair.split()[0])
    for nouns in NOUNS.values()
    for pair in nouns.split(",")
]


@pytest.mark.parametrize(("one", "many"), PAIRS)
def test_plural(one: str, many: str) -> None:
    assert plural(one) == many
    assert plural(many) == many


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("square foot", "square feet"),
        ("fire truck", "fire trucks"),
        ("box of chocolates", "boxes of chocolates"),
        ("loaf of bread", "loaves of bread"),
        ("child in need", "children in need"),
        ("", ""),
    ],
)
def test_the_head_of_a_name_is_turned(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("people", "person"),
        ("firemen", "fireman"),
        ("schoolchildren", "schoolchild"),
        ("thieve", "thief"),  # what ``singular`` makes of "thieves"
        ("specimen", "specimen"),
        ("slice", "slice"),
        ("bouquet", "bouquet"),
    ],
)
def test_undo_plural(many: str, one: str) -> None:
    assert undo_plural(many) == one


def test_the_table_is_read_in_both_directions() -> None:
    """Every irregular noun of the lexicon comes back from its plural."""
    for noun in LEXICON["irregular"]:
        assert LEMMAS.get(plural(noun), noun) == noun, noun
        assert undo_plural(plural(noun)) == noun, noun
    for noun in read_lists("nouns")["written-plural"].words:
        assert undo_plural(plural(noun)) == noun, noun


def test_written_plurals_are_not_read() -> None:
    """``singular`` is as it was when the models were trained."""
    written = dict(read_lists("nouns")["written-plural"].pairs)
    assert not set(written) & set(LEMMAS) - {"feet"}  # a measure
    assert singular("thieves") == "thieve"
    assert singular("firemen") == "firemen"


def test_nouns_of_the_corpus() -> None:
    """Units and kinds: each plural is read as its noun again, or is the noun itself."""
    nouns = {*kinds().above, *(noun for above in kinds().above.values() for noun in above)}
    nouns |= {
        noun for s in Split for t in part(s) for unit in t.units for noun in unit.split(" per ")
    }
    names = {noun for noun in nouns if " of " not in noun}
    lost = {n: plural(n) for n in names if n not in (plural(n), undo_plural(plural(n)))}
    lost = {n: many for n, many in lost.items() if singular(many.split()[-1]) != n.split()[-1]}
    assert len(names) > 1200
    # Spellings and abbreviations that are read as a measure, and one noun in -ie and one in -che.
    assert lost.keys() <= {"b", "cache", "kilo", "kilometre", "litre", "magpie", "metre"}


def test_mass_nouns() -> None:
    assert is_mass("money")
    assert not is_mass("sheep")
