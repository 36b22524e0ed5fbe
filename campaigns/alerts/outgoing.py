"""Requests to addresses that users gave: never to the server's own network, with no redirects and short timeouts."""

from __future__ import annotations

from collections.abc import Mapping

import requests
from requests_hardened import Config, HTTPSession

from campaigns.alerts.models import Failure

CONFIG = Config(
    ip_filter_enable=True,
    ip_filter_allow_loopback_ips=False,
    never_redirect=True,
    default_timeout=(4, 6),
    user_agent_override="refit-room",
)
"""A name is looked up once, and the address that was checked is the one connected to, so that a name that resolves
otherwise a moment later gains nothing."""
TAKEN, GONE = range(200, 300), (404, 410)


def post(
    url: str, body: bytes, headers: Mapping[str, str], method: str = "POST", gone: Failure = Failure.ANSWER
) -> Failure | None:
    """Send `body`; only the status of the answer is looked at. `gone` is what it means that the address is gone."""
    with HTTPSession(CONFIG) as session:
        session.trust_env = False  # through a proxy the address that is reached could not be checked
        try:
            with session.request(method, url, data=body, headers=dict(headers), stream=True) as answer:
                if answer.status_code in GONE:
                    return gone
                return None if answer.status_code in TAKEN else Failure.ANSWER
        except requests.Timeout:
            return Failure.SILENT
        except requests.RequestException as wrong:
            return Failure.INNER if type(wrong).__name__ == "InvalidIPAddress" else Failure.UNREACHED
        except (OSError, ValueError):  # names that no resolver takes
            return Failure.UNREACHED
