"""Models: model folders, how they are stored and verified, and the packaged ones."""
