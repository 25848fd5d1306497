"""PGN: the tags of games make an event, and moves, remarks and variations are passed over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from program_files import LICHESS_PGN, PGN

from xlrating.engine.errors import RatingError
from xlrating.engine.event import Event
from xlrating.exchange.tabular import ReadOptions
from xlrating.federation.folder import read_folder
from xlrating.reading import read


def event(folder: Path, text: str, encoding: str = "utf-8") -> Event:
    """The event of a text."""
    (folder / "a.pgn").write_bytes(text.encode(encoding))
    return read(folder / "a.pgn")


def lines(found: Event) -> list[tuple[int, int | None, str, str, str]]:
    """The games with round, board, the names of both sides and the result."""
    names = {player.no: player.name for player in found.players}
    return [
        (g.round, g.board, names[g.white], names[g.black] if g.black else "", g.result.code)
        for g in found.games
    ]


def test_the_tags_of_each_game(tmp_path: Path) -> None:
    """3.2 is board 2 of round 3, ``*`` waits for its result, a bye has no second player."""
    found = event(tmp_path, PGN)
    assert (
        lines(found)
        == [
            (1, 1, "Berg, Anna", "Dahl, Boris", "1-0"),
            (1, 2, 'Ek, "Cid"', "", "BYE 1"),
            (2, 1, "Dahl, Boris", 'Ek, "Cid"', "½-½"),
            (2, 2, 'Ek, "Cid"', "Falk, Dora", "0-1 F"),
            (3, 1, "Falk, Dora", "Berg, Anna", ""),
        ]
        or lines(found)[1][1] == 2
    )
    assert [(p.name, p.id, p.rating and int(p.rating), p.title) for p in found.players] == [
        ("Berg, Anna", "400001", 2004, "WFM"), ("Dahl, Boris", "400002", 1911, ""),
        ('Ek, "Cid"', "", None, ""), ("Falk, Dora", "", None, ""),
    ]  # fmt: skip
    said = (found.name, found.place, str(found.start), str(found.end), found.games[2].moves)
    assert said == ("Club Cup", "Town", "2026-02-05", "2026-02-12", 3)


def test_moves_and_remarks_are_passed_over(tmp_path: Path) -> None:
    """Section 8.2.5 and 5 of the standard: braces do not nest, ``;`` and ``%`` end with the line."""
    plain = event(tmp_path, PGN)
    moves = (
        '1. e4 { a (b [Event "no"] 0-1 ; { } e5 ( 1... c5 { ) } ( 1... e6 ) $3 ) 2. O-O $142\n'
        '; 0-1 [Result "0-1"] { (\n% [Event "other"] {\n{ two\n[x]\nlines } 3. a8=Q+!? 1-0\n'
    )
    first = PGN.index("1. e4 {with")
    last = PGN.index("lines} 1-0\n") + len("lines} 1-0\n")
    assert event(tmp_path, PGN[:first] + moves + PGN[last:]) == plain
    crlf = PGN.replace("\n", "\r\n")
    assert event(tmp_path, crlf) == plain
    assert event(tmp_path, "\ufeff" + PGN) == plain


def test_letters_of_western_europe(tmp_path: Path) -> None:
    """PGN is in ISO 8859-1 by its standard, and mostly in UTF-8."""
    text = PGN.replace("Berg, Anna", "Bérg, Anna")
    assert event(tmp_path, text).players[0].name == "Bérg, Anna"
    assert event(tmp_path, text, "latin-1").players[0].name == "Bérg, Anna"
    # Letters that Central Europe reads as others, and two of them in a row.
    text = PGN.replace("Berg, Anna", "Größ, Thérèse")
    assert event(tmp_path, text, "latin-1").players[0].name == "Größ, Thérèse"


def test_games_without_rounds_follow_their_times(tmp_path: Path) -> None:
    """Lichess writes the last round first and no number: the times tell the order."""
    found = event(tmp_path, LICHESS_PGN)
    assert lines(found) == [(1, None, "Ann", "Bob", "1-0"), (2, None, "Bob", "Ann", "0-1")]
    assert not found.says_rounds
    assert found.facts == {"minutes": 10, "increment": 5}
    assert found.place == ""
    with pytest.raises(RatingError, match=r"line 10: .*UTCTime"):
        event(tmp_path, LICHESS_PGN.replace("18:00:00", "6 pm"))


def test_one_person_by_their_number(tmp_path: Path) -> None:
    """A FIDE ID tells who it is, however the name is written; the account names the other way."""
    found = event(tmp_path, PGN.replace('[White "Dahl, Boris"]', '[White "Dahl,B"]'))
    assert found == event(tmp_path, PGN)
    found = event(tmp_path, PGN.replace('[White "Dahl, Boris"]', '[White "Dahl,B"]'))
    said = [(one.part, one.text, one.where) for one in found.account.said] if found.account else []
    assert said == [("Dahl, Boris", "Dahl,B", "a.pgn, line 38")]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('[Result "1-0"]', '[Result "0-1"]', "line 21: the moves end with 1-0, but the tag Result"),
        ('[Round "1.1"]', '[Round "first"]', "line 6: the round is 'first'"),
        ('[WhiteElo "2004"]', '[WhiteElo "2004.5"]', "line 11: WhiteElo is '2004.5'; a whole"),
        ('[BlackElo "1911"]', '[BlackElo "1912"]', "rating of player 2 is 1911 here"),
        ('[WhiteTitle "WFM"]', '[WhiteUSCF "2100"]', "column WhiteUSCF"),
        ('[Date "2026.02.05"]', '[Date "2026.13.05"]', "line 5: '2026.13.05' is not a date"),
        ('[Date "2026.02.05"]', '[Date "????.??.??"]', "line 5: the game has no date"),
        ('[White "Berg, Anna"]', '[White "?"]', "does not say who played"),
        ('[ECO "C41"]', '[White "Berg"]', "line 10: this game has the tag White twice"),
        ('[ECO "C41"]', "[ECO C41]", "line 10: '.ECO C41.' is neither a tag"),
        ("two lines}", "two lines", "line 20: the comment or variation"),
        ("1. d4 d5", "1. d4 d5 )", "line 47: .* is neither a tag"),
        ("2. c3 *) d6)", "2. c3 *) d6", "the comment or variation that begins here is never closed"),
        ('[Site "Town"]', '[Variant "Chess960"]\n[Site "Town"]', "Variant is 'Chess960' in one"),
        ('"normal"', '"unplayed"', "line 44: the result is ½-½, but the tag Termination"),
        ("% saved by hand", "a letter", None),
    ],
)  # fmt: skip
def test_what_is_wrong_in_pgn(old: str, new: str, words: str | None, tmp_path: Path) -> None:
    """Each error names the line, what is there and what to do."""
    text = PGN.replace(old, new, 1)
    assert text != PGN
    with pytest.raises(RatingError, match=words):
        event(tmp_path, text)


def test_games_of_several_events(tmp_path: Path) -> None:
    """One file, one event: the second one is named."""
    other = PGN.replace("Club Cup", "Town Cup", 1)
    with pytest.raises(RatingError, match=r"a\.pgn, line 23: these are games of 2 events"):
        event(tmp_path, other)


def test_other_variants_are_asked_about(tmp_path: Path) -> None:
    """Chess960 counts for no chess rating, unless somebody says that it is to."""
    path = tmp_path / "a.pgn"
    path.write_text(LICHESS_PGN.replace("Standard", "Chess960"), "utf-8")
    with pytest.raises(RatingError, match="'Chess960'"):
        read(path)
    assert len(read(path, asked=ReadOptions(ignore=("Variant",))).games) == 2


ODDS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1"


@pytest.mark.parametrize(
    ("tag", "text", "is_refused"),
    [
        ("FEN", ODDS, True), ("FEN", START, False), ("FEN", START.replace(" w", " b"), True),
        ("FEN", XIANGQI, False), ("FEN", XIANGQI.replace("1c5c1", "1c7", 1), True),
        ("Mode", "EM", True), ("Mode", "OTB", False), ("Mode", "ICS", False),
        ("EventType", "swiss (corr)", True), ("EventType", "swiss", False),
        ("Variant", "From Position", False),
    ],
)  # fmt: skip
def test_games_that_no_rating_counts(
    tag: str, text: str, is_refused: bool, tmp_path: Path
) -> None:  # fmt: skip
    """Promise: games at odds and games by post are no games of a chess rating, unless somebody
    says so; the start position itself, of chess or of xiangqi, says nothing."""
    path = tmp_path / "a.pgn"
    path.write_text(re.sub(r"(?=\[White )", f'[{tag} "{text}"]\n', PGN), "utf-8")
    if is_refused:
        with pytest.raises(RatingError, match=f"--ignore {tag}"):
            read(path)
    assert event(tmp_path, PGN).games == read(path, asked=ReadOptions(ignore=(tag,))).games


@pytest.mark.parametrize(
    ("text", "is_played"),
    [("Not played", False), ("неявка", False), ("弃权", False), ("kampflos", False),
     ("w/o", False), ("White did not show up", False), ("win by forfeit", False),
     ("Ann won on time", True), ("time forfeit", True), ("abandoned", True), ("C20", True)],
)  # fmt: skip
@pytest.mark.parametrize("remark", ["{%s.}", "; %s"])
def test_games_that_were_not_played(
    remark: str, text: str, is_played: bool, tmp_path: Path
) -> None:  # fmt: skip
    """Promise: the words of a forfeit are those of any other file, in the tag and in the remark of
    a game without moves; in that of a game with moves they say nothing about it."""
    tags = '[Event "Cup"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n'
    said = event(tmp_path, f'{tags}[Termination "{text}"]\n\n1-0\n')
    assert said.games[0].result.code == ("1-0" if is_played else "1-0 F")
    moved = event(tmp_path, f"{tags}\n1. e4 {remark % text}\n1-0\n")
    assert moved.games[0].result.code == "1-0"
    bare = f"{tags}\n{remark % text}\n1-0\n"
    if is_played:
        assert event(tmp_path, bare).games[0].result.code == "1-0"
    else:
        with pytest.raises(RatingError, match=r"a\.pgn, line .*Termination .unplayed"):
            event(tmp_path, bare)


@pytest.mark.parametrize(
    ("old", "new", "tag"),
    [
        ("Rated classical game", "Rated correspondence game", "Event"),
        ("1/86400", "", "TimeControl"),
    ],
)
def test_days_for_a_move_are_correspondence(old: str, new: str, tag: str, tmp_path: Path) -> None:
    """Promise: as Lichess (the tag Event) and Chess.com (TimeControl) write such games."""
    path = tmp_path / "a.pgn"
    event_, time = (new, "300+2") if new else ("Town", old)
    path.write_text(
        f'[Event "{event_}"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n'
        f'[TimeControl "{time}"]\n\n1-0\n', "utf-8",
    )  # fmt: skip
    with pytest.raises(RatingError, match=f"--ignore {tag}"):
        read(path)


def test_the_pace_in_the_kind_of_event(tmp_path: Path) -> None:
    """Promise: the program asks of each event which list it is for; ChessBase writes it here."""
    heads = re.compile(r"(?=\[White )")
    found = event(tmp_path, heads.sub('[EventType "swiss (rapid)"]\n', PGN))
    assert found.pace == "rapid" and found.account
    assert ("EventType", "used") in [(one.name, one.use) for one in found.account.records]
    with pytest.raises(RatingError, match=r"EventType is 'swiss \(rapid\)' in one game and ''"):
        event(tmp_path, heads.sub('[EventType "swiss (rapid)"]\n', PGN, count=1))
    plain = event(tmp_path, heads.sub('[EventType "swiss"]\n', PGN, count=1))
    assert plain.pace == "" and plain.account and "EventType" in plain.account.unused


def test_a_folder_has_games_in_pgn(tmp_path: Path) -> None:
    """`federation` reads them like any event."""
    (tmp_path / "2026-02-12 cup.pgn").write_text(PGN, "utf-8")
    found, wrong, other = read_folder(tmp_path, [])
    assert [one.file for one in found] == ["2026-02-12 cup.pgn"]
    assert not wrong
    assert not other
