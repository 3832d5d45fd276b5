"""The final answer of a working: is it the right one, or may it be right after all?

``compared`` compares it with the right answer, ``chance`` says how probable it is that another
answer than the program's own is right, and when that is little enough to call it wrong.
"""

from unitdep.checking.final.chance import Limits, chance
from unitdep.checking.final.compared import UNIT_MISSING, Compared, compare_with, meant

__all__ = ["UNIT_MISSING", "Compared", "Limits", "chance", "compare_with", "meant"]
