"""A pytest plugin: the tests run on a PostgreSQL of their own, made for this run, unless DATABASE_URL names one.

Loaded before anything else, because the settings read the environment when they are first imported. It also says which
tests may open a socket: those that drive a browser or run real servers may talk to this machine, the rest to the
database alone.
"""

import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from launch import database_role
from launch.postgres import Server
from launch.postgres import settings as database_settings

LOOPBACK = ["127.0.0.1", "::1", "localhost"]
SERVER = pytest.StashKey[Server]()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Prepare the environment before Django's settings are imported; the workers of xdist inherit it."""
    if "REFIT_TEST_VAR" in os.environ:
        return
    var = Path(tempfile.mkdtemp(prefix="refit-test-"))
    var.chmod(0o711)  # the server may run as another user, and has to get through
    (var / "static").mkdir()  # stays empty: the files are served from where they are written
    os.environ["REFIT_TEST_VAR"] = os.environ["REFIT_VAR"] = str(var)
    early_config.add_cleanup(lambda: _end(early_config, var))
    if "DATABASE_URL" in os.environ:
        _application(os.environ["DATABASE_URL"])
    else:
        early_config.stash[SERVER] = server = Server(var)
        server.start()
        os.environ["DATABASE_URL"] = database_url(var)
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test the sockets its kind may use."""
    for item in items:
        if item.get_closest_marker("browser") or item.get_closest_marker("live"):
            item.add_marker(pytest.mark.allow_hosts(LOOPBACK))


def _end(config: pytest.Config, var: Path) -> None:
    if SERVER in config.stash:
        config.stash[SERVER].stop()
    shutil.rmtree(var, ignore_errors=True)
