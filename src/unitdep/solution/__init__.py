"""Solution: what a person gets for a text, and the JSON object in which it's written everywhere.

``solution`` makes one from a problem and a ranking. ``plain`` writes it as a JSON object (command
line, batch, API), and makes a solution of such an object again.
"""

from unitdep.solution.solution import (
    FINISHES,
    MAX_ALTERNATIVES,
    MISSING,
    NO_EXPRESSION,
    NOT_MET,
    UNSURE,
    Alternative,
    Solution,
    abstain,
    build,
    settled,
    unsolved,
    with_confidence,
    write_expression,
)

__all__ = [
    "FINISHES",
    "MAX_ALTERNATIVES",
    "MISSING",
    "NOT_MET",
    "NO_EXPRESSION",
    "UNSURE",
    "Alternative",
    "Solution",
    "abstain",
    "build",
    "settled",
    "unsolved",
    "with_confidence",
    "write_expression",
]
