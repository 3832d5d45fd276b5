"""The kinds of problems to practise, read from kinds.tsv."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from unitdep.core.expression import Operator
from unitdep.errors import PracticeError, meant

ANY: Final = "any"


@dataclass(frozen=True)
class Kind:
    """A kind of problem."""

    name: str
    title: str  # for people
    operators: frozenset[Operator]  # what its expressions may have
    labels: frozenset[str]  # templates with one of them are of this kind


def _read() -> Iterator[Kind]:
    text = files(__package__).joinpath("kinds.tsv").read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        name, title, allowed, labels = line.split("\t")
        signs = [operator.value for operator in Operator] if allowed == ANY else [*allowed]
        yield Kind(name, title, frozenset(map(Operator, signs)), frozenset(labels.split()))


KINDS: Final[Mapping[str, Kind]] = MappingProxyType({kind.name: kind for kind in _read()})
USUAL: Final = ("add-subtract", "comparison", "groups", "rates", "two-steps", "extra-numbers")


def chosen(names: Iterable[str]) -> tuple[Kind, ...]:
    """Return the kinds with these names, each once; raises PracticeError for an unknown one."""
    wanted = tuple(dict.fromkeys(name.strip().lower() for name in names if name.strip()))
    if "all" in wanted:
        return tuple(KINDS.values())
    if unknown := [name for name in wanted if name not in KINDS]:
        raise PracticeError(
            f"unknown kind {unknown[0]!r}{meant(unknown[0], KINDS)}; "
            f"choose from: {', '.join(KINDS)}; or all of them: all"
        )
    return tuple(KINDS[name] for name in wanted or USUAL)
