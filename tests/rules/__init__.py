"""Tests of the pure rules: no database, no network, seconds in all."""
