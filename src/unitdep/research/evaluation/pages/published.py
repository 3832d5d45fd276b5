"""The paper's figures, to stand beside ours (Roy and Roth 2017; percent, mean of five folds)."""

from __future__ import annotations

from typing import Final

SETS: Final = ("allarith", "allarithlex", "allarithtmpl")
TITLES: Final = {
    "allarith": "AllArith",
    "allarithlex": "AllArithLex",
    "allarithtmpl": "AllArithTmpl",
    "singleop": "Illinois (SingleOp)",
    "multiarith": "Commoncore (MultiArith)",
    "allarith-2018": "AllArith 2018",
    "allarithlex-2018": "AllArithLex 2018",
    "allarithtmpl-2018": "AllArithTmpl 2018",
    "aggregate": "Aggregate",
    "aggregatelex": "AggregateLex",
    "aggregatetmpl": "AggregateTmpl",
    "perturb": "Perturb",
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

# UnitDep over LCA++ on the earlier sets, in points.
EARLIER: Final = {"singleop": 1.0, "multiarith": 4.0}

# Later runs of the authors' program (Roy and Roth 2018), on the data of 2018.
LATER_SETS: Final = (
    "allarith-2018",
    "allarithlex-2018",
    "allarithtmpl-2018",
    "aggregate",
    "aggregatelex",
    "aggregatetmpl",
    "perturb",  # trained on allarith-2018
)
LATER: Final = {
    "template": (71.96, 64.09, 70.64, 54.62, 45.05, 54.69, 24.2),
    "lca++": (78.34, 66.99, 75.66, 65.21, 53.62, 63.0, 43.57),
    "unitdep": (79.67, 71.33, 77.11, 69.9, 57.51, 68.64, 46.29),
    "knowledge": (77.86, 72.53, 74.7, 73.32, 66.63, 68.62, 65.66),
}

# Shares of UnitDep's errors on AllArith, in percent (section "Discussion").
ERRORS: Final = {"irrelevant": 50.0, "comparison": 23.0}
