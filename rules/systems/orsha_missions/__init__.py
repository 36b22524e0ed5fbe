"""Orsha's solitaire missions S1 and S2: one player beside the board, with the program's tables."""
