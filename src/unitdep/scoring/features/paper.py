"""The paper's features.

Those of the vertex and edge classifiers are in the sections "Vertex Classifier" and "Edge
Classifier". Those of the irrelevance and LCA operation classifiers are Roy and Roth's of 2015
(section "Arithmetic Word Problem Solver"), with context features added (section "Solving Arithmetic
Word Problems"). The paper describes features by group; docstrings name the section and the group.

An example is a list of feature strings; the learner adds all conjunctions of two. Two groups can be
left out, as in the table of section "UDG Prediction": ``context`` (words and part-of-speech tags
near a vertex, the question's words) and ``rules`` (the findings of the unit and rate rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unitdep.scoring.features.view import View
from unitdep.scoring.features.words import WORDS
from unitdep.scoring.tables import number_pairs
from unitdep.units.unit import Unit

Features = list[str]


@dataclass(frozen=True)
class PaperFeatures:
    """The paper's feature set; ``context`` and ``rules`` turn the two groups on and off."""

    context: bool = True
    rules: bool = True
    name: str = "paper"

    def irrelevance(self, view: View) -> list[Features]:
        """Return one example per quantity ("Arithmetic Word Problem Solver", with context)."""
        question = frozenset(view.question)
        units = [q.unit.tokens | q.unit.denominator_tokens for q in view.problem.quantities]
        near = [unit | nouns for unit, nouns in zip(units, view.connected, strict=True)]
        by_unit, by_phrase = (
            match_features("unit", units, question),
            match_features("np", near, question),
        )
        examples = []
        for i, quantity in enumerate(view.problem.quantities):
            features = [*by_unit[i], *by_phrase[i], *neighbourhood(view, i)]
            if len(units) == 2:
                features.append("two-numbers")
            if quantity.value in (1, 2):
                features.append("one-or-two")
            examples.append(features)
        return examples

    def lca(self, view: View) -> list[Features]:
        """Return one example per pair ("Arithmetic Word Problem Solver", with context)."""
        asked = [*_question_cues(view), *(f"q {word}" for word in view.question)]
        single = [_lca_single(view, i) for i in range(view.problem.size)]
        return [
            [*asked, *mark("1", single[i]), *mark("2", single[j]), *_lca_pair(view, i, j)]
            for i, j in number_pairs(view.problem.size)
        ]

    def vertex(self, view: View) -> list[Features]:
        """Return one example per quantity, then one for the question ("Vertex Classifier")."""
        return [
            *(
                [
                    *(neighbourhood(view, i) if self.context else ()),
                    *(_rate_found(q.unit) if self.rules else ()),
                ]
                for i, q in enumerate(view.problem.quantities)
            ),
            [
                *(question_words(view) if self.context else ()),
                *(_rate_found(question_unit(view)) if self.rules else ()),
            ],
        ]

    def edge(self, view: View) -> list[Features]:
        """Return one example per pair, then each quantity with the question ("Edge Classifier")."""
        size = view.problem.size
        context = [neighbourhood(view, i) if self.context else [] for i in range(size)]
        asked = question_words(view) if self.context else []
        units = [q.unit for q in view.problem.quantities]
        numbers = [
            [
                *mark("1", context[i]),
                *mark("2", context[j]),
                *(_edge_rules(units[i], units[j]) if self.rules else ()),
                *(("same-sentence",) if same_sentence(view, i, j) else ()),
            ]
            for i, j in number_pairs(size)
        ]
        question = [
            [
                "question",
                *mark("1", context[i]),
                *mark("2", asked),
                *(_edge_rules(units[i], question_unit(view)) if self.rules else ()),
                *(question_windows(view, units[i]) if self.rules else ()),
            ]
            for i in range(size)
        ]
        return [*numbers, *question]


def neighbourhood(view: View, index: int) -> Features:
    """Return the context of a quantity ("Vertex Classifier", Context Features).

    These are words, and bigrams of words and tags, up to two tokens away.
    """
    return view.contexts[index]


def question_words(view: View) -> Features:
    """Return the question's lemmas and their bigrams ("Vertex Classifier", Context Features)."""
    return [f"q {w}" for w in view.question] + [
        f"q {a} {b}" for a, b in zip(view.question, view.question[1:], strict=False)
    ]


def question_unit(view: View) -> Unit:
    """Return the unit asked for, or an empty one if nothing is asked."""
    return view.problem.question.unit if view.problem.question else Unit()


def _question_cues(view: View) -> Features:
    """Return the cues in the question for an LCA operation (Roy and Roth 2015)."""
    words = frozenset(view.question)
    return [
        *(("q-compare",) if words & WORDS["comparison"] else ()),
        *(("q-each",) if "each" in words else ()),
        *(("q-left",) if words & WORDS["remainder"] else ()),
    ]


def _lca_single(view: View, index: int) -> Features:
    """Return the features of one quantity of an LCA pair (Roy and Roth 2015, and its context)."""
    unit, verb = view.problem.quantities[index].unit, view.verbs[index]
    place = view.places[index]
    features = [f"verb {verb.lower_}"] if verb is not None else []
    for i in range(max(place - 3, 0), min(place + 4, len(view.words))):
        if view.tags[i].startswith(("RB", "JJR")):
            features.append(f"adverb {view.words[i]}")
    features += _rate_found(unit)
    if unit.is_rate and unit.denominator_tokens & frozenset(view.question):
        features.append("den-in-question")
    return features + neighbourhood(view, index)


def _lca_pair(view: View, i: int, j: int) -> Features:
    """Return the features of an LCA pair as a whole (Roy and Roth 2015)."""
    first, second = view.problem.quantities[i], view.problem.quantities[j]
    verb, other = view.verbs[i], view.verbs[j]
    features: Features = []
    if verb is not None and other is not None:
        if verb.i == other.i:
            features.append("same-verb-token")
        if verb.lower_ == other.lower_:
            features.append("same-verb")
    if first.unit.tokens & second.unit.tokens:
        features.append("units-share")
    if first.unit.tokens & second.unit.denominator_tokens:
        features.append("unit1-den2")
    if second.unit.tokens & first.unit.denominator_tokens:
        features.append("unit2-den1")
    if first.value > second.value:
        features.append("descending")
    return features


def _edge_rules(first: Unit, second: Unit) -> Features:
    """Return rates and common tokens of units ("Edge Classifier", Rule based Extraction)."""
    return [
        *mark("1", _rate_found(first)),
        *mark("2", _rate_found(second)),
        *(("common-token",) if first.tokens & second.tokens else ("no-common-token",)),
        *(("num2-in-den1",) if second.tokens & first.denominator_tokens else ()),
        *(("num1-in-den2",) if first.tokens & second.denominator_tokens else ()),
    ]


def question_windows(view: View, unit: Unit) -> Features:
    """Return the question's words around a unit's ("Edge Classifier", common tokens in units)."""
    features: Features = []
    for mark, tokens in (("unit", unit.tokens), ("den", unit.denominator_tokens)):
        for place, word in enumerate(view.question):
            if word in tokens:
                features += [f"{mark}@{w}" for w in view.question[max(place - 2, 0) : place + 2]]
                features.append(f"{mark}-in-question")
    return features


def same_sentence(view: View, i: int, j: int) -> bool:
    """Whether two quantities are in the same sentence."""
    doc, quantities = view.problem.doc, view.problem.quantities
    first, second = quantities[i].token_start, quantities[j].token_start
    return not any(doc[t].is_sent_start for t in range(first + 1, second + 1))


def match_features(
    name: str, tokens: Sequence[frozenset[str]], question: frozenset[str]
) -> list[Features]:
    """Compare each quantity's words with the question's and the others' (Roy and Roth 2015)."""
    asked = [len(own & question) for own in tokens]
    best = max(asked, default=0)
    between = {(i, j): len(tokens[i] & tokens[j]) for i, j in number_pairs(len(tokens))}
    best_pair = max(between.values(), default=0)
    examples = []
    for i, own in enumerate(tokens):
        others = [between[min(i, j), max(i, j)] for j in range(len(tokens)) if j != i]
        examples.append(
            [
                *((f"{name}-not-asked",) if asked[i] == 0 else ()),
                *((f"{name}-best-asked",) if asked[i] == best else ()),
                *((f"{name}-best-shared",) if asked.count(best) > 1 else ()),
                *((f"{name}-has-twin",) if own in [*tokens[:i], *tokens[i + 1 :]] else ()),
                *(
                    (f"{name}-others-twin",)
                    if any(tokens[a] == tokens[b] and i not in (a, b) for a, b in between)
                    else ()
                ),
                *((f"{name}-alone",) if max(others, default=0) == 0 else ()),
                *((f"{name}-best-pair",) if max(others, default=0) == best_pair else ()),
            ]
        )
    return examples


def _rate_found(unit: Unit) -> Features:
    """Return whether the rules detect a rate ("Vertex Classifier", Rule based Extraction)."""
    return ["rate"] if unit.is_rate else ["no-rate"]


def mark(name: str, features: Sequence[str]) -> Features:
    """Mark features with the end of a pair that they describe."""
    return [f"{name}:{feature}" for feature in features]
