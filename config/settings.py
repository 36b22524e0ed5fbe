"""All settings, driven by the environment; with an empty environment the program runs by itself.

Embedded (the default): PostgreSQL under our own launcher, jobs in the same database, keys made on first use.
Club (REFIT_MODE=club): DATABASE_URL, BROKER_URL, SECRET_KEY and REFIT_KEYS come from the host; docs/hosting.md.
"""

from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import accounts, headers, jobs, keys, logs
from launch import postgres

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
REFIT_VAR = Path(env.str("REFIT_VAR", default=str(BASE_DIR / "var"))).resolve()
REFIT_MODE = env.str("REFIT_MODE", default="embedded")
if REFIT_MODE not in ("embedded", "club"):
    raise ImproperlyConfigured(f"REFIT_MODE is {REFIT_MODE!r}; it can be embedded or club")
CLUB = REFIT_MODE == "club"

# Where people reach us. Its scheme decides about cookies and redirects, its host about what we answer to.
REFIT_URL = env.str("REFIT_URL", default="http://127.0.0.1:8000").rstrip("/")
_address = urlsplit(REFIT_URL)
_https = _address.scheme == "https"

DEBUG = env.bool("DEBUG", default=False)
REFIT_DEMO = env.bool("REFIT_DEMO", default=True)
WEB_PROCESSES = env.int("WEB_PROCESSES", default=1)
SECRET_KEY = keys.setting_or_file("SECRET_KEY", env.str("SECRET_KEY", default=""), var=REFIT_VAR, club=CLUB)
_master = env.str("REFIT_KEYS", default="")
REFIT_KEYS = keys.master_keys(keys.setting_or_file("REFIT_KEYS", _master, var=REFIT_VAR, club=CLUB, make=keys.new_key))

ALLOWED_HOSTS = [_address.hostname or "", *env.list("ALLOWED_HOSTS", default=[])]
# From inside: the newcomer's own browser, or a container's health check.
ALLOWED_HOSTS += ["127.0.0.1", "localhost", "[::1]"]
CSRF_TRUSTED_ORIGINS = [f"{_address.scheme}://{_address.netloc}"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    # Always there, so that the switches below change pages and never tables.
    "allauth.mfa",
    "config.apps.SessionListConfig",
    "axes",
    "csp",
    "django_htmx",
    "template_partials",
    "config.apps.ConfigConfig",
    "campaigns",
    "rosters",
    "refit",
]

MIDDLEWARE = [
    "config.headers.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads its answers, so that a secret's length does not show
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "campaigns.middleware.MissingKeys",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = None  # the pages are served by config.asgi, which wraps Django itself

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# Database and jobs ---------------------------------------------------------------------------------------------------

EMBEDDED_DATABASE = not env.str("DATABASE_URL", default="")
if EMBEDDED_DATABASE and CLUB:
    raise ImproperlyConfigured("DATABASE_URL is not set; a club instance needs a PostgreSQL server")
DATABASES = {"default": postgres.settings(REFIT_VAR) if EMBEDDED_DATABASE else env.db_url("DATABASE_URL")}
if "postgresql" not in DATABASES["default"]["ENGINE"]:
    raise ImproperlyConfigured("DATABASE_URL names no PostgreSQL database; no other kind is supported")
DATABASES["default"]["HOST"] = unquote(DATABASES["default"]["HOST"])  # a socket's folder has to be quoted in an address
# The pages run in a few threads that never end, so each keeps its connection.
DATABASES["default"] |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
# A database that takes the call and says nothing is away; by itself the driver waits for two minutes.
DATABASES["default"]["OPTIONS"] = {"connect_timeout": 5, **DATABASES["default"].get("OPTIONS", {})}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

BROKER_URL = env.str("BROKER_URL", default="pgmq://localhost")
CELERY = jobs.options(BROKER_URL, DATABASES["default"])

# Accounts ------------------------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", default="optional" if CLUB else "none")
if ACCOUNT_EMAIL_VERIFICATION not in ("none", "optional", "mandatory"):
    raise ImproperlyConfigured(f"EMAIL_VERIFICATION is {ACCOUNT_EMAIL_VERIFICATION!r}; none, optional or mandatory")
# Where nobody confirms an address, a name and a password are enough.
_address_field = "email" if ACCOUNT_EMAIL_VERIFICATION == "none" else "email*"
ACCOUNT_SIGNUP_FIELDS = ["username*", _address_field, "password1*", "password2*"]
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _address.scheme
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = accounts.password_rules(env.int("PASSWORD_LENGTH", default=8))

AXES_FAILURE_LIMIT = env.int("LOGIN_FAILURES", default=8)
AXES_ENABLED = AXES_FAILURE_LIMIT > 0
AXES_COOLOFF_TIME = timedelta(minutes=env.int("LOGIN_PAUSE", default=15))
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "config.lockout.account"
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "account/locked.html"

SECOND_FACTOR = env.list("SECOND_FACTOR", default=[])
MFA_SUPPORTED_TYPES = accounts.factors(SECOND_FACTOR)
MFA_PASSKEY_LOGIN_ENABLED = "passkey" in SECOND_FACTOR
MFA_ADAPTER = "config.second_factor.Adapter"
MFA_FORMS = accounts.PASSKEY_FORMS
MFA_TOTP_ISSUER = "Refit Room"
# The library forgets after 30 s that a code was used, so codes of the half minutes beside it must not count (RFC 6238).
MFA_TOTP_TOLERANCE = 0
MFA_ALLOW_UNVERIFIED_EMAIL = ACCOUNT_EMAIL_VERIFICATION != "mandatory"
SESSION_LIST = env.bool("SESSION_LIST", default=False)
if SESSION_LIST:
    MIDDLEWARE.insert(MIDDLEWARE.index("campaigns.middleware.MissingKeys"), "config.sessions.ListSessions")

# What allauth counts (log-ins tried of late, codes used up) is counted once for all processes.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "refit_cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},  # many names tried must not push out what was counted for one
    }
}

EMAIL_TIMEOUT = 10
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("EMAIL_FROM", default=f"refit-room@{_address.hostname}")

# What the browser may do ---------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = headers.EVERYWHERE["X-Frame-Options"]
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000  # the longest sheet of a chart is a table of so many cells
SECURE_REFERRER_POLICY = headers.EVERYWHERE["Referrer-Policy"]
SECURE_CROSS_ORIGIN_OPENER_POLICY = headers.EVERYWHERE["Cross-Origin-Opener-Policy"]
# Lax, not strict: who follows the link of a mail is to be logged in when he arrives.
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SECURE_SSL_REDIRECT = _https
SECURE_REDIRECT_EXEMPT = ["^healthz$"]  # the container asks from inside, without TLS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if _https else 0
# What else lives beside us under the same name, and for how long, is for the host to say. And one template library
# takes the place of Django's on purpose: campaigns/templatetags/i18n.py.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "templates.W003"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if CLUB else None

# Static files, language, logs ----------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("REFIT_STATIC", default=str(REFIT_VAR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
LANGUAGE_CODE = "en-gb"
# Those with a catalogue in locale/; a browser that asks for none of them gets LANGUAGE_CODE.
LANGUAGES = [("en-gb", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]

LOGGING = logs.configuration(level=env.str("LOG_LEVEL", default="INFO"), as_json=CLUB)
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.error_filter.TraceOnlyFilter"
