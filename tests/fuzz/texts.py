"""CSV, TRF and the texts of other programs: cells, lines, headings and bytes are changed."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from random import Random

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.reading import read

from . import wild
from .promises import RULES, BrokenError, commanded, rated, sentence

_TESTS = Path(__file__).parents[1]

_GAMES = """round,white,black,result,white_rating,black_rating
1,Anna,Boris,1-0,2000,1900
1,Chen,Dora,½-½,2100,
2,Anna,Chen,0-1,,
2,Boris,Dora,1-0 F,,
3,Anna,Dora,1/2-1/2,,
3,Boris,bye,BYE ½,,
"""
_PLAYERS = """no;id;name;title;sex;federation;rating;born;games;peak;k
1;A1;Anna;WGM;f;RUS;2000,5;1980;120;2100;20
2;A2;Boris;;m;CHN;1850;2001-05-03;3;;
3;A3;陈;GM;男;CHN;;1970;;;
"""
_CROSSTABLE = """no,name,rating,r1,r2,r3,points
1,Anna,2000,2w1,3b½,-1,2.5
2,Boris,1900,1b0,-0,3w+,1
3,Chen,,-½,1w½,2b-,1
"""
_CHINESE = "轮次,红方,黑方,结果\n1,王天一,李少庚,1-0\n1,汪洋,许银川,½-½\n2,王天一,汪洋,0-1\n"
#: Files of other programs by their endings.
_SAMPLES = runpy.run_path(str(_TESTS / "program_files.py"))
_PROGRAMS = {
    "pgn": ("PGN", "LICHESS_PGN"),
    "ndjson": ("LICHESS", "LICHESS_SWISS", "LICHESS_ARENA"),
    "txt": ("VEGA", "US_CHESS", "US_DUAL", "SM_PLAYERS", "SM_PAIRINGS"),
}
_ENCODINGS = ("utf-8", "utf-8-sig", "gb18030", "cp1251", "cp1252", "utf-16")


class Texts:
    """One kind of text: its seeds, and how its lines fall into cells."""

    def __init__(self, name: str) -> None:
        self.NAME = name
        self._suffix = f".{name}"

    def seeds(self) -> list[bytes]:
        """Small files that are read, and those that hurt."""
        if self.NAME == "trf":
            paths = sorted((_TESTS / "events").glob("*/*.trf"))
            whole = [path.read_bytes() for path in paths]
            # A few players of each make a file that is read in a millisecond.
            return [b"\n".join(data.split(b"\n")[:24]) for data in whole] + whole[:1]
        if self.NAME in _PROGRAMS:
            return [_SAMPLES[name].encode() for name in _PROGRAMS[self.NAME]]
        hostile = sorted((_TESTS / "hostile" / "csv").glob("*.csv"))
        made = [text.encode() for text in (_GAMES, _PLAYERS, _CROSSTABLE, _CHINESE)]
        small = [path.read_bytes() for path in hostile if path.stat().st_size < 1000]
        games = _TESTS / "events" / "us-championship-2025" / "games.csv"
        return made * 8 + small + [games.read_bytes()]

    def changed(self, data: bytes, random: Random) -> bytes:
        """The file after some changes of cells, mostly, or of bytes."""
        ways = (*wild.BYTES, *[_cell, _cell, _column] * (4 if self.NAME == "csv" else 1))
        found = wild.changed(data, random, (*ways, *[_fixed] * (8 * (self.NAME == "trf"))))
        return found[:200_000]

    def tried(self, data: bytes, folder: Path) -> str:
        """Read, rate, and now and then the command; line ends and a mark change nothing."""
        random = Random(data)
        path = folder / f"event{self._suffix}"
        path.write_bytes(data)
        rules = random.choice(RULES)
        event = _read(path)
        said = rated(event, rules) if isinstance(event, Event) else event
        self._same(data, path, event, random)
        if random.random() < 0.02:
            path.write_bytes(data)
            said = _commands(path, rules, random, folder)
        return said

    def _same(self, data: bytes, path: Path, event: Event | str, random: Random) -> None:
        """Other line ends, a mark of the code, quotation marks, blank lines say the same."""
        if b"\r" in data or b'"' in data or not data:
            return
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            return
        ways = (_ends_otherwise, _marked, *[_quoted, _spaced] * (self.NAME == "csv"))
        way = random.choice(ways)
        if way is _quoted and not isinstance(event, Event):
            return  # which line has the headings, and what parts them, is not known
        path.write_bytes(way(data))
        again = _read(path)
        if again != event:
            raise BrokenError(f"{way.__name__}: {str(again)[:300]}; before: {str(event)[:300]}")

    def described(self, data: bytes) -> str:
        """The input as a person reads it."""
        return repr(data[:600])


def _read(path: Path) -> Event | str:
    try:
        return read(path)
    except RatingError as error:
        return sentence(error)


def _commands(path: Path, rules: str, random: Random, folder: Path) -> str:
    command = random.choice(("csv", "json", "check", "explain", "workbook", "list"))
    if command == "check":
        return commanded(["check", str(path), "--rules", rules], path)
    if command == "explain":
        who = random.choice(("1", "2", "Anna"))
        return commanded(["explain", str(path), who, "--rules", rules], path)
    if command == "workbook":
        out = str(folder / "out.xlsx")
        return commanded(["rate", str(path), "--rules", rules, "-o", out, "--force"], path)
    if command == "list" and path.suffix == ".csv":
        games = folder / "games.csv"
        games.write_text(_GAMES, "utf-8")
        words = ["rate", str(games), "--players", str(path), "--rules", rules, "--csv"]
        return commanded(words, path)
    form = "--json" if command == "json" else "--csv"
    language = random.choice(("en", "zh", "ru"))
    return commanded(["rate", str(path), "--rules", rules, form, "--language", language], path)


def _ends_otherwise(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def _marked(data: bytes) -> bytes:
    return data if data.startswith(_MARK) else _MARK + data


def _quoted(data: bytes) -> bytes:
    """All cells in quotation marks; where a line may be none of the table, none of them."""
    data = data.removeprefix(_MARK)
    first = data.split(b"\n")[0]
    separator = max((b",", b";", b"\t"), key=first.count)
    if b"#" in data or b"=" in first or separator not in first:
        return data
    lines = (
        separator.join(b'"' + cell + b'"' for cell in line.split(separator))
        if line.strip()
        else line
        for line in data.split(b"\n")
    )
    return b"\n".join(lines)


def _spaced(data: bytes) -> bytes:
    """Blank lines below the headings."""
    lines = data.split(b"\n")
    return b"\n".join([*lines[:30], b"", b"  ", *lines[30:], b"", b""])


_MARK = b"\xef\xbb\xbf"
_SEPARATORS = re.compile(rb"([,;\t\n])")


def _cell(data: bytes, random: Random) -> bytes:
    """One cell of a table is another text."""
    parts = _SEPARATORS.split(data)
    at = random.randrange(0, len(parts), 2)
    parts[at] = wild.piece(random) if random.random() < 0.8 else random.choice(parts[::2])
    return b"".join(parts)


def _column(data: bytes, random: Random) -> bytes:
    """Another separator, another encoding, or a new column."""
    draw = random.randrange(3)
    if draw == 0:
        one, other = random.choice(((b",", b";"), (b",", b"\t"), (b";", b",")))
        return data.replace(one, other)
    if draw == 1:
        try:
            return data.decode("utf-8").encode(random.choice(_ENCODINGS), "replace")
        except UnicodeDecodeError:
            return data
    sign = b";" if b";" in data else b","
    lines = data.split(b"\n")
    return b"\n".join(
        line + sign + wild.piece(random).replace(b"\n", b"") if line else line for line in lines
    )


def _fixed(data: bytes, random: Random) -> bytes:
    """A few columns of one line are other letters, and all others stay in their places."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    line = lines[at]
    start = random.randint(0, len(line))
    width = random.choice((1, 1, 2, 4, 10, 33))
    put = wild.piece(random).replace(b"\n", b"")[:width].ljust(width)
    lines[at] = line[:start] + put + line[start + width :]
    return b"\n".join(lines)


CSV, TRF = Texts("csv"), Texts("trf")
#: The texts of other programs.
PROGRAMS = tuple(map(Texts, _PROGRAMS))
