"""A calendar of one's own that other programs subscribe to: what is owed and by when, and holidays."""
