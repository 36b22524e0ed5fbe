"""The charts on the shelves of On Track to Orsha."""

from rules.features.documents import Chart
from rules.systems.oto2.rule_data import rule_data
from rules.systems.oto2.system import SYSTEM as GAME


def test_the_charts_have_every_group_and_every_price():
    library = GAME.tables({})
    sizes = {}
    for side in GAME.sides:
        chart = library.find(f"oto2.groups_{side}")
        assert isinstance(chart, Chart)
        sizes[side] = len(chart.table.blocks[0].rows)
    assert sizes == {side: len(groups) for side, groups in rule_data().groups.items()}
    prices = library.find("oto2.fortifications")
    assert isinstance(prices, Chart)
    works = prices.table.blocks[0].rows
    assert ("Wire", "13", "German", "7.520") in works
    assert all(len(row) == 4 for row in works)
