"""Sets of hexes of one map as bits of an int, so that whole areas are spread, flooded or cut in a few operations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.ground.hexes import ROUND, Hex

MARGIN = 2
"""Empty hexes around the map, so that all beyond it is connected."""


class HexSets:
    """Numbers a map's hexes: `at` gives the number of a hex's bit. Steps stay right from the map and its margin."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        listed = list(hexes)
        columns, downs = [each.column for each in listed], [each.down for each in listed]
        self._left, self._top = min(columns) - 1, min(downs) - MARGIN
        width, height = max(columns) + 1 - self._left, max(downs) + MARGIN - self._top
        self.stride = height + 1 + MARGIN
        self.size = (width + 1) * self.stride
        self.steps = tuple(across * self.stride + down for across, down in ROUND)
        self.everything = self.of(listed)
        parity = sum(listed[0]) % 2
        space = ((c + self._left, d + self._top) for c in range(width + 1) for d in range(height + 1))
        self._space = self.of(Hex(column, down) for column, down in space if (column + down) % 2 == parity)
        # All beyond the map is connected and has no wall: flooding starts from all of it.
        self._beyond = self.flood(self._space & -self._space, self._space & ~self.everything)

    def at(self, hex_: Hex) -> int:
        """The number of a hex."""
        return (hex_.column - self._left) * self.stride + hex_.down - self._top

    def hex(self, number: int) -> Hex:
        """The hex of a number."""
        column, down = divmod(number, self.stride)
        return Hex(column + self._left, down + self._top)

    def of(self, hexes: Iterable[Hex]) -> int:
        """A set of hexes as bits."""
        return self.bits(map(self.at, hexes))

    def bits(self, numbers: Iterable[int]) -> int:
        """A set of hexes as bits, by their numbers."""
        octets = bytearray(self.size // 8 + 1)
        for each in numbers:
            octets[each >> 3] |= 1 << (each & 7)
        return int.from_bytes(octets, "little")

    def hexes(self, bits: int) -> frozenset[Hex]:
        """The hexes of a set of bits."""
        return frozenset(map(self.hex, ones(bits)))

    def spread(self, bits: int) -> int:
        """A set with all adjacent hexes, on the map or not."""
        more, less = self.stride + 1, self.stride - 1
        return bits | bits << 2 | bits >> 2 | bits << more | bits >> more | bits << less | bits >> less

    def flood(self, start: int, within: int) -> int:
        """The part of `within` that can be reached from `start`, from hex to adjacent hex."""
        more, less = self.stride + 1, self.stride - 1
        result = new = start & within
        while new:
            new = (new << 2 | new >> 2 | new << more | new >> more | new << less | new >> less) & within & ~result
            result |= new
        return result

    def walled_in(self, wall: int) -> int:
        """The hexes of a wall, and those of the map that cannot be reached from beyond the map without crossing it."""
        return self.everything & ~self.flood(self._beyond, self._space & ~wall)

    def parts(self, bits: int) -> Iterator[int]:
        """The connected parts of a set."""
        while bits:
            part = self.flood(bits & -bits, bits)
            yield part
            bits &= ~part


def ones(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def united(sets: Iterable[int]) -> int:
    """All hexes of any of these sets."""
    result = 0
    for each in sets:
        result |= each
    return result


def joined(sets: Iterable[int]) -> list[int]:
    """The sets, with those that share a hex merged, until no two do."""
    result = list[int]()
    for each in sets:
        apart = [one for one in result if not one & each]
        result = [*apart, each | united(one for one in result if one & each)]
    return result
