"""The page about the default model; every figure is read from its folder and results files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from unitdep.models.store import CONFIG, NETWORK, TOKENIZER
from unitdep.research.evaluation.layout import templates
from unitdep.research.evaluation.layout.markdown import table
from unitdep.research.evaluation.layout.published import SETS, title
from unitdep.research.evaluation.layout.rows import cell, measured_on, percent
from unitdep.research.evaluation.pages import with_links
from unitdep.research.evaluation.protocol.results import Results, find, read_all
from unitdep.research.evaluation.table_names import TableName
from unitdep.research.evaluation.tables.own import encoder, kinds

_BODIES: Final = {  # by the name in the provenance; older models have none
    "mpnet": "the lower six of the twelve layers of all-mpnet-base-v2 (66 million parameters with "
    "the word embeddings, Apache 2.0)",
    "minilm": "all-MiniLM-L6-v2 (22.7 million parameters, Apache 2.0)",
}
# The rows that are compared: the linear system and the encoder.
_ROWS: Final = {TableName.SOLVING: "unitdep, own", TableName.ENCODER: encoder.JOINT}


def model_card(folder: Path, results: Path) -> str:
    """Write the page about an encoder model; ``results`` has the results files."""
    config: Mapping[str, Any] = json.loads((folder / CONFIG).read_text("utf-8"))
    made_of = config["provenance"]
    held_out = made_of["development"]
    page = templates.fill(
        "model-card",
        body=_BODIES[made_of.get("body", "minilm")],
        fast=_BODIES["minilm"],
        weights=", ".join(f"{name} {value}" for name, value in config["weights"].items()),
        facts=_facts(folder, config),
        data=_datasets(made_of["datasets"]),
        problems=f"{made_of['problems']:,}",
        accuracies=_accuracies(read_all(results, (*_ROWS, TableName.KINDS))),
        accuracy=percent(held_out["accuracy"]),
        held_out=held_out["problems"],
    )
    return with_links(page, "model-card")


def _facts(folder: Path, config: Mapping[str, Any]) -> str:
    size = sum((folder / name).stat().st_size for name in (NETWORK, TOKENIZER)) / 1e6
    made_of = config["provenance"]
    lines = [
        ["files", f"`{CONFIG}`, `{NETWORK}`, `{TOKENIZER}` ({size:.1f} MB; data only, no code)"],
        [f"SHA-256 of `{NETWORK}`", f"`{config['sha256'][NETWORK]}`"],
        ["made with", f"unitdep {made_of['version']}, seed {made_of['seed']}"],
    ]
    return table(["", ""], lines, text_columns=2)


def _datasets(entries: Sequence[Mapping[str, Any]]) -> str:
    lines = [[f"`{d['name']}`", str(d["problems"]), f"`{d['sha256']}`"] for d in entries]
    return table(["set", "problems", "SHA-256"], lines)


def _accuracies(results: Sequence[Results]) -> str:
    """Compare with the linear system on the data sets on which both were measured."""
    lines = []
    measured = {name: measured_on(results, name, SETS) for name in _ROWS}
    for dataset in SETS:
        shares = [cell(measured[name][dataset], row).ours for name, row in _ROWS.items()]
        if None not in shares:
            lines.append([f"{title(dataset)}, authors' folds", *(f"{s:.1f}" for s in shares)])
    test = find(results, TableName.KINDS, kinds.DATASET)
    if test is not None:
        models = (test.content["models"][name] for name in (kinds.WITH, kinds.ENCODER))
        accuracies = (percent(model["accuracy"]) for model in models)
        lines.append(["test part of the corpus, packaged models", *accuracies])
    return table(["problems answered correctly, %", "linear", "encoder"], lines)
