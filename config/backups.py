"""The whole database as one file, and back: everything but the keys, which are kept apart from it.

PostgreSQL's own programs do it. Those of the embedded server's wheel come with the program, so a club needs nothing
else installed; they read servers of their own version and older ones.
"""

import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from config import jobs
from launch.binaries import client

BACKUP_MADE = "backup-made"
"""The cache's key for the time (ISO 8601) at which the last complete backup was begun."""
SCHEMAS = ("public", "pgmq")
"""Where our tables are: the program's, and the queue's."""


class NoBackup(RuntimeError):
    """A database could not be read or written; the message says why, in PostgreSQL's words."""


def dump(database: Mapping[str, object], into: IO[bytes]) -> None:
    """Write a dump of the whole database to `into`, while people go on playing. Raises NoBackup."""
    _run(database, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", stdout=into)


def restore(database: Mapping[str, object], dumped: Path) -> None:
    """Replace the whole database by a dump, in one transaction; nobody else may be using it. Raises NoBackup."""
    away = "".join(f"DROP SCHEMA IF EXISTS {schema} CASCADE;" for schema in SCHEMAS) + "CREATE SCHEMA public;"
    one = ("--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
    # By way of a file: of a pipe, psql would take a script that broke off for a whole one.
    with tempfile.NamedTemporaryFile(prefix="refit-restore-") as script:
        _run(None, "pg_restore", "--no-owner", "--no-privileges", f"--file={script.name}", str(dumped))
        _run(database, "psql", *one, f"--command={away}", f"--file={script.name}")


def _run(database: Mapping[str, Any] | None, name: str, *arguments: str, **pipes: Any) -> None:
    command, env = [client(name), *arguments], dict(os.environ)
    if database:
        command.append(f"--dbname={jobs.conninfo({**database, 'PASSWORD': ''})}")
        env["PGPASSWORD"] = str(database.get("PASSWORD", ""))  # other users of the machine may read a command line
    done = subprocess.run(command, stderr=subprocess.PIPE, env=env, check=False, **pipes)
    if done.returncode:
        raise NoBackup(done.stderr.decode(errors="replace").strip()[-600:])
