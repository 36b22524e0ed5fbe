"""The reveal as a picture to keep or to send: a self-contained SVG.

It shows what the page shows of that side and nothing more: no names of people, no proof codes. Its size is bounded: a
limited number of groups is drawn, and the rest is counted.
"""

from __future__ import annotations

import re
import textwrap
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from campaigns.templatetags.counters import short, symbol_of
from campaigns.templatetags.drawn import side_number
from rules.features.reinforcements import GroupArrival, Reveal

WIDTH, EDGE, FACE, LETTERS = 880, 32, 60, 110
IN_A_LINE, GROUPS, COUNTERS, FOUND = 11, 40, 66, 12
"""Counters in a line; and the most groups, counters and remarkable results to draw."""
DIE, DICE = 22, 16
"""The width of a die with its gap, and the most dice to draw for a group."""
SERIF, SANS = "'Source Serif 4', Georgia, 'Times New Roman', serif", "system-ui, 'DejaVu Sans', sans-serif"
INK, SOFT, PAPER, AMBER = "#1f2328", "#5a5d65", "#fffdf8", "#fbf2dd"
TONES = {0: ("#1f2328", "#f1eee4"), 1: ("#1d3029", "#dde7e1"), 2: ("#58150f", "#f5e2dc")}
"""Ink and face colour of a side's counters, by the side's number."""


def picture(reveal: Reveal, campaign: str, side: str, side_name: str) -> SafeString:
    """The reveal as the text of an SVG file."""
    number = min(side_number(side), 2)
    parts, y = [_text(EDGE, 40, gettext("Reinforcements for %(date)s") % {"date": reveal.date}, 15, SOFT)], 40
    for line in textwrap.wrap(reveal.headline, 60, max_lines=3):
        y += 32
        parts.append(_text(EDGE, y, line, 26, INK, SERIF))
    parts.append(_text(EDGE, y + 26, f"{side_name} · {campaign}", 14, SOFT))
    y += 48
    for n, each in enumerate(reveal.totals[:COUNTERS]):
        x = EDGE + n % IN_A_LINE * (WIDTH - 2 * EDGE) // IN_A_LINE
        # A counter of 48 by 48 with the number of such counters beside it.
        ink, face = TONES[number]
        counter = format_html(
            '<g transform="translate({} {})" color="{}" fill="{}"><use href="#face-{}" width="48" height="48"/>'
            '<use href="#{}" x="9" y="10" width="30" height="20.6"/><text x="24" y="43" text-anchor="middle" fill="{}" '
            'font-family="monospace" font-weight="700" font-size="{}">{}</text><text x="53" y="30" fill="{}" '
            'font-family="{}" font-weight="700" font-size="14">{}</text></g>',
            *(x, (y + n // IN_A_LINE * FACE), ink, face, number, symbol_of(each.kind, each.name), ink),
            *(10 if len(short(each.name, each.kind)) > 5 else 13, short(each.name, each.kind), INK, SANS, each.count),
        )
        parts.append(counter)
    y += -(-len(reveal.totals[:COUNTERS]) // IN_A_LINE) * FACE + 8
    for highlighted in reveal.highlights[:FOUND]:
        # A remarkable result with its chance.
        text = gettext("%(result)s for the %(group)s: one roll in %(number)s")
        sentence = text % {"result": highlighted.result, "group": highlighted.group, "number": highlighted.one_in}
        ground = format_html('<path d="M{} {}h{}v26H{}z" fill="{}"/>', EDGE, y, WIDTH - 2 * EDGE, EDGE, AMBER)
        highlight = format_html("{}{}", ground, _text(EDGE + 10, y + 18, textwrap.shorten(sentence, LETTERS), 14, INK))
        parts.append(highlight)
        y += 32
    for group in reveal.groups[:GROUPS]:
        drawn, y = _row(group, y + 12)
        parts.append(drawn)
    if remaining := len(reveal.groups[GROUPS:]):
        rest = ngettext("and %(number)s group more", "and %(number)s groups more", remaining) % {"number": remaining}
        parts.append(_text(EDGE, y + 22, rest, 14, SOFT))
        y += 32
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img">'
        '<title>{2}</title><defs>{3}</defs><path d="M0 0h{0}v{1}H0z" fill="{4}"/>{5}</svg>',
        *(WIDTH, y + EDGE, reveal.headline, _symbols(), PAPER, format_html_join("", "{}", ((each,) for each in parts))),
    )


def _text(x: int, y: int, text: str, size: int, ink: str, font: str = SANS) -> SafeString:
    """A line of text; unprintable characters, some of which XML forbids, become blanks."""
    drawn = '<text x="{}" y="{}" font-family="{}" font-size="{}" fill="{}">{}</text>'
    return format_html(drawn, x, y, font, size, ink, "".join(each if each.isprintable() else " " for each in text))


def _row(group: GroupArrival, y: int) -> tuple[SafeString, int]:
    """A group drawn from `y` on: name and strength, its dice at the right, below what it brought; and where it ends."""
    brought = ", ".join(f"{each.count} × {each.name}" for each in (*group.units, *group.weapons, *group.leaders))
    name = f"{group.name} ({group.code})" + (f": {group.strength}" if group.strength else "")
    dice = [die for roll in group.rolls for die in roll.reckoning.dice][:DICE]
    parts = [
        format_html('<path d="M{} {}h{}" stroke="#b9b2a1"/>', EDGE, y - 8, WIDTH - 2 * EDGE),
        _text(EDGE, y + 10, textwrap.shorten(name, 60), 15, INK),
        *(_die(value, WIDTH - EDGE - (len(dice) - n) * DIE, y - 2) for n, value in enumerate(dice)),
    ]
    y += 28
    for n, line in enumerate(textwrap.wrap(brought, LETTERS, max_lines=3)):
        y += 18 if n else 0
        parts.append(_text(EDGE, y, line, 13, SOFT))
    return format_html_join("", "{}", ((each,) for each in parts)), y + 6


def _die(value: int, x: int, y: int) -> SafeString:
    return format_html(
        '<rect x="{}" y="{}" width="18" height="18" rx="4" fill="none" stroke="{}"/><text x="{}" y="{}" '
        'text-anchor="middle" font-family="{}" font-size="12" fill="{}">{}</text>',
        *(x, y, SOFT, x + 9, y + 13.5, SANS, INK, value),
    )


@cache
def _symbols() -> SafeString:
    """The symbols of all counters as SVG."""
    file = (Path(settings.BASE_DIR) / "static" / "img" / "counters.svg").read_text()
    return mark_safe(re.sub(r"</?svg[^>]*>", "", file))
