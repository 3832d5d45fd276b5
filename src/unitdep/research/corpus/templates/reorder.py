"""Reorder a template's sentences if that is safe, for more variety in the training texts.

Two neighbouring statements may be swapped if neither depends on what was said before it: no
pronoun, no word that implies an order in time, no name mentioned in both.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Final

from unitdep.research.corpus.templates.template import SLOT, Template

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z{\[\"])")
_DEPENDENT: Final = re.compile(
    r"\b(he|she|it|they|him|her|them|his|hers|its|their|theirs|this|these|those|that|such|so|then|"
    r"later|after|afterwards|before|next|now|again|another|more|less|fewer|other|others|rest|also|"
    r"too|both|either|each|every|same|first|second|last|left|remaining|still|there|here|if|but|"
    r"however|instead|yesterday|today|tomorrow|of)\b",
    re.IGNORECASE,
)


def reordered(template: Template, rng: random.Random) -> Template:
    """Swap two statements at random; returns the template itself if none may be swapped."""
    sentences = _SENTENCE.split(template.text)
    places = [k for k in range(len(sentences) - 1) if _free(sentences[k], sentences[k + 1])]
    if not places:
        return template
    k = rng.choice(places)
    sentences[k : k + 2] = sentences[k + 1], sentences[k]
    return replace(template, text=" ".join(sentences))


def _free(first: str, second: str) -> bool:
    return all(_stands_alone(s) for s in (first, second)) and not _names(first) & _names(second)


def _stands_alone(sentence: str) -> bool:
    return (
        sentence.endswith(".")
        and any(slot["number"] for slot in SLOT.finditer(sentence))
        and not _DEPENDENT.search(sentence)
    )


def _names(sentence: str) -> set[str]:
    return {slot[0] for slot in SLOT.finditer(sentence) if slot["sex"]}
