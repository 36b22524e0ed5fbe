"""The shelves of tables: everything once, under the campaign's rulings."""

from collections import Counter

from rules import registry
from rules.parts.library import Chart
from rules.systems.oto2.book import book

GAME = registry.get("oto2")


def test_every_table_of_the_book_stands_on_one_shelf():
    shelved = Counter(table.id for shelf in GAME.tables({}).shelves for table in shelf.tables)
    assert shelved == Counter(list(book().tables))


def test_a_table_is_read_as_the_rulings_say():
    options: tuple[dict[str, dict[str, str]], ...] = ({}, {"rulings": {"leaders_top_row": "twelve"}})
    printed, read = (GAME.tables(chosen).find("oto2.leaders") for chosen in options)
    assert book().readings["leaders_top_row"] != "twelve"
    assert printed.row(12).values["german"] == "8-0, 7-0"
    assert read.row(12).values["german"] == "8-0, 6+1"


def test_the_charts_have_every_group_and_every_price():
    library = GAME.tables({})
    sizes = {}
    for side in GAME.sides:
        chart = library.find(f"oto2.groups_{side}")
        assert isinstance(chart, Chart)
        sizes[side] = len(chart.table.blocks[0].rows)
    assert sizes == {side: len(groups) for side, groups in book().groups.items()}
    works = library.find("oto2.fortifications").table.blocks[0].rows
    assert ("Wire", "13", "German", "7.520") in works
    assert all(len(row) == 4 for row in works)


def test_a_rule_leads_to_its_tables():
    library = GAME.tables({})
    assert [table.id for table in library.about("7.515")] == ["oto2.cpp"]
    assert library.about("") == ()
    assert library.find("oto2.nothing") is None
