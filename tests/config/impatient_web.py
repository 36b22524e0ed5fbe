"""The web server, with less patience than it has: what it waits for runs out while a test looks on."""

import os

from config import header_timeout, request_limits, web

if __name__ == "__main__":
    request_limits.PATIENCE = header_timeout.PATIENCE = 1.0
    web.server(os.environ["REFIT_BIND"]).run()
