"""A command's answer, as a value shared by the command line and web pages.

Nothing here prints, writes a file or reads arguments: a command builds an `Answer`, and
``--json`` prints its `to_dict`. Every command answers with an object with these keys::

    command      the command: "rate", "federation verify" …
    language     the language of all texts in it: "en", "zh" or "ru"
    exit_code    0, 1 (something differs) or 2 (something is wrong, and nothing was calculated)
    notices      what there is to say, in its order; each has
                   severity  "error" (it stops the command), "doubt" (worth checking), "note"
                   code      what it is about, the same in every language: "born_missing"
                   place     where, as people read it: "a.xlsx, sheet Games, cell D7", or ""
                   at        the same in parts: {"file": "a.xlsx", "sheet": "Games", "cell": "D7"};
                             its keys are file, sheet, table, cell, line, column, row, round,
                             player, part, event, and its values are texts
                   text      the sentence
                   player    the number of the player whom it is about, where it is about one
    tables       what people read as tables; each has
                   name      "ratings", "games", "list", "differences" …
                   title     what it is called, or ""
                   columns   for each column its key, heading, short heading and whether its
                             cells are numbers, which are aligned to the right
                   rows      the cells, as texts in the language
    text         the lines that the command prints without --json
    files        the files that it wrote

and its own values, with numbers as numbers:

    rate         title, place, day, rules, rules_name, format, pace, events, headings, players (each
                 with its games, and its steps in words with their clauses), read (see `read`)
    explain      the same of one player: rules …, player, tables "games"; of a published list day,
                 rules and player (id, name, rating, steps with their events)
    check        cells (how many were compared), differences (place, at, found, expected, reasons);
                 of a published list tables "list"
    simulate     rules, n, seed, games (still to be played), players (no, name, mean points, mean
                 place, places: the share of each place); tables "odds"
    federation   day, rules, rules_name, numbers (results, rated, new), events, players (whom an
                 event concerns, each with its calculations), read; tables "list"
"""
