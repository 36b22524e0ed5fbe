"""Models of the data files of a refit game, and what is read from them."""
