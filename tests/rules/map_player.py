"""Players who do anything the rules allow, on the practice map: they paint, draw lines, name hexes that are there."""

from __future__ import annotations

from typing import Any, ClassVar

from rules.asl.steps.aftermath.front_lines import LINE, TAKE, ProposedPerimeter
from rules.asl.steps.aftermath.map_lines import ENEMY_AT, MMC_AT, UNITS_AT
from rules.asl.steps.setup.lots import lots
from rules.contract import Refused
from rules.ground import painting
from rules.ground.campaign_map import Ground
from rules.ground.fields import HexField
from rules.ground.hexes import EDGES, Hex, beside
from rules.systems.oto2.state import enemy
from tests.maps.practice import practice_map
from tests.rules import random_player, votg_random_player
from tests.rules.driver import COUNTED
from tests.rules.random_player import Random

LONGEST_SIDE = 5
"""Of a box that is painted."""


class OnMap(Random):
    """A campaign on the practice map of its game."""

    key: ClassVar[str]
    corner = "A1"

    def __init__(self, seed: int, **options: Any) -> None:
        super().__init__(seed, **{"map": practice_map(self.key), **options})

    @property
    def ground(self) -> Ground:
        """The map with who has which hex."""
        found = self.system.ground(self.state)
        assert found is not None
        return found

    def act(self, side: str) -> bool:
        if self.public.stage == "battle" and self.chance.random() < 0.06:
            self.order(side, painting.ORDER, holder=self.chance.choice((*self.sides, "")), hexes=self.box())
        return super().act(side)

    def answer(self, side: str) -> bool:
        """What the page proposes; where a hex is asked for that lies along an edge, one of a corner."""
        grid = self.ground.sheet.grid
        for corner in (place for edge in EDGES for place in (grid.edge(edge)[0], grid.edge(edge)[-1])):
            self.corner = str(corner)
            try:
                return super().answer(side)
            except Refused:
                continue
        return super().answer(side)

    def blank(self, field: Any) -> Any:
        """A corner where the driver without a map has one."""
        found = super().blank(field)
        return self.corner if found == "A1" else found

    def hex(self) -> Hex:
        """Any hex of the map."""
        return self.chance.choice(self.ground.sheet.grid.hexes)

    def box(self) -> str:
        """A box of hexes, as it is written."""
        grid, start = self.ground.sheet.grid, self.hex()
        around = {start}
        for _ in range(self.chance.randint(0, LONGEST_SIDE)):
            around |= {place for each in around for place in grid.beside(each)}
        return painting.hexes_text(around)

    def on_perimeter(self, side: str, task: Any) -> bool:
        """Who draws a line says where he stands, and takes what he is offered or leaves it."""
        if self.chance.random() < 0.1:
            return super().on_form(side, task)
        fields = {field.name: field.value for field in task.fields}
        if self.context(side).pending.get(ProposedPerimeter) is None:
            self.order(side, "enter", **{**fields, **self.standing(side)})
            return True
        # Nobody is refused the line that was proposed to him.
        self.order(side, "enter", **{**fields, TAKE: self.chance.random() < 0.8})
        return True

    def standing(self, side: str) -> dict[str, str]:
        """Where a side says that units are: on hexes of its own, near them, and upstairs there."""
        grid, control = self.ground.sheet.grid, self.ground.control
        own = [name for name, who in control.items() if who == side]
        near = [str(place) for name in own if (here := grid.hex(name)) for place in beside(here) if place in grid]
        loose = [name for name in near if control.get(name, side) == side] or own

        def some(names: list[str]) -> str:
            return ", ".join(self.chance.sample(names, min(len(names), self.chance.randint(0, 6))))

        sheet = self.ground.sheet
        enemy = [name for name in near if control.get(name) != side]
        up = [f"{name}/1" for name in (*near, *own) if (place := grid.hex(name)) and sheet.highest(place)]
        above = self.chance.sample(sorted({*up}), min(len({*up}), self.chance.randint(0, 3)))
        mine, theirs = above[:2], above[2:]
        return {
            MMC_AT: ", ".join(filter(None, (some(loose), *mine))),
            UNITS_AT: some(own),
            ENEMY_AT: ", ".join(filter(None, (some(enemy), *theirs))),
        }

    def report(self, task: Any) -> dict[str, Any]:
        """With a remark, for its figures are seldom those of the map."""
        return {**super().report(task), "note": COUNTED}

    def value(self, field: Any) -> Any:
        """A hex of the map where one is asked for."""
        if isinstance(field, HexField) and not field.name.startswith(LINE):
            return str(self.hex()) if self.chance.random() < 0.8 else field.value
        return super().value(field)


class OrshaOnMap(OnMap, random_player.Wild):
    """Onslaught to Orsha 2 on its practice map: now and then a Location with Fortifications is lost (7.5073)."""

    key = "oto2"

    def act(self, side: str) -> bool:
        if self.public.stage == "battle" and self.table_luck.random() < 0.1:
            grid = self.ground.sheet.grid
            works = (c.place for c in self.room(side).on_hand if c.kind == "fortification" and c.place)
            if lost := sorted({str(place) for each in works if (place := grid.hex(each))}):
                taken = self.table_luck.choice(lost)
                self.order(side, painting.ORDER, holder=enemy(side), hexes=taken)
        return super().act(side)

    def on_placing(self, side: str, task: Any) -> bool:
        """Anything; or works on the side's own hexes, and all else as it is proposed."""
        own = [name for name, who in self.ground.control.items() if who == side]
        works = [lot.field for lot in lots(self.context(side)) if lot.section == "works"]
        chosen = {field: self.table_luck.choice(own) for field in works if own and self.table_luck.random() < 0.5}
        return self.tries(side, "enter", **chosen) or super().on_placing(side, task)


class ValorOnMap(OnMap, votg_random_player.Wild):
    """Valor of the Guards on its practice map."""

    key = "votg"
    places = ("", "K20", "L3")

    def value(self, field: Any) -> Any:
        """Stone where a burnt building of stone is asked for; of what else burnt, what is proposed."""
        if field.name.startswith("name_"):
            sheet = self.ground.sheet
            return str(self.chance.choice([here for here in sheet.grid.hexes if sheet.terrain(here).stone]))
        if field.name == "wooden" or field.name.startswith("single_"):
            return field.value
        return super().value(field)


PLAYERS: dict[str, type[OnMap]] = {each.key: each for each in (OrshaOnMap, ValorOnMap)}
