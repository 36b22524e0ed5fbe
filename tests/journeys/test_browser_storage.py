"""What a browser keeps of a campaign: where the tab is, and the reader's choice of light or dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.journeys.people import Person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.live,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
KEPT = """async () => ({
  local: {...localStorage}, session: {...sessionStorage}, state: JSON.stringify(history.state),
  caches: await caches.keys(), databases: (await indexedDB.databases()).map((each) => each.name),
  workers: (await navigator.serviceWorker.getRegistrations()).length, cookies: document.cookie, name: window.name,
})"""
WORD = "Kanarienvogel"


def test_what_a_side_enters_stays_in_no_storage_address_or_history_of_the_browser(
    arrives: Callable[..., Person],
) -> None:
    anna = arrives("anna", registers=True).presses("Start a campaign")
    anna.page.get_by_text("More", exact=True).click()
    anna.page.get_by_label("Name of the campaign").fill("Orsha alone")
    anna.page.get_by_label("One person").check()
    anna.presses("Start the campaign")
    addresses = list[str]()
    anna.page.on("framenavigated", lambda frame: addresses.append(frame.url))
    anna.turns_to("Forces")
    anna.page.get_by_text("Add counters that came at the table").click()
    anna.page.locator("#a-name").fill(WORD)
    anna.page.get_by_role("button", name="Add", exact=True).click()
    anna.sees(WORD)
    anna.page.locator("[data-theme-choice=dark]").click()
    anna.turns_to("Refit")
    kept = anna.page.evaluate(KEPT)
    heads = {key for key in kept["local"] if key.startswith(("refit.head.", "refit.began."))}
    assert {key: kept["local"][key] for key in kept["local"] if key not in heads} == {"theme": "dark"}
    assert set(kept["session"]) <= {"htmx-current-path-for-history"}, "where the tab is, and no page of it"
    assert (kept["caches"], kept["databases"], kept["workers"]) == ([], [], 0)
    assert WORD not in f"{kept} {addresses}"
    assert "sessionid" not in kept["cookies"]
    assert anna.wrong == []
