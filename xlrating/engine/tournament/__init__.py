"""The event as a tournament: scores, tie-breaks, standings, pairings."""
