"""The columns of Games from Paste: a line without typed players has the pasted data of its row.

And the words that Paste recognises.
"""

from __future__ import annotations

from collections.abc import Callable

from ...engine.vocabulary.spellings import in_language
from ...exchange.addresses import address, span
from .. import inputs, texts_columns
from ..builder import Builder
from ..file.grid import Value
from ..pasted import AFTER, ASKED, BEFORE, BYES, DIGITS, GAME, HEADS, RESULTS, UNREAD
from ..plan import Plan
from ..table import FIRST_ROW, HEAD_ROW, SheetColumn, mirror
from ..words import quoted
from .lean import MARK

KEY = "Paste"
#: What a pasted line is to Games: it counts, is not understood, has players typed in its place, or
#: is a title that names another round.
COUNTS, LOST, TWICE, OTHER = 1, 2, 3, 4
#: The words for nobody, then those in the headings of Black and of results; the text in titles
#: before the number of a round, and after it.
WORDS, _BEFORE, _AFTER = "paste_words", "paste_before", "paste_after"
#: All digits in a row, to be combined with each of the words in a column.
_DIGITS = f"(COLUMN({span(0, 0, 0, len(DIGITS) - 1)})-1)"


#: What typed results must not recalculate: all of Rounds depends on it.
_PAIRING = ("board", "white", "black")


def columns(
    plan: Plan,
    typed: list[SheetColumn],
    is_typed: Callable[[int], Value],
    code: Callable[[int], Value],
) -> list[SheetColumn]:
    """Hidden columns of inputs or pasted data; `code` gives the result of a line."""
    if not plan.takes_pairings:
        return inputs.raw(typed, ("board", "result", "moves"), _PAIRING)
    pasted = f"IF([pasted]={COUNTS},{of_paste('result')},{MARK})"
    counts = f"IF([raw_result]={MARK},{pasted},[raw_result])"
    # Read in their columns: all of Paste depends on it, and a typed result does not touch it.
    nobody = ",".join(f'{inputs.plain(f"[in_{side}|]")}=""' for side in ("white", "black"))
    return [
        *inputs.raw(typed, ("board", "moves"), _PAIRING),
        mirror("typed", is_typed, f"IF(AND({nobody}),0,1)"),
        mirror("pasted", lambda _: 0, _counting()),
        mirror("result", lambda i: inputs.read(code(i)), counts),
    ]


def of_paste(part: str) -> str:
    """A formula of Games: a column of Paste in the same line."""
    return f"INDEX([{KEY}.{part}],ROW()-ROW({address(HEAD_ROW, 0, 'rc')}))"


def is_other_result(plan: Plan) -> str:
    """A formula of Games: whether a result is typed and another one pasted; a bye may be open."""
    other, asked = of_paste("result"), quoted(in_language(ASKED, plan.fixed_language))
    is_there = f"{other}<>{MARK},{other}<>{asked}"
    return f"AND([pasted]={COUNTS},[raw_result]<>{MARK},{is_there},{other}<>[result_seen])"


def _counting() -> str:
    typed = f"IF({of_paste('kind')}={UNREAD},{LOST},{COUNTS})"
    other = f"IF({of_paste('other')}=1,{OTHER},0)"
    return f"IF({of_paste('kind')}<{GAME},{other},IF([typed]=1,{TWICE},{typed}))"


def result(code: Callable[[int], Value]) -> SheetColumn:
    """The column of the result that counts, typed or pasted, as the list of results has it."""
    known = "INDEX([Rules.result_code],[result_row])"
    formula = f'IF([result_row]=0,IF([result]={MARK},"",[result]),{known})'
    return SheetColumn("result_seen", code, formula, "mirror_center", 10, heading="result")


def names_other() -> str:
    """The formula for 1 in a title that does not name the round that begins there, else 0."""
    text = "LOWER([said_1])"
    named = _named_in(text, "[begins]", "[begins]")
    longer = _named_in(text, f"[begins]&{_DIGITS}", f"{_DIGITS}&[begins]")
    return f"IF(N([begins])=0,0,IF({named}>{longer},0,1))"


def is_title(text: str) -> str:
    """The test that a text, in the form of names, has the word for a round and a number."""
    return f"{_named_in(text, _DIGITS, _DIGITS)}>0"


def _named_in(text: str, behind: str, before: str) -> str:
    """The formula of how many names of a round a text has: a number after a word, or before."""
    parts = (f"{_BEFORE}&{behind}", f"{before}&{_AFTER}")
    return "+".join(f"SUMPRODUCT(1*ISNUMBER(FIND({part},{text})))" for part in parts)


def place_words(builder: Builder) -> None:
    """Put the words on the hidden sheet Texts, where formulas look them up."""
    col, row = texts_columns.PASTE, FIRST_ROW
    lists = (WORDS, (*BYES, *HEADS, *RESULTS)), (_BEFORE, BEFORE), (_AFTER, AFTER)
    for name, words in lists:
        builder.put_list(name, col, words, row)
        row += len(words)
