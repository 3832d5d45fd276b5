"""Clauses: Den Units that stand to the left of the number.

They are the noun that the number is linked to ("boxes of 8"), or the one that its clause is about
("each box holds 6", "an octopus has 8 arms", "tickets cost $4").
"""

from __future__ import annotations

from collections.abc import Iterator

from unitdep.lexicon import LEMMAS, LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, PLURAL_TAGS, Noun, lemma_of
from unitdep.reading.unit_rules.scene import (
    EACH,
    FINITE,
    ONE,
    Mention,
    Rate,
    Scene,
    antecedent,
    each_noun,
    each_of,
    each_rate,
    group_of,
    named,
    per_rate,
)
from unitdep.reading.words import Words
from unitdep.units.inflection import singular

OPENS = frozenset({",", ";", ":", "and", "while", "but"})
NO_THINGS = frozenset({"", "times", "percent"})
NOMINAL = NOUN_TAGS | {"PRP", "EX", "DT"}


def group_rate(scene: Scene, index: int) -> Rate | None:
    """Read "boxes of 8 muffins", "rows with 16 chairs", "vans that carry 9"."""
    words, mention = scene.words, scene.mentions[index]
    floor = words.sentence[mention.start][0]
    i = mention.start - 1
    while i > floor and (
        words.low[i] in LEXICON["about"] or words.low[i] in LEXICON["currency-sign"]
    ):
        i -= 1
    if i <= floor:
        return None
    at = _group_at(words, mention, i, floor)
    if at is None:
        return None
    if words.low[i] == "at" and words.tag[at] == "NN" and words.low[at - 1] in {"a", "an"}:
        return Rate(Noun(at, at, lemma_of(words, at)), i)  # "a wrap at $9"
    noun = Noun(at, at, lemma_of(words, at))
    plural = words.tag[at] in PLURAL_TAGS or (words.tag[at] == "VBZ" and _numbered(scene, at))
    if not plural or noun.lemma in {mention.lemma, "times"}:
        return None
    if noun.lemma in LEXICON["measure"] or not _is_group(scene, index, noun, i):
        return None
    return Rate(noun, i)


def _group_at(words: Words, mention: Mention, i: int, floor: int) -> int | None:
    """Return place of the noun that the word at ``i`` links to a number, None where it does not.

    The link is "of", "with", before a price "for" or "at", or a verb after "that".
    """
    link = words.low[i]
    at = None
    priced = mention.money and link in {"for", "at"}
    seats = link == "for" and words.low[i - 1] in LEXICON["seating"]
    if link == "of" or link in LEXICON["with"] or priced or seats:
        at = i - 1
    elif i - 2 > floor and words.low[i - 1] in {"that", "which"}:
        at = i - 2
    elif i - 3 > floor and words.tag[i - 1] == "MD" and words.low[i - 2] in {"that", "which"}:
        at = i - 3
    if at is not None and link in LEXICON["with"]:
        return group_of(words, at, floor)
    packs = at is not None and mention.money and at - 2 > floor and words.low[at - 1] == "of"
    if at is not None and packs and words.tag[at - 2] in PLURAL_TAGS:
        return at - 2  # "packs of gum at $2"
    return at


def _is_group(scene: Scene, index: int, noun: Noun, i: int) -> bool:
    """Return whether the link at ``i`` says how many or how much each of a plural has."""
    words = scene.words
    link = words.low[i]
    if link == "of":
        return not (_joined_to_same(scene, index) or words.low[noun.head - 1] == "the")
    if link == "at":
        return True
    if link == "for" and words.low[noun.head] in LEXICON["seating"]:
        return noun.lemma in scene.counted
    if link == "for" and _numbered(scene, noun.head):
        return False
    holds = words.lemma[i] in LEXICON["hold"] or words.lemma[i] == "take"
    return holds or noun.lemma in scene.counted


def _joined_to_same(scene: Scene, index: int) -> bool:
    """Whether the next number has the same unit in a list: "sides of 5 yards and 8 yards"."""
    if index + 1 >= len(scene.mentions):
        return False
    mention, other = scene.mentions[index], scene.mentions[index + 1]
    words = scene.words
    between = words.low[mention.phrase_end : other.start]
    after = words.tag[other.phrase_end] if other.phrase_end < len(words.tag) else ""
    joint = between in {("and",), (",",), (",", "and"), ("by",)}
    return joint and mention.lemma == other.lemma and after not in FINITE | {"IN"}


def left_rate(scene: Scene, index: int, used: frozenset[int]) -> Rate | None:
    """Read the Den Unit from the clause to the left: "each box holds 6", "an octopus has 8"."""
    words, mention = scene.words, scene.mentions[index]
    ends = {m.end - 1: m for m in scene.mentions[:index]}
    crossed = joined = False
    for k in _clause_left(words, mention):
        low = words.low[k]
        joined = joined or low in {"and", ",", "or", "but"}
        if k in used:
            return None
        if low == ":" and (k < mention.start - 1 or _tells(words, k)):
            break
        some = _some_one(scene, mention, k)
        if some:
            return some
        if k in ends:
            other = ends[k]
            each = each_of(words, other)
            if each is not None and other.noun:
                return None if each in used else Rate(other.noun, each)
            if other.one and other.noun and _one_has(scene, mention, other.noun, k):
                return Rate(other.noun, k)
            if other.one and words.low[k - 1] in EACH:
                continue  # "each 1 costs" is "each one costs"
            if not joined:
                return None
            crossed = True
        elif low in EACH:
            rate = each_rate(scene, mention, k, mention.start)
            bare = each_noun(words, k, mention.start) is None
            return None if rate.noun.lemma == mention.lemma or (bare and crossed) else rate
        elif low in LEXICON["periodic"]:
            return _period(words, mention, k)
        elif low in ONE and not _only_one(words, k):
            noun = named(words, k + 1, mention.start)
            if noun and _one_has(scene, mention, noun, k):
                return None if crossed and _own_subject(words, mention) else Rate(noun, k)
    plural = _priced(scene, mention) or _listed_price(scene, mention) or _holding(scene, mention)
    return _fronted(scene, mention) or plural


def _period(words: Words, mention: Mention, k: int) -> Rate | None:
    """Read "her hourly wage is $9"; "a monthly pass costs $9" is the price of a pass."""
    goods = any(words.lemma[i] == "cost" for i in range(k, mention.start))
    return None if goods else Rate(Noun(k, k, LEMMAS[words.low[k]]), k)


def _only_one(words: Words, k: int) -> bool:
    """Return whether "a" at ``k`` brings in one certain thing: "there is a single farm"."""
    there = k > 1 and words.lemma[k - 1] == "be" and words.tag[k - 2] == "EX"
    return there and words.low[k + 1] == "single"


def _tells(words: Words, k: int) -> bool:
    """Return whether a clause with a verb stands before the colon at ``k``."""
    return any(words.tag[i] in FINITE for i in range(words.sentence[k][0], k))


def _some_one(scene: Scene, mention: Mention, k: int) -> Rate | None:
    """Read "one of them is 4 kg", "painting one takes 5 minutes", "pens per box: 4" at ``k``."""
    words = scene.words
    low = words.low[k]
    if low == "per":
        return per_rate(scene, k, mention.start)
    if low == "everything" and mention.money:
        return Rate(Noun(k, k, "item"), k)
    if low == "all" and k == mention.start - 1 and mention.lemma in LEXICON["measure"]:
        noun = antecedent(scene, mention, k)  # "6 sides, all 5 inches long"
        return Rate(noun, k) if words.low[k - 1] == "," and noun.lemma else None
    if low != "one":
        return None
    after = words.low[k + 1 : k + 3]
    done = k > 0 and words.tag[k - 1] == "VBG" and words.tag[k + 1] in FINITE
    if done or after in {("of", "them"), ("of", "these"), ("of", "those")}:
        noun = antecedent(scene, mention, k, far=True)
        return Rate(noun, k) if noun.lemma else None
    return None


def _own_subject(words: Words, mention: Mention) -> bool:
    """Return whether a number's clause has one certain subject: "and the lid for 5 cents"."""
    own = False
    for k in range(mention.start - 1, words.sentence[mention.start][0], -1):
        if words.low[k] in OPENS:
            return own
        if words.low[k] == "one":
            return False
        own = own or words.low[k] == "the" or words.tag[k] in {"PRP$", "NNP", "PRP"}
    return False


def _fronted(scene: Scene, mention: Mention) -> Rate | None:
    """Read "For every lap that she ran, he paid $3": the phrase in front of the sentence."""
    words = scene.words
    floor = words.sentence[mention.start][0]
    if words.tag[floor] != "IN" or any(floor <= m.start < mention.start for m in scene.mentions):
        return None
    for k in range(floor + 1, min(floor + 3, mention.start)):
        if words.low[k] in EACH:
            return each_rate(scene, mention, k, mention.start)
    return None


def _one_has(scene: Scene, mention: Mention, noun: Noun, k: int) -> bool:
    """Return whether "a noun ... number" gives the number for one such noun."""
    words = scene.words
    if noun.lemma == mention.lemma or (k > 0 and words.low[k - 1] == "with"):
        return False
    last = mention.start - 1
    while last > noun.end and words.low[last] in LEXICON["about"]:
        last -= 1
    if noun.end == last and words.low[last] == "of":
        return False  # "a tower of 6 blocks" is one tower
    if words.low[mention.phrase_end - 1] in LEXICON["skip"] or _compares(words, mention):
        return False
    if mention.money and k > 0 and _sells(words, k - 1, noun, mention):
        return True
    if mention.money and (
        (k > 0 and _takes_object(words, k - 1))
        or not any(words.tag[i].startswith("VB") for i in range(noun.end, mention.start))
    ):
        return False
    if noun.lemma in scene.counted or _holds(words, noun, mention, k):
        return True
    if mention.money and k > 0 and words.lemma[k - 1] == "sell":
        return True
    between = words.low[noun.end : mention.start]
    if between[-2:] == ("enough", "for") and words.lemma[mention.start - 3] == "be":
        return True
    if noun.lemma in LEXICON["measure"] and mention.lemma in LEXICON["measure"]:
        return len(between) == 1 and words.tag[noun.end] in FINITE  # "a foot has 12 inches"
    if not mention.money or not _costs(words, noun.end, mention):
        return False
    return noun.lemma in scene.plurals or _habitual(scene, mention, noun, k)


def _holds(words: Words, noun: Noun, mention: Mention, k: int) -> bool:
    """Return whether a sentence says what any one holds or weighs: "A pallet holds 9 bricks"."""
    verbs = (i for i in range(noun.end, mention.start) if words.tag[i] in FINITE)
    verb = next(verbs, None)
    first = k == words.sentence[k][0] and k > 0 and words.low[k] != "one"
    holds = verb is not None and words.tag[verb] == "VBZ" and words.lemma[verb] in LEXICON["hold"]
    told = any(words.tag[i] == "VBD" for i in range(mention.end, words.sentence[k][1]))
    return first and holds and not told  # "and was opened today" is one certain barrel


def _sells(words: Words, at: int, noun: Noun, mention: Mention) -> bool:
    """Return whether the verb at ``at`` sells one after the other: "sells a carton for $3"."""
    habit = words.lemma[at] == "sell" and words.tag[at] in {"VBZ", "VBP"}
    again = sum(singular(low) == noun.lemma or low == noun.lemma for low in words.low) > 1
    return habit and again and words.low[noun.end] in {"for", "at"} and noun.end < mention.start


def _takes_object(words: Words, at: int) -> bool:
    """Return whether a verb takes what follows as its object once: "bought a hat"."""
    subject = words.tag[at] == "VBG" and (
        at == words.sentence[at][0] or words.low[at - 1] in LEXICON["clause"]
    )
    sells = words.lemma[at] == "sell" and words.tag[at] in {"VBZ", "VBP"}
    return words.tag[at].startswith("VB") and not (subject or sells)


def _habitual(scene: Scene, mention: Mention, noun: Noun, k: int) -> bool:
    """Whether "a ticket is $9" gives a price for any one, in a text that counts things too."""
    words = scene.words
    things = any(not (m.money or m.lemma in NO_THINGS) for m in scene.mentions)
    told = range(noun.end, mention.start)
    other = any(words.low[i] in {"that", "which", "cost"} for i in told) or any(
        m.start in told for m in scene.mentions if not m.one
    )
    first = k == words.sentence[k][0] or words.low[k - 1] in LEXICON["clause"]
    return things and first and not other


def _compares(words: Words, mention: Mention) -> bool:
    """Return whether the number is a difference: "3 dollars less than"."""
    i = mention.phrase_end
    return i < len(words.low) and words.low[i] in LEXICON["skip"]


def _costs(words: Words, start: int, mention: Mention) -> bool:
    """Return whether a verb of price stands between a noun and the amount."""
    return any(words.lemma[i] in LEXICON["price-verb"] for i in range(start, mention.start))


def _priced(scene: Scene, mention: Mention) -> Rate | None:
    """Read "tickets cost $4": the price of one, where the plural before the verb has no number."""
    words = scene.words
    if not mention.money:
        return None
    verb = -1
    for k in _clause_left(words, mention):
        if words.lemma[k] in LEXICON["price-verb"] and words.lemma[k] != "be":
            verb = k
        elif verb < 0:
            continue
        elif words.tag[k] == "NNS":
            noun = Noun(k, k, lemma_of(words, k))
            known = noun.lemma in scene.counted and not _numbered(scene, k)
            return Rate(noun, verb) if known else None
        elif words.low[k] in LEXICON["clause"]:
            return None
    return None


def _numbered(scene: Scene, k: int) -> bool:
    """Return whether the noun at ``k`` has a number."""
    return any(m.noun and m.noun.head == k for m in scene.mentions)


def _some_plural(scene: Scene, at: int) -> bool:
    """Return whether a word is a plural, or a "verb" that the text counts as a noun."""
    words = scene.words
    if words.tag[at] == "VBZ":
        return singular(words.low[at]) in scene.counted
    return words.tag[at] in PLURAL_TAGS


def _listed_price(scene: Scene, mention: Mention) -> Rate | None:
    """Read "adults pay $9, children $5", "pears are 30 cents": a bare plural and its price."""
    words = scene.words
    if not mention.money:
        return None
    floor = words.sentence[mention.start][0]
    at = mention.start - 1
    while at > floor and (
        words.low[at] in LEXICON["currency-sign"]
        or words.low[at] in LEXICON["about"]
        or words.low[at] in LEXICON["price-link"]
    ):
        at -= 1
    item = at > floor and words.low[at] in {",", ":"} and words.tag[at - 1] == "NN"
    if item and lemma_of(words, at - 1) in scene.counted:
        at -= 1  # "color page, 9 cents"
    elif at < floor or _numbered(scene, at) or not _some_plural(scene, at):
        return None
    start = at
    while start > floor and (
        words.tag[start - 1] in {"JJ", "NN", "HYPH", "POS"} or words.tag[start] == "POS"
    ):
        start -= 1
    opens = start == floor or words.low[start - 1] in OPENS
    noun = Noun(start, at, lemma_of(words, at, plural=words.tag[at] == "VBZ"))
    prices = (m for m in scene.mentions if m.money and words.sentence[m.start][0] == floor)
    known = noun.lemma in scene.counted or len(list(prices)) > 1
    return Rate(noun, mention.start) if opens and known else None


def _holding(scene: Scene, mention: Mention) -> Rate | None:
    """Read "tables seat 4", "spiders have 8 legs": a plural with no number, and its verb.

    A verb of having needs a bare plural in front of its sentence; one of holding does not.
    """
    words = scene.words
    floor = words.sentence[mention.start][0]
    verb = mention.start - 1
    while verb > floor and words.low[verb] in LEXICON["about"]:
        verb -= 1
    holds = words.lemma[verb] in LEXICON["hold"]
    if verb <= floor or not (holds or words.low[verb] in {"have", "need"}):
        return None
    at = verb - 1
    while at > floor and words.tag[at] in {"MD", "RB"}:
        at -= 1
    if holds and words.low[floor + 1] == "that":
        at = floor  # "vans that are full carry 9"
    noun = Noun(at, at, lemma_of(words, at))
    if words.tag[at] != "NNS" or noun.lemma == mention.lemma:
        return None
    known = noun.lemma in scene.counted or words.low[verb] == "need"
    if not known and words.low[at + 1] != "that":
        return None
    if at > floor and words.low[at - 1] == "of":
        return None
    if any(m.noun and m.noun.head == at for m in scene.mentions):
        return None
    if not (holds or at == floor or words.low[at - 1] in {";", ","}):
        return None
    return Rate(noun, verb)


def _clause_left(words: Words, mention: Mention) -> Iterator[int]:
    """Go left from a number through its clause, over verbs that share its subject.

    A comma after a fronted phrase without a verb of its own ("To sew a coat, she needs 3") is no
    border.
    """
    after = mention.phrase_end
    verb = subject = after < len(words.tag) and words.tag[after] in FINITE
    floor = words.sentence[mention.start][0]
    aside = floor - 1  # where a phrase between subject and verb begins, whose end was seen
    for k in range(mention.start - 1, floor - 1, -1):
        tag = words.tag[k]
        if k > aside >= floor:
            continue
        if words.low[k] == "," and words.tag[k + 1] in FINITE:
            aside = next((i for i in range(k - 1, floor, -1) if words.low[i] == ","), floor - 1)
        elif k == aside:
            continue
        if tag in FINITE:
            verb, subject = True, False
        elif verb and tag in NOMINAL:
            subject = True
        elif words.low[k] in {"which", "whom"} and k > floor and words.low[k - 1] == "of":
            yield k
            continue
        elif subject and words.low[k] in LEXICON["clause"]:
            fronted = words.low[k] == "," and not any(
                words.tag[i] in FINITE for i in range(floor, k)
            )
            if not fronted:
                return
        yield k
