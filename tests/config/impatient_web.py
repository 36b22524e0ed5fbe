"""The web server, with less patience than it has: what it waits for runs out while a test looks on."""

import os

from config import bodies, heads, web

if __name__ == "__main__":
    bodies.PATIENCE = heads.PATIENCE = 1.0
    web.server(os.environ["REFIT_BIND"]).run()
