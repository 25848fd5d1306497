"""From a rating list and the events since to the next list."""
