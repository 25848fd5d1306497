"""Three lists of a small federation, as its officer makes them: names that mean harm among them."""

from __future__ import annotations

import csv
import random
from pathlib import Path

from xlrating.cli import main

#: Names that are text everywhere, whatever they look like.
HARMFUL = (
    "<script>window.harmed=1</script>", '"><img src=x onerror="window.harmed=1">',
    "=cmd|'/c calc'!A1", "javascript:window.harmed=1", "{{ 7*7 }}{% raw %}", "'; window.harmed=1; //",
    "</script><script>window.harmed=1</script>", "../../etc/passwd",
)  # fmt: skip
_NAMES = (
    "Anna Berg", "Иван Петров", "Мария Смирнова", "王伟", "李娜", "张军", "Bo Lindqvist", "Émile Dupré",
    "Ольга Орлова", "陈晨", "Chiara Neri", "Дмитрий Соколов", "赵敏", "Ned Quist", "Zoë Hart", "Żaneta Łoś",
    "Mei Tan", "Aidan O'Neil", "Павел Зуев", "林强", "Tove Dahl", "Rui Costa", "Iva Horvat", "Kim Larsen",
)  # fmt: skip
DAYS = ("2025-10-01", "2025-11-01", "2025-12-01")
_CLUBS = ("North Rooks", "Южный слон", "北京棋院", "<b>Bold Pawns</b>")


def people(seed: int = 5) -> list[dict[str, object]]:
    """The players of the first list."""
    dice = random.Random(seed)
    found: list[dict[str, object]] = []
    for number, name in enumerate((*_NAMES, *HARMFUL)):
        found.append({
            "id": "" if name == "Kim Larsen" else str(7001 + number),
            "name": name,
            "federation": _CLUBS[number % 4],
            "title": ("GM", "WIM", "", "", "FM", "")[number % 6],
            "sex": "f" if number % 3 == 1 else "m",
            "born": 1960 + (number * 7) % 52,
            "rating": dice.randint(1500, 2500),
            "games": 40 + number,
        })  # fmt: skip
    # Two people of one name, whom IDs tell apart.
    found.append({**found[0], "id": "9001", "federation": "Южный слон", "rating": 1820})
    return found


def _write(path: Path, rows: list[dict[str, object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def _event(folder: Path, name: str, day: str, who: list[dict[str, object]], seed: int) -> None:
    """Three rounds among some of the people, in CSV: games, and the players beside them."""
    dice = random.Random(seed)
    folder.mkdir(exist_ok=True)
    rows: list[dict[str, object]] = []
    for round_ in (1, 2, 3):
        order = dice.sample(range(1, len(who) + 1), len(who))
        for white, black in zip(order[::2], order[1::2], strict=False):
            result = dice.choice(("1-0", "½-½", "0-1", "1-0 F"))
            rows.append({"round": round_, "white": white, "black": black, "result": result})
    _write(folder / f"{day} {name}-games.csv", rows)
    listed = [
        {
            "no": no,
            **{key: one[key] for key in ("id", "name", "sex", "born")},
            "rating": one["rating"],
        }
        for no, one in enumerate(who, 1)
    ]
    _write(folder / f"{day} {name}-players.csv", listed)


def season(folder: Path, language: str = "en") -> list[Path]:
    """Make the lists in a folder: one of hand, then two that follow from it."""
    all_ = people()
    first = folder / f"{DAYS[0]}.csv"
    _write(first, all_)
    _event(folder / "october", "North Cup", "2025-10-12", all_[:20:2], 1)
    _event(folder / "october", "Autumn Open", "2025-10-26", all_[16:], 2)
    newcomer = {"id": "", "name": "新人 Новичок", "sex": "f", "born": 2010, "rating": ""}
    _event(
        folder / "november", "League &amp; <i>one<i>", "2025-11-16", [*all_[3:19:3], newcomer], 3
    )
    lists = [first]
    for month, day in zip(("october", "november"), DAYS[1:], strict=True):
        made = folder / f"{day}.xlsx"
        words = ["federation", str(lists[-1]), str(folder / month), "--rules", "fide", "--day", day]
        assert main([*words, "-o", str(made), "--language", language]) == 0
        lists.append(made)
    return lists


if __name__ == "__main__":
    import sys

    print(*season(Path(sys.argv[1])))
