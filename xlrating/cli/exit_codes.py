"""How a command ends: all well; a check found differences; the input cannot be used."""

OK, DIFFERENT, REFUSED = range(3)
