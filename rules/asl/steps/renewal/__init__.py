"""A new date: SAN, ELR, weather, repair, options, removal."""
