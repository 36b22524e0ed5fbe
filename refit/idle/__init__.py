"""A day on which nothing is done, on one page and by one press."""
