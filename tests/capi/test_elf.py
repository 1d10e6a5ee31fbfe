"""Libraries that are linked here: loaded, linked against, refused; relocations by hand."""

import ctypes
import shutil
import struct
import subprocess
import sys

import pytest

from softgl.capi.elf import link
from softgl.capi.elf_machines import AARCH64, X86_64
from softgl.capi.elf_objects import HEADER, LinkError
from softgl.lanes.objects import compile_object
from tests.capi.toy import EXPORTS, SEVEN, TOY, seven_by_assembly

ARM = "aarch64-unknown-linux-gnu"
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="loads a library of Linux")


@pytest.fixture(scope="module")
def library():
    """The bytes of libtoy.so.1, which begins by calling `toy_begin`."""
    code = compile_object(seven_by_assembly() + TOY)
    return link(code, "libtoy.so.1", EXPORTS, ["libc.so.6"], ["toy_begin"])


@on_linux
def test_a_library_is_loaded(library, tmp_path):
    path = tmp_path / "libtoy.so.1"
    path.write_bytes(library)
    loaded = ctypes.CDLL(str(path))
    assert loaded.toy_sum(2) == 5 + 7 + 3  # 7: the constructor was called
    assert (loaded.toy_sum(0), loaded.toy_calls()) == (13, 2)
    assert (loaded.toy_lacks(), loaded.toy_seven()) == (1, 7)
    assert not hasattr(loaded, "toy_begin")  # not exported
    table = (ctypes.c_void_p * 2).in_dll(loaded, "toy_table")
    assert table[0] == ctypes.cast(loaded.toy_seven, ctypes.c_void_p).value
    length = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_char_p)(table[1])
    assert length(b"four") == 4


@on_linux
@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
def test_a_program_is_linked_with_a_library(library, tmp_path):
    (tmp_path / "libtoy.so").write_bytes(library)
    (tmp_path / "libtoy.so.1").write_bytes(library)
    (tmp_path / "a.c").write_text(
        "#include <stdio.h>\nlong toy_sum(int); extern int (*toy_table[])(void);"
        'int main() { printf("%ld %d\\n", toy_sum(1), toy_table[0]()); return 0; }\n'
    )
    command = "gcc a.c -o a -L. -ltoy -Wl,-z,defs -Wl,-rpath,$ORIGIN"
    subprocess.run(command.split(), cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "a"], capture_output=True, text=True, check=True)
    assert done.stdout == "14 7\n"


def test_a_library_for_another_processor():
    made = link(compile_object(SEVEN + TOY, ARM), "libtoy.so.1", EXPORTS, [], ["toy_begin"])
    header = HEADER.unpack_from(made)
    assert header[1:3] == (3, 183)
    segments = [struct.unpack_from("<IIQQQQQQ", made, 64 + 56 * i) for i in range(2)]
    code, data = ({"at": s[3], "end": s[3] + s[6], "offset": s[2]} for s in segments)
    assert data["at"] % 0x10000 == data["offset"] % 0x10000
    assert data["at"] // 0x10000 > code["end"] // 0x10000  # no page is of both
    assert made.index(b"toy_seven") and b"toy_begin" not in made
    # mov w0, #7; ret
    assert struct.pack("<II", 0x528000E0, 0xD65F03C0) in made


def test_relocations_of_arm64():
    """The instructions as the Arm manual encodes them."""
    for number, bits, place, target, patched in (
        (283, 0x94000000, 0x1000, 0x1008, 0x94000002),  # bl 8
        (282, 0x14000000, 0x1000, 0xFFC, 0x17FFFFFF),  # b -4
        (275, 0x90000000, 0x1004, 0x3010, 0xD0000000),  # adrp x0, 2 pages
        (311, 0x90000000, 0x1FFC, 0xFF8, 0xF0FFFFE0),  # adrp x0, -1 page
        (277, 0x91000000, 0, 0x3010, 0x91004000),  # add x0, x0, #16
        (278, 0x39400000, 0, 0x3013, 0x39404C00),  # ldrb w0, [x0, #19]
        (284, 0x79400000, 0, 0x3010, 0x79402000),  # ldrh w0, [x0, #16]
        (285, 0xB9400000, 0, 0x3014, 0xB9401400),  # ldr w0, [x0, #20]
        (286, 0xF9400000, 0, 0x3018, 0xF9400C00),  # ldr x0, [x0, #24]
        (299, 0x3DC00000, 0, 0x3020, 0x3DC00800),  # ldr q0, [x0, #32]
        (312, 0xF9400000, 0, 0x4FF8, 0xF947FC00),  # ldr x0, [x0, #4088]
        (261, 0, 0x1000, 0xFF0, 0xFFFFFFF0),
    ):
        assert AARCH64.rules[number].patch(bits, place, target) == patched, number
    for number, place, target in ((283, 0, 1 << 27), (283, 0, 2), (286, 0, 4), (275, 0, 1 << 32)):
        with pytest.raises(LinkError, match=r"out of reach|not a multiple"):
            AARCH64.rules[number].patch(0, place, target)
    assert AARCH64.stub(0x1000, 0x3018) == bytes.fromhex("100000d0 110e40f9 20021fd6 1f2003d5")


def test_relocations_of_x86():
    assert X86_64.rules[4].patch(0, 0x1000, 0xFFC) == 0xFFFFFFFC
    assert X86_64.stub(0x1000, 0x2000) == bytes.fromhex("ff25 fa0f0000 0000")
    with pytest.raises(LinkError, match="out of reach"):
        X86_64.rules[2].patch(0, 0, 1 << 31)


def test_what_is_refused():
    whole = compile_object(SEVEN + TOY)
    for data, exports, message in (
        (b"", (), "not an object file"),
        (whole[:16] + b"\2" + whole[17:], (), "not a relocatable"),
        (whole[: len(whole) // 2], (), "damaged"),
        (whole, ("toy_nine",), "does not define toy_nine"),
        (whole[:18] + b"\x08" + whole[19:], (), "unsupported processor 8"),
        (
            compile_object("@local = thread_local global i32 1"),
            (),
            "thread-local variables",
        ),
        (
            compile_object(
                "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }]"
                "[{ i32, ptr, ptr } { i32 65535, ptr @toy_more, ptr null }]"
                "declare void @toy_more()"
            ),
            (),
            "unsupported section",
        ),
    ):
        with pytest.raises(LinkError, match=message):
            link(data, "libtoy.so.1", exports)
