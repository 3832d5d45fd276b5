"""The paper's figures, to stand beside ours (Roy and Roth 2017; percent, mean of five folds)."""

from __future__ import annotations

from typing import Final

SETS: Final = ("allarith", "allarithlex", "allarithtmpl")
TITLES: Final = {
    "allarith": "AllArith",
    "allarithlex": "AllArithLex",
    "allarithtmpl": "AllArithTmpl",
}

SOLVING: Final = {
    "template": (73.7, 65.5, 71.3),
    "singleeq": (60.4, 51.5, 51.0),
    "lca++": (79.4, 63.6, 74.7),
    "unitdep": (81.7, 68.9, 79.5),
    "unitdep-no-vertex": (80.3, 67.2, 77.1),
    "unitdep-no-edge": (79.9, 64.1, 75.7),
}
VERTEX: Final = {
    "all": (96.7, 96.2, 97.5),
    "no rule-based": (93.2, 92.5, 92.6),
    "no context": (95.1, 94.1, 95.3),
}
EDGE: Final = {
    "all": (87.1, 84.3, 86.6),
    "no rule-based": (79.3, 75.4, 78.0),
    "no context": (78.6, 70.3, 75.5),
}
GRAPHS: Final = {
    "decompose": (73.6, 67.7, 68.7),
    "decompose, no constraints": (70.9, 62.9, 65.5),
    "joint": (72.9, 66.7, 68.4),
}
