"""Exported networks: int8 ONNX files (``export``, ``quantise``) and read back (``restore``)."""
