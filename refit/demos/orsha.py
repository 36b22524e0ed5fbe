"""On Track to Orsha, two refits old."""

from __future__ import annotations

from refit.demos.scripts import Past, Script

BOTH: Script = {
    "23AM victory": {"turn": 7, "cvp_german": 34, "cvp_russian": 71, "evp": 0, "rain": "on"},
    "23PM victory": {"turn": 8, "cvp_german": 41, "cvp_russian": 66, "evp": 6},
}
"""What either of them may be asked for both."""
GERMAN: Script = {
    "23AM purchase": {
        "rows": {
            "I1": {"n": 2},
            "I3": {"n": 1},
            "I5": {"n": 1},
            "I7": {"n": 1},
            "V3": {"n": 2, "alt": 1},
            "G1": {"n": 2},
            "O1": {"n": 1, "extra": 2},
            "O4": {"n": 1, "extra": 1},
            "M1": {"n": 4},
        }
    },
    "23AM fortify": {"trench": 8, "wire": 4, "ap_mine": 22, "at_mine": 9, "pillboxes": "1+3+5"},
    "23PM purchase": {"rows": {"I2": {"n": 1}, "I4": {"n": 1}, "V1": {"n": 1}, "G2": {"n": 1}}},
    "wind": {"force": "No Wind"},
    **BOTH,
}
RUSSIAN: Script = {
    "23AM purchase": {
        "rows": {
            "I2": {"n": 2},
            "I4": {"n": 1},
            "V2": {"n": 1},
            "V7": {"n": 1},
            "G3": {"n": 1, "extra": 1},
            "O1": {"n": 2, "extra": 2},
            "O3": {"n": 1, "extra": 1},
            "O6": {"n": 1},
            "B1": {"n": 1},
            "F1": {"n": 1},
            "given:V5": {"alt": 2},
        }
    },
    "23PM purchase": {"rows": {"I1": {"n": 2}, "V3": {"n": 1}, "O2": {"n": 1}}},
    "24AM purchase": {"rows": {"I2": {"n": 1}, "V1": {"n": 1}, "V4": {"n": 1, "alt": 1}}},
    **BOTH,
}
LOSSES = {
    "23AM": {
        "german": {"4-6-7": 5, "LMG": 2, "StuG IIIG": 1, "8-0": 1},
        "russian": {"4-5-8": 7, "KV-1S": 2, "6-2-8": 3, "LMG": 1},
    },
    "23PM": {
        "german": {"4-6-7": 4, "4-4-7": 2, "MMG": 1, "StuG IIIG": 1},
        "russian": {"4-4-7": 8, "4-5-8": 2, "KV-1S": 1, "T-34/M43": 2},
    },
}
PAINTED = {
    "23AM": {
        "german": "A1-H34, I1-P30, Q1-X33, Y1-FF28, GG1-QQ36",
        "russian": "A36-H60, I32-P60, Q35-X60, Y30-FF60, GG38-QQ60",
    },
    "23PM": {"russian": "I26-P31, Q29-X34, Y22-FF29, A34-D35", "german": "LL41-MM43"},
}
ORSHA = Past(
    name="On Track to Orsha, the demo",
    system="oto2",
    options={"balance": "none", "dice": "either"},
    scripts={"german": GERMAN, "russian": RUSSIAN},
    losses=LOSSES,
    painted=PAINTED,
    now=("purchase", "24AM"),
)
