"""The encoder scorer: a small transformer, run by ONNX Runtime, behind the four score tables."""

from unitdep.scoring.encoder.scorer import EncoderScorer

__all__ = ["EncoderScorer"]
