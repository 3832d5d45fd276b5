"""Best first: above five quantities, trees are searched in the order of an upper bound."""
