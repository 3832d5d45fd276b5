"""Training the encoder (the ``train`` extra: torch and pretrained weights).

``examples`` turns annotated problems into inputs with gold labels, ``network`` is the model,
``training`` fits it in two stages, ``export`` writes the model folder.
"""
