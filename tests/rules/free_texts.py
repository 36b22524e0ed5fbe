"""Which entries of a form are remarks, as people write them: no rule speaks of them, nothing is read out of them."""

from __future__ import annotations

import re

from rules.contract import Field
from rules.ground.fields import HexField

PLACES = re.compile(r"hex|location|place|step", re.I)


def is_remark(field: Field) -> bool:
    """Whether it takes any text, or none, cites no rule, and does not ask for places."""
    if field.kind != "text" or field.rule or field.pattern or isinstance(field, HexField):
        return False
    return not PLACES.search(f"{field.label} {field.hint}")
