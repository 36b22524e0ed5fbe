"""Started by root, the program becomes somebody else, and takes nothing but its own folder along."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from launch import binaries, privileges

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to hand down")
USER = binaries.server_user() or binaries.ServerUser(os.geteuid(), os.getegid())
BECOME = """
import os, sys
from pathlib import Path
from launch import privileges
privileges.can_run = lambda var, user: True
assert privileges.drop(Path(sys.argv[1])) == ""
print(os.getresuid(), os.getresgid(), os.getgroups(), Path(sys.argv[1], "refit_keys").read_text())
try:
    os.setuid(0)
except PermissionError:
    print("for good")
"""


@pytest.fixture
def var() -> Iterator[Path]:
    """An instance's folder that root used before."""
    made = Path(tempfile.mkdtemp(prefix="refit-priv-"))
    (made / "refit_keys").write_text("key")
    (made / "refit_keys").chmod(0o600)
    (made / "static" / "css").mkdir(parents=True)
    (made / "static" / "css" / "a.css").write_text("")
    (made / "beat").write_text("")
    (made / "somebody-elses").write_text("")
    yield made
    shutil.rmtree(made)


def test_root_becomes_the_databases_user_for_good(var: Path) -> None:
    found = subprocess.run([sys.executable, "-c", BECOME, str(var)], cwd=ROOT, capture_output=True, text=True)
    ids, groups = (USER.uid,) * 3, (USER.gid,) * 3
    assert found.stdout == f"{ids} {groups} [] key\nfor good\n", found.stderr


def test_what_is_ours_is_handed_over_and_nothing_else(var: Path) -> None:
    outside = var.parent / f"{var.name}-outside"
    outside.write_text("")
    (var / "prepared").symlink_to(outside)
    try:
        privileges.hand_over(var, USER)
        assert outside.stat().st_uid == 0
    finally:
        outside.unlink()
    owners = {str(path.relative_to(var)): path.lstat().st_uid for path in var.rglob("*")}
    assert owners == {
        **dict.fromkeys(("refit_keys", "static", "static/css", "static/css/a.css", "beat", "prepared"), USER.uid),
        "somebody-elses": 0,
    }
    assert var.stat().st_uid == USER.uid


def test_a_folder_that_others_use_too_stays_theirs(var: Path) -> None:
    var.chmod(0o1777)
    privileges.hand_over(var, USER)
    assert var.stat().st_uid == 0
    assert (var / "refit_keys").stat().st_uid == USER.uid


def test_where_the_program_cannot_be_read_it_says_so(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privileges, "can_run", lambda var, user: False)
    assert "web and worker run as root" in privileges.drop(var)
    assert os.geteuid() == 0


def test_a_program_in_a_closed_folder_cannot_be_run(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = var / "closed"
    closed.mkdir(mode=0o700)
    shutil.copy("/bin/true", closed / "python")
    monkeypatch.setattr(sys, "executable", str(closed / "python"))
    privileges.hand_over(var, USER)
    assert not privileges.can_run(var, USER)
    closed.chmod(0o755)
    assert privileges.can_run(var, USER)
