"""The order of battle on screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import Http404
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_noop

from campaigns import access, pages, recorded
from campaigns.actions import RECORDED
from campaigns.ledger import journal
from campaigns.models import OF_A_SIDE, Role, Seat
from campaigns.talk.pages import ShownMessage, notes_on_counters
from rosters.entries import COUNT, MARK, ORIGIN, TAKE, Typed
from rosters.waiting import WaitingGain, waiting
from rules import registry
from rules.contract import PUBLIC, Refused
from rules.features.forces import Forces, ForcesPile, ForcesSection, GroupName, HasForces, ManualChanges, UnitAct

KEPT = ("enter", "also", "by", "section")
"""What of an address stays as it is after a press."""
TOLL = {"eliminate": gettext_noop("Lost"), "reduce": gettext_noop("Reduced")}
"""The acts that are entered beside the conditions, in the lines that offer them."""
OPEN = "open"
"""The name by which an address says whose line is open: of counters by their name, or of a pile by its line's id."""


@dataclass(frozen=True)
class ForceCell:
    """What may have befallen some counters of a line: the entry's name, what stands in it, what is wrong with it."""

    label: str
    name: str
    value: str
    error: str = ""


@dataclass(frozen=True)
class PileRow:
    """Counters that are alike, with the number typed in beside them and what is wrong with it.

    `group` is the one its counters came with. `origins` are the lines of it by their groups, if there is more than one;
    `cells` its conditions.
    `acts` and `marks` are what can be done with `number` of them, of the group of the pile `origin` if one was chosen.
    The line is `open` where that was done last.
    """

    pile: ForcesPile
    take: str = ""
    error: str = ""
    origins: tuple[PileRow, ...] = ()
    cells: tuple[ForceCell, ...] = ()
    acts: tuple[UnitAct, ...] = ()
    marks: tuple[str, ...] = ()
    number: str = "1"
    origin: str = ""
    open: bool = False
    group: GroupName | None = None

    @property
    def line(self) -> str:
        """The id of the line on the page, by which an address opens it."""
        return f"pile-{self.pile.key}"

    @property
    def fate(self) -> str:
        """What became of them, in words; nothing for those that are simply there."""
        return self.pile.fate


@dataclass(frozen=True)
class SectionRows:
    """A part of the order of battle."""

    title: str
    slug: str
    count: int
    rows: tuple[PileRow, ...]
    gone: tuple[PileRow, ...]

    @property
    def calls_back(self) -> bool:
        """Whether a number was typed beside something that is gone."""
        return any(row.take.strip() not in ("", "0") for row in self.gone)

    def holds(self, pile: ForcesPile) -> bool:
        """Whether a line here is this pile, or was put together of it and others."""
        return any({*pile.ids} <= {*row.pile.ids} for row in (*self.rows, *self.gone))

    @property
    def marked(self) -> tuple[PileRow, ...]:
        """The lines whose counters may get a condition here."""
        return tuple(row for row in self.rows if row.cells)


@dataclass(frozen=True)
class ForcesPage:
    """The order of battle of one side. `side` is None where the reader may look into none.

    `query` is what its address asks for: a `section`, the piles `by` group, to `enter` conditions,
    one of them `also`; whatever it does not know is left out. `notes` are those of the reader's side about counters.
    """

    frame: pages.Frame
    side: Forces | None
    others: list[tuple[str, str]]
    sections: tuple[SectionRows, ...]
    query: Mapping[str, str]
    changing: PileRow | None
    choices: ManualChanges
    may_write: bool
    why_not: str
    typed: Typed
    refusal: Refused | None
    recorded: recorded.JustRecorded | None = None
    waiting: tuple[WaitingGain, ...] = ()
    notes: Sequence[ShownMessage] = ()

    @property
    def chosen(self) -> str:
        """The section the page is filtered by."""
        return self.query.get("section", "")

    @property
    def conditions(self) -> bool:
        """Whether conditions are entered on it, and not losses."""
        return "enter" in self.query

    @property
    def by_group(self) -> bool:
        """Whether counters of different groups stand on lines of their own."""
        return "by" in self.query

    @property
    def visible_sections(self) -> list[SectionRows]:
        """The sections that are not filtered away; of all of them, the one with the counters that are being changed."""
        if self.changing and not self.chosen:
            return [section for section in self.sections if section.holds(self.changing.pile)]
        return [section for section in self.sections if self.chosen in ("", section.slug)]

    @property
    def tells_in_line(self) -> bool:
        """Whether what was recorded is told in the line it was done in."""
        return bool(self.recorded) and any(row.open for section in self.visible_sections for row in section.rows)

    @property
    def losing(self) -> Mapping[str, str]:
        return self.typed.entries if self.typed.act == "lose" else {}

    @property
    def adding(self) -> Mapping[str, str]:
        return self.typed.entries if self.typed.act == "add" else {}

    @property
    def claiming(self) -> Mapping[str, str]:
        return self.typed.entries if self.typed.act == "claim" else {}

    @property
    def marks(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The conditions a change offers: those the counters have or are asked first about, and the others."""
        assert self.changing is not None
        like, changed = self.changing.pile.like, {*self.change["marks"]}
        first = changed | {*like.marks} | {*self.choices.first.get(like.kind, ())}
        marks = self.choices.marks
        return tuple(m for m in marks if m in first), tuple(m for m in marks if m not in first)

    @property
    def change(self) -> Mapping[str, str | Sequence[str]]:
        """What stands in the form of a change: what was typed, else the counters as they are."""
        assert self.changing is not None
        if self.typed.act == "change":
            return {**self.typed.entries, "marks": self.typed.marks}
        like = self.changing.pile.like
        return {"count": "1", "name": like.name, "marks": like.marks, "place": like.place, "note": like.note}


def page(
    seat: Seat, side: str, query: Mapping[str, str], typed: Typed | None = None, refusal: Refused | None = None
) -> ForcesPage:
    """The forces of `side` ("": the reader's own, or the first that is open to him), or 404.

    `query` is the query of the address, see ForcesPage; it may also name the pile to `change` and the act `recorded`.
    """
    head, open_sides = pages.frame_of(seat), _open_sides(seat)
    key = side_or_404(seat, side)
    if not isinstance(head.system, HasForces):
        raise Http404
    state = journal.load_state(seat.campaign, {key}).only({key}) if key else None
    forces = head.system.forces(state, key) if state else None
    typed, choices = typed or Typed(), head.system.manual_changes
    mine = head.may_commit and key == seat.side
    acts = forces.acts if forces and mine else {}
    sections = forces.sections if forces else ()
    allowed = {
        "enter": ["conditions"] if mine else [],
        "also": choices.marks,
        "by": ["group"],
        "section": [slugify(section.title) for section in sections],
    }
    wanted = typed.entries.get("pile") or query.get("change", "")
    piles = (pile for section in sections for pile in (*section.piles, *section.gone))
    groups = forces.groups if forces else {}
    chosen = next((pile for pile in piles if str(pile.key) == wanted), None) if mine else None
    changing = PileRow(chosen, group=groups.get(chosen.like.group)) if chosen else None
    kept_query = {key: query[key] for key in KEPT if query.get(key) in allowed[key]}
    drawing = _Drawing(
        kept_query,
        choices,
        typed,
        refusal,
        acts,
        groups,
        _open_line(sections, typed, query, joined="by" not in kept_query),
    )
    return ForcesPage(
        frame=head,
        side=forces,
        others=[(each, head.system.sides[each]) for each in open_sides if each != key],
        sections=tuple(map(drawing.section, sections)),
        query=kept_query,
        changing=changing,
        choices=choices,
        may_write=mine,
        why_not="" if mine else _why_not(seat, key),
        typed=typed,
        refusal=refusal,
        recorded=recorded.just_recorded(seat, query.get(RECORDED, "")) if mine and not refusal else None,
        waiting=waiting(head.system, state, key) if state and mine else (),
        notes=notes_on_counters(seat) if key == seat.side else (),
    )


def side_or_404(seat: Seat, side: str) -> str:
    """The side whose forces are asked for; "" stands for the reader's own, or the first open to him, or none."""
    open_sides = _open_sides(seat)
    if side and side not in open_sides:
        raise Http404
    return side or next(iter(open_sides), "")


def _open_sides(seat: Seat) -> list[str]:
    """The sides whose room the seat may enter, its own first."""
    return sorted(access.rooms_of(seat) - {PUBLIC}, key=lambda key: (key != seat.side, key))


@dataclass(frozen=True)
class _Drawing:
    """Makes lines of piles, for what is asked of the page and was typed into it."""

    query: Mapping[str, str]
    choices: ManualChanges
    typed: Typed
    refusal: Refused | None
    acts: Mapping[int, Sequence[UnitAct]]
    groups: Mapping[str, GroupName]
    open_line: str

    def section(self, section: ForcesSection) -> SectionRows:
        piles = (*section.piles, *section.gone)
        pooled = section if "by" in self.query else section.joined()
        rows, gone = (tuple(self.row(pile, piles) for pile in piles_of) for piles_of in (pooled.piles, pooled.gone))
        return SectionRows(section.title, slugify(section.title), section.count, rows, gone)

    def row(self, pile: ForcesPile, piles: Iterable[ForcesPile]) -> PileRow:
        """The line of a pile, with those of `piles` that were put together for it."""
        losing = self.typed.act == "lose"
        took = self.typed.entries.get(f"{TAKE}{pile.key}", "") if losing else ""
        error = self.refusal.message if losing and self.refusal and self.refusal.field == str(pile.key) else ""
        origins = tuple(
            PileRow(each, group=self.groups.get(each.like.group)) for each in piles if set(each.ids) < set(pile.ids)
        )
        cells = tuple(self.cells(pile)) if "enter" in self.query else ()
        row = PileRow(pile, took, error, origins, cells, group=self.groups.get(pile.like.group))
        acts = tuple(act for act in self.acts.get(pile.key, ()) if act.takes <= pile.count)
        return self._with_acts(row, acts) if acts else row

    def _with_acts(self, row: PileRow, acts: tuple[UnitAct, ...]) -> PileRow:
        """The line with what can be done with its counters, and with what was typed for that."""
        names, key, like = {act.name for act in acts}, str(row.pile.key), row.pile.like
        usual = (mark for mark in self.choices.first.get(like.kind, ()) if mark not in like.marks)
        typed = self.typed.entries if self.typed.of_line[1] == key else {}
        return replace(
            row,
            acts=acts,
            marks=tuple(mark for mark in usual if gettext(mark) not in names),
            number=typed.get(COUNT + key, "1"),
            origin=typed.get(ORIGIN + key, ""),
            open=key == self.open_line,
        )

    def cells(self, pile: ForcesPile) -> Iterator[ForceCell]:
        """What a line asks for: those lost and reduced, the conditions of its class, the one asked for besides."""
        offered = {act.key for act in self.acts.get(pile.key, ())}
        for act, label in TOLL.items():
            if act in offered:
                yield self._cell(pile, act, gettext(label))
        also = [self.query["also"]] if "also" in self.query else []
        for mark in dict.fromkeys([*self.choices.first.get(pile.like.kind, ()), *also]):
            if mark not in pile.like.marks:
                yield self._cell(pile, mark, gettext(mark))

    def _cell(self, pile: ForcesPile, what: str, label: str) -> ForceCell:
        name, entered = f"{pile.key}:{what}", self.typed.entries if self.typed.act == "mark" else {}
        error = self.refusal.message if self.refusal and self.refusal.field == name else ""
        return ForceCell(label, MARK + name, entered.get(MARK + name, ""), error)


def _open_line(sections: Iterable[ForcesSection], typed: Typed, query: Mapping[str, str], *, joined: bool) -> str:
    """The key of the line that is open: of the button pressed, else the one asked for, the longest of its name."""
    if typed.of_line[1]:
        return typed.of_line[1]
    pooled = (section.joined() if joined else section for section in sections)
    wanted = query.get(OPEN)
    named = [pile for one in pooled for pile in one.piles if wanted in (pile.like.name, PileRow(pile).line)]
    return str(max(named, key=lambda pile: pile.count).key) if named else ""


def _why_not(seat: Seat, side: str) -> str:
    if not seat.campaign.running:
        return gettext("The campaign is over: this is how the forces stood at its end.")
    if seat.role == Role.ADJUTANT and seat.side == side:
        return gettext("You can read here; a commander of your side records losses and changes.")
    return "" if seat.role in OF_A_SIDE else gettext("Only the commanders of this side write here.")


def choices_or_404(seat: Seat) -> ManualChanges:
    """What may be entered by hand in the campaign's game."""
    system = registry.get(seat.campaign.system)
    if not isinstance(system, HasForces):
        raise Http404
    return system.manual_changes
