"""Starts the program from one terminal: the embedded PostgreSQL, the web server and the worker."""
