"""Matches the rows of a saved game with a side's counters: found, changed, missing or unknown (ADR 39).

VASL's counters have no identity, so like ones are a pile, and it makes no difference which of a pile is gone. A label
from the set-up (I1/2) decides first, then class and conditions, then the counter's number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.asl.counters import Counter
from rules.asl.rule_data import RuleData
from rules.asl.vasl.names import Names
from rules.asl.vasl.rows import MEN, VaslRow
from rules.asl.vasl.setup import label_of

FOUND, MISSING, UNKNOWN, DOUBTFUL, BY_HAND = "found", "missing", "unknown", "doubtful", "by_hand"
REDUCED, REPLACED, HARDENED, DEPLOYED, LOST, WRECK, CAPTURED, NEW, CREW, MARKED = (
    "reduced", "replaced", "hardened", "deployed", "lost", "wreck", "captured", "new", "crew", "marked",
)  # fmt: skip
ARMS = ("vehicle", "tank", "gun", "weapon", "cupola", "other")
ALSO = {
    "vehicle": ("tank",), "weapon": ("cupola", "gun", "other"), "gun": ("weapon",), "other": ARMS,
    "terrain": ("cupola",), "armor_leader": ("leader",), "leader": ("armor_leader",),
}  # fmt: skip
"""Further classes that a row of VASL's kind may be: its vehicles include our tanks, and much in a text is "other"."""
LYING = ("weapon", "gun")
"""Kinds that the other side can possess."""
OF_SMC, OF_ARMS = ("wounded", "heroic"), ("malfunctioned", "dismantled", "immobilized", "bogged", "shocked", "stunned")


@dataclass(frozen=True)
class Finding:
    """A match of `rows` of the save with `counters`, both by number; `becomes` is the new name of changed ones.

    `conditions` are shown on the counter itself, those `to_confirm` only by a marker in its stack.
    """

    sort: str
    counters: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    why: str = ""
    becomes: str = ""
    conditions: tuple[str, ...] = ()
    to_confirm: tuple[str, ...] = ()


def match(rows: Sequence[VaslRow], own: Iterable[Counter], look: OwnNames, wrecks: int = 0) -> list[Finding]:
    """The findings for the `rows` and counters of a side, each in one, with so many `wrecks` on the map."""
    return _Match(rows, own, look, wrecks).run()


@dataclass(frozen=True)
class OwnNames:
    """What is needed to read rows: the names and rule data of a side, and the conditions that its game keeps."""

    names: Names
    rules: RuleData
    side: str
    kept: frozenset[str]

    def conditions(self, counter: Counter, words: Iterable[str]) -> tuple[str, ...]:
        """Those of `words` that are conditions new to a counter and fit its class."""
        fits = (word for word in words if word in self.kept and word not in counter.marks)
        return tuple(
            sorted(
                word
                for word in fits
                if not (word in OF_ARMS and counter.kind in MEN)
                and not (word in OF_SMC and counter.kind not in MEN[3:])
            )
        )


class _Match:
    def __init__(self, rows: Sequence[VaslRow], own: Iterable[Counter], look: OwnNames, wrecks: int) -> None:
        self.rows, self.look, self.wrecks = rows, look, wrecks
        self.read = {n: look.names.read(row.name) for n, row in enumerate(rows)}
        self.rows_left = {n for n, row in enumerate(rows) if not row.lost}
        self.rows_lost = {n for n, row in enumerate(rows) if row.lost}
        self.left = {each.id: each for each in own}
        self.findings: list[Finding] = []

    def run(self) -> list[Finding]:
        self._direct(lambda row, each: bool(row.group) and row.group == label_of(each.group))
        self._direct(self._labelled)
        # A row of a leader matches an armor leader of that name only if no leader of that name is left.
        self._direct(lambda row, each: row.kind == each.kind and self._same_marks(row, each))
        self._direct(lambda row, each: row.kind == each.kind)
        self._direct(self._same_marks)
        self._direct(lambda row, each: True)
        by_reduced: dict[str, list[Counter]] = {}
        for squad_left in self.left.values():
            reduced = self.look.rules.half(self.look.side, squad_left.name) if squad_left.kind == "squad" else ""
            if reduced:
                by_reduced.setdefault(reduced, []).append(squad_left)
        # Half-squads in place of missing squads: two are a squad that deployed, a single one is a squad reduced.
        for half, squads in by_reduced.items():
            rows = [n for n in sorted(self.rows_left) if self.rows[n].kind == "half_squad" and half in self.read[n]]
            spare = len(rows) - len(squads)
            for squad in squads:
                if not rows:
                    break
                pair = tuple(rows[: 2 if spare > 0 else 1])
                rows, spare = rows[len(pair) :], spare - (len(pair) - 1)
                if len(pair) == 1:
                    self._take(Finding(DOUBTFUL, (squad.id,), pair, REDUCED, half))
                else:
                    self._take(Finding(FOUND, (squad.id,), pair, DEPLOYED, half))
        self._changed(REPLACED, self.look.rules.lower)
        self._changed(HARDENED, self._harden)
        # Counters among the casualties, then vehicles for which there are wrecks, then all others that are missing.
        for n, each in self._pairs(self.rows_lost, lambda row, each: True):
            self.rows_lost.discard(n)
            del self.left[each.id]
            self.findings.append(Finding(MISSING, (each.id,), (n,), LOST))
        for each in self.left.values():
            is_wreck = self.wrecks > 0 and each.kind in ("tank", "vehicle")
            self.wrecks -= is_wreck
            self.findings.append(Finding(MISSING, (each.id,), (), WRECK if is_wreck else ""))
        self.left.clear()
        # Rows without a counter left: the side knows the name but has too few of it, or nobody knows the name.
        for n in sorted(self.rows_left | self.rows_lost):
            row = self.rows[n]
            why = CREW if row.kind == "crew" else NEW if self.read[n] or row.kind == "hero" else ""
            self.findings.append(Finding(BY_HAND if why else UNKNOWN, (), (n,), why))
        return self.findings

    # by name -----------------------------------------------------------------------------------------

    def _direct(self, suits: Callable[[VaslRow, Counter], bool]) -> None:
        for n, each in self._pairs(self.rows_left, suits):
            row = self.rows[n]
            conditions = self.look.conditions(each, row.conditions)
            to_confirm = tuple(word for word in self.look.conditions(each, row.marked) if word not in conditions)
            sort, why = (DOUBTFUL, MARKED) if to_confirm else (FOUND, "")
            if row.within and not to_confirm and (row.kind in MEN or self._is_left_alone(row)):
                sort, why = BY_HAND, CAPTURED
            self._take(Finding(sort, (each.id,), (n,), why, conditions=conditions, to_confirm=to_confirm))

    def _is_left_alone(self, row: VaslRow) -> bool:
        """Whether none of the side's men are at a weapon of its own, so that the other side may possess it."""
        return row.kind in LYING and not any(each.kind in MEN and each.place == row.place for each in self.rows)

    def _pairs(self, rows: Iterable[int], suits: Callable[[VaslRow, Counter], bool]) -> Iterator[tuple[int, Counter]]:
        """Each row with the first counter it may be among those that are left after the rows before it."""
        for n in sorted(rows):
            for each in self.left.values():
                if each.name in self.read[n] and self._is_kind(n, each) and suits(self.rows[n], each):
                    yield n, each
                    break

    def _is_kind(self, n: int, each: Counter) -> bool:
        kind = self.rows[n].kind
        return each.kind == kind or each.kind in ALSO.get(kind, ())

    @staticmethod
    def _labelled(row: VaslRow, each: Counter) -> bool:
        """Whether a row's label, such as I1/2, names the row of the chart that the counter's group is from."""
        label = row.group.split("/")[0]
        return bool(label) and label in (each.group, *each.group.split("-"))

    def _same_marks(self, row: VaslRow, each: Counter) -> bool:
        return {*each.marks} & self.look.kept == {*row.conditions} & self.look.kept

    # by what may have become of it -------------------------------------------------------------------

    def _changed(self, why: str, becomes: Callable[[str, str], str]) -> None:
        """Match counters that became another one in the scenario."""
        for each in list(self.left.values()):
            after = becomes(self.look.side, each.name)
            matching = (n for n in sorted(self.rows_left) if after and after in self.read[n] and self._is_kind(n, each))
            if (n := next(matching, None)) is not None:
                self._take(Finding(DOUBTFUL if why == REPLACED else BY_HAND, (each.id,), (n,), why, after))

    def _harden(self, side: str, name: str) -> str:
        unit = self.look.rules.unit(side, name)
        return unit.harden if unit else ""

    def _take(self, finding: Finding) -> None:
        """Add a finding; its rows and counters are no longer left."""
        self.rows_left.difference_update(finding.rows)
        for counter in finding.counters:
            del self.left[counter]
        self.findings.append(finding)
