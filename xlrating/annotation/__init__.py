"""Ratings in people's own workbooks: new columns next to their rows, everything else unchanged."""
