"""The tables as the migrations make them: made once, kept beside pytest's cache, and copied for each process.

What is done after migrations (the queue, the rights of the application) is done in each copy again.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from config import backups, jobs

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".pytest_cache" / "migrated"
SOURCES = ("requirements.txt", "*/migrations/*.py", "*/*/migrations/*.py")
"""What decides how a migrated database looks, beside the server."""


def template() -> str:
    """The name of a migrated database on the server of the tests, made now if no process has done so yet."""
    known = connection.settings_dict
    with psycopg.connect(jobs.conninfo({**known, "NAME": "postgres"}), autocommit=True) as server:
        kept = FOLDER / f"{_fingerprint()}-{server.info.server_version}.dump"
        name = f"{known['NAME']}_{_fingerprint()}"
        draft = f"{name}_draft"
        server.execute("SELECT pg_advisory_lock(hashtext(%s))", [name])  # goes with the connection
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            server.execute(f'DROP DATABASE IF EXISTS "{draft}"')
            server.execute(f'CREATE DATABASE "{draft}"')
            _fill(draft, kept)
            server.execute(f'ALTER DATABASE "{draft}" RENAME TO "{name}"')
    return name


def _fill(name: str, kept: Path) -> None:
    """Make the tables in a database, from what is kept of an earlier run if there is anything."""
    known = connection.settings_dict
    if kept.exists():
        backups.restore({**known, "NAME": name}, kept)
        return
    own = known["NAME"]
    try:
        known["NAME"] = name
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        connection.close()
        known["NAME"] = own
    FOLDER.mkdir(parents=True, exist_ok=True)
    for older in FOLDER.iterdir():
        older.unlink(missing_ok=True)
    draft = kept.with_suffix(".new")
    with draft.open("wb") as file:
        backups.dump({**known, "NAME": name}, file)
    draft.replace(kept)


@cache
def _fingerprint() -> str:
    digest = sha256(settings.REFIT_BROKER_URL.partition(":")[0].encode())  # one of them keeps its queue in the database
    for path in sorted(path for source in SOURCES for path in ROOT.glob(source)):
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
