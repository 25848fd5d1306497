"""Small federations by chance: a list, and its events as a folder and as one file of games."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random

#: The rules that cases are made for, the likeliest first.
RULES = (
    "fide@2025-10-01", "fide@2025-10-01", "elo", "glicko", "malaysia", "dwz", "cxa-rapid", "uscf",
    "fide@2014-07-01", "glicko2",
)  # fmt: skip
_NAMES = ("Ann Lee", "Bob", "Cid Oh", "Dan", "Eve Ito", "Fay", "Gil", "Hal Roe", "Ida", "Jo")
_CODES = ("1-0", "1-0", "0-1", "½-½", "½-½", "1-0", "0-1", "+/-", "-/+")
Row = dict[str, object]


@dataclass
class Case:
    """A list, the events with their games, and what the command is asked for."""

    seed: int
    rules: str
    people: list[Row] = field(default_factory=list)
    list_name: str = "list"
    events: dict[str, list[Row]] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    corrections: list[Row] = field(default_factory=list)

    def columns(self) -> list[str]:
        """The headings of the games."""
        return list(
            dict.fromkeys(key for games in self.events.values() for row in games for key in row)
        )


def case_of(seed: int, rules: Sequence[str]) -> Case:
    """The case of this number; what is odd about it is drawn, too."""
    dice = Random(seed)
    case = Case(seed, dice.choice(rules))
    case.people = _people(dice, case.rules)
    if dice.random() < 0.5:
        case.list_name = "2025-11-01"
    days = [date(2025, 11, dice.randint(2, 27)) for _ in range(dice.choice((1, 1, 2, 3, 4)))]
    paces = dice.random() < 0.3
    for at, day in enumerate(days):
        if dice.random() < 0.12:
            day = dice.choice((date(2025, 10, 20), date(2025, 12, 5), date(2026, 1, 3)))
        games = _games(dice, case.people, day)
        if paces:
            pace = dice.choice(("standard", "rapid", "blitz"))
            games = [{**row, "pace": pace} for row in games]
        case.events[f"Event {'ABCD'[at]}"] = games
    _odd(case, dice)
    if case.people and dice.random() < 0.2:
        case.corrections = [_correction(dice, case.people) for _ in range(dice.choice((1, 1, 2)))]
    if dice.random() < 0.05:
        case.words += ["--new-event", "Event B"]
    if dice.random() < 0.7:
        case.words += ["--day", "2025-12-01"]
    if dice.random() < 0.05:
        case.words += ["--rapid", dice.choice(("*rapid*", "*A*"))]
    if dice.random() < 0.05:
        case.words += ["--swiss", dice.choice(("*none*", "*B*"))]
    return case


def _people(dice: Random, rules: str) -> list[Row]:
    kind = dice.choice(("numbers", "numbers", "letters", "few", "none", "small"))
    several, found = dice.random() < 0.3, list[Row]()
    for at in range(dice.choice((0, 1, 2, 4, 6, 8, 10))):
        id_ = {"numbers": 1001 + at, "letters": f"A{at}", "small": at + 1}.get(kind, "")
        row: Row = {
            "id": id_,
            "name": _NAMES[at],
            "rating": dice.choice((0, "", 1500 + 97 * at, 2405)),
        }
        row["games"] = dice.choice(("", 0, 3, 40))
        row["born"] = dice.choice(("", 1970, 2010))
        if kind == "few" and at % 2:
            row["id"] = 2001 + at
        if several:
            row |= {"rapid_rating": dice.choice(("", 1600 + at)), "blitz_rating": ""}
            row |= {"rapid_games": dice.choice(("", 5)), "rapid_peak": dice.choice(("", 2100))}
        if rules.startswith("glicko"):
            row["rd"] = dice.choice(("", 50, 120.5))
        if rules == "malaysia":
            row["absent"] = dice.choice(("", "", "x"))
            row["title"] = ("", "大马州手", "国际大师")[at % 3]
        found.append(row)
    if found and dice.random() < 0.05:
        found[-1]["name"] = found[0]["name"]
    if found and dice.random() < 0.1:
        for row in found:
            row["k"] = 15
    return found


def _correction(dice: Random, people: list[Row]) -> Row:
    who, what = dice.choice(people), dice.choice(("rating", "name", "id", "born", "merge", "k"))
    new = {
        "rating": 1999, "name": dice.choice(("New Name", "Bob")), "id": dice.choice((9009, 1002)),
        "born": 1999, "merge": dice.choice(people)["id"], "k": 30,
    }[what]  # fmt: skip
    day = dice.choice((date(2025, 11, 3), date(2025, 11, 4), date(2026, 2, 1)))
    return {"date": day, "id": who["id"], "name": who["name"], "what": what, "old": "", "new": new,
            "reason": "board"}  # fmt: skip


def next_month(case: Case) -> Case:
    """Events of the month after, one of those before among them at times; the list is the next."""
    dice = Random(-case.seed)
    day = date(2025, 12, dice.randint(5, 20))
    new = case_of(case.seed + 1_000_000, (case.rules,))
    people = [row for row in case.people if row["id"] != "" or dice.random() < 0.5]
    events = {title: _games(dice, people, day) for title in list(new.events)[:2]}
    if case.events and dice.random() < 0.3:
        title = dice.choice(list(case.events))
        events[f"Event {'DE'[dice.random() < 0.5]}"] = case.events[title]
    words = ["--day", "2026-01-01"] if dice.random() < 0.8 else []
    return Case(case.seed, case.rules, [], "2025-12-01", events, words)


def _called(dice: Random, row: Row) -> object:
    if row["id"] != "" and dice.random() < 0.7:
        return row["id"]
    return row["name"]


def _games(dice: Random, people: list[Row], day: date) -> list[Row]:
    called = [_called(dice, row) for row in people]
    dice.shuffle(called)
    called = called[: dice.choice((2, 4, 6))]
    while len(called) < 2 or dice.random() < 0.1:
        called.append(
            dice.choice(("Kim", "Lou May", "3001", "ZZ9", "Bobb")) + "*" * (len(called) > 5)
        )
        called = list(dict.fromkeys(called))
    found: list[Row] = []
    only_byes = dice.random() < 0.05
    for round_ in range(1, dice.choice((2, 3, 4))):
        dice.shuffle(called)
        for white, black in zip(called[::2], called[1::2], strict=False):
            row: Row = {"date": day - timedelta(dice.randint(0, 1)), "round": round_}
            row |= {"white": white, "black": black, "result": dice.choice(_CODES)}
            if only_byes or dice.random() < 0.03:
                row |= {"black": "", "result": "BYE ½"}
            found.append(row)
    return found


def _odd(case: Case, dice: Random) -> None:
    """Something that is wrong, or nearly so, in a third of the cases."""
    games = [row for rows in case.events.values() for row in rows]
    if not games or dice.random() < 0.6:
        return
    row = dice.choice(games)
    odd = dice.choice(
        (
            "open", "later open", "twice", "self", "unknown", "no day", "no white", "result", "copy",
            "both results", "one person", "other column", "rating", "far round", "playoff", "numbers",
            "strangers",
        )
    )  # fmt: skip
    if odd == "open":
        row["result"] = ""
    elif odd == "later open":
        last = [*case.events.values()][-1]
        last[-1]["result"] = dice.choice(("", "*"))
        for one in last:
            one["date"] = date(2026, 1, 3)
    elif odd == "twice":
        games.append(row)
        next(rows for rows in case.events.values() if row in rows).append(dict(row))
    elif odd == "self":
        row["black"] = row["white"]
    elif odd == "unknown":
        row["white"] = dice.choice(("Annn Lee", "4711", "1001.0", "New One"))
    elif odd == "no day":
        for one in next(rows for rows in case.events.values() if row in rows):
            one["date"] = ""
    elif odd == "no white":
        row["white"] = ""
    elif odd == "result":
        row["result"] = "2-0"
    elif odd == "copy" and len(case.events) > 1:
        titles = list(case.events)
        case.events[titles[-1]] = [dict(one) for one in case.events[titles[0]]]
    elif odd == "both results":
        for one in games:
            one["white_score"] = ""
        row["white_score"] = 1
    elif odd == "one person" and case.people:
        row["white"], row["black"] = case.people[0]["id"], case.people[0]["name"]
    elif odd == "other column":
        for one in games:
            one["unrated"] = ""
        case.events = {"Event A": games}
    elif odd == "rating":
        for one in games:
            one["white_rating"] = ""
        row["white_rating"] = 1700
    elif odd == "playoff":
        for one in games:
            one["playoff"] = ""
        row["playoff"] = "x"
    elif odd in ("numbers", "strangers"):
        rows = next(rows for rows in case.events.values() if row in rows)
        start = 1 if odd == "numbers" else dice.choice((2, 9001))
        called = list(dict.fromkeys(one[side] for one in rows for side in ("white", "black")))
        new = {text: start + at for at, text in enumerate(text for text in called if text)}
        for one in rows:
            one["white"], one["black"] = new[one["white"]], new.get(one["black"], "")
    elif odd == "far round":
        row["round"] = 90


def write_list(case: Case, folder: Path) -> Path:
    """The list of a case."""
    heads = list(case.people[0]) if case.people else ["id", "name", "rating", "games", "born"]
    return _write(folder / f"{case.list_name}.csv", heads, case.people)


def write_corrections(case: Case, folder: Path) -> list[str]:
    """What an officer decided, as the words that name it."""
    if not case.corrections:
        return []
    path = _write(folder / "corrections.csv", list(case.corrections[0]), case.corrections)
    return ["--corrections", str(path)]


def write_folder(case: Case, folder: Path) -> Path:
    """Its events, a file each, as the file of all has them."""
    folder.mkdir()
    for title, games in case.events.items():
        _write(
            folder / f"{title}.csv",
            ["event", *case.columns()],
            [{"event": title, **row} for row in games],
        )
    return folder


def write_games(case: Case, path: Path) -> Path:
    """Its events in one file."""
    rows = [{"event": title, **row} for title, games in case.events.items() for row in games]
    return _write(path, ["event", *(case.columns() or ["round", "white", "black", "result"])], rows)


def _write(path: Path, heads: Sequence[str], rows: Sequence[Row]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, heads, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path
