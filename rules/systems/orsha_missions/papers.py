"""What is shown, printed and looked up of a mission: its numbers, the order of battle, sheets, and every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.contract import SideView
from rules.engine.staged import StagedView
from rules.features.documents import NUMBER, Chart, Column, Library, Sheet, SheetTable, Shelf, table
from rules.features.standing import Facts, PublicView
from rules.systems.orsha_missions.printed import ENEMY, FRIENDLY, Mission, Readings, parts, printed, tables_under
from rules.systems.orsha_missions.state import ENDED, Context, PublicRoom, SecretRoom, UnitRow
from rules.text import gettext


def figures(ctx: Context) -> list[tuple[str, str]]:
    """The numbers of the mission and what else is on record, by label; "–" is a number that is kept at the table."""
    public, points = ctx.public, ctx.score
    numbers = {key: number_text(key, public.numbers[key]) if key in public.numbers else "–" for key in printed().labels}
    rows = [
        (gettext("Game Turn"), str(public.turn)),
        (gettext("Victory Points"), f"FRIENDLY {points[FRIENDLY]}, ENEMY {points[ENEMY]}"),
        ("ENEMY", gettext("SAN {enemy_san}, AC# {enemy_ac}, RE#s {enemy_re}", **numbers)),
        ("FRIENDLY", gettext("SAN {friendly_san}, RE#s {friendly_re}", **numbers)),
        ("VPO", gettext("{held} of {vpo} yours", held=public.number("held"), vpo=numbers["vpo"])),
    ]
    rows += [(gettext(parts()[key].label), parts()[key].display(value)) for key, value in public.facts.items()]
    rows += [
        (gettext("Mapboards"), ", ".join(public.boards)),
        (gettext("Minefields"), ", ".join(public.mines)),
        (gettext("Minefields of unknown strength"), str(public.number("unknown_mines") or "")),
        (gettext("Wrecks rolled for"), str(public.number("wrecks") or "")),
        (gettext("Under Recall"), ", ".join(public.recalled)),
        (gettext("ENEMY reinforcements"), gettext("a dr in each ENEMY RPh") if public.number("reinforcement") else ""),
    ]
    return [(label, value) for label, value in rows if value]


def number_text(key: str, number: int) -> str:
    """A number on record as text: both of a pair of RE#s, yes or no for a flag."""
    if key in printed().either:
        return gettext("Yes") if number else gettext("No")
    return f"{number}/{number + 1}" if key.endswith("_re") else str(number)


def forces(units: Iterable[UnitRow]) -> list[tuple[str, int]]:
    """How many there are of each counter, in the reader's words."""
    return [*Counter(gettext(line.name) for line in units for _ in range(line.number)).items()]


def units_of(key: str, readings: Readings) -> list[UnitRow]:
    """The printed order of battle of a mission as its campaign reads it."""
    units = printed().mission[key].under(vars(readings)).units
    return [UnitRow(unit.name, unit.number, afv=unit.afv) for unit in units]


@dataclass(frozen=True, kw_only=True)
class MissionPublic(PublicView):
    """The mission as its own page shows it."""

    room: PublicRoom

    @property
    def facts(self) -> Sequence[Facts]:
        """The numbers, the order of battle, and what of the mission is kept at the table."""
        ctx = Context(self.room, SecretRoom(""))
        return (
            Facts(gettext("The mission"), tuple(figures(ctx))),
            Facts(gettext("Order of battle"), tuple((name, str(number)) for name, number in forces(self.room.units))),
            Facts(gettext("To keep at the table"), tuple(kept_at_the_table(ctx.mission, ctx.public.readings))),
        )


@dataclass(frozen=True)
class MissionView(StagedView[MissionPublic, SideView, Context]):
    """All a page may show."""

    def facts(self, mine: SideView) -> Iterator[tuple[str, str]]:
        """The numbers, and the order of battle in short."""
        if self.ctx:
            yield from figures(self.ctx)
            units = (f"{number} x {name}" for name, number in forces(self.ctx.public.units))
            yield gettext("Order of battle"), ", ".join(units)

    def cycle(self, ctx: Context) -> Sequence[str]:
        """What is asked now alone: a mission goes as its board goes."""
        return (ctx.stage,)


def kept_at_the_table(mission: Mission, readings: Readings) -> Iterator[tuple[str, str]]:
    """The special rules that the player keeps, each by its number, as the campaign reads them."""
    return ((note.rule, gettext(note.text)) for note in mission.under(vars(readings)).notes)


def sheets(public: PublicRoom, result: str) -> Mapping[str, Sheet]:
    """The mission card, the order of battle, the log, and the story at the end; `result` says how it ended."""
    ctx = Context(public, SecretRoom(""))
    columns = (Column(gettext("What"), 2), Column(gettext("Now"), 4), Column(gettext("Changes"), 3))
    numbers = table(gettext("Numbers"), columns, ((label, value, None) for label, value in figures(ctx)))
    forms = {
        "card": (gettext("Mission card"), (numbers, _rules(ctx.mission, ctx.public.readings)), False),
        "units": (gettext("Order of battle"), (_units(public),), False),
        "log": (gettext("Log"), (numbers,), True),
    }
    if public.stage == ENDED:
        forms["story"] = (gettext("Story"), (numbers, _units(public)), True)
    title, when = gettext(ctx.mission.title), gettext("Game Turn {turn}", turn=public.turn)
    notes = (result,) if result else ()
    return {key: Sheet(key, name, title, when, "", tables, notes, log) for key, (name, tables, log) in forms.items()}


def _rules(mission: Mission, readings: Readings) -> SheetTable:
    columns = (Column(gettext("Rule"), 1), Column(gettext("To keep at the table"), 6))
    return table(gettext("Rules of the mission"), columns, kept_at_the_table(mission, readings))


def _units(public: PublicRoom) -> SheetTable:
    """Every line with what brought it, and room for what becomes of it."""
    titles = ((gettext("Unit"), 3), (gettext("From"), 3), (gettext("Lost, Recalled"), 3))
    columns = (Column(gettext("Number"), 0.8, NUMBER), *(Column(*title) for title in titles))
    unmarked = Counter(public.recalled)
    rows = []
    for line in public.units:
        recalled = min(unmarked[line.name], line.number) if line.afv else 0
        unmarked[line.name] -= recalled
        part = parts().get(line.source)
        source = f"{gettext(part.label)} ({part.rule})" if part else gettext("as printed")
        message = gettext("Recalled: {number}", number=recalled) if recalled else None
        rows.append((line.number, gettext(line.name), source, message))
    return table(gettext(printed().friendly), columns, rows)


def library(readings: Readings) -> Library:
    """A shelf for each mission: every table with its odds, and the printed lists."""
    tables, worth = tables_under(readings), printed().worth
    shelves = []
    for key, mission in printed().mission.items():
        rolled = tuple(each for name, each in tables.items() if name.startswith(f"sasl.{key.lower()}_"))
        units = forces(units_of(key, readings))
        points = [
            (side.upper(), gettext(worth.get(what) or parts()[what].label), vp)
            for side, of in mission.vp.items()
            for what, vp in of.items()
        ]
        who = (Column(gettext("Who")), Column(gettext("For"), 5), Column("VP", kind=NUMBER))
        charts = (
            _chart(key, "units", gettext("{mission}: order of battle", mission=key), "OoB",
                   table("", (Column(gettext("Unit"), 4), Column(gettext("Number"), kind=NUMBER)), units)),
            _chart(key, "vp", gettext("{mission}: Victory Points", mission=key), "VP", table("", who, points)),
            _chart(key, "rules", gettext("{mission}: rules of the mission", mission=key), "MSR",
                   _rules(mission, readings)),
        )  # fmt: skip
        shelves.append(Shelf(gettext(mission.title), rolled, charts))
    return Library(tuple(shelves))


def _chart(key: str, name: str, title: str, cite: str, content: SheetTable) -> Chart:
    return Chart(f"sasl.{key.lower()}_{name}", title, f"{key} {cite}", "printed", content)
