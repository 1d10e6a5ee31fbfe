"""Decodes buffer views compressed with EXT_meshopt_compression, and KHR's of the same version."""

from __future__ import annotations

import numpy as np

from softgl.models.gltf.meshopt_filters import FILTERS
from softgl.models.gltf.meshopt_triangles import decode_indices, decode_triangles

ATTRIBUTES, TRIANGLES, INDICES = MODES = ("ATTRIBUTES", "TRIANGLES", "INDICES")
GROUP = 16
"""Elements of a group, whose deltas have the same number of bits."""
MAX_STRIDE = 256
MAX_BYTES = 1 << 26
"""Bytes of all decompressed attributes; about 8 MiB are decoded in a second."""
MAX_INDICES = 3 << 21
"""Indices of all compressed buffer views, which are decoded one by one."""


class Damaged(Exception):
    """The compressed data ends early or has a wrong header."""


def decompress(document, extension: dict, name: str) -> tuple[bytes, int]:
    """Decompresses a buffer view of a Document; returns its bytes and its stride.

    extension : EXT_meshopt_compression of the view. name : of the view, for messages. Raises
    ModelError.
    """
    data = bytes(document.slice(extension, name))
    stride = document.number(extension.get("byteStride"), "a stride", MAX_STRIDE, 1)
    count = document.number(extension.get("count"), "a count", MAX_BYTES, 1)
    mode, kind = extension.get("mode"), extension.get("filter", "NONE")
    if mode not in MODES:
        raise document.error(
            f"{name}: found mode {document.brief(mode)}, expected {', '.join(MODES)}"
        )
    if kind != "NONE" and (not isinstance(kind, str) or kind not in FILTERS):
        raise document.error(f"{name}: the filter {document.brief(kind)} is not supported")
    if mode != ATTRIBUTES and stride not in (2, 4):
        raise document.error(f"{name}: found indices of {stride} bytes, expected 2 or 4")
    if mode == ATTRIBUTES and data[:1] == b"\xa1":
        raise document.error(f"{name}: version 1 of compressed attributes is not supported")
    _count(document, mode, count, stride)
    try:
        if mode == ATTRIBUTES:
            values = _decode_attributes(data, count, stride)
        else:
            decode = decode_triangles if mode == TRIANGLES else decode_indices
            values = decode(data, count).astype("<u2" if stride == 2 else "<u4")
        if kind != "NONE":
            values = FILTERS[kind](values.reshape(count, stride))
    except (Damaged, IndexError, ValueError):
        raise document.error(f"{name} holds damaged data of EXT_meshopt_compression") from None
    return values.tobytes(), stride


def _count(document, mode, count, stride):
    """Counts the values of a view against the limits of the file."""
    if mode == ATTRIBUTES:
        document.decompressed_bytes += count * stride
    else:
        document.decompressed_indices += count
    if document.decompressed_bytes > MAX_BYTES or document.decompressed_indices > MAX_INDICES:
        raise document.error(
            f"its compressed buffer views hold more than {MAX_BYTES} bytes of attributes or "
            f"{MAX_INDICES} indices"
        )


def _decode_attributes(data, count, stride):
    """Decodes mode ATTRIBUTES; returns (count, stride) uint8."""
    if stride % 4 or data[0] != 0xA0 or len(data) < max(stride, 32):
        raise Damaged
    block = min(8192 // stride & ~(GROUP - 1), 256)
    last = np.frombuffer(data, np.uint8)[-stride:]  # the tail
    source = data[: len(data) - max(stride, 32)]
    found, start = np.empty((count, stride), np.uint8), 1
    for first in range(0, count, block):
        size = min(block, count - first)
        deltas, start = _decode_block(source, start, -(-size // GROUP), stride)
        deltas = deltas[:, :size].T
        deltas = deltas >> 1 ^ -(deltas & 1).astype(np.int16).astype(np.uint8)
        rows = np.cumsum(np.concatenate([last[None], deltas]), axis=0, dtype=np.uint8)[1:]
        found[first : first + size], last = rows, rows[-1]
    return found


def _decode_block(data, start, groups, stride):
    """Reads the deltas of a block; returns (stride, groups * 16) uint8 and the next offset."""
    deltas = bytearray()
    for _ in range(stride):
        header = data[start : start + (groups + 3) // 4]
        start += len(header)
        for group in range(groups):
            bits = header[group >> 2] >> (group & 3) * 2 & 3
            if not bits:
                deltas += bytes(GROUP)
            elif bits == 3:
                deltas += data[start : start + GROUP]
                start += GROUP
            else:
                start = _unpack(data, start, bits, deltas)
        if start > len(data):
            raise Damaged
    return np.frombuffer(bytes(deltas), np.uint8).reshape(stride, -1), start


# Byte -> its four values of two bits, or its two values of four bits, the upper ones first.
_VALUES = {
    1: [bytes(byte >> shift & 3 for shift in (6, 4, 2, 0)) for byte in range(256)],
    2: [bytes((byte >> 4, byte & 15)) for byte in range(256)],
}


def _unpack(data, start, bits, deltas):
    """Appends a group of deltas of 2 or 4 bits; returns the next offset."""
    packed = 4 * bits
    values = b"".join(map(_VALUES[bits].__getitem__, data[start : start + packed]))
    start += packed
    sentinel = 3 if bits == 1 else 15
    if sentinel in values:  # a full byte follows for each
        values = bytearray(values)
        for place, value in enumerate(values):
            if value == sentinel:
                values[place] = data[start]
                start += 1
    deltas += values
    return start
