"""The figures of the code base: how large, how knotted and how dear the program is, before and after a change."""
