"""The final answer of a working: is it the right one, or may it be right after all?

``compared`` compares it with the right answer, ``chance`` says how probable it is that another
answer than the program's own is right, and when that is little enough to call it wrong. ``early``
recognises answers that are off because a result on the way was rounded.
"""

from unitdep.checking.final.chance import Limits, chance
from unitdep.checking.final.compared import UNIT_MISSING, Compared, compare_with, meant
from unitdep.checking.final.early import is_early, rounded_early

__all__ = [
    "UNIT_MISSING",
    "Compared",
    "Limits",
    "chance",
    "compare_with",
    "is_early",
    "meant",
    "rounded_early",
]
