"""Whole folders of a federation: its list, and what was sent in."""

from __future__ import annotations

import pickle
import shutil
from functools import cache
from pathlib import Path
from random import Random

from . import books, wild
from .promises import RULES, BrokenError, commanded
from .texts import CSV, TRF

NAME = "folders"

Files = dict[str, bytes]

_LIST = """id,name,rating,federation,title,sex,born,games,peak,k
A1,Anna,2000,RUS,WGM,f,1980,120,2100,20
A2,Boris,1900,CHN,,m,2001,30,,
A3,Chen,2100,CHN,GM,m,1970,500,2200,10
A4,Dora,1800,,,,,,,
"""
_NAMES = (
    "a.csv", "A.CSV", "2025-10-15 g.csv", "x-games.csv", "x-players.csv", "b.trf", "b.txt", "c.xlsx", "c.ods",
    "~$c.xlsx", ".hidden.csv", "deep/er/d.csv", "d.csv.json", "list.csv.json", "a\nb.csv", "\u202ea.csv", "e.tsv",
    "list-rated.xlsx", "next.csv", "Thumbs.db", "a.xls", "читай.csv", "名单.csv", "a'b\".csv", "=1+1.csv", "%s.csv",
)  # fmt: skip


@cache
def _parts() -> tuple[bytes, ...]:
    workbooks = [data for kind in books.ALL for data in kind.seeds()[:4]]
    return (*CSV.seeds()[:20], *TRF.seeds()[:3], *workbooks)


def seeds() -> list[bytes]:
    """A list and two events; and a list with the record of what it counts."""
    games = CSV.seeds()[0]
    files: Files = {"list.csv": _LIST.encode(), "events/a.csv": games}
    return [pickle.dumps(files), pickle.dumps({**files, "events/b.trf": TRF.seeds()[0]})]


def changed(data: bytes, random: Random) -> bytes:
    """The folder with a file changed, put in, taken away or named otherwise."""
    files: Files = pickle.loads(data)
    name = random.choice(sorted(files))
    draw = random.random()
    if draw < 0.5:
        kind = TRF if name.endswith("trf") else CSV
        files[name] = kind.changed(files[name], random)[:20_000]
    elif draw < 0.8:
        files[f"events/{random.choice(_NAMES)}"] = random.choice(_parts())
    elif draw < 0.9 and name != "list.csv":
        files[f"events/{random.choice(_NAMES)}"] = files.pop(name)
    elif draw < 0.95:
        files["list.csv.json"] = wild.piece(random)
    elif len(files) > 4:
        del files[next(one for one in sorted(files) if one != "list.csv")]
    return pickle.dumps(files)


def tried(data: bytes, folder: Path) -> str:
    """Make the next list; no input is changed, and nothing is written where it was refused."""
    files: Files = pickle.loads(data)
    random = Random(data)
    place = folder / "federation"
    shutil.rmtree(place, ignore_errors=True)
    (place / "events").mkdir(parents=True)
    for name, content in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_dir():
            path.write_bytes(content)
    if random.random() < 0.05:
        to = random.choice((place, place / "events", place / "nowhere"))
        (place / "events" / "l").symlink_to(to)
    before = _all_of(place)
    out = place / f"next.{random.choice(('csv', 'csv', 'csv', 'xlsx'))}"
    words = ["federation", str(place / "list.csv"), str(place / "events"), "--rules"]
    said = commanded([*words, random.choice(RULES), "-o", str(out)])
    after = _all_of(place)
    made = {path: content for path, content in after.items() if before.get(path) != content}
    if set(before) - set(after) or any(path in before for path in made):
        raise BrokenError("an input was changed")
    if " 0 " not in said[:14] and made:
        raise BrokenError(f"refused, but there is {sorted(path.name for path in made)}")
    return said


def _all_of(place: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}


def described(data: bytes) -> str:
    """The files of the folder."""
    files: Files = pickle.loads(data)
    return repr({name: content[:300] for name, content in files.items()})[:1500]
