"""Metrics: significance, calibration, and the quality of what the unit rules extract."""
