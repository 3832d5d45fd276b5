"""Bodies of encoders: ``body`` is the network without heads, ``pretrained`` has weights for it."""
