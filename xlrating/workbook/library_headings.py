"""The headings of each part of the players in a Library, by the rules of its workbook."""

from __future__ import annotations

from ..engine.rules.ruleset import RuleSet, load
from ..engine.terms.periods import does_standard_count, pace_of_list
from ..engine.vocabulary.headings import AT_PACE, spellings, template_spellings
from ..exchange.other_ratings import own_headings

#: Prizes by club use the column in which the federation is; with both headings, that one counts. A
#: player's own number is an ID; a bare number («Номер», "No.", 编号) counts the lines of a list,
#: and would appear as an ID in the report.
_ALSO = {
    "federation": ("club", "俱乐部", "代表队", "代表单位", "клуб"),
    "id": (
        "player_id", "member_id", "member_no", "membership_no", "棋手编号", "会员号", "等级分编号",
        "номер_игрока", "личный_номер", "членский_номер", "регистрационный_номер", "рег_номер",
        "номер_фшр", "id_фшр", "код_фшр", "номер_фиде", "id_фиде", "код_фиде",
        "код_fide",
    ),
    "name": ("участник", "игрок", "棋手", "选手"),
    "rating": ("рейт",),
}  # fmt: skip


def plain_heading(text: str) -> str:
    """A heading as the sheet compares it.

    >>> plain_heading(" FIDE  ID."), plain_heading("B-day")
    ('fide_id', 'b_day')
    """
    words = " ".join(part for part in text.lower().split(" ") if part)
    return words.replace("-", "_").replace(" ", "_").replace(".", "")


def headed_at_pace(part: str, rules: str) -> tuple[str, ...]:
    """The headings of a part at the pace of the list that the rules name; () for any other part.

    >>> headed_at_pace("rating", "fide:list=rapid")[:2], headed_at_pace("rating", "fide")
    (('rapid', '快棋'), ())
    """
    pace = pace_of_list(load(rules)) if rules and part in AT_PACE else ""
    return tuple(map(plain_heading, spellings(f"{pace}_{part}"))) if pace else ()


def stands_in(rules: RuleSet) -> bool:
    """Whether standard ratings on a list count for players without one at the rules' pace."""
    return pace_of_list(rules) != "" and does_standard_count(rules)


def headed(part: str, rules: str = "") -> tuple[str, ...]:
    """Every heading that means a part, the best known first; chess-results' Russian ones, too.

    Headings for ratings under the `rules` of a workbook go first: DWZ does not ask for an Elo.

    >>> "код_fide" in headed("id"), "рейт" in headed("rating")
    (True, True)
    >>> headed("rating", "dwz")[:2], "dwz" in headed("rating", "fide")
    (('dwz', 'rating'), False)
    """
    own = own_headings(rules) if part == "rating" else ()
    every = (*own, *template_spellings(part), *_ALSO.get(part, ()))
    return tuple(dict.fromkeys(map(plain_heading, every)))
