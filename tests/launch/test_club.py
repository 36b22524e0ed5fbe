"""What `python3 -m launch.club` makes for docker compose: once, closed, and from an older .env without a loss."""

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config import keys
from launch import club

ROOT = Path(__file__).resolve().parents[2]
URL = "https://refit.example.org"
OLDER = f"""# ours
REFIT_URL={URL}
SECRET_KEY="signs"
REFIT_KEYS={"A" * 43}=
POSTGRES_PASSWORD=of-the-volume
EMAIL_URL=smtp+tls://refit:letters@mail.example.org:587
EMAIL_FROM=refit@example.org
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A fresh copy of the project, as far as it matters."""
    shutil.copy(ROOT / ".env.example", tmp_path)
    return tmp_path


def held(folder: Path) -> dict[str, str]:
    """Return what stands in the files of secrets."""
    return {path.name: path.read_text().strip() for path in (folder / "secrets").iterdir()}


def test_everything_is_made_once(folder: Path) -> None:
    club.prepare(folder, address=URL)
    made = held(folder)
    assert set(made) == set(club.MADE)
    assert len({*made.values()}) == len(made)
    assert keys.master_keys(made["refit_keys"])
    assert made["mail_server"] == ""
    env = (folder / ".env").read_text()
    club.prepare(folder)
    assert (held(folder), (folder / ".env").read_text()) == (made, env)


def test_nobody_else_gets_at_the_files_but_the_containers_users_can_read_them(folder: Path) -> None:
    club.prepare(folder, address=URL)
    assert stat.S_IMODE((folder / "secrets").stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in (folder / "secrets").iterdir()} == {0o444}
    assert stat.S_IMODE((folder / ".env").stat().st_mode) == 0o600


def test_secrets_of_an_older_env_move_to_their_files(folder: Path) -> None:
    (folder / ".env").write_text(OLDER)
    club.prepare(folder)
    made = held(folder)
    assert made["secret_key"] == "signs"
    assert made["refit_keys"] == "A" * 43 + "="
    assert made["database_owner"] == "of-the-volume"
    assert made["mail_server"] == "smtp+tls://refit:letters@mail.example.org:587"
    assert (folder / ".env").read_text() == f"# ours\nREFIT_URL={URL}\nEMAIL_FROM=refit@example.org\n"


def test_two_values_for_one_secret_stop_it_before_anything_is_lost(folder: Path) -> None:
    club.prepare(folder, address=URL)
    before = held(folder)
    (folder / ".env").write_text(OLDER)
    with pytest.raises(SystemExit, match="hold different values"):
        club.prepare(folder)
    assert (held(folder), (folder / ".env").read_text()) == (before, OLDER)


@pytest.mark.parametrize("address", ["", "refit.example.org", "ftp://refit.example.org", "https://"])
def test_an_address_that_is_none_is_refused(folder: Path, address: str) -> None:
    (folder / ".env").write_text("")
    with pytest.raises(SystemExit, match="is no address"):
        club.prepare(folder, address=address)
    assert not (folder / "secrets").exists()


def test_address_and_mail_server_can_be_changed_later(folder: Path) -> None:
    club.prepare(folder, address=URL)
    club.prepare(folder, address="https://other.example", mail_server="smtp://mail.example")
    assert "REFIT_URL=https://other.example\n" in (folder / ".env").read_text()
    assert held(folder)["mail_server"] == "smtp://mail.example"


def test_images_are_pinned_by_digest(folder: Path) -> None:
    club.prepare(folder, address=URL)
    for _ in range(2):
        club.pin(folder, lambda image: f"sha256:{len(image)}")
    lines = (folder / ".env").read_text().splitlines()
    assert [line for line in lines if "@sha256:" in line] == [
        f"{name}={image}@sha256:{len(image)}" for name, image in club.IMAGES.items()
    ]


def test_a_new_master_key_goes_in_front(folder: Path) -> None:
    club.prepare(folder, address=URL)
    before = keys.master_keys(held(folder)["refit_keys"])
    club.add_key(folder)
    after = keys.master_keys(held(folder)["refit_keys"])
    assert (len(after), after[1:]) == (2, before)


def test_it_needs_nothing_but_python() -> None:
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({str(ROOT)!r}); import launch.club"]
    assert subprocess.run(command, capture_output=True).returncode == 0
