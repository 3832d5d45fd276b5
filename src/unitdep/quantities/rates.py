"""Rates: the Den Unit of a quantity, where the text gives a measure for ONE unit of something.

Words to the right of the number are read first ("4 dollars a ticket"), then the noun that it is
linked to ("boxes of 8"), then its clause to the left ("each box holds 6").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unitdep.quantities.lexicon import LEXICON
from unitdep.quantities.phrases import NOUN_TAGS, PLURAL_TAGS, Noun, Words, lemma_of, noun_phrase

FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
NOMINAL = NOUN_TAGS | {"PRP", "EX", "DT"}
EACH = frozenset({"each", "every"})
ONE = frozenset({"a", "an", "one", "any"})


@dataclass(frozen=True)
class Mention:
    """A number's tokens, its noun phrase (None for a bare number), and where that phrase ends."""

    start: int
    end: int
    noun: Noun | None
    phrase_end: int
    money: bool = False
    one: bool = False  # the number is 1, so that "1 hour" may say what a rate is for

    @property
    def lemma(self) -> str:
        """The lemma of its noun, or nothing."""
        return self.noun.lemma if self.noun else ""


@dataclass(frozen=True)
class Scene:
    """What the rate rules look at.

    ``counted`` are the lemmas that numbers, the question or "each" single out, ``plurals`` those
    that the text has in the plural, ``asked`` is the lemma asked for.
    """

    words: Words
    mentions: tuple[Mention, ...]
    counted: frozenset[str]
    plurals: frozenset[str]
    asked: str = ""

    def ones(self) -> dict[int, Noun]:
        """Give the places of the numbers 1 that name a noun which the text counts elsewhere."""
        return {
            m.start: m.noun
            for m in self.mentions
            if m.one and m.noun and (m.lemma in self.plurals or m.lemma == self.asked)
        }


@dataclass(frozen=True)
class Rate:
    """A Den Unit and the word that showed it ("each", "per", "of")."""

    noun: Noun
    trigger: int


def denominators(scene: Scene, taken: frozenset[int] = frozenset()) -> list[Noun | None]:
    """Give the Den Unit of every mention, None where it is not a rate.

    ``taken`` are words such as "each" that the question has used. A word that belongs to the
    number before it is not read again by the number after it.
    """
    barred = [m.one or after_each_of(scene.words, m) for m in scene.mentions]
    found = [None if barred[i] else _right(scene, i) for i in range(len(barred))]
    _share(scene, found, barred)
    used = taken | {rate.trigger for rate in found if rate}
    for index, rate in enumerate(found):
        if barred[index]:
            continue
        if rate is None:
            found[index] = _group(scene, index) or _left(scene, index, used)
        elif comes_again(rate.noun):
            found[index] = _whose(scene, index, used - {rate.trigger}) or rate
    return [rate.noun if rate else None for rate in found]


def comes_again(noun: Noun) -> bool:
    """Tell whether a noun is a time, such as "day" or "morning"."""
    return noun.lemma in LEXICON["time"] or noun.lemma in LEXICON["moment"]


def _whose(scene: Scene, index: int, used: frozenset[int]) -> Rate | None:
    """Of two Den Units, as in "each cow gives 7 gallons a day", give the one that is no time."""
    rate = _left(scene, index, used)
    return rate if rate and rate.noun.lemma and not comes_again(rate.noun) else None


def after_each_of(words: Words, mention: Mention) -> bool:
    """Tell whether the number counts what "each of" goes through: "each of her 5 vases"."""
    i = mention.start - 1
    while i > 0 and (words.tag[i] in {"DT", "PRP$", "POS"} or words.tag[i] in NOUN_TAGS):
        i -= 1
    return i > 0 and words.low[i] == "of" and words.low[i - 1] in EACH


def _share(scene: Scene, found: list[Rate | None], barred: list[bool]) -> None:
    """Give a number the Den Unit of the next one when "and" joins them: "2 pens and 3 cups each"."""
    words, mentions = scene.words, scene.mentions
    for index in range(len(mentions) - 2, -1, -1):
        mention, other = mentions[index], mentions[index + 1]
        rate = found[index + 1]
        if found[index] or barred[index] or rate is None or mention.noun is None:
            continue
        between = range(mention.phrase_end, other.start)
        near = len(between) == 1 or (len(between) == 3 and mention.lemma == other.lemma)
        subject = words.tag[min(other.phrase_end, len(words.tag) - 1)] in FINITE
        verb = any(words.tag[i][:2] in {"VB", "IN"} for i in between)
        if (
            near
            and words.low[mention.phrase_end] in {"and", ","}
            and rate.noun.lemma != mention.lemma
            and not (verb or subject)
        ):
            found[index] = rate


def _right(scene: Scene, index: int) -> Rate | None:
    """Read the Den Unit from the words after the number's phrase."""
    words, mention = scene.words, scene.mentions[index]
    limit = words.sentence[mention.start][1]
    ones = scene.ones()
    if index + 1 < len(scene.mentions):
        after = scene.mentions[index + 1]
        limit = min(limit, max(mention.end, after.start + (after.start in ones)))
    start = mention.phrase_end
    if mention.money:
        goods = noun_phrase(words, start, limit, plural=True)
        if goods and words.low[goods.head].endswith("s"):
            return Rate(goods, start)
    for k in range(start, limit):
        if words.low[k] in LEXICON["equal"] or _opens_clause(words, k, limit):
            return None
        if k in ones and ones[k].lemma != mention.lemma:
            return Rate(ones[k], k)
        rate = _at(scene, mention, k, limit, adjacent=k == start)
        if rate:
            return rate if rate.noun.lemma != mention.lemma else None
    return None


def _opens_clause(words: Words, k: int, limit: int) -> bool:
    """Tell whether the word at ``k`` may open another clause; a comma before "each day" does not."""
    if words.low[k] not in LEXICON["clause"]:
        return False
    if words.low[k] == "," and k + 2 < limit and words.low[k + 1] in EACH:
        noun = noun_phrase(words, k + 2, limit)
        return noun is None or not comes_again(noun)
    return True


def _at(scene: Scene, mention: Mention, k: int, limit: int, *, adjacent: bool) -> Rate | None:
    """Read a Den Unit that begins with the word at ``k``, to the right of a number."""
    words = scene.words
    low = words.low[k]
    if low in EACH:
        following = words.tag[k + 1] if k + 1 < limit else ""
        if following == "CD" or (following in FINITE and not mention.money):
            return None
        return _each(scene, mention, k, limit)
    if low == "apiece":
        return Rate(antecedent(scene, mention, k), k)
    if low in {"per", "/"}:
        noun = _named(words, k + 1, limit)
        return Rate(noun, k) if noun else None
    if low not in ONE:
        return None
    noun = _named(words, k + 1, limit)
    if noun and noun.lemma == "piece" and adjacent:
        return Rate(antecedent(scene, mention, k), k)
    if noun and noun.lemma == "time" and words.low[k - 1] == "at":
        return Rate(Noun(k, k, scene.asked if scene.asked != mention.lemma else ""), k)
    if noun and _one_is_generic(scene, mention, noun, k, adjacent=adjacent):
        return Rate(noun, k)
    return None


def _one_is_generic(
    scene: Scene, mention: Mention, noun: Noun, k: int, *, adjacent: bool
) -> bool:
    """Tell whether "a noun" to the right of a number stands for any such noun."""
    words = scene.words
    if adjacent:
        return mention.money or comes_again(noun) or noun.lemma in scene.counted
    link = words.low[k - 1]
    if link == "in" and noun.lemma in LEXICON["time"]:
        return True
    if link == "to" and noun.lemma in scene.plurals:
        return True
    return words.tag[k - 1] in {"IN", "TO", "VB"} and noun.lemma in scene.counted


def _named(words: Words, start: int, limit: int) -> Noun | None:
    """Read a noun phrase after a word that must have one, whatever the tagger thinks of it."""
    while start < limit and (words.tag[start] in {"DT", "PRP$"} or words.low[start] == "single"):
        start += 1
    noun = _without_verb(words, noun_phrase(words, start, limit), limit)
    if noun is None and start < limit and words.tag[start] in LEXICON["noun-like"]:
        return Noun(start, start, lemma_of(words, start))
    return noun


def _each(scene: Scene, mention: Mention, k: int, limit: int) -> Rate:
    """Read the Den Unit of "each" or "every" at ``k``: its noun, or what it stands for."""
    words = scene.words
    noun = _each_noun(words, k, limit)
    if noun is None or noun.lemma in LEXICON["stand-in"]:
        noun = antecedent(scene, mention, k)
    return Rate(noun, k)


def _each_noun(words: Words, k: int, limit: int) -> Noun | None:
    """Read the noun of "each": "each box", "each of her 5 boxes", "each one"."""
    i = k + 1
    if i < limit and words.low[i] == "of":
        limit = words.sentence[k][1]
        i += 1
        while i < limit and words.tag[i] in {"DT", "PRP$", "CD"}:
            i += 1
        return noun_phrase(words, i, limit)
    if words.low[k] == "every":
        return _named(words, i, limit)
    return _without_verb(words, noun_phrase(words, i, limit), limit)


def _without_verb(words: Words, noun: Noun | None, limit: int) -> Noun | None:
    """Take a verb off the end of a phrase: "each van seats 3", "does each heir inherit".

    ``limit`` is a number or the end of the question, where a verb must come first.
    """
    if noun is None or noun.head != limit - 1 or noun.head == noun.start:
        return noun
    if words.tag[noun.head - 1] not in NOUN_TAGS or limit == words.sentence[noun.head][1]:
        return noun
    return noun_phrase(words, noun.start, noun.head)


def antecedent(scene: Scene, mention: Mention, k: int) -> Noun:
    """Give the plural noun that a bare "each" at ``k`` stands for: the nearest one to its left."""
    words = scene.words
    nearest: Noun | None = None
    for i in range(min(mention.start, k) - 1, -1, -1):
        if nearest and i < words.sentence[k][0]:
            break
        if words.tag[i] not in PLURAL_TAGS:
            continue
        noun = Noun(i, i, lemma_of(words, i))
        if noun.lemma == mention.lemma or noun.lemma in LEXICON["money"]:
            continue
        if noun.lemma in scene.counted:
            return noun
        nearest = nearest or noun
    return nearest or Noun(k, k, "")


def _group(scene: Scene, index: int) -> Rate | None:
    """Read "boxes of 8 muffins", "rows with 16 chairs", "vans that carry 9": plural, link, number."""
    words, mention = scene.words, scene.mentions[index]
    floor = words.sentence[mention.start][0]
    i = mention.start - 1
    while i > floor and (words.low[i] in LEXICON["about"] or words.low[i] == "$"):
        i -= 1
    if i <= floor:
        return None
    link = words.low[i]
    if link == "of" or link in LEXICON["with"] or (link == "for" and mention.money):
        at = i - 1
    elif i - 2 > floor and words.low[i - 1] in {"that", "which"}:
        at = i - 2
    elif i - 3 > floor and words.tag[i - 1] == "MD" and words.low[i - 2] in {"that", "which"}:
        at = i - 3
    else:
        return None
    if words.tag[at] not in PLURAL_TAGS:
        return None
    noun = Noun(at, at, lemma_of(words, at))
    if noun.lemma in {mention.lemma, "times"} or noun.lemma in LEXICON["measure"]:
        return None
    if link == "of":
        listed = _joined_to_same(scene, index)
        definite = at > floor and words.low[at - 1] == "the"
        return None if listed or definite else Rate(noun, i)
    if link == "for" and any(m.noun and m.noun.head == at for m in scene.mentions):
        return None
    return Rate(noun, i) if noun.lemma in scene.counted else None


def _joined_to_same(scene: Scene, index: int) -> bool:
    """Tell whether the next number has the same unit in a list: "sides of 5 yards and 8 yards"."""
    if index + 1 >= len(scene.mentions):
        return False
    mention, other = scene.mentions[index], scene.mentions[index + 1]
    return 0 < other.start - mention.phrase_end <= 2 and mention.lemma == other.lemma


def _left(scene: Scene, index: int, used: frozenset[int]) -> Rate | None:
    """Read the Den Unit from the clause to the left: "each box holds 6", "an octopus has 8"."""
    words, mention = scene.words, scene.mentions[index]
    ends = {m.end - 1: m for m in scene.mentions[:index]}
    crossed = joined = False
    for k in _clause_left(words, mention):
        low = words.low[k]
        joined = joined or low in {"and", ",", "or", "but"}
        if k in used:
            return None
        if k in ends:
            other = ends[k]
            if after_each_of(words, other) and other.noun:
                return Rate(other.noun, k)
            if other.one and other.noun and _one_has(scene, mention, other.noun, k):
                return Rate(other.noun, k)
            if not joined:
                return None
            crossed = True
        elif low in EACH:
            rate = _each(scene, mention, k, mention.start)
            bare = _each_noun(words, k, mention.start) is None
            return None if rate.noun.lemma == mention.lemma or (bare and crossed) else rate
        elif low in ONE:
            noun = _named(words, k + 1, mention.start)
            if noun and _one_has(scene, mention, noun, k):
                return Rate(noun, k)
    return _priced(scene, mention)


def _one_has(scene: Scene, mention: Mention, noun: Noun, k: int) -> bool:
    """Tell whether "a noun ... number" gives the number for one such noun."""
    words = scene.words
    if noun.lemma == mention.lemma or words.low[noun.end] == "of" and noun.end + 1 == mention.start:
        return False
    if words.low[mention.phrase_end - 1] in LEXICON["skip"] or _compares(words, mention):
        return False
    if mention.money and (
        (k > 0 and words.tag[k - 1].startswith("VB"))
        or not any(words.tag[i].startswith("VB") for i in range(noun.end, mention.start))
    ):
        return False
    if noun.lemma in scene.counted:
        return True
    return mention.money and noun.lemma in scene.plurals and _costs(words, noun.end, mention)


def _compares(words: Words, mention: Mention) -> bool:
    """Tell whether the number is a difference: "3 dollars less than"."""
    i = mention.phrase_end
    return i < len(words.low) and words.low[i] in LEXICON["skip"]


def _costs(words: Words, start: int, mention: Mention) -> bool:
    """Tell whether a verb of price stands between a noun and the amount."""
    return any(words.lemma[i] in LEXICON["price-verb"] for i in range(start, mention.start))


def _priced(scene: Scene, mention: Mention) -> Rate | None:
    """Read "tickets cost $4": the price of one, where the plural before the verb has no number."""
    words = scene.words
    if not mention.money:
        return None
    heads = {m.noun.head for m in scene.mentions if m.noun}
    verb = -1
    for k in _clause_left(words, mention):
        if words.lemma[k] in LEXICON["price-verb"] and words.lemma[k] != "be":
            verb = k
        elif verb < 0:
            continue
        elif words.tag[k] == "NNS":
            noun = Noun(k, k, lemma_of(words, k))
            return Rate(noun, verb) if noun.lemma in scene.counted and k not in heads else None
        elif words.low[k] in LEXICON["clause"]:
            return None
    return None


def _clause_left(words: Words, mention: Mention) -> Iterator[int]:
    """Go left from a number through its clause, over verbs that share its subject.

    A comma after a fronted phrase without a verb of its own ("To sew a coat, she needs 3") is no
    border.
    """
    after = mention.phrase_end
    verb = subject = after < len(words.tag) and words.tag[after] in FINITE
    floor = words.sentence[mention.start][0]
    for k in range(mention.start - 1, floor - 1, -1):
        tag = words.tag[k]
        if tag in FINITE:
            verb, subject = True, False
        elif verb and tag in NOMINAL:
            subject = True
        elif subject and words.low[k] in LEXICON["clause"]:
            fronted = words.low[k] == "," and not any(
                words.tag[i] in FINITE for i in range(floor, k)
            )
            if not fronted:
                return
        yield k


def asked_denominator(scene: Scene, mention: Mention, end: int) -> Rate | None:
    """Read the Den Unit of the question, whose "mention" is "how many" and its noun."""
    words = scene.words
    ones = scene.ones()
    for k in range(mention.phrase_end, end):
        low = words.low[k]
        rate: Rate | None = None
        if k in ones:
            rate = Rate(ones[k], k)
        elif low in ONE:
            noun = _named(words, k + 1, end)
            if noun and _asked_of_one(scene, noun, k, end):
                rate = Rate(noun, k)
        elif low not in EACH or (k + 1 < end and words.low[k + 1] != "other"):
            rate = _at(scene, mention, k, end, adjacent=k == mention.phrase_end)
        if rate and rate.noun.lemma != mention.lemma:
            return rate
    return None


def _asked_of_one(scene: Scene, noun: Noun, k: int, end: int) -> bool:
    """Tell whether "a noun" in the question stands for any one: "how much does a shirt cost"."""
    words = scene.words
    if noun.end == end and noun.lemma in LEXICON["time"]:
        return True
    before = words.tag[k - 1]
    obj = before.startswith("VB") and words.lemma[k - 1] not in LEXICON["auxiliary"]
    return noun.lemma in scene.counted and not obj
