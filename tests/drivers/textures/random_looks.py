"""Random textures, sampler state and coordinates, from a seed, for `texturing`.

All of it is defined by the specifications and stable: coordinates keep away from places where the
last bit decides (texel edges under NEAREST, edges between faces, half-way between two levels), and
from the deviations of llvmpipe:

- cube maps have one wrap mode, CLAMP_TO_EDGE;
- MIRROR_CLAMP modes do not stop half a texel from 0, where the extension has them stop;
- CLAMP is CLAMP_TO_BORDER where pixels next to each other are magnified and minified;
- the magnification of rectangles begins where it would if their coordinates were normalized;
- LINEAR magnification begins at the level 0, not 1/2, whatever the other filter is;
- levels of a 1D array get lost if its width is not a power of two;
- DEPTH_TEXTURE_MODE as ALPHA gets lost now and then.
"""

from __future__ import annotations

import numpy as np

from softgl.texture.axes import WRAPS
from softgl.texture.targets import TARGETS as ALL_TARGETS
from tests.drivers.textures.texturing import CHANNELS, Look
from tests.texture.test_targets import FACES

SIDE = 8
"""Pixels on each side of a look."""

MIN_FILTERS = (
    "NEAREST", "LINEAR", "NEAREST_MIPMAP_NEAREST", "LINEAR_MIPMAP_NEAREST",
    "NEAREST_MIPMAP_LINEAR", "LINEAR_MIPMAP_LINEAR",
)  # fmt: skip
FUNCS = ("NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS")
# Internal formats, the layout of their pixels, and whether these are floats.
FORMATS = (
    ("RGBA8", "RGBA", False), ("RGB8", "RGB", False), ("RGBA32F", "RGBA", True),
    ("RGBA16F", "RGBA", True), ("SRGB8_ALPHA8", "RGBA", False), ("RGBA16", "RGBA", True),
)  # fmt: skip
OLD_FORMATS = (
    ("LUMINANCE8", "LUMINANCE", False), ("ALPHA8", "ALPHA", False),
    ("LUMINANCE8_ALPHA8", "LUMINANCE_ALPHA", False), ("INTENSITY8", "LUMINANCE", False),
)  # fmt: skip
DEPTHS = ("DEPTH_COMPONENT16", "DEPTH_COMPONENT24", "DEPTH_COMPONENT32F")

TARGETS = {name: target for name, target in ALL_TARGETS.items() if name != "CUBEARRAY"}
"""The targets that assembly programs have; tests of shaders sample arrays of cube maps."""


def level_sizes(target, size):
    """The size of each level from 0 on, of a base size with all axes of a target."""
    sizes = [tuple(size)]
    while target.mipmapped and any(sizes[-1][axis] > 1 for axis in target.filtered):
        sizes.append(
            tuple(n >> 1 or 1 if axis in target.filtered else n for axis, n in enumerate(sizes[-1]))
        )
    return sizes


def random_images(rng, target, sizes, layout="RGBA", floats=False):
    """Images of all levels: random bytes, or floats of [0, 1) in steps of 1/64."""

    def image(size):
        shape = *size[::-1], CHANNELS[layout]
        values = rng.integers(0, 64 if floats else 256, shape)
        return np.float32(values / 64) if floats else values.astype(np.uint8)

    return [[image(size) for _ in target.faces] if target.faces else image(size) for size in sizes]


def random_look(seed, *, glsl=False, **wanted):
    """A look for ARB programs, or for GLSL in a core context, where CLAMP is not known.

    wanted : values by the names of its attributes.
    """
    rng = np.random.default_rng(seed)
    while True:
        draft = _Draft(rng, glsl)
        if draft.choose(wanted):
            look = draft.look()
            if look is not None:  # enough coordinates are stable
                return look


class _Draft:
    """A look in the making."""

    def __init__(self, rng, glsl):
        self.rng, self.glsl = rng, glsl
        self.parameters = {}

    def choose(self, wanted):
        """Chooses everything; False, and not all of it, if an attribute is not as wanted.

        Most drafts of an instruction and a target end so: their images would take half of the time.
        """
        for choose in (
            *(self.choose_target, self.choose_size, self.choose_format, self.choose_images),
            *(self.choose_filters, self.choose_wraps, self.choose_levels, self.choose_instruction),
            *(self.choose_biases, self.choose_companions),
        ):
            choose()
            chosen = vars(self)
            if any(chosen.get(name, value) != value for name, value in wanted.items()):
                return False
        return True

    def pick(self, *values):
        """One of some values, with its own type."""
        return values[self.rng.integers(len(values))]

    def often(self, share):
        return self.rng.random() < share

    def set(self, **values):
        self.parameters |= {f"TEXTURE_{name}": value for name, value in values.items()}

    def get(self, name, default=None):
        return self.parameters.get(f"TEXTURE_{name}", default)

    # -- state -------------------------------------------------------------------------------------

    def choose_target(self):
        names = [n for n in TARGETS if self.glsl or TARGETS[n].layers is None]
        self.name = str(self.rng.choice(names))
        self.target = TARGETS[self.name]

    def choose_size(self):
        target, rng = self.target, self.rng
        size = [self.pick(1, 2, 3, 4, 5, 8, 13, 16) for _ in range(target.axes)]
        if target.faces:
            size = size[:1] * 2
        if target.layers is not None:
            size[target.layers] = int(rng.integers(1, 6))
        if target.layers == 1:
            size[0] = 1 << (size[0].bit_length() - 1)
        self.sizes = level_sizes(target, size)

    def choose_format(self):
        target, depths = self.target, self.often(0.3)
        self.compared = False
        if depths and target.depths and (self.glsl or not target.faces):
            self.format, self.layout, self.floats = self.pick(*DEPTHS), "DEPTH_COMPONENT", True
            self.compared = self.often(0.8)
            if self.compared:
                self.set(COMPARE_MODE="COMPARE_R_TO_TEXTURE", COMPARE_FUNC=self.pick(*FUNCS))
            if not self.glsl:
                self.parameters["DEPTH_TEXTURE_MODE"] = self.pick("LUMINANCE", "INTENSITY")
        else:
            formats = FORMATS if self.glsl else FORMATS + OLD_FORMATS
            self.format, self.layout, self.floats = self.pick(*formats)

    def choose_images(self):
        self.images = random_images(
            self.rng, self.target, self.sizes, self.layout, floats=self.floats
        )

    def choose_filters(self):
        self.minified = self.pick(*(MIN_FILTERS if self.target.mipmapped else MIN_FILTERS[:2]))
        self.magnified = self.pick("NEAREST", "LINEAR")
        self.within, _, self.between = self.minified.partition("_MIPMAP_")
        if self.name == "RECT" or (self.within == "NEAREST" and self.between):
            self.magnified = self.within
        self.set(MIN_FILTER=self.minified, MAG_FILTER=self.magnified)

    def choose_wraps(self):
        modes = list(self.target.wraps or WRAPS)
        if self.target.faces:
            modes = ["CLAMP_TO_EDGE", "MIRRORED_REPEAT"]
        elif self.glsl or self.within != self.magnified:
            modes = [mode for mode in modes if mode not in ("CLAMP", "MIRROR_CLAMP_EXT")]
        self.wraps = [self.pick(*modes) for _ in range(3)]
        self.set(**{f"WRAP_{axis}": mode for axis, mode in zip("STR", self.wraps, strict=True)})
        self.set(BORDER_COLOR=tuple(float(value) for value in self.rng.random(4)))

    def choose_levels(self):
        if not self.target.mipmapped:
            return
        count = len(self.sizes)
        if self.often(0.3):
            self.set(BASE_LEVEL=int(self.rng.integers(count)))
        if self.often(0.3):
            self.set(MAX_LEVEL=int(self.rng.integers(self.get("BASE_LEVEL", 0), count + 2)))
        if self.often(0.3):
            self.set(MIN_LOD=self.pick(-3.0, 0.0, 1.25, 2.2))
        if self.often(0.3):
            least = self.get("MIN_LOD", -1000.0)
            self.set(MAX_LOD=self.pick(*(lod for lod in (0.25, 1.2, 3.2) if lod >= least)))

    def choose_instruction(self):
        target, choices = self.target, ["TEX"]
        flat = not target.faces and target.layers is None
        # What GLSL 3.30 has no function for.
        biased = not self.glsl or (target.name != "RECT" and not (self.compared and not flat))
        if biased:
            choices.append("TXB")
        if flat:
            choices.append("TXP")
        if self.glsl:
            if biased:
                choices.append("TXL")
            if not (self.compared and target.reference == 3):
                choices.append("TXD")
            if not target.faces and not self.compared:
                choices += ["TXF"] * 2
        self.instruction, self.offset = self.pick(*choices), ()
        # 1D arrays of depths with offsets, and layers with a reference in w, have no such forms.
        offsets = self.glsl and not target.faces and self.instruction != "TXP"
        if offsets and not (self.compared and target.reference == 3) and self.often(0.4):
            low, high = (0, 2) if self.instruction == "TXF" else (-8, 7)
            self.offset = tuple(int(n) for n in self.rng.integers(low, high + 1, len(self.axes)))

    def choose_biases(self):
        self.bias = 0.0
        if self.often(0.3):
            self.set(LOD_BIAS=self.pick(-2.0, -0.75, 0.375, 1.0, 20.0))
        if not self.glsl:
            self.bias = self.pick(0.0, 0.0, 0.375, -1.25, 2.0)

    def choose_companions(self):
        """A swizzle, a sampler object, seams."""
        rng, depths = self.rng, self.layout == "DEPTH_COMPONENT"
        if self.often(0.3) and not (self.glsl and depths):
            letters = rng.choice(("RED", "GREEN", "BLUE", "ALPHA", "ZERO", "ONE"), 4)
            self.set(**{f"SWIZZLE_{c}": str(name) for c, name in zip("RGBA", letters, strict=True)})
        self.sampler = self.often(0.3)
        seamless = bool(self.target.faces) and self.often(0.4)
        self.enables = ("TEXTURE_CUBE_MAP_SEAMLESS",) if seamless else ()

    # -- coordinates -------------------------------------------------------------------------------

    @property
    def axes(self):
        return self.target.filtered

    def lengths(self, level=0):
        """Texels of a level along each filtered axis."""
        level = min(level, len(self.sizes) - 1)
        return np.array([self.sizes[level][axis] for axis in self.axes], np.float64)

    def look(self):
        """The look; None if the draft has no stable coordinates."""
        quads = SIDE * SIDE // 4 * 6
        make = self.texels if self.instruction == "TXF" else self.points
        *given, stable = make(quads)
        if np.count_nonzero(stable) < 4:
            return None
        coordinates, dx, dy = (self.in_picture(values[stable]) for values in given)
        return Look(
            self.name, self.images, coordinates, self.parameters, self.format, self.layout,
            self.instruction, dx, dy, self.offset, self.bias, enables=self.enables,
            sampler=self.sampler,
        )  # fmt: skip

    def in_picture(self, quads):
        """(n, 2, 2, 4) as (SIDE, SIDE, 4) float32, repeated as often as it takes."""
        half = SIDE // 2
        quads = np.resize(quads, (half * half, 2, 2, 4)).reshape(half, half, 2, 2, 4)
        return quads.transpose(0, 2, 1, 3, 4).reshape(SIDE, SIDE, 4).astype(np.float32)

    def texels(self, count):
        """Places and levels of texels that exist, after the offset."""
        coordinates = np.zeros((count, 2, 2, 4))
        base = self.get("BASE_LEVEL", 0)
        last = min(len(self.sizes) - 1, self.get("MAX_LEVEL", 1000)) if self.between else base
        levels = self.rng.integers(0, last - base + 1, count)
        for quad, level in zip(coordinates, levels, strict=True):
            for axis, length in enumerate(self.sizes[base + level]):
                quad[..., axis] = self.rng.integers(0, length, (2, 2))
            quad[..., 3] = level
        for axis, offset in zip(self.axes, self.offset, strict=False):
            coordinates[..., axis] -= offset
        return coordinates, coordinates * 0, coordinates * 0, np.ones(count, bool)

    def points(self, count):
        """Quads with a whole level of detail before biases, and their derivatives."""
        rng, dimensions = self.rng, len(self.axes)
        scale = self.lengths(self.get("BASE_LEVEL", 0)) if self.target.normalized else 1.0
        detail = rng.integers(-2, 5, count).astype(float)
        turned = np.linalg.qr(rng.normal(size=(count, dimensions, dimensions)))[0]
        longer = turned[:, 0] * 2.0 ** detail[:, None] / scale
        shorter = turned[:, -1] * 2.0 ** (detail[:, None] - rng.integers(0, 3, (count, 1))) / scale
        swapped = rng.random((count, 1)) < 0.5
        dx, dy = np.where(swapped, shorter, longer), np.where(swapped, longer, shorter)

        low, high = (0.05, 0.9) if self.target.faces else (-1.7, 2.7)
        start = rng.uniform(low, high, (count, 1, 1, dimensions))
        start = start if self.target.normalized else start * self.lengths()
        if self.instruction == "TXD":
            points = np.broadcast_to(start, (count, 2, 2, dimensions)).copy()
        else:
            right, up = np.array([0, 1])[:, None], np.array([0, 1])[:, None, None]
            points = start + right * dx[:, None, None] + up * dy[:, None, None]
        stable = ((points > 0.01) & (points < 0.99)).all((1, 2, 3)) | (not self.target.faces)
        placed = self.directions if self.target.faces else self.along_axes
        coordinates, dx, dy = placed(points, dx[:, None, None], dy[:, None, None])
        if self.target.layers is not None:
            layers = rng.integers(-1, self.sizes[0][self.target.layers] + 1, (count, 2, 2))
            coordinates[..., self.target.layers] = layers + rng.uniform(-0.45, 0.45, layers.shape)
        if self.compared:
            # Depths are multiples of 1/64: half are between them, of floats half are equal to some.
            steps = rng.integers(-6, 70, (count, 2, 2))
            between = (rng.random(steps.shape) < 0.5) | (self.format != "DEPTH_COMPONENT32F")
            coordinates[..., self.target.reference] = (steps + 0.5 * between) / 64
        stable &= self.settle_detail(coordinates, detail) & self.clear_of_edges(points)
        if self.instruction == "TXP":
            w = 2.0 ** rng.integers(-1, 2, (count, 1, 1, 1))
            coordinates = coordinates * w
            coordinates[..., 3:] = w
        return coordinates, dx, dy, stable

    def along_axes(self, points, *derivatives):
        placed = [np.zeros((len(points), 2, 2, 4)) for _ in range(3)]
        for result, values in zip(placed, (points, *derivatives), strict=True):
            for number, axis in enumerate(self.axes):
                result[..., axis] = values[..., number]
        return placed

    def directions(self, points, dx, dy):
        """Directions of cube maps, not of unit length; those in one quad meet one face."""
        count = len(points)
        faces = np.array(FACES, float)[self.rng.integers(6, size=count)][:, None, None]
        length = self.rng.uniform(0.5, 3, (count, 1, 1, 1))
        out, across, up = faces[..., 0, :], faces[..., 1, :], faces[..., 2, :]

        def along(values):
            return 2 * (across * values[..., :1] + up * values[..., 1:])

        placed = [np.zeros((count, 2, 2, 4)) for _ in range(3)]
        for result, values in zip(
            placed, (out - across - up + along(points), along(dx), along(dy)), strict=True
        ):
            result[..., :3] = values * length
        return placed

    def settle_detail(self, coordinates, detail):
        """Puts biases and levels into w; returns the quads with a stable level of detail."""
        rng, shape = self.rng, coordinates.shape[:3]
        bias = self.bias + self.get("LOD_BIAS", 0.0)
        detail = np.broadcast_to(detail[:, None, None], shape)
        if self.instruction == "TXB":
            biases = np.array([-1, 0.375, 1.25, 0])
            coordinates[..., 3] = biases[rng.integers(4, size=(len(detail), 1, 1))]
            bias = bias + coordinates[..., 3]
        if self.instruction == "TXL":
            coordinates[..., 3] = detail = rng.uniform(-2, 5, shape)
        detail = detail + np.clip(bias, -16, 16)
        detail = np.clip(detail, self.get("MIN_LOD", -1000.0), self.get("MAX_LOD", 1000.0))
        stable = np.ones(shape, bool)
        if self.minified != self.magnified:
            stable &= np.abs(detail) > 0.01
        if self.between == "NEAREST":
            stable &= np.abs(detail % 1 - 0.5) > 0.03
        return stable.all((1, 2))

    def clear_of_edges(self, points):
        """True for quads without a deciding texel edge, in every level."""
        stable = np.ones(points.shape[:3], bool)
        for level in range(len(self.sizes)):
            lengths = self.lengths(level) if self.target.normalized else np.ones(len(self.axes))
            offset = self.offset or (0,) * len(self.axes)
            texels = points * lengths + offset
            if "NEAREST" in (self.within, self.magnified):
                stable &= (np.abs(texels - np.round(texels)) > 0.01).all(axis=-1)
            for axis, mode in enumerate(self.wraps[: len(self.axes)]):
                if mode.startswith("MIRROR_CLAMP"):
                    stable &= np.abs(texels[..., axis]) > 0.51
        return stable.all((1, 2))
