"""Which columns of the hidden sheet Texts, right of the texts, are used for what.

One list, so that none overlap; the last takes as many columns as there are rounds.
"""

from __future__ import annotations

#: The first column of each, with the number of columns that it takes.
RESULTS = 6  # 5
DAYS = 11  # 5
OFFERED = 16  # 1
TIES = 17  # 1
LETTERS = 18  # 1
LINES = 20  # 3
LIBRARY = 23  # 5
DIGITS = 28  # 2
FITNESS = 30  # 3
PASTE = 34  # 1
FOUND = 36  # 1
CHART = 38  # 1 and the rounds
