"""Countries and regions in three languages: the table is that of the Unicode CLDR, as babel has it.

`python tests/test_territories.py` writes it anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel import Locale
from babel.core import get_global
from office import Office, differences, written
from workbooks import games, plan_of, write

from xlrating.engine.event import Event, Player
from xlrating.engine.inspection import inspected
from xlrating.engine.rules.ruleset import load
from xlrating.engine.terms.start import is_foreign, start_of
from xlrating.engine.texts import sheet_name
from xlrating.engine.vocabulary.places import abroad, territories

TABLE = Path(__file__).parents[1] / "xlrating" / "engine" / "vocabulary" / "territories.toml"

HEAD = """# Countries and regions: their codes (ISO, then IOC and FIDE where they differ) and names in English,
# Chinese and Russian. From the Unicode CLDR (Unicode License v3), written by
# tests/test_territories.py, which also has the names and codes that the CLDR has not.
"""

#: The codes of the IOC and of FIDE where they are not those of ISO 3166.
SPORT = {
    "DZA": "ALG", "ASM": "ASA", "AGO": "ANG", "ATG": "ANT", "ABW": "ARU", "BHS": "BAH",
    "BHR": "BRN", "BGD": "BAN", "BRB": "BAR", "BLZ": "BIZ", "BMU": "BER", "BTN": "BHU",
    "BWA": "BOT", "VGB": "IVB", "BRN": "BRU", "BGR": "BUL", "BFA": "BUR", "KHM": "CAM",
    "CYM": "CAY", "TCD": "CHA", "CHL": "CHI", "COG": "CGO", "CRI": "CRC", "HRV": "CRO",
    "DNK": "DEN", "SLV": "ESA", "GNQ": "GEQ", "FJI": "FIJ", "GMB": "GAM", "DEU": "GER",
    "GRC": "GRE", "GRD": "GRN", "GTM": "GUA", "GIN": "GUI", "GNB": "GBS", "HTI": "HAI",
    "HND": "HON", "IDN": "INA", "IRN": "IRI", "KWT": "KUW", "LVA": "LAT", "LBN": "LIB",
    "LSO": "LES", "LBY": "LBA", "MDG": "MAD", "MWI": "MAW", "MYS": "MAS", "MRT": "MTN",
    "MUS": "MRI", "MCO": "MON MNC", "MNG": "MGL", "MMR": "MYA", "NPL": "NEP", "NLD": "NED",
    "NIC": "NCA", "NER": "NIG", "NGA": "NGR", "OMN": "OMA", "PSE": "PLE", "PRY": "PAR",
    "PHL": "PHI", "PRT": "POR", "PRI": "PUR", "WSM": "SAM", "SAU": "KSA", "SYC": "SEY",
    "SGP": "SIN", "SVN": "SLO", "SLB": "SOL", "ZAF": "RSA", "LKA": "SRI", "KNA": "SKN",
    "VCT": "VIN", "SDN": "SUD", "CHE": "SUI", "TWN": "TPE", "TZA": "TAN", "TGO": "TOG",
    "TON": "TGA", "ARE": "UAE", "VIR": "ISV", "URY": "URU", "VUT": "VAN", "VNM": "VIE",
    "ZMB": "ZAM", "ZWE": "ZIM", "GBR": "ENG SCO WLS", "FRO": "FAI", "JEY": "JCI", "GGY": "GCI",
    "IMN": "IOM", "XKX": "KOS", "TTO": "TRI", "ROU": "ROM", "BES": "AHO", "MAC": "MFM",
}  # fmt: skip

#: Names that players of chess and xiangqi go by, which the CLDR spells otherwise.
MORE = {
    "HKG": ("香港", "中国香港", "中國香港", "Hong Kong", "Гонконг"),
    "MAC": ("澳门", "澳門", "中国澳门", "Macao", "Macau", "Макао"),
    "TWN": ("台湾", "臺灣", "中国台湾", "台北", "中华台北", "中国台北", "Chinese Taipei", "Тайвань"),
    "MYS": ("大马", "东马", "西马", "砂拉越", "砂劳越", "沙巴", "Sarawak", "Sabah", "Саравак"),
    "GBR": ("England", "Scotland", "Wales", "英格兰", "苏格兰", "威尔士", "Англия", "Шотландия",
            "Уэльс", "Great Britain", "UK"),
    "USA": ("USA", "United States of America", "США"), "IDN": ("印尼",), "AUS": ("澳洲",),
    "SHN": ("St. Helena",), "NZL": ("纽西兰",), "VNM": ("Viet Nam",), "KOR": ("韩国", "Korea", "Южная Корея", "Корея"),
    "PRK": ("朝鲜", "КНДР"), "RUS": ("俄国", "РФ"), "CZE": ("Czech Republic", "Чешская Республика"),
    "TUR": ("Turkey",), "MMR": ("Burma",), "ARE": ("UAE", "阿联酋"), "NLD": ("Holland", "Голландия"),
    "CHN": ("PR China", "P.R. China", "中华人民共和国", "КНР", "中国"), "MKD": ("Macedonia", "Македония"),
    "SWZ": ("Swaziland",), "CPV": ("Cape Verde",), "MDA": ("Молдавия",), "KGZ": ("Киргизстан",),
    "BLR": ("Белоруссия",), "CIV": ("Ivory Coast",),
}  # fmt: skip


def made() -> str:
    """The table as babel gives it."""
    locales = [Locale(language) for language in ("en", "zh", "ru")]
    longer = {
        names[0]: code
        for code, names in get_global("territory_aliases").items()
        if re.fullmatch("[A-Z]{3}", code) and len(names) == 1
    }
    longer["XK"] = "XKX"
    for short in ("EU", "EZ", "UN", "QO", "ZZ", "XA", "XB", "AA"):
        longer.pop(short, None)
    lines = []
    for short in sorted(longer, key=lambda code: longer[code]):
        code = longer[short]
        names = [str(where.territories[short]) for where in locales if short in where.territories]
        if not names:
            continue
        names = list(dict.fromkeys([*names, *MORE.get(code, ())]))
        codes = [code, *SPORT.get(code, "").split()]
        listed = ", ".join(f'"{name}"' for name in names)
        lines.append(f'{code} = {{ codes = "{" ".join(codes)}", names = [{listed}] }}')
    return HEAD + "\n".join(lines) + "\n"


def test_the_table_is_that_of_the_library() -> None:
    """Well kept: the table is written from the CLDR; nobody edits it by hand."""
    assert TABLE.read_text("utf-8") == made(), "run: python tests/test_territories.py"
    assert len(territories()) > 240


CXA = load("cxa-rapid").start
assert CXA is not None

#: Units as people write them: abroad, at home, or not known.
UNITS: dict[str, bool | None] = {
    **dict.fromkeys((
        "越南", "越南队", "越南胡志明市", "Vietnam", "VIETNAM", "viet nam", "Вьетнам",
        "VIE", "VNM", "香港", "中国香港", "香港象棋总会", "Hong Kong", "HKG", "澳门", "Macau", "MAC",
        "台湾", "中华台北", "中国台北", "Chinese Taipei", "TPE", "马来西亚", "大马", "东马", "Malaysia",
        "МАЛАЙЗИЯ", "新加坡", "柬埔寨", "德国", "GER", "DEU", "美国东部", "Germany Xiangqi",
        "印度尼西亚", "蒙古", "Гонконг", "Hong-Kong",
    ), True),
    **dict.fromkeys((
        "CHN", "中国", "China", "Китай", "广东", "广东队", "广东省", "广州", "内蒙古", "北京", "上海",
        "杭州环境集团", "浙江民泰银行", "德州", "朝阳", "煤矿", "火车头", "深圳", "昆山", "句容", "芒市",
        "新疆维吾尔自治区", "延边朝鲜族自治州",
    ), False),
    **dict.fromkeys(("凤凰棋社", "Phoenix", "民泰银行", "Georgian House", "man", "Việt Nam"), None),
}  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_where_a_unit_lies(unit: str) -> None:
    """第十二条, 大陆以外国家和地区: names and codes are known, at home what the mainland has."""
    expected = UNITS[unit]
    assert CXA is not None
    assert abroad(unit, CXA.home, CXA.home_places) is expected
    player = Player(1, "A", federation=unit, title="")
    assert is_foreign(player, CXA) is bool(expected)
    # 其他棋手不计算快棋等级分: no standard value of a home player for somebody from abroad.
    assert (start_of(player, load("cxa-rapid")) is None) is bool(expected)


def test_no_place_at_home_begins_like_another_country() -> None:
    """The longest name decides; only China itself stands before regions that are abroad."""
    assert CXA is not None
    names = {name for one in territories().values() if "CHN" not in one.codes for name in one.names}
    for own in CXA.home_places:
        assert not [name for name in names if name.startswith(own) or own.startswith(name)], own


def test_a_mark_goes_before_the_unit() -> None:
    """hint_foreign: x is abroad, - is home, whatever the unit is."""
    assert CXA is not None
    for mark, expected in (("x", True), ("-", False)):
        for unit in ("越南", "广东", "Phoenix"):
            assert is_foreign(Player(1, federation=unit, facts={"foreign": mark}), CXA) is expected


@pytest.mark.in_turn
def test_formulas_know_the_same_places(office: Office, tmp_path: Path) -> None:
    """A template takes every unit as the engine does, and asks where it is not known."""
    players = tuple(
        Player(no, f"p{no}", federation=unit, sex="m") for no, unit in enumerate(UNITS, 1)
    )
    lines = games(*((1, no, no + 1, "1-0") for no in range(1, len(players), 2)))
    event = Event(players, lines, rounds=1)
    path = write(plan_of(event, "cxa-rapid", "zh", engine=False), tmp_path / "units.xlsx")
    assert differences(path, office) == []
    players_sheet = written(path)[sheet_name("zh", "Players")]
    told = " ".join(str(cell) for row in players_sheet for cell in row)
    asked = [
        one.words["unit"]
        for one in inspected(event, load("cxa-rapid"))
        if one.key == "unit_unknown"
    ]
    assert "凤凰棋社" in asked and "越南" not in asked
    assert "无法判断“凤凰棋社”" in told


if __name__ == "__main__":
    TABLE.write_text(made(), "utf-8")
