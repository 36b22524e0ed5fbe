"""Sets a sheet on paper and a drawing in pixels; the only module that knows the typesetter."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from rules.contract import Refused

if TYPE_CHECKING:
    from typst import Fonts

AT_ONCE, PATIENCE = 2, 5.0
"""How many sheets and pictures a web process makes at once, and how many seconds another one waits for its turn."""
_turns = threading.BoundedSemaphore(AT_ONCE)
NOT_SUSPECT = b"/Suspects false"
TEMPLATE = Path(__file__).parent / "sheet.typ"
DRAWING = b'#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.drawing), format: "svg")'
PPI = 192
"""Two pixels for a unit of a drawing, which is the 96th part of an inch."""


def pdf_of(sheet: Mapping[str, object], at: datetime) -> bytes:
    """A tagged PDF (PDF/UA-1) of what `rosters.sheets.drawn` or `drawn_together` gave: the same sheet, the same bytes.

    `at` goes into the file as the time it was made, so it must be the sheet's own and not the clock's.
    Only the fonts that come with the typesetter are used; they have Cyrillic.
    """
    import typst  # large, and the web server needs it for locked rooms alone

    pdf = typst.compile(
        str(TEMPLATE),
        root=str(TEMPLATE.parent),
        format="pdf",
        font_paths=_fonts(),
        pdf_standards=["ua-1"],
        timestamp=int(at.timestamp()),
        sys_inputs={"sheet": json.dumps(sheet, ensure_ascii=False)},
    )
    assert isinstance(pdf, bytes)
    # What it says is false if it is not there; poppler takes the word itself for a fault. No offset is moved.
    return pdf.replace(NOT_SUSPECT, b" " * len(NOT_SUSPECT))


def made_here(sheet: Mapping[str, object], at: datetime) -> bytes:
    """The same within a request, two at once; Refused if there are too many."""
    return _in_turn(lambda: pdf_of(sheet, at), gettext("Too many sheets are being set at this moment."))


def png_here(drawing: str) -> bytes:
    """An SVG as a PNG, made within a request, two at once; Refused if there are too many."""
    return _in_turn(lambda: _png_of(drawing), gettext("Too many pictures are being drawn at this moment."))


def _in_turn(make: Callable[[], bytes], too_many: str) -> bytes:
    if not _turns.acquire(timeout=PATIENCE):
        raise Refused(too_many, way_out=gettext("Press again in a moment."))
    try:
        return make()
    finally:
        _turns.release()


def _png_of(drawing: str) -> bytes:
    import typst

    png = typst.compile(DRAWING, format="png", ppi=PPI, font_paths=_fonts(), sys_inputs={"drawing": drawing})
    assert isinstance(png, bytes)
    return png


@cache
def _fonts() -> Fonts:
    """The typesetter's own fonts; it would read all of them again for each sheet."""
    from typst import Fonts

    return Fonts(include_system_fonts=False)
