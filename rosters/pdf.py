"""Sets a sheet on paper; the only module that knows the typesetter."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from rules.contract import Refused

if TYPE_CHECKING:
    from typst import Fonts

AT_ONCE, PATIENCE = 2, 5.0
"""So many sheets of locked rooms are set at once in a web process; another waits so many seconds for its turn."""
_turns = threading.BoundedSemaphore(AT_ONCE)
TEMPLATE = Path(__file__).parent / "sheet.typ"


def pdf_of(sheet: Mapping[str, Any], at: datetime) -> bytes:
    """A tagged PDF (PDF/UA-1) of what `rosters.sheets.drawn` gave: the same sheet, the same bytes.

    `at` goes into the file as the time it was made, so it must be the sheet's own and not the clock's.
    Only the fonts that come with the typesetter are used; they have Cyrillic.
    """
    import typst  # large, and the web server needs it for locked rooms alone

    made = typst.compile(
        str(TEMPLATE),
        root=str(TEMPLATE.parent),
        format="pdf",
        font_paths=_fonts(),
        pdf_standards=["ua-1"],
        timestamp=int(at.timestamp()),
        sys_inputs={"sheet": json.dumps(sheet, ensure_ascii=False)},
    )
    assert isinstance(made, bytes)
    return made


def made_here(sheet: Mapping[str, Any], at: datetime) -> bytes:
    """The same within a request, two at once; Refused if there are too many."""
    if not _turns.acquire(timeout=PATIENCE):
        raise Refused(
            gettext("Too many sheets are being set at this moment."), way_out=gettext("Press again in a moment.")
        )
    try:
        return pdf_of(sheet, at)
    finally:
        _turns.release()


@cache
def _fonts() -> Fonts:
    """The typesetter's own fonts; it would read all of them again for each sheet."""
    from typst import Fonts

    return Fonts(include_system_fonts=False)
