"""The web server: `python -m config.web`, bound to REFIT_BIND (host:port)."""

import os
import socket

import uvicorn

from config.start import plainly

DEFAULT_BIND = "127.0.0.1:8000"
GRACE = 3  # seconds a request in the middle of its work gets when we stop


class WebServer(uvicorn.Server):
    """Ends the open streams first when it stops; else each would be waited for until the time is up."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in order."""
        from config.asgi import application

        application.hub.close()
        await super().shutdown(sockets)


def server(bind: str) -> WebServer:
    """Return a server for our application at host:port."""
    host, _, port = bind.rpartition(":")
    config = uvicorn.Config(
        "config.asgi:application",
        host=host.strip("[]"),
        port=int(port),
        log_config=None,  # Django's settings say how we log
        access_log=False,  # an address may hold an invitation
        server_header=False,
        proxy_headers=bool(os.environ.get("FORWARDED_ALLOW_IPS")),
        timeout_graceful_shutdown=GRACE,
    )
    return WebServer(config)


if __name__ == "__main__":
    with plainly():
        server(os.environ.get("REFIT_BIND", DEFAULT_BIND)).run()
