"""Exit codes: success; a check found differences; the input cannot be used."""

OK, DIFFERENT, REFUSED = range(3)
#: The code that shells use for an interrupted program.
STOPPED = 130
