"""Boards in the form of VASL's archives, written here: pictures of plain stripes, terrain of our own."""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Mapping

from tests.vasl.writer import archive

COLUMNS, ROWS = 6, 5
DX, DY = 56.25, 64.5
WIDTH, HEIGHT = round(DX * (COLUMNS - 1)), round(DY * ROWS)
STONE, WOODEN, FACTORY, OPEN = 20, 30, 40, 0
TERRAINS = {
    STONE: ("Stone House, 1 Level", "BUILDING", "1"),
    WOODEN: ("Wooden House", "BUILDING", "0"),
    FACTORY: ("Stone Works, 2.5 Level", "FACTORY", "2"),
    OPEN: ("Plain", "OPEN", "0"),
}


def png(width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """A striped picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((40 * (y // 64 % 6) + 20, 90, 60)) * width for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def gif(width: int = WIDTH, height: int = HEIGHT, frame: tuple[int, int] = (1, 1)) -> bytes:
    """A picture of one point in a corner of such a size."""
    head = b"GIF89a" + struct.pack("<HH", width, height) + b"\x80\0\0" + bytes((200, 60, 40, 10, 10, 10))
    point = b"\x2c" + struct.pack("<HHHH", 0, 0, *frame) + b"\0\x02\x02\x44\x01\0;"
    return head + point


def metadata(image: str = "bdTiny.png", **attributes: object) -> bytes:
    """A board's own description."""
    told = {"boardImageFileName": image, "width": COLUMNS, "height": ROWS, "hasHills": "FALSE", **attributes}
    written = " ".join(f'{name}="{value}"' for name, value in told.items())
    return (
        f'<?xml version="1.0"?>\n<!-- own -->\n<boardMetadata name="Tiny" {written}><colors/></boardMetadata>'.encode()
    )


def terrain(codes: Mapping[tuple[int, int], int], *, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """Terrain data with these codes around points, open ground elsewhere."""
    cells = bytearray(2 * width * height)
    for (x, y), code in codes.items():
        for i in range(max(0, x - 12), min(width, x + 12)):
            for j in range(max(0, y - 12), min(height, y + 12)):
                cells[2 * (i * height + j) + 1] = code
    payload = struct.pack(">iiii", COLUMNS, ROWS, width, height) + bytes(cells) + bytes(COLUMNS * (ROWS + 1))
    blocks = [payload[n : n + 1_000] for n in range(0, len(payload), 1_000)]
    stream = b"\xac\xed\0\5\x77\x08" + blocks[0][:8] + b"".join(
        b"\x7a" + struct.pack(">I", len(each)) + each for each in (blocks[0][8:], *blocks[1:])
    )  # fmt: skip
    return gzip.compress(stream)


def centre(column: int, number: int) -> tuple[int, int]:
    """The middle of a hex, A1 being column 0 and number 1."""
    half = 0.5 if column % 2 else 1
    return int(DX * column + 0.5), int(DY * (number - half) + 0.5) + 32


def board(picture: bytes | None = None, described: bytes | None = None, **entries: bytes) -> bytes:
    """A board archive."""
    files = {"bdTiny.png": png() if picture is None else picture, "colors": b"x"}
    return archive({**files, "BoardMetadata.xml": metadata() if described is None else described, **entries})


def shared_metadata() -> bytes:
    """The module's list of terrains."""
    lines = "".join(
        f'<terrainType name="{name}" typeCode="{code}" LOSCategory="{category}" height="{height}"/>'
        for code, (name, category, height) in TERRAINS.items()
    )
    return (
        f'<?xml version="1.0"?><sharedBoardMetadata><terrainTypes>{lines}</terrainTypes></sharedBoardMetadata>'.encode()
    )
