"""Onslaught to Orsha 2: the campaign game On Track to Orsha."""

from rules.systems.oto2.system import OnTrackToOrsha

SYSTEM = OnTrackToOrsha()
