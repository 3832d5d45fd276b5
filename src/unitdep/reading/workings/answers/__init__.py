"""The final answer of a working.

``final`` chooses it, ``support`` sets aside the sums that only support an answer that is already
stated, and ``hedges`` finds the answers that don't commit themselves: "7 or 8".
"""

from unitdep.reading.workings.answers.final import final_answer

__all__ = ["final_answer"]
