"""A scorer made of an ONNX network and a tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice
from typing import Any, Final

import onnxruntime
from tokenizers import Tokenizer

from unitdep.reading.problem import Problem
from unitdep.scoring.encoder.inputs import Input, join, read_input
from unitdep.scoring.encoder.output import tables_of
from unitdep.scoring.tables import EVERYDAY_OUTPUTS, Part, ScoreTables

STEP: Final = 8  # lengths are padded to a multiple of this many tokens
BATCH: Final = 16  # problems per run of the network


@dataclass(frozen=True)
class EncoderScorer:
    """A network that ONNX Runtime runs on a single thread."""

    session: Any  # onnxruntime.InferenceSession
    tokenizer: Tokenizer

    @classmethod
    def load(cls, network: bytes, tokenizer: bytes) -> EncoderScorer:
        """Load a scorer from the contents of its two files, without executing anything in them.

        Raises ValueError if they are not a network and a tokenizer.
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
        except BaseException as error:  # both libraries raise their own types, one of them panics
            if not isinstance(error, Exception) and "panic" not in type(error).__name__.lower():
                raise
            raise ValueError(f"not an encoder: {error}") from None

    def score(self, problems: Sequence[Problem]) -> list[ScoreTables]:
        """Score problems in batches of similar length; the tables are in the problems' order.

        Every text is padded to a multiple of ``STEP`` tokens and the network's scales are fixed, so
        a problem's tables don't depend on the others in its batch.
        """
        inputs = [read_input(problem, self.tokenizer) for problem in problems]
        tables: dict[int, ScoreTables] = {}
        order = sorted(range(len(inputs)), key=lambda k: _padded(inputs[k]))
        for length, same in groupby(order, key=lambda k: _padded(inputs[k])):
            while part := list(islice(same, BATCH)):
                tables |= zip(part, self._run([inputs[k] for k in part], length), strict=True)
        return [tables[k] for k in range(len(inputs))]

    def _run(self, inputs: Sequence[Input], length: int) -> list[ScoreTables]:
        outputs = self.session.run(self._outputs, join(inputs, length).feed())
        return tables_of(outputs, [len(i.places) for i in inputs], [i.amounts for i in inputs])

    @cached_property
    def _outputs(self) -> list[str]:
        return [*(part.value for part in Part), *(EVERYDAY_OUTPUTS if self.everyday else ())]

    @cached_property
    def everyday(self) -> bool:
        """Whether the network was trained for the everyday scope."""
        return {o.name for o in self.session.get_outputs()} >= set(EVERYDAY_OUTPUTS)


def _padded(item: Input) -> int:
    return -(-len(item.tokens) // STEP) * STEP


def read_tokenizer(content: bytes) -> Tokenizer:
    """Read a tokenizer that neither pads nor truncates."""
    tokenizer = Tokenizer.from_buffer(content)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
