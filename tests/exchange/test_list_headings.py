"""Headings of lists and of games as federations and clubs write them, in any language.

Promise: what numbers hang on is read or stops with the remedy; it is never passed over.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from table_files import Rows, write

from xlrating.engine.account import CHECKED, USED
from xlrating.engine.errors import EventError, FileError, RatingError
from xlrating.exchange.players import list_of
from xlrating.exchange.table import read_table
from xlrating.reading import read

_CELLS = {
    "id": ("A1", "A2", "A3"), "name": ("Ann Lee", "Bo Fox", "Cy Dow"),
    "rating": ("2000", "1900", "1812"), "born": ("1980", "2001", "1975"), "sex": ("m", "f", "m"),
    "federation": ("ITA", "POL", "HUN"), "games": ("30", "12", "7"), "k": ("20", "40", "20"),
}  # fmt: skip

_HEADS = {
    "name": "Surname, Name|Nachname, Vorname|Vor- und Nachname|Apellidos y nombre|Nom Prénom|"
    "Cognome Nome|Nome completo|Imię i nazwisko|Jméno a příjmení|Ime in priimek|Versenyző|"
    "Numele și prenumele|Soyadı Adı|Фамилия и имя|Фамилия Имя Отчество|Прізвище та ім'я|"
    "Име и фамилия|Nama peserta|Vards Uzvards|Vardas Pavardė",
    "rating": "Rating FIDE|Elo FIDE|Elo-Zahl|DWZ|NWZ|Elo nat.|Puntuación ELO|Classement Elo|Érték|"
    "Élőpont|Рейтинг ФИДЕ|Рейтинг РШФ|ЭЛО|国际等级分|国内等级分|慢棋等级分|Hệ số Elo|Punti Elo|ELO ČR|Skákstig|"
    "Ratingas|Classical rating|Current rating",
    "born": "DOB|Birthdate|Date of birth|Jg.|Geb.datum|Fecha nac.|Año nac.|Date naiss.|"
    "Anno nascita|Data nascita|Nasc.|Geb.jaar|Data ur.|Rocznik|Ročník|Datum nar.|Rok rođenja|"
    "Godina rođenja|Szül. dátum|An naștere|Doğ.Yılı|Дата рожд.|Д.р.|Рік народж.|Роден|出生年月日|"
    "Tgl lahir|Fødeår|Syntymäaika|Sünniaeg|Dzim. gads|Gimimo data|Ημερομηνία γέννησης",
    "sex": "M/W|Geschl.|Género|Genre|Pol|Nem|Gen|Dzimums|Lytis",
    "federation": "Federazione|Країна|Nationalität|Nationality|Maa",
    "games": "Partien|Anzahl Partien|Partidas|Parties|Partite|Partije|Partijen|Játszmák|Партии|"
    "Кол-во партий|对局数|No. of games",
    "k": "K-Faktor|Factor K|Fattore K|K系数|Współczynnik K",
}
_EACH = [(part, head) for part, heads in _HEADS.items() for head in heads.split("|")]


@pytest.mark.parametrize(("part", "head"), _EACH)
def test_what_heads_a_list(part: str, head: str, tmp_path: Path) -> None:
    """Each is read as what it says."""
    cells = {heading: _CELLS[heading] for heading in ("id", "name", "rating") if heading != part}
    cells[head] = _CELLS[part]
    path = write(tmp_path, [[*cells], *zip(*cells.values(), strict=True)], "csv")
    account = list_of(path, read_table(path, True))[3]
    assert [(one.use, one.meaning) for one in account.columns if one.heading == head] == [
        (USED, part)
    ]


@pytest.mark.parametrize(
    ("head", "said"),
    [("Anno", "Year of birth"), ("Rok", "Year of birth"), ("К", "this: K"), ("Kf", "this: K"),
     ("Koeffizient", "this: K"), ("Коэф.", "this: K"), ("Età", "because an age changes")],
)  # fmt: skip
def test_what_may_matter_is_named(head: str, said: str, tmp_path: Path) -> None:
    """A year may be another one than of birth, and a coefficient is no K for certain."""
    rows: Rows = [
        ["id", "name", "rating", head],
        ["A1", "Ann", 2000, 1980],
        ["A2", "Bo", 1900, 2001],
    ]
    path = write(tmp_path, rows, "csv")
    with pytest.raises(FileError, match=said):
        list_of(path, read_table(path, True))


_GAMES = {"round": (1, 1, 2), "white": ("Ann", "Cy", "Ann"), "black": ("Bo", "Di", "Cy"),
          "result": ("1-0", "0-1", "1-0")}  # fmt: skip
_BESIDE = {"white_rating": (2000, 1800, 2000), "black_rating": (1900, 1700, 1800),
           "white_id": ("A1", "A3", "A1"), "black_id": ("A2", "A4", "A3")}  # fmt: skip


@pytest.mark.parametrize(
    ("part", "head"),
    [("white_rating", one) for one in ("W Elo", "WRtg", "Rtg W", "Elo white", "Weiß Elo",
                                       "Elo blancas", "Рейтинг белых", "白方等级分")]
    + [("black_rating", one) for one in ("B Elo", "BElo", "Rating black", "Elo Schwarz",
                                         "Elo noirs", "Эло чёрных", "黑方等级分")]
    + [("white_id", one) for one in ("WhiteID", "ID white", "Weiß ID", "白方ID")]
    + [("black_id", one) for one in ("Black FideId", "ID чёрных")],
)  # fmt: skip
def test_what_heads_a_fact_of_white_or_black(part: str, head: str, tmp_path: Path) -> None:
    """A rating under ``W Elo`` is read; it was taken for something that programs work out."""
    other = part.replace("white", "x").replace("black", "white").replace("x", "black")
    cells = {**_GAMES, head: _BESIDE[part], other: _BESIDE[other]}
    event = read(write(tmp_path, [[*cells], *zip(*cells.values(), strict=True)], "csv"))
    fact = part.partition("_")[2]
    said = {player.name: str(getattr(player, fact)) for player in event.players}
    known = {"rating": ("2000", "1900", "1800", "1700"), "id": ("A1", "A2", "A3", "A4")}
    assert said == dict(zip(("Ann", "Bo", "Cy", "Di"), known[fact], strict=True))


@pytest.mark.parametrize("head", ["Day", "Tag", "Día", "Дата игры", "Foo"])
def test_days_of_games_under_a_heading_nobody_knows_stop(head: str, tmp_path: Path) -> None:
    """Days tell the regulations in force: a column of them is not passed over where no other says
    the day; next to one it may be anything."""
    cells: dict[str, tuple[object, ...]] = {**_GAMES, head: ("2026-01-05",) * 3}
    with pytest.raises(RatingError, match=f"column {head}"):
        read(write(tmp_path, [[*cells], *zip(*cells.values(), strict=True)], "csv"))
    cells["date"] = cells[head]
    assert read(write(tmp_path, [[*cells], *zip(*cells.values(), strict=True)], "csv")).games


def _counting(tmp_path: Path, *counts: int) -> Path:
    rows = ("1,Ann,2000,2w1,3b1,2", "2,Bo,1900,1b0,-1,1", "3,Cy,1800,-1,1w0,1")
    body = [f"{row},{n}".split(",") for row, n in zip(rows, counts, strict=True)]
    return write(tmp_path, [["No", "Name", "Rtg", "R1", "R2", "Pts", "Games"], *body], "csv")


@pytest.mark.parametrize("counts", [(2, 1, 1), (2, 2, 2)])
def test_games_of_the_event_are_not_games_so_far(counts: tuple[int, ...], tmp_path: Path) -> None:
    """Programs show how many games of the event everybody has: K hangs on those before it."""
    event = read(_counting(tmp_path, *counts))
    assert [player.games for player in event.players] == [None, None, None]
    assert event.account is not None
    assert [one.use for one in event.account.columns if one.heading == "Games"] == [CHECKED]


def test_games_so_far_in_a_crosstable(tmp_path: Path) -> None:
    """Other numbers are games so far; one that differs from all others is a mistake."""
    event = read(_counting(tmp_path, 20, 0, 7))
    assert [player.games for player in event.players] == [20, 0, 7]
    with pytest.raises(EventError, match="the rounds hold 1 games of this player but 7"):
        read(_counting(tmp_path, 2, 1, 7))
