"""The web server, with less patience than it has: what it waits for runs out while a test looks on."""

from config import web
from config.limits import request_bodies, request_heads
from launch import environment

if __name__ == "__main__":
    request_bodies.PATIENCE = request_heads.PATIENCE = 1.0
    web.server(*environment.listening("REFIT_BIND", "")).run()
