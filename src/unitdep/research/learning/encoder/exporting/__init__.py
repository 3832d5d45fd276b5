"""A trained network as an ONNX file: export it, quantise it, restore it for more training."""
