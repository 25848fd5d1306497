"""Workbooks whose engine columns are live: the same builder, with the calls of one program."""

from __future__ import annotations

from dataclasses import replace

from ..engine.errors import ArgumentError
from ..workbook.book import build
from ..workbook.file.writer import to_bytes
from ..workbook.plan import Functions, Plan
from .excel import addin as excel
from .lambdas import workbook as lambdas
from .lambdas.rules import is_sum
from .libreoffice import extension as calc
from .lite import workbook as lite

#: The programs, and what stands before a function's name in their files.
PREFIXES = {
    "libreoffice": calc.HOST.stored,
    "excel": excel.HOST.stored,
    "lambda": lambdas.HOST.stored,
    "lite": lite.HOST.stored,
}


def workbook(plan: Plan, host: str, output: str) -> bytes:
    """The file of a plan with the functions of this program beside the native formulas.

    Raises `ArgumentError` for rules that the functions or the formulas do not have in full,
    and for an `output` that cannot hold them.
    """
    if not plan.native:
        raise ArgumentError(
            f"{plan.rules.id} has no formulas of its own to compare with; leave --functions out"
        )
    if host == "lambda" and not is_sum(plan.rules):
        raise ArgumentError(
            f"the LAMBDA functions do not have all that {plan.rules.reference} asks for; "
            "choose --functions libreoffice, excel or lite"
        )
    functions = Functions(host, PREFIXES[host])
    book = build(replace(plan, engine=True, functions=functions))
    if host == "lambda":
        lambdas.add_to(book, plan.rules)
    if host == "excel":
        return to_bytes(book, plan.language, excel.carry)
    made = to_bytes(book, plan.language)
    return lite.carried(made, plan.language) if host == "lite" else made
