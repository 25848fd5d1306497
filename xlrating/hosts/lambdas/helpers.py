"""Helpers shared by the workbook's functions: rules by name, arguments from cells, games.

`{number}` is a number of the rules in the line `line` of their sheet.
"""

from __future__ import annotations

from ...engine.player_facts import K_BOUNDS
from ...functions.cells import OPEN_END
from ...functions.headed import IDEOGRAPHS
from ...workbook.formulas.typed import sex_code

_LEAST_K, _MOST_K = K_BOUNDS
#: The games that count for no one's own rating, and the points from them.
_GAMES = """all,TOCOL(XLR.MET(opponents,line)),
        got,XLR.RESULTS(all,scores),
        met,XLR.GAMES(all,got,"",line),
        played,XLR.COUNT(met)"""
_POINTS = 'XLR.SUM(IF(met="","",got))'

HELPERS = {
    # Unlike MATCH, XMATCH and = treat * and ? literally.
    "XLR.ROW": """LAMBDA(ruleset,default,IF(ISERROR(ruleset),ruleset,LET(
        found,XMATCH(IF(TRIM(ruleset)="",default,ruleset),{names},0),
        IF(ISNUMBER(found),found,XLR.SPELT(XLR.PLAIN(ruleset,{blanks}))))))""",
    # A reference as people type it: any name of the rules, without blanks. Outside the
    # sheet it gives #REF!, which a name must not contain itself.
    "XLR.SPELT": """LAMBDA(typed,LET(
        end,MIN(FIND("@",typed&"@"),FIND(":",typed&":")),
        place,XMATCH(XLR.PLAIN(LEFT(typed,end-1),{ignored}),{spellings},0),
        found,XMATCH(INDEX({ids},place)&MID(typed,end,LEN(typed)),{names},0),
        IF(ISNUMBER(found),found,INDEX({names},ROWS({names})+1))))""",
    # Full-width letters as ordinary ones, without characters that make no difference.
    "XLR.PLAIN": """LAMBDA(typed,ignored,REDUCE("",SEQUENCE(LEN(typed)),LAMBDA(kept,i,LET(
        codepoint,UNICODE(MID(typed,i,1)),
        letter,IF(codepoint=12288," ",
        UNICHAR(IF(AND(codepoint>65280,codepoint<65375),codepoint-65248,codepoint))),
        IF(ISNUMBER(FIND(letter,ignored)),kept,kept&letter)))))""",
    # Blank rows at the end of whole columns are cut, the same number as in every program.
    "XLR.LAST": f"""LAMBDA(x,IF(ROWS(x)>{OPEN_END},LET(places,SEQUENCE(ROWS(x)),
        MAX(2,MAX(IFERROR(IF(x="",0,places),places)))),1))""",
    "XLR.CUT": f"LAMBDA(x,last,IF(ROWS(x)-last>{OPEN_END},TAKE(x,last),x))",
    "XLR.PART": """LAMBDA(x,last,headed,IF(ROWS(x)*COLUMNS(x)=1,x,
        XLR.BELOW(XLR.CUT(x,last),headed)))""",
    "XLR.BLANK": """LAMBDA(x,IF(x="","",x))""",
    # Whether a column or row begins with a heading: 1, far below 0 if not, 0 for any other range.
    "XLR.HEADED": """LAMBDA(x,IF(ROWS(x)*COLUMNS(x)=1,0,IF(MIN(ROWS(x),COLUMNS(x))>1,0,
        IF(ISTEXT(INDEX(x,1,1)),XLR.HEADING(INDEX(x,1,1)),-99))))""",
    "XLR.HEADING": f"""LAMBDA(typed,LET(first,LEFT(TRIM(typed),1),IF(first="",-99,LET(
        codepoint,UNICODE(first),
        digits,SUM(MAP(SEQUENCE(10),LAMBDA(i,IF(ISNUMBER(FIND(i-1,typed)),1,0)))),
        IF(digits>0,-99,IF(OR(NOT(EXACT(UPPER(first),LOWER(first))),
        AND(codepoint>={IDEOGRAPHS[0]},codepoint<{IDEOGRAPHS[1]})),1,-99))))))""",
    # With a blank instead of the heading, which is no game and has a blank result.
    "XLR.BELOW": """LAMBDA(x,headed,IF(headed,IF(ROWS(x)*COLUMNS(x)=1,x,
        IF(MIN(ROWS(x),COLUMNS(x))>1,x,IF(SEQUENCE(ROWS(x),COLUMNS(x))=1,"",x))),x))""",
    # A single value repeated to this size; a range must have this size already.
    "XLR.SPAN": """LAMBDA(x,high,wide,IF(ROWS(x)*COLUMNS(x)=1,IF(SEQUENCE(high,wide)>0,x),
        IF(AND(ROWS(x)=high,COLUMNS(x)=wide),x,#VALUE!)))""",
    "XLR.AT": "LAMBDA(x,i,IF(ROWS(x)*COLUMNS(x)=1,x,INDEX(x,i,1)))",
    "XLR.LINE": """LAMBDA(x,i,high,IF(ROWS(x)*COLUMNS(x)=1,IF(x="","",#VALUE!),
        IF(ROWS(x)=high,INDEX(x,i,0),#VALUE!)))""",
    # An argument: a single one is required, in a range a blank gives a blank.
    "XLR.GIVEN": """LAMBDA(x,IF(ROWS(x)*COLUMNS(x)=1,IF(x="",#VALUE!,x),IF(x="","",x)))""",
    # A value that is never 0, such as a place or title: a link to an empty cell shows 0.
    "XLR.NEEDED": """LAMBDA(x,IF(ROWS(x)*COLUMNS(x)=1,IF(x="",#VALUE!,IF(x=0,#VALUE!,x)),
        IF(x="","",IF(x=0,"",x))))""",
    # Ratings: 0 means none, unless the scale has a 0; values off the scale are errors.
    "XLR.RATING": """LAMBDA(x,line,IF(ROWS(x)*COLUMNS(x)=1,
        IF(x="",#VALUE!,IF(x=0,#VALUE!,XLR.HELD(x,line))),
        IF(XLR.MET(x,line)="","",XLR.HELD(x,line))))""",
    # On a scale with 0, a single 0 is a rating, too, for functions about one number.
    "XLR.NUMBER": """LAMBDA(x,line,IF(ROWS(x)*COLUMNS(x)=1,
        IF(XLR.MET(x,line)="",#VALUE!,XLR.HELD(x,line)),
        IF(XLR.MET(x,line)="","",XLR.HELD(x,line))))""",
    "XLR.KNOWN": """LAMBDA(x,line,IF(XLR.MET(x,line)="","",XLR.HELD(x,line)))""",
    "XLR.MET": """LAMBDA(x,line,IF(x="","",IF({lowest}>0,IF(x=0,"",x),x)))""",
    "XLR.HELD": """LAMBDA(x,line,LET(number,x+0,
        IF((number<{lowest})+(number>{highest})>0,SQRT(-1),number)))""",
    # A fact; no K and no age is 0, which a link to an empty cell shows.
    "XLR.FACT": """LAMBDA(x,IF(x="","",x+0))""",
    "XLR.SOME": """LAMBDA(x,IF(x="","",IF(x=0,"",x+0)))""",
    "XLR.WHOLE": """LAMBDA(x,IF(x="","",IF(x+0<0,SQRT(-1),IF(x+0<>INT(x+0),SQRT(-1),x+0))))""",
    "XLR.POSITIVE": """LAMBDA(x,IF(x="","",IF(x+0<=0,SQRT(-1),x+0)))""",
    "XLR.FIXED": f"""LAMBDA(x,IF(XLR.SOME(x)="","",IF(x+0<{_LEAST_K},#VALUE!,
        IF(x+0>{_MOST_K},#VALUE!,x+0))))""",
    # Cell by cell: not every program can search for each text of a column in another text.
    "XLR.SEX": "LAMBDA(x,IF(ROWS(x)*COLUMNS(x)=1,XLR.SEX.ONE(x),MAP(x,LAMBDA(a,XLR.SEX.ONE(a)))))",
    "XLR.SEX.ONE": f"""LAMBDA(x,IF(TRIM(x)="","",
        LET(known,{sex_code("x")},IF(known="",#VALUE!,known))))""",
    "XLR.SIDE": """LAMBDA(x,LET(side,LOWER(TRIM(x)),IF(side="","",
        IF(side="r","w",IF(side="w",side,IF(side="b",side,#VALUE!))))))""",
    # Helpers for whole columns use a sum and a product instead of OR and AND.
    "XLR.RATED": """LAMBDA(rating,other,line,IF(ISNUMBER({unrated_gap}),
        (ABS(rating-other)<{unrated_gap})+(rating<={unrated_above})*(other<={unrated_above})>0,
        TRUE))""",
    "XLR.POSSIBLE": """LAMBDA(score,games,LET(number,score+0,
        IF((number<0)+(number>games)+(number*2<>INT(number*2))>0,SQRT(-1),number)))""",
    # How many cells of a column are not blank, and their sum.
    "XLR.COUNT": """LAMBDA(x,SUM(IF(x="",0,1)))""",
    "XLR.SUM": """LAMBDA(x,SUM(IF(x="",0,x+0)))""",
    # Single scores with this sum, for rules that only use the sum.
    "XLR.SPREAD": """LAMBDA(met,total,LET(
        whole,XLR.POSSIBLE(SUM(total),XLR.COUNT(met)),
        MAP(met,SCAN(0,met,LAMBDA(counted,a,IF(a="",counted,counted+1))),LAMBDA(a,i,
            IF(a="","",MAX(0,MIN(1,whole-i+1)))))))""",
    # The scores of games, one each: as given, or single ones that make up a total.
    "XLR.RESULTS": """LAMBDA(all,scores,LET(given,TOCOL(XLR.BLANK(scores)),
        IF(ROWS(given)=ROWS(all),given,IF(ROWS(given)>1,#VALUE!,
        IF(INDEX(given,1,1)="",#VALUE!,XLR.SPREAD(all,given))))))""",
    # The opponents in games that count, blank in others; an error for an impossible one.
    "XLR.GAMES": """LAMBDA(all,got,rating,line,LET(
        met,IF((all="")+(got="")>0,"",all+0),
        amiss,SUM(IF(met="",0,ABS(got*(got-0.5)*(got-1)))),
        IF(OR(amiss>0,MIN({highest},met)<{lowest},MAX({lowest},met)>{highest}),SQRT(-1),TOCOL(
        IF(AND(ISNUMBER({unrated_gap}),rating<>""),
            IF(met="","",IF(XLR.RATED(rating,met,line),met,"")),met)))))""",
    # The side in each game that counts, if any is given.
    "XLR.SIDES": """LAMBDA(colours,met,LET(sides,TOCOL(XLR.SIDE(colours)),
        IF(XLR.COUNT(sides)=0,IF(met="","",""),IF(ROWS(sides)<>ROWS(met),#VALUE!,
        IF(met="","",IF(sides="",#VALUE!,sides))))))""",
    # How many of these games are in the last rounds.
    "XLR.LATE": """LAMBDA(final,games,line,IF(final="",0,IF(N({final_rounds})=0,0,
        IF(final>MIN({final_rounds},games),SQRT(-1),final))))""",
    "XLR.RATE": """LAMBDA(rating,opponents,scores,colours,final,facts,line,LET(
        all,TOCOL(XLR.MET(opponents,line)),
        got,XLR.RESULTS(all,scores),
        met,XLR.GAMES(all,got,rating,line),
        sides,XLR.SIDES(colours,met),
        late,XLR.LATE(final,ROWS(all),line),
        wrong,rating&SUM(facts)&late&SUM(met)&XLR.COUNT(sides),
        IF(ISNUMBER({shape_NEW}),
        IF(AND({each}="game",ROWS(scores)*COLUMNS(scores)<ROWS(all)),#VALUE!,
        IF(ISERROR(wrong),wrong,XLR.NEW(rating,met,IF(met="","",got),sides,late,facts,line))),
        IF(ISERROR(line),line,NA()))))""",
    "XLR.FACTOR": """LAMBDA(rating,games,age,peak,opponent,score,final,index_,line,LET(
        facts,rating&games&age&peak&opponent&final&index_,
        late,XLR.LATE(final,999,line),
        IF(ISERROR(facts),facts,IF(ISERROR(late),late,
        IF(opponent="",XLR.K(rating,games,age,peak,rating,1,late,index_,line),
        IF(score="",#VALUE!,LET(points,XLR.POSSIBLE(score,1),IF(ISERROR(points),points,
            XLR.K(rating,games,age,peak,opponent,points,late,index_,line)))))))))""",
    "XLR.PERFORMED": f"""LAMBDA(opponents,scores,rating,line,LET({_GAMES},
        IF(ISERROR(rating),rating,IF(played=0,SQRT(-1),
        XLR.PERFORMANCE(met,played,{_POINTS},rating,line)))))""",
    "XLR.BEGUN": f"""LAMBDA(opponents,scores,line,LET({_GAMES},
        IF(played=0,SQRT(-1),XLR.FIRST(met,played,{_POINTS},line))))""",
}
