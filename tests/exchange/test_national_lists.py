"""The rating lists of federations, with the headings that they have: persons here are invented."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest

from xlrating.cli import main
from xlrating.engine.errors import RatingError
from xlrating.engine.event import Player
from xlrating.exchange.players import read_list
from xlrating.exchange.table import read_table
from xlrating.reading import read

#: The export of before, the one with association numbers, and that of today.
DWZ_OLD = """\
ZPS,Mgl-Nr,Status,Spielername,Geschlecht,Spielberechtigung,Geburtsjahr,Letzte-Auswertung,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land
A0101,1001,A,"Spieler,1",M,D,1980,202601,1800,35,1905,-,4600001,GER
A0101,1002,A,"Spieler,2",W,D,2010,202601,1402,7,,,,
"""
DWZ = """\
ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Spielberechtigung,Geburtsjahr,Letzte-Auswertung,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land
10000001,A0101,1001,A,"Spieler,1",M,D,1980,202601,1800,35,1905,,4600001,GER
10000002,A0101,1002,A,"Spieler,2",W,D,2010,202601,1402,7,,,,GER
"""
DWZ_NEW = """\
ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,Geburtsjahr,"Letzte Auswertung",DWZ,Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,FIDE-Land,Vorname,Nachname,FIDE-Frauentitel,FIDE-Elozahl-Schnellschach,FIDE-Elozahl-Blitz
NU0000001,20001,12,P,"Spieler,1",M,,1980,202601,1800,35,1905,FM,4600001,GER,1,Spieler,,1890,
NU0000002,20001,13,A,"Spieler,2",W,,2010,,1402,7,,,,,2,Spieler,WCM,,
NU0000002,10614,14,P,"Spieler,2",W,,2010,,1402,7,,,,,2,Spieler,WCM,,
"""
ECF = """\
ECF_code,full_name,member_no,FIDE_no,gender,nation,original_standard,standard_original_category,revised_standard,standard_revised_category,original_rapid,rapid_original_category,revised_rapid,rapid_revised_category,original_blitz,blitz_original_category,revised_blitz,blitz_revised_category,club_code,club_name,title
100001B,"Lee, Ann",19470,400001,F,ENG,1614,A,1620,A,1571,K,1571,K,,,,,2SKG,Skegness,WFM
100002D,"Roy, Bob",11992,,M,SCO,,,,,,,,,,,1300,C,1ABC,Wotton Hall,
"""
US_CHESS = """\
MEM_ID,MEM_NAME,STATE,EXPIRED,R_LPB_RAT,Q_LPB_RAT,B_LPB_RAT,GENDER,BYEAR,TITLE
10000001,"LEE, ANN",TX,2027-01-01,1641/17,1500*,,F,2001,
10000002,"ROY, BOB",TX,2027-01-01,1841,,,M,1980,
"""
CFC = """\
CFC#,Expiry,Last,First,Prov,City,Rating,High,Active Rtg,Active High,FIDE Number,FIDE Rating
100001,2027-01-01,Lee,Ann,ON,"Toronto ",1841,1900,1790,1800,2600001,1800
100002,2027-01-01,Roy,Bob,QC,Laval,0,0,0,0,,
"""
CBX = """\
ID CBX;Nome;UF;Nascimento;Sexo;Título;Clássico;Rápido;Blitz;ID FIDE
1001;Ana Lima;SP;01/02/1990;F;;1841;1790;;2100001
1002;Rui Costa;RJ;03/04/2001;M;FM;2100;0;2050;
"""
SWISS_MANAGER = """\
Id_No;Id_CBX;Title;Name;Rtg_Nat;ClubName;Birthday;Sex;Fed;TotalNumGames;SumOpponRating;TotalPoints
1;1001;FM;Rui Costa;2100;Clube A;01/01/1985;M;BRA;350;0;0
2;1002;;Ana Lima;1650;Clube B;15/06/1990;F;BRA;120;0;0
"""
CXA = """\
序号,姓名,性别,单位,称号,等级分,出生年
1,王甲,男,广东,特级大师,2600,1990
2,李乙,女,北京,,2301,2003
"""
CHESSA = """\
UNIQUE_NO,SURNAME,FIRSTNAME,BDATE,SEX,TITLE,RATING,FED
182000001,Lee,Ann,1982/03/21,F,,2305,GAU
"""
SELO = """\
Id;Sukunimi;Etunimi;Seura;Selo;Selopelejä;Ikäryhmä;Maa;Lisenssi;
9001;Lee;Ann;TammerSh;2139;30;S50;FIN;;
"""


def listed(folder: Path, text: str, name: str = "list.csv") -> tuple[Player, ...]:
    """The players of a list."""
    path = folder / name
    path.write_text(text, "utf-8")
    return read_list(path)[0]


def facts(player: Player) -> tuple[object, ...]:
    """What a list says of somebody, blank facts left out."""
    said = (player.id, player.name, player.rating and int(player.rating), player.born, player.sex)
    also = {name: int(value) for name, value in player.facts.items() if isinstance(value, Decimal)}
    return (*said, player.title, player.federation, player.games, also)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (DWZ_OLD, [
            ("A0101-1001", "Spieler,1", 1800, 1980, "m", "", "GER", None, {"index": 35}),
            ("A0101-1002", "Spieler,2", 1402, 2010, "f", "", "", None, {"index": 7}),
        ]),
        (DWZ, [
            ("10000001", "Spieler,1", 1800, 1980, "m", "", "GER", None, {"index": 35}),
            ("10000002", "Spieler,2", 1402, 2010, "f", "", "GER", None, {"index": 7}),
        ]),
        (DWZ_NEW, [
            ("NU0000001", "Spieler,1", 1800, 1980, "m", "FM", "GER", None, {"index": 35}),
            ("NU0000002", "Spieler,2", 1402, 2010, "f", "WCM", "", None, {"index": 7}),
        ]),
        (ECF, [
            ("100001B", "Lee, Ann", 1620, None, "f", "WFM", "ENG", None, {"rapid_rating": 1571}),
            ("100002D", "Roy, Bob", None, None, "m", "", "SCO", None, {"blitz_rating": 1300}),
        ]),
        (US_CHESS, [
            ("10000001", "LEE, ANN", 1641, 2001, "f", "", "", 17, {"rapid_rating": 1500}),
            ("10000002", "ROY, BOB", 1841, 1980, "m", "", "", None, {}),
        ]),
        (CFC, [
            ("100001", "Lee, Ann", 1841, None, "", "", "", None, {"rapid_rating": 1790}),
            ("100002", "Roy, Bob", None, None, "", "", "", None, {}),
        ]),
        (CBX, [
            ("1001", "Ana Lima", 1841, 1990, "f", "", "", None, {"rapid_rating": 1790}),
            ("1002", "Rui Costa", 2100, 2001, "m", "FM", "", None, {"blitz_rating": 2050}),
        ]),
        (SWISS_MANAGER, [
            ("1", "Rui Costa", 2100, 1985, "m", "FM", "BRA", 350, {}),
            ("2", "Ana Lima", 1650, 1990, "f", "", "BRA", 120, {}),
        ]),
        (CXA, [
            ("", "王甲", 2600, 1990, "m", "特级大师", "广东", None, {}),
            ("", "李乙", 2301, 2003, "f", "", "北京", None, {}),
        ]),
        (CHESSA, [("182000001", "Lee, Ann", 2305, 1982, "f", "", "GAU", None, {})]),
        (SELO, [("9001", "Lee, Ann", 2139, None, "", "", "FIN", 30, {})]),
    ],
    ids=["dwz-old", "dwz", "dwz-new", "ecf", "us", "cfc", "cbx", "swiss-manager", "cxa", "chessa",
         "selo"],
)  # fmt: skip
def test_what_a_federation_says(
    text: str, expected: list[tuple[object, ...]], tmp_path: Path
) -> None:
    """Each list by its own headings: ID, name, rating, year, sex, title, federation, games."""
    assert [facts(player) for player in listed(tmp_path, text)] == expected


def test_a_dwz_list_completes_a_template_and_rates_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """DWZ 1800 and 1402, index 35 and 7, born 1980 and 2010, in the Library and next to games."""
    path, book = tmp_path / "dwz-spieler.csv", tmp_path / "dwz.xlsx"
    path.write_text(DWZ, "utf-8")
    assert main(["new", "swiss", "--rules", "dwz", "--library", str(path), "-o", str(book)]) == 0
    from openpyxl import load_workbook

    rows = [
        {str(cell) for cell in row if cell is not None}
        for row in load_workbook(book)["Library"].iter_rows(values_only=True)
    ]
    for own in ({"Spieler,1", "1800", "35", "1980"}, {"Spieler,2", "1402", "7", "2010"}):
        assert any(own <= row for row in rows), own
    games = tmp_path / "games.csv"
    games.write_text('round,white,black,result\n1,"Spieler,1","Spieler,2",1-0\n', "utf-8")
    event = read(games, path)
    assert [(p.rating and int(p.rating), p.born, p.facts["index"]) for p in event.players] == [
        (1800, 1980, 35), (1402, 2010, 7),
    ]  # fmt: skip


def dbf(fields: Sequence[tuple[str, str, int]], rows: Sequence[tuple[str, ...]]) -> bytes:
    """A dBASE III file; a row whose first text begins with * is deleted."""
    size = 1 + sum(width for _, _, width in fields)
    head = bytes([3, 126, 1, 2]) + len(rows).to_bytes(4, "little")
    head += (33 + 32 * len(fields)).to_bytes(2, "little") + size.to_bytes(2, "little") + bytes(20)
    for name, kind, width in fields:
        head += (
            name.encode().ljust(11, b"\0") + kind.encode() + bytes(4) + bytes([width]) + bytes(15)
        )
    body = b""
    for row in rows:
        sign, texts = (b"*", row) if row[0].startswith("*") else (b" ", row)
        body += sign + b"".join(
            text.lstrip("*").encode("cp437").ljust(width)
            for text, (_, _, width) in zip(texts, fields, strict=True)
        )
    return head + b"\r" + body + b"\x1a"


def test_the_golden_database(tmp_path: Path) -> None:
    """US Chess gives it as a dBASE file: deleted records are left out, and the account says so."""
    fields = [("MEM_ID", "C", 8), ("MEM_NAME", "C", 20), ("EXPIRED", "D", 8), ("STATE", "C", 2),
              ("R_LPB_RAT", "C", 7), ("Q_LPB_RAT", "C", 7), ("BYEAR", "N", 4)]  # fmt: skip
    rows = [("10000001", "LEE, ANN", "20270101", "TX", "1641/17", "1500", "2001"),
            ("*1000003", "GONE, GUS", "", "", "1200", "", ""),
            ("10000002", "ROY, JOSÉ", "", "TX", "1841", "", "")]  # fmt: skip
    path = tmp_path / "golden.dbf"
    path.write_bytes(dbf(fields, rows))
    assert [facts(player) for player in read_list(path)[0]] == [
        ("10000001", "LEE, ANN", 1641, 2001, "", "", "", 17, {"rapid_rating": 1500}),
        ("10000002", "ROY, JOSÉ", 1841, None, "", "", "", None, {}),
    ]  # fmt: skip
    assert "deleted" in read_table(path).account.unused
    for data, words in ((dbf(fields, rows)[:-40], "ends before"), (b"MEM_ID,MEM_NAME", "dBASE")):
        path.write_bytes(data)
        with pytest.raises(RatingError, match=words):
            read_list(path)


def test_the_letters_of_a_list(tmp_path: Path) -> None:
    """Germany's list is in Windows-1252, whatever its bytes might be elsewhere."""
    text = DWZ.replace("Spieler,1", "Größ,Thérèse")
    (tmp_path / "list.csv").write_bytes(text.encode("cp1252"))
    assert read_list(tmp_path / "list.csv")[0][0].name == "Größ,Thérèse"
    assert listed(tmp_path, text)[0].name == "Größ,Thérèse"


def test_what_is_wrong_in_a_federations_list(tmp_path: Path) -> None:
    """Rows of one person that differ, and a rating that is none, are named by their cells."""
    with pytest.raises(RatingError, match=r"line 4, column dwz: .*line 3.* with another rating"):
        listed(
            tmp_path,
            DWZ_NEW.replace(
                "2010,,1402,7,,,,,2,Spieler,WCM,,\nNU", "2010,,1403,7,,,,,2,Spieler,WCM,,\nNU"
            ),
        )
    with pytest.raises(RatingError, match=r"line 2, column r_lpb_rat: .*1641/17"):
        listed(tmp_path, US_CHESS.replace("1641/17", "16a1"))


def test_the_own_number_goes_before_that_of_fide(tmp_path: Path) -> None:
    """`id` and `fide_id` in one list are two numbers of one person, no contradiction."""
    text = "id,fide_id,name,rating\n7,400001,Ann,1800\n8,,Bob,1700\n"
    assert [player.id for player in listed(tmp_path, text)] == ["7", "8"]
    assert [p.id for p in listed(tmp_path, "fide_id,name,rating\n400001,Ann,1800\n")] == ["400001"]


def test_an_own_list_stays_as_it_is(tmp_path: Path) -> None:
    """Headings that no federation has together mean what they mean everywhere."""
    path = tmp_path / "list.csv"
    path.write_text("ID,Name,Rating,Club,DWZ\n1,Ann,1800,A,1850\n", "utf-8")
    assert read_table(path).headings == ("id", "name", "rating", "club", "dwz")


def test_frames_have_the_columns_of_a_federation() -> None:
    """Where every part has one column; where it has two, that is said."""
    from xlrating.engine.event import Event

    games = {"round": [1], "white": ["10000001"], "black": ["10000002"], "result": ["1-0"]}
    people = pd.DataFrame({
        "ID": ["10000001", "10000002"], "Spielername": ["A", "B"], "Geschlecht": ["M", "W"],
        "Geburtsjahr": [1980, 2010], "DWZ": [1800, 1402], "Index": [35, 7], "FIDE-ID": [1, None],
    })  # fmt: skip
    event = Event.from_frames(people, games)
    assert [(p.id, p.rating and int(p.rating), p.born) for p in event.players] == [
        ("10000001", 1800, 1980), ("10000002", 1402, 2010),
    ]  # fmt: skip
    apart = {"CFC#": ["1"], "Last": ["Lee"], "First": ["Ann"], "Rating": [1841]}
    with pytest.raises(RatingError, match="two columns"):
        Event.from_frames(apart, games)
