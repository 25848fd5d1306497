"""Whole columns, held against the engine."""
