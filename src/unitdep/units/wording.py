"""Wording: numbers and units as people write them ("7 bouquets", "1/3 cup", "4 apples per child").

Takes values and units, gives text. It reads nothing and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from unitdep.units.conversion import is_length
from unitdep.units.dimension import Dimension
from unitdep.units.kinds import Noun, kinds
from unitdep.units.unit import Unit

MAX_DECIMALS = 4

# Nouns whose plural no ending rule gives: singular -> plural.
IRREGULAR = {
    "calf": "calves",
    "child": "children",
    "die": "dice",
    "foot": "feet",
    "goose": "geese",
    "half": "halves",
    "knife": "knives",
    "leaf": "leaves",
    "life": "lives",
    "loaf": "loaves",
    "man": "men",
    "mouse": "mice",
    "ox": "oxen",
    "person": "people",
    "shelf": "shelves",
    "thief": "thieves",
    "tooth": "teeth",
    "wife": "wives",
    "wolf": "wolves",
    "woman": "women",
    # words in -o that take -es; the others ("photo", "piano") take -s
    "hero": "heroes",
    "mango": "mangoes",
    "potato": "potatoes",
    "tomato": "tomatoes",
}
_SINGULARS = {many: one for one, many in IRREGULAR.items()}

# Nouns that look the same in both numbers, or have no plural or no singular.
_UNCHANGED = """
    clothes deer fish furniture glasses homework jeans luggage milk money moose pants percent rice
    salmon scissors series sheep shorts shrimp species sugar times trout water
"""
_ABBREVIATIONS = "cm ft g kg km l lb m mg ml mm mph oz %"
INVARIANT = frozenset((_UNCHANGED + _ABBREVIATIONS).split())


def format_value(value: Fraction) -> str:
    """Write a value as people do: 7, 2.5, or 1/3 where no decimal of four places is exact."""
    if value.denominator == 1:
        return str(value.numerator)
    scaled = value * 10**MAX_DECIMALS
    if scaled.denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    whole, part = divmod(abs(scaled.numerator), 10**MAX_DECIMALS)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}." + f"{part:0{MAX_DECIMALS}d}".rstrip("0")


def json_number(value: Fraction) -> int | float:
    """Return a value as a JSON number: an int where it is whole, else the nearest float."""
    if value.denominator == 1:
        return value.numerator
    try:
        return float(value)
    except OverflowError:  # beyond a float's range no fraction part can be told
        return round(value)


def plural(noun: str) -> str:
    """Return the plural of a noun; of several words the last is turned ("square feet")."""
    head, _, last = noun.rpartition(" ")
    return f"{head} {_plural_word(last)}" if head else _plural_word(last)


def singular(noun: str) -> str:
    """Undo an irregular plural ("people" -> "person"); units are singular lemmas otherwise."""
    return _SINGULARS.get(noun, noun)


def _plural_word(word: str) -> str:
    lower = word.lower()
    if not lower or lower in INVARIANT or lower in _SINGULARS:
        return word
    if lower in IRREGULAR:
        return IRREGULAR[lower]
    if lower.endswith("man") and lower not in {"human", "german", "roman"}:
        return word[:-3] + "men"
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if lower.endswith("y") and len(word) > 1 and lower[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s" if lower[-1].isalpha() else word


def _reads_as_one(value: Fraction) -> bool:
    """Whether a noun after this value is singular: "1 cup", "1/3 cup", but "0.5 cups"."""
    return value == 1 or (0 < value < 1 and "/" in format_value(value))


def amount(value: Fraction | None, unit: Unit) -> str:
    """Write a value with its unit: "66 flowers", "4 apples per child"; None is written "?"."""
    one = value is not None and _reads_as_one(value)
    noun = singular(unit.numerator) if one else plural(unit.numerator)
    parts = ["?" if value is None else format_value(value)]
    if noun:
        parts.append(noun)
    if unit.denominator is not None:
        parts.append(f"per {unit.denominator or 'item'}")
    return " ".join(parts)


def dimension_amount(value: Fraction, unit: Dimension | None) -> str:
    """Write a value with a worked-out unit: "7 dogs and cats", "12 square feet", "3 per box"."""
    said = _dimension(unit, singular if _reads_as_one(value) else plural)
    return f"{format_value(value)} {said}" if said else format_value(value)


def dimension_name(unit: Dimension | None) -> str:
    """Write a worked-out unit, singular: "flower per bouquet"; "" for a plain number."""
    return _dimension(unit, singular)


def plural_name(unit: Dimension | None) -> str:
    """Write a worked-out unit, plural: "flowers per bouquet"; "" for a plain number."""
    return _dimension(unit, plural)


def listed(names: Sequence[str]) -> str:
    """Join names: "66, 10 and 8"."""
    return " and ".join(p for p in (", ".join(names[:-1]), *names[-1:]) if p)


def _dimension(unit: Dimension | None, turn: Callable[[str], str]) -> str:
    if unit is None:
        return ""
    below = [f"per {_named(noun, singular) or 'item'}" for noun in unit.under]
    return " ".join(part for part in (_product(unit.over, turn), *below) if part)


def _product(factors: Sequence[Noun], turn: Callable[[str], str]) -> str:
    """Write nouns that are multiplied: "square feet", "dollar-pens"."""
    if len(factors) == 2 and factors[0] == factors[1] and all(map(is_length, factors[0])):
        return f"square {_named(factors[0], turn)}"
    names = [_named(noun, singular) for noun in factors[:-1]]
    return "-".join([*names, *(_named(noun, turn) for noun in factors[-1:])])


def _named(noun: Noun, turn: Callable[[str], str]) -> str:
    """Write what was added up, without what is a kind of another part: "dogs and cats"."""
    known = kinds()
    general = [n for n in sorted(noun) if not any(o in known.of(n) for o in noun - {n})]
    return listed([turn(n) for n in general or sorted(noun)]) if noun else ""
