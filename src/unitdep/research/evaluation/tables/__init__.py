"""Tables: what ``unitdep reproduce`` measures, one module per table."""
