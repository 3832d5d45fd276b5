"""Engines: where the blocks of a batch are solved: processes of this machine, or Ray."""
