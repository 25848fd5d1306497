"""VBA projects written as source text, without Office."""
