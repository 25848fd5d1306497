"""Ratings in people's own workbooks: new columns next to their rows, all else as it was."""
