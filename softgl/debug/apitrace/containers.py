"""The containers of traces: snappy, zlib, Brotli and Zstandard, decompressed chunk by chunk.

A snappy container is the two bytes "at", then chunks: a length in four bytes, little-endian, and
that many bytes of raw snappy. The others are plain streams of their formats.
"""

from __future__ import annotations

import importlib
import os
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from softgl.errors import UsageError

CHUNK_BYTES = 1 << 20  # bytes of a chunk that is written, and about those of one that is read
READ_BYTES = 1 << 16  # compressed bytes that are read at once
MAX_SNAPPY_RATIO = 24
"""Above the largest ratio of snappy: three bytes copy up to 64."""
MAGIC = {b"at": "snappy", b"\x1f\x8b": "zlib", b"\x28\xb5": "zstd"}
"""The first two bytes of a file -> its container; Brotli has no mark of its own."""
PACKAGES = {"snappy": "cramjam", "brotli": "brotli", "zstd": "zstandard"}
"""The package that decompresses a container."""


class ContainerError(Exception):
    """Damaged data; `at` is the byte of the file."""

    def __init__(self, at: int, reason: str):
        super().__init__(reason)
        self.at = at


def chunks(file: BinaryIO) -> Iterator[bytes]:
    """Decompresses a file in chunks of at most some MiB. Raises ContainerError and UsageError."""
    kind = MAGIC.get(file.read(2), "brotli")
    file.seek(0)
    if kind == "zlib":
        return _zlib_chunks(file)
    return {"snappy": _snappy_chunks, "brotli": _brotli_chunks, "zstd": _zstd_chunks}[kind](
        file, package(PACKAGES[kind])
    )


def package(name: str):
    """Imports a package of the extra. Raises UsageError without it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise UsageError(
            f"traces of apitrace need the package {name}: pip install 'softgl[apitrace]'"
        ) from None


def _snappy_chunks(file, cramjam):
    size = os.fstat(file.fileno()).st_size
    file.seek(2)
    while head := file.read(4):
        at = file.tell()
        if len(head) < 4:
            raise ContainerError(at, "the file ends within the length of a chunk")
        [length] = struct.unpack("<I", head)
        if length > size - at:
            raise ContainerError(size, f"the file ends within a chunk of {length} bytes")
        data = file.read(length)
        try:
            unpacked = cramjam.snappy.decompress_raw_len(data)
            if unpacked > MAX_SNAPPY_RATIO * length:
                raise ContainerError(at, f"damaged: {length} bytes cannot hold {unpacked}")
            yield bytes(cramjam.snappy.decompress_raw(data))
        except cramjam.DecompressionError:
            raise ContainerError(at, f"damaged: a chunk of {length} bytes is no snappy") from None


def _zlib_chunks(file):
    stream, at = zlib.decompressobj(31), 0
    while data := file.read(READ_BYTES):
        while data:
            try:
                unpacked = stream.decompress(data, CHUNK_BYTES)
            except zlib.error:
                raise ContainerError(at, "damaged: no zlib from here on") from None
            if unpacked:
                yield unpacked
            data = stream.unconsumed_tail
            if stream.eof:  # further members may follow
                data, stream = stream.unused_data, zlib.decompressobj(31)
                if not data and not (data := file.read(READ_BYTES)):
                    return
        at = file.tell()
    raise ContainerError(at, "the file ends within its zlib stream")


def _brotli_chunks(file, brotli):
    stream, at = brotli.Decompressor(), 0
    while data := file.read(READ_BYTES):
        while data or not stream.can_accept_more_data():
            try:
                unpacked = stream.process(data, output_buffer_limit=CHUNK_BYTES)
            except brotli.error:
                raise ContainerError(at, "damaged: no Brotli from here on") from None
            if unpacked:
                yield unpacked
            data = b""
        at = file.tell()
    if not stream.is_finished():
        raise ContainerError(at, "the file ends within its Brotli stream")


def _zstd_chunks(file, zstandard):
    # A frame may follow another one, and a table of places for readers that seek.
    with zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(
        file, read_across_frames=True, closefd=False
    ) as stream:
        while True:
            try:
                unpacked = stream.read(CHUNK_BYTES)
            except zstandard.ZstdError:
                raise ContainerError(file.tell(), "damaged: no Zstandard before here") from None
            if not unpacked:
                return
            yield unpacked


def snappy_chunk(data: bytes) -> bytes:
    """Compresses a chunk of a snappy container, with its length. Raises UsageError."""
    packed = bytes(package("cramjam").snappy.compress_raw(data))
    return struct.pack("<I", len(packed)) + packed
