"""The figures of the house: how large, how knotted and how dear the program is, before and after a change."""
