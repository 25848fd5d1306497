"""How people write things: dates, headings, marks, results, places."""
