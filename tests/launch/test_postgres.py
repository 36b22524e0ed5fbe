"""The embedded PostgreSQL: started, killed, started again, with the rights of everything around it left alone."""

import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from launch import binaries, paths, postgres, readable_copy, stale_postgres

pytestmark = [pytest.mark.slow, pytest.mark.once]


@contextmanager
def thrown_away() -> Iterator[Path]:
    """A folder for an instance that the server's user can get through to."""
    made = Path(tempfile.mkdtemp(prefix="refit-pg-"))
    made.chmod(0o711)
    yield made
    found = paths.data_paths(made, binaries.server_user())
    for folder in (made, found.home, found.socket):
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def var() -> Iterator[Path]:
    """The folder of an instance that was never started."""
    with thrown_away() as made:
        yield made


@pytest.fixture(scope="module")
def used() -> Iterator[Path]:
    """The folder of an instance that was started and stopped before: for all tests that want no new database."""
    with thrown_away() as made:
        with postgres.Server(made):
            pass
        yield made


def lay_down(used: Path, var: Path) -> None:
    """Have the instance in `var` find a copy of another's database: making one takes a second."""
    user = binaries.server_user()
    source, home = paths.data_paths(used, user).home, paths.make_folders(var, user).home
    subprocess.run(["cp", "-a", str(source / "data"), str(home)], check=True)


@pytest.fixture(autouse=True)
def programs(used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every server runs the programs of that one: where their user can't reach the wheel's, each would copy them."""
    user = binaries.server_user()
    monkeypatch.setenv("PG_BIN", str(binaries.find(paths.data_paths(used, user).home, user)))


def ask(var: Path, question: str, *, owner: bool = True) -> object:
    """Ask the server one thing."""
    found = postgres.settings(var, owner=owner)
    with psycopg.connect(host=found["HOST"], user=found["USER"], dbname=found["NAME"]) as link:
        answer = link.execute(question)
        row = answer.fetchone() if answer.description else None
        return row and row[0]


def test_it_starts_from_nothing_and_keeps_its_data(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PG_BIN")
    with postgres.Server(var):
        ask(var, "CREATE TABLE kept AS SELECT 7 AS n")
    with postgres.Server(var):
        assert ask(var, "SELECT n FROM kept") == 7


def test_it_listens_on_no_network_and_its_socket_is_private(used: Path) -> None:
    with postgres.Server(used):
        assert ask(used, "SHOW listen_addresses") == ""
        folder = Path(postgres.settings(used, owner=False)["HOST"])
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to hand down")
def test_started_by_root_it_runs_as_somebody_else_and_changes_no_right_above(used: Path, var: Path) -> None:
    above = {path: path.stat().st_mode for path in var.parents}
    lay_down(used, var)
    with postgres.Server(var) as server:
        assert server.process
        assert Path(f"/proc/{server.process.pid}").stat().st_uid != 0
    assert {path: path.stat().st_mode for path in var.parents} == above


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to hand down")
def test_started_by_root_in_a_folder_nobody_else_can_enter_it_keeps_its_data_elsewhere(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = var / "elsewhere"
    monkeypatch.setattr(paths, "FOR_ROOT", elsewhere)
    closed = var / "closed"
    closed.mkdir(mode=0o700)
    with postgres.Server(closed / "var"):
        assert paths.data_paths(closed / "var", binaries.server_user()).home.parent == elsewhere
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to hand down")
def test_programs_the_servers_user_cannot_reach_are_copied_and_work(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = binaries.ServerUser.can_reach
    monkeypatch.setattr(
        binaries.ServerUser, "can_reach", lambda self, path: "site-packages" not in path.parts and usual(self, path)
    )
    monkeypatch.delenv("PG_BIN", raising=False)
    with postgres.Server(var) as server:
        assert server.process
        command: Any = server.process.args
        assert Path(command[0]).is_relative_to(var)


def test_after_a_kill_of_the_server_it_recovers(used: Path) -> None:
    server = postgres.Server(used)
    server.start()
    ask(used, "CREATE TABLE kept AS SELECT 7 AS n")
    assert server.process
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    server.stop()
    with postgres.Server(used):
        assert ask(used, "SELECT n FROM kept") == 7


def test_killed_in_the_middle_of_a_statement_it_starts_again_at_once(used: Path) -> None:
    """A connection that is at a statement does not see that its server is gone, and would keep the next from starting.

    It would be at this one for an hour, and nothing here waits that long.
    """
    server = postgres.Server(used)
    server.start()
    found = postgres.settings(used, owner=True)
    with psycopg.connect(host=found["HOST"], user=found["USER"], dbname=found["NAME"]) as link:
        link.pgconn.send_query(b"SELECT max(n) FROM generate_series(1, 100000000000) AS n")
        assert server.process
        time.sleep(0.5)
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        server.start()
        assert ask(used, "SELECT 1") == 1
        server.stop()
        link.close()


def test_an_id_file_that_names_another_program_is_no_obstacle(used: Path) -> None:
    data = paths.data_paths(used, binaries.server_user()).home / "data"
    (data / "postmaster.pid").write_text(f"{os.getppid()}\n{data}\n")
    with postgres.Server(used):
        assert ask(used, "SELECT 1") == 1


def test_a_server_whose_owner_was_killed_is_stopped_by_the_next_owner(used: Path) -> None:
    server = postgres.Server(used)
    server.start()
    assert server._lock
    server._lock.close()  # what happens to the lock when its owner dies
    with postgres.Server(used) as next_one:
        assert ask(used, "SELECT 1") == 1
        assert next_one.process != server.process
    assert server.process
    assert server.process.wait(5) is not None


def test_a_second_owner_is_refused(used: Path) -> None:
    with postgres.Server(used), pytest.raises(postgres.AlreadyRunning):
        postgres.Server(used).start()


def test_a_half_made_database_is_made_again(var: Path) -> None:
    home = paths.make_folders(var, binaries.server_user()).home
    (home / "data.new").mkdir()
    (home / "data.new" / "PG_VERSION").write_text("18\n")
    with postgres.Server(var):
        assert ask(var, "SELECT 1") == 1


def test_a_folder_too_deep_for_a_socket_gets_a_private_one_elsewhere(used: Path, var: Path) -> None:
    deep = var / ("a-rather-long-name-" * 5)
    found = paths.data_paths(deep, binaries.server_user())
    assert len(f"{found.socket}{paths.SOCKET_NAME}".encode()) <= paths.LONGEST_SOCKET
    try:
        lay_down(used, deep)
        with postgres.Server(deep):
            assert ask(deep, "SELECT 1") == 1
        assert paths.data_paths(deep, binaries.server_user()) == found
    finally:
        shutil.rmtree(found.socket, ignore_errors=True)


def test_a_socket_folder_that_somebody_else_put_there_is_refused(var: Path) -> None:
    deep = var / ("a-rather-long-name-" * 5)
    trap = paths.data_paths(deep, binaries.server_user()).socket
    trap.symlink_to(var)
    try:
        with pytest.raises(binaries.NoPostgres, match="not private"):
            postgres.Server(deep).start()
    finally:
        trap.unlink()


def test_removing_it_is_refused_while_it_runs_and_complete_afterwards(used: Path, var: Path) -> None:
    lay_down(used, var)
    with postgres.Server(var), pytest.raises(postgres.AlreadyRunning):
        postgres.remove(var)
    home = paths.data_paths(var, binaries.server_user()).home
    postgres.remove(var)
    assert not home.exists()


def test_a_program_that_only_shares_the_number_is_left_alone(var: Path) -> None:
    data = var / "data"
    data.mkdir()
    with subprocess.Popen(["sleep", "30"]) as bystander:
        (data / "postmaster.pid").write_text(f"{bystander.pid}\n")
        stale_postgres.stop_stale_server(data)
        assert bystander.poll() is None
        bystander.kill()
    assert not (data / "postmaster.pid").exists()


def test_a_server_that_does_not_stop_is_told_in_a_sentence(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = var / "data"
    data.mkdir()
    (data / "postmaster.pid").write_text("4711\n")
    monkeypatch.setattr(stale_postgres, "GONE_WITHIN", 0)
    monkeypatch.setattr(stale_postgres, "_is_server_of", lambda pid, data: True)
    monkeypatch.setattr(os, "kill", lambda pid, how: None)
    with pytest.raises(binaries.NoPostgres, match="process 4711"):  # what the supervisor says, and tries again
        stale_postgres.stop_stale_server(data)


def test_what_a_killed_start_left_of_a_copy_is_in_nobodys_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = tmp_path / f"program.draft.{os.getpid()}"  # in a container the next start may have the same number
    left.mkdir()
    (left / "half").touch()
    with readable_copy._swapped_in(tmp_path / "program") as draft:
        (draft / "whole").touch()
    assert [each.name for each in (tmp_path / "program").iterdir()] == ["whole"]
    monkeypatch.setattr(binaries.ServerUser, "can_reach", lambda self, path: False)
    monkeypatch.setattr(shutil, "copytree", lambda source, target, **more: (target / "bin").mkdir(parents=True))
    user = binaries.ServerUser(65534, 65534)
    if programs := binaries._from_wheel(tmp_path, user):
        home = programs.parents[2]
        home.rename(home.with_name(f"{home.name}.{os.getpid()}"))
        assert (binaries._from_wheel(tmp_path, user) or tmp_path).is_dir()
