"""Names of VASL's counters: the kind of a counter, and the counter of a game that it stands for.

Names are compared by rule: factors as they are, all else without blanks, dots and slashes, Guns by calibre and model.
Other names are aliases in the game's data/vasl.toml, or assigned by the side itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal

from rules.asl.vasl.rows import Kind
from rules.engine.data_files import DataModel

SIZES: Mapping[str, Kind] = {"sq": "squad", "hs": "half_squad", "cr": "crew"}
LAYERS = {
    "broken ": "broken", "Wnd ": "wounded", "Berserk ": "berserk", "Fanatic ": "fanatic", "Heroic ": "heroic",
    "malf ": "malfunctioned", "Disrupted ": "disrupted", "Abandoned ": "abandoned", "dm ": "dismantled",
}  # fmt: skip
"""The prefixes of VASL's names, with the conditions they mean."""
MARKERS = {
    "DM": "DM", "Pin": "pinned", "CX": "CX", "TI": "TI", "Melee": "melee", "Encircled": "encircled",
    "Prisoner": "prisoner", "Prisoners": "prisoner", "Disrupt": "disrupted", "Disrupted": "disrupted",
    "Immobilized": "immobilized", "Immob.": "immobilized", "Immob": "immobilized", "Bog": "bogged", "Bogged": "bogged",
    "Mired": "bogged", "Stun": "stunned", "STUN": "stunned", "Shock": "shocked", "Shocked": "shocked", "UK": "shocked",
    "Abandoned": "abandoned", "Recall": "recalled", "Walking Wounded": "wounded", "Low Ammo": "low ammunition",
}  # fmt: skip
"""Markers that give the counters below them a condition."""
_MAN = re.compile(r"(\*?\d+-\d+-\d+)\s*([A-Za-z0-9 ]*?)(sq|hs|cr)\b(.*)")
_ARM = re.compile(r"(?:AE|N|SSAE|AE SS)$")
_LEADER = re.compile(r"\d+[-+]\d(?= |$)")
_FACING = re.compile(r" (?:ca\d|vca\d|tca\d|BU|CE|Ptca\d|Stca\d)\b.*$")
_WEAPON = re.compile(r"(?:LMG|MMG|HMG|\.50|DC|FT|ATR|PSK|BAZ|PIAT|Radio|Phone|MOL|Lt MTR|PF)\b", re.IGNORECASE)
_GROUND = re.compile(
    r"\b(?:flame|blaze|fire|rubble|burnt|shellholes?|foxhole|trench|wire|minefield|mines?|roadblock|pillbox|bunker|"
    r"dug-?in|booby|panjis?|set dc|cave|fort bldg|strongpoint|sangar|a-?t ditch|breach|debris|building|steeple)\b",
    re.IGNORECASE,
)
_GUN = re.compile(r"(\d+)\s*(?:mm)?\s*(?:\*|L{0,2})[^()]*\(([^)]*)\)")
_VASL_GUN = re.compile(r"(\d+)(?:\*|L{0,2}) (?:AT|AA|ART|INF|MTR|RCL) (?:PTP |PP |ZP |GP |G |PM |BM |GVPM )?(.+)")


class VaslAlias(DataModel):
    """VASL's names for a counter of the game; `status` says how far they are known to be so."""

    name: str
    sides: tuple[str, ...]
    vasl: tuple[str, ...]
    status: Literal["seen", "read", "guessed"]


class VaslBoard(DataModel):
    """The hexes of a board's picture, in pixels: the centre of A1, the distances of columns and of hexes, how many."""

    x0: float
    y0: float
    dx: float
    dy: float
    columns: int
    rows: int


class VaslFile(DataModel):
    """A game's data/vasl.toml: the side of each nation of VASL, the boards of the game, and the aliases.

    `control` has the side for further words on Control counters, which are no nations.
    """

    nations: Mapping[str, str]
    control: Mapping[str, str] = {}
    board: Mapping[str, VaslBoard]
    alias: tuple[VaslAlias, ...] = ()

    def of_side(self, side: str) -> dict[str, list[str]]:
        """The aliases of a side: VASL's names by the game's own."""
        result: dict[str, list[str]] = {}
        for each in self.alias:
            if side in each.sides:
                result.setdefault(each.name, []).extend(each.vasl)
        return result


def kind_of(vasl_name: str) -> tuple[Kind, str, tuple[str, ...]]:
    """The kind of a counter by the name that VASL shows, the name alone, and the conditions in it."""
    conditions = list[str]()
    name = " ".join(vasl_name.split())
    while layer := next((prefix for prefix in LAYERS if name.startswith(prefix)), ""):
        name = name.removeprefix(layer)
        conditions.append(LAYERS[layer])
    name, conditions = _FACING.sub("", name), list(dict.fromkeys(conditions))
    if man := _MAN.match(name):
        arm = _ARM.match(man[2].strip())
        return SIZES[man[3]], " ".join(filter(None, (man[1], arm[0] if arm else "", man[4].strip()))), tuple(conditions)
    if _LEADER.match(name):
        leads = name.endswith(" AL")
        return ("armor_leader" if leads else "leader"), name.removesuffix(" AL"), tuple(conditions)
    return _other(name), name, tuple(conditions)


def _other(name: str) -> Kind:
    if re.search(r"\bhero\b", name, re.IGNORECASE):
        return "hero"
    if name in ("?", "L?"):
        return "concealment"
    if re.search(r"\bcontrol$", name, re.IGNORECASE):
        return "control"  # before markers: "UK Control"
    if marker(name):
        return "marker"
    if "wreck" in name.lower():
        return "wreck"
    if _WEAPON.match(name):
        return "weapon"
    return "terrain" if _GROUND.search(name) or "perimeter" in name.lower() else "other"


def marker(name: str) -> str:
    """The condition that a marker of this name gives what is below it, "" if it is no such marker."""
    return MARKERS.get(name, "") or MARKERS.get(name.split(" ")[0], "")


def name_key(name: str) -> str:
    """The key by which names are compared; "" for a name without Latin letters and digits."""
    if re.match(r"\d+[-+]\d+", name):
        return name.lower().replace("*", "")
    return re.sub(r"[^a-z0-9()]", "", name.lower().replace("pzkpfw", "pz").replace("pzkw", "pz"))


def _gun_key(name: str) -> str:
    """A Gun's calibre and model, the same for the game's "75L (PaK 40)" and VASL's "75L AT PaK 40"; "" for others."""
    match = _GUN.match(name) or _VASL_GUN.match(" ".join(name.split()))
    return f"{match[1]} {name_key(match[2])}" if match else ""


class Names:
    """Translates VASL's names to those of a side: by rule, by alias, and by what the side itself has `assigned`."""

    def __init__(
        self, known: Iterable[str], aliases: Mapping[str, Iterable[str]], assigned: Mapping[str, str] | None = None
    ) -> None:
        self.known = frozenset(known)
        self._aliases = aliases
        self._assigned = {name_key(vasl) or vasl: name for vasl, name in (assigned or {}).items() if name in self.known}

    def read(self, name: str) -> frozenset[str]:
        """The names that a counter of VASL may stand for: none, one, or several that share a counter in VASL."""
        if assigned := self.assigned(name):
            return frozenset({assigned})
        return next((frozenset(self._by_key[key]) for key in _keys(name) if key in self._by_key), frozenset())

    def assigned(self, name: str) -> str:
        """The name that the side has assigned to a counter of VASL, "" if none."""
        return self._assigned.get(name_key(name) or name, "")

    @property
    def keys(self) -> list[str]:
        """The keys of all names that are known."""
        return sorted({*self._by_key, *self._assigned})

    @cached_property
    def _by_key(self) -> Mapping[str, set[str]]:
        result: dict[str, set[str]] = {}
        for name in self.known:
            for each in (name, *self._aliases.get(name, ())):
                for key in filter(None, (name_key(each), _gun_key(each))):
                    result.setdefault(key, set()).add(name)
        return result


def _keys(name: str) -> Iterator[str]:
    """The keys to look a name up by, the closest first; those without a suffix such as AE last."""
    plain = re.sub(r" (?:AE|N|SSAE)$", "", name)
    return filter(None, (name_key(name), _gun_key(name), name_key(plain), _gun_key(plain)))
