"""The event as a tournament: scores, tie-breaks, standings, and who meets whom."""
