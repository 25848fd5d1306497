"""Lists and files of games of any size: the same next list, computed column by column."""
