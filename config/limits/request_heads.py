"""Closes a connection on which no whole head of a request comes in time; uvicorn itself would wait for ever."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 15.0
"""Seconds, as in the proxy of a club."""


class HeaderTimeoutProtocol(H11Protocol):
    """The protocol of the web server, with an end to its patience."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._given_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a head, if one has begun."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_more()
        elif self._given_up is None:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave nothing behind."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._given_up = self.loop.call_later(PATIENCE, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._given_up:
            self._given_up.cancel()
        self._given_up = None
