"""Valor of the Guards, CG I with practice charts: three scenarios old, the last of them a Counterattack."""

from __future__ import annotations

from refit.demos.scripts import Past, Script

STRUCK_BACK = "16 Sept, Russian Counterattack"
BOTH: Script = {
    "15 Sept victory": {"turn": 8, "cvp_german": 31, "cvp_russian": 44},
    "16 Sept victory": {"winner": "german", "turn": 7, "cvp_german": 38, "cvp_russian": 52},
    f"{STRUCK_BACK} victory": {"winner": "russian", "turn": 6, "cvp_german": 26, "cvp_russian": 19},
    "wind": {"force": "No Wind"},
}
"""What either of them may be asked for both."""
# Each basket can be paid for however the dice fall: 6 points come in at least, half of them around a Counterattack.
GERMAN: Script = {
    "15 Sept purchase": {
        "rows": {
            "I2": {"n": 1},
            "G1": {"n": 1},
            "M1": {"n": 1},
        }
    },
    "15 Sept fortify": {"foxhole_1": 4},
    "16 Sept support": {"chit": "attack"},
    "16 Sept purchase": {"rows": {"I1": {"n": 1}, "S1": {"n": 1}, "M1": {"n": 1}}},
    f"{STRUCK_BACK} purchase": {"rows": {"I4": {"n": 1}}},
    "17 Sept support": {"chit": "attack"},
    **BOTH,
}
RUSSIAN: Script = {
    "15 Sept purchase": {"rows": {"I4": {"n": 1, "reserve": 1, "dummies": 1}, "M1": {"n": 1}}},
    "15 Sept fortify": {"foxhole_1": 6, "fortified_building": 1, "where_fortified_building": "K20"},
    "15 Sept strongpoints": {"kind1": "nkvd", "building1": "K20"},
    "16 Sept purchase": {"rows": {"I2": {"n": 1, "onboard": 1}, "O1": {"n": 1}}},
    "16 Sept initiative": {"chit": "idle"},
    "16 Sept counterattack": {"strike": "yes"},
    f"{STRUCK_BACK} purchase": {"rows": {"M3": {"n": 1}}},
    **BOTH,
}
LOSSES = {
    "15 Sept": {
        "german": {"4-6-7": 5, "LMG": 2, "StuG IIIB": 1, "8-0": 1},
        "russian": {"NKVD 6-2-8": 6, "4-4-7": 4, "LMG": 1, "45L (obr. 37)": 1},
    },
    "16 Sept": {
        "german": {"4-6-7": 4, "5-4-8": 1, "MMG": 1},
        "russian": {"4-4-7": 5, "6-2-8": 1, "HMG": 1, "8-0": 1},
    },
    STRUCK_BACK: {
        "german": {"4-6-7": 3, "HMG": 1},
        "russian": {"6-2-8": 2, "4-4-7": 2, "LMG": 1},
    },
}
PAINTED = {
    "15 Sept": {
        "german": "A1-L50, M1-N8, M9-P17, M18-Q22, M23-N31, M32-R38, M39-O50",
        "russian": "P1-LL8, R9-LL17, S18-LL22, P23-LL31, T32-LL38, Q39-LL50",
    },
    "16 Sept": {
        "german": "O1-R8, Q9-U17, R18-S22, O23-Q31, S32-X36, P39-T50, Y33-Z35",
        "russian": "CC20-DD23",
    },
    STRUCK_BACK: {"russian": "T12-U17, W33-Z36, S45-T50", "german": "GG27-HH29"},
}
GUARDS = Past(
    name="Valor of the Guards, the demo",
    system="votg",
    options={"game": "I", "balance": "none", "dice": "either"},
    scripts={"german": GERMAN, "russian": RUSSIAN},
    losses=LOSSES,
    painted=PAINTED,
    now=("purchase", "17 Sept"),
)
