"""The whole database as one file, and back: everything but the keys, which are kept apart from it.

PostgreSQL's own programs do it. Those of the embedded server's wheel come with the program, so a club needs nothing
else installed; they read servers of their own version and older ones, and what they write an older one takes as well.
"""

import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import psycopg

from config import jobs
from launch.binaries import client

BACKUP_MADE = "backup-made"
"""The cache's key for the time (ISO 8601) at which the last complete backup was begun."""
SCHEMAS = ("public", "pgmq")
"""Where our tables are: the program's, and the queue's."""


HEAD = 2_000
"""Bytes of a script in which its settings stand, before anything that somebody wrote."""
SETTING = re.compile(rb"^SET (\w+) = ", re.M)


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
        _leave_out_unknown(database, Path(script.name))
        _run(database, "psql", *one, f"--command={away}", f"--file={script.name}")


def _leave_out_unknown(database: Mapping[str, Any], script: Path) -> None:
    """Turn settings in the script's head that this server does not have yet into comments, in their place.

    Raises NoBackup if the server does not answer.
    """
    try:
        with psycopg.connect(jobs.conninfo(database)) as server:
            known = {name.encode() for (name,) in server.execute("SELECT name FROM pg_settings")}
    except psycopg.OperationalError as error:
        raise NoBackup(str(error)) from error
    with script.open("r+b") as file:
        head = file.read(HEAD)
        for each in SETTING.finditer(head):
            if each[1] not in known:
                file.seek(each.start())
                file.write(b"-- ")


def _run(database: Mapping[str, Any] | None, name: str, *arguments: str, **pipes: Any) -> None:
    command, env = [client(name), *arguments], dict(os.environ)
    if database:
        command.append(f"--dbname={jobs.conninfo({**database, 'PASSWORD': ''})}")
        env["PGPASSWORD"] = str(database.get("PASSWORD", ""))  # other users of the machine may read a command line
    done = subprocess.run(command, stderr=subprocess.PIPE, env=env, check=False, **pipes)
    if done.returncode:
        raise NoBackup(done.stderr.decode(errors="replace").strip()[-600:])
