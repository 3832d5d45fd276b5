"""Which run a figure comes from, in one line."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from unitdep.research.evaluation.layout.markdown import bullets
from unitdep.research.evaluation.layout.published import title
from unitdep.research.evaluation.protocol.results import OTHER_VERSIONS, Results
from unitdep.research.evaluation.provenance import Provenance

NOT_MEASURED: Final = "Not measured yet.\n"


def signature_line(results: Results, without: Container[str] = ()) -> str:
    """Describe the run of one results file; ``without`` names fields that would not help."""
    s = results.signature
    fields = {
        "data_hash": f"data {s.data_hash}",
        "problems": f"{s.problems} problems",
        "folds": f"folds {s.folds}",
        "seed": f"seed {s.seed}",
        "version": f"unitdep {s.version}",
        "spacy": f"spaCy {s.spacy}",
        "sklearn": f"scikit-learn {s.sklearn}",
        "seconds": f"{results.seconds:.0f} s",
    }
    blank = {name for name in fields if not getattr(s, name, results.seconds)} - {"seed"}
    shown = [text for name, text in fields.items() if name not in blank and name not in without]
    dataset = f"{title(s.dataset)}: " if s.dataset else ""
    made_of = _made_of(s.provenance) if s.provenance is not None else []
    return f"{dataset}{', '.join([*shown, *made_of])}{_older_rows(results)}"


def _made_of(provenance: Provenance) -> list[str]:
    """Describe what measured the figures; several seeds are described by their table."""
    commit = [f"commit {provenance.commit}"] if provenance.commit else []
    models = [f"model {name} {digits}" for name, digits in provenance.models.items()]
    return [*commit, f"corpus {provenance.corpus}", *models]


def _older_rows(results: Results) -> str:
    """List the rows that an earlier version measured."""
    rows: dict[str, list[str]] = {}
    for figure in results.figures:
        made_with = figure.details.get("version", results.signature.version)
        if made_with != results.signature.version:
            rows.setdefault(made_with, []).append(figure.row)
    for system, made_with in results.content.get(OTHER_VERSIONS, {}).items():
        rows.setdefault(made_with, []).append(system)
    return "".join(f"; with unitdep {v}: {', '.join(names)}" for v, names in rows.items())


def signatures(measured: Iterable[Results | None]) -> str:
    """Return the signature lines of those results that exist, or that there are none."""
    return bullets(signature_line(r) for r in measured if r is not None) or NOT_MEASURED
