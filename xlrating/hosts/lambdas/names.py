"""The worksheet functions as LAMBDAs: formulas of their own, in terms of the sheet of rules.

Written as one types them in Excel; `stored` turns them into what the file must contain.
"""

from __future__ import annotations

import re

from ...engine.rules.references import IGNORED
from ...exchange.addresses import address
from ...functions.cells import OPEN_END
from .rules import COLUMNS, SPELT, Rules

SHEET, CURVES = "Rules", "Curves"

#: Functions newer than the file format; a file must name them so.
_NEW = ("LAMBDA", "LET", "MAP", "REDUCE", "ISOMITTED", "SEQUENCE", "XMATCH", "UNICODE", "UNICHAR",
        "TAKE")  # fmt: skip
_WORD = re.compile(
    r"\[(?P<optional>[a-z]\w*)\]|(?<![\w.!$])(?P<name>[a-z]\w*)\b"
    rf"|\b(?P<new>{'|'.join(_NEW)})(?=\()"
)

#: The functions for the user: arguments as in the registry, the last ones optional.
ARGUMENTS = {
    "WE_TABLE": ("difference", "ruleset"),
    "DP_TABLE": ("share", "ruleset"),
    "EXPECTED_SCORE": ("rating", "opponent", "ruleset"),
    "K_FACTOR": ("rating", "ruleset", "games", "age", "peak"),
    "NEW_RATING": (*("rating", "opponents", "scores", "ruleset", "k", "games", "age", "peak"),),
    "RATING_CHANGE": (*("rating", "opponents", "scores", "ruleset", "k", "games", "age", "peak"),),
    "PERF_RATING": ("opponents", "scores", "ruleset"),
}


def stored(formula: str) -> str:
    """A formula as the file holds it: marked parameters, prefixed functions.

    >>> stored('LAMBDA(x,[y],IF(ISOMITTED(y),"x",Rules!$A$1*x))')
    '_xlfn.LAMBDA(_xlpm.x,_xlop.y,IF(_xlfn.ISOMITTED(_xlpm.y),"x",Rules!$A$1*_xlpm.x))'
    """

    def mark(found: re.Match[str]) -> str:
        if found["optional"]:
            return "_xlop." + found["optional"]
        return "_xlpm." + found["name"] if found["name"] else "_xlfn." + found["new"]

    parts = formula.split('"')
    return '"'.join(part if i % 2 else _WORD.sub(mark, part) for i, part in enumerate(parts))


def names(
    rules: Rules, optional: dict[str, set[str]], sheet: str = SHEET, curves_sheet: str = CURVES
) -> dict[str, str]:
    """Every defined name with its formula, as typed.

    `optional` says which arguments of each function may be left out, the sheets where the
    rules and the printed tables stand.
    """
    found = {name: _spaceless(text) for name, text in {**_HELPERS, **_k(rules)}.items()}
    for name, body in _BODIES.items():
        given = ",".join(f"[{a}]" if a in optional[name] else a for a in ARGUMENTS[name])
        found[name] = f"LAMBDA({given},{_spaceless(body)})"
    high, wide = len(rules.rows), max(1, len(rules.curves))
    ranges = {key: _range(sheet, col, col, high) for col, key in _columns()}
    curves = _range(curves_sheet, 0, wide - 1, max(map(len, rules.curves)))

    def place(match: re.Match[str]) -> str:
        key = match[1]
        if key == "curves":
            return curves
        if key == "open_end":
            return str(OPEN_END)
        if key in _SIGNS:
            return '"' + _SIGNS[key].replace('"', '""') + '"'
        return ranges[_WHOLE[key]] if key in _WHOLE else f"INDEX({ranges[key]},row)"

    return {name: re.sub(r"\{(\w+)\}", place, text) for name, text in found.items()}


def _columns() -> list[tuple[int, str]]:
    return list(enumerate(("name", *COLUMNS, *SPELT)))


def _range(sheet: str, first: int, last: int, high: int) -> str:
    """So many rows below the headings of a sheet."""
    return f"{sheet}!{address(1, first, 'rc')}:{address(high, last, 'rc')}"


def _spaceless(text: str) -> str:
    """Without the line breaks and indents that make it readable here."""
    return re.sub(r"\n\s*", "", text)


def _k(rules: Rules) -> dict[str, str]:
    head = "LAMBDA(rating,games,age,peak,"
    found = {f"XLR.K.T{i}": f"{head}{text})" for i, text in enumerate(rules.k_tables, 1)}
    calls = ",".join(f"{name}(rating,games,age,best)" for name in found)
    found["XLR.K"] = (
        "LAMBDA(rating,games,age,peak,row,LET("
        'top,IF(ISNUMBER(XLR.MET(peak,row)),XLR.HELD(peak,row),"-"),'
        "IF(ISERROR(rating+0),rating+0,IF(ISERROR(games&age&peak),#VALUE!,IF(ISERROR(top),top,"
        "IF(ISNUMBER({k_table}),"
        f"LET(best,IF(ISNUMBER(top),MAX(rating,top),rating),CHOOSE({{k_table}},{calls})),NA()))))))"
    )
    return found


#: What is passed over in a reference, and in the name of rules.
_SIGNS = {"blanks": " \u00a0", "ignored": IGNORED}

#: Columns that are looked through, and not asked for one row.
_WHOLE = {"names": "name", "spellings": "spelling", "ids": "id"}

#: What several functions use. `{column}` is the cell of that column in the row `row`.
_HELPERS = {
    # XMATCH and =, unlike MATCH, take * and ? for themselves.
    "XLR.ROW": """LAMBDA(ruleset,IF(ISERROR(ruleset),ruleset,LET(
        found,XMATCH(IF(TRIM(ruleset)="","elo",ruleset),{names},0),
        IF(ISNUMBER(found),found,XLR.SPELT(XLR.PLAIN(ruleset,{blanks}))))))""",
    # A reference as people type it: by any name of the rules, without the blanks. Outside the
    # sheet is #REF!, which a name must not hold itself.
    "XLR.SPELT": """LAMBDA(typed,LET(
        end,MIN(FIND("@",typed&"@"),FIND(":",typed&":")),
        place,XMATCH(XLR.PLAIN(LEFT(typed,end-1),{ignored}),{spellings},0),
        found,XMATCH(INDEX({ids},place)&MID(typed,end,LEN(typed)),{names},0),
        IF(ISNUMBER(found),found,INDEX({names},ROWS({names})+1))))""",
    # Letters of full width as narrow ones, and without those that make no difference.
    "XLR.PLAIN": """LAMBDA(typed,ignored,REDUCE("",SEQUENCE(LEN(typed)),LAMBDA(kept,i,LET(
        code,UNICODE(MID(typed,i,1)),
        sign,IF(code=12288," ",UNICHAR(IF(AND(code>65280,code<65375),code-65248,code))),
        IF(ISNUMBER(FIND(sign,ignored)),kept,kept&sign)))))""",
    # Blank rows at the end of whole columns are cut: {open_end} of them, as in every program.
    "XLR.LAST": """LAMBDA(x,IF(ROWS(x)>{open_end},LET(places,SEQUENCE(ROWS(x)),
        MAX(2,MAX(IFERROR(IF(x="",0,places),places)))),1))""",
    "XLR.CUT": "LAMBDA(x,last,IF(ROWS(x)-last>{open_end},TAKE(x,last),x))",
    # An argument: a single one must be there, in a range a blank gives a blank.
    "XLR.GIVEN": """LAMBDA(x,IF(ROWS(x)*COLUMNS(x)=1,IF(x="",#VALUE!,x),IF(x="","",x)))""",
    # Ratings: a 0 is none, where the scale of the rules has none; beyond the scale nobody is.
    "XLR.RATING": """LAMBDA(x,row,IF(ROWS(x)*COLUMNS(x)=1,
        IF(x="",#VALUE!,IF(x=0,#VALUE!,XLR.HELD(x,row))),
        IF(XLR.MET(x,row)="","",XLR.HELD(x,row))))""",
    "XLR.MET": """LAMBDA(x,row,IF(x="","",IF({least}>0,IF(x=0,"",x),x)))""",
    "XLR.HELD": """LAMBDA(x,row,IF(x+0<{least},SQRT(-1),IF(x+0>{most},SQRT(-1),x+0)))""",
    # A fact; nobody has a K or an age of 0, which a link to an empty cell shows.
    "XLR.FACT": """LAMBDA(x,IF(x="","",x+0))""",
    "XLR.SOME": """LAMBDA(x,IF(x="","",IF(x=0,"",x+0)))""",
    # A rounding by its name; binary noise is taken off before, so that halves are halves.
    "XLR.ROUND": """LAMBDA(x,way,places,LET(
        one,10^places,
        exact,ROUND(x,9),
        steps,ROUND(exact*one,9),
        IF(way="none",x,
        IF(way="half away from zero",ROUND(exact,places),
        IF(way="half up",INT(steps+0.5)/one,
        IF(way="down",INT(steps)/one,
        IF(way="nearest 5, half up",5*INT(steps/5+0.5)/one,NA())))))))""",
    "XLR.SHARE": """LAMBDA(d,row,LET(
        points,ROUND(ABS(d),9),
        upper,IF({model}="table",
            ROUND(MIN(1,0.5+SUMPRODUCT(--(INDEX({curves},0,{curve})<points))/100),2),
            IF({model}="logistic",1/(1+10^(-points/{number})),
            IF({model}="normal",NORMSDIST(points/SQRT({number})),
            IF({model}="linear",MAX(0,MIN(1,0.5+points/{number})),NA())))),
        share,IF(d>=0,upper,IF({model}="table",ROUND(1-upper,2),1-upper)),
        IF(ISNUMBER({places}),IF({places}<9,XLR.ROUND(share,{share_rounding},{places}),
            ROUND(share,{places})),share)))""",
    "XLR.POINTS": """LAMBDA(share,row,LET(
        part,ROUND(share,14),
        percent,IF({dp_model}="table",ROUND(ROUND(part*100,9),0),100*part),
        IF(OR(part<0,part>1),SQRT(-1),
        IF({dp_model}="linear",{dp_number}*(share-0.5),
        IF(OR(percent=0,percent=100),IF(ISNUMBER({full}),SIGN(part-0.5)*{full},NA()),
        IF({dp_model}="table",IF(percent>=50,INDEX({curves},percent-49,{dp_curve}),
            -INDEX({curves},51-percent,{dp_curve})),
        IF({dp_model}="logistic",{dp_number}*LOG10(share/(1-share)),
        IF({dp_model}="normal",SQRT({dp_number})*NORMSINV(share),NA()))))))))""",
    "XLR.RATED": """LAMBDA(rating,opponent,row,LET(other,XLR.HELD(opponent,row),
        IF(ISERROR(other),other,IF(ISNUMBER({unrated_gap}),
        OR(ABS(rating-other)<{unrated_gap},MAX(rating,other)<={unrated_above}),TRUE))))""",
    "XLR.PAIR": """LAMBDA(rating,opponent,row,
        IF(XLR.RATED(rating,opponent,row),
        XLR.SHARE(IF(NOT(ISNUMBER({cap})),rating-opponent,
        IF(IF(ISNUMBER({exempt_from}),rating>={exempt_from},FALSE),rating-opponent,
        MAX(-{cap},MIN({cap},rating-opponent)))),row),NA()))""",
    # One number for several opponents is the sum of the scores.
    "XLR.SUMS": """LAMBDA(opponents,scores,
        AND(ROWS(scores)*COLUMNS(scores)=1,ROWS(opponents)*COLUMNS(opponents)>1))""",
    "XLR.POSSIBLE": """LAMBDA(score,games,LET(number,score+0,
        IF(AND(number>=0,number<=games,number*2=INT(number*2)),number,SQRT(-1))))""",
    "XLR.COUNT": """LAMBDA(opponents,scores,IF(XLR.SUMS(opponents,scores),
        SUM(MAP(opponents,LAMBDA(a,IF(a="",0,1)))),
        SUM(MAP(opponents,scores,LAMBDA(a,b,IF(OR(a="",b=""),0,1))))))""",
    "XLR.SCORE": """LAMBDA(opponents,scores,games,IF(XLR.SUMS(opponents,scores),
        XLR.POSSIBLE(SUM(scores),games),
        SUM(MAP(opponents,scores,LAMBDA(a,b,IF(OR(a="",b=""),0,XLR.POSSIBLE(b,1)))))))""",
    "XLR.GAIN": """LAMBDA(rating,opponents,scores,row,IF(XLR.SUMS(opponents,scores),
        XLR.SCORE(opponents,scores,XLR.COUNT(opponents,scores))
            -SUM(MAP(opponents,LAMBDA(a,IF(a="",0,XLR.PAIR(rating,a,row))))),
        SUM(MAP(opponents,scores,LAMBDA(a,b,IF(OR(a="",b=""),0,
            IF(XLR.RATED(rating,a,row),
            XLR.POSSIBLE(b,1)-XLR.PAIR(rating,a,row),0*XLR.POSSIBLE(b,1))))))))""",
    "XLR.GAMES": """LAMBDA(rating,opponents,scores,row,IF(XLR.SUMS(opponents,scores),
        XLR.COUNT(opponents,scores),
        SUM(MAP(opponents,scores,LAMBDA(a,b,IF(OR(a="",b=""),0,
            IF(XLR.RATED(rating,a,row),1,0)))))))""",
    "XLR.CHANGE": """LAMBDA(rating,opponents,scores,row,k,games,age,peak,LET(
        played,XLR.GAMES(rating,opponents,scores,row),
        own,IF(ISERROR(k),k,IF(ISNUMBER(k),IF(k<0,SQRT(-1),k),XLR.K(rating,games,age,peak,row))),
        most,IF(ISNUMBER({k_most}),
            IF(AND(played>0,own*played>{k_most}),INT({k_most}/MAX(played,1)),own),own),
        exact,most*XLR.GAIN(rating,opponents,scores,row)+0*rating,
        IF({sums}=TRUE,IF({model}="table",ROUND(exact,9),exact),NA())))""",
    "XLR.NEW": """LAMBDA(rating,opponents,scores,row,k,games,age,peak,LET(
        change,XLR.CHANGE(rating,opponents,scores,row,k,games,age,peak),
        IF({change_of}="rating",
        XLR.ROUND(rating+change,{change_rounding},{change_places}),
        rating+XLR.ROUND(change,{change_rounding},{change_places}))))""",
    # A fact of one player: the only one, or that of the row.
    "XLR.AT": "LAMBDA(facts,i,IF(ROWS(facts)=1,facts,INDEX(facts,i,1)))",
}

_ROW = 'row,XLR.ROW(IF(ISOMITTED(ruleset),"",ruleset))'
_KNOWN = ",".join(
    f'known_{a},IF(ISOMITTED({a}),"",{read}({a}))'
    for a, read in (("games", "XLR.FACT"), ("age", "XLR.SOME"), ("peak", "XLR.FACT"))
)
#: A blank cell becomes "" before MAP sees it, which might take it for a 0.
_GAMES = (
    "last,MAX(XLR.LAST(opponents),XLR.LAST(scores)),"
    'met,XLR.CUT(XLR.MET(opponents,row),last),got,XLR.CUT(IF(scores="","",scores),last)'
)
_FACTS = ("known_k", "known_games", "known_age", "known_peak")


def _of_players(one: str) -> str:
    """A function of one player, or of a column of them with a row of games for each."""
    facts = ",".join(_FACTS)
    at = ",".join(f"XLR.AT({fact},i)" for fact in _FACTS)
    known = f'LET({_ROW},known_k,IF(ISOMITTED(k),"",XLR.SOME(k)),{_KNOWN},{_GAMES}'
    return f"""{known},
        IF(ROWS(rating)=1,{one}(XLR.RATING(rating,row),met,got,row,{facts}),LET(
        own,XLR.CUT(XLR.RATING(rating,row),MAX(last,XLR.LAST(rating))),
        MAP(own,SEQUENCE(ROWS(own)),LAMBDA(a,i,IF(a="","",
            {one}(a,INDEX(met,i,0),INDEX(got,i,0),row,{at})))))))"""


_BODIES = {
    "WE_TABLE": f"""LET({_ROW},
        MAP(XLR.GIVEN(XLR.CUT(difference,XLR.LAST(difference))),LAMBDA(a,IF(a="","",XLR.SHARE(a,row)))))""",
    "DP_TABLE": f"""LET({_ROW},
        MAP(XLR.GIVEN(XLR.CUT(share,XLR.LAST(share))),LAMBDA(a,IF(a="","",XLR.POINTS(a,row)))))""",
    "EXPECTED_SCORE": f"""LET({_ROW},
        last,MAX(XLR.LAST(rating),XLR.LAST(opponent)),
        own,XLR.CUT(rating,last),
        other,XLR.CUT(opponent,last),
        MAP(IF(other="","",XLR.RATING(own,row)),IF(own="","",XLR.RATING(other,row)),
        LAMBDA(a,b,IF(OR(a="",b=""),"",XLR.PAIR(a,b,row)))))""",
    "K_FACTOR": f"""LET({_ROW},{_KNOWN},
        MAP(XLR.RATING(XLR.CUT(rating,XLR.LAST(rating)),row),LAMBDA(a,IF(a="","",XLR.K(a,known_games,known_age,known_peak,row)))))""",
    "NEW_RATING": _of_players("XLR.NEW"),
    "RATING_CHANGE": _of_players("XLR.CHANGE"),
    "PERF_RATING": f"""LET({_ROW},{_GAMES},
        games,XLR.COUNT(met,got),
        score,XLR.SCORE(met,got,games),
        total,IF(XLR.SUMS(met,got),SUM(MAP(met,LAMBDA(a,IF(a="",0,XLR.HELD(a,row))))),
            SUM(MAP(met,got,LAMBDA(a,b,IF(OR(a="",b=""),0,XLR.HELD(a,row)))))),
        IF({{performs}}=TRUE,
        IF(games=0,SQRT(-1),XLR.ROUND(
            XLR.ROUND(total/games,{{average_rounding}},0)+XLR.POINTS(score/games,row),
            {{performance_rounding}},0)),NA()))""",
}
