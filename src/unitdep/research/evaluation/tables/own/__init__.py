"""Tables about this program: its unit rules, its corpus, its encoder, its checks and confidence."""
