"""`manage.py table`: look a table up on the command line, with the exact chance of every result. Needs no database."""

from __future__ import annotations

import difflib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules import systems
from rules.dice import notation
from rules.engine.chances import odds, odds_of, two_digits
from rules.engine.data_files import load_tables, read_toml, under
from rules.tables import Row, Table


class Command(BaseCommand):
    """Lists the tables, or shows one under a DRM, a roll and rulings."""

    help = "Shows a table of a game system with its odds; without an id, lists all tables."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", nargs="?", help="such as oto2.cpp")
        parser.add_argument("--drm", type=int, default=0, help="sum of the modifiers")
        parser.add_argument("--roll", type=int, help="Original total of the dice: also shows the row it hits")
        parser.add_argument("--ruling", action="append", default=[], metavar="KEY=CHOICE", help="a reading of a doubt")

    def handle(self, *args: Any, **options: Any) -> None:
        tables: dict[str, Table] = {}
        for folder in _folders():
            if (folder / "tables").is_dir():
                tables |= load_tables(folder / "tables")
        if not options["id"]:
            for table in tables.values():
                self.stdout.write(f"{table.id:28} {table.title} ({table.cite})")
            return
        name = options["id"]
        if name not in tables:
            near = difflib.get_close_matches(name, tables, n=3, cutoff=0.5)
            raise CommandError(f"There is no table {name}." + (f" Near it: {', '.join(near)}." if near else ""))
        table = under(tables[name], _chosen(options["ruling"]))
        drm, roll = options["drm"], options["roll"]
        hit = [] if roll is None else [_hit(table, roll, drm)]
        dice = notation(table.dice, table.sides, tens=table.tens) if table.dice else "no roll"
        lines = [f"{table.title} ({table.cite}), {table.status}, {dice}" + (f" {drm:+d}" if drm else "")]
        for each in table.modifiers:
            counted = f"× {each.counted}" + (f" / {each.per}" if each.per > 1 else "") if each.counted else each.when
            lines.append(f"  {each.value:+d} {counted} ({each.cite or table.cite})")
        self.stdout.write("\n".join([*lines, *_rows(table, drm), *hit]))


def _folders() -> list[Path]:
    return sorted(path for root in systems.__path__ for path in Path(root).glob("[!_]*/data") if path.is_dir())


def _chosen(options: list[str]) -> dict[str, str]:
    """The rulings asked for, each checked against its possible readings."""
    files = (folder / "rulings.toml" for folder in _folders())
    every_ruling = (ruling for file in files if file.exists() for ruling in read_toml(file)["ruling"])
    rulings = {ruling["key"]: [reading["key"] for reading in ruling["readings"]] for ruling in every_ruling}
    chosen = {}
    for text in options:
        key, _, choice = text.partition("=")
        if key not in rulings:
            near = difflib.get_close_matches(key, rulings, n=3, cutoff=0.5)
            raise CommandError(f"There is no ruling {key}." + (f" Near it: {', '.join(near)}." if near else ""))
        if choice not in rulings[key]:
            raise CommandError(f"Ruling {key} is one of {', '.join(rulings[key])}, not {choice or 'nothing'}.")
        chosen[key] = choice
    return chosen


def _rows(table: Table, drm: int) -> list[str]:
    if not table.dice:
        return [_row_text(row) for row in table.rows]
    try:
        return [f"{_row_text(row)}  {chance} ({float(chance):.1%})" for row, chance in odds_of(table, drm)]
    except LookupError as error:
        raise CommandError(f"A DRM of {drm:+d} leads off the table: {error}.") from error


def _hit(table: Table, roll: int, drm: int) -> str:
    if not table.dice:
        raise CommandError(f"{table.id} is not rolled on ({table.cite}).")
    possible = two_digits(table.sides) if table.tens else odds(table.dice, table.sides)
    lowest, highest = min(possible), max(possible)
    if roll not in possible:
        raise CommandError(f"A roll for {table.id} is from {lowest} to {highest}, not {roll}.")
    try:
        row = table.row(roll + drm, roll)
    except LookupError as error:
        raise CommandError(f"{error}.") from error
    return f"Roll {roll}{f' {drm:+d} = {roll + drm}' if drm else ''}: {_values(row)}"


def _row_text(row: Row) -> str:
    return f"{_limits(row):>8}  {_values(row)}"


def _limits(row: Row) -> str:
    if row.original:
        return f"Orig. {row.low}"
    if row.low is None and row.high is None:
        return row.printed
    if row.low is None or row.high is None:
        return f"≥ {row.low}" if row.high is None else f"≤ {row.high}"
    return str(row.low) if row.low == row.high else f"{row.low}-{row.high}"


def _values(row: Row) -> str:
    texts = {name: "-" if value is None else str(value) for name, value in row.values.items()}
    return (
        next(iter(texts.values())) if len(texts) == 1 else "; ".join(f"{name} {text}" for name, text in texts.items())
    )
