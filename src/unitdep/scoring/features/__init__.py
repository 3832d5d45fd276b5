"""Features: a problem as strings, for the linear classifiers and for the encoder.

``view`` collects once per problem what features are read from. ``paper`` has the paper's features,
``own`` ours; both follow the protocol in ``sets``. The words behind them are in
lexicon/features.txt.
"""
