"""How a command ends: all well; a check found differences; the input cannot be used."""

OK, DIFFERENT, REFUSED = range(3)
#: As shells say it of what somebody stopped.
STOPPED = 130
