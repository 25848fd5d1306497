"""The pages of rule sets as officials read them: words for every row, in three languages."""

from __future__ import annotations

import re

import pytest
from needs import EVERY

from xlrating.cli import main
from xlrating.cli.rules_page import news, page
from xlrating.engine.aligned import width, wrapped
from xlrating.engine.languages import LANGUAGES
from xlrating.engine.rules.frozen import parts
from xlrating.engine.rules.ruleset import RuleSet, available, editions, load
from xlrating.engine.texts import wording

#: A rule set, a language, and lines of its page.
LINES = {
    ("malaysia", "en"): ["king   Malaysian King of Chess", "team ", "Last compared with its source"],
    ("malaysia", "zh"): ["king   大马棋王赛", "在“首页”表选择", "最近一次与原文核对"],
    ("malaysia", "ru"): ["Король сянци Малайзии", "на листе «Начало»", "Последняя сверка"],
    ("fide", "en"): [
        "120 minutes in games with a player of 2400", "60 minutes in all other games",
    ],
    ("fide", "zh"): ["有 1800 分以上棋手的对局：90 分钟", "国际棋联手册 B.02"],
    ("fide", "ru"): ["120 мин. в партиях с игроком от 2400", "Справочник ФИДЕ"],
    ("cxa-rapid", "en"): ["list of 10-01: events that end from 01-01 to 09-30"],
    ("cxa-rapid", "zh"): ["01-01 的名单：10-01 至 12-31 结束的赛事"],
    ("cxa-rapid", "ru"): ["список 01-01: турниры, закончившиеся с 10-01 по 12-31", "Китайская"],
    ("dwz", "zh"): ["德国国际象棋协会", "低于 2110：0.64 × 等级分 + 760"],
    ("uscf", "ru"): ["М. Гликман, Т. Доун", "при неизвестном возрасте — с 750"],
    ("uscf", "en"): ["From FIDE, up to 2000: 1.5667 × FIDE − 1073 [Rule 28D1 (2025)]"],
    ("fide@2024-03-01", "en"): ["below 2000: 0.6 × rating + 800"],
    ("dwz", "en"): ["below 1000: rating + 400", "below 2110: 0.64 × rating + 760"],
    ("cxa-rapid@2021-10-15", "en"): ["men 2550.0, women 2350.0 Grandmaster"],
}  # fmt: skip


@pytest.mark.parametrize(("name", "language"), LINES)
def test_the_page_of_a_rule_set(name: str, language: str) -> None:
    """注; FIDE 1.1; 第五条: rows have words, sheets and sources are those of the language."""
    found = re.sub(r"\s+", " ", page(name, language))
    for line in LINES[name, language]:
        assert re.sub(r"\s+", " ", line) in found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", available())
def test_no_row_is_numbers_alone(name: str, language: str) -> None:
    """Promise: every row of a table is said in words; no line begins with a closing sign."""
    for day in (None, *(editions(name) if language == "en" or EVERY else ())):
        for choice in ("", ":list=rapid") if name == "fide" else ("",):
            lines = page(f"{name}@{day}{choice}" if day else f"{name}{choice}", language)
            for line in lines.splitlines():
                assert not re.fullmatch(r"\s+\S*[\d.]+(\s+[\d.]+)+\s*", line), line
                assert line.strip()[:1] not in tuple("，。、；：！？）》」"), line


@pytest.mark.parametrize("columns", [12, 40, 92])
def test_no_line_cuts_a_number(columns: int) -> None:
    """Promise: a Chinese page has its numbers and words whole, in lines no longer than they may be."""
    for name in available():
        rules = load(name)
        for part in parts(RuleSet):
            text = getattr(getattr(rules, part), "reading", {}) or {}
            lines = wrapped(text.get("zh", ""), columns)
            words = re.findall(r"[\w.]+", text.get("zh", ""), re.ASCII)
            assert re.findall(r"[\w.]+", "\n".join(lines), re.ASCII) == words
            longest = max(map(len, words), default=0) + 6
            assert all(width(line) <= max(columns, longest) for line in lines)


@pytest.mark.parametrize("name", available())
def test_every_source_has_a_day_and_translations(name: str) -> None:
    """Promise: each page says when its source was compared, in words of the reader's language."""
    for day in (None, *editions(name)):
        for choice in ("", ":list=rapid") if name == "fide" else ("",):
            rules = load(f"{name}@{day}{choice}" if day else f"{name}{choice}")
            assert rules.compared is not None
            assert set(rules.sources) == set(LANGUAGES) - {"en"} and all(rules.sources.values())
    starts = {language: wording("tab_start")[language] for language in LANGUAGES}
    for language in ("zh", "ru"):
        assert f" {starts['en']} " not in page(name, language)


def test_the_days_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Promise: `rules --news` lists the days, the latest first."""
    assert main(["rules", "--news"]) == 0
    days = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert days == sorted(days, reverse=True) and len(days) == len(available())
    assert news("malaysia", "ru").startswith("2026-") and "методика" in news("malaysia", "ru")
