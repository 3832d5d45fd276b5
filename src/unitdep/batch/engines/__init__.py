"""Engines: where the blocks of a batch are solved, in processes on this machine or on Ray."""
