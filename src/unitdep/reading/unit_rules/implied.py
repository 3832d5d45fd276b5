"""Bare numbers: what a number counts that has no noun after it.

Some say it themselves ("she is 9", "walked the dog 3 times", "Apples: 12"); the others take over
the noun of another number, or the one last spoken of.
"""

from __future__ import annotations

from collections.abc import Sequence

from unitdep.lexicon import LEXICON
from unitdep.reading.noun_phrases import NOUN_TAGS, PLURAL_TAGS, Noun, lemma_of, noun_phrase
from unitdep.reading.unit_rules.scene import EACH, REACH, Mention, Scene
from unitdep.reading.words import Words
from unitdep.units.inflection import singular

BE = frozenset({"is", "was", "are", "were", "be", "am", "'s", "'m"})
OF_THEM = frozenset({("of", "them"), ("of", "these"), ("of", "those")})
LINKS = frozenset({("IN",), ("TO",)})
NAMES_NOTHING = frozenset({"", "time", "times", "percent"})
DEEDS = {"fly": "flight"}  # nouns that do not begin as their verb does


def own_noun(words: Words, start: int, end: int) -> Noun | None:
    """Return what a bare number itself says it counts: years of age, or the noun of a title."""
    return (
        crowd(words, start)
        or _age(words, start, end)
        or _title(words, start)
        or _numbered(words, start)
        or _moment(words, start, end)
        or partitive(words, start, end)
    )


def _moment(words: Words, start: int, end: int) -> Noun | None:
    """Read "9 o'clock", "9 a.m." and "May 9"."""
    if end < len(words.low) and words.low[end] in LEXICON["noon"]:
        return Noun(end, end, "hour")
    if end < len(words.low) and words.low[end] == "o'clock":
        return Noun(end, end, "o'clock")
    if start > 1 and words.low[start - 1] in LEXICON["month"] and words.low[start - 2] == "on":
        return Noun(start - 1, start - 1, "date")
    return None


def crowd(words: Words, start: int) -> Noun | None:
    """Read who "the crew of 9", "a pirate crew of 9", "every child in a class of 9" are."""
    at = start - 2
    if at < 1 or words.low[at + 1] != "of" or words.low[at] not in LEXICON["crowd"]:
        return None
    before = at - 1
    while before > 0 and words.tag[before] in {"JJ", "NN"}:
        before -= 1
    if words.tag[before] not in {"DT", "PRP$", "POS"} or words.low[before] in EACH:
        return None
    sort = words.low[at - 1]
    known = any(low == sort or singular(low) == sort for low in words.low[at:])
    if before < at - 1:
        return Noun(at - 1, at - 1, lemma_of(words, at - 1)) if known else None
    member = before - 2
    if member > 0 and words.low[before - 1] == "in" and words.low[member - 1] in EACH:
        return Noun(member, member, lemma_of(words, member))
    return Noun(start, start, "person") if words.low[before] in {"the", "'s"} else None


def partitive(words: Words, start: int, end: int) -> Noun | None:
    """Read the whole that a bare number is a part of: "of which 3", "Of 9 trees, 3", "3 of us"."""
    if words.low[end : end + 2] in {("of", "us"), ("of", "you")}:
        return Noun(start, start, "person")
    pointed = _of_which(words, start)
    if pointed:
        return pointed
    i = floor = words.sentence[start][0]
    if words.low[floor] == "out":
        i += 1
    if i + 1 >= start or words.low[i] != "of":
        return None
    i += 1
    while i < start and words.tag[i] in {"DT", "PRP$", "CD"}:
        i += 1
    noun = noun_phrase(words, i, start, plural=True)
    return None if noun is None or noun.lemma in LEXICON["measure"] else noun


def _age(words: Words, start: int, end: int) -> Noun | None:
    """Read "turned 7", "aged 7", and in a text about ages "Kim is 7"."""
    floor = words.sentence[start][0]
    i = start - 1
    while i > floor and (words.low[i] in LEXICON["about"] or words.tag[i] == "RB"):
        i -= 1
    if i <= floor:
        return None
    year = Noun(start, start, "year")
    if words.low[i] in LEXICON["turn"] and words.tag[i].startswith("VB"):
        return year
    ends = end >= len(words.tag) or not words.tag[end][:2].isalpha() or words.tag[end] == "CC"
    told = words.low[i] in BE and (ends or words.low[end] in LEXICON["circumstance"])
    person = words.tag[i - 1] == "NNP" or words.low[i - 1] in {"he", "she", "i"}
    person = person or (words.tag[i - 1] == "NN" and words.tag[i - 2] == "PRP$")
    if not told or (LEXICON["age"].isdisjoint(words.low) and not person):
        return None
    while i - 1 > floor and words.tag[i - 1] == "RB":
        i -= 1
    someone = words.tag[i - 1] in NOUN_TAGS | {"WP", "WDT"} or (
        words.tag[i - 1] == "PRP" and words.low[i - 1] != "it"
    )
    return year if someone and not _counting(words, floor, i) else None


def _counting(words: Words, floor: int, end: int) -> bool:
    """Return whether a clause is about a number: "the sum is 7"."""
    return any(words.low[k] in LEXICON["amount"] for k in range(floor, end))


def _title(words: Words, start: int) -> Noun | None:
    """Read "Apples in store: 12", "Mugs, 4 at $5": a plural that opens its line."""
    floor = words.sentence[start][0]
    mark = start - 1
    if mark <= floor or words.low[mark] not in {":", ","}:
        return None
    first = mark
    while first > floor and words.low[first - 1] not in {":", ";", ",", '"'}:
        first -= 1
    if words.low[mark] == "," and first > floor and words.low[first - 1] == ",":
        return None
    noun = noun_phrase(words, first, mark)
    if noun is None or words.tag[noun.head] not in PLURAL_TAGS:
        return None
    return noun if words.low[mark] == ":" or noun.end == mark else None


def _numbered(words: Words, start: int) -> Noun | None:
    """Read "the cars number 4", "cups come 4 to a box, mugs 2", "the number of geese is 42"."""
    floor = words.sentence[start][0]
    if start - 2 >= floor and words.low[start - 1] in {"number", "numbered", "come"}:
        plural = words.tag[start - 2] in PLURAL_TAGS
        return Noun(start - 2, start - 2, lemma_of(words, start - 2)) if plural else None
    listed = start - 2 > floor and words.low[start - 2] in {",", ";", "and"}
    if listed and words.tag[start - 1] in PLURAL_TAGS and "come" in words.low[floor:start]:
        return Noun(start - 1, start - 1, lemma_of(words, start - 1))
    if start - 1 <= floor or words.low[start - 1] not in BE:
        return None
    for k in range(start - 3, floor - 1, -1):
        if words.low[k] == "number" and words.low[k + 1] == "of":
            return noun_phrase(words, k + 2, start - 1)
    return None


def deed(words: Words, at: int) -> Noun:
    """Return what "times" at ``at`` counts: the noun of its verb where the text has it, else times.

    "3 times as many", "3 times the price" are no deeds.
    """
    times = Noun(at, at, "times")
    time = Noun(at, at, "time")
    if at + 1 < len(words.low) and words.low[at + 1] in LEXICON["factor"]:
        return times
    floor = words.sentence[at][0]
    verb = next((k for k in range(at - 1, floor - 1, -1) if _acts(words, k)), None)
    if verb is None:
        return time
    stem = words.lemma[verb]
    stem = DEEDS.get(stem, stem.removesuffix("e"))
    for i, tag in enumerate(words.tag):
        if tag in NOUN_TAGS and words.low[i].startswith(stem) and not _modifies(words, i):
            lemma = lemma_of(words, i)
            if lemma.removeprefix(stem) in {"", "e", "ing"}:
                return Noun(at, at, lemma)
    return time


def _modifies(words: Words, i: int) -> bool:
    """Return whether a noun stands before another one: "climbing" in "climbing wall"."""
    return i + 1 < len(words.tag) and words.tag[i + 1] in NOUN_TAGS


def _acts(words: Words, k: int) -> bool:
    """Return whether a word is a verb of doing something."""
    if words.tag[k] == "VB" and words.tag[k - 1] not in {"TO", "MD", "RB"}:
        return False  # mostly a noun: "rode the ghost train"
    return words.tag[k].startswith("VB") and words.lemma[k] not in LEXICON["auxiliary"]


def inherited(
    scene: Scene, index: int, dens: Sequence[Noun | None], asked: Noun | None
) -> Noun | None:
    """Find what a bare number counts.

    The last counted noun before it, rather not one that rates are for; else the next number's;
    else what is asked for; else the last plural before it.
    """
    den = dens[index]
    barred = NAMES_NOTHING | {den.lemma if den else ""}
    index = _first_twin(scene, index)
    words, mention = scene.words, scene.mentions[index]
    following = scene.mentions[index + 1] if index + 1 < len(scene.mentions) else None
    if mention.noun:
        return mention.noun
    filled = _filling(words, den) if den else None
    if filled:
        return filled
    after = words.low[mention.end : mention.end + 1]
    broken = den is not None and after == (",",)  # "tables of 3, and 4 children"
    if following and following.noun and not broken and _lists(words, mention.end, following.start):
        return following.noun
    spoken, plural = _last_spoken(scene, index, dens, barred)
    named = asked if asked and asked.lemma not in barred else None
    groups = {other.lemma for other in dens if other}
    sought = named and named.lemma not in groups | LEXICON["measure"]
    if den and sought and (not spoken or spoken.lemma in groups):
        return named  # "a van seats 6, a coach seats 9": neither vans nor coaches
    later = (m for m in scene.mentions[index + 1 :] if m.noun and m.lemma not in barred)
    thing = next((m.noun for m in later if not m.money), None)
    money = next((m.noun for m in scene.mentions if m.money), None)
    people = (
        None
        if LEXICON["crowd"].isdisjoint(words.low)
        else Noun(mention.start, mention.start, "person")
    )
    return spoken or thing or named or plural or money or people


def _filling(words: Words, den: Noun) -> Noun | None:
    """Read what a group is of: the pens of "4 boxes of pens with 9 in each"."""
    if words.tag[den.head] not in PLURAL_TAGS or words.low[den.end : den.end + 1] != ("of",):
        return None
    noun = noun_phrase(words, den.end + 1, words.sentence[den.head][1])
    return noun if noun and words.tag[noun.head] in PLURAL_TAGS else None


def _last_spoken(
    scene: Scene, index: int, dens: Sequence[Noun | None], barred: frozenset[str]
) -> tuple[Noun | None, Noun | None]:
    """Return the counted noun last spoken of before a number, and the last other plural."""
    words, mention = scene.words, scene.mentions[index]
    some = words.low[mention.end : mention.end + 2] in OF_THEM
    groups = {den.lemma for den in dens if den}
    weak: Noun | None = None
    group: Noun | None = None
    plural: Noun | None = None
    for i in range(_before_subject(words, mention) - 1, max(-1, mention.start - REACH), -1):
        if words.tag[i] not in NOUN_TAGS and words.low[i] not in LEXICON["invariant"]:
            continue
        noun = Noun(i, i, lemma_of(words, i))
        if noun.lemma in barred or words.low[i] in LEXICON["calendar"]:
            continue
        if noun.lemma not in scene.counted:
            named = words.tag[i] == "NNS" and not _placed(words, i)
            plural = plural or (noun if named else None)
        elif _faint(words, mention, i, some=some):
            weak = weak or noun
        elif noun.lemma in groups and _groups(scene, dens, index, i):
            group = group or noun
        else:
            return noun, plural
    floor = words.sentence[mention.start][0]
    if some and weak and plural and weak.lemma in LEXICON["money"]:
        return plural, plural  # "2 of them" are no dollars
    if weak and weak.head >= floor and weak.lemma in LEXICON["money"]:
        return weak, plural
    return group or weak, plural


def _placed(words: Words, i: int) -> bool:
    """Return whether a plural is where or when something was: "at flea markets", "on holidays"."""
    while i > 0 and words.tag[i - 1] in {"JJ", "NN", "DT", "PRP$"}:
        i -= 1
    return i > 0 and words.low[i - 1] in {"at", "in", "on", "from"}


def _faint(words: Words, mention: Mention, i: int, *, some: bool) -> bool:
    """Return whether the noun at ``i`` is a measure, which few bare numbers count.

    They do within a sentence ("ran 3 miles and then 2"), but for time, money and "2 of them".
    """
    lemma = lemma_of(words, i)
    if lemma in LEXICON["time"] or lemma in LEXICON["money"]:
        return True
    earlier = i < words.sentence[mention.start][0]
    return lemma in LEXICON["measure"] and (some or earlier)


def _first_twin(scene: Scene, index: int) -> int:
    """Go back through numbers with like phrases to one with a noun, or the first."""
    while scene.mentions[index].noun is None and _has_twin(scene, index):
        index -= 1
    return index


def _has_twin(scene: Scene, index: int) -> bool:
    """Return whether the number before has a like phrase: "9 on Monday, 4 on Friday"."""
    words, mention = scene.words, scene.mentions[index]
    last = scene.mentions[index - 1] if index else None
    if last is None or last.money or last.start < words.sentence[mention.start][0]:
        return False
    at = mention.start - 1
    while at > last.end and words.low[at] in LEXICON["about"]:
        at -= 1
    link = words.low[at]
    if link in LEXICON["twin-link"] and link == words.low[last.start - 1]:
        return True
    alike = link in {",", "and"} and words.tag[mention.end : mention.end + 1] in LINKS
    after = last.phrase_end
    after += words.tag[after : after + 1] in {("VBD",), ("JJ",), ("RB",)}
    return alike and words.tag[after : after + 1] in LINKS


def _groups(scene: Scene, dens: Sequence[Noun | None], index: int, i: int) -> bool:
    """Return whether the noun at ``i`` is rather what rates are for than what a number counts.

    It is not where it has a number in the same sentence, and no rate for it follows.
    """
    words, mention = scene.words, scene.mentions[index]
    lemma = lemma_of(words, i)
    if i < words.sentence[mention.start][0]:
        return True
    owner = next((j for j, m in enumerate(scene.mentions) if m.noun and m.noun.head == i), None)
    if owner is None:
        return True
    return any(den and den.lemma == lemma for den in dens[owner + 1 : index])


def _before_subject(words: Words, mention: Mention) -> int:
    """Return where to look from: before a noun at the number's left, which has it ("Kim 9")."""
    i = mention.start
    while i > 0 and (words.low[i - 1] in LEXICON["about"] or words.tag[i - 1] in NOUN_TAGS):
        i -= 1
    return i


def _of_which(words: Words, start: int) -> Noun | None:
    """Read the noun that "of which" points at: "90 minutes, of which he slept through 8"."""
    floor = words.sentence[start][0]
    for k in range(start - 1, max(floor + 1, start - 10), -1):
        if words.low[k] in {"which", "whom"} and words.low[k - 1] == "of":
            at = k - 2 if k - 2 < 0 or words.low[k - 2] != "," else k - 3
            if at >= floor and words.tag[at] in NOUN_TAGS:
                return Noun(at, at, lemma_of(words, at))
    return None


def _lists(words: Words, end: int, start: int) -> bool:
    """Return whether a number goes on to the next one's noun: "12 red and 9 blue", "12 of 19"."""
    between = range(end, start)
    if words.low[end:start] in {("of",), ("of", "the"), ("out", "of")}:
        return True
    return bool(between) and all(
        words.tag[i] in {"JJ", "VBN", "NNP", "CC", ","} or words.low[i] in {"or", "and"}
        for i in between
    )
