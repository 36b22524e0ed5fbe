"""Fill in from a saved game where things are: entries of the forms on a page, and drafts of later steps."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext

from campaigns import drafts
from campaigns.actions import save_draft
from campaigns.models import Seat
from refit.steps import by_step
from refit.vasl.pages import SideReader
from rules.contract import CurrentStep, Refused
from rules.engine.follow_ups import beside
from rules.features.saved_games import SavedPlaces

FILL = "fill"
"""The act of the button that fills in a form."""
MOST_TOLD, LONGEST_TOLD = 8, 240


def with_save(
    seat: Seat, current: CurrentStep, typed: Mapping[str, str], sent: Mapping[str, str]
) -> tuple[dict[str, str], SavedPlaces]:
    """`typed` with what a file or text of VASL says of the forms on the page; raises Refused if it is none.

    What it says of later steps is merged into their drafts and saved.
    """
    reader, posted, text = SideReader.of(seat), sent.get("save", ""), sent.get("vasl_text", "").strip()
    if not posted and not text:
        raise Refused(
            gettext("There is no file and no text to fill in from."),
            field="vasl_text",
            way_out=gettext("Choose a file that VASL saved, or paste its text of the map."),
        )
    names = reader.all_names({})
    posted = posted or reader.system.saved_text(reader.state, seat.side, text, names)
    parts = by_step(current, typed)
    places = reader.system.saved_places(reader.state, seat.side, posted, names, parts)
    filled = dict(typed)
    for key, entries in places.entries.items():
        if key in parts:
            own = key == current.spec.key
            filled |= {name if own else beside(key, name): value for name, value in entries.items()}
        else:
            draft = drafts.saved(seat, key)
            seen = drafts.Stamp(draft.revision) if draft else None  # versions kept beside the draft stay there
            save_draft(step=key, data={**(draft.data if draft else {}), **entries}, by=seat, stamp=seen)
    return filled, places


def after_the_end(reader: SideReader, posted: str) -> None:
    """Save drafts of the steps after a scenario from what its end says, except where the side has a draft already."""
    for key, entries in reader.system.saved_end(
        reader.state, reader.seat.side, posted, reader.all_names({})
    ).entries.items():
        if drafts.saved(reader.seat, key) is None:
            save_draft(step=key, data=entries, by=reader.seat)


def tell(request: HttpRequest, places: SavedPlaces) -> None:
    """Add messages: how many places were filled in, what speaks against the file, and what was left out."""
    number = places.number
    warnings = [*places.warnings, *(gettext("Left out: %(what)s") % {"what": line} for line in places.left_out)]
    text = ngettext(
        "%(number)s place was filled in from VASL. Look it over: nothing is recorded yet.",
        "%(number)s places were filled in from VASL. Look them over: nothing is recorded yet.",
        number,
    ) % {"number": number}
    (messages.success if number else messages.warning)(request, text)
    for line in warnings[:MOST_TOLD]:
        messages.warning(request, Truncator(line).chars(LONGEST_TOLD))
    if (more := len(warnings) - MOST_TOLD) > 0:
        messages.warning(request, gettext("And %(number)s more that do not fit.") % {"number": more})
