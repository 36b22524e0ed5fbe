"""What a guest reaches beside his own campaign (`campaigns.middleware` keeps him from the rest)."""

from __future__ import annotations

TRIAL = "trial"
"""Where the session of a guest has the public id of his campaign."""
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
        "verify_older_campaign.py",
    ]
)
"""Pages, by their names, that a guest may see beside those of his campaign."""
