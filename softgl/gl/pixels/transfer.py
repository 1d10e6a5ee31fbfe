"""Pixel transfer: glPixelTransfer, glPixelMap and their operations (OpenGL 2.1, 3.6.3 and 3.6.5).

Every command that reads, draws or copies pixels, or specifies texture images, sends them through
`transfer_colors`, `transfer_depths` or `transfer_indices`.
"""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.formats.host import from_bytes, quiet, saturated
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.exporters import in_memory_order
from softgl.gl.api.groups import Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill
from softgl.gl.api.numbers import nearest, rounded, single
from softgl.gl.api.signature import group
from softgl.gl.api.tables import State
from softgl.gl.pixels.memory import PACK, check_packed, source, target
from softgl.records import dataclass

MAX_PIXEL_MAP = 65536
FRACTION_BITS = 16  # of a float index as a fixed-point number


@dataclass
class PixelTransfer(Group):
    """OpenGL 2.1, table 3.2; the fields have the names of the parameters."""

    map_color: bool = False
    map_stencil: bool = False
    index_shift: int = 0
    index_offset: int = 0
    red_scale: float = 1.0
    green_scale: float = 1.0
    blue_scale: float = 1.0
    alpha_scale: float = 1.0
    depth_scale: float = 1.0
    red_bias: float = 0.0
    green_bias: float = 0.0
    blue_bias: float = 0.0
    alpha_bias: float = 0.0
    depth_bias: float = 0.0

    @property
    def scales(self) -> tuple:
        return self.red_scale, self.green_scale, self.blue_scale, self.alpha_scale

    @property
    def biases(self) -> tuple:
        return self.red_bias, self.green_bias, self.blue_bias, self.alpha_bias


MAP_ENUMS = group("PixelMap")
MAPS = {enum: name[len("GL_PIXEL_MAP_") :].lower() for enum, name in MAP_ENUMS.names.items()}
"""The name of each map, `i_to_r` and the like."""
INDEX_VALUED = ("i_to_i", "s_to_s")


@dataclass
class PixelMaps(Group):
    """The tables of OpenGL 2.1, table 3.3: arrays that never change in place.

    They hold float32; those of stencil indices int64.
    """

    tables: dict[str, np.ndarray] = field(
        default_factory=lambda: {name: np.zeros(1, np.float32) for name in MAPS.values()}
    )


PARAMETERS = {getattr(gl, f"GL_{name.upper()}"): name for name in vars(PixelTransfer())}
PARAMETER_ENUMS = group("PixelTransferParameter")
STATE = State(
    values={
        **{enum: f"pixels.transfer.{name}" for enum, name in PARAMETERS.items()},
        **{
            getattr(gl, f"{MAP_ENUMS.names[enum]}_SIZE"): (
                lambda ctx, name=name: len(ctx.pixels.maps.tables[name])
            )
            for enum, name in MAPS.items()
        },
    },
    limits={gl.GL_MAX_PIXEL_MAP_TABLE: MAX_PIXEL_MAP},
)


def whole(param) -> int:
    """Returns a parameter "rounded to the nearest integer"; GL_INVALID_VALUE if not finite."""
    if not np.isfinite(param):
        raise invalid_value(f"param: {param} is not an integer")
    return rounded(param)


@command("glPixelTransferf", "glPixelTransferi", pname=PARAMETER_ENUMS)
def pixel_transfer(ctx, pname, param):
    """Sets one of the parameters of OpenGL 2.1, table 3.2."""
    name = PARAMETERS[pname]
    if name.startswith("map"):
        param = bool(param)
    elif name.startswith("index"):
        param = whole(param)
    else:
        param = single(param)
    setattr(ctx.pixels.transfer, name, param)


# -- maps ------------------------------------------------------------------------------------------

_DTYPES = {"fv": np.float32, "uiv": np.uint32, "usv": np.uint16}


def _set_map(ctx, map_, size, values, dtype):
    name = MAPS[map_]
    if not 1 <= size <= MAX_PIXEL_MAP:
        raise invalid_value(f"mapsize: {size} is outside [1, {MAX_PIXEL_MAP}]")
    if name[0] in "is" and size & (size - 1):
        # OpenGL 2.1, 3.6.3: "A table that takes an index as an address must have size = 2^n".
        raise invalid_value(f"mapsize: {size} is not a power of two")
    entries = source(ctx, values, dtype, size)[:size]
    if dtype is np.float32:
        entries = quiet(entries)
    if name == "s_to_s":
        # "converted from single-precision floating-point to an integer by rounding to nearest"
        entries = (nearest(entries) if dtype is np.float32 else entries).astype(np.int64)
    elif name in INDEX_VALUED:
        entries = entries.astype(np.float32)
    elif dtype is not np.float32:
        # Table 2.9: "c / (2^b - 1)".
        entries = (entries / np.float64(np.iinfo(dtype).max)).astype(np.float32)
    ctx.pixels.maps.tables[name] = entries


def _get_map(ctx, map_, values, dtype, limit=None):
    name = MAPS[map_]
    table = ctx.pixels.maps.tables[name]
    if dtype is np.float32:
        table = table.astype(dtype)
    else:
        top = np.float64(np.iinfo(dtype).max)
        wide = np.nan_to_num(table.astype(np.float64))
        wide = wide if name in INDEX_VALUED else saturated(wide) * top
        table = np.rint(np.clip(wide, 0, top)).astype(dtype)
    check_packed(ctx, table.nbytes, limit)
    if PACK not in ctx.buffers.bound:
        return fill(values, table.copy())
    entries, write_back = target(ctx, values, dtype, table.size)
    entries[: table.size] = table
    write_back()
    return values


def _define_maps(suffix, dtype):
    def set_form(map, values):
        return map, np.size(in_memory_order(values)), values

    @command(f"glPixelMap{suffix}", kind=Kind.UNPACK, forms={2: set_form}, map=MAP_ENUMS)
    def pixel_map(ctx, map_, size, values):
        """Sets the entries of a pixel map."""
        _set_map(ctx, map_, size, values, dtype)

    @command(f"glGetPixelMap{suffix}", listed=False, kind=Kind.PACK, map=MAP_ENUMS)
    def get_pixel_map(ctx, map_, values):
        """Returns the entries of a pixel map."""
        return _get_map(ctx, map_, values, dtype)

    @command(f"glGetnPixelMap{suffix}ARB", listed=False, kind=Kind.PACK, map=MAP_ENUMS)
    def get_limited_pixel_map(ctx, map_, size, values):
        """Returns the entries of a pixel map, at most `size` bytes."""
        return _get_map(ctx, map_, values, dtype, size)


for _suffix, _dtype in _DTYPES.items():
    _define_maps(_suffix, _dtype)


# -- operations ------------------------------------------------------------------------------------


def changes_colors(ctx) -> bool:
    """True if the transfer operations change colours."""
    transfer = ctx.pixels.transfer
    return transfer.map_color or _is_scaled(transfer)


def _is_scaled(transfer):
    return transfer.scales != (1.0,) * 4 or transfer.biases != (0.0,) * 4


def changes_depths(ctx) -> bool:
    """True if the transfer operations change depths."""
    transfer = ctx.pixels.transfer
    return (transfer.depth_scale, transfer.depth_bias) != (1.0, 0.0)


def transfer_colors(ctx, pixels: np.ndarray) -> np.ndarray:
    """Applies the transfer operations to RGBA pixels (..., 4), uint8 (255 is 1.0) or float32.

    Returns `pixels` themselves if nothing changes, else float32.
    """
    transfer = ctx.pixels.transfer
    if not changes_colors(ctx):
        return pixels
    if pixels.dtype == np.uint8:
        pixels = from_bytes(pixels)
    with np.errstate(over="ignore", invalid="ignore"):
        if _is_scaled(transfer):
            pixels = pixels * np.float32(transfer.scales) + np.float32(transfer.biases)
        if transfer.map_color:
            pixels = np.stack([_mapped(ctx, pixels, i) for i in range(4)], axis=-1)
    return quiet(pixels)


def _mapped(ctx, pixels, component):
    letter = "rgba"[component]
    table = ctx.pixels.maps.tables[f"{letter}_to_{letter}"]
    address = np.rint(saturated(pixels[..., component]) * np.float32(len(table) - 1))
    return table[address.astype(np.intp)]


def transfer_depths(ctx, depths: np.ndarray) -> np.ndarray:
    """Applies the transfer operations to float64 depths; the result is not clamped."""
    transfer = ctx.pixels.transfer
    if not changes_depths(ctx):
        return depths
    with np.errstate(over="ignore", invalid="ignore"):
        return depths * np.float64(transfer.depth_scale) + np.float64(transfer.depth_bias)


def _shifted(ctx, indices):
    """Returns shifted and offset indices as fixed-point int64, and their fraction bits."""
    transfer, bits = ctx.pixels.transfer, 0
    if indices.dtype.kind == "f":
        bits = FRACTION_BITS
        scaled = np.nan_to_num(indices.astype(np.float64), posinf=2.0**31, neginf=-(2.0**31))
        indices = np.rint(np.clip(scaled, -(2.0**31), 2.0**31) * 2.0**bits)
    fixed = indices.astype(np.int64)
    shift = transfer.index_shift
    if shift > 0:
        fixed = fixed << min(shift, 63)
    elif shift < 0:
        # "In either case the shift is zero-filled": 32 bits lie left of the binary point.
        fixed = (fixed & 2 ** (32 + bits) - 1) >> min(-shift, 63)
    return fixed + (np.int64(transfer.index_offset) << bits), bits


def transfer_stencil(ctx, indices: np.ndarray) -> np.ndarray:
    """Applies the transfer operations to stencil indices of any type; int64, not masked."""
    fixed, bits = _shifted(ctx, indices)
    fixed = fixed >> bits
    if ctx.pixels.transfer.map_stencil:
        table = ctx.pixels.maps.tables["s_to_s"]
        fixed = table[fixed & (len(table) - 1)].astype(np.int64)
    return fixed


def transfer_indices(ctx, indices: np.ndarray) -> np.ndarray:
    """Converts colour indices (...) of any type to RGBA pixels (..., 4) float32."""
    fixed, bits = _shifted(ctx, indices)
    fixed = (fixed + (1 << bits >> 1)) >> bits
    tables = [ctx.pixels.maps.tables[f"i_to_{letter}"] for letter in "rgba"]
    return np.stack([table[fixed & (len(table) - 1)] for table in tables], axis=-1)


def check_color_index(format_: str) -> None:
    """Raises for GL_COLOR_INDEX, which cannot be read in RGBA mode (OpenGL 2.1, 4.3.2)."""
    if format_ == "COLOR_INDEX":
        raise invalid_operation("GL_COLOR_INDEX cannot be read in RGBA mode")
