"""unitdep."""
