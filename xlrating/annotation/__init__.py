"""Ratings in users' own workbooks: new columns next to their rows, everything else unchanged."""
