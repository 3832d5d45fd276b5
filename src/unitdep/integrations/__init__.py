"""Integrations: unitdep inside spaCy pipelines and scikit-learn."""
