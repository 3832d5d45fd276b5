"""Voices: what a verdict says to a teacher, and what to the pupil.

A teacher hears what happened, with numbers. A pupil gets a nudge to the place, which never gives
the answer away. ``case`` is what a reply is about, ``mistakes`` has one for each finding,
``replies`` the others, and ``quoting`` repeats numbers and sums as the working writes them.
"""

from unitdep.checking.voices.case import Case
from unitdep.checking.voices.mistakes import number_text, say_wrong
from unitdep.checking.voices.quoting import in_pence
from unitdep.checking.voices.replies import NO_WORK, TOO_LONG, Said, say_right, say_unsure

__all__ = [
    "NO_WORK",
    "TOO_LONG",
    "Case",
    "Said",
    "in_pence",
    "number_text",
    "say_right",
    "say_unsure",
    "say_wrong",
]
