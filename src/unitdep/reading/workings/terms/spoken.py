"""Times of day in words: "quarter past four", "half past 3", "5 o'clock"."""

from __future__ import annotations

import re
from typing import Final

from unitdep.reading.numbers.values import either

_NAMES: Final = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_HOURS: Final = {
    **{name: hour for hour, name in enumerate(_NAMES, 1)},
    **{str(hour): hour for hour in range(1, 13)},
}
_MINUTES: Final = {
    "quarter": 15,
    "half": 30,
    "five": 5,
    "ten": 10,
    "twenty": 20,
    "twenty-five": 25,
    "twenty five": 25,
}
_HOUR: Final = either(list(_HOURS))
_SPOKEN: Final = re.compile(
    rf"(?:(?P<part>{either(list(_MINUTES))})(?: minutes)? "
    rf"(?:past (?P<past>{_HOUR})|(?<=quarter )to (?P<to>{_HOUR}))|(?P<whole>{_HOUR}) o['’]?clock)\b"
)


def has_spoken_times(folded: str) -> bool:
    """Whether a text may have a time of day in words."""
    return "past " in folded or "clock" in folded or "quarter to" in folded


def spoken_time(folded: str, start: int) -> tuple[int, int] | None:
    """Return the minutes of a time of day in words, and where it ends; None if there is none."""
    match = _SPOKEN.match(folded, start)
    if match is None or (start and folded[start - 1].isalnum()):
        return None
    minutes = _MINUTES[match["part"]] if match["part"] else 0
    hour = _HOURS[match["past"] or match["to"] or match["whole"]]
    return hour * 60 + (-minutes if match["to"] else minutes), match.end()
