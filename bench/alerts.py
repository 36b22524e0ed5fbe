"""How soon alerts leave: 1,000 that are owed at once, and one of an act, by one worker.

`python -m bench.alerts` starts the real worker on an embedded database, and a service on this machine that takes what
is sent. One commander has a webhook, and an act of the other has him told; then he has 1,000, which are all owed
something at once, each by a job of its own. For the worker alone the filter of inner addresses lets us through.
"""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from bench.streams import instance, make_tables

CHANNELS, LIMIT_ALL, LIMIT_ONE = 1_000, 60.0, 5.0
WORKER = """
import sys
import django
django.setup()
from campaigns.alerts import outgoing
outgoing.CONFIG.ip_filter_allow_loopback_ips = True
from config.celery import app
app.worker_main(["worker", "--beat", "--concurrency=2", "--loglevel=WARNING", "--schedule=" + sys.argv[1]])
"""


class Receiver(ThreadingHTTPServer):
    """The service outside; `moments` are those at which it was sent something."""

    def __init__(self) -> None:
        self.moments: list[float] = []
        taken = self.moments

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                taken.append(time.monotonic())
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.request_queue_size = 200
        super().__init__(("127.0.0.1", 0), Handler)


def act(channels: int, port: int) -> float:
    """Have a commander with so many channels told of an act; the moment at which it stood."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from campaigns import actions
    from campaigns.alerts import addresses
    from campaigns.alerts.models import Channel
    from campaigns.closing.actions import propose
    from campaigns.closing.models import What

    one, other = (User.objects.create(username=f"{name} at {time.monotonic()}") for name in ("one", "other"))
    seat = actions.start_campaign(name="Alerts", system="oto2", options={}, side="german", by=one)
    _, token = actions.invite(role="commander", side="russian", by=seat)
    actions.take_seat(token=token, by=other)
    address = addresses.Webhook(url=f"http://127.0.0.1:{port}/", secret=addresses.new_secret()).model_dump_json()
    now = timezone.now()
    Channel.objects.bulk_create(
        Channel(user=other, kind="webhook", address=addresses.locked(other.pk, address), confirmed_at=now)
        for _ in range(channels)
    )
    propose(what=What.END, reason="No time", by=seat)
    return time.monotonic()


def arrived(taken: Receiver, number: int) -> float:
    """The moment at which so many had come."""
    patience = time.monotonic() + 2 * LIMIT_ALL
    while len(taken.moments) < number and time.monotonic() < patience:
        time.sleep(0.01)
    return taken.moments[number - 1] if len(taken.moments) >= number else float("inf")


def measure() -> bool:
    """Print both figures; whether both are within their limits."""
    taken = Receiver()
    threading.Thread(target=taken.serve_forever, daemon=True).start()
    with instance() as var:
        make_tables()
        import django  # its settings are those of the instance

        django.setup()
        worker = subprocess.Popen([sys.executable, "-c", WORKER, str(var / "beat")])
        try:
            time.sleep(8)  # it starts
            act(1, taken.server_port), arrived(taken, 1)  # the first one loads what it needs
            begun = act(1, taken.server_port)
            one = arrived(taken, 2) - begun
            begun = act(CHANNELS, taken.server_port)
            last = arrived(taken, CHANNELS + 2) - begun
        finally:
            worker.terminate()
            with suppress(subprocess.TimeoutExpired):
                worker.wait(20)
            taken.shutdown()
    print(f"an alert after its act: {one:.2f} s (limit {LIMIT_ONE:.0f})")
    print(f"{CHANNELS} owed at once: {last:.1f} s (limit {LIMIT_ALL:.0f})")
    return one <= LIMIT_ONE and last <= LIMIT_ALL


if __name__ == "__main__":
    os.environ.setdefault("REFIT_URL", "http://127.0.0.1")
    sys.exit(not measure())
