"""Buffer textures: single texels of a buffer object's memory (EXT_texture_buffer_object).

A texel has up to four elements, adjacent numbers of 8, 16 or 32 bits. Kernels read the memory of
the buffer object itself.
"""

from __future__ import annotations

from softgl.formats.internal_formats import INTERNAL_FORMATS, InternalFormat
from softgl.formats.storages import STORAGES
from softgl.records import dataclass
from softgl.texture.keys import SIZE, TextureKey
from softgl.texture.targets import BUFFER

MAX_BUFFER_TEXELS = BUFFER.largest
_CONSTANT = frozenset("01")


@dataclass(frozen=True)
class BufferFormat:
    """A format of buffer textures.

    key : the state that shapes the code of a fetch. Its storage has the number of each element; its
        swizzle, for R, G, B and A of a texel, the element ("R" is the first one), or 0 or 1.
    """

    key: TextureKey

    @property
    def texel_size(self) -> int:
        """Bytes of a texel."""
        return elements_of(self.key) * STORAGES[self.key.storage].number.bits // 8


def elements_of(key: TextureKey) -> int:
    """Returns the number of elements of a texel."""
    return len(set(key.swizzle) - _CONSTANT)


def _format(like: InternalFormat) -> BufferFormat:
    """Returns the buffer format whose elements are an internal format's components, in order."""
    components = like.base.components.translate(str.maketrans("LI", "RR"))
    elements = str.maketrans(components, "RGBA"[: len(components)])
    swizzle = like.base.sampled.translate(elements)
    filters = "NEAREST", "NONE", "NEAREST"
    return BufferFormat(TextureKey(BUFFER, like.storage.name, *filters, (), swizzle=swizzle))


def _core_names():
    """Yields the names of OpenGL 3.3, table 3.21, and those with three components."""
    for base in ("R", "RG", "RGBA"):
        yield from (f"{base}{bits}" for bits in (8, 16))
        yield from (f"{base}{bits}F{'_ARB' * (base == 'RGBA')}" for bits in (16, 32))
        yield from (f"{base}{bits}{kind}" for kind in ("I", "UI") for bits in (8, 16, 32))
    # ARB_texture_buffer_object_rgb32, which OpenGL 4.0 adopted.
    yield from ("RGB32F_ARB", "RGB32I", "RGB32UI")


def _names():
    """Yields the names of table X.1."""
    for base in ("ALPHA", "LUMINANCE", "LUMINANCE_ALPHA", "INTENSITY", "RGBA"):
        for bits in ("8", "16"):
            yield "_".join(part + bits for part in base.split("_"))
        yield from (f"{base}{bits}F_ARB" for bits in (16, 32))
        # INTERNAL_FORMATS has RGBA8I_EXT and the like by the names of later versions.
        suffix = "" if base == "RGBA" else "_EXT"
        yield from (f"{base}{bits}{kind}{suffix}" for kind in ("I", "UI") for bits in (8, 16, 32))


EXTENSION_FORMATS, CORE_FORMATS = tuple(_names()), tuple(_core_names())
"""The names of formats for glTexBufferEXT, and for glTexBuffer."""
_NAMES = dict.fromkeys(EXTENSION_FORMATS + CORE_FORMATS)
BUFFER_FORMATS = {name: _format(INTERNAL_FORMATS[name]) for name in _NAMES}
"""The formats by their names in the specifications, without GL_.

Table X.1 lists INTENSITY16I_EXT and the like with component A, but INTENSITY8I_EXT with I, as the
names say.
"""


def texel_count(format_: BufferFormat, size: int) -> int:
    """Returns the number of texels in `size` bytes, within the limit."""
    return min(size // format_.texel_size, MAX_BUFFER_TEXELS)


# -- formulas --------------------------------------------------------------------------------------


def fetch(m, key, arrays, position):
    """Returns the texel at i, an I32 lane; 0 in all components outside the buffer."""
    inside = holds(m, arrays, position)
    number, count = STORAGES[key.storage].number, elements_of(key)
    codes = _codes(m, arrays.texels, m.select(inside, position[0], 0), number.bits, count)
    elements = [number.unpack(m, code) for code in codes]
    zero, one = (m.lane(value, elements[0].type) for value in (0, 1))
    values = dict(zip("RGBA", elements, strict=False)) | {"0": zero, "1": one}
    return [m.select(inside, values[letter], zero) for letter in key.swizzle]


def _codes(m, words, texel, bits, count):
    """Returns the codes of the elements of a texel: U32 below 2^bits."""
    total = bits * count
    if total > 32:
        (lanes,) = m.load_unchecked_group(words, texel * (total // 32), total // 32)
    else:
        # Several texels lie in a word: their number there times their bits is the shift.
        each = (32 // total).bit_length() - 1
        word = m.load_unchecked(words, m.as_i32(m.as_u32(texel) >> each))
        place = m.as_u32(texel) & (1 << each) - 1
        lanes = [word >> place * total if each else word]
    codes = []
    for element in range(count):
        number, shift = divmod(element * bits, 32)
        code = lanes[number] >> shift if shift else lanes[number]
        codes.append(code if bits == 32 else code & 2**bits - 1)
    return codes


def holds(m, arrays, position):
    """Returns a mask, set where there is a texel at i."""
    return m.as_u32(position[0]) < m.as_u32(size(m, arrays))


def size(m, arrays):
    """Returns the number of texels, I32."""
    return m.load_unchecked(arrays.levels, m.i32(SIZE))
