"""Units: one algebra of units, their conversions, and how amounts are written in words."""
