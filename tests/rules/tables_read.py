"""What a table of the rules says, compared with the printed one."""

from __future__ import annotations

from rules.dice import Reckoning
from rules.tables import Table


def check_rows(table: Table, text: str, column: str = "result") -> None:
    """Check a column against `text`: rows apart by `|`, each its totals (`<2`, `3-4`, `5`, `>12`) and its value."""
    for row in text.split("|"):
        totals, value = row.strip().split(" ", 1)
        for total in _totals(totals):
            found = table.row(total).values[column]
            assert str(found) == value, f"{table.id} {total}: {found}"


def _totals(text: str) -> range:
    """The totals that a row is checked for; of an open end those six beyond the last."""
    if text[0] in "<>":
        edge = int(text[1:])
        return range(edge - 6, edge + 1) if text[0] == "<" else range(edge, edge + 7)
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)


def final_total(table: Table, *dice: int, **counts: int) -> int:
    """The Final total of `dice` with the table's modifiers of these names and counts."""
    return Reckoning(dice, tuple(table.drm(key, count) for key, count in counts.items())).final
