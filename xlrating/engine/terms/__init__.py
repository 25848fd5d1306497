"""The terms of a regulation, each a formula or a table of its own: K, expected score, floor."""
