"""A list and a file of games of any size: the same next list, by columns."""
