"""Where every number of Valor of the Guards comes from: a page made from its data.

`python -m tests.votg_data` writes docs/votg-data.md; a test fails when it is out of date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rules.engine.data_files import load_tables, read_toml
from rules.systems.votg.pack import DATA as FILES
from rules.systems.votg.pack import pack
from rules.systems.votg.provenance import STATUSES, Origin, constants
from rules.tables import Table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "votg-data.md"
DATA = FILES.folder


@cache
def tables() -> Mapping[str, Table]:
    """All tables by id."""
    return load_tables(DATA / "tables")


@cache
def rulings() -> list[dict[str, Any]]:
    """The doubts of the print."""
    return list(read_toml(DATA / "rulings.toml")["ruling"])


def page() -> str:
    """The page as it has to be."""
    found = list(constants())
    counts = Counter[str](table.status for table in tables().values())
    told = ", ".join(f"{counts[status]} {status}" for status in STATUSES)
    lines = [
        "# Valor of the Guards: where its numbers come from",
        "",
        "Made by `python -m tests.votg_data` from the game's data; a test fails when it is out of date.",
        "",
        "*Printed* stands so in the rules, *inferred* is a reading of them, *missing* is cut off or stands in charts",
        "of the owner's. A doubt that changes a result is a ruling, which the founder of a campaign may change.",
        "",
        "## Missing",
        "",
        "| what | rule | what stands in for it |",
        "|---|---|---|",
        *(f"| {row.what} | {row.cite} | {row.stands_in} |" for row in pack().missing),
        "",
        f"## Tables: {told}",
        "",
        "| table | rule | status | doubt |",
        "|---|---|---|---|",
        *(_table(table) for status in STATUSES for table in tables().values() if table.status == status),
        "",
        "## Everything else",
        "",
        "| what | rule | status | hangs on ruling |",
        "|---|---|---|---|",
        *(_datum(each) for status in STATUSES for each in found if each.status == status),
        "",
        f"## Rulings: {len(rulings())}",
        "",
        "| ruling | question | default | why | rule |",
        "|---|---|---|---|---|",
        *(_ruling(row) for row in rulings()),
    ]
    return "\n".join(lines) + "\n"


def _table(table: Table) -> str:
    return f"| {table.title} (`{table.id}`) | {table.cite} | {table.status} | {' '.join(table.doubt)} |"


def _datum(each: Origin) -> str:
    names = f": {', '.join(each.names)}" if each.names else ""
    return f"| {each.where}{names} | {each.cite} | {each.status} | {', '.join(each.rulings)} |"


def _ruling(row: Mapping[str, Any]) -> str:
    default = next(reading["text"] for reading in row["readings"] if reading["key"] == row["default"])
    return f"| {row['key']} | {row['question']} | {default} | {row['why']} | {row['cite']} |"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")


if __name__ == "__main__":
    main()
