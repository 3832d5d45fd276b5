"""Our features: the paper's, and what its errors ask for.

Beside the paper's words and rules these read the words of the question for every classifier, what a
verb does to an amount, who is meant, how the units of all vertices fit together, and a few facts of
the numbers. Conjunctions of any two are added by the learner, as in the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from unitdep.lexicon import read_lists
from unitdep.reading import Quantity
from unitdep.scoring.features.paper import (
    Features,
    mark,
    match_features,
    neighbourhood,
    question_unit,
    question_windows,
    question_words,
    same_sentence,
)
from unitdep.scoring.features.view import View
from unitdep.scoring.tables import number_pairs
from unitdep.units.unit import Unit

_LISTS: Final = read_lists("features")
_CUES: Final = frozenset(_LISTS["cue"].words)


@dataclass(frozen=True)
class OwnFeatures:
    """The feature set of this project."""

    name: str = "own"

    def irrelevance(self, view: View) -> list[Features]:
        """One example a quantity."""
        question = frozenset(view.question)
        quantities = view.problem.quantities
        units = [q.unit.tokens | q.unit.denominator_tokens for q in quantities]
        near = [unit | words for unit, words in zip(units, view.connected, strict=True)]
        by_unit = match_features("unit", units, question)
        by_phrase = match_features("near", near, question)
        fit = [question_fit(view, q) for q in quantities]
        return [
            [
                *by_unit[i],
                *by_phrase[i],
                *neighbourhood(view, i),
                *verb_facts(view, i),
                *person(view, i),
                *fit[i],
                *mark("n", number_facts(view, q)),
                *(f"rival {f}" for f in _rivals(fit, i)),
                *(("twin-value",) if twin(quantities, q) else ()),
                *mark("q", _short_question(view)),
                f"of {min(len(quantities), 5)}",
            ]
            for i, q in enumerate(quantities)
        ]

    def lca(self, view: View) -> list[Features]:
        """One example a pair of quantities."""
        shared = [*(f"q {w}" for w in view.question), *_cues(view), *_short_question(view)]
        single = [_lca_single(view, i) for i in range(view.problem.size)]
        return [
            [*shared, *mark("1", single[i]), *mark("2", single[j]), *pair_facts(view, i, j)]
            for i, j in number_pairs(view.problem.size)
        ]

    def vertex(self, view: View) -> list[Features]:
        """One example a quantity, then the question."""
        asked = question_unit(view)
        numbers = [
            [
                *neighbourhood(view, i),
                *rate_facts(q.unit),
                *question_fit(view, q),
                *verb_facts(view, i),
                *(("den-counted",) if counted(view, q.unit.denominator_tokens, i) else ()),
            ]
            for i, q in enumerate(view.problem.quantities)
        ]
        question = [
            "question",
            *question_words(view),
            *rate_facts(asked),
            *_cues(view),
            *(("den-counted",) if counted(view, asked.denominator_tokens, None) else ()),
        ]
        return [*numbers, question]

    def edge(self, view: View) -> list[Features]:
        """One example a pair of quantities, then each quantity with the question."""
        size = view.problem.size
        units = [q.unit for q in view.problem.quantities]
        asked = question_unit(view)
        context = [[*neighbourhood(view, i), *verb_facts(view, i)] for i in range(size)]
        short = _short_question(view)
        numbers = [
            [
                *mark("1", context[i]),
                *mark("2", context[j]),
                *relation(units[i], units[j]),
                *_signature(units[i], units[j], asked),
                *mark("1", question_fit(view, view.problem.quantities[i])),
                *mark("2", question_fit(view, view.problem.quantities[j])),
                *short,
                *(("same-sentence",) if same_sentence(view, i, j) else ()),
            ]
            for i, j in number_pairs(size)
        ]
        question = [
            [
                "question",
                *mark("1", context[i]),
                *mark("2", question_words(view)),
                *relation(units[i], asked),
                *question_windows(view, units[i]),
                *_cues(view),
            ]
            for i in range(size)
        ]
        return [*numbers, *question]


def _verb_classes() -> dict[str, str]:
    classes: dict[str, str] = {}
    for name, entry in _LISTS.items():
        if name.startswith("verb-"):
            for verb in entry.words:
                classes.setdefault(verb, name.removeprefix("verb-"))
    return classes


_VERB_CLASSES: Final = _verb_classes()


def verb_class(lemma: str) -> str:
    """Return what a verb does to an amount; the verb itself where no class is known."""
    return _VERB_CLASSES.get(lemma, lemma)


def verb_facts(view: View, index: int) -> Features:
    """Which verb governs a quantity, what it does, and whether the question asks about it."""
    verb = view.verbs[index]
    if verb is None:
        return []
    lemma = verb.lemma_.lower()
    found = [f"verb {lemma}", f"does {verb_class(lemma)}", f"tense {verb.tag_}"]
    if any(child.dep_ == "neg" for child in verb.children):
        found.append("negated")
    if view.question_verb is not None:
        asked = view.question_verb
        found.append("verb-asked" if lemma == asked else "verb-not-asked")
        if verb_class(lemma) == verb_class(asked):
            found.append("class-asked")
    return found


def person(view: View, index: int) -> Features:
    """Whether the quantity's owner is the one that the question names."""
    own, asked = view.owners[index], view.question_owner
    if not own or not asked:
        return ["owner-unknown"]
    return ["owner-asked" if own == asked else "owner-other"]


def question_fit(view: View, quantity: Quantity) -> Features:
    """How a quantity's unit stands to the unit asked for."""
    own, asked = quantity.unit, question_unit(view)
    found = []
    if own.numerator and own.numerator == asked.numerator:
        found.append("num=asked")
        if own.modifiers and asked.modifiers:
            shared = set(own.modifiers) & set(asked.modifiers)
            found.append("modifiers-asked" if shared else "modifiers-differ")
    elif own.tokens & asked.tokens:
        found.append("num~asked")
    else:
        found.append("num!=asked")
    if own.denominator and own.denominator == asked.numerator:
        found.append("den=asked")
    if asked.denominator and own.numerator == asked.denominator:
        found.append("num=asked-den")
    if own.is_rate:
        found.append("rate")
    if asked.is_rate:
        found.append("asked-rate")
    return found


def _rivals(fit: Sequence[Features], index: int) -> set[str]:
    return {feature for k, other in enumerate(fit) if k != index for feature in other[:1]}


def twin(quantities: Sequence[Quantity], quantity: Quantity) -> bool:
    """Whether another quantity has the same value and unit."""
    return any(
        other.index != quantity.index
        and other.value == quantity.value
        and other.unit.numerator == quantity.unit.numerator
        for other in quantities
    )


def number_facts(view: View, quantity: Quantity) -> Features:
    """What the number itself says, and where it stands."""
    value = quantity.value
    found = [quantity.number.kind.value]
    if value in (1, 2):
        found.append(str(value))
    if value.denominator != 1:
        found.append("broken")
    if value < 1:
        found.append("below-one")
    if quantity.index == 0:
        found.append("first")
    if quantity.index == view.problem.size - 1:
        found.append("last")
    if view.in_question_sentence[quantity.index]:
        found.append("in-question")
    return found


def _short_question(view: View) -> Features:
    """The question in brief: its opening, its verb's class, its unit's kind."""
    asked = question_unit(view)
    found = [f"asks {' '.join(view.question[:3])}", *(("asked-rate",) if asked.is_rate else ())]
    if view.question_verb is not None:
        found += [f"asked-does {verb_class(view.question_verb)}"]
    if asked.numerator in ("dollar", "cent", "times"):
        found.append(f"asked-{asked.numerator}")
    return found


def _cues(view: View) -> Features:
    """Cue words anywhere in the text, and in the question."""
    return [f"cue {w}" for w in view.lemmas & _CUES] + [
        f"asked-cue {w}" for w in _CUES.intersection(view.question)
    ]


def rate_facts(unit: Unit) -> Features:
    """Whether the rules see a rate, and per what."""
    if not unit.is_rate:
        return ["no-rate"]
    return ["rate", f"per {unit.denominator}", "den-named" if unit.denominator else "den-unnamed"]


def counted(view: View, tokens: frozenset[str], index: int | None) -> bool:
    """Whether another quantity counts what these words name."""
    return any(q.unit.tokens & tokens for q in view.problem.quantities if q.index != index)


def _lca_single(view: View, index: int) -> Features:
    quantity = view.problem.quantities[index]
    place = view.places[index]
    found = [*verb_facts(view, index), *person(view, index), *question_fit(view, quantity)]
    found += [*number_facts(view, quantity), *neighbourhood(view, index)]
    for i in range(max(place - 3, 0), min(place + 4, len(view.words))):
        if view.tags[i].startswith(("RB", "JJR")):
            found.append(f"adverb {view.words[i]}")
    if quantity.unit.numerator == "times":
        found.append("times")
    if view.some_before[index]:
        found.append("some-before")
    return found


def pair_facts(view: View, i: int, j: int) -> Features:
    """How two quantities stand to each other: units, values, verbs, owners, places."""
    first, second = view.problem.quantities[i], view.problem.quantities[j]
    found = [
        *relation(first.unit, second.unit),
        *_signature(first.unit, second.unit, question_unit(view)),
        *_values(first, second),
        *(("same-sentence",) if same_sentence(view, i, j) else ()),
        *(("adjacent",) if j == i + 1 else ()),
        f"of {min(view.problem.size, 4)}",
    ]
    verb, other = view.verbs[i], view.verbs[j]
    if verb is not None and other is not None:
        classes = [verb_class(v.lemma_.lower()) for v in (verb, other)]
        found.append("same-verb-token" if verb.i == other.i else "verbs-apart")
        found.append("same-class" if classes[0] == classes[1] else "classes-differ")
        if verb.lemma_ == other.lemma_:
            found.append("same-verb")
    if view.owners[i] and view.owners[j]:
        found.append("same-owner" if view.owners[i] == view.owners[j] else "owners-differ")
    between = view.words[view.places[i] + 1 : view.places[j]]
    found += [f"between {w}" for w in ("and", "than", "but", "then", "if") if w in between]
    return found


def _values(first: Quantity, second: Quantity) -> Features:
    a, b = first.value, second.value
    found = ["descending" if a > b else "equal" if a == b else "ascending"]
    large, small = max(a, b), min(a, b)
    if small > 1 and large > small and (large / small).denominator == 1:
        found.append("divides")
    if small and large > 20 * small:
        found.append("far-apart")
    return found


def relation(first: Unit, second: Unit) -> Features:
    """How two units stand to each other."""
    found = [f"rates {int(first.is_rate)}{int(second.is_rate)}"]
    if first.numerator and first.numerator == second.numerator:
        found.append("num=num")
        if first.modifiers and second.modifiers:
            shared = set(first.modifiers) & set(second.modifiers)
            found.append("modifiers-share" if shared else "modifiers-differ")
    elif first.tokens & second.tokens:
        found.append("num~num")
    else:
        found.append("num!=num")
    if second.tokens & first.denominator_tokens:
        found.append("den1=num2")
    if first.tokens & second.denominator_tokens:
        found.append("num1=den2")
    if first.denominator_tokens & second.denominator_tokens:
        found.append("den=den")
    return found


def _signature(first: Unit, second: Unit, asked: Unit) -> Features:
    """All unit matches among two quantities and the question, as one word."""
    parts = [
        *("r" if unit.is_rate else "-" for unit in (first, second, asked)),
        "s" if first.numerator == second.numerator else "-",
        "a" if first.numerator == asked.numerator else "-",
        "b" if second.numerator == asked.numerator else "-",
        "c" if first.denominator_tokens & second.tokens else "-",
        "d" if second.denominator_tokens & first.tokens else "-",
        "e" if first.denominator_tokens & asked.tokens else "-",
        "f" if second.denominator_tokens & asked.tokens else "-",
        "g" if asked.denominator_tokens & first.tokens else "-",
        "h" if asked.denominator_tokens & second.tokens else "-",
    ]
    return ["units " + "".join(parts)]
