"""What the measurement of several servers takes for an act that was heard of."""

from __future__ import annotations

import socket

import pytest

from bench.growing import several


def test_what_a_stream_says_before_the_act_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(several, "QUIET", 0.1)
    server, stream = socket.socketpair()
    with server, stream:
        stream.setblocking(False)
        server.sendall(b"event: change\ndata: of the connect\n\n")
        several.drain([stream])
        with pytest.raises(SystemExit, match="told of an act at another server: not within 0 s"):
            several.all_told([stream], within=0)
        server.sendall(b"event: change\ndata: of the act\n\n")
        several.all_told([stream])
