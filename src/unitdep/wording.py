"""Wording: numbers and units as people write them ("7 bouquets", "1/3 cup", "4 apples per child").

Takes values and units, gives text. It reads nothing and decides nothing.
"""

from __future__ import annotations

from fractions import Fraction

from unitdep.quantities.types import Unit

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
    """Give a value as a JSON number: an int where it is whole, else the nearest float."""
    if value.denominator == 1:
        return value.numerator
    try:
        return float(value)
    except OverflowError:  # beyond a float's range no fraction part can be told
        return round(value)


def plural(noun: str) -> str:
    """Give the plural of a noun; of several words the last is turned ("square feet")."""
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
