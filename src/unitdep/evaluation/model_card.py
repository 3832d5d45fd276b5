"""docs/model-card.md: what the default model is made of; every figure is read off its folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from unitdep.evaluation.markdown import table
from unitdep.scoring.linear import LinearScorer
from unitdep.store import ARRAYS, CONFIG, load

_PARTS: Final = {
    "irrelevance": "irrelevance",
    "lca": "LCA operation",
    "vertex": "rate",
    "edge": "edge",
}
_PAGE: Final = """\
# Model card: the default model

The model that `unitdep solve` uses, in `src/unitdep/models/default`. Written by
`unitdep reproduce --render-only`: all figures are read off the model's folder.

## What it is

Four logistic regressions over hashed features (feature set `{features}`, with the conjunctions of
any two features): irrelevance, operation at the lowest common ancestor, rate, and relation of
units. With them go the weights of the joint score: {weights}.

{facts}
## Training data

{data}
Together {problems} different texts. `aggregate` and `allarith` are
[the authors' arithmetic data](https://github.com/CogComp/arithmetic) (CogComp), under the MIT
licence: elementary school problems in English, with one to a few operations; of some both the 2017
and the 2018 wording are among them. `corpus-train` and `corpus-dev` are parts of
[our own corpus](datasheet.md), each template filled once. The model holds hashes and weights, no
texts.

## How well it does

**{accuracy} %** of {held_out} problems are answered right that were held out while it was
developed: one fifth of the authors' problems of two to four quantities (both wordings of a problem
lie in one fifth). The weights were chosen on the same problems, which makes the figure a little too
high. [results.md](results.md) has the accuracy on the test part of the corpus by kind of problem,
and figures from the authors' test folds; there the models are trained fold by fold, so this model
itself takes no part. To measure it on AllArith, Aggregate or sets that overlap with them (SingleOp,
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

With the data sets in place (`UNITDEP_DATA`, or `unitdep data download --all`):

```sh
unitdep train --output my-model
```

This takes all four sets, feature set `own` and seed 0 without being told, and prints what it was
made of and the held-out figure. `unitdep.Solver.load("my-model")` uses it in Python and
`unitdep evaluate FILE --model my-model` measures it. For other data: `unitdep train SET-OR-FILE ...
--output FOLDER`; `unitdep train corpus-train --output FOLDER` needs no other data.

## Licence

MIT, as the program and the authors' data; the corpus is under CC BY 4.0.
"""


def model_card(folder: Path) -> str:
    """Write the page about a linear model."""
    config: Mapping[str, Any] = json.loads((folder / CONFIG).read_text("utf-8"))
    made_of = config["provenance"]
    held_out = made_of["development"]
    return _PAGE.format(
        features=config["features"],
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
        accuracy=f"{100 * held_out['accuracy']:.1f}",
        held_out=held_out["problems"],
    )


def _listed(found: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in found.items())


def _facts(folder: Path, config: Mapping[str, Any]) -> str:
    scorer = load(folder).scorer
    if not isinstance(scorer, LinearScorer):
        raise ValueError("the page describes a linear model")
    stored = ", ".join(
        f"{len(getattr(scorer, part).hashes):,} ({says})" for part, says in _PARTS.items()
    )
    size = (folder / ARRAYS).stat().st_size / 1e6
    made_of = config["provenance"]
    lines = [
        ["files", f"`{CONFIG}`, `{ARRAYS}` ({size:.1f} MB; plain arrays, nothing runs)"],
        ["stored features", stored],
        [f"SHA-256 of `{ARRAYS}`", f"`{config['sha256'][ARRAYS]}`"],
        ["made with", f"unitdep {made_of['version']}, seed {made_of['seed']}"],
        ["inverse regularisation", _listed(made_of["strengths"])],
    ]
    return table(["", ""], lines, text_columns=2)
