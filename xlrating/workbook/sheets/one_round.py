"""One round as it is hung up: who plays whom on which board, and everybody's points by then.

These are the values of the Round sheet; its formulas compute the same. Indices count the places
of the Players sheet, or the rows of a list.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set
from decimal import Decimal
from functools import cached_property

from ...engine.event import Game
from ...engine.results import Kind
from ..file.grid import Value
from ..plan import Plan

#: What sort keys of a round's list begin with for byes and for absent players, after the boards.
BYE, ABSENT = 10**9, 2 * 10**9
#: The factor of the board in a sort key, and the board of games without one; the line is added.
BOARD, NO_BOARD = 10**5, 9999

#: Letters in the order of the list of names, with this many spellings each; all others come last,
#: in the order of the players.
_GROUPS = (
    " ,.-'’`‐–",
    *"0123456789",
    "AaÀàÁáÂâÃãÄäÅåĀāĂăĄąÆæ", "Bb", "CcÇçĆćĈĉĊċČč", "DdĎďĐđÐð", "EeÈèÉéÊêËëĒēĔĕĖėĘęĚěƏə", "Ff",
    "GgĜĝĞğĠġĢģ", "HhĤĥĦħ", "IiÌìÍíÎîÏïĨĩĪīĬĭĮįİı", "JjĴĵ", "KkĶķ", "LlĹĺĻļĽľŁł", "Mm",
    "NnÑñŃńŅņŇň", "OoÒòÓóÔôÕõÖöØøŌōŎŏŐőŒœƠơ", "Pp", "Qq", "RrŔŕŖŗŘř", "SsŚśŜŝŞşŠšȘșẞß",
    "TtŢţŤťŦŧȚțÞþ",
    "UuÙùÚúÛûÜüŨũŪūŬŭŮůŰűŲųƯư", "Vv", "WwŴŵ", "Xx", "YyÝýÿŶŷŸ", "ZzŹźŻżŽž",
    "Аа", "Бб", "Вв", "ГгҐґ", "Дд", "ЕеЁё", "ЄєЭэ", "Жж", "Зз", "Ии", "ІіЇїЙй", "КкҚқ", "Лл", "Мм",
    "НнҢң", "ОоӨө", "Пп", "Рр", "Сс", "Тт", "УуЎўҰұҮү", "Фф", "ХхҺһ", "Цц", "Чч", "Шш", "Щщ", "Ъъ",
    "Ыы", "Ьь", "Юю", "ЯяӘә",
)  # fmt: skip
#: How many spellings a letter has room for; the room of those with fewer is filled with the first.
LETTER = max(map(len, _GROUPS))
#: All groups in one text, in which a formula finds a letter.
LETTERS = "".join(group.ljust(LETTER, group[0]) for group in _GROUPS)
#: The number of a letter in no group; the numbers of letters side by side make one.
LAST_LETTER, LETTER_UNIT = 99, 100
#: How many letters of a name count, in two numbers.
FIRST_LETTERS, NEXT_LETTERS = 6, 5
#: The first number of any name whose first letter is in no group: such names, Chinese ones above
#: all, stay in the order of the players.
UNKNOWN = LETTER_UNIT**FIRST_LETTERS - 1


class OneRound:
    """The round that a workbook shows: the requested one, otherwise the one being played."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        asked, rounds = plan.round_asked, plan.all_rounds
        is_round = isinstance(asked, (int, float)) and asked in range(1, rounds + 1)
        self.number = int(asked) if is_round else plan.round_now  # type: ignore[arg-type]
        self.as_white: dict[int, int] = {}
        self.as_black: dict[int, int] = {}
        #: Who has had a game or a bye, by this round.
        self.have_come: set[int] = set()
        for line, game in enumerate(plan.lines, 1):
            if not game or game.round > self.number or not plan.is_real(game):
                continue
            self.have_come |= {game.white} if game.black is None else {game.white, game.black}
            if game.round == self.number:
                self.as_white.setdefault(game.white, line)
                if game.black is not None:
                    self.as_black.setdefault(game.black, line)
        self.is_paired = bool(self.as_white)
        #: The round of the standings; no later one has begun.
        self.until = min(self.number, plan.scores.last)
        #: Whether that is the last one begun: then the table has its tie-breaks.
        self.is_last = self.number >= plan.scores.last

    # --- by place of the Players sheet -------------------------------------------------------

    def line(self, place: int) -> int:
        """The player's line of Games, from 1; 0 for none."""
        no = self.plan.number_at(place)
        return 0 if no is None else self.as_white.get(no, 0) or self.as_black.get(no, 0)

    def white_line(self, place: int) -> int:
        """The line of Games with the player as White, from 1; 0 for none."""
        no = self.plan.number_at(place)
        return 0 if no is None else self.as_white.get(no, 0)

    def opponent(self, place: int) -> int:
        """The opponent's place, from 1; 0 without one."""
        line = self.line(place)
        if not line:
            return 0
        game = self.game(line)
        other = game.black if self.white_line(place) else game.white
        return 0 if other is None else self.plan.place_of[other] + 1

    def slot(self, place: int) -> Value:
        """The sort key of the list: White has that of the game, absent players come last."""
        no = self.plan.number_at(place)
        if no is None:
            return ""
        line = self.as_white.get(no)
        if line is None:
            # Players whom a play-off does not concern are not absent.
            is_round = self.is_paired and self.number <= self.plan.rounds
            is_absent = is_round and no not in self.as_black
            return ABSENT + place + 1 if is_absent else ""
        game = self.game(line)
        if game.black is None:
            return BYE + line
        board = NO_BOARD if game.board is None else min(game.board, NO_BOARD)
        return board * BOARD + line

    def row(self, place: int) -> Value:
        """The row of the list that the player is in, from 1; '' for none."""
        slot, other = self.slot(place), self.opponent(place)
        if slot == "" and other:
            slot = self.slot(other - 1)
        return self.keys.index(slot) + 1 if slot in self.keys else ""

    def after(self, place: int) -> Value:
        """The points after the round, or after the last one begun; '' for a free place."""
        return self._after.get(place, "")

    def before(self, place: int) -> Value:
        """The points before the round; '' for a free place."""
        no = self.plan.number_at(place)
        until = min(self.number - 1, self.until)
        return "" if no is None else self.plan.points_after(no, until)

    def order(self, place: int) -> Value:
        """The rank by points, from 1, equals in the order of the players; '' for a free place."""
        return self._ranks["order"][place]

    def alphabetical(self, place: int) -> Value:
        """The rank in the order of names, from 1; '' for a free place."""
        return self._ranks["alphabetical"][place]

    def letters(self, place: int) -> Value:
        """The first letters of the name as a number; '' for a free place."""
        return self._first.get(place, "")

    def name_key(self, place: int) -> Value:
        """What names are sorted by: the rank of the first letters, then the next ones."""
        return self._names.get(place, "")

    @cached_property
    def _filled(self) -> Mapping[int, int]:
        """The numbers of the players, by place."""
        numbers = ((place, self.plan.number_at(place)) for place in range(len(self.plan.numbers)))
        return {place: no for place, no in numbers if no is not None}

    @cached_property
    def _after(self) -> Mapping[int, Decimal]:
        return {place: self.plan.points_after(no, self.until) for place, no in self._filled.items()}

    @cached_property
    def _falling(self) -> Sequence[Decimal]:
        return sorted(-points for points in self._after.values())

    @cached_property
    def _first(self) -> Mapping[int, int]:
        return {
            place: self._letters(no, 0, FIRST_LETTERS) if self._is_known(no) else UNKNOWN
            for place, no in self._filled.items()
        }

    def _is_known(self, no: int) -> bool:
        return self.plan.event.by_no[no].name[:1] in LETTERS

    @cached_property
    def _names(self) -> Mapping[int, int]:
        first, unit = sorted(self._first.values()), LETTER_UNIT**NEXT_LETTERS
        return {
            place: (1 + bisect_left(first, self._first[place])) * unit
            + (self._letters(no, FIRST_LETTERS, NEXT_LETTERS) if self._is_known(no) else 0)
            for place, no in self._filled.items()
        }

    def _letters(self, no: int, start: int, count: int) -> int:
        found = 0
        for letter in self.plan.event.by_no[no].name[start : start + count].ljust(count):
            at = LETTERS.find(letter)
            found = found * LETTER_UNIT + (LAST_LETTER if at < 0 else at // LETTER)
        return found

    @cached_property
    def _ranks(self) -> dict[str, list[Value]]:
        points = sorted(self._after, key=lambda place: -self._after[place])
        names = sorted(self._names, key=lambda place: self._names[place])
        found = {}
        for key, order in (("order", points), ("alphabetical", names)):
            ranks: list[Value] = [""] * len(self.plan.numbers)
            for rank, place in enumerate(order, 1):
                ranks[place] = rank
            found[key] = ranks
        return found

    # --- by row of a list ----------------------------------------------------------------------

    @cached_property
    def keys(self) -> Sequence[int]:
        """The sort keys of the round's list, in order."""
        found = (self.slot(place) for place in range(len(self.plan.numbers)))
        return sorted(key for key in found if isinstance(key, int))

    def key(self, row: int) -> Value:
        """The sort key of a row; '' after the last."""
        return self.keys[row] if row < len(self.keys) else ""

    def game(self, line: int) -> Game:
        """The game in a line of Games, from 1, that is not free."""
        game = self.plan.lines[line - 1]
        assert game is not None
        return game

    def game_at(self, row: int) -> Game | None:
        """The game or bye of a row; None for an absent player."""
        key = self.key(row)
        return self.game(key % BOARD) if isinstance(key, int) and key < ABSENT else None

    def white_at(self, row: int) -> int:
        """The place, from 1, of White or of a player without opponent; 0 after the last row."""
        key, game = self.key(row), self.game_at(row)
        if not isinstance(key, int):
            return 0
        return self.plan.place_of[game.white] + 1 if game else key - ABSENT

    def is_to_come(self, row: int) -> bool:
        """Whether an absent player has had no game or bye so far: one entered for a later round."""
        no = self.plan.number_at(self.white_at(row) - 1)
        return self.number > 1 and no not in self.have_come

    def has_slip(self, row: int) -> bool:
        """Whether the game of a row is played at a board: a forfeit needs no slip."""
        game = self.game_at(row)
        return bool(game and game.black is not None and game.result.kind is not Kind.FORFEIT)

    def black_at(self, row: int) -> int:
        """The place of Black, from 1; 0 for none."""
        game = self.game_at(row)
        return 0 if game is None or game.black is None else self.plan.place_of[game.black] + 1

    def board(self, row: int) -> Value:
        """The board as typed; lines without one get the remaining boards in their order."""
        game = self.game_at(row)
        if game is None or game.black is None:
            return ""
        if game.board is not None:
            return game.board
        typed = sum(key < NO_BOARD * BOARD for key in self.keys)
        return self._numbers_left[row - typed]

    @cached_property
    def _numbers_left(self) -> Sequence[int]:
        return sorted(map(self.left, range(len(self.plan.numbers))))

    def left(self, row: int) -> int:
        """The board `row` + 1, or a number after all boards if that board was typed for a game."""
        return row + 1 + (NO_BOARD if row + 1 in self._boards else 0)

    @cached_property
    def _boards(self) -> Set[int]:
        return {key // BOARD for key in self.keys}

    def standing_at(self, row: int) -> Value:
        """The place on Players, from 1, of a row of the standings; '' after the last."""
        if self.is_last:
            table = self.plan.standings
            return self.plan.place_of[table[row].no] + 1 if row < len(table) else ""
        return self._at("order", row)

    def name_at(self, row: int) -> Value:
        """The place on Players, from 1, of a row of the list of names; '' after the last."""
        return self._at("alphabetical", row)

    def _at(self, key: str, row: int) -> Value:
        ranks = self._ranks[key]
        return ranks.index(row + 1) + 1 if row + 1 in ranks else ""

    def place(self, row: int) -> Value:
        """The place in the standings, by tie-breaks only after the last round that has begun."""
        at = self.standing_at(row)
        if not isinstance(at, int):
            return ""
        if self.is_last:
            return self.plan.standings[row].place
        return 1 + bisect_left(self._falling, -self._after[at - 1])
