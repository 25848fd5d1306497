"""The terms of regulations, one formula or table per module: K, expected score, floor."""
