"""Features: a problem as strings, read by the linear classifiers and by the encoder."""
