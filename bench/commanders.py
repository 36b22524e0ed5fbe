"""What two commanders do on a realistic date, from the battle of 23PM to the commencement of 24AM: see bench.effort."""

from typing import Any

LOST, TROUBLED = 30, 8
"""Counters a side loses in the battle, and those it has in bad condition after it."""
LEADER, TANK = r"(?:10|[6-9])[-+]\d", r"StuG.*|KV.*|PT-34.*|T-34.*"
BEFORE: dict[str, dict[str, Any]] = {
    "german": {
        "23AM purchase": {"rows": {"I1": {"n": 2}, "I5": {"n": 1}, "V3": {"n": 2}, "G1": {"n": 2}, "O1": {"n": 1}}},
        "23PM purchase": {"rows": {"I2": {"n": 1}}},
        "23AM setup": {
            "at:1": "2 K20", "at:5": "5 K20", "at:10": "10 K20", "at:20": "10 K20", "at:30": "4 K20", "at:95": "4 K20",
        },
    },
    "russian": {
        "23AM purchase": {"rows": {"I2": {"n": 2}, "I4": {"n": 1}, "V2": {"n": 1}, "G3": {"n": 1}, "O1": {"n": 2}}},
        "23PM purchase": {"rows": {"I1": {"n": 1}}},
        "hexes": {"target:5": "K45", "target:6": "K45"},
        "23PM setup": {
            "at:58": "4 K45", "at:27": "8 K45", "at:77": "9 K45", "at:56": "2 K45", "at:1": "4 K45", "at:23": "4 K45",
        },
    },
}  # fmt: skip
"""What both did before, six Locations of each among it: German works and Guns, Russian piles of units."""
LOSSES = {
    "german": {"4-6-7": 12, "4-4-7": 4, "LMG": 4, "MMG": 2, "2-2-8": 2, r"75L.*": 2, TANK: 2, LEADER: 2},
    "russian": {"4-5-8": 10, "6-2-8": 6, "4-4-7": 3, "LMG": 2, "ATR": 2, "50 MTR": 1, TANK: 4, LEADER: 2},
}
TROUBLES = (
    (LEADER, "wounded", 1), ("MMG", "malfunctioned", 1), ("LMG", "malfunctioned", 1), (TANK, "immobilized", 1),
    (TANK, "malfunctioned", 1), (TANK, "stunned", 1), ("4-[4-6]-[78]", "encircled", 2),
)  # fmt: skip
BASKETS = {
    "german": ("I1", "I4", "I5", "I6", "V5", "G4", "O1", "O4", "F1", "M1", "M2", "M3"),
    "russian": ("I1", "I3", "I6", "I7", "V1", "V4", "G1", "O1", "O4", "O6", "F1", "M1"),
}
REPAIR_NUMBER = "1"
"""R1, which stands on the counters of the MG that malfunction here, and is what the armament of vehicles repairs on."""
ENTRIES: dict[str, dict[str, str]] = {"victory": {"turn": "8", "lvp": "5"}}
WORKS_BOUGHT = {"trench": 2, "wire": 2, "foxhole_1": 5}
"""Fortifications, for each of which its Location is written beside it: as many as stand there are bought."""
PLACED = 6
HEXES = {"german": "K20", "russian": "K45"}
"""Where each writes down what has a Location: in its lines, the Russians far from the Front Line of the Germans."""
EDGES = {"german": "K1", "russian": "K60"}
"""Where its Offboard Observers are: on its edge of the map."""
HELD = {"german": "A1-QQ28", "russian": "A32-QQ60"}
"""Who holds what on the practice map when the battle of 23PM begins."""
TAKEN = {"german": "R29-V30", "russian": "AA29-CC31, J30-L31"}
"""What each side took in it, box by box."""
INFANTRY = {"german": "T30, T31", "russian": "L30, AA31"}
"""Where each has Infantry in front of its Strategic Locations."""
