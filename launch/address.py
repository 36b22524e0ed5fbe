"""Where the web server listens if nothing else is said."""

DEFAULT_BIND = "127.0.0.1:8000"
