"""Train the encoder (needs the ``train`` extra: torch and pretrained weights).

``examples`` turns annotated problems into inputs with gold labels, ``network`` is the model and
``bodies`` has its pretrained part. ``training`` fits it to examples, with the exact
``likelihood`` of the right tuples in the loss; ``stages`` trains on generated problems, then on
data sets. ``build`` does all of it and writes the model folder, for which ``export`` and
``quantise`` write the network.
"""
