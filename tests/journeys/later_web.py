"""The web server, as it is so many days from now: what runs out by days has run out while a test looks on."""

import os
from datetime import timedelta

from django.utils import timezone

from config import web
from launch import environment

DAYS = "DAYS_FROM_NOW"

if __name__ == "__main__":
    really, ahead = timezone.now, timedelta(days=float(os.environ[DAYS]))
    timezone.now = lambda: really() + ahead
    web.server(*environment.listening("REFIT_BIND", "")).run()
