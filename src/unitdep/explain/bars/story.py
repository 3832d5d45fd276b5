"""What a text says about its numbers that graph and tree don't: who has them, and what changes.

Two amounts are added in the same way whether they are parts of a whole, a start and a gain, or an
amount and by how much another is more. Which of these it is, and so which picture shows it, is in
the words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from typing import Final

from unitdep.core.expression import ADDITIVE, Expression, Leaf, Operation, Operator, chain
from unitdep.core.labels import Face, Kind
from unitdep.lexicon import read_lists, word_sets
from unitdep.reading.problem import Problem
from unitdep.scoring.features.view import view
from unitdep.units.inflection import singular

_WORDS: Final = word_sets(read_lists("bars"))
_VERBS: Final = word_sets(read_lists("features"))
_STATES: Final = _WORDS["no-change"]
_GAINS: Final = (_VERBS["verb-gain"] | _VERBS["verb-take"]) - _STATES
_LOST: Final = _VERBS["verb-lose"] | _VERBS["verb-spend"] | _VERBS["verb-consume"]
_LOSSES: Final = (_LOST | _VERBS["verb-give"]) - _STATES
_REACH: Final = 6  # words from a difference to "than"
_COMPARATIVE: Final = ("JJR", "RBR")


@dataclass(frozen=True)
class Story:
    """The words around the numbers of a problem."""

    owners: tuple[str, ...]  # who has each number: "Ben", or "" if the text doesn't say
    verbs: tuple[str, ...]  # the lemma of each number's verb
    differences: frozenset[int]  # numbers by which two things differ: "3 more than"
    asked_owner: str  # of the question
    asks_difference: bool
    asks_start: bool  # whether the question asks what there was before a change

    def is_difference(self, part: Expression) -> bool:
        """Whether a part of an expression is a number by which two things differ."""
        return isinstance(part, Leaf) and part.index in self.differences

    def owner(self, part: Expression) -> str:
        """Return who has a number; "" for a result."""
        return self.owners[part.index] if isinstance(part, Leaf) else ""

    def gains(self, part: Expression) -> bool:
        """Whether a number is what somebody gets."""
        return self._moves(part, _GAINS)

    def loses(self, part: Expression) -> bool:
        """Whether a number is what goes."""
        return self._moves(part, _LOSSES)

    def _moves(self, part: Expression, verbs: frozenset[str]) -> bool:
        if not isinstance(part, Leaf) or part.face is not Face.ITSELF:
            return False
        return self.verbs[part.index] in verbs


def read_story(problem: Problem) -> Story:
    """Read the words around a problem's numbers."""
    if not len(problem.doc):
        none = ("",) * problem.size
        return Story(none, none, frozenset(), "", False, False)
    seen = view(problem)
    asked = _asked_words(problem)
    return Story(
        tuple(
            "" if singular(owner) == quantity.unit.numerator else _as_written(problem.text, owner)
            for owner, quantity in zip(seen.owners, problem.quantities, strict=True)
        ),
        tuple(verb.lemma_.lower() if verb is not None else "" for verb in seen.verbs),
        frozenset(q.index for q in problem.quantities if _differs(problem, q.token_end)),
        _as_written(problem.text, seen.question_owner),
        _asks_difference(problem, asked),
        any(problem.words.low[k] in _WORDS["at-first"] for k in asked),
    )


def regrouped(problem: Problem, story: Story, tree: Expression) -> Expression:
    """Put a difference next to the amount that it is from, if the text uses that amount again.

    "Tom has 20, Ben 5 fewer; how many have both?" is 20 + 20 - 5; a picture needs 20 + (20 - 5).
    """
    if isinstance(tree, Leaf):
        return tree
    sides = (regrouped(problem, story, side) for side in (tree.left, tree.right))
    tree = Operation(tree.operator, *sides)
    if tree.operator not in ADDITIVE:
        return tree
    added, taken = chain(tree)
    again = [p for p in added if isinstance(p, Leaf) and _is_again(problem, p)]
    told = [p for p in (*added, *taken) if story.is_difference(p)]
    if len(again) != 1 or len(told) != 1 or len(added) + len(taken) < 3:
        return tree
    operator = Operator.ADD if told[0] in added else Operator.SUB
    compared = Operation(operator, again[0], told[0])
    rest = [part for part in added if part not in (*again, *told)]
    whole = reduce(lambda a, b: Operation(Operator.ADD, a, b), [*rest, compared])
    left = [part for part in taken if part not in told]
    return reduce(lambda a, b: Operation(Operator.SUB, a, b), left, whole)


def _is_again(problem: Problem, leaf: Leaf) -> bool:
    return problem.quantities[leaf.index].kind is Kind.AGAIN


def _asked_words(problem: Problem) -> range:
    """Return the places of the question's words, to the end of its sentence."""
    if problem.question is None:
        return range(0)
    start = problem.question.token_start
    if start >= len(problem.words.sentence):
        return range(0)
    return range(start, problem.words.sentence[start][1])


def _asks_difference(problem: Problem, asked: range) -> bool:
    low, tags = problem.words.low, problem.words.tag
    if any(low[k] in _WORDS["difference"] for k in asked):
        return True
    longer = [k for k in asked if tags[k] in _COMPARATIVE and low[k] != "more"]
    return any(low[k - 1] in ("much", "many") for k in longer if k)


def _differs(problem: Problem, end: int) -> bool:
    """Whether "more … than" follows a number that ends here, in the same sentence."""
    words = problem.words
    if not 0 < end < len(words.low):
        return False
    last = min(end + _REACH, words.sentence[end - 1][1])
    for k in range(end, last):
        compares = words.tag[k] in _COMPARATIVE or words.low[k] in _WORDS["longer"]
        if compares and any(w in _WORDS["than"] for w in words.low[k + 1 : last]):
            return True
    return False


def _as_written(text: str, name: str) -> str:
    """Return a name as the text writes it; "" for a pronoun."""
    if not name or len(name) < 3 or name in ("she", "they", "who", "there", "each", "how", "what"):
        return ""
    found = re.findall(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)
    return next((word for word in found if word[:1].isupper()), name) if found else ""
