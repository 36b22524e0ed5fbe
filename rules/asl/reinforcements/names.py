"""Names of reinforcement groups for players: "2nd Rifle Co." for 23AM-I1-1 on record."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Mapping

from rules.asl.rule_data import RuleData
from rules.asl.state import SideRoom
from rules.features.forces import GroupName
from rules.text import gettext, gettext_noop

FORMATION = re.compile(r"^(?P<name>.*\b(?:Co|Coy|Plt|Pltn|Sect|Battery|Battalion)\b\.?)(?: [IVX]+)?(?P<of> \(.*\))?$")
"""Names of the charts that are counted "1st, 2nd"; a Roman number behind them only tells rows of a chart apart."""
ORDINALS = {
    1: gettext_noop("{number}st {group}"),
    2: gettext_noop("{number}nd {group}"),
    3: gettext_noop("{number}rd {group}"),
}
OTHER_ORDINAL = gettext_noop("{number}th {group}")
TEENS = (11, 12, 13)


def group_names(rules: RuleData, room: SideRoom) -> Mapping[str, GroupName]:
    """The names of a side's groups, by id.

    Groups of one name are counted over all dates in the order of the record, so that a name never changes.
    """
    rows, counted, result = rules.groups[room.key], Tally[str](), dict[str, GroupName]()
    for group in room.groups:
        chart = rows[group.rg].name
        formation = FORMATION.match(chart)
        name = f"{formation['name']}{formation['of'] or ''}" if formation else chart
        counted[name] += 1
        number, label = counted[name], gettext(name)
        if formation:
            last = 0 if number % 100 in TEENS else number % 10
            label = gettext(ORDINALS.get(last, OTHER_ORDINAL), number=number, group=label)
        elif number > 1:  # the first of what is no formation goes by its name alone
            label = gettext("{group}, no. {number}", group=label, number=number)
        result[group.id] = GroupName(label, group.rg, f"{group.rg} {chart} ({group.id})")
    return result
