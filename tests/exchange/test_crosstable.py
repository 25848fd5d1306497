"""Crosstable cells in both notations, and the two views of each game."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlrating.engine.errors import EventError, RatingError
from xlrating.engine.event import Game
from xlrating.engine.results import GRANTED, RESULTS, Kind, Result
from xlrating.engine.scoring import STANDARD
from xlrating.exchange.crosstable import RoundEntry, assemble, check_points, parse_cell
from xlrating.exchange.totals import total

_P, _F, _B = Kind.PLAYED, Kind.FORFEIT, Kind.BYE


@pytest.mark.parametrize(
    ("value", "opponent", "colour", "score", "kind"),
    [
        (" 19w1", 19, "w", "1", _P),
        ("  2w½", 2, "w", "0.5", _P),
        ("101b0", 101, "b", "0", _P),
        ("12w0.5", 12, "w", "0.5", _P),
        (" 93b-", 93, "b", "0", _F),
        ("12W+", 12, "w", "1", _F),
        ("12w", 12, "w", "0", Kind.POSTPONED),
        (-1.0, None, None, "1", _B),
        ("-1", None, None, "1", _B),
        (-0.5, None, None, "0.5", _B),
        ("-½", None, None, "0.5", _B),
        (0.0, None, None, "0", _B),
        (-0.0, None, None, "0", _B),
        ("-0", None, None, "0", _B),
        ("+B10", 10, "b", "1", _P),
        ("=W11", 11, "w", "0.5", _P),
        ("-B2", 2, "b", "0", _P),
        ("+BYE", None, None, "1", _B),
        ("=BYE", None, None, "0.5", _B),
        ("-BYE", None, None, "0", _B),
        ("+F9", 9, None, "1", _F),
        ("-F11", 11, None, "0", _F),
    ],
)
def test_both_notations(
    value: object, opponent: int | None, colour: str | None, score: str, kind: Kind
) -> None:
    """Every spelling of a game, a forfeit and a bye says what its notation defines."""
    cell = parse_cell(value)
    assert cell is not None
    assert cell[:4] == (opponent, colour, Decimal(score), kind)


@pytest.mark.parametrize("value", ["", "  ", None, "--"])
def test_no_game(value: object) -> None:
    """A blank cell and the mark of absence are no game."""
    assert parse_cell(value) is None


@pytest.mark.parametrize(
    "value",
    ["1-0", "w1", "12x1", "12w2", "=F3", 1.0, 0.5, 7, float("nan"), float("inf"), True, "9" * 9999],
)
def test_other_cells_are_refused_with_their_place(value: object) -> None:
    """Nothing is guessed: the error names the cell."""
    with pytest.raises(RatingError, match=r"^e\.xlsx, cell D7: "):
        parse_cell(value, "e.xlsx, cell D7")


def _row(no: int, *values: object) -> tuple[int, list[RoundEntry | None]]:
    return no, [parse_cell(value, f"row {no}") for value in values]


def _plain(games: tuple[Game, ...]) -> list[tuple[int, int, int | None, str]]:
    return [(game.round, game.white, game.black, game.result.code) for game in games]


def test_games_are_joined_once() -> None:
    """Two views make one game with White and Black; byes stand alone; order is by rounds."""
    games = assemble([_row(1, "2w1", "-1"), _row(2, "1b0", "3b½"), _row(3, "", "2w½")])
    assert _plain(games) == [
        (1, 1, 2, "1-0"),
        (2, 1, None, "BYE 1"),
        (2, 3, 2, "½-½"),
    ]
    assert games[0].where == "row 1"


def test_forfeits_without_colour() -> None:
    """Where a forfeit names no colour the lower number is White."""
    assert _plain(assemble([_row(9, "+F4"), _row(4, "-F9")])) == [(1, 4, 9, "0-1 F")]
    assert _plain(assemble([_row(4, "9b+"), _row(9, "-F4")])) == [(1, 9, 4, "0-1 F")]
    assert _plain(assemble([_row(9, "4w-"), _row(4, "9b-")])) == [(1, 9, 4, "0-0 F")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2w1", "1b1"),
        ("2w½", "1b1"),
        ("2w1", "1w0"),
        ("2w1", "3b0"),
        ("2w1", ""),
        ("2w1", "-1"),
        ("2w+", "1b0"),
        ("2w+", "1b+"),
    ],
)
def test_views_that_disagree(first: str, second: str) -> None:
    """The error names player, round and both cells."""
    with pytest.raises(EventError) as caught:
        assemble([_row(1, first), _row(2, second), _row(3, "")])
    message = str(caught.value)
    assert "round 1" in message
    assert repr(first) in message
    assert repr(second) in message


@pytest.mark.parametrize("opponent", ["99w1", "1w1"])
def test_opponent_outside_the_list(opponent: str) -> None:
    """An opponent who is not in the list, or the player, is named with player and round."""
    with pytest.raises(EventError, match=r"^row 1: player 1, round 2: cell"):
        assemble([_row(1, "", opponent), _row(2)])


def test_number_used_twice() -> None:
    """Two rows with one number cannot be joined."""
    with pytest.raises(EventError, match="player number 1 is used twice"):
        assemble([_row(1, "-1"), _row(1, "-1")])


def test_points_are_compared() -> None:
    """A printed score that the games do not give is an error with its place."""
    cells = _row(1, "2w½", "-1", "--")[1]
    assert total(STANDARD, cells) == Decimal("1.5")
    check_points(total(STANDARD, cells), Decimal("1.5"), "here")
    with pytest.raises(EventError, match=r"^here: the games give 1\.5 points but 2 are"):
        check_points(total(STANDARD, cells), Decimal(2), "here")


_OVER = [r for r in RESULTS if r.kind in (_P, _F)]
_BYES = [r for r in RESULTS if r.kind is _B]


@st.composite
def _rounds(draw: st.DrawFn) -> list[list[tuple[int, int | None, Result]]]:
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(range(1, 8)))
        pairs: list[tuple[int, int | None, Result]] = [
            (order[i], order[i + 1], draw(st.sampled_from(_OVER))) for i in (0, 2, 4)
        ]
        rounds.append([*pairs, (order[6], None, draw(st.sampled_from(_BYES)))])
    return rounds


def _written(score: Decimal | None, kind: Kind) -> str:
    text = {Decimal(1): "1", Decimal("0.5"): "½"}.get(score or Decimal(0), "0")
    return ("+" if text == "1" else "-") if kind is _F else text


@given(_rounds())
def test_a_written_crosstable_reads_back(
    rounds: list[list[tuple[int, int | None, Result]]],
) -> None:
    """Any set of games, written as each player sees them, is read back unchanged."""
    table: dict[int, list[RoundEntry | None]] = {no: [] for no in range(1, 8)}
    for pairs in rounds:
        for white, black, result in pairs:
            own = _written(result.white, result.kind)
            if black is None:
                text = "+FPB" if result == GRANTED else f"-{own}"
                table[white].append(parse_cell(text))
            else:
                table[white].append(parse_cell(f" {black}w{own}"))
                table[black].append(parse_cell(f" {white}b{_written(result.black, result.kind)}"))
    expected = {(i, *pair) for i, pairs in enumerate(rounds, 1) for pair in pairs}
    games = assemble(table.items())
    assert {(game.round, game.white, game.black, game.result) for game in games} == expected
    assert len(games) == len(expected)
