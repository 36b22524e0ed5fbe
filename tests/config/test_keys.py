"""Keys: from the environment, or made once and readable by nobody else."""

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import keys
from tests.at_once import at_once


def test_a_given_key_is_taken_and_nothing_is_written(tmp_path: Path) -> None:
    assert keys.setting_or_file("SECRET_KEY", "given", var=tmp_path, club=True) == "given"
    assert list(tmp_path.iterdir()) == []


def test_a_missing_key_is_made_once_and_readable_by_the_owner_alone(tmp_path: Path) -> None:
    made = keys.setting_or_file("REFIT_KEYS", "", var=tmp_path, club=False)
    assert keys.setting_or_file("REFIT_KEYS", "", var=tmp_path, club=False) == made
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    made = at_once(*[lambda: keys.setting_or_file("K", "", var=tmp_path, club=False)] * 8)
    assert len(set(made)) == 1


def test_a_club_without_its_keys_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="REFIT_KEYS is not set"):
        keys.setting_or_file("REFIT_KEYS", "", var=tmp_path, club=True)


def test_several_master_keys_are_read_in_order() -> None:
    first, second = keys.new_key(), keys.new_key()
    read = keys.master_keys(f"{first}, {second}")
    assert [len(key) for key in read] == [32, 32]
    assert read == [*keys.master_keys(first), *keys.master_keys(second)]


@pytest.mark.parametrize(("text", "complaint"), [("", "no key"), ("AAAA", "3 bytes long"), ("not/base64!", "base64")])
def test_a_key_that_cannot_be_one_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=complaint):
        keys.master_keys(text)
