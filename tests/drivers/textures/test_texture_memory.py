"""Random rectangles of pixels to textures and back beside llvmpipe, on every target.

The client's memory is that of buffer objects, so that both sides see every byte of it.
"""

from __future__ import annotations

from ctypes import c_void_p

import numpy as np
import pytest

from tests.drivers.mesa import mesa_context
from tests.drivers.textures.random_looks import TARGETS

SEED = 20  # fixed: no commit shall meet a difference of Mesa's by chance

pytestmark = pytest.mark.driver

COUNT, LENGTH = 60, 40_000
INTERNAL_FORMATS = (
    "RGBA8", "RGB8", "R8", "RG8", "RGBA16", "RGB16", "RGBA32F", "RGB32F", "R32F", "RG32F",
    "RGBA16F", "LUMINANCE8", "ALPHA8", "LUMINANCE8_ALPHA8", "INTENSITY8", "SRGB8_ALPHA8",
    "LUMINANCE16", "ALPHA16", "RGBA8_SNORM",
)  # fmt: skip
# What llvmpipe reads luminances as is the sum of three; signed types are those of OpenGL 4.2.
READ = ("RED", "GREEN", "BLUE", "ALPHA", "RG", "RGB", "BGR", "RGBA", "BGRA")
GIVEN = (*READ, "LUMINANCE", "LUMINANCE_ALPHA")
TYPES = {
    "UNSIGNED_BYTE": (np.uint8, 1), "UNSIGNED_SHORT": (np.uint16, 257),
    "FLOAT": (np.float32, 1 / 255), "HALF_FLOAT": (np.float16, 1 / 255),
}  # fmt: skip
"""By type, what is in an array of it, and a step of 1/255."""
OF_RGBA = (
    "SHORT_4_4_4_4", "SHORT_4_4_4_4_REV", "SHORT_5_5_5_1", "SHORT_1_5_5_5_REV", "INT_8_8_8_8",
    "INT_8_8_8_8_REV", "INT_10_10_10_2", "INT_2_10_10_10_REV",
)  # fmt: skip
OF_RGB = ("BYTE_3_3_2", "BYTE_2_3_3_REV", "SHORT_5_6_5", "SHORT_5_6_5_REV")


class Transfer:
    """Images given to a texture, a whole one and then parts, and read back, all by lot."""

    def __init__(self, seed):
        self.rng = rng = np.random.default_rng(seed)
        self.target = TARGETS[self.pick(*TARGETS)]
        size = [int(n) for n in rng.integers(1, 7, self.target.axes)]
        size = size[:1] * 2 if self.target.faces else size
        self.internal_format = self.pick(*INTERNAL_FORMATS)
        self.face = self.pick(*self.target.images)
        self.given = [(None, size, *self.layout(given=True))]
        for _ in range(rng.integers(3)):
            offset = [int(rng.integers(n)) for n in size]
            lengths = [int(rng.integers(n - o)) + 1 for n, o in zip(size, offset, strict=True)]
            self.given.append((offset, lengths, *self.layout(given=True)))
        self.reads = [self.layout(given=False) for _ in range(3)]

    def __str__(self):
        parts = self.given[0][1], [given[2:5] for given in self.given], self.reads
        return f"{self.target} {self.internal_format} {parts}"

    def pick(self, *values):
        return values[self.rng.integers(len(values))]

    def layout(self, given):
        """A format, a type and pixel storage modes; for pixels that are given their bytes too."""
        form, type_ = self.pick(*(GIVEN if given else READ)), self.pick(*TYPES)
        if given and self.rng.random() < 0.3:
            form, types = self.pick(("RGBA", OF_RGBA), ("BGRA", OF_RGBA), ("RGB", OF_RGB))
            type_ = f"UNSIGNED_{self.pick(*types)}"
        modes = {
            "ALIGNMENT": self.pick(1, 2, 4, 8), "ROW_LENGTH": self.pick(0, 0, 8),
            "SKIP_ROWS": self.pick(0, 0, 2), "SKIP_PIXELS": self.pick(0, 0, 1),
            "SKIP_IMAGES": self.pick(0, 0, 1),
        }  # fmt: skip
        # llvmpipe counts the rows of 1D arrays as images.
        modes["IMAGE_HEIGHT"] = self.pick(0, 0, 9) if self.target.axes == 3 else 0
        if not given:
            return form, type_, modes
        if "FLOAT" in type_:
            dtype = np.dtype(TYPES[type_][0])
            values = self.rng.uniform(-0.3, 1.3, LENGTH // dtype.itemsize).astype(dtype)
        else:
            values = self.rng.integers(0, 256, LENGTH, dtype=np.uint8)
        return form, type_, modes, values.tobytes()

    def run(self, gl):
        """Reads back arrays of the types, with the gaps that the modes leave."""
        axes, image = self.target.axes, getattr(gl, f"GL_{self.face}")
        gl.glBindTexture(getattr(gl, f"GL_{self.target.enum}"), gl.glGenTextures(1))
        name, start = gl.glGenBuffers(1), c_void_p(0)

        def memory(kind, modes, data):
            for mode, value in modes.items():
                gl.glPixelStorei(getattr(gl, f"GL_{kind}_{mode}"), value)
            gl.glBindBuffer(getattr(gl, f"GL_PIXEL_{kind}_BUFFER"), name)
            gl.glBufferData(getattr(gl, f"GL_PIXEL_{kind}_BUFFER"), LENGTH, data, gl.GL_STREAM_COPY)

        for offset, size, form, type_, modes, data in self.given:
            memory("UNPACK", modes, data)
            pixels = getattr(gl, f"GL_{form}"), getattr(gl, f"GL_{type_}"), start
            if offset is None:
                internal_format = getattr(gl, f"GL_{self.internal_format}")
                getattr(gl, f"glTexImage{axes}D")(image, 0, internal_format, *size, 0, *pixels)
            else:
                getattr(gl, f"glTexSubImage{axes}D")(image, 0, *offset, *size, *pixels)
        gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 0)
        for form, type_, modes in self.reads:
            memory("PACK", modes, bytes(LENGTH))
            gl.glGetTexImage(image, 0, getattr(gl, f"GL_{form}"), getattr(gl, f"GL_{type_}"), start)
            found = np.zeros(LENGTH, np.uint8)
            gl.glGetBufferSubData(gl.GL_PIXEL_PACK_BUFFER, 0, LENGTH, found)
            yield found.view(TYPES[type_][0]).astype(np.float64)
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 0)


def test_random_rectangles(mesa):
    import softgl
    import softgl.gl

    first = SEED
    print("seeds from", first)
    transfers = [Transfer(first + number) for number in range(COUNT)]
    with mesa_context(8, 8) as gl:
        expected = [list(transfer.run(gl)) for transfer in transfers]
    softgl.Context(8, 8).make_current()
    for number, transfer in enumerate(transfers):
        for (form, type_, modes), wanted, found in zip(
            transfer.reads, expected[number], transfer.run(softgl.gl), strict=True
        ):
            step = TYPES[type_][1] * 1.01
            case = first + number, form, type_, modes, str(transfer)
            assert (np.abs(wanted - found) <= step).all(), case
