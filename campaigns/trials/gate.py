"""The pages a guest may see beside his own campaign (`campaigns.middleware` keeps him from the rest)."""

from __future__ import annotations

TRIAL = "trial"
"""The session key with the public id of a guest's campaign."""
OPEN = frozenset(
    [
        "campaign-list",
        "how",
        "language",
        "set_language",
        "game-tables",
        "game-table",
        "healthz",
        "account_login",
        "account_logout",
        "account_signup",
        "trial",
        "kept-entries",
        "pad-shell",
        "pad-worker",
        "pad-manifest",
        "verify_campaign.py",
    ]
)
"""The URL names of these pages."""
