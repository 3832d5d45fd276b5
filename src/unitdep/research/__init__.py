"""Research: what solving never imports: data sets, corpus, learning, baselines, evaluation."""
