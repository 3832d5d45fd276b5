"""The table of how likely each kind of mistake is: priors.tsv, which says what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from unitdep.checking.misconceptions.types import MistakeKind


@cache
def priors() -> Mapping[MistakeKind, float]:
    """Return the weight of each kind of mistake."""
    text = files(__package__).joinpath("priors.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {MistakeKind(kind): float(weight) for kind, weight, _ in rows}
