"""The web server: `python -m config.web`, bound to REFIT_BIND (host:port).

With WEB_PROCESSES above 1 as many processes serve the same socket, whoever is free takes the next request; one that
dies is started again while the others go on.
"""

import os
import signal
import socket
import sys
import threading
from types import FrameType

import uvicorn

from config.limits.request_heads import HeaderTimeoutProtocol
from launch import environment
from launch.address import DEFAULT_BIND, see_that_free
from launch.startup_errors import exit_on_bad_settings
from launch.subprocesses import Child

GRACE = 3  # seconds a request in the middle of its work gets when we stop
LOOK_EVERY = 0.2
HANDED = "REFIT_SOCKET"
"""Where one of several processes finds the number of the socket that it was handed."""


class WebServer(uvicorn.Server):
    """Ends the open streams first when it stops; else each would be waited for until the time is up."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in order."""
        from config.asgi import application

        application.hub.close()
        await super().shutdown(sockets)


def server(host: str, port: int) -> WebServer:
    """Return a server for our application."""
    config = uvicorn.Config(
        "config.asgi:application",
        host=host,
        port=port,
        http=HeaderTimeoutProtocol,
        log_config=None,  # Django's settings say how we log
        access_log=False,  # an address may hold an invitation
        server_header=False,
        proxy_headers=bool(environment.networks("FORWARDED_ALLOW_IPS")),
        timeout_graceful_shutdown=GRACE,
    )
    return WebServer(config)


def crew(listener: socket.socket, number: int) -> None:
    """Serve a socket from `number` processes until we are told to stop."""
    over = threading.Event()

    def stop_soon(sent: int, frame: FrameType | None) -> None:
        over.set()

    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, stop_soon)
    handed = listener.fileno()
    command, env = [sys.executable, "-m", "config.web"], {HANDED: str(handed)}
    children = [Child(f"web {n}", command, env=env, hands=(handed,)) for n in range(1, number + 1)]
    while not over.wait(LOOK_EVERY):
        for child in children:
            child.ended()
            if child.due():
                child.start()
    for child in children:
        child.ask_to_stop()
    for child in children:
        child.see_stopped()


def main() -> None:
    """Serve what we were handed, alone; else listen, alone or with a crew."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings

    where = environment.listening("REFIT_BIND", DEFAULT_BIND)
    alone = server(*where)
    if handed := os.environ.get(HANDED):
        alone.run([socket.socket(fileno=int(handed))])
        return
    try:
        see_that_free(*where)
    except OSError as error:
        raise SystemExit(f"Refit Room did not start: {error}") from None
    if settings.WEB_PROCESSES > 1:
        crew(alone.config.bind_socket(), settings.WEB_PROCESSES)
    else:
        alone.run()


if __name__ == "__main__":
    with exit_on_bad_settings():
        main()
