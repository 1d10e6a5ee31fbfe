"""The materials of MTL files."""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import NamedTuple

from softgl.models.formats.obj import maps
from softgl.models.formats.obj.lines import (
    MAX_VALUE,
    plain,
    shown,
    statements,
    text,
    without_comment,
)
from softgl.models.parts.materials import Map, Material, to_linear
from softgl.records import dataclass

COLOURS = {b"kd": "kd", b"ke": "ke"}
NUMBERS = {b"d": "d", b"tr": "tr", b"pr": "roughness", b"pm": "metallic"}
MAPS = {
    b"map_kd": "map_kd", b"map_d": "map_d", b"map_opacity": "map_d", b"map_ke": "map_ke",
    b"map_emissive": "map_ke", b"norm": "norm",
}  # fmt: skip
MAX_FACTOR = 2.0
"""Colours above it are in parts of 255."""


class Surface(NamedTuple):
    """A material, and the place of its image: texture coordinates times `scale` plus `offset`.

    bare : the material of faces without texture coordinates.
    """

    material: Material
    bare: Material
    scale: tuple[float, float] = (1.0, 1.0)
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass
class _Stated:
    """The statements of one material."""

    values: dict[str, object] = field(default_factory=dict)
    maps: dict[str, maps.Stated] = field(default_factory=dict)


class Library:
    """The materials of the MTL files of a model."""

    def __init__(self, folder):
        self.folder = folder
        self._stated: dict[str, _Stated] = {}
        self._made: dict[str, Surface | None] = {}

    def read(self, value: str) -> None:
        """Reads the files of a mtllib statement. Raises ModelError."""
        for name in self._names(value):
            try:
                data = self.folder.read(name)
            except FileNotFoundError:
                continue  # the folder warns of it
            self._parse(name, plain(data))

    def _names(self, value):
        """The names of the files in a statement: one name with blanks, or several names."""
        whole = [value, without_comment(value)]
        whole = [name for name in (*whole, *(name.strip('"') for name in whole)) if name]
        known = [name for name in whole if self.folder.find(name) is not None]
        words = (without_comment(value) or value).split()
        # A folder in a name may belong to the last of several names only.
        if known and not re.search(r"[/\\]", known[0]):
            return known[:1]
        if all(self.folder.find(word) is not None for word in words):
            return words
        parts = re.findall(r'"[^"]+"|\S.*?\.mtl(?!\S)|\S+', " ".join(words), re.IGNORECASE)
        return known[:1] or [part.strip('"') for part in parts]

    def _parse(self, name, data):
        """Adds the materials of a file; of two of one name, the first counts."""
        current, known = _Stated(), {}
        for number, key, value in statements(data):
            if key == b"newmtl":
                current = _Stated()
                for alias in _aliases(text(value)):
                    known.setdefault(alias, current)
                continue
            try:
                _add(current, key, value)
            except ValueError as error:
                self.folder.warn(f"{name}, line {number}: {error}; not read")
        for alias, stated in known.items():
            self._stated.setdefault(alias, stated)

    def surface(self, value: str) -> Surface | None:
        """The material of a usemtl statement; None if no file has it. Raises ModelError."""
        if value not in self._made:
            aliases = (alias for alias in _aliases(value) if alias in self._stated)
            stated = self._stated.get(next(aliases, ""))
            self._made[value] = stated and self._surface(stated)
        return self._made[value]

    def _surface(self, stated):
        images = {name: maps.image_of(self.folder, each) for name, each in stated.maps.items()}
        images = {name: image for name, image in images.items() if image is not None}
        material = _material(stated.values)
        if not images:
            return Surface(material, material)
        place = stated.maps[next(name for name in MAPS.values() if name in images)]
        return Surface(_textured(material, stated, images), material, place.scale, place.offset)


def _aliases(value):
    """The names of a material: whole, since a name may have a # in it, and without a comment."""
    value = value.strip()
    names = (value, without_comment(value))
    return list(dict.fromkeys(alias for name in names for alias in (name, f"{name.lower()}\n")))


def _add(stated, key, value):
    """Adds a statement to a material. Raises ValueError with the reason."""
    if key in MAPS:
        if value:
            stated.maps[MAPS[key]] = maps.parse(text(value[:MAX_VALUE]))
        return
    words = value.partition(b"#")[0].split()
    if key in COLOURS:
        if words[:1] and words[0].lower() in (b"spectral", b"xyz"):
            raise ValueError(f"found {shown(words[0])}, expected red, green and blue")
        numbers = [_number(word) for word in words[:3]]
        if not numbers:
            raise ValueError("found no numbers, expected red, green and blue")
        # A single number is grey.
        stated.values[COLOURS[key]] = numbers if len(numbers) == 3 else numbers[:1] * 3
    elif key in NUMBERS:
        words = words[1:] if words[:1] == [b"-halo"] else words
        if not words:
            raise ValueError(f"found no number behind {text(key)}, expected one")
        stated.values[NUMBERS[key]] = _number(words[0])


def _number(word):
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if b"_" in word or not abs(number) < 1e9:
        raise ValueError(f"found {shown(word)}, expected a number")
    return number


def _material(values):
    """The material without its maps."""
    colour = Material().colour[:3] if "kd" not in values else _linear(values["kd"])
    alpha = values["d"] if "d" in values else 1.0 - values.get("tr", 0.0)
    # Tr 1 alone is a surface that cannot be seen, or an opaque one for programs that mistake it.
    if "d" not in values and alpha <= 0.0:
        alpha = 1.0
    alpha = min(max(alpha, 0.0), 1.0)
    emission = _linear(values.get("ke", (0.0, 0.0, 0.0)))
    return Material(
        colour=(*colour, alpha),
        alpha_mode="BLEND" if alpha < 1.0 else "OPAQUE",
        physical=max(emission) > 0.0,
        metallic=min(max(values.get("metallic", 0.0), 0.0), 1.0),
        roughness=min(max(values.get("roughness", 1.0), 0.0), 1.0),
        emission=emission,
    )


def tint(material: Material) -> Material:
    """A material as a factor of colours or of an image: white if it is grey, or states no colour.

    Most programs write any grey beside an image, black as well.
    """
    red, green, blue, alpha = material.colour
    if (red, green, blue) == Material().colour[:3] or red == green == blue:
        return replace(material, colour=(1.0, 1.0, 1.0, alpha))
    return material


def _linear(colour):
    """The linear (r, g, b), 0 to 1, of a display colour."""
    scale = 255.0 if max(colour) > MAX_FACTOR else 1.0
    colour = [min(max(part / scale, 0.0), 1.0) for part in colour]
    return tuple(to_linear([colour], False)[0, :3].tolist())


def _textured(material, stated, images):
    """A material with its maps; images : name of the map -> image."""
    base, alpha_mode = images.get("map_kd"), material.alpha_mode
    place = stated.maps.get("map_kd") or stated.maps.get("map_d")
    red, green, blue, alpha = material.colour
    if base is not None:
        red, green, blue, alpha = tint(material).colour
    if "map_d" in images:
        mask = maps.alpha_of(images["map_d"], stated.maps["map_d"].channel)
        base = maps.with_alpha(base, mask)
        if alpha_mode == "OPAQUE":
            alpha_mode = "MASK" if maps.is_mask(mask) else "BLEND"
    glow, normals = images.get("map_ke"), images.get("norm")
    emission = material.emission
    if glow is not None and not any(emission):
        emission = (1.0, 1.0, 1.0)
    return replace(
        material,
        colour=(red, green, blue, alpha),
        base=None if base is None else maps.sampled(place, base),
        alpha_mode=alpha_mode,
        physical=any(emission) or normals is not None,
        normals=None if normals is None else Map(normals),
        emission=emission,
        glow=None if glow is None else Map(glow),
    )
