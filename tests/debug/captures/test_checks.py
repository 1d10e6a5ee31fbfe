"""Files from strangers: all that is wrong with one is said in a line, before a call is made."""

from __future__ import annotations

import ast
import io
import json
import os
import struct
import time
import zipfile
from contextlib import nullcontext

import numpy as np
import pytest

from softgl import Context, GLError, gl
from softgl.debug.captures import file as capture_file
from softgl.debug.captures import replay, script
from softgl.debug.captures.capture import capture
from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.values import MAX_LIST_NESTING
from softgl.errors import SoftGLError
from tests.debug.captures.mutations import Mutations, members_of, packed
from tests.debug.captures.test_capture import WAYS
from tests.random_calls import RandomCalls

SEED = int(os.environ.get("SOFTGL_SEED", 450))
FILES = 8
CHANGES = 40  # of each

FRAME = '["@frame"]\n'
FORMS = [
    ('["glClear", {"float": "nan", "more": 1}]', "wrong parts"),
    ('["glClear", {"float": "1.0"}]', "malformed value"),
    ('["glClear", {"bytes": "\\u1234"}]', "malformed value"),
    ('["glClear", {"bytes": [1]}]', "malformed value"),
    ('["glClear", {"bytes": 99}]', "unknown array 99"),
    ('["glClear", {"array": true}]', "unknown array True"),
    ('["glClear", {"array": [[1], [2, 3]], "dtype": "<f4"}]', "malformed value"),
    ('["glClear", {"array": [1], "dtype": "l"}]', "'l' is not a type of numbers"),
    ('["glClear", {"array": [1], "dtype": "int"}]', "not a type of numbers"),
    ('["glClear", {"array": [1], "dtype": "<f16"}]', "not a type of numbers"),
    ('["glClear", {"array": [1], "dtype": "O"}]', "not a type of numbers"),
    ('["glClear", {"array": [256], "dtype": "|u1"}]', "256 is not of type uint8"),
    ('["glClear", {"array": [1e39], "dtype": "<f4"}]', "is not of type float32"),
    ('["glClear", {"array": ["1"], "dtype": "<f4"}]', "is not of type float32"),
    ('["glClear", {"array": [1.5], "dtype": "<i4"}]', "is not of type int32"),
    ('["glClear", {"scalar": 1}]', "not an array"),
    ('["glClear", {"scalar": {"array": [1, 2], "dtype": "<f4"}}]', "not a single element"),
    ('["glClear", {"view": 0, "format": "@i"}]', "malformed value|unknown array 0"),
    ('["glClear", {"ctypes": "c_wchar", "lengths": [], "data": 0}]', "not a type of ctypes"),
    ('["glClear", {"ctypes": "<i4", "lengths": [1], "data": "0"}]', "unknown array"),
    ('["glClear", {"c_void_p": 1.5}]', "not an address"),
    ('["glClear", {"out": "<f4", "shape": [4611686018427387904]}]', "too large"),
    ('["glClear", {"out": "<f4", "shape": [65536, 65536]}]', "too large"),
    ('["glClear", {"out": null, "shape": 4}]', "not lengths"),
    ('["glClear", {"out": null, "shape": [true]}]', "not lengths"),
    ('["glClear", {"sync": 0}]', "unknown sync object 0"),
    ('["glClear", {"client": 0}]', "unknown memory 0"),
    ('["glClear", {"client": 0, "size": 1152921504606846976}]', "too large"),
    ('["glClear", {"client": 0, "size": 8, "dtype": "<f4", "shape": [3]}]', "too large|wrong size"),
    ('["glClear", {"client": 0, "size": 8, "dtype": "<f4", "shape": [1]}]', "wrong size"),
    ('["glClear", {"client": 0, "size": 1073741824}, {"client": 1, "size": 1e9}]', "not lengths"),
    ('["glClear", {"client": 0, "size": 1073741824}, {"client": 1, "size": 1073741824}]', "large"),
    ('["glClear", 1e999]', "too large"),
    ('["glClear", [1e999]]', "too large"),
    (f'["glClear", {"[" * 70}{"]" * 70}]', "nested too deeply"),
    ('{"call": ["glClear", 0], "keywords": {"a=1)#": 2}}', "a keyword argument is not a name"),
    ('{"call": ["glClear", 0], "keywords": {"\\u00aa": 2}}', "a keyword argument is not a name"),
    ('{"call": ["glClear", 0], "error": "1"}', "not an error code"),
    ('{"call": ["glClear", 0], "error": -1}', "not an error code"),
    ('{"call": ["glClear", 0], "result": [1]}', "malformed result"),
    ('{"call": ["glGenTextures", 1], "result": 1}', "malformed result"),
    ('{"call": ["glGenTextures", 1], "result": {"sync": 0}}', "malformed result"),
    ('{"call": ["glFenceSync", 37143, 0], "result": {"sync": -1}}', "malformed result"),
    ('["@frame", 1]', "wrong arguments of a mark"),
    ('["@write"]', "wrong arguments of a mark"),
    ('["@write", 0, 0, {"bytes": ""}]', "unknown memory 0"),
    ('["@write", [], {}, null]', "unknown memory"),
    ('["@mapped", 34962, 0, [1]]', "is not bytes"),
    ('["@mapped", 34962, -1, {"bytes": ""}]', "outside"),
    ('["@mapped", "target", 0, {"bytes": ""}]', "unknown buffer object"),
    ('["@raster", [0.0, 0.0, 0.0, 1.0], true]', "not a raster position"),
    ('["@raster", [0.0, 0.0, 0.0], true, 0.0, [0.0], [0.0], []]', "not a raster position"),
    ('["@other"]', "unknown mark"),
    ('{"call": ["@frame"], "error": 5}', "only arguments"),
    ('["glNo\\nSuch"]', "unknown command"),
]


def saved(path, lines, arrays=()):
    """A capture file with these lines of calls."""
    members = {"capture.json": json.dumps(HEADER), "calls.jsonl": lines}
    members |= {f"{number}.npy": data for number, data in enumerate(arrays)}
    path.write_bytes(packed(members))
    return path


HEADER = {"format": "softgl capture", "version": 1, "width": 8, "height": 8}


@pytest.mark.parametrize(("line", "why"), FORMS, ids=lambda word: word[:60])
def test_the_form_of_calls(tmp_path, line, why):
    """It is known when the file is read, with the number of the call: none was made before."""
    path = saved(tmp_path / "frame.softgl", f"{FRAME}{line}\n")
    with pytest.raises(CaptureError, match=why) as caught:
        capture_file.load(path)
    assert str(caught.value).startswith("call 2") and "\n" not in str(caught.value)


def test_a_frame_that_begins_twice(tmp_path):
    with pytest.raises(CaptureError, match="call 2, @frame: the frame begins twice"):
        capture_file.load(saved(tmp_path / "frame.softgl", FRAME * 2))


LINES = [
    ('["glClear", NaN]', "NaN is not a JSON number"),
    ('["glClear", -Infinity]', "Infinity is not a JSON number"),
    ('["glClear", ' + "1" * 5000 + "]", "not JSON"),
    ('{"call": ["glEnd"], "call": ["glBegin", 1]}', "two parts of one name"),
    ('["glClear", {"array": 0, "array": 1}]', "two parts of one name"),
    ('{"call": ["glEnd"], "more": 1}', "is not a call"),
    ('{"call": ["glEnd"], "keywords": []}', "is not a call"),
    ('{"call": [1]}', "is not a call"),
    ("[]", "is not a call"),
    ("[" * 200_000, "not JSON"),
    ('["glClear"' + ",0" * (1 << 24) + ",0]", "too many calls"),
    ('["glClear",' + "[]" * (1 << 23) + "]", "too many calls"),
    (("[" * 17 + "\n") * (1 << 19), "too many calls"),
    ("\udcff".encode("utf-8", "surrogateescape"), "not JSON"),
]


@pytest.mark.parametrize(("line", "why"), LINES, ids=lambda word: str(word[:40]))
def test_lines_that_are_no_calls(tmp_path, line, why):
    with pytest.raises(CaptureError, match=why) as caught:
        capture_file.load(saved(tmp_path / "frame.softgl", line))
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"width": 10**9}, "a side is outside"),
        ({"height": -1}, "a side is outside"),
        ({"width": True}, "its width is True"),
        ({"samples": 10**6}, "samples is"),
        ({"errors": "raise\n#"}, "errors is"),
        ({"time": "1e999"}, "its time is not finite"),
        ({"scene": 5}, "its scene is 5"),
        ({"version": 1.5}, "its version is 1.5"),
    ],
)
def test_headers(tmp_path, changes, why):
    header = json.dumps(HEADER | changes).replace('"1e999"', "1e999")
    members = {"capture.json": header, "calls.jsonl": FRAME}
    (tmp_path / "frame.softgl").write_bytes(packed(members))
    with pytest.raises(CaptureError, match=why):
        capture_file.load(tmp_path / "frame.softgl")


def test_a_header_without_a_width(tmp_path):
    header = {name: value for name, value in HEADER.items() if name != "width"}
    members = {"capture.json": json.dumps(header), "calls.jsonl": FRAME}
    (tmp_path / "frame.softgl").write_bytes(packed(members))
    with pytest.raises(CaptureError, match="missing width"):
        capture_file.load(tmp_path / "frame.softgl")


@pytest.mark.parametrize("name", ["../0.npy", "/0.npy", "1.npy", "0.npy/", "more.txt", "0.NPY"])
def test_members_that_no_capture_has(tmp_path, name):
    members = {"capture.json": json.dumps(HEADER), "calls.jsonl": FRAME, name: b""}
    (tmp_path / "frame.softgl").write_bytes(packed(members))
    with pytest.raises(CaptureError, match="unknown members"):
        capture_file.load(tmp_path / "frame.softgl")


def test_zips_that_unpack_to_more_than_they_say(tmp_path):
    """A member of many zeros, with a small size in the zip's directory."""
    path = tmp_path / "frame.softgl"
    for said in (100, 1 << 27, (1 << 31) - 1):
        memory = io.BytesIO(packed({"capture.json": json.dumps(HEADER), "calls.jsonl": FRAME}))
        with zipfile.ZipFile(memory, "a", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("0.npy", bytes(1 << 26))
            archive.getinfo("0.npy").file_size = said
        data = bytearray(memory.getvalue())
        place = data.rindex(b"PK\1\2")
        data[place + 24 : place + 28] = struct.pack("<I", said)
        path.write_bytes(data)
        started = time.monotonic()
        with pytest.raises(CaptureError):
            capture_file.load(path)
        assert time.monotonic() - started < 5


def test_memory_that_is_described_twice_counts_once(tmp_path):
    memory = json.dumps(["glVertexPointer", 2, 5126, 0, {"client": 0, "size": 3 << 28}])
    other = memory.replace('"client": 0', '"client": 1')
    for calls, why in ((f"{memory}\n{memory}", ""), (f"{memory}\n{other}", "too large")):
        members = {"capture.json": json.dumps(HEADER), "calls.jsonl": f"{calls}\n{FRAME}"}
        (tmp_path / "frame.softgl").write_bytes(packed(members))
        with pytest.raises(CaptureError, match=why) if why else nullcontext():
            capture_file.load(tmp_path / "frame.softgl")


def test_two_members_of_one_name(tmp_path):
    memory = io.BytesIO(packed({"capture.json": json.dumps(HEADER), "calls.jsonl": FRAME}))
    with zipfile.ZipFile(memory, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("calls.jsonl", '["glEnd"]')
    (tmp_path / "frame.softgl").write_bytes(memory.getvalue())
    with pytest.raises(CaptureError, match="two of one name"):
        capture_file.load(tmp_path / "frame.softgl")


def test_what_was_left_out_is_missed_in_one_line(tmp_path):
    """Calls of a capture that is made smaller may miss others."""
    context = Context(8, 8, machine="eager")
    with capture(tmp_path / "frame.softgl", context):
        gl.glVertexPointer(2, gl.GL_FLOAT, 0, np.eye(2, dtype=np.float32))
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        gl.glDrawArrays(gl.GL_POINTS, 0, 2)
        first, second = (gl.glFenceSync(gl.GL_SYNC_GPU_COMMANDS_COMPLETE, 0) for _ in range(2))
        gl.glDeleteSync(first)
        gl.glDeleteSync(second)
    loaded = capture_file.load(tmp_path / "frame.softgl")
    for name, why in (
        ("glVertexPointer", "unknown memory 0"),
        ("glFenceSync", "unknown sync object 0"),
    ):
        kept = [call for call in loaded.calls if call.name != name]
        with pytest.raises(CaptureError, match=why):
            replay.drawn(loaded.with_calls(kept), machine="eager")
    fences = [place for place, call in enumerate(loaded.calls) if call.name == "glFenceSync"]
    gone = {fences[0], fences[1] + 1}  # the first one, with what deletes it
    kept = [call for place, call in enumerate(loaded.calls) if place not in gone]
    assert not replay.drawn(loaded.with_calls(kept), machine="eager").syncs.objects


def test_keywords_that_are_called_as_parts_of_values(tmp_path):
    """`data` is a parameter of commands, and where arrays of ctypes have the number of an array."""
    context = Context(8, 8, machine="eager")
    with capture(tmp_path / "frame.softgl", context):
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 1)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, 8, data=None, usage=gl.GL_STATIC_DRAW)
        with pytest.raises(GLError):
            gl.glBufferData(gl.GL_ARRAY_BUFFER, 8, data=7, usage=gl.GL_STATIC_DRAW)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, 64, data=np.arange(64.0), usage=gl.GL_STATIC_DRAW)
    loaded = capture_file.load(tmp_path / "frame.softgl")
    capture_file.save_capture(tmp_path / "again.softgl", loaded)
    assert capture_file.load(tmp_path / "again.softgl").calls == loaded.calls
    with zipfile.ZipFile(tmp_path / "again.softgl") as archive:
        assert sum(name.endswith("npy") for name in archive.namelist()) == 1


# -- scripts ---------------------------------------------------------------------------------------

SAFE = {
    "ctypes", "sys", "np", "softgl", "Path", "float", "len", "bytearray", "memoryview", "write",
    "write_mapped", "write_mapped_buffer", "refused", "structure", "array", "context", "nan", "inf",
    "restore_raster", "__name__", "__file__", "_arrays", "GLError", "command", "arguments",
    "keywords", "memory", "offset", "data", "target", "name", "address", "number", "Memory",
    "_fields_",
}  # fmt: skip


def assert_safe(text):
    """Asserts that a script only calls commands and its own functions, with literals."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            known = node.id in SAFE or hasattr(gl, node.id)
            assert known or node.id.rstrip("0123456789") in ("memory", "sync"), node.id
        assert not isinstance(node, (ast.Lambda, ast.Await, ast.JoinedStr, ast.Global, ast.While))


ODD_TEXTS = [
    "'''\"\"\"\\",
    "\n__import__('os').system('true')\n#",
    "{x}",
    "\\N{BULLET}",
    "\r\0",
    "%s",
]


def test_scripts_hold_literals_only(tmp_path):
    path, context = tmp_path / "frame.softgl", Context(8, 8, machine="eager")
    with capture(path, context):
        for text in ODD_TEXTS:
            for given in (text, text.encode(), bytearray(text.encode()), [text], {text: 1}):
                with pytest.raises(GLError):
                    gl.glDepthFunc(given)
                with pytest.raises(GLError):
                    gl.glClear(mask=given)
        with pytest.raises(GLError):
            gl.glClear(**{"lambda": 1})
    loaded = capture_file.load(path)
    for scene in (*ODD_TEXTS, "teapot"):
        header = type(loaded.header)(**{**vars(loaded.header), "scene": scene})
        named = type(loaded)(header, loaded.calls, loaded.arrays)
        for name in ("again.py", 'a"""\nb = 5\n"""', "a'b.py"):
            script.write_script(tmp_path / name, named)
            assert_safe((tmp_path / name).read_text())
    exec(compile((tmp_path / "again.py").read_text(), "again.py", "exec"), {"__name__": "again"})


# -- random changes --------------------------------------------------------------------------------


def random_file(path, seed) -> dict[str, bytes]:
    """The members of a capture of random calls, or of one of those of the ways of calling."""
    context, calls = Context(8, 8, machine="eager"), RandomCalls(seed)
    for _ in range(8 * (seed % 2)):
        calls.step()
    try:
        with capture(path, context):
            if seed % 2:
                for _ in range(15):
                    calls.step()
            else:
                WAYS[seed // 2 % len(WAYS)]()
    except CaptureError:
        return random_file(path, seed + 1000)
    return members_of(path)


@pytest.mark.parametrize("seed", range(SEED, SEED + FILES))
def test_changed_files(tmp_path, seed):
    """Whatever a file holds: a CaptureError of one line, a script that is safe, or a picture."""
    print("seed", seed)
    members = random_file(tmp_path / "frame.softgl", seed)
    mutations = Mutations(np.random.default_rng(seed))
    path, text, loaded = tmp_path / "changed.softgl", tmp_path / "changed.py", 0
    for _ in range(CHANGES):
        path.write_bytes(mutations.changed(members))
        try:
            found = capture_file.load(path)
            loaded += 1
            script.write_script(text, found)
            assert_safe(text.read_text())
            capture_file.save_capture(tmp_path / "again.softgl", found)
            again = capture_file.load(tmp_path / "again.softgl")
            assert [call.name for call in again.calls] == [call.name for call in found.calls]
            replay.drawn(found, machine="eager")
        except SoftGLError as error:
            assert isinstance(error, CaptureError)
            assert "\n" not in str(error) and len(str(error)) < 600
    assert 0 < loaded < CHANGES


def test_nested_lists_are_captured_as_deep_as_they_are_read(tmp_path):
    nested = [1]
    for _ in range(MAX_LIST_NESTING - 1):
        nested = [nested]
    with capture(tmp_path / "frame.softgl", Context(8, 8, machine="eager")):
        for value in (nested, [nested]):
            with pytest.raises(GLError):
                gl.glColor4fv(value)
    assert len(capture_file.load(tmp_path / "frame.softgl").calls) == 2
