"""What every benchmark ends with: each figure beside its bar."""

from typing import NamedTuple


class Figure(NamedTuple):
    """Something measured, and the most that it may be."""

    what: str
    measured: float
    bar: float
    unit: str = ""


def report(*figures: Figure) -> None:
    """Print all figures; end with an error if one of them is above its bar."""
    for each in figures:
        print(f"  {each.what}: {each.measured:,.4g} {each.unit}".rstrip() + f" (bar {each.bar:,g})")
    if above := [each.what for each in figures if not each.measured <= each.bar]:
        raise SystemExit(f"above the bar: {'; '.join(above)}")
