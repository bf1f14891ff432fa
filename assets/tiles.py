"""Paints tiles.png, the tileset of the example `tiles`: python3 assets/tiles.py

Needs nothing but Python. The picture, tiles.tsx and tiles.tmx are in the public domain (CC0).
"""

import math

from bat import inside, write_png

TILE = 32
COLUMNS, ROWS = 8, 2

EARTH, DARK, GRASS, STONE = (112, 88, 72), (94, 73, 60), (92, 150, 84), (108, 116, 128)
WOOD, GOLD, RED, STEEL = (70, 150, 148), (237, 196, 74), (200, 84, 88), (140, 115, 66)


def earth(x, y):
    """A pattern, so that flips and seams are seen."""
    return DARK if (x * 7 + y * 13) % 19 < 2 or x % 32 == 0 or y % 32 == 31 else EARTH


def with_grass(outline):
    """Earth below the outline, y down, with grass along its upper edge."""
    def color(x, y):
        if not inside(outline, x + 0.5, y + 0.5):
            return None
        return earth(x, y) if inside(outline, x + 0.5, y - 4.5) else GRASS
    return color


def plank(x, y):
    return None if y >= 8 else (52, 120, 118) if y == 7 or x % 16 == 0 else WOOD


def belt(x, y):
    if y < 6:
        return GOLD if (x - abs(y - 3)) % 16 < 4 else STEEL
    return STONE if x % 16 in (7, 8) and 10 < y < 13 else (84, 90, 100)


def spikes(x, y):
    return RED if y >= 30 or y > 12 + abs(x % 16 - 7.5) * 2.3 else None


def coin(x, y):
    away = math.hypot(x - 15.5, y - 15.5)
    return None if away > 9 else (188, 148, 40) if away > 7.5 or abs(x - 15.5) < 1.5 and abs(y - 15.5) < 4.5 else GOLD


def arch(x, y):
    return STONE if math.hypot(x - 15.5, y - 31.5) > 12 and math.hypot(x - 15.5, y - 31.5) < 31 else None


def pillar(x, y):
    return None if not 8 <= x < 24 else (90, 97, 108) if x in (8, 23) or y % 8 == 7 else STONE


def boulder(x, y):
    cut = [(10, 0), (22, 0), (32, 10), (32, 32), (0, 32), (0, 10)]
    return ((90, 97, 108) if (x + 2 * y) % 11 == 0 else STONE) if inside(cut, x + 0.5, y + 0.5) else None


def flower(x, y):
    if math.hypot(x - 15.5, y - 14) < 2.5:
        return GOLD
    if math.hypot(x - 15.5, y - 14) < 3.5 + 2.5 * abs(math.sin(2.5 * math.atan2(y - 14, x - 15.5))):
        return (220, 140, 170)
    return GRASS if abs(x - 15.5 - math.sin(y / 4)) < 1 and y > 17 else None


BOTTOM = [(32, 32), (0, 32)]
TILES = [
    earth,
    with_grass([(0, 0), (32, 0), *BOTTOM]),
    with_grass([(0, 32), (32, 0), (32, 32)]),
    with_grass([(0, 32), (32, 16), (32, 32)]),
    with_grass([(0, 16), (32, 0), *BOTTOM]),
    plank, belt, spikes, coin, arch, pillar, boulder, flower,
]


def pixel(column, row):
    number = row // TILE * COLUMNS + column // TILE
    seen = TILES[number](column % TILE, row % TILE) if number < len(TILES) else None
    return (*seen, 255) if seen else (0, 0, 0, 0)


write_png("tiles.png", COLUMNS * TILE, [[pixel(x, y) for x in range(COLUMNS * TILE)] for y in range(ROWS * TILE)])
