"""Pages for looking up tables and charts."""
