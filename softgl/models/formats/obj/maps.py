"""The texture maps of MTL files: names with options, and alpha from an image of its own."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from PIL import Image

from softgl.models.formats.obj.lines import without_comment
from softgl.models.parts.materials import Map

CLAMP_TO_EDGE = 0x812F
# Option -> the most values behind it.
OPTIONS = {
    "-blendu": 1, "-blendv": 1, "-boost": 1, "-bm": 1, "-cc": 1, "-clamp": 1, "-imfchan": 1,
    "-mm": 2, "-o": 3, "-s": 3, "-t": 3, "-texres": 1, "-type": 1,
}  # fmt: skip
WORDS = ("-blendu", "-blendv", "-cc", "-clamp", "-imfchan", "-type")
"""Options whose value need not be a number."""
BEHIND = re.compile(rf"\s+(?=(?:{'|'.join(OPTIONS)})\s)", re.IGNORECASE)


class Stated(NamedTuple):
    """A map as a file states it.

    names : possible names of its image, the most likely one last. scale, offset : texture
    coordinates are multiplied, then moved. clamp : True for an image that does not repeat.
    channel : of the image, "r", "g", "b", "m" (alpha), "l" (luminance) or "z"; or "".
    """

    names: list[str]
    scale: tuple[float, float] = (1.0, 1.0)
    offset: tuple[float, float] = (0.0, 0.0)
    clamp: bool = False
    channel: str = ""


def parse(value: str) -> Stated:
    """Parses the value of a map: options, the name of an image, and options or a comment."""
    found, rest = _options(value)
    # Some programs write options behind the name.
    name, *behind = BEHIND.split(without_comment(rest), maxsplit=1)
    if behind:
        found.update(_options(f"{behind[0]} .")[0])
    names = [rest, without_comment(rest), name.strip('"').strip()]
    scale, offset = (_pair(found.get(key, ()), least) for key, least in (("-s", 1.0), ("-o", 0.0)))
    clamp = found.get("-clamp", ("off",))[0].lower() == "on"
    channel = found.get("-imfchan", ("",))[0].lower()
    return Stated(list(dict.fromkeys(names)), scale, offset, clamp, channel)


def _options(text):
    """Reads options before a name; returns them, option -> values, and the rest of the text."""
    found, rest = {}, text.strip()
    while True:
        words = rest.split(None, 1)
        if len(words) < 2 or words[0].lower() not in OPTIONS:
            return found, rest
        option, rest = words[0].lower(), words[1]
        values = []
        for _ in range(OPTIONS[option]):
            words = rest.split(None, 1)
            # The last word is the name.
            if len(words) < 2 or not (option in WORDS or _is_number(words[0])):
                break
            values.append(words[0])
            rest = words[1]
        if values:
            found[option] = values


def _is_number(word):
    try:
        return np.isfinite(float(word)) and "_" not in word
    except ValueError:
        return False


def _pair(values, missing):
    numbers = [float(value) for value in values[:2]]
    return tuple(numbers + [missing] * (2 - len(numbers)))


def image_of(folder, stated: Stated) -> Image.Image | None:
    """The image of a map; None if it is missing. Raises ModelError."""
    known = [name for name in stated.names if name and folder.find(name) is not None]
    name = (known or stated.names[-1:])[0]
    return folder.image(name) if name else None


def sampled(stated: Stated, image) -> Map:
    """A map of an image, with the sampler that the file states."""
    sampler = (("wrapS", CLAMP_TO_EDGE), ("wrapT", CLAMP_TO_EDGE)) if stated.clamp else ()
    return Map(image, sampler)


def alpha_of(image: Image.Image, channel: str) -> Image.Image:
    """The alpha that an image of map_d states: a channel, its alpha, or its grey."""
    pixels = image.convert("RGBA")
    if channel in ("r", "g", "b"):
        return pixels.getchannel(channel.upper())
    alpha = pixels.getchannel("A")
    if channel == "m" or (channel != "l" and alpha.getextrema()[0] < 255):
        return alpha
    return pixels.convert("RGB").convert("L")


def with_alpha(image: Image.Image | None, alpha: Image.Image) -> Image.Image:
    """An image, or white, with another alpha, in the larger of both sizes."""
    image = Image.new("RGB", alpha.size, "white") if image is None else image.convert("RGB")
    size = max(image.size, alpha.size, key=lambda sides: sides[0] * sides[1])
    image, alpha = (
        each if each.size == size else each.resize(size, Image.Resampling.BILINEAR)
        for each in (image, alpha)
    )
    image.putalpha(alpha)
    return image


def is_mask(alpha: Image.Image) -> bool:
    """True if every pixel is opaque or fully transparent."""
    counts = alpha.histogram()
    return counts[0] + counts[255] == alpha.width * alpha.height
