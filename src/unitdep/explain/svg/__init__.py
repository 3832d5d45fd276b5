"""SVG: drawings of the graph and of the expression tree."""
