"""Counters as pages draw them: symbols of static/img/counters.svg in the tone and the shape of their side.

A drawing stands beside the name of what it shows, or has it inside itself, so it is never the only thing that tells.
"""

from __future__ import annotations

import re

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop

from campaigns.templatetags.drawn import side_class, side_number

register = template.Library()

OF_CLASS = {
    "squad": "squad",
    "squads": "squad",
    "half_squad": "half-squad",
    "crew": "crew",
    "leader": "leader",
    "leaders": "leader",
    "hero": "hero",
    "armor_leader": "armor-leader",
    "weapon": "lmg",
    "weapons": "mmg",
    "tank": "tank",
    "vehicle": "truck",
    "vehicles": "tank",
    "gun": "gun",
    "guns": "gun",
    "oba": "oba",
    "observer": "observer",
    "cbm": "radio",
    "bombardment": "oba",
    "pre_registration": "sniper",
    "aircraft": "aircraft",
    "observation_plane": "aircraft",
    "cupola": "cupola",
    "cupolas": "cupola",
    "fortification": "foxhole",
    "strongpoint": "pillbox",
    "fpp": "points",
    "minefield": "mines",
    "san": "sniper",
    "recon": "observer",
    "mol": "charge",
}
"""The drawing for a class of counters, or a kind of group, that its name does not tell apart."""
OF_NAME = {
    kind: tuple((re.compile(pattern), symbol) for pattern, symbol in symbols)
    for kind, symbols in {
        "weapon": (
            (r"\bHMG|\.50", "hmg"),
            (r"\bMMG", "mmg"),
            (r"\b(50|60)mm|\blt\.? ?mtr", "light-mortar"),
            (r"MTR|mm\b", "mortar"),
            (r"PSK|ATR|PF|BAZ|PIAT", "tube"),
            (r"\bFT\b", "flame"),
            (r"\bDC\b|MOL", "charge"),
            (r"[Rr]adio|[Pp]hone", "radio"),
        ),
        "gun": ((r"MTR|GrW|obr 38\)", "mortar"), (r"FlaK|AA\b|37mm obr", "flak")),
        "tank": (
            (r"StuG|StuH|StuIG|Marder|PzJ|^SU-|ISU|Brummb", "assault-gun"),
            (r"SdKfz|SPW", "halftrack"),
        ),
        "vehicle": ((r"SdKfz|SPW", "halftrack"),),
        "fortification": (
            (r"[Mm]ine|AP\b|AT\b.*[Mm]", "mines"),
            (r"[Tt]rench", "trench"),
            (r"[Ww]ire", "wire"),
            (r"[Pp]illbox|[Bb]unker|^\d\+\d", "pillbox"),
            (r"[Dd]itch", "ditch"),
            (r"[Rr]oadblock|[Bb]arricade", "roadblock"),
        ),
    }.items()
}
LONGEST = 6
"""Letters that fit on the face of a counter."""
SHORT = re.compile(r"^(?:SdKfz )?(?P<short>[^ /(]+)")
SHORT_OF_CLASS = {
    "observer": gettext_noop("Obs."),
    "cbm": "CBM",
    "bombardment": gettext_noop("Bmb."),
    "observation_plane": gettext_noop("Plane"),
}
MARKS = {"wounded": "wounded", "captured from the enemy": "captured", "hidden": "hidden", "heroic": "hard"}
"""The conditions that a counter shows in its corner."""


def symbol_of(kind: str, name: str) -> str:
    """The drawing for a counter of a class, or for a kind of group."""
    symbols = (symbol for pattern, symbol in OF_NAME.get(kind, ()) if pattern.search(name))
    return next(symbols, OF_CLASS.get(kind, "unknown"))


@register.simple_tag
def counter(kind: str, name: str, side: str = "", count: int = 1, marks: tuple[str, ...] = ()) -> SafeString:
    """A small counter, beside which its name stands."""
    place = 'x="4" y="13" width="40" height="27.5"'
    return _drawn(kind, name, side, count=1, marks=marks, place=place, small=True)


@register.simple_tag
def counter_face(kind: str, name: str, side: str = "", count: int = 1, marks: tuple[str, ...] = ()) -> SafeString:
    """A counter with the figures that players know it by; its whole name stands beside it for those who listen."""
    place = 'x="9" y="10" width="30" height="20.6"'
    return _drawn(kind, name, side, count=count, marks=marks, place=place, small=False)


def _drawn(
    kind: str, name: str, side: str, *, count: int, marks: tuple[str, ...], place: str, small: bool
) -> SafeString:
    # A page has up to a hundred of them. All but the text on a face stands in this module, so only that is escaped.
    file, number = static("img/counters.svg"), min(side_number(side), 2)
    parts = [f'<use href="{file}#pile-{number}" width="52" height="52"/>'] if count > 1 else []
    parts += [f'<use href="{file}#face-{number}"/>', f'<use href="{file}#{symbol_of(kind, name)}" {place}/>']
    if not small:
        text = short(name, kind)
        fits = "long" if len(text) > LONGEST - 1 else "fits"
        parts.append(format_html('<text x="24" y="43" class="{}">{}</text>', fits, text))
    mark = next((MARKS[each] for each in marks if each in MARKS), "half" if kind == "half_squad" else "")
    if mark:
        size, left = (25, 27) if small else (20, 31)
        parts.append(f'<use href="{file}#mark-{mark}" x="{left}" y="-3" width="{size}" height="{size}"/>')
    style = f"ctr {side_class(side)}{' small' if small else ''}"
    return mark_safe(f'<svg class="{style}" viewBox="0 0 48 48" aria-hidden="true">{"".join(parts)}</svg>')


def short(name: str, kind: str = "") -> str:
    """A name as it fits on a counter; it is whole beside it."""
    if kind in SHORT_OF_CLASS and len(name) > LONGEST:
        return gettext(SHORT_OF_CLASS[kind])
    if len(name) <= LONGEST:
        return name
    match = SHORT.match(name)
    return (match["short"] if match else name)[:LONGEST]
