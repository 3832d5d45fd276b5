"""Making: from the corpus' templates to gold solutions that are fit for pupils.

``sources`` has the templates of each kind, ``gold`` turns a filled one into the ``Solution`` that
its gold labels say is right, and ``fitness`` says what a pupil may get.
"""
