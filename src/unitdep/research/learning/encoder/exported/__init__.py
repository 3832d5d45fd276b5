"""Encoders as int8 ONNX files: written (``export``, ``quantise``) and read (``restore``)."""
