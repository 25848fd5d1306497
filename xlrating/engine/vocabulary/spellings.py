"""Results as people write them: one table for the engine, CSV and workbook formulas.

A spelling is first normalised, character by character, then looked up. Codes are those of
`event.RESULTS`.
"""

from __future__ import annotations

import re
from typing import Mapping, Tuple

from ..languages import LANGUAGE, LANGUAGES

#: Characters and their replacements, in order; a formula does the same with SUBSTITUTE.
#: The last three are wildcards when a formula searches; = and + begin formulas.
REPLACED: Tuple[Tuple[str, str], ...] = (
    (" ", ""), ("\u00a0", ""), ("\u3000", ""), ("\u2009", ""), ("\u202f", ""), ("\u00ad", ""),
    ("０", "0"), ("１", "1"), ("．", "."), ("，", ","), ("／", "/"), ("=", "＝"), ("+", "＋"),
    ("1/2", "½"), ("0.5", "½"), ("0,5", "½"),
    (":", "-"), ("：", "-"), ("比", "-"), ("–", "-"), ("—", "-"), ("−", "-"), ("－", "-"),
    ("*", "∗"), ("?", "？"), ("~", "∼"),
)  # fmt: skip

#: Normalised spellings other than the codes. A single score is the first player's.
MEANT: Mapping[str, str] = {
    "1": "1-0", "½": "½-½", "0": "0-1",
    "＝": "½-½", "＝-＝": "½-½", "＝/＝": "½-½",
    "＋/-": "1-0 F", "＋--": "1-0 F", "＋-": "1-0 F",
    "-/＋": "0-1 F", "--＋": "0-1 F", "-＋": "0-1 F",
    "-/-": "0-0 F", "---": "0-0 F",
    "胜": "1-0", "和": "½-½", "负": "0-1",
    "红胜": "1-0", "黑胜": "0-1", "先胜": "1-0", "后胜": "0-1",
    "和棋": "½-½", "和局": "½-½", "平": "½-½", "平局": "½-½", "红弃权": "0-1 F", "黑弃权": "1-0 F",
    "∗": "POSTPONED",
    "W": "1-0", "D": "½-½", "L": "0-1", "НИЧЬЯ": "½-½",
    # Unplayed: kontumaz, контумация; and as Vega writes it.
    "1-0K": "1-0 F", "0-1K": "0-1 F", "1-0К": "1-0 F", "0-1К": "0-1 F",
    "1F-0F": "1-0 F", "0F-1F": "0-1 F", "0F-0F": "0-0 F",
    "PAB": "BYE 1", "FPB": "BYE 1 R", "HPB": "BYE ½", "ZPB": "BYE 0",  # as FIDE calls them
}  # fmt: skip

#: Results in words, as in files; nobody types that much into a template's cell.
IN_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("WHITEWINS", "WHITEWON", "REDWINS", "REDWON", "WEISSGEWINNT", "WHITE",
                     "БЕЛЫЕ", "БЕЛЫЕВЫИГРАЛИ", "ПОБЕДАБЕЛЫХ", "红方胜", "红先胜", "黑负", "黑方负",
                     "白胜", "白方胜"),
                    "1-0"),
    **dict.fromkeys(("BLACKWINS", "BLACKWON", "SCHWARZGEWINNT", "BLACK", "ЧЁРНЫЕ", "ЧЕРНЫЕ",
                     "ЧЁРНЫЕВЫИГРАЛИ", "ЧЕРНЫЕВЫИГРАЛИ", "ПОБЕДАЧЁРНЫХ", "ПОБЕДАЧЕРНЫХ",
                     "黑方胜", "先负", "红先负", "红负", "红方负",
                     "白负", "白方负"), "0-1"),
    **dict.fromkeys(("DRAW", "DRAWN", "REMIS", "TABLAS", "EMPATE", "PATTA", "NULLE", "REMÍZA",
                     "REMÍZ", "REMIZ", "DÖNTETLEN", "BERABERE", "HÒA", "SERI", "PAREGGIO", "НІЧИЯ",
                     "先和", "后和", "红先和", "红和", "黑和", "引き分け", "무승부", ".5-.5"),
                    "½-½"),
    **{f"{score}{word}": f"{score} F" for score in ("1-0", "0-1", "0-0")
       for word in ("FF", "(FF)", "FORFEIT", "(FORFEIT)", "(F)", "WO", "W.O.", "KAMPFLOS",
                    "(KAMPFLOS)", "KL", "KL.", "(KL)", "НЕЯВКА", "(НЕЯВКА)", "弃权", "(弃权)",
                    "（弃权）")},
    # As of a single score, the first player's.
    **dict.fromkeys(("不战胜", "不战而胜", "弃权胜", "胜弃权", "胜(弃权)", "胜（弃权）",
                     "黑方弃权"),
                    "1-0 F"),
    **dict.fromkeys(("不战负", "弃权负", "负弃权", "负(弃权)", "负（弃权）", "红方弃权"), "0-1 F"),
    **dict.fromkeys(("双弃权", "双方弃权", "均弃权"), "0-0 F"),
    **dict.fromkeys(("ADJOURNED", "POSTPONED", "HÄNGEPARTIE"), "POSTPONED"),
}  # fmt: skip

#: What a spreadsheet makes of a result that looks like a date, 1/2, or like a time, 1:0.
A_DAY = re.compile(
    r"\d{4}-\d\d-\d\d.*|\d{1,2}(?:-|\. ?)[^\W\d_]{3,}\.?|[^\W\d_]{3,}\.?[- ]?\d\d|"
    r"(?:\d{4}年)?\d\d?月\d\d?日|\d\d([./])\d\d\1\d{4}"
)
A_TIME = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?", re.IGNORECASE)

#: Ambiguous spellings, with their possible results. V and N are a win and a draw in
#: some languages and a loss in others; in no workbook language do they have only one meaning.
UNCLEAR: Mapping[str, Tuple[str, ...]] = {
    "＋": ("1-0", "1-0 F"),
    "-": ("0-1", "0-1 F", "POSTPONED"),
    "--": ("0-0 F", "POSTPONED"),
    "F": ("1-0 F", "0-1 F", "0-0 F"),
    # Victoire or Verlust; nulle, Niederlage or no result.
    "V": ("1-0", "0-1"),
    "N": ("½-½", "0-1", "POSTPONED"),
    "BYE": ("BYE 1", "BYE ½", "BYE 0"),
    "弃权": ("1-0 F", "0-1 F", "0-0 F"),
    "НЕЯВКА": ("1-0 F", "0-1 F", "0-0 F"),
    "轮空": ("BYE 1", "BYE ½", "BYE 0"),
    "СВОБОДЕН": ("BYE 1", "BYE ½", "BYE 0"),
}


def in_language(code: str, language: str) -> str:
    """A result's code as lists in that language show it.

    >>> in_language("BYE 1", "zh"), in_language("1-0 F", "ru"), in_language("1-0 F", "en")
    ('轮空 1', '1-0 НЕЯВКА', '1-0 F')
    """
    words = LANGUAGE[language].words
    return " ".join(words.get(part, part) for part in code.split(" "))


def plain_result(text: str) -> str:
    """A result's spelling in normalised form, as `MEANT` and `UNCLEAR` have it.

    >>> plain_result(" 0,5 : 0.5 "), plain_result("bye 1/2")
    ('½-½', 'BYE½')
    """
    for found, meant in REPLACED:
        text = text.replace(found, meant)
    return "".join(text.split()).upper()


def plain_codes(code: str) -> Tuple[str, ...]:
    """A result's code in every language, in normalised form.

    >>> plain_codes("BYE 1")
    ('BYE1', '轮空1', 'СВОБОДЕН1')
    """
    return tuple(dict.fromkeys(plain_result(in_language(code, each)) for each in LANGUAGES))
