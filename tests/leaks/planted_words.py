"""The planted words of both sides, and every spelling under which one could slip out."""

from __future__ import annotations

import base64
import io
import re
from functools import cache
from urllib.parse import quote

WORD = "Kanarienvogel"
"""The name, place or note of German counters, a remark, the text of a draft."""
OTHER_WORD = "Zimorodok"
"""The same of the Russians."""
PLACE, OTHER_PLACE = "ZQ97/9", "ZQ86/8"
"""A secret hex of each side."""
MAP_PLACE, OTHER_MAP_PLACE = "F28/1", "DD47/1"
"""The same where a campaign is played on the practice map: upstairs in a building, which the map names by its hex."""
ON_THE_MAP = "oto2 on the map"
"""The planted campaign that has one."""
PILLBOX = "1+5+3"
"""A fortification only the Germans bought."""
BUILDING = "Utyos 77"
"""A Strongpoint only the Russians know of."""
FIGURE, OTHER_FIGURE = 937, 829
"""The fortification points each side says it should have, in a correction of its own record."""
WORDS = {
    "oto2": {
        "german": (WORD, PLACE, "23AM-V3-1", f"Pillbox {PILLBOX}", f"FPP in hand +{FIGURE}"),
        "russian": (OTHER_WORD, OTHER_PLACE, "23AM-V2-1", f"FPP in hand +{OTHER_FIGURE}"),
    },
    ON_THE_MAP: {
        "german": (WORD, MAP_PLACE, "23AM-V3-1", f"Pillbox {PILLBOX}", f"FPP in hand +{FIGURE}"),
        "russian": (OTHER_WORD, OTHER_MAP_PLACE, "23AM-V2-1", f"FPP in hand +{OTHER_FIGURE}"),
    },
    "votg": {
        "german": (
            WORD,
            PLACE,
            "14-A2-1",
            f"FPP in hand +{FIGURE}",
            "Support CPP left",
            "Support CPP received",
        ),
        "russian": (OTHER_WORD, OTHER_PLACE, "14-I8-1", f"FPP in hand +{OTHER_FIGURE}", BUILDING),
    },
}
"""What each side of a planted campaign holds, by game: among them groups that only it bought."""
BY_SIDE = {side: {word for words in WORDS.values() for word in words[side]} for side in ("german", "russian")}


@cache
def spellings(word: str) -> frozenset[bytes]:
    """A word as it is, in upper and lower case, in hex, in addresses, and in base64 wherever it starts."""
    found = set[bytes]()
    for each in (word, word.lower(), word.upper()):
        raw = each.encode()
        found |= {raw, raw.hex().encode(), quote(each, safe="").encode()}
        for shift in range(3):
            coded = base64.b64encode(b"\0" * shift + raw)
            core = coded[(shift * 8 + 5) // 6 : len(coded) - 4]  # without what depends on its neighbours
            if len(core) > 5:
                found |= {core, core.replace(b"+", b"-").replace(b"/", b"_")}
    return frozenset(found)


SPELLINGS = {side: {spelling for word in words for spelling in spellings(word)} for side, words in BY_SIDE.items()}


def found_in(content: bytes, *sides: str) -> set[bytes]:
    """The spellings of planted words in something that was sent or stored: of these sides, of both if none is named."""
    return {spelling for side in sides or SPELLINGS for spelling in SPELLINGS[side] if spelling in content}


def read(content: bytes, kind: str) -> bytes:
    """What can be read in an answer: the text of a PDF, the rest as it is, less the one-time tokens."""
    if kind.startswith("application/pdf"):
        return content + pdf_text(content).encode()
    return without_tokens(content)


@cache
def pdf_text(content: bytes) -> str:
    """The words of a PDF; the same sheet is met on many ways."""
    from pypdf import PdfReader

    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def without_tokens(content: bytes) -> bytes:
    """A page without the tokens against forgery, which are new each time."""
    content = re.sub(rb'(X-CSRFToken": ")[^"]+', rb"\1", content)
    return re.sub(rb'(name="csrfmiddlewaretoken" value=")[^"]+', rb"\1", content)
