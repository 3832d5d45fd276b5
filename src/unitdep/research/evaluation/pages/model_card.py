"""docs/model-card.md: what the default model is made of; every figure is read off its folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from unitdep.models.store import CONFIG, NETWORK, TOKENIZER
from unitdep.research.evaluation.pages.markdown import table
from unitdep.research.evaluation.pages.published import SETS
from unitdep.research.evaluation.pages.results import title
from unitdep.research.evaluation.protocol.results import read
from unitdep.research.evaluation.tables import kinds as corpus_test

_PAGE: Final = """\
# Model card: the default model

The model that `unitdep solve` uses, in `src/unitdep/models/default`. Written by
`unitdep reproduce --render-only`: all figures are read off the model's folder and results files.

## What it is

A small transformer with four heads: irrelevance, operation at the lowest common ancestor, rate, and
relation of units. It began as all-MiniLM-L6-v2 (22.7 million parameters, Apache 2.0), learnt from
our corpus, then from the authors' problems among generated ones, and is stored with 8-bit weights.
Beside the text it is told what the rules read: units, owners, verbs. With it go the weights of the
joint score: {weights}.

{facts}
Beside it lies the linear model, in `src/unitdep/models/linear`: the paper's four classifiers with
our features (`unitdep evaluate SET --model linear`, `Solver.load("linear")`).

## Training data

{data}
`aggregate` and `allarith` are
[the authors' arithmetic data](https://github.com/CogComp/arithmetic) (CogComp), under the MIT
licence: elementary school problems in English, with one to a few operations; of some both the 2017
and the 2018 wording are among them; {problems} texts of them were learnt from. `corpus-train` and
`corpus-dev` are parts of [our own corpus](datasheet.md); the second was only used for the
temperature. No text can be read off the model.

## How well it does

{better}
Of {held_out} problems that were held out while it was trained (a tenth of the authors' problems,
and the development part of the corpus, which is harder) **{accuracy} %** are answered right; the
temperature was chosen on them. [results.md](results.md) has the figures by kind of problem and
those of the authors' test folds; there the models are trained fold by fold, so this model itself
takes no part. To measure it on AllArith, Aggregate or sets that overlap with them (SingleOp,
MultiArith, AddSub, SingleEq) would say little: it has seen those problems.

Confidence is a probability after a temperature that was tuned on the same problems. Up to five
quantities it is exact, above that estimated from a sample of all trees.
[results.md](results.md#confidence) tells how far it can be trusted: on texts unlike the authors'
problems it is too high or too low by several points.

## Intended use

Teaching, research on word problems and units, a readable baseline, a first draft of an answer that
a person checks with the graph. Not for grading people, and not where a wrong number does harm.

## Limits

- Elementary arithmetic: + - × ÷, numbers of the text only, each at most once, a positive answer.
- English of school problems. Other topics, longer texts and other wording lower accuracy.
- Quantities that the question does not need, above all those with the unit that is asked for, are
  its weak point: see the figures by kind.
- Most texts that cannot be answered in this way are recognised by rule and told so (no question,
  unknowns, formulas, a measure that no number tells); some get an answer all the same, often with
  little confidence.

## Train it again

With the data sets in place (`UNITDEP_DATA`, or `unitdep data download --all`) and the extra
`train`:

```sh
unitdep train --scorer encoder --output my-model --work my-work
```

This takes all four sets and seed 0 without being told: about an hour on one core. A stopped run
goes on from what `--work` has. Without `--scorer encoder` a linear model is trained, in minutes.
`unitdep.Solver.load("my-model")` uses a model in Python and `unitdep evaluate FILE --model
my-model` measures it. For other data: `unitdep train SET-OR-FILE ... --output FOLDER`; `unitdep
train corpus-train --output FOLDER` needs no other data.

## Licence

MIT, as the program and the authors' data; the corpus is under CC BY 4.0, the pretrained weights
under Apache 2.0.
"""


def model_card(folder: Path, results: Path) -> str:
    """Write the page about an encoder model; ``results`` has the results files."""
    config: Mapping[str, Any] = json.loads((folder / CONFIG).read_text("utf-8"))
    made_of = config["provenance"]
    held_out = made_of["development"]
    return _PAGE.format(
        weights=_listed(config["weights"]),
        facts=_facts(folder, config),
        data=table(
            ["set", "problems", "SHA-256"],
            [
                [f"`{d['name']}`", str(d["problems"]), f"`{d['sha256']}`"]
                for d in made_of["datasets"]
            ],
        ),
        problems=made_of["problems"],
        better=_better(results),
        accuracy=f"{100 * held_out['accuracy']:.1f}",
        held_out=held_out["problems"],
    )


def _listed(found: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in found.items())


def _facts(folder: Path, config: Mapping[str, Any]) -> str:
    size = sum((folder / name).stat().st_size for name in (NETWORK, TOKENIZER)) / 1e6
    made_of = config["provenance"]
    lines = [
        ["files", f"`{CONFIG}`, `{NETWORK}`, `{TOKENIZER}` ({size:.1f} MB; nothing in them runs)"],
        [f"SHA-256 of `{NETWORK}`", f"`{config['sha256'][NETWORK]}`"],
        ["made with", f"unitdep {made_of['version']}, seed {made_of['seed']}"],
    ]
    return table(["", ""], lines, text_columns=2)


def _better(results: Path) -> str:
    """Compare with the linear system, as far as both have been measured."""
    found = [read(f) for t in ("solving", "encoder") for f in sorted(results.glob(f"{t}-*.json"))]
    rows = {"solving": "unitdep, own", "encoder": "joint"}
    cells = {
        (r.table, r.signature.dataset): 100 * f.mean
        for r in found
        for f in r.figures
        if f.row == rows[r.table]
    }
    sets = [name for name in SETS if all((kind, name) in cells for kind in rows)]
    lines = [
        [f"{title(name)}, authors' folds", *(f"{cells[kind, name]:.1f}" for kind in rows)]
        for name in sets
    ]
    test = results / corpus_test.FILE
    if test.is_file():
        models = json.loads(test.read_text("utf-8"))["models"]
        chosen = [models[name]["accuracy"] for name in (corpus_test.WITH, corpus_test.ENCODER)]
        lines.append(
            ["test part of the corpus, packaged models", *(f"{100 * a:.1f}" for a in chosen)]
        )
    return table(["problems answered right, %", "linear", "encoder"], lines)
