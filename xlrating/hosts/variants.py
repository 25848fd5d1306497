"""Workbooks whose engine columns are live: the same builder, with calls of one host's functions."""

from __future__ import annotations

from dataclasses import replace

from ..engine.errors import ArgumentError
from ..workbook.book import build
from ..workbook.plan import FunctionHost, Plan
from . import host_of


def workbook(plan: Plan, name: str) -> bytes:
    """The file of a plan with a host's functions next to the native formulas.

    Raises `ArgumentError` for rules that the functions or the formulas do not fully support.
    """
    host = host_of(name)
    if not plan.native:
        raise ArgumentError(
            f"{plan.rules.id} has no formulas of its own to compare with; leave --functions out"
        )
    if not host.covers(plan.rules):
        raise ArgumentError(
            f"the LAMBDA functions do not have all that {plan.rules.reference} asks for; "
            "choose --functions libreoffice, excel or lite"
        )
    functions = FunctionHost(name, host.stored, host.by_player)
    book = build(replace(plan, engine=True, functions=functions))
    host.prepare(book, [plan.rules])
    return host.write(book, plan.language)
