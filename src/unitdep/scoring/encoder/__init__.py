"""The encoder scorer: a small transformer that ONNX Runtime runs.

``inputs`` turns a problem into tokens, with the rules' findings from ``facts``; ``scorer`` runs the
network; ``output`` cuts the score tables out of its logits.
"""

from unitdep.scoring.encoder.scorer import EncoderScorer

__all__ = ["EncoderScorer"]
