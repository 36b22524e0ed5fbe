"""The place of a work, written beside its number as it is bought."""

from __future__ import annotations

from collections.abc import Callable

from tests.html_client import HtmlPage
from tests.players import PlayedCampaign

Wizard = Callable[[PlayedCampaign, str], HtmlPage]


def test_7_520_a_place_is_written_beside_the_number_and_proposed_at_the_set_up(
    table: PlayedCampaign, wizard: Wizard
) -> None:
    table.scripts["german"] = {"23AM purchase": {"rows": {"M1": {"n": 1}}}}
    table.play_until("hans", "fortify")
    page = wizard(table, "hans").press("draft", {"where_wire": "2 K20, nowhere"})
    assert 'aria-describedby="e-where_wire"' in page.html
    assert page.form.fields["where_wire"] == "2 K20, nowhere", "what was typed is still there"
    refused = page.press("buy", {"where_wire": "2 K20, nowhere"})
    assert refused.status == 422
    refused.press("buy", {"where_wire": "2 K20"})
    assert table.view("hans").ctx.mine.now.forts == {"wire": 2}
    table.play_until("hans", "setup")
    assert 'value="2 K20"' in wizard(table, "hans").html
