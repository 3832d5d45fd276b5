"""Networks as files: written as int8 ONNX (``export``, ``quantise``) and read back (``restore``)."""
