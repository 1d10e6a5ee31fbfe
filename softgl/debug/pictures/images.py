"""Colours numbers per pixel, and adds legends."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

LEGEND_WIDTH = 190  # pixels
ROW_HEIGHT = 14
MAX_LEGEND_ROWS = 24
BACKGROUND, TEXT = (24, 24, 28), (230, 230, 230)
EMPTY_COLOR = (40, 40, 46)
# Colours from low to high counts.
STOPS = np.array(
    [(14, 22, 60), (20, 92, 140), (30, 150, 110), (200, 200, 60), (230, 110, 40), (255, 250, 240)]
)
# Columns of a legend.
DISTINCT = np.array(
    [
        (230, 80, 70), (70, 150, 230), (90, 190, 90), (240, 190, 60), (160, 100, 210),
        (70, 200, 200), (240, 130, 180), (150, 120, 80), (180, 210, 90), (120, 120, 230),
        (250, 150, 80), (200, 200, 200),
    ]
)  # fmt: skip


def font():
    """Pillow's own bitmap font, the same pixels everywhere."""
    return getattr(ImageFont, "load_default_imagefont", ImageFont.load_default)()


def _on_ramp(share: np.ndarray) -> np.ndarray:
    """Colours (..., 3) for whole numbers from 0 to 1000."""
    place = share * (len(STOPS) - 1)
    stop = np.minimum(place // 1000, len(STOPS) - 2)
    part = (place - stop * 1000)[..., None]
    return ((STOPS[stop] * (1000 - part) + STOPS[stop + 1] * part) // 1000).astype(np.uint8)


def _distinct(numbers: np.ndarray) -> np.ndarray:
    """Colours (..., 3) for numbers from 0 on; neighbours differ, and each round is darker."""
    numbers = numbers.astype(np.int64)
    dark = 10 - 2 * ((numbers // len(DISTINCT)) % 4)
    return (DISTINCT[numbers % len(DISTINCT)] * dark[..., None] // 10).astype(np.uint8)


def with_legend(colors: np.ndarray, title: str, entries, more: str = "") -> Image.Image:
    """An image with a legend on its right.

    colors : (height, width, 3) uint8, bottom first. entries : (colour, words), from the top.
    """
    height, width = colors.shape[:2]
    rows = list(entries)
    left_out = len(rows) - MAX_LEGEND_ROWS
    rows = rows[:MAX_LEGEND_ROWS]
    tall = max(height, ROW_HEIGHT * (len(rows) + 4))
    image = Image.new("RGB", (width + LEGEND_WIDTH, tall), BACKGROUND)
    image.paste(Image.fromarray(np.ascontiguousarray(colors[::-1])), (0, 0))
    pen, letters = ImageDraw.Draw(image), font()
    pen.text((width + 8, 4), title, fill=TEXT, font=letters)
    for number, (color, words) in enumerate(rows, 1):
        top = 6 + number * ROW_HEIGHT
        color = tuple(int(c) for c in color)
        pen.rectangle((width + 8, top, width + 19, top + 10), fill=color)
        pen.text((width + 26, top), words, fill=TEXT, font=letters)
    last = f"and {left_out} more" if left_out > 0 else more
    if last:
        pen.text((width + 8, 6 + (len(rows) + 1) * ROW_HEIGHT), last, fill=TEXT, font=letters)
    return image


def ramp(picture) -> Image.Image:
    """Counts as colours from dark to bright."""
    counts = picture.counts.astype(np.int64)
    most = max(1, int(counts.max(initial=0)))
    share = counts * 1000 // most
    steps = sorted({most * part // 10 for part in range(11)} if most > 10 else range(most + 1))
    entries = [(_on_ramp(np.array(step * 1000 // most)), str(step)) for step in steps]
    mean = int(counts.sum()) * 100 // max(1, counts.size)
    more = f"mean {mean // 100}.{mean % 100:02}"
    return with_legend(_on_ramp(share), picture.title, entries, more)


def levels(picture) -> Image.Image:
    """Mipmap levels as colours, interpolated between integer levels."""
    found = picture.canvas.counts.astype(np.int64)
    units = np.maximum(found - 1, 0)
    low, part = units // 256, (units % 256)[..., None]
    colors = (_distinct(low) * (256 - part) + _distinct(low + 1) * part) // 256
    colors = np.where((found > 0)[..., None], colors, EMPTY_COLOR).astype(np.uint8)
    most = int(units.max(initial=0) + 255) // 256
    entries = [(EMPTY_COLOR, "not sampled")]
    entries += [(_distinct(np.array(n)), f"level {n}") for n in range(most + 1)]
    return with_legend(colors, picture.title, entries)


def events(picture) -> Image.Image:
    """The last event of each pixel, as colours."""
    draws = picture.canvas.draws
    seen = [int(number) - 1 for number in np.unique(draws) if number]
    rank = np.zeros(int(draws.max(initial=0)) + 1, np.int64)
    for order, number in enumerate(seen):
        rank[number + 1] = order
    colors = np.where((draws > 0)[..., None], _distinct(rank[draws]), EMPTY_COLOR).astype(np.uint8)
    names = picture.canvas.names
    entries = [
        (_distinct(np.array(order)), f"{number} {names.get(number, '')}")
        for order, number in enumerate(seen)
    ]
    return with_legend(colors, picture.title, [(EMPTY_COLOR, "none"), *entries])


def primitives(picture) -> Image.Image:
    """The last primitive of each pixel, and its event, as colours."""
    canvas = picture.canvas
    mixed = _mixed(canvas.counts, canvas.draws)
    colors = np.where((canvas.counts > 0)[..., None], mixed, EMPTY_COLOR).astype(np.uint8)
    entries = [(EMPTY_COLOR, "none")]
    for number in np.unique(canvas.draws[canvas.counts > 0]).tolist():
        own = canvas.counts[(canvas.draws == number) & (canvas.counts > 0)]
        first, last = int(own.min()), int(own.max())
        entries.append(
            (_mixed(own.min(), number), f"event {number - 1}: {first - 1} to {last - 1}")
        )
    return with_legend(colors, picture.title, entries)


def _mixed(numbers, events) -> np.ndarray:
    """Colours (..., 3) in which consecutive numbers differ clearly."""
    whole = np.asarray(numbers, np.uint64) + np.asarray(events, np.uint64) * np.uint64(7919)
    bits = whole * np.uint64(0x9E3779B1) & np.uint64(0xFFFFFFFF)
    parts = [(bits >> np.uint64(shift)) & np.uint64(0xFF) for shift in (24, 16, 8)]
    return (np.stack(parts, axis=-1) // np.uint64(2) + np.uint64(96)).astype(np.uint8)


def wireframe(picture) -> Image.Image:
    """The picture, with lines between different primitives."""
    canvas = picture.canvas
    colors = _opaque(canvas.shaded)
    edge = np.zeros(canvas.counts.shape, bool)
    for of in (canvas.counts, np.where(canvas.counts > 0, canvas.draws, 0)):
        edge[:, :-1] |= of[:, :-1] != of[:, 1:]
        edge[:-1] |= of[:-1] != of[1:]
    bright = colors.sum(axis=-1, dtype=np.int64) > 3 * 128
    line = np.where(bright[..., None], (20, 20, 160), (255, 210, 90))
    colors = np.where(edge[..., None], line, colors).astype(np.uint8)
    entries = [((255, 210, 90), "edge, on dark"), ((20, 20, 160), "edge, on bright")]
    return with_legend(colors, picture.title, entries)


def _opaque(shaded) -> np.ndarray:
    """Drops the alpha of colours."""
    return shaded[..., :3]


def contact_sheet(picture) -> Image.Image:
    """An image for each event that changed pixels: those pixels, and the others dimmed."""
    pages = contributions(picture)
    if not pages:
        return with_legend(_opaque(picture.canvas.shaded), picture.title, [], "nothing changed")
    across = 1
    while across * across < len(pages):
        across += 1
    width, height = pages[0].size
    rows = -(-len(pages) // across)
    sheet = Image.new("RGB", (across * width, rows * height), BACKGROUND)
    for number, page in enumerate(pages):
        sheet.paste(page, (number % across * width, number // across * height))
    return sheet


def contributions(picture) -> list[Image.Image]:
    """The pages of a contact sheet."""
    pages = []
    for number, words, shaded, changed in picture.canvas.contributions:
        colors = _opaque(shaded)
        colors = np.where(changed[..., None], colors, colors // 4 + 16).astype(np.uint8)
        height, width = changed.shape
        page = Image.new("RGB", (width, height + ROW_HEIGHT), BACKGROUND)
        page.paste(Image.fromarray(np.ascontiguousarray(colors[::-1])), (0, ROW_HEIGHT))
        pixels = int(np.count_nonzero(changed))
        caption = f"{number} {words.partition('(')[0]}: {pixels} pixels"
        ImageDraw.Draw(page).text((3, 2), caption, fill=TEXT, font=font())
        pages.append(page)
    return pages
