"""The encoder scorer: an ONNX file and a tokenizer in, score tables out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any, Final

import onnxruntime
from tokenizers import Tokenizer

from unitdep.reading.problem import Problem
from unitdep.scoring.encoder.inputs import Input, join, read_input
from unitdep.scoring.encoder.output import tables_of
from unitdep.scoring.tables import Part, ScoreTables

STEP: Final = 8  # tokens
BATCH: Final = 16  # problems


@dataclass(frozen=True)
class EncoderScorer:
    """A network that ONNX Runtime runs on one thread."""

    session: Any  # onnxruntime.InferenceSession
    tokenizer: Tokenizer

    @classmethod
    def load(cls, network: bytes, tokenizer: bytes) -> EncoderScorer:
        """Take the content of both files, in which nothing is run as code.

        Raises ValueError for what is no network or no tokenizer.
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            session = onnxruntime.InferenceSession(
                network, options, providers=["CPUExecutionProvider"]
            )
            return cls(session, read_tokenizer(tokenizer))
        except Exception as error:  # both libraries raise types of their own
            raise ValueError(f"not an encoder: {error}") from error

    def score(self, problems: Sequence[Problem]) -> list[ScoreTables]:
        """Score problems, those of about the same length together.

        Texts are padded to a multiple of ``STEP`` tokens, alone or not, and the network's scales
        are fixed, so that a problem's tables do not depend on its neighbours.
        """
        inputs = [read_input(problem, self.tokenizer) for problem in problems]
        found: dict[int, ScoreTables] = {}
        order = sorted(range(len(inputs)), key=lambda k: _padded(inputs[k]))
        for length, same in groupby(order, key=lambda k: _padded(inputs[k])):
            while part := list(islice(same, BATCH)):
                found |= zip(part, self._run([inputs[k] for k in part], length), strict=True)
        return [found[k] for k in range(len(inputs))]

    def _run(self, inputs: Sequence[Input], length: int) -> list[ScoreTables]:
        outputs = self.session.run([part.value for part in Part], join(inputs, length).feed())
        return tables_of(outputs, [len(i.places) for i in inputs])


def _padded(found: Input) -> int:
    return -(-len(found.tokens) // STEP) * STEP


def read_tokenizer(content: bytes) -> Tokenizer:
    """Read a tokenizer that neither pads nor cuts."""
    tokenizer = Tokenizer.from_buffer(content)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
