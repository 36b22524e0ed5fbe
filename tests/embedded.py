"""A pytest plugin: the tests run on a PostgreSQL of their own, made for this run, unless DATABASE_URL names one.

Loaded before anything else, because the settings read the environment when they are first imported. It also says which
tests may open a socket: those that drive a browser or run real servers may talk to this machine, the tests of the rules
to nobody, the rest to nothing but the database.
"""

import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import quote

import pytest

from config.embedded import Server
from config.embedded import settings as database_settings

LOOPBACK = ["127.0.0.1", "::1", "localhost"]
RULES = Path(__file__).parent / "rules"
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
    if "DATABASE_URL" not in os.environ and not _only_rules(early_config):
        early_config.stash[SERVER] = server = Server(var)
        server.start()
        os.environ["DATABASE_URL"] = database_url(var)


def database_url(var: Path) -> str:
    """Return the DATABASE_URL of the embedded server whose files are in `var`."""
    found = database_settings(var)
    return f"postgresql://{found['USER']}@{quote(found['HOST'], safe='')}/{found['NAME']}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test the sockets its kind may use."""
    for item in items:
        if item.get_closest_marker("browser") or item.get_closest_marker("live"):
            item.add_marker(pytest.mark.allow_hosts(LOOPBACK))
        elif item.path.is_relative_to(RULES):
            item.add_marker(pytest.mark.disable_socket)
            item.add_marker(pytest.mark.once)


def _only_rules(config: pytest.Config) -> bool:
    """Say whether only tests of the rules were asked for, which need no database and should not wait for one."""
    asked = [Path(argument.split("::")[0]).resolve() for argument in config.known_args_namespace.file_or_dir]
    return bool(asked) and all(path.is_relative_to(RULES) for path in asked)


def _end(config: pytest.Config, var: Path) -> None:
    if SERVER in config.stash:
        config.stash[SERVER].stop()
    shutil.rmtree(var, ignore_errors=True)
