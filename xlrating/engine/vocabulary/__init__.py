"""How people write things: dates, headings, yes and no, results, places."""
