"""What the check and the file of a very long campaign cost each time they are asked for.

`python -m bench.long` founds a campaign, writes 20,000 acts into its journal (every other one secret), and asks
for the page of the check: first, again, after another act, and after a row in the middle was altered. What counts is
how long the processor is busy with it, here and in the database.
"""

import itertools
import os
import time
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bench.figures import Figure, report
from bench.pages import begun, browser, prepared
from bench.strangers import memory, processor
from bench.streams import instance

if TYPE_CHECKING:
    from campaigns.models import Campaign
    from refit.demos.player import Player

ACTS = 20_000
LIMIT_AGAIN = 0.5
"""Seconds of processor for a page that was shown before."""
LIMIT_MB = 200.0
"""What making the file may take beyond what the process had."""


def lengthen(player: "Player", count: int) -> None:
    """Write so many acts of a side: a link that is offered, a secret note, the link withdrawn, a secret note."""
    from django.db import transaction

    from campaigns.ledger import journal
    from campaigns.ledger.acts import HOST_PREFIX, Act
    from campaigns.models import Campaign
    from rules.contract import PUBLIC, Event

    seat = player.seat
    pile = next(pile.key for section in player.view().mine.sections for pile in section.piles if pile.count == 1)
    notes = []
    for note in "ab":
        player.orders("change", pile=pile, count=1, note=note)
        notes.append(journal.entries(seat.campaign, {seat.side})[-1].event)
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=seat.campaign_id)
        moment = campaign.written_at or campaign.founded_at
        acts = []
        for number in range(count):
            if number % 2:
                event = notes[number // 2 % 2]
            else:
                offer = {"offer": 2 + number // 4}
                withdrawn, of_whom = "offer_withdrawn", {"role": "spectator", "side": "", "token": f"{number:064x}"}
                what, data = (withdrawn, offer) if number % 4 else ("seat_offered", offer | of_whom)
                event = Event(HOST_PREFIX + what, PUBLIC, data)
            moment += timedelta(milliseconds=1)
            acts.append(Act((event,), moment, seat.user.get_username(), seat.side, seat=seat.number or 0))
        journal.append(campaign, acts, journal.load_state(campaign, {seat.side}))
        campaign.save()


def spent(ask: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds on the clock, seconds of processor here and in the database, and the answer."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        database = cursor.fetchone()[0]
    began, busy = time.perf_counter(), time.process_time() + processor(database)
    answer = ask()
    return time.perf_counter() - began, time.process_time() + processor(database) - busy, answer


def alter(campaign: "Campaign") -> None:
    """Change a public row in the middle, as the owner of the tables could."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE campaigns_journalentry DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE campaigns_journalentry SET actor = 'nobody' WHERE campaign_id = %s AND room = 'public'"
            " AND number = %s",
            [campaign.pk, ACTS // 4],
        )
        cursor.execute("ALTER TABLE campaigns_journalentry ENABLE TRIGGER USER")


def main() -> None:
    """Measure and print; fails if the page shown again, or the file, costs more than it may."""
    os.environ["DATABASE_OWNER"] = "on"
    with instance():
        prepared()
        german = begun("battle")
        lengthen(german, ACTS)
        campaign, client = german.seat.campaign, browser(german)
        url = f"/campaigns/{campaign.public_id}/verify/"

        def page(title: str) -> float:
            seconds, busy, answer = spent(lambda: client.get(url))
            said = "something is wrong" if b"Something is wrong" in answer.content else "nothing is wrong"
            print(f"the check {title} ({answer.status_code}): {seconds:.2f} s, {busy:.2f} of processor; {said}")
            return busy

        page("at first")
        again = page("again")
        notes = itertools.cycle("cd")
        pile = next(pile.key for section in german.view().mine.sections for pile in section.piles if pile.count == 1)
        german.orders("change", pile=pile, count=1, note=next(notes))
        after = page("after one more act")
        before = memory(os.getpid(), "VmRSS")
        with open("/proc/self/clear_refs", "w") as peak:
            peak.write("5")
        seconds, busy, answer = spent(lambda: b"".join(client.get(f"/campaigns/{campaign.public_id}/file/")))
        more = memory(os.getpid(), "VmHWM") - before
        print(f"the file of {len(answer) / 2**20:.1f} MB: {seconds:.2f} s, {busy:.2f} of processor, {more:.0f} MB more")
        alter(campaign)
        page("after a row was altered")
    report(
        Figure("the page of the check, shown again: processor", again, LIMIT_AGAIN, "s"),
        Figure("the same after one more act", after, LIMIT_AGAIN, "s"),
        Figure("more memory for the file", more, LIMIT_MB, "MB"),
    )


if __name__ == "__main__":
    main()
