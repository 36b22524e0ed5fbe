"""Sheets, order of battle and the record of purchases, on screen and on paper."""
