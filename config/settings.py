"""All settings, driven by the environment; with an empty environment the program runs by itself.

Embedded (the default): PostgreSQL under our own launcher, jobs in the same database, keys made on first use.
Club (REFIT_MODE=club): DATABASE_URL, REFIT_BROKER_URL, SECRET_KEY and REFIT_KEYS come from the host; docs/hosting.md.
"""

from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import headers, jobs, keys, logs
from config.administration import account_settings, club_look, mail
from config.limits.request_bodies import MOST_IN_PARTS
from launch import environment, paths, postgres, prepare

VERSION = "1.0.0"
"""Of the program, and the only place that says so; docs/releasing.md."""

BASE_DIR = Path(__file__).resolve().parent.parent
REFIT_VAR = paths.instance()
REFIT_MODE = environment.one_of("REFIT_MODE", ("embedded", "club"), "embedded")
CLUB = REFIT_MODE == "club"

# Where people reach us. Its scheme decides about cookies and redirects, its host about what we answer to.
REFIT_URL = environment.text("REFIT_URL", "http://127.0.0.1:8000").rstrip("/")
_address = environment.address("REFIT_URL", REFIT_URL, ("http", "https"))
if _address.path or _address.query or _address.username:
    raise ImproperlyConfigured("REFIT_URL has to be scheme, host and port alone, as https://refit.example.org")
_https = _address.scheme == "https"

DEBUG = environment.switch("DEBUG")
REFIT_DEMO = environment.switch("REFIT_DEMO", not CLUB)  # everybody can read its log-ins in the source
WEB_PROCESSES = environment.number("WEB_PROCESSES", 1, least=1, most=64)
_secret = keys.setting_or_file("SECRET_KEY", environment.secret("SECRET_KEY"), var=REFIT_VAR, club=CLUB)
SECRET_KEY = keys.new_secret() if _secret == keys.NONE else keys.checked_secret("SECRET_KEY", _secret)
# What stands in the cache is signed with a key of its own, so that a worker, which signs nothing else, needs no other.
CACHE_KEY = keys.checked_secret("CACHE_KEY", environment.secret("CACHE_KEY") or SECRET_KEY)
_master = environment.secret("REFIT_KEYS")
REFIT_KEYS = keys.master_keys(keys.setting_or_file("REFIT_KEYS", _master, var=REFIT_VAR, club=CLUB, make=keys.new_key))

ALLOWED_HOSTS = [_address.hostname or "", *environment.host_names("ALLOWED_HOSTS")]
# From inside: the newcomer's own browser, or a container's health check.
ALLOWED_HOSTS += ["127.0.0.1", "localhost", "[::1]"]
CSRF_TRUSTED_ORIGINS = [f"{_address.scheme}://{_address.netloc}"]

INSTALLED_APPS = [
    "config.apps.HostAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
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
    "config.middleware.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads its answers, so that a secret's length does not show
    "csp.middleware.CSPMiddleware",
    "config.middleware.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.AsPreferred",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.WholePages",
    "allauth.account.middleware.AccountMiddleware",
    "config.middleware.KeepEntries",
    "campaigns.middleware.TrialGate",
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
                "config.administration.registration.of_the_host",
                "config.administration.club_look.look",
            ]
        },
    }
]

# Database and jobs ---------------------------------------------------------------------------------------------------

_database = environment.secret("DATABASE_URL")
EMBEDDED_DATABASE = not _database
if _database:
    if not environment.address("DATABASE_URL", _database, ("postgresql", "postgres")).path.strip("/"):
        raise ImproperlyConfigured("DATABASE_URL names no database; it is postgresql://user@host:port/name")
    DATABASES = {"default": environ.Env.db_url_config(_database)}
elif CLUB:
    raise ImproperlyConfigured("DATABASE_URL is not set; a club instance needs a PostgreSQL server")
else:
    DATABASES = {"default": postgres.settings(REFIT_VAR, owner=environment.switch("DATABASE_OWNER"))}
if _password := environment.secret("DATABASE_PASSWORD"):
    DATABASES["default"]["PASSWORD"] = _password
# Who migrates gives this password to the role of all others; see launch.database_role.
APPLICATION_PASSWORD = environment.secret("APPLICATION_PASSWORD")
DATABASES["default"]["HOST"] = unquote(DATABASES["default"]["HOST"])  # a socket's folder has to be quoted in an address
# The pages run in a few threads that never end, so each keeps its connection.
DATABASES["default"] |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
# A database that takes the call and says nothing is away; by itself the driver waits for two minutes.
DATABASES["default"]["OPTIONS"] = {"connect_timeout": 5, **DATABASES["default"].get("OPTIONS", {})}
# Where live streams hear of acts: a pooler hands one connection to many clients and passes no notification on.
_live = environment.secret("LIVE_DATABASE_URL")
if _live:
    environment.address("LIVE_DATABASE_URL", _live, ("postgresql", "postgres"))
LIVE_DATABASE = {name: value for name, value in environ.Env.db_url_config(_live).items() if value} if _live else {}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REFIT_BROKER_URL = jobs.broker(
    environment.text("REFIT_BROKER_URL", "pgmq://localhost"), environment.secret("REFIT_BROKER_PASSWORD")
)
CELERY = jobs.options(REFIT_BROKER_URL, DATABASES["default"])

# Accounts ------------------------------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_ADAPTER = "config.administration.registration.AccountAdapter"
REGISTRATION = environment.one_of("REGISTRATION", ("open", "invited", "closed"), "invited" if CLUB else "open")
_mail = mail.options(environment.secret("EMAIL_URL"), debug=DEBUG)
SENDS_MAIL = bool(_mail)
ACCOUNT_EMAIL_VERIFICATION = mail.verification("optional" if CLUB and SENDS_MAIL else "none", sends=SENDS_MAIL)
# Where nobody confirms an address, a name and a password are enough.
_address_field = "email" if ACCOUNT_EMAIL_VERIFICATION == "none" else "email*"
ACCOUNT_SIGNUP_FIELDS = ["username*", _address_field, "password1*", "password2*"]
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _address.scheme
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = account_settings.password_rules(environment.number("PASSWORD_LENGTH", 8, most=128))

AXES_FAILURE_LIMIT = environment.number("LOGIN_FAILURES", 8)
# The library's own count; its key is the name and place of a password (config.administration.registration), and the
# account of a second factor, where only somebody who knows the password comes. Programs ask for a
# calendar once an hour. Each mail about a new password has a link that is good for days: who has had five in an hour
# needs no sixth, whoever asked for them.
ACCOUNT_RATE_LIMITS = {"login_failed": "20/m/ip,5/5m/key", "trial": "10/h/ip", "calendar": "60/h/key"}
ACCOUNT_RATE_LIMITS |= {"reset_password": "20/h/ip,5/h/key"}
AXES_ENABLED = AXES_FAILURE_LIMIT > 0
AXES_COOLOFF_TIME = timedelta(minutes=environment.number("LOGIN_PAUSE", 15, least=1, most=100_000))
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "config.lockout.account"
AXES_CLIENT_IP_CALLABLE = "config.lockout.place"
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "account/locked.html"
# What of a log-in that failed is kept without its value; the way back may be an invitation.
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "login", "next"]

# How many people may try a game without an account at once, each for a day; 0 is nobody.
TRIALS = environment.number("TRIALS", 0 if CLUB else 50, most=10_000)
# What an account may do within a day; 0 is any number.
QUOTAS = {
    "campaigns": environment.number("CAMPAIGNS_A_DAY", 20),
    "charts": environment.number("CHARTS_A_DAY", 20),
    "uploads": environment.number("UPLOADS_A_DAY", 100),
    "invitations": environment.number("INVITATIONS_A_DAY", 100),
    "drafts": environment.number("DRAFTS_A_DAY", 5000),
    "brought": environment.number("BROUGHT_A_DAY", 10),
    "files": environment.number("FILES_A_DAY", 100),
    "checks": environment.number("CHECKS_A_DAY", 100),
    "codes": environment.number("CODES_A_DAY", 50),
    "messages": environment.number("MESSAGES_A_DAY", 500),
    "mails": environment.number("CLUB_MAILS_A_DAY", 50),
}

SECOND_FACTOR = environment.words("SECOND_FACTOR")
MFA_SUPPORTED_TYPES = account_settings.factors(SECOND_FACTOR)
MFA_PASSKEY_LOGIN_ENABLED = "passkey" in SECOND_FACTOR
MFA_ADAPTER = "config.second_factor.Adapter"
MFA_FORMS = account_settings.PASSKEY_FORMS
MFA_TOTP_ISSUER = "Refit Room"
# The library forgets after 30 s that a code was used, so codes of the half minutes beside it must not count (RFC 6238).
MFA_TOTP_TOLERANCE = 0
MFA_ALLOW_UNVERIFIED_EMAIL = ACCOUNT_EMAIL_VERIFICATION != "mandatory"
# The log-in of a club's own, beside name and password.
OIDC_PROVIDERS = account_settings.providers(
    environment.text("OIDC_URL").rstrip("/"),
    environment.text("OIDC_CLIENT"),
    environment.secret("OIDC_SECRET"),
    environment.text("OIDC_NAME"),
)
SOCIALACCOUNT_ADAPTER = "config.sign_in.Adapter"
SOCIALACCOUNT_AUTO_SIGNUP = False  # the other players see the user name, so everybody chooses his own
SESSION_LIST = environment.switch("SESSION_LIST")
if SESSION_LIST:
    MIDDLEWARE.insert(MIDDLEWARE.index("campaigns.middleware.MissingKeys"), "config.sessions.ListSessions")

# What allauth counts (log-ins tried of late, codes used up) is counted once for all processes.
CACHES = {
    "default": {
        "BACKEND": "config.cache.JSONCache",
        "LOCATION": "refit_cache",
    }
}

EMAIL_TIMEOUT = 10
vars().update(_mail or mail.NONE)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.sender("EMAIL_FROM", f"refit-room@{_address.hostname}")

# What the browser may do ---------------------------------------------------------------------------------------------


def _origin(url: str) -> str:
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))


CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        # A press on our page leads on to the provider.
        "form-action": [SELF, *(_origin(each["settings"]["server_url"]) for each in OIDC_PROVIDERS)],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = headers.EVERYWHERE["X-Frame-Options"]
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000  # the largest page of a chart is a table of 2,639 cells
DATA_UPLOAD_MAX_MEMORY_SIZE = MOST_IN_PARTS
SECURE_REFERRER_POLICY = headers.EVERYWHERE["Referrer-Policy"]
SECURE_CROSS_ORIGIN_OPENER_POLICY = headers.EVERYWHERE["Cross-Origin-Opener-Policy"]
# What a page tells once may be a side's secret: the usual storage would put what is long into the session's row.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
# Lax, not strict: who follows the link of a mail is to be logged in when he arrives.
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _https
LANGUAGE_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = _https
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^gauges$"]  # the container or monitor asks from inside, without TLS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if _https else 0
# What else lives beside us under the same name, and for how long, is for the host to say. And one template library
# takes the place of Django's on purpose: campaigns/templatetags/i18n.py.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "templates.W003"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if CLUB else None

# Static files, language, logs ----------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = prepare.collected(REFIT_VAR)
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.CollectedFiles"},
}

# The club's page, and what the instance is called and looks like.
CLUB_PAGE = environment.one_of("CLUB_PAGE", ("off", "chosen", "proposed"), "chosen" if CLUB else "off")
CLUB_NAME = club_look.name(environment.text("CLUB_NAME"))
CLUB_COLOURS = club_look.colours(environment.text("CLUB_COLOURS"))

# Of pages and mails for whoever neither chose one nor has a browser that says its own; all that is kept is in UTC.
TIME_ZONE = environment.time_zone("TIME_ZONE", "UTC")
USE_TZ = True
USE_I18N = True
LANGUAGE_CODE = "en-gb"
# Those with a catalogue in locale/; a browser that asks for none of them gets LANGUAGE_CODE.
LANGUAGES = [("en-gb", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]

# A monitor that sends this may read the gauges; unset, there are none.
GAUGES_TOKEN = environment.secret("GAUGES_TOKEN")
if GAUGES_TOKEN and len(GAUGES_TOKEN) < keys.SHORTEST_SECRET:
    raise ImproperlyConfigured(
        f"GAUGES_TOKEN is too short; it needs {keys.SHORTEST_SECRET} characters, or to be left out"
    )

LOG_LEVEL = environment.one_of("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO")
LOGGING = logs.configuration(level=LOG_LEVEL, as_json=CLUB)
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.error_filter.TraceOnlyFilter"
