"""Translates what the published script says, which is in English as it runs without this program.

Faults stay as the script spells them, so that whoever finds one can show it to anybody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from django.utils.translation import gettext, gettext_noop

from campaigns.ledger.verify_campaign import Part

SENTENCES = (
    gettext_noop("All of it is understood, and each wrote only where and what he may"),
    gettext_noop("Everybody who acted had taken a seat that was offered"),
    gettext_noop("The seed of the dice is the one promised at the founding"),
    gettext_noop("All sides had their part in the dice before they were drawn"),
    gettext_noop("What was sealed is what was shown later"),
    gettext_noop("Nothing was changed, dropped, added or moved in the journal"),
    gettext_noop("Every die of the server is the one that had to come"),
    gettext_noop("Every roll used the dice that were drawn for it, in their order"),
    gettext_noop("Every total hits the row of its table that the result was read from"),
    gettext_noop("What was undone was a side's own, or agreed to by all"),
    gettext_noop("Seals of sides whose rooms are not in this file."),
    gettext_noop("Dice that players threw themselves and typed in: nothing can check these."),
    gettext_noop("Dice that the %(side)s side rolled in public wait for its room."),
    gettext_noop("What is behind the door of the %(side)s side is not in this file."),
    gettext_noop("What is behind the door of the %(side)s side is not in this file, although the campaign has ended."),
    gettext_noop("The blind of the %(side)s side is not in this file."),
    gettext_noop("The blind of the %(side)s side is not in this file, although the campaign has ended."),
    gettext_noop("The seed is disclosed when the campaign has ended."),
    gettext_noop("The seed is not in this file, although the campaign has ended."),
    gettext_noop("The campaign goes on: what was done in secret since the last public entry is not bound yet."),
    gettext_noop("The head %(head)s is of a later entry: this file is older, or its end was cut off."),
    gettext_noop(
        "Your heads bind it up to public entry %(best)s of %(last)s: who has all keys can write the rest anew."
    ),
    gettext_noop("It was gone on with elsewhere: who brought it there knew the seed and all rooms."),
)
"""The titles of parts and what has to wait, with placeholders for what a script fills in."""


def translated_part(part: Part, sides: Mapping[str, str]) -> Part:
    """A part of the check with its title and what has to wait in the reader's language."""
    return replace(part, title=translated(part.title, sides), waits=[translated(each, sides) for each in part.waits])


def translated(text: str, sides: Mapping[str, str]) -> str:
    """A sentence of a script in the reader's language, unchanged if it is none of SENTENCES.

    `sides` has the names of the sides by their keys.
    """
    for sentence, pattern in _patterns():
        if match := pattern.fullmatch(text):
            places = match.groupdict()
            if "side" in places:
                places["side"] = sides.get(places["side"].lower(), places["side"])
            return gettext(sentence) % places if places else gettext(sentence)
    return text


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Each sentence with a pattern that finds what its placeholders are filled with."""
    filled = r"(?P<\1>.+?)"
    return [(each, re.compile(re.sub(r"%\\\((\w+)\\\)s", filled, re.escape(each)))) for each in SENTENCES]
