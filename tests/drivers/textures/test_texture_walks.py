"""Textures that change at random between draws, beside llvmpipe: nothing old may be sampled."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.texture.targets import TARGETS
from tests.drivers.textures.random_looks import MIN_FILTERS, SIDE, level_sizes
from tests.drivers.textures.texturing import Look, set_parameters

SEED = 20  # fixed: no commit shall meet a difference of Mesa's by chance

pytestmark = pytest.mark.driver

STEPS = 64
SIZES = {
    "1D": (8,), "2D": (8, 4), "3D": (4, 8, 2), "CUBE": (8, 8), "RECT": (8, 8), "ARRAY1D": (8, 3),
    "ARRAY2D": (4, 8, 3),
}  # fmt: skip
POOLS = {
    "ARBfp1.0": ("1D", "2D", "2D", "3D", "CUBE", "CUBE", "RECT"),
    "NVfp4.0": ("2D", "3D", "CUBE", "ARRAY1D", "ARRAY1D", "ARRAY2D", "ARRAY2D"),
}
"""By the language that samples them, the targets of the textures."""
MODES = ("REPEAT", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER", "MIRRORED_REPEAT")
FILTERS = tuple((name, name.partition("_")[0]) for name in MIN_FILTERS)
FIRST = {
    "TEXTURE_MAG_FILTER": "NEAREST", "TEXTURE_MIN_LOD": 0.3, "TEXTURE_MAX_LOD": 0.3,
    "TEXTURE_WRAP_S": "CLAMP_TO_EDGE", "TEXTURE_WRAP_T": "CLAMP_TO_EDGE",
}  # fmt: skip


class Walk:
    """Some textures, and a list of random changes of them.

    The changes are drawn once, and made on either side by `step`, the `change` of a look.
    """

    def __init__(self, seed, pool):
        self.rng = np.random.default_rng(seed)
        self.pool = [TARGETS[name] for name in pool]
        self.names = {}
        self.steps = [self.random_step() for _ in range(STEPS)]
        self.looks = [self.look(number) for number in range(STEPS)]

    def look(self, number):
        """A look at one texture, after the changes of a step."""
        target = self.pool[self.steps[number][-1]]
        if target.faces:
            points = self.rng.normal(size=(SIDE, SIDE, 4))
        else:
            texels = self.rng.integers(-8, 16, (SIDE, SIDE, 4)) + 0.3
            points = texels / (8 if target.normalized else 1)
            if target.layers is not None:
                points[..., target.layers] = self.rng.integers(-1, 4, (SIDE, SIDE))
        return Look(
            target.name, [], points.astype(np.float32),
            change=lambda gl, look, enum: self.step(gl, number),
        )  # fmt: skip

    # -- what is drawn by lot ------------------------------------------------------------------

    def random_step(self):
        """Changes (texture, function, arguments), and the texture that is looked at."""
        changes = []
        for _ in range(self.rng.integers(1, 4)):
            texture = int(self.rng.integers(len(self.pool)))
            kinds = [self.replace, self.respecify, self.copy, self.generate, self.clear,
                     self.parameter, self.parameter, self.begin]  # fmt: skip
            change = kinds[self.rng.integers(len(kinds))]
            changes.append((texture, change, int(self.rng.integers(2**31))))
        return (*changes, int(self.rng.choice([texture for texture, *_ in changes])))

    # -- what is done ---------------------------------------------------------------------------

    def step(self, gl, number):
        """Makes the changes of a step, and binds the texture to sample."""
        if number == 0:
            self.names = {}
            for texture in range(len(self.pool)):
                self.begin(gl, texture, np.random.default_rng(texture))
        *changes, looked_at = self.steps[number]
        for texture, change, seed in changes:
            self.bind(gl, texture)
            change(gl, texture, np.random.default_rng(seed))
        self.bind(gl, looked_at)

    def bind(self, gl, texture):
        gl.glBindTexture(self.enum(gl, texture), self.names[texture])

    def enum(self, gl, texture):
        return getattr(gl, f"GL_{self.pool[texture].enum}")

    def place(self, gl, texture, rng):
        """The target of an image of a texture, its level and its size."""
        target = self.pool[texture]
        sizes = level_sizes(target, SIZES[target.name])
        level = int(rng.integers(len(sizes)))
        image = target.images[rng.integers(len(target.images))]
        return getattr(gl, f"GL_{image}"), level, sizes[level]

    def begin(self, gl, texture, rng):
        """A new texture in the place of an old one."""
        if texture in self.names:
            gl.glDeleteTextures(1, np.uint32([self.names[texture]]))
        self.names[texture] = gl.glGenTextures(1)
        self.bind(gl, texture)
        target = self.pool[texture]
        for level, size in enumerate(level_sizes(target, SIZES[target.name])):
            for image in target.images:
                self.specify(gl, getattr(gl, f"GL_{image}"), level, size, rng)
        # The level of detail is always the same one everywhere.
        set_parameters(gl, "Tex", self.enum(gl, texture), FIRST)

    def specify(self, gl, image, level, size, rng):
        texels = rng.integers(0, 256, (*size, 4)).astype(np.uint8).tobytes()
        command = getattr(gl, f"glTexImage{len(size)}D")
        command(image, level, gl.GL_RGBA8, *size, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels)

    def respecify(self, gl, texture, rng):
        """One image is given anew, as large as it was."""
        self.specify(gl, *self.place(gl, texture, rng), rng)

    def part(self, size, rng):
        """A random part of an image: its offset and its size."""
        offset = [int(rng.integers(length)) for length in size]
        lengths = [int(rng.integers(n - o)) + 1 for n, o in zip(size, offset, strict=True)]
        return offset, lengths

    def replace(self, gl, texture, rng):
        image, level, size = self.place(gl, texture, rng)
        offset, lengths = self.part(size, rng)
        texels = rng.integers(0, 256, (*lengths, 4)).astype(np.uint8).tobytes()
        command = getattr(gl, f"glTexSubImage{len(size)}D")
        command(image, level, *offset, *lengths, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels)

    def copy(self, gl, texture, rng):
        """From the cells that are drawn already, or that are still clear."""
        image, level, size = self.place(gl, texture, rng)
        offset, lengths = self.part(size, rng)
        x, y = (int(n) for n in rng.integers(0, 16, 2))
        command = getattr(gl, f"glCopyTexSubImage{len(size)}D")
        command(image, level, *offset, x, y, *lengths[:2])

    def generate(self, gl, texture, rng):
        if self.pool[texture].mipmapped:
            gl.glGenerateMipmap(self.enum(gl, texture))

    def clear(self, gl, texture, rng):
        """A part of an image is drawn to."""
        image, level, size = self.place(gl, texture, rng)
        kept = gl.glGetIntegerv(gl.GL_FRAMEBUFFER_BINDING)
        name = gl.glGenFramebuffers(1)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
        target, point = self.pool[texture], (gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0)
        of_texture = self.names[texture], level
        flat = [length for axis, length in enumerate(size) if axis != target.sliced]
        if target.sliced is None:
            getattr(gl, f"glFramebufferTexture{len(size)}D")(*point, image, *of_texture)
        else:
            layer = int(rng.integers(size[target.sliced]))
            gl.glFramebufferTextureLayer(*point, *of_texture, layer)
        offset, lengths = self.part((*flat, 1)[:2], rng)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(*offset, *lengths)
        gl.glClearColor(*(rng.integers(0, 256, 4) / 255))
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, int(kept))
        gl.glDeleteFramebuffers(1, np.uint32([name]))

    def parameter(self, gl, texture, rng):
        """Filters, wrap modes, or which levels there are."""
        target = self.pool[texture]
        state = {}
        kind = rng.integers(4)
        if kind == 0:
            filters = FILTERS[: None if target.mipmapped else 2]
            state["MIN_FILTER"], state["MAG_FILTER"] = filters[rng.integers(len(filters))]
        elif kind == 1 and not target.faces:
            modes = [mode for mode in MODES if mode in (target.wraps or MODES)]
            for axis in "STR":
                state[f"WRAP_{axis}"] = modes[rng.integers(len(modes))]
        elif kind == 2 and target.mipmapped:
            state["BASE_LEVEL"] = int(rng.integers(3))
            state["MAX_LEVEL"] = int(rng.integers(2, 6))
        else:
            detail = float(rng.choice([-1, 0.3, 1, 1.7, 2.2]))
            state["MIN_LOD"] = state["MAX_LOD"] = detail
            state["BORDER_COLOR"] = tuple(float(value) for value in rng.random(4))
        parameters = {f"TEXTURE_{name}": value for name, value in state.items()}
        set_parameters(gl, "Tex", self.enum(gl, texture), parameters)


@pytest.mark.parametrize("language", POOLS)
def test_random_changes(same_looks, language):
    seed = SEED
    print("seed", seed)
    # Copies and generated levels are rounded, on either side on their own.
    looks = Walk(seed, POOLS[language]).looks
    same_looks(looks, glsl=language == "NVfp4.0", tolerance=3 / 255)
