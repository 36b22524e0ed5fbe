"""A small chart for tests of everything that reads or keeps charts, and a game that asks for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from rules.engine.charts import ChartColumn, ChartSchema, ChartSheet, Content

SHIPS = ChartSheet(
    "ships",
    "Ships",
    "1",
    "One line a ship.",
    (
        ChartColumn("id", "ID", "text", required=True, pattern="[A-Z][0-9]", help="A letter and a number."),
        ChartColumn("name", "Name", "text", required=True, most=20),
        ChartColumn("price", "Price", "number", required=True, low=0, high=50),
        ChartColumn("hulls", "Hulls", "raised", low=1, high=20),
        ChartColumn("flag", "Flag", "choice", choices={"red": "Red Fleet", "blue": "Blue"}),
        ChartColumn("rig", "Rig", "several", choices={"sail": "Sail", "oars": "Oars"}),
        ChartColumn("guns", "Guns", "counted", low=1, high=9),
    ),
    unique=("id",),
    fewest=1,
    most=5,
)
PORTS = ChartSheet("ports", "Ports", "2", "Where they lie.", (ChartColumn("ship", "Ship", "text", required=True),))


PRACTICE: Content = {
    "ships": (
        {
            "id": "A1",
            "name": "Ark",
            "price": 7,
            "hulls": [10, 2],
            "flag": "red",
            "rig": ["sail"],
            "guns": [["Long", 2]],
        },
        {"id": "B1", "name": "Bark", "price": 3, "hulls": None, "flag": "", "rig": [], "guns": []},
    ),
    "ports": ({"ship": "A1"},),
}


def schema() -> ChartSchema:
    def row(sheet: str, row: Any) -> Any:
        if sheet == "ships" and row["flag"] == "red" and row["price"] > 10:
            yield "price", "too dear for the reds.", "Enter at most 10."

    def whole(content: Any) -> Any:
        for n, port in enumerate(content["ports"]):
            if port["ship"] not in {ship["id"] for ship in content["ships"]}:
                yield "ports", n, ("ship", "no such ship.", "Enter an ID of Ships.")

    return ChartSchema("Ships of the bay", (SHIPS, PORTS), PRACTICE, row, whole)


GAME = SimpleNamespace(key="ships", title="Ships", sides={"german": "German", "russian": "Russian"}, charts=schema())
"""As much of a game as charts need."""
