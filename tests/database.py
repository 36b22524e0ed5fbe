"""A pytest plugin: the tests run on a PostgreSQL of their own, made for this run, unless DATABASE_URL names one.

Loaded before anything else, because the settings read the environment when they are first imported. It also says which
tests may open a socket: those that drive a browser or run real servers may talk to this machine, the rest to the
database alone.
"""

import contextlib
import os
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from launch import database_role
from launch.binaries import NoPostgres
from launch.postgres import Server
from launch.postgres import settings as database_settings
from tests import leftovers

LOOPBACK = ["127.0.0.1", "::1", "localhost"]
SERVER = pytest.StashKey[Server]()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Prepare the environment before Django's settings are imported; the workers of xdist inherit it."""
    if "REFIT_TEST_VAR" in os.environ:
        return
    try:
        _prepare(early_config)
    except (NoPostgres, OSError, psycopg.OperationalError) as error:
        raise pytest.UsageError(f"The tests have no database: {error}") from None


def _prepare(config: pytest.Config) -> None:
    """Make folders and database of this run, and have them taken away when it ends."""
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # what pytest itself keeps, outlasts a run
    var = Path(tempfile.mkdtemp(prefix="refit-test-"))
    watching = leftovers.watch(var)
    config.add_cleanup(lambda: _end(config, watching))
    var.chmod(0o711)  # the server may run as another user, and has to get through
    (var / "static").mkdir()  # stays empty: the files are served from where they are written
    os.environ["REFIT_TEST_VAR"] = os.environ["REFIT_VAR"] = str(var)
    os.environ["TMPDIR"] = tempfile.tempdir = str(leftovers.temporary(var))
    if "DATABASE_URL" in os.environ:
        url = os.environ["DATABASE_URL"]
        _application(url)
        config.add_cleanup(lambda: _drop_copied(url))
    else:
        os.environ["DATABASE_URL"] = database_url(var)
        if not config.known_args_namespace.collectonly:
            config.stash[SERVER] = server = Server(var)
            server.start()
            _forgetful(os.environ["DATABASE_URL"])


def database_url(var: Path) -> str:
    """Return the DATABASE_URL of the embedded server whose files are in `var`."""
    found = database_settings(var, owner=True)
    return f"postgresql://{found['USER']}@{quote(found['HOST'], safe='')}/{found['NAME']}"


def _application(url: str) -> None:
    """Make the application's role on a server that is not ours; the database itself may be yet to be made.

    Two runs may begin at once, and a role can't be altered by both: the lock goes with the connection.
    """
    with psycopg.connect(url, dbname="postgres", autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(hashtext('refit_app'))")
        database_role.make(connection.cursor())


def _forgetful(url: str) -> None:
    """Have a server that is thrown away write nothing to the disk before it answers; it outlives no crash."""
    with psycopg.connect(url, autocommit=True) as connection:
        for name in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {name} = off")
        connection.execute("SELECT pg_reload_conf()")


def _drop_copied(url: str) -> None:
    """Leave no database of tests.migrated on a server that is not ours, unless a run beside this one is at it."""
    with psycopg.connect(url, dbname="postgres", autocommit=True) as server:
        own = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
        copied = "SELECT datname FROM pg_database WHERE datname ~ ('^' || %s || '_[0-9a-f]{12}(_draft)?$')"
        made = server.execute(copied, [own])
        for (name,) in made.fetchall():
            with contextlib.suppress(psycopg.errors.ObjectInUse):
                server.execute(f'DROP DATABASE IF EXISTS "{name}"')


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test the sockets its kind may use."""
    for item in items:
        if item.get_closest_marker("browser") or item.get_closest_marker("live"):
            item.add_marker(pytest.mark.allow_hosts(LOOPBACK))


def _end(config: pytest.Config, watching: subprocess.Popen[bytes]) -> None:
    if SERVER in config.stash:
        config.stash[SERVER].stop()
    leftovers.end(watching)
