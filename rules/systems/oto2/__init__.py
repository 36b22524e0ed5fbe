"""Onslaught to Orsha 2: the campaign game On Track to Orsha."""
