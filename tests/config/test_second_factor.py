"""The second factor: set up, asked for, lost and found; and what of it lies in the database."""

import re
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from campaigns.ledger import crypto
from tests.config.test_accounts import GOOD, log_in

pytestmark = pytest.mark.django_db
DAMAGED = ("", "null", "[]", '""', "7", "{}", "{", '{"id": "x"}', '{"response": {}}', '{"response": null, "id": 7}')
"""What stands in the hidden field when no passkey has answered."""


HALF_MINUTE = 59_000_000
"""The number of the half minute in which codes are shown and checked."""


def stop_clock_of_codes(patch: pytest.MonkeyPatch) -> None:
    """The half minute never ends, so that a slow machine doesn't make a right code a late one."""
    patch.setattr(totp, "yield_hotp_counters_from_time", lambda: iter([HALF_MINUTE]))


@pytest.fixture(autouse=True)
def one_half_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_clock_of_codes(monkeypatch)


@pytest.fixture
def anna(client: Client) -> Client:
    """Somebody with a name and a password, who has just logged in and said once more who she is."""
    cache.clear()
    get_user_model().objects.create_user("anna", "anna@example.org", GOOD)
    assert log_in(client, "anna", GOOD)
    client.post(reverse("account_reauthenticate"), {"password": GOOD})
    return client


def code_of(secret: str) -> str:
    """What an app with this key shows now. Each counts once, so what was used before is forgotten."""
    cache.clear()
    return totp.format_hotp_value(totp.hotp_value(secret, next(iter(totp.yield_hotp_counters_from_time()))))


def set_up_app(client: Client) -> str:
    """Set up an app; returns its key."""
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    done = client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert done["Location"] == reverse("mfa_view_recovery_codes")
    return secret


def recovery_codes(client: Client) -> list[str]:
    """Read the recovery codes off their page."""
    page = client.get(reverse("mfa_view_recovery_codes")).content.decode()
    return re.findall(r"<code>(\d{8})</code>", page)


def half_way(name: str = "anna") -> Client:
    """A browser in which the password was right and no more was said."""
    client = Client()
    answer = client.post("/accounts/login/", {"login": name, "password": GOOD})
    assert answer["Location"] == reverse("mfa_authenticate")
    return client


def let_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_with_an_app_the_password_alone_lets_nobody_in(anna: Client) -> None:
    secret = set_up_app(anna)
    stranger = half_way()
    assert not let_in(stranger)
    assert stranger.get("/campaigns/new/").status_code == 302
    assert stranger.get(reverse("mfa_authenticate")).status_code == 200
    stranger.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert not let_in(stranger)
    stranger.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert let_in(stranger)


def test_a_code_of_an_app_counts_once(anna: Client) -> None:
    code = code_of(set_up_app(anna))
    first, second = half_way(), half_way()
    first.post(reverse("mfa_authenticate"), {"code": code})
    second.post(reverse("mfa_authenticate"), {"code": code})
    assert (let_in(first), let_in(second)) == (True, False)


def test_guessing_at_codes_comes_to_an_end_before_the_right_one_helps(anna: Client) -> None:
    right = code_of(set_up_app(anna))
    guesser = half_way()
    for guess in range(6):
        guesser.post(reverse("mfa_authenticate"), {"code": f"{guess:06}"})
    answer = guesser.post(reverse("mfa_authenticate"), {"code": right})
    assert not let_in(guesser)
    assert "Too many" in answer.content.decode()


def test_a_recovery_code_lets_in_once(anna: Client) -> None:
    set_up_app(anna)
    codes = recovery_codes(anna)
    assert len(codes) == 10
    for expected in (True, False):
        client = half_way()
        client.post(reverse("mfa_authenticate"), {"code": codes[3]})
        assert let_in(client) is expected
    assert codes[3] not in recovery_codes(anna)


def test_new_recovery_codes_make_the_old_ones_worthless(anna: Client) -> None:
    set_up_app(anna)
    old = recovery_codes(anna)
    anna.post(reverse("mfa_generate_recovery_codes"))
    new = recovery_codes(anna)
    assert not set(old) & set(new)
    client = half_way()
    client.post(reverse("mfa_authenticate"), {"code": old[0]})
    assert not let_in(client)


def test_one_recovery_code_that_is_left_is_told_as_one(anna: Client) -> None:
    set_up_app(anna)
    authenticator = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES)
    authenticator.data["used_mask"] = (1 << len(recovery_codes(anna))) - 2
    authenticator.save()
    page = anna.get(reverse("mfa_generate_recovery_codes")).content.decode()
    assert "The one that you have left will no longer let you in." in page


def test_recovery_codes_are_kept_by_no_browser(anna: Client) -> None:
    set_up_app(anna)
    for name in ("mfa_view_recovery_codes", "mfa_download_recovery_codes", "mfa_index"):
        assert anna.get(reverse(name)).headers["Cache-Control"] == "no-store"


def test_taking_the_app_away_lets_the_password_do_again(anna: Client) -> None:
    set_up_app(anna)
    anna.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()
    assert log_in(Client(), "anna", GOOD)


@pytest.mark.parametrize("name", ["mfa_activate_totp", "mfa_add_webauthn", "mfa_generate_recovery_codes"])
def test_whoever_finds_a_browser_left_open_has_to_say_who_he_is_first(anna: Client, name: str) -> None:
    session = anna.session
    session["account_authentication_methods"] = [
        {**each, "at": time.time() - 3600} for each in session["account_authentication_methods"]
    ]
    session.save()
    assert anna.get(reverse(name))["Location"].startswith(reverse("account_reauthenticate"))


def test_the_administration_asks_for_the_second_factor_too(anna: Client) -> None:
    set_up_app(anna)
    get_user_model().objects.update(is_staff=True, is_superuser=True)
    host = Client()
    posted = host.post("/admin/login/", {"username": "anna", "password": GOOD, "next": "/admin/"})
    assert posted["Location"].startswith("/accounts/login/")
    assert host.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/accounts/login/")
    assert not let_in(host)


def test_a_member_is_not_let_into_the_administration(anna: Client) -> None:
    assert anna.get("/admin/login/").status_code == 403


def test_the_database_holds_no_key_of_an_app_nor_seed_of_codes(anna: Client) -> None:
    secret = set_up_app(anna)
    kept = {each.type: each.data for each in Authenticator.objects.all()}
    assert secret not in repr(kept)
    assert set(kept) == {"totp", "recovery_codes"}
    sealed = [kept["totp"]["secret"], kept["recovery_codes"]["seed"]]
    assert all(not re.fullmatch(r"[0-9a-f]+|[A-Z2-7]+", each) for each in sealed)
    assert secret not in repr(dict(anna.session.items())), "not left in the session either"


def test_after_rotation_the_old_key_may_go(anna: Client, settings: Any) -> None:
    secret = set_up_app(anna)
    codes = recovery_codes(anna)
    old, new = settings.REFIT_KEYS, [crypto.new_key()]
    settings.REFIT_KEYS = [*new, *old]
    call_command("rotate_keys")
    settings.REFIT_KEYS = new
    assert recovery_codes(anna) == codes
    client = half_way()
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert let_in(client)


def test_without_the_key_nobody_is_let_in_and_a_page_says_why(anna: Client, settings: Any) -> None:
    secret = set_up_app(anna)
    settings.REFIT_KEYS = [crypto.new_key()]
    client = half_way()
    answer = client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert (answer.status_code, let_in(client)) == (503, False)
    assert "locked" in answer.content.decode()
    with pytest.raises(CommandError, match="Put the key back"):
        call_command("rotate_keys")


@pytest.mark.parametrize("credential", DAMAGED)
@pytest.mark.parametrize("name", ["mfa_add_webauthn", "mfa_authenticate", "mfa_login_webauthn"])
def test_a_damaged_answer_of_a_passkey_is_refused_with_a_sentence(anna: Client, name: str, credential: str) -> None:
    client = anna
    if name == "mfa_authenticate":
        set_up_app(anna)
        client = half_way()
    if name == "mfa_login_webauthn":
        client = Client()
        client.get(reverse(name), headers={"accept": "application/json"})
    client.get(reverse(name))
    answer = client.post(reverse(name), {"credential": credential, "name": "x"}, follow=True)
    assert answer.status_code == 200
    said = ("required", "valid JSON", "Incorrect code", "could not be read")
    shown = re.findall(r'class="notice error"(?! role="alert" hidden).*?</', answer.content.decode(), re.S)
    assert any(sentence in each for each in shown for sentence in said), shown
    assert not Authenticator.objects.filter(type="webauthn").exists()


def test_what_is_switched_off_asks_nobody(anna: Client, settings: Any) -> None:
    set_up_app(anna)
    settings.MFA_SUPPORTED_TYPES = []
    assert log_in(Client(), "anna", GOOD)
