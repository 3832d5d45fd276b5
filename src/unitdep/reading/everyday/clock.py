"""Times of day: 9:15, 4 pm, half past three, noon. Their value is minutes since midnight."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from unitdep.reading.numbers.values import SMALL
from unitdep.reading.quantity import Number, NumberKind

DAY: Final = 24 * 60
HALF_DAY: Final = 12 * 60
_HOUR: Final = r"(?:\d{1,2}|" + "|".join(w for w, v in SMALL.items() if 1 <= v <= 12) + ")"
_NOON: Final = r"(?:\s?(?P<half>[ap])\.?\s?m\b\.?)"
_CLOCK: Final = re.compile(
    rf"(?<![\w:.])(?:(?P<h>\d{{1,2}})[:.](?P<m>[0-5]\d){_NOON}"
    rf"|(?P<h24>\d{{1,2}}):(?P<m24>[0-5]\d)(?!:?\d)"
    rf"|(?P<hour>{_HOUR})(?:{_NOON.replace('half', 'half2')}|\s?o['’]\s?clock\b"
    rf"(?:\sin\sthe\s(?P<part>morning|afternoon|evening))?)"
    rf"|(?P<frac>half|(?:a\s)?quarter|(?:\d{{1,2}}|five|ten|twenty|twenty-five)(?:\sminutes)?)\s"
    rf"(?P<way>past|to|after|before)\s(?P<past>{_HOUR})\b(?:{_NOON.replace('half', 'half3')})?"
    rf"(?:\sin\sthe\s(?P<part3>morning|afternoon|evening))?"
    rf"|(?P<name>noon|midday|midnight)\b)",
    re.IGNORECASE,
)
_THINGS: Final = re.compile(r"\s[a-z]{3,}s\b")  # a plural: "minutes", not "is" or "was"
_NOW: Final = re.compile(r"\s(?:right\s)?now\b", re.IGNORECASE)
_HALVES: Final = {"morning": "a", "afternoon": "p", "evening": "p"}
_FRACTIONS: Final = {"half": 30, "quarter": 15, "a quarter": 15, "twenty-five": 25}


def find_clocks(text: str) -> list[Number]:
    """Return the times of day in a text, in order; one without "am" or "pm" follows the last."""
    clocks: list[Number] = []
    of_24_hours = any(int(m["h24"] or 0) > 12 for m in _CLOCK.finditer(text))
    for match in _CLOCK.finditer(text):
        minutes, fixed = _minutes(match)
        if minutes is None or _is_range(match):
            continue
        last = clocks[-1].value if clocks else Fraction(0)
        now = bool(_NOW.match(text, match.end()))  # "bed is at 7:45 and it is 6:20 now"
        after = clocks and minutes <= last and minutes < HALF_DAY and not now
        if not fixed and not of_24_hours and after:
            minutes += HALF_DAY
        if fixed and last >= HALF_DAY > minutes and not of_24_hours:
            minutes += DAY  # from 9:30 pm to 7:00 am
        clocks.append(
            Number(match.start(), match.end(), match[0], Fraction(minutes), NumberKind.CLOCK)
        )
    return clocks


def _is_range(match: re.Match[str]) -> bool:
    """Whether "10 to 15 minutes" is from 10 to 15, not a time before three."""
    return bool(match["past"]) and bool(_THINGS.match(match.string, match.end()))


def _minutes(match: re.Match[str]) -> tuple[int | None, bool]:
    """Return the minutes since midnight, and whether the half of the day is certain."""
    if name := match["name"]:
        return (0 if name.lower() == "midnight" else HALF_DAY), True
    half = _half(match)
    hour, minutes = _past_hour(match) if match["past"] else _digital(match)
    if hour > 24 or (half and hour > 12):
        return None, True
    if half:
        minutes = minutes % HALF_DAY + (HALF_DAY if half == "p" else 0)
    return minutes % DAY, bool(half) or hour > 12 or hour == 0


def _half(match: re.Match[str]) -> str:
    """Return "a" for the morning, "p" for the rest of the day, or ""."""
    written = match["half"] or match["half2"] or match["half3"] or ""
    part = match["part"] or match["part3"] or ""
    return written.lower() or _HALVES.get(part.lower(), "")


def _past_hour(match: re.Match[str]) -> tuple[int, int]:
    """Read "quarter to nine": the hour that is named, and the minutes since midnight."""
    hour = _number(match["past"])
    offset = match["frac"].lower().removesuffix(" minutes")
    minutes = _FRACTIONS[offset] if offset in _FRACTIONS else _number(offset)
    later = match["way"].lower() in ("past", "after")
    return hour, hour * 60 + (minutes if later else -minutes)


def _digital(match: re.Match[str]) -> tuple[int, int]:
    hour = _number(match["h"] or match["h24"] or match["hour"])
    return hour, hour * 60 + int(match["m"] or match["m24"] or 0)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else SMALL[word.lower()]


def with_clocks(numbers: list[Number], text: str) -> list[Number]:
    """Return the numbers of a text with its times of day in place of what they overlap."""
    clocks = find_clocks(text)
    if not clocks:
        return numbers
    kept = [n for n in numbers if all(n.end <= c.start or n.start >= c.end for c in clocks)]
    return sorted([*kept, *clocks], key=lambda number: number.start)
