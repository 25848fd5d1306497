"""Something wrong or doubtful, and its message, as a notice or an error, in each language."""

from __future__ import annotations

import re
from typing import Mapping, NamedTuple, Type, TypeVar, Union

from .errors import RatingError
from .languages import LANGUAGE, LANGUAGES
from .texts import between, in_words, say

Error = TypeVar("Error", bound=RatingError)

#: Doubts, which stop nothing: the numbers may be right. All other problems make numbers
#: wrong, and no event with one is rated.
NOTICES = frozenset(
    (
        "absent_played_here", "age_unlikely", "book_ties", "born_missing", "born_missing_start",
        "born_swapped",
        "cells_struck", "champion_none", "champion_not_first", "coefficient_given",
        "colours_written",
        "day_in_title", "days_far",
        "edition_mixed", "edition_newer", "edition_older", "entry_differs", "event_filed_late",
        "event_missing",
        "event_pace_approved", "events_as_one",
        "foreigner_unrated", "games_open", "ids_zeros", "k_beyond_table", "k_given", "k_unused",
        "left_before_half",
        "letters_mixed", "game_again",
        "library_differs", "library_name_several",
        "library_name_unknown", "library_other", "library_unread", "looks_round_robin",
        "name_loose", "name_with_id", "names_near", "names_rated",
        "newcomer_unrated",
        "notice_absent", "notice_bye", "notice_colour", "notice_colours", "notice_late",
        "notice_met", "notice_sides", "order_unsaid", "order_written", "pairing_gone",
        "paste_result",
        "place_beyond", "place_differs", "place_unsaid", "places_apart", "rating_below_floor",
        "rating_below_list", "rating_beyond_peak",
        "report_event_federation", "report_federation", "report_name", "report_title",
        "round_skipped",
        "rounds_open", "rows_hidden", "sex_missing", "tables_share_games", "title_of_home",
        "title_unknown", "trf_day", "trf_rated",
        "trf_teams", "trf_ties", "unit_unknown",
    )
)  # fmt: skip


class Problem(NamedTuple):
    """Something wrong or doubtful: a text key with its words, and the place.

    `no` is the number of the player concerned, 0 if it concerns the event.
    """

    key: str
    words: Mapping[str, object]
    where: str
    no: int = 0

    @property
    def stops(self) -> bool:
        """Whether nothing can be rated until it is fixed."""
        return self.key not in NOTICES


#: How a message refers to a value: by the name of an argument, or in words for each language.
Called = Union[str, Problem]


def format_message(problem: Problem, language: str = "en") -> str:
    """The message of a problem, as a sentence."""
    words = {name: _word(value, language) for name, value in problem.words.items()}
    return in_words(language, problem.key, words)


#: The words that place names are built from.
PLACE = re.compile(r", (sheet|table|cell|line|column|row|round|player|part|event) (?=\S)")


def place_in(where: str, language: str) -> str:
    """A place in a language; places are kept in English until a message is printed.

    >>> place_in("a.xlsx, sheet Games, cell D7", "ru")
    'a.xlsx, лист Games, ячейка D7'
    >>> place_in("a.csv, line 3, column date", "zh")
    'a.csv，第 3 行，列 date'
    """
    # Speed: places are in English.
    if language == LANGUAGES[0]:
        return where
    comma = between(language, ",")
    for kind, numbered in LANGUAGE[language].numbered.items():
        where = re.sub(rf", {kind} (\d+)\b", comma + numbered.format(r"\1"), where)
    return PLACE.sub(lambda found: f"{comma}{say(language, f'place_{found[1]}')} ", where)


def place_word(where: str) -> Mapping[str, str]:
    """A place as a word of a message, in each language.

    >>> place_word("a.csv, line 2")["ru"]
    'a.csv, строка 2'
    """
    return {language: place_in(where, language) for language in LANGUAGES}


def placed_words(where: str, words: str, language: str) -> str:
    """A message after its place, if there is one.

    >>> placed_words("a.csv, line 2", "?", "zh")
    'a.csv，第 2 行：?'
    """
    return f"{place_in(where, language)}{between(language, ':')}{words}" if where else words


def error_of(problem: Problem, kind: Type[Error]) -> Error:
    """An error with the problem's message, in whatever language it is printed later.

    >>> from xlrating.engine.errors import EventError
    >>> str(error_of(Problem("plays_self", {"no": 3}, "line 2"), EventError))
    'line 2: player 3 is paired with themselves; correct one of the two numbers'
    """
    error = kind(format_message(problem), problem.where)
    error.problem = problem
    return error


def make_error(kind: Type[Error], key: str, where: str = "", /, **words: object) -> Error:
    """An error with the message of a text key; `where` is the place.

    >>> from xlrating.engine.errors import ArgumentError
    >>> str(make_error(ArgumentError, "opt_bins", "--width", width=0))
    '--width: the width of the bins is 0; it must be above 0'
    """
    return error_of(Problem(key, words, where), kind)


def _word(value: object, language: str) -> object:
    """A value as it appears in a message, translated if it is itself a problem."""
    if isinstance(value, Problem):
        return format_message(value, language)
    if isinstance(value, tuple):
        return tuple(_word(part, language) for part in value)
    return value
