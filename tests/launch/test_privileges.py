"""Started by root, the program becomes somebody else, and takes nothing but its own folder along."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from launch import binaries, privileges, readable_copy

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to hand down")
USER = binaries.server_user() or binaries.ServerUser(os.geteuid(), os.getegid())
BECOME = """
import os, sys
from pathlib import Path
from launch import privileges
privileges.can_run = lambda *asked: True
privileges.drop(Path(sys.argv[1]))
assert os.environ["REFIT_VAR"] == sys.argv[1]
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


@pytest.fixture(scope="module")
def for_root() -> Iterator[Path]:
    """What is out of the user's reach goes to a folder that is thrown away."""
    made = Path(tempfile.mkdtemp(prefix="refit-root-"))
    made.chmod(0o711)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(readable_copy, "FOR_ROOT", made)
        yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def copied(for_root: Path) -> tuple[Path, Path]:
    """Program and Python, copied once: that is some ten thousand links."""
    return readable_copy.program_and_python(for_root / "var", USER)


@pytest.fixture
def takes_nothing(for_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy is empty."""
    monkeypatch.setattr(readable_copy, "_take", lambda source, target, without=(): target.mkdir(parents=True))


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


def test_where_nobody_else_can_run_even_a_copy_nothing_starts(
    var: Path, takes_nothing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privileges, "can_run", lambda *asked: False)
    with pytest.raises(privileges.StaysRoot, match="make a user of its own for Refit Room"):
        privileges.drop(var)


def test_a_program_in_a_closed_folder_cannot_be_run(var: Path) -> None:
    closed = var / "closed"
    closed.mkdir(mode=0o700)
    python = Path(shutil.copy("/bin/true", closed / "python"))
    privileges.hand_over(var, USER)
    assert not privileges.can_run(python, Path("/"), var, USER)
    closed.chmod(0o755)
    assert privileges.can_run(python, Path("/"), var, USER)


# A copy of the program ------------------------------------------------------------------------------------------------


def test_the_user_can_run_the_copy_and_change_nothing_in_it(
    var: Path, for_root: Path, copied: tuple[Path, Path]
) -> None:
    privileges.hand_over(var, USER)
    program, python = copied
    env = readable_copy.environment(python)
    assert privileges.can_run(python, program, var, USER, env)
    for folder in (program, python.parent.parent):
        for path in (folder, *folder.rglob("*")):
            about = path.lstat()
            assert about.st_uid == 0 or path.is_file(), path
            assert path.is_symlink() or not about.st_mode & 0o002, path
    tell = "import launch.supervisor, django, sys; print(launch.supervisor.__file__, django.__file__, sys.prefix)"
    done = subprocess.run(
        [python, "-c", tell], cwd=program, env={**os.environ, **env}, capture_output=True, text=True,
        **USER.popen_arguments(),
    )  # fmt: skip
    assert done.stdout.count(str(for_root)) == 3, done.stderr


def test_the_copy_holds_the_program_alone(copied: tuple[Path, Path]) -> None:
    """No .env, no secrets, no instance."""
    program, _ = copied
    assert {path.name for path in program.iterdir()} == {*readable_copy.PARTS}
    in_image = re.findall(r"^COPY (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert set(in_image) == {*readable_copy.PARTS}


def test_packages_are_taken_again_only_when_they_have_changed(
    var: Path, for_root: Path, takes_nothing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def inode() -> int:
        return readable_copy.program_and_python(var, USER)[1].parent.parent.stat().st_ino

    first = inode()
    assert inode() == first
    monkeypatch.setattr(readable_copy, "_fingerprint", lambda user: "another package")
    assert inode() != first
    assert len([*for_root.glob(f"{readable_copy.mark(var)}-*")]) == 2, "no draft is left"


def test_what_others_may_not_read_is_copied_and_the_original_stays_closed(tmp_path: Path) -> None:
    (tmp_path / "closed.py").write_text("pass")
    (tmp_path / "closed.py").chmod(0o600)
    (tmp_path / "open.py").write_text("pass")
    (tmp_path / "open.py").chmod(0o644)
    for name in ("closed.py", "open.py"):
        readable_copy._linked_or_copied(tmp_path / name, tmp_path / f"{name}.copy")
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == {"closed.py": 0o600, "closed.py.copy": 0o644, "open.py": 0o644, "open.py.copy": 0o644}
    assert (tmp_path / "open.py.copy").samefile(tmp_path / "open.py")


def test_an_instance_out_of_reach_moves_and_leaves_a_link(tmp_path: Path, for_root: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "var").mkdir()
    (closed / "var" / "refit_keys").write_text("key")
    moved = readable_copy.instance_within_reach(closed / "var", USER)
    privileges.hand_over(moved, USER)
    assert moved.parent == for_root
    assert (closed / "var").resolve() == moved
    assert ((closed / "var" / "refit_keys").read_text(), (moved / "refit_keys").stat().st_uid) == ("key", USER.uid)
    assert readable_copy.instance_within_reach((closed / "var").resolve(), USER) == moved
    (closed / "var").unlink()
    assert readable_copy.instance_within_reach(closed / "var", USER) == moved, "the link was lost"
    (closed / "var").unlink()
    (closed / "var").mkdir()
    with pytest.raises(OSError, match="both exist"):
        readable_copy.instance_within_reach(closed / "var", USER)
