"""ARPO's method (docs/method.md sections 1 to 6): the graph of games, the columns, the recursion, sums and checks."""
