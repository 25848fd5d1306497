"""From a rating list and the events since then to the next list."""
