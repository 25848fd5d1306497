"""FIDE's monthly lists in the forms in which they are published: what is written is read back."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from html import escape
from pathlib import Path

import pytest
from workbooks import random_event

from xlrating.cli import fide_players, main
from xlrating.engine.errors import ArgumentError, FileError
from xlrating.engine.event import Player
from xlrating.exchange import read_list
from xlrating.exchange.fide_list import looks_like_fide_list, read_fide_list
from xlrating.reading import read

#: The first lines as published: all paces with and without FOA, and one pace with its month.
ALL = (
    "ID Number      Name                                                         Fed Sex Tit  "
    "WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
LEGACY = ALL.replace("FOA ", "")
ONE = ALL.partition("SRtng")[0] + "OCT26 Gms K  B-day Flag"
PARTS = (
    "fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title", "rating",
    "games", "k", "rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games",
    "blitz_k", "birthday", "flag",
)  # fmt: skip


def cells(player: Player) -> tuple[str, ...]:
    """The nineteen facts of a line."""
    rating, k = str(player.rating or 0), str(player.k or 0)
    born = str(player.born or 0)
    head = (
        player.id,
        player.name,
        player.federation,
        player.sex.upper(),
        player.title,
        "",
        "IA,FA",
    )
    return (*head, "", rating, "3", k, "0", "0", "0", rating, "11", k, born, "wi")


def fixed(players: Iterable[Player], head: str = ALL) -> Iterator[str]:
    """The lines of a list in fixed columns."""
    widths = {
        ALL: (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4, 3, 6, 4, 3, 6, 4),
        LEGACY: (15, 61, 4, 4, 5, 5, 15, 0, 6, 4, 3, 6, 4, 3, 6, 4, 3, 6, 4),
        ONE: (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 0, 0, 0, 0, 0, 0, 6, 4),
    }[head]
    yield head
    for player in players:
        own = zip(cells(player), widths, strict=True)
        yield "".join(text.ljust(width) for text, width in own if width)


def xml(players: Iterable[Player]) -> Iterator[str]:
    """The lines of a list as XML."""
    yield "<playerslist>"
    for player in players:
        own = zip(PARTS, cells(player), strict=True)
        yield "<player>" + "".join(f"<{k}>{escape(v)}</{k}>" for k, v in own) + "</player>"
    yield "</playerslist>"


def table(players: Iterable[Player]) -> Iterator[str]:
    """The same facts as CSV."""
    yield ",".join(PARTS)
    for player in players:
        yield ",".join(f'"{text}"' for text in cells(player))


def listed(seed: int) -> list[Player]:
    """The players of a random event, as a list has them."""
    chance = random.Random(seed)
    found = []
    for no, player in enumerate(random_event(seed, 4 + seed, 3).players, 1):
        rating = player.rating and Decimal(int(player.rating))
        k = Decimal(chance.choice((10, 20, 40))) if rating else None
        own = Player(
            no, chance.choice(("Öz, Ü & <b>", "Li", "Al-Sayed, M.")) + str(no), rating,
            str(1_500_000 + 7 * no), chance.choice(("", "GM", "WFM")), chance.choice("mf"),
            chance.choice(("NOR", "CHN")), player.born, k=k,
        )  # fmt: skip
        found.append(own)
    return found


def write(path: Path, lines: Iterable[str]) -> Path:
    """The lines as a file, as FIDE ends them."""
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode())
    return path


@pytest.mark.parametrize("seed", range(50))
def test_what_is_written_is_read_back(seed: int, tmp_path: Path) -> None:
    """Issue: the players of 50 random events in each of FIDE's formats, some of them, all of them."""
    players = listed(seed)
    files = [
        write(tmp_path / "players_list_foa.txt", fixed(players)),
        write(tmp_path / "players_list.txt", fixed(players, LEGACY)),
        write(tmp_path / "standard_rating_list.txt", fixed(players, ONE)),
        write(tmp_path / "players_list_xml_foa.xml", xml(players)),
        write(tmp_path / "players_list.csv", table(players)),
    ]
    some = frozenset(player.id for player in players[::3])
    for path in files:
        assert looks_like_fide_list(path)
        assert list(read_fide_list(path)) == players, path.name
        found = list(read_fide_list(path, some))
        assert [one for one in found if one] == players[::3]
        assert len(found) == len(players)  # None for each other line: how far it is
        if path.stem != "standard_rating_list":
            assert {one and one.rating for one in read_fide_list(path, pace="rapid")} == {None}
            blitz = list(read_fide_list(path, pace="blitz"))
            assert [one and one.rating for one in blitz] == [one.rating for one in players]


def test_lines_as_published(tmp_path: Path) -> None:
    """A line of each kind as it stands in a list: no rating, no name, titles that push the rest."""
    lines = [
        ALL,
        "1503014        Carlsen, Magnus                                              NOR M   GM       "
        "                    2823  0   10 2801  12  10 2860  0   10 1990      ",
        "7704658                                                                     TTO M            "
        "                    0     0   0  0     0   0  0     0   0  0         ",
        "14100000       Trainer, A                                                   UKR F   WGM  WGM  "
        "SI,FI,LSI,SLI,NAAFM  2210  4   20 0     0   0  0     0   0  1979  w   ",
    ]  # fmt: skip
    found = list(read_fide_list(write(tmp_path / "list.txt", lines)))
    shown = [(one.name, one.rating, one.k, one.born, one.title) for one in found if one]
    assert shown == [
        ("Carlsen, Magnus", 2823, 10, 1990, "GM"), ("", None, None, None, ""),
        ("Trainer, A", 2210, 20, 1979, "WGM"),
    ]  # fmt: skip


def test_what_cannot_be_read(tmp_path: Path) -> None:
    """Each says what is expected: another column, a line that is cut, XML that ends too soon."""
    players = listed(3)
    for name, lines, error, words in (
        ("players_list.txt", [ALL.replace("SGm", "New")], FileError, "'New' is not known"),
        ("players_list.txt", [ALL, "x" * 162], ArgumentError, "line 2"),
        ("players_list.xml", list(xml(players))[:-1], FileError, "cut off or damaged"),
        ("my_list.txt", fixed(players, ONE), FileError, "says: –"),
        ("rapid_rating_list.txt", fixed(players, ONE), FileError, "says rapid"),
        (
            "list.xml",
            ['<?xml version="1.0"?><playerslist>', "<!DOCTYPE p [<!ENTITY a 'x'>]>"],
            FileError,
            "damaged",
        ),
    ):
        with pytest.raises(error, match=words):
            list(read_fide_list(write(tmp_path / name, lines)))


@pytest.mark.parametrize("head", [ALL, LEGACY, ONE])
def test_a_line_that_is_cut_off(head: str, tmp_path: Path) -> None:
    """A list whose copy broke off gives no player without rating or with another year of birth."""
    player = replace(listed(3)[0], rating=Decimal(2100), k=Decimal(20), born=1990)
    first, line = list(fixed([player], head))
    name = "standard_rating_list.txt"
    whole = line.rstrip()[: line.index("1990") + 4]
    for end in range(1, len(whole)):
        path = write(tmp_path / name, [first, whole, whole[:end]])
        with pytest.raises(ArgumentError, match=r"line 3: .*copy the list again"):
            list(read_fide_list(path))
    assert [one and one.born for one in read_fide_list(write(tmp_path / name, [first, whole]))] == [
        1990
    ]


def test_a_row_that_is_cut_off(tmp_path: Path) -> None:
    """The same in CSV, where the rest of the row would be blank."""
    first, *rows = table(listed(3))
    for cells_left in (1, 8, 12):
        short = ",".join(rows[1].split('","')[:cells_left]).strip('"')
        path = write(tmp_path / "list.csv", [first, rows[0], short])
        with pytest.raises(ArgumentError, match="line 3: the line is cut off; copy the list again"):
            list(read_fide_list(path))


def test_a_list_that_is_no_csv(tmp_path: Path) -> None:
    """A cell longer than any is told with its line, as is all that cannot be read."""
    lines = ["fideid,name,country,rating", '1,"' + "x" * 200_000, "2,Ann,SUI,2000"]
    with pytest.raises(FileError, match="the list is not valid CSV") as caught:
        list(read_fide_list(write(tmp_path / "standard_rating_list.csv", lines)))
    assert caught.value.where.startswith("standard_rating_list.csv, line ")


def test_many_numbers_are_no_file() -> None:
    """More numbers than the name of a file may have letters are numbers."""
    many = [str(number) for number in range(1_000_000, 1_000_200)]
    assert fide_players._ids(",".join(many)) == tuple(many)


def test_a_template_takes_players_by_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Issue: `new --from fide.txt --ids 123,456`, or a table of numbers; in their order."""
    players = [replace(player, born=1990) for player in listed(20)]
    source = write(tmp_path / "players_list_foa.txt", fixed(players))
    out = tmp_path / "new.xlsx"
    words = ["new", "swiss", "--rules", "fide", "--from", str(source), "-o", str(out), "--force"]
    wanted = [players[5], players[2], players[9]]
    assert main([*words, "--ids", ",".join(one.id for one in wanted)]) == 0
    keys = ("name", "rating", "id", "title", "federation", "born", "k")
    assert [[getattr(one, key) for key in keys] for one in read(out).players] == [
        [getattr(one, key) for key in keys] for one in wanted
    ]
    numbers = tmp_path / "who.csv"
    numbers.write_text("ID,Club\n" + "".join(f"{one.id},x\n" for one in wanted), "utf-8")
    assert main([*words, "--ids", str(numbers)]) == 0
    assert [one.id for one in read(out).players] == [one.id for one in wanted]
    words[3] = "fide:list=blitz"
    assert main([*words, "--ids", f"{wanted[0].id};{wanted[1].id}"]) == 0
    capsys.readouterr()
    assert main([*words, "--ids", f"{wanted[0].id},77"]) == 2
    assert "the list has no player with the ID 77" in capsys.readouterr().err
    many = [replace(players[0], id=str(no)) for no in range(1, 303)]
    words[5] = str(write(tmp_path / "players_list.txt", fixed(many, LEGACY)))
    assert main(words) == 2
    assert "choose yours with --ids" in capsys.readouterr().err
    words[5] = str(numbers)
    assert main([*words, "--ids", "1"]) == 2
    assert "FIDE's list only" in capsys.readouterr().err


def test_fides_list_is_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: FIDE's list as published, TXT, XML or CSV, is a list in force, with all paces."""
    people = [
        ("1503014", "Carlsen, Magnus", "NOR", "M", "GM", "", "", "", "2839", "9", "10", "2824", "0",
         "10", "2881", "0", "10", "1990", ""),
        ("100100", "New, Player", "ENG", "F", "", "", "", "", "2380", "0", "20", "0", "0", "0", "0",
         "0", "0", "1980", "w"),
        ("100101", "Nobody, At All", "ENG", "F", "", "", "", "", "0", "0", "0", "0", "0", "0", "0",
         "0", "0", "1980", "w"),
    ]  # fmt: skip
    widths = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4, 3, 6, 4, 3, 6, 4)
    (tmp_path / "players_list.txt").write_text(
        "\n".join(
            [
                ALL,
                *("".join(c.ljust(w) for c, w in zip(one, widths, strict=True)) for one in people),
            ]
        )
    )
    (tmp_path / "players_list.xml").write_text(
        "<playerslist>" + "".join(
            "<player>" + "".join(f"<{k}>{v}</{k}>" for k, v in zip(PARTS, one, strict=True)) + "</player>"
            for one in people
        ) + "</playerslist>"
    )  # fmt: skip
    with (tmp_path / "players_list.csv").open("w", newline="") as file:
        csv.writer(file).writerows([PARTS, *people])
    folder = tmp_path / "events"
    folder.mkdir()
    (folder / "2025-11-05 rapid.csv").write_text("round,white,black,result\n1,1503014,100100,0-1\n")
    made = {}
    for kind in ("txt", "xml", "csv"):
        out = tmp_path / f"next-{kind}.csv"
        said = ["federation", str(tmp_path / f"players_list.{kind}"), str(folder), "--rules", "fide",
                "--rapid", "*rapid.csv", "--day", "2025-12-01", "-o", str(out)]  # fmt: skip
        assert main(said) == 0, capsys.readouterr()
        made[kind] = out.read_bytes()
        again = ["federation", "verify", str(out), "--from", said[1], said[2]]
        assert main(again) == 0
    assert made["txt"] == made["xml"] == made["csv"]
    players, _ = read_list(tmp_path / "next-txt.csv")
    # 400 points: .92 and .08; K 10 as FIDE lists it, 40 for who is new to the rapid list.
    found = {p.id: (int(p.rating or 0), str(p.facts["rapid_rating"])) for p in players}
    assert found == {"1503014": (2839, "2815"), "100100": (2380, "2417")}
