"""Paints axe.png, an axe whose two sides differ, so that flips are seen: python3 assets/axe.py

Needs nothing but Python. The picture is in the public domain (CC0).
"""

import math

from bat import FINE, inside, write_png

SIDE = 96


def color(x, y):
    """What is seen at a point, y up from the middle, or nothing."""
    in_blade = math.hypot(x + 2, y - 22) < 26 and x > 2 and math.hypot(x - 4, y - 50) > 14 and math.hypot(x - 4, y + 6) > 14
    if in_blade:
        return (224, 232, 240) if math.hypot(x + 2, y - 22) > 22 else (150, 164, 180)
    if inside([(-8, 30), (4, 30), (4, 14), (-8, 14)], x, y):
        return (120, 130, 146)
    if inside([(-5, 40), (1, 40), (3, -42), (-7, -42)], x, y):
        return (140, 98, 60)
    return None


def pixel(column, row):
    steps = [(step + 0.5) / FINE - SIDE / 2 for step in range(FINE)]
    seen = [one for x in steps for y in steps if (one := color(column + x, -(row + y)))]
    if not seen:
        return (0, 0, 0, 0)
    mean = (sum(channel) // len(seen) for channel in zip(*seen))
    return (*mean, 255 * len(seen) // FINE**2)


write_png("axe.png", SIDE, [[pixel(column, row) for column in range(SIDE)] for row in range(SIDE)])
