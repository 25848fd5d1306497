"""Something wrong or doubtful, and how it is told: as a notice or an error, in each language."""

from __future__ import annotations

import re
from typing import Mapping, NamedTuple, Type, TypeVar, Union

from .errors import RatingError
from .languages import LANGUAGE, LANGUAGES
from .texts import between, in_words, say

Error = TypeVar("Error", bound=RatingError)

#: What is doubtful, and stops nothing: the numbers may be right. Everything else makes numbers
#: wrong, and no event with it is rated.
NOTICES = frozenset(
    (
        "absent_played_here", "age_unlikely", "book_ties", "born_missing", "born_missing_start",
        "born_swapped",
        "champion_none", "champion_not_first",
        "edition_newer", "edition_older", "entry_differs", "event_filed_late", "event_missing",
        "event_pace_approved", "events_as_one",
        "foreigner_unrated", "games_open", "ids_zeros", "k_beyond_table", "left_before_half",
        "letters_mixed",
        "library_differs", "library_name_several",
        "library_name_unknown", "library_other", "library_unread", "looks_round_robin",
        "name_loose", "name_with_id", "names_near", "newcomer_unrated",
        "notice_absent", "notice_bye", "notice_colour", "notice_colours", "notice_late",
        "notice_met", "notice_sides", "pairing_gone", "place_beyond", "place_differs",
        "place_unsaid", "places_apart", "rating_below_floor",
        "rating_below_list", "rating_beyond_peak",
        "report_event_federation", "report_federation", "report_title", "round_skipped",
        "rounds_open", "sex_missing", "title_of_home", "title_unknown", "trf_day", "trf_rated",
        "trf_teams", "trf_ties", "unit_unknown",
    )
)  # fmt: skip


class Problem(NamedTuple):
    """Something wrong or doubtful: a key of `texts`, its words, and the place.

    `no` is the number of the player whom it is about, 0 where it is about the event.
    """

    key: str
    words: Mapping[str, object]
    where: str
    no: int = 0

    @property
    def stops(self) -> bool:
        """Whether nothing can be rated before it is mended."""
        return self.key not in NOTICES


#: What a message calls a value: the name of an argument, or words in each language.
Called = Union[str, Problem]


def format_message(problem: Problem, language: str = "en") -> str:
    """A problem or something to look at, in words."""
    words = {name: _word(value, language) for name, value in problem.words.items()}
    return in_words(language, problem.key, words)


#: What places are named by, where they are made.
PLACE = re.compile(r", (sheet|table|cell|line|column|row|round|player|part|event) (?=\S)")


def place_in(where: str, language: str) -> str:
    """A place in a language: its parts are English as long as nobody reads them.

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


def placed_words(where: str, words: str, language: str) -> str:
    """What is said, behind its place where it has one.

    >>> placed_words("a.csv, line 2", "?", "zh")
    'a.csv，第 2 行：?'
    """
    return f"{place_in(where, language)}{between(language, ':')}{words}" if where else words


def error_of(problem: Problem, kind: Type[Error]) -> Error:
    """The error that tells a problem, in whatever language it is asked for later.

    >>> from xlrating.engine.errors import EventError
    >>> str(error_of(Problem("plays_self", {"no": 3}, "line 2"), EventError))
    'line 2: player 3 is paired with themselves; correct one of the two numbers'
    """
    error = kind(format_message(problem), problem.where)
    error.problem = problem
    return error


def make_error(kind: Type[Error], key: str, where: str = "", /, **words: object) -> Error:
    """The error whose words the texts have under a key: `where` is its place.

    >>> from xlrating.engine.errors import ArgumentError
    >>> str(make_error(ArgumentError, "opt_bins", "--width", width=0))
    '--width: the width of the bins is 0; it must be above 0'
    """
    return error_of(Problem(key, words, where), kind)


def _word(value: object, language: str) -> object:
    """What one problem says of others, in words."""
    if isinstance(value, Problem):
        return format_message(value, language)
    if isinstance(value, tuple):
        return tuple(_word(part, language) for part in value)
    return value
