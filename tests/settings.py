"""The one settings file, with what would only slow a test down taken out."""

import os

# Everything a host may switch on is on; tests/config/test_settings.py looks at the rest.
os.environ.setdefault("SECOND_FACTOR", "app,passkey")
os.environ.setdefault("SESSION_LIST", "true")
os.environ.setdefault("CLUB_PAGE", "chosen")
os.environ.setdefault("OIDC_URL", "https://127.0.0.1:1/o")
os.environ.setdefault("OIDC_CLIENT", "refit")
os.environ.setdefault("OIDC_SECRET", "of the tests")

from config.settings import *  # noqa: F403
from config.settings import CELERY, REFIT_BROKER_URL, REFIT_VAR, STORAGES

# No collected files are needed, and a missing one is found by the tests of the templates.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "config.static_files.FilesOfTheSource"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True  # found when asked for: looking for all of them first is a hundredth of a second a client
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Jobs run on the spot, except in the processes of tests/servers.py; those keep to the queues of this run.
if os.environ.get("REFIT_TEST_JOBS") != "sent":
    CELERY = CELERY | {"task_always_eager": True, "task_eager_propagates": True}
if REFIT_BROKER_URL.startswith("redis"):
    prefix = f"{REFIT_VAR.name}-{os.environ.get('PYTEST_XDIST_WORKER', 'only')}:"
    CELERY["broker_transport_options"]["global_keyprefix"] = prefix
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
SENDS_MAIL = True
