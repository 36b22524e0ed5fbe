"""What is drawn over the dates of the real game is what the reader may know."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.html_client import open_page
from tests.players import PlayedCampaign

KEYS = ("vp", "cvp", "cpp-german", "cpp-russian", "lost-german")


@pytest.mark.slow
def test_a_side_sees_its_own_points_drawn_and_nobody_elses(table: PlayedCampaign) -> None:
    table.play_to("purchase", "24AM")
    url = reverse("campaign-figures", args=[table.public_id])
    pages = {name: open_page(table.browser(name), url) for name in ("hans", "ivan", "spectator", "umpire")}
    drawn = {name: {key for key in KEYS if f'"d-{key}-t' in page.html} for name, page in pages.items()}
    assert drawn["hans"] == {"vp", "cvp", "cpp-german", "lost-german"}
    assert drawn["ivan"] == {"vp", "cvp", "cpp-russian"}
    assert drawn["spectator"] == {"vp", "cvp"}
    assert drawn["umpire"] == {"vp", "cvp", "cpp-russian"}
    assert '"luck-german-t' in pages["hans"].html, "and how its dice fell"
