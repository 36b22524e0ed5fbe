"""What named dice add to a page: the wizard's in turn with the doors of the dice known to it, and without them.

`python -m bench.dice` plays a campaign to its first purchase. The same page is asked for as it is, and with the part of
the dice left out of it; only the ratio of the processor's time counts. What a side brings at a door is timed apart.
"""

import statistics
import time
from unittest.mock import patch

from bench.locks import begun
from bench.pages import browser, prepared, queries_of
from bench.proof import busy
from bench.streams import instance

ROUNDS = 200
LIMIT = 1.10


def main() -> None:
    """Measure and print; fails if the page costs more than it may."""
    with instance():
        prepared()
        from campaigns.ledger import crypto, doors, verify_campaign
        from refit import flow

        player = begun()
        client, url = browser(player), f"/campaigns/{player.seat.campaign.public_id}/refit/step/purchase/"
        pairs = []
        with patch.object(flow, "dice_part", lambda seat, public: None):
            without = queries_of(client, url)
        more = queries_of(client, url) - without
        for _ in range(ROUNDS):
            ours = busy(lambda: client.get(url))
            with patch.object(flow, "dice_part", lambda seat, public: None):
                pairs.append((ours, busy(lambda: client.get(url))))
        campaign = player.seat.campaign
        stand = doors.load(campaign)
        assert stand is not None
        known = doors.secrets_of(campaign, crypto.room_of(campaign, "german"))
        cid = verify_campaign.founding(campaign.founding or {})
        began = time.perf_counter()
        doors.next_link(cid, "german", known, stand.chains["german"])
        link_took = (time.perf_counter() - began) * 1000
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"a page with named dice: {ours:.1f} ms, without {theirs:.1f} ms, {more} queries more:")
    print(f"  {ours / theirs:.2f} times that (limit {LIMIT}); a link took {link_took:.1f} ms, once at a door")
    if ours / theirs > LIMIT:
        raise SystemExit("named dice cost a page more than they may")


if __name__ == "__main__":
    main()
