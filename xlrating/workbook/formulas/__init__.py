"""The regulation's arithmetic as native formulas, the mirror of the engine."""
