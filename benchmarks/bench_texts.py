"""The texts on which speed is measured."""

from __future__ import annotations

import random

from unitdep.research.corpus import Split, generate, part
from unitdep.research.corpus.everyday.packaged import everyday_part, fill_all
from unitdep.research.datasets import DatasetNotFoundError, load

_NAMES = ("Ann", "Ben", "Cara", "Dev", "Eli")
_THINGS = ("pens", "cups", "books", "coins", "rings", "maps", "plums", "hats", "keys", "jars")
_SENTENCES = (
    "{name} has {number} {thing} in a bag.",
    "{name} buys {number} {thing}.",
    "{name} gives away {number} {thing}.",
    "Each box has {number} {thing}.",
)
_FILLER = (
    "The market lies by the river, and on most mornings it is full of people.",
    "A friend of the family came by and told a long story about the old mill.",
    "Later the rain stopped, and everybody went home along the narrow road.",
)
_PROBLEM = "{name} packs {many} plums into boxes of {few}. How many boxes does {name} fill?"


def given(count: int) -> tuple[str, list[str]]:
    """Return the name of the set and ``count`` of its texts: AllArith, or our corpus without it.

    The texts are spread evenly over the set.
    """
    try:
        name, texts = "AllArith", [record.text for record in load("allarith").records]
    except DatasetNotFoundError:
        name, texts = "our corpus", [i.text for i in generate(part(Split.TEST), count)]
    step = max(1, len(texts) // count)
    return name, texts[::step][:count]


def everyday(count: int) -> list[str]:
    """Return texts that imply something, spread evenly over the everyday test templates."""
    templates = everyday_part(Split.TEST)
    step = max(1, len(templates) // count)
    return [filled.text for filled in fill_all(templates[::step], 0)][:count]


def with_quantities(size: int, copies: int) -> list[str]:
    """Write problems of ``size`` quantities, half of them with one unit, half with many."""
    rng = random.Random(size)
    texts = []
    for k in range(copies):
        name = rng.choice(_NAMES)
        sentences = (
            rng.choice(_SENTENCES).format(
                name=name, number=rng.randint(2, 60), thing=_THINGS[i if k % 2 else 0]
            )
            for i in range(size)
        )
        texts.append(f"{' '.join(sentences)} How many {_THINGS[0]} has {name} now?")
    return texts


def of_length(words: int, copies: int) -> list[str]:
    """Write problems of two quantities, the text before them filled up to ``words`` words."""
    texts = []
    for k in range(copies):
        asked = _PROBLEM.format(name=_NAMES[k % len(_NAMES)], many=12 * (k + 3), few=12)
        filler: list[str] = []
        while len(filler) + len(asked.split()) < words:
            filler += _FILLER[(len(filler) + k) % len(_FILLER)].split()
        texts.append(" ".join([*filler, asked]))
    return texts
