"""A game system at its smallest, to copy: Crossroads, in which two sides bid in secret for a road.

The registry skips folders whose name starts with "_", so nobody is offered this game; the
tests play it. docs/developers.md goes through these files one by one.
"""
