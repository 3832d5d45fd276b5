"""The encoder scorer: an ONNX file and a tokenizer in, score tables out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import onnxruntime
from tokenizers import Tokenizer

from unitdep.problem import Problem
from unitdep.scoring.encoder.inputs import Input, join, read_input
from unitdep.scoring.encoder.output import tables_of
from unitdep.scoring.tables import ScoreTables

OUTPUTS: Final = ("irrelevance", "lca", "vertex", "edge")


@dataclass(frozen=True)
class EncoderScorer:
    """A network that ONNX Runtime runs on one thread."""

    session: Any  # onnxruntime.InferenceSession
    tokenizer: Tokenizer

    @classmethod
    def load(cls, network: Path, tokenizer: Path) -> EncoderScorer:
        """Read both files, in which nothing is run as code; raises ValueError for bad ones."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            session = onnxruntime.InferenceSession(
                str(network), options, providers=["CPUExecutionProvider"]
            )
            return cls(session, read_tokenizer(tokenizer))
        except Exception as error:  # both libraries raise types of their own
            raise ValueError(f"not an encoder: {error}") from error

    def score(self, problems: Sequence[Problem]) -> list[ScoreTables]:
        """Score problems one by one.

        The int8 network scales what it computes by the largest value of a whole batch: in a batch
        a problem's tables would depend on its neighbours. One by one nothing is padded either.
        """
        return [self._run(read_input(problem, self.tokenizer)) for problem in problems]

    def _run(self, found: Input) -> ScoreTables:
        outputs = self.session.run(list(OUTPUTS), join([found]).feed())
        return tables_of(outputs, [len(found.places)])[0]


def read_tokenizer(path: Path) -> Tokenizer:
    """Read a tokenizer that neither pads nor cuts."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
