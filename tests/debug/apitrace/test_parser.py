"""The format of traces: values, containers, and damaged files."""

from __future__ import annotations

import gzip
import random
import struct

import brotli
import cramjam
import numpy as np
import pytest
import zstandard

from softgl.debug.apitrace import frames
from softgl.debug.apitrace.parser import Opaque, Trace
from softgl.debug.apitrace.writer import Bits, Enum
from softgl.errors import UsageError
from tests.debug.apitrace.builder import Builder

VALUES = [None, False, True, -5, 2**40, 0.5, b"\0blob", "text", [1, [2.5, None]], Opaque(9)]
READ = [None, False, True, -5, 2**40, 0.5, b"\0blob", b"text", [1, [2.5, None]], 9]


def calls(path):
    trace = Trace(path)
    try:
        return list(trace.calls())
    finally:
        trace.close()


def contents(data):
    """The trace within a snappy container."""
    found, at = b"", 2
    while at < len(data):
        [size] = struct.unpack_from("<I", data, at)
        found += bytes(cramjam.snappy.decompress_raw(data[at + 4 : at + 4 + size]))
        at += 4 + size
    return found


def test_values_and_results(tmp_path):
    more = [Enum(0x1F00, "GL_VENDOR"), Bits(3, (("A", 1), ("B", 2))), np.float32([1, 2.5])]
    builder = Builder().call("many", *VALUES, *more, result=7)
    builder.call("many", *VALUES, *more, written={0: [4]}, fake=True)
    one, two = calls(builder.write(tmp_path / "v.trace"))
    assert one.arguments == [*READ, 0x1F00, 3, [1.0, 2.5]] and one.result == 7
    assert type(one.arguments[9]) is Opaque and one.parameters[:2] == ("p0", "p1")
    assert (two.number, two.flags, two.arguments[0], two.complete) == (1, 1, [4], True)


@pytest.mark.parametrize("kind", ["zlib", "brotli", "zstd", "small chunks"])
def test_containers(tmp_path, kind):
    builder = Builder().window()
    for number in range(40):
        builder.frame(number / 40, 0, 0)
    plain = contents(builder.data)
    parts = [plain[start : start + 7] for start in range(0, len(plain), 7)]
    packed = {
        "zlib": lambda: gzip.compress(plain),
        "brotli": lambda: brotli.compress(plain),
        "zstd": lambda: b"".join(zstandard.compress(each) for each in (plain[:99], plain[99:])),
        "small chunks": lambda: b"at" + b"".join(
            struct.pack("<I", len(data)) + data
            for data in (bytes(cramjam.snappy.compress_raw(part)) for part in parts)
        ),
    }  # fmt: skip
    path = tmp_path / "c.trace"
    path.write_bytes(packed[kind]())
    found = calls(path)
    assert len(found) == 3 + 40 * 3 and found[-1].name == "glXSwapBuffers"
    # Cut in the middle, every container tells where its file ends.
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(UsageError, match=r"c.trace, byte \d+.*: "):
        calls(path)


def test_old_versions(tmp_path):
    """Version 2 numbers single values of enums, and names threads in calls."""
    signature = bytes([0, 0, 1]) + b"f" + bytes([1, 1]) + b"x"
    first = signature + bytes([3, 5]) + bytes([1, 0, 9, 0, 2]) + b"GL" + bytes([4, 33, 0])
    again = bytes([0, 0, 1, 0, 9, 0, 0])
    path = tmp_path / "old.trace"
    path.write_bytes(gzip.compress(bytes([2]) + first + bytes([1, 0, 0]) + again))
    one, two = calls(path)
    assert (one.arguments, one.thread, two.arguments) == ([33], 5, [33])
    assert one.complete and not two.complete


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty, not a trace"),
        (bytes([7]), "byte 1 of its contents: version 7 is not one of a trace, 0 to 6"),
        (bytes([5, 2]), "byte 2 of its contents: event 2 is neither the begin nor the end"),
        (bytes([5, 1, 3]), "the end of call 3, which has not begun"),
        (bytes([5, 0, 0, 0, 1, 102, 1, 1, 120, 1, 0, 77]), "a value of kind 77"),
        (bytes([5, 0, 0, 0, 1, 102, 0, 1, 4, 0]), "argument 4 of f, which has 0"),
        (bytes([5, 0, 0, 0, 1, 102, 0, 9]), "f has a part of kind 9"),
        (bytes([5, 0, *[255] * 12]), "an integer of more than 64 bits"),
        (bytes([5, 0, 0, 0, 1, 102, 1, 1, 120, 1, 0, *[11, 1] * 5000, 0]), "nested too deeply"),
        (bytes([5, 0, 0, 0, 1, 102, 1, 1, 120, 1, 0, 8, *[255] * 6, 1]), "more than 1024 MiB"),
    ],
)
def test_errors_name_the_byte(tmp_path, data, why):
    path = tmp_path / "bad.trace"
    path.write_bytes(gzip.compress(data))
    with pytest.raises(UsageError, match=why):
        calls(path)


def test_damaged_files_end_in_an_error_of_usage(tmp_path):
    """Files that are cut anywhere, or have other bytes, are played as far as they go."""
    builder = Builder().window(4, 4)
    builder.call("glGenTextures", 1, None, written={1: [3]}).call("glBindTexture", 0xDE1, 3)
    builder.call("glTexImage2D", 0xDE1, 0, 0x1908, 2, 2, 0, 0x1908, 0x1401, bytes(16))
    builder.call("glVertexPointer", 2, 0x1406, 0, bytes(24), fake=True)
    builder.call("glEnableClientState", 0x8074).call("glDrawArrays", 4, 0, 3).frame(1, 0, 0)
    plain = contents(builder.data)
    path, generator, refused = tmp_path / "d.trace", random.Random(5), 0
    for number in range(40):
        data = bytearray(plain)
        if number % 2:
            del data[generator.randrange(len(data)) :]
        else:
            for _ in range(generator.randrange(1, 4)):
                data[generator.randrange(len(data))] = generator.randrange(256)
        path.write_bytes(gzip.compress(bytes(data), 1))
        try:
            frames.replay_trace(path, lambda n: True, None, lambda n, p: None, lambda words: None,
                                machine="eager")  # fmt: skip
        except UsageError as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > 20
