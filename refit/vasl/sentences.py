"""Messages of the script that reads a file of VASL, apart from those on the page."""

from __future__ import annotations

from django.utils.translation import gettext


def sentences() -> dict[str, str]:
    """The messages by their codes in static/js/vasl.js, in the reader's language; the script fills in {names}."""
    return {
        "aside": gettext("Beside the map, of no side that is known, and not sent: {names}."),
        "text": gettext("This is a text; it stands below."),
        "zip": gettext(
            "This is no .vsav or .vlog file. Choose the file that VASL saved, or paste its text of the map below."
        ),
        "game": gettext(
            "There is no saved game in this file: a module or a board, perhaps. Choose a .vsav or .vlog file."
        ),
        "module": gettext("This is a saved game of another game than VASL. Choose the file that VASL saved."),
        "newer": gettext(
            "This file is of a form that is not known here, perhaps of a newer VASSAL."
            " Paste its text of the map below instead."
        ),
        "broken": gettext(
            "This file is damaged: it ends too early or was changed on its way. Save the game again in VASL."
        ),
        "much": gettext(
            "This file is far larger inside than a saved game, so it was not opened. Choose the file that VASL saved."
        ),
        "slow": gettext("Reading took too long and was stopped. Paste the text of the map below instead."),
        "unread": gettext("The file was not read: it was changed or moved after you chose it. Choose it again."),
        "browser": gettext("This browser is too old to read the file. Paste the text of the map below instead."),
        "side": gettext(
            "None of your side’s counters is in this file that you may see. Is it your own save of this campaign?"
        ),
    }
