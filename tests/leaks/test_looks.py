"""A second look finds what tells of others, and asks for nothing else again."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import resolve

from campaigns import actions
from campaigns.maps import drawing
from campaigns.models import Draft
from tests.leaks.looks import first_look
from tests.leaks.test_filling import at_their_set_up

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize("leaks", [True, False])
def test_a_page_that_counts_the_drafts_of_others_is_found_and_no_other_asked_again(
    leaks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = drawing.svg

    def counting(*layers: Any, **more: Any) -> str:
        return drawn(*layers, **more).replace("</svg>", f"<desc>{Draft.objects.count()} drafts</desc></svg>")

    if leaks:
        monkeypatch.setattr(drawing, "svg", counting)
    table = at_their_set_up()
    look = first_look(table, "spectator")
    actions.save_draft(step="setup", data={"at:0": "Q31"}, by=table.seat("hans"), stamp=None)
    told = {resolve(url.split("?")[0]).url_name for url in look.changed()}
    assert (told >= {"map", "map-file", "campaign"}) if leaks else told == set()
    assert len(look.to_ask_again()) < len(look.answers) / 4
