"""Paints bat.png, a strip of four pictures of a bat that beats its wings: python3 assets/bat.py

Needs nothing but Python. The picture is in the public domain (CC0).
"""

import math
import pathlib
import struct
import zlib

SIDE = 96
FINE = 4  # samples along each side of a pixel


def wing(lift):
    """The right wing as a polygon around the shoulder: up by `lift`, with a scalloped lower edge."""
    shoulder, elbow, tip = (5, 6), (20, 12 + 14 * lift), (42, 2 + 30 * lift)
    ribs = [tip, (32, -10 + 20 * lift), (19, -14 + 10 * lift), (5, -8)]
    edge = []
    for (x0, y0), (x1, y1) in zip(ribs, ribs[1:]):
        for step in range(9):
            at = step / 8
            bow = 7 * math.sin(math.pi * at)
            edge.append((x0 + (x1 - x0) * at, y0 + (y1 - y0) * at + bow))
    return [shoulder, elbow, *edge]


def inside(polygon, x, y):
    odd = False
    for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1]):
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            odd = not odd
    return odd


def color(shape, x, y):
    """What is seen at a point, y up, or nothing."""
    if math.hypot(abs(x) - 3.2, y - 13) < 1.5:
        return (250, 220, 90)
    if math.hypot(x / 8, (y + 1) / 13) < 1 or math.hypot(x, y - 12) < 8:
        return (96, 74, 122)
    if inside([(2, 17), (7, 25), (8, 13)], abs(x), y):
        return (96, 74, 122)
    return (134, 96, 158) if inside(shape, abs(x), y) else None


def pixel(shape, column, row):
    steps = [(step + 0.5) / FINE - SIDE / 2 for step in range(FINE)]
    seen = [color(shape, column + x, -(row + y)) for x in steps for y in steps]
    seen = [one for one in seen if one]
    if not seen:
        return (0, 0, 0, 0)
    mean = (sum(channel) // len(seen) for channel in zip(*seen))
    return (*mean, 255 * len(seen) // FINE**2)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write_png(name, width, rows):
    """Writes rows of pixels, each a tuple of red, green, blue and alpha."""
    data = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 6, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b"")
    pathlib.Path(__file__).with_name(name).write_bytes(png)


def main():
    wings = [wing(lift) for lift in (1.0, 0.35, -0.4, 0.35)]
    rows = [[pixel(shape, column, row) for shape in wings for column in range(SIDE)] for row in range(SIDE)]
    write_png("bat.png", SIDE * len(wings), rows)


if __name__ == "__main__":
    main()
