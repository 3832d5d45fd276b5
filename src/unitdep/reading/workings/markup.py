"""Markup of workings: LaTeX, Markdown, thoughts and calculator notes, blanked out in place.

``plain`` replaces what is only markup by spaces and LaTeX signs by plain ones. The length of the
text stays, so every offset in the result is one in the text. Every pattern looks at a bounded
stretch or is consumed whole.
"""

from __future__ import annotations

import re
from typing import Final

from unitdep.lexicon import read_lists
from unitdep.reading.numbers.values import either
from unitdep.reading.workings.types import Span

THIN: Final = "\x01\x01"  # a thin space between groups of digits; texts have no such characters
_LISTS: Final = read_lists("workings")
_SIGNS: Final = {
    "times": "×",
    "cdot": "×",
    "ast": "×",
    "div": "÷",
    "approx": "≈",
    "simeq": "≈",
    "sim": "≈",
    "to": "→",
    "rightarrow": "→",
    "Rightarrow": "→",
    "implies": "→",
    "longrightarrow": "→",
    "therefore": "∴",
    "pounds": "£",
    "euro": "€",
}
_FRACTIONS: Final = frozenset({"frac", "dfrac", "tfrac", "cfrac"})
_BOXES: Final = frozenset({"boxed", "fbox"})
_ROOTS: Final = frozenset({"sqrt", "sum", "pi"})  # kept; of these only roots are read
_COMMAND: Final = re.compile(
    r"\\(?:(?P<env>(?:begin|end)\s?\{[a-zA-Z]{1,12}\*?\})|(?P<side>(?:left|right)\s?[()\[\]|.])"
    r"|(?P<name>[a-zA-Z]{1,20})|(?P<thin>,(?=\d{3}(?!\d)))|(?P<break>\\)|(?P<sign>[$%£€#&])"
    r"|(?P<gap>[\[\](),;:!>\s]))"
)
_BRACE: Final = re.compile(r"\\frac|\\sqrt|\^\{|\{,\}|[{}]")
_GROUPS: Final = {"\\frac": 2, "\\sqrt": 1}  # in braces that follow a command
_PLAIN: Final = {"thin": THIN, "break": "\n", "env": "", "gap": ""}
_DOLLAR: Final = re.compile(r"(?<!\\)\$")
_WORD: Final = re.compile(r"[a-zA-Z]{2}")
_NOTE: Final = re.compile(r"<<[^<>\n]{0,300}>>")
_THOUGHT_END: Final = re.compile(r"</\s?think(?:ing)?\s?>", re.IGNORECASE)
_TAG: Final = re.compile(r"</?\s?[a-zA-Z]{1,12}\s?/?>")
_LINE_START: Final = re.compile(
    r"^[ \t>]{0,12}(?:#{1,3}(?!#)|#{4,6}(?=[ \t]{0,3}[a-zA-Z])|[-*•–+](?=[ \t])|\*\*(?=\d{1,2}[.)])"
    r"|)[ \t]{0,4}(?:\*\*)?(?:\d{1,2}[.)](?=[ \t*]{1,4}\S)|\(\d{1,2}\)(?=[ \t]{1,4}[\w$£€]))?",
    re.MULTILINE,
)
_LABEL: Final = re.compile(
    rf"\b(?:{either(_LISTS['label'].words)}s?\b\.?[ \t]{{0,2}}#?\d{{1,3}}(?![\d.,]?\d)"
    r"[ \t]?[-:.)–—]?"
    r"|[a-z]{2,20}[ \t]\d{1,3}:(?=[\s*]))",
    re.IGNORECASE,
)
_ANSWER_LABEL: Final = re.compile(r"(?:answer|ans|is|total|of|equals)\b", re.IGNORECASE)
_EMPHATIC: Final = frozenset("*_`~")
_CROSSED_OUT: Final = re.compile(r"~~[^~\n]{1,300}~~")
_MINUS: Final = re.compile(
    r"(?:\A\s{0,9}|(?<=[=:])\s{0,3}|(?<=\bis) )(?:minus|negative) (?=[$£€]?\d)", re.I
)
_EMPHASIS: Final = re.compile(r"(?<!\d)\*\*|\*\*(?!\d)|__|`{1,3}|~~")


def body(text: str) -> Span | None:
    """Return what comes after the thoughts of a model, or None if it wrote no thoughts."""
    ends = list(_THOUGHT_END.finditer(text)) if "</" in text else []
    return Span(ends[-1].end(), len(text)) if ends else None


def notes(text: str) -> list[Span]:
    """Return the calculator notes of GSM8K, without their brackets: <<3*14=42>>."""
    if "<<" not in text:
        return []
    return [Span(m.start() + 2, m.end() - 2) for m in _NOTE.finditer(text)]


def plain(text: str) -> str:
    """Return the text with its markup blanked out, at the same length."""
    if "~~" in text:
        text = _CROSSED_OUT.sub(_blank, text)
    if "<" in text:
        text = _TAG.sub(_blank, _NOTE.sub(_blank, text))
    if "$" in text:
        text = _without_maths_signs(text)
    if "\\" in text:
        text = _without_braces(_COMMAND.sub(_command, text).replace("&", " "))
    text = _MINUS.sub(lambda match: "-".rjust(len(match[0])), text)
    text = _LINE_START.sub(_blank, text)
    text = _LABEL.sub(_label, text)
    return text if _EMPHATIC.isdisjoint(text) else _EMPHASIS.sub(_blank, text)


def boxes(text: str) -> list[Span]:
    """Return what LaTeX boxes hold; a box that is never closed ends with its line."""
    found: list[Span] = []
    at = 0
    while (at := text.find("box", at)) >= 0:
        begin = text.find("{", at, at + 6)
        is_box = begin > 0 and text[max(0, at - 2) : at].endswith(("\\", "\\f"))
        at += 3
        if is_box:
            at = _closing(text, begin)
            found.append(Span(begin + 1, at))
    return found


def _closing(text: str, begin: int) -> int:
    depth = 0
    for at in range(begin, len(text)):
        char = text[at]
        depth += (char == "{") - (char == "}")
        if depth == 0 or char == "\n":
            return at
    return len(text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _label(match: re.Match[str]) -> str:
    return match[0] if _ANSWER_LABEL.match(match[0]) else _blank(match)


def _command(match: re.Match[str]) -> str:
    """Return a LaTeX command in plain signs, padded to its length."""
    kind = match.lastgroup or ""
    found = match[kind]
    if kind == "name":
        found = _name(found)
    elif kind == "side":
        bracket = found[-1].replace(".", " ").replace("|", " ")
        return bracket.ljust(len(match[0])) if found[0] == "l" else bracket.rjust(len(match[0]))
    else:
        found = _PLAIN.get(kind, found)
    return found.ljust(len(match[0]))


def _without_braces(text: str) -> str:
    """Blank out braces that only group; those of fractions, roots and powers stay."""
    signs = list(text)
    opened: list[tuple[bool, int]] = []  # whether a brace stays, and how many groups follow it
    groups = 0  # of a fraction that are still to come
    for match in _BRACE.finditer(text):
        stays = True
        if match[0] in _GROUPS:
            groups = _GROUPS[match[0]]
        elif match[0] == "}":
            stays, groups = opened.pop() if opened else (False, 0)
        elif match[0] != "{,}":
            stays = groups > 0 or match[0] == "^{"
            opened.append((stays, max(groups - 1, 0)))
            groups = 0
        if not stays:
            signs[match.start()] = " "
    return "".join(signs)


def _name(name: str) -> str:
    if name in _FRACTIONS:
        return "\\frac"
    if name in _ROOTS:
        return "\\sqrt"[: len(name) + 1]
    return _SIGNS.get(name, "")


def _without_maths_signs(text: str) -> str:
    """Blank out the dollar signs around LaTeX; those before and after amounts stay.

    As in Pandoc, maths begins with a dollar sign that a space doesn't follow, and ends with one
    that no space precedes and no digit follows. Words in between need a LaTeX command.
    """
    signs = [m.start() for m in _DOLLAR.finditer(text)]
    maths: set[int] = set()
    k = 0
    while k + 1 < len(signs):
        start, end = signs[k], signs[k + 1]
        if end == start + 1 or _is_maths(text, start, end):
            maths |= {start, end}
            k += 1
        k += 1
    if not maths:
        return text
    return "".join(" " if at in maths else char for at, char in enumerate(text))


def _is_maths(text: str, start: int, end: int) -> bool:
    inner = text[start + 1 : end]
    if inner[0].isspace() or inner[-1].isspace() or text[end + 1 : end + 2].isdigit():
        return False
    return "\n\n" not in inner and ("\\" in inner or not _WORD.search(inner))
