"""Our features: the paper's, and others that its errors call for.

In addition to the paper's words and rules, they use the words of the question for every classifier,
what a verb does to an amount, who is meant, how the units of all vertices fit together, and a few
facts about the numbers. As in the paper, the learner adds the conjunctions of any two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from unitdep.scoring.features.words import LINKS, WORDS, verb_class
from unitdep.scoring.tables import number_pairs
from unitdep.units.unit import Unit


@dataclass(frozen=True)
class OwnFeatures:
    """The feature set of this project."""

    name: str = "own"

    def irrelevance(self, view: View) -> list[Features]:
        """Return one example per quantity."""
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
        """Return one example per pair of quantities."""
        shared = [*(f"q {w}" for w in view.question), *_cues(view), *_short_question(view)]
        single = [_lca_single(view, i) for i in range(view.problem.size)]
        return [
            [*shared, *mark("1", single[i]), *mark("2", single[j]), *pair_facts(view, i, j)]
            for i, j in number_pairs(view.problem.size)
        ]

    def vertex(self, view: View) -> list[Features]:
        """Return one example per quantity, then one for the question."""
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
        """Return one example per pair of quantities, then each quantity with the question."""
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


def verb_facts(view: View, index: int) -> Features:
    """Return which verb governs a quantity, what it does, and whether the question has it too."""
    verb = view.verbs[index]
    if verb is None:
        return []
    lemma = verb.lemma_.lower()
    facts = [f"verb {lemma}", f"does {verb_class(lemma)}", f"tense {verb.tag_}"]
    if any(child.dep_ == "neg" for child in verb.children):
        facts.append("negated")
    if view.question_verb is not None:
        asked = view.question_verb
        facts.append("verb-asked" if lemma == asked else "verb-not-asked")
        if verb_class(lemma) == verb_class(asked):
            facts.append("class-asked")
    return facts


def person(view: View, index: int) -> Features:
    """Return whether the quantity's owner is the one that the question names."""
    own, asked = view.owners[index], view.question_owner
    if not own or not asked:
        return ["owner-unknown"]
    return ["owner-asked" if own == asked else "owner-other"]


def question_fit(view: View, quantity: Quantity) -> Features:
    """Return how a quantity's unit relates to the unit asked for."""
    own, asked = quantity.unit, question_unit(view)
    facts = []
    if own.numerator and own.numerator == asked.numerator:
        facts.append("num=asked")
        if own.modifiers and asked.modifiers:
            shared = set(own.modifiers) & set(asked.modifiers)
            facts.append("modifiers-asked" if shared else "modifiers-differ")
    elif own.tokens & asked.tokens:
        facts.append("num~asked")
    else:
        facts.append("num!=asked")
    if own.denominator and own.denominator == asked.numerator:
        facts.append("den=asked")
    if asked.denominator and own.numerator == asked.denominator:
        facts.append("num=asked-den")
    if own.is_rate:
        facts.append("rate")
    if asked.is_rate:
        facts.append("asked-rate")
    return facts


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
    """Return facts about a number itself and its position."""
    value = quantity.value
    facts = [quantity.number.kind.value]
    if value in (1, 2):
        facts.append(str(value))
    if value.denominator != 1:
        facts.append("broken")
    if value < 1:
        facts.append("below-one")
    if quantity.index == 0:
        facts.append("first")
    if quantity.index == view.problem.size - 1:
        facts.append("last")
    if view.in_question_sentence[quantity.index]:
        facts.append("in-question")
    return facts


def _short_question(view: View) -> Features:
    """Return the question in brief: its first words, its verb's class, the kind of its unit."""
    asked = question_unit(view)
    facts = [f"asks {' '.join(view.question[:3])}", *(("asked-rate",) if asked.is_rate else ())]
    if view.question_verb is not None:
        facts += [f"asked-does {verb_class(view.question_verb)}"]
    if asked.numerator in WORDS["asked-unit"]:
        facts.append(f"asked-{asked.numerator}")
    return facts


def _cues(view: View) -> Features:
    """Return the cue words anywhere in the text, and those in the question."""
    cues = WORDS["cue"]
    return [f"cue {w}" for w in view.lemmas & cues] + [
        f"asked-cue {w}" for w in cues.intersection(view.question)
    ]


def rate_facts(unit: Unit) -> Features:
    """Return whether the rules see a rate, and per what."""
    if not unit.is_rate:
        return ["no-rate"]
    return ["rate", f"per {unit.denominator}", "den-named" if unit.denominator else "den-unnamed"]


def counted(view: View, tokens: frozenset[str], index: int | None) -> bool:
    """Whether another quantity counts what these words name."""
    return any(q.unit.tokens & tokens for q in view.problem.quantities if q.index != index)


def _lca_single(view: View, index: int) -> Features:
    quantity = view.problem.quantities[index]
    place = view.places[index]
    facts = [*verb_facts(view, index), *person(view, index), *question_fit(view, quantity)]
    facts += [*number_facts(view, quantity), *neighbourhood(view, index)]
    for i in range(max(place - 3, 0), min(place + 4, len(view.words))):
        if view.tags[i].startswith(("RB", "JJR")):
            facts.append(f"adverb {view.words[i]}")
    if quantity.unit.numerator == "times":
        facts.append("times")
    if view.some_before[index]:
        facts.append("some-before")
    return facts


def pair_facts(view: View, i: int, j: int) -> Features:
    """Return how two quantities relate: units, values, verbs, owners, positions."""
    first, second = view.problem.quantities[i], view.problem.quantities[j]
    facts = [
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
        facts.append("same-verb-token" if verb.i == other.i else "verbs-apart")
        facts.append("same-class" if classes[0] == classes[1] else "classes-differ")
        if verb.lemma_ == other.lemma_:
            facts.append("same-verb")
    if view.owners[i] and view.owners[j]:
        facts.append("same-owner" if view.owners[i] == view.owners[j] else "owners-differ")
    between = view.words[view.places[i] + 1 : view.places[j]]
    facts += [f"between {w}" for w in LINKS if w in between]
    return facts


def _values(first: Quantity, second: Quantity) -> Features:
    a, b = first.value, second.value
    facts = ["descending" if a > b else "equal" if a == b else "ascending"]
    large, small = max(a, b), min(a, b)
    if small > 1 and large > small and (large / small).denominator == 1:
        facts.append("divides")
    if small and large > 20 * small:
        facts.append("far-apart")
    return facts


def relation(first: Unit, second: Unit) -> Features:
    """Return how two units relate."""
    facts = [f"rates {int(first.is_rate)}{int(second.is_rate)}"]
    if first.numerator and first.numerator == second.numerator:
        facts.append("num=num")
        if first.modifiers and second.modifiers:
            shared = set(first.modifiers) & set(second.modifiers)
            facts.append("modifiers-share" if shared else "modifiers-differ")
    elif first.tokens & second.tokens:
        facts.append("num~num")
    else:
        facts.append("num!=num")
    if second.tokens & first.denominator_tokens:
        facts.append("den1=num2")
    if first.tokens & second.denominator_tokens:
        facts.append("num1=den2")
    if first.denominator_tokens & second.denominator_tokens:
        facts.append("den=den")
    return facts


def _signature(first: Unit, second: Unit, asked: Unit) -> Features:
    """Return all unit matches among two quantities and the question, as one feature."""
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
