"""How the authors made their data (paper, "Dataset", "Data Acquisition").

- ``normalise_record`` writes a record's number words as digits;
- ``prune`` drops each problem that matches an earlier one by over 80%;
- ``build`` pools data sets and does both;
- ``subset`` is MAWPS's greedy selection with little lexical or template overlap;
- ``derive_all`` derives unit dependency graphs from solution trees and rate labels;
- ``agreement`` is Cohen's kappa between two annotators' rate labels.
"""

from unitdep.research.datasets.acquisition.agreement import Agreement, agreement, kappa, read_labels
from unitdep.research.datasets.acquisition.build import Built, build
from unitdep.research.datasets.acquisition.derive import (
    Annotation,
    Origin,
    Summary,
    derive_all,
    summary,
)
from unitdep.research.datasets.acquisition.jsonl import jsonl, record_json
from unitdep.research.datasets.acquisition.normalise import normalise, normalise_record
from unitdep.research.datasets.acquisition.prune import Pruned, grams, masked_tokens, match, prune
from unitdep.research.datasets.acquisition.subset import (
    Subset,
    lexical,
    overlap,
    select,
    subset,
    templates,
)

__all__ = [
    "Agreement",
    "Annotation",
    "Built",
    "Origin",
    "Pruned",
    "Subset",
    "Summary",
    "agreement",
    "build",
    "derive_all",
    "grams",
    "jsonl",
    "kappa",
    "lexical",
    "masked_tokens",
    "match",
    "normalise",
    "normalise_record",
    "overlap",
    "prune",
    "read_labels",
    "record_json",
    "select",
    "subset",
    "summary",
    "templates",
]
