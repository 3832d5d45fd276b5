"""Metrics: significance, calibration, and the quality of what the rules extract."""
