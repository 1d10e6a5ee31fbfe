"""The file of a capture: a zip with a header, the calls as lines of JSON, and arrays.

docs/captures.md describes it. Files come from strangers: nothing in one is executed or unpickled,
and whatever is wrong with it is a CaptureError of one line.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
from dataclasses import asdict, field
from itertools import groupby

import numpy as np

from softgl.debug.captures.arrays import read_array, write_array
from softgl.debug.captures.checks import FRAME, check_calls
from softgl.debug.captures.errors import CaptureError, one_line
from softgl.debug.captures.values import Encoder
from softgl.files import FileError, open_file, write_file
from softgl.gl.context import check_choices
from softgl.records import dataclass

FORMAT, VERSION = "softgl capture", 1
HEADER, CALLS = "capture.json", "calls.jsonl"
MOST_BYTES = 1 << 30  # in all of a file when it is unpacked
MOST_FILES = 1 << 18
MOST_CALLS = 1 << 22
MOST_VALUES = 1 << 24  # in all calls: commas stand between them
MOST_LISTS = 1 << 23  # of these, calls and objects too
LARGEST = {HEADER: 1 << 16, CALLS: 1 << 28}  # bytes of these members
STORED = 1 << 12  # bytes from which on a member is not compressed: frames are not to wait for it
_WITH_ARRAYS = frozenset("array view data bytes bytearray structure".split())
"""The parts of values that hold the number of an array."""


@dataclass(frozen=True)
class Header:
    """What a capture was made of.

    width, height, samples, errors, strict : of the context. scene, frame, time : which frame it is.
    bits : the bits version of softgl; 0 if that is not known.
    """

    width: int
    height: int
    samples: int = 0
    errors: str = "raise"
    strict: bool = False
    scene: str = ""
    frame: int = 0
    time: float = 0.0
    bits: int = 0


@dataclass(frozen=True)
class Call:
    """A call, or a mark that begins with @, as the file has it.

    arguments, keywords : JSON-able values. error : the code of the error that it was refused with;
    0 if it was not. result : of commands that give names, these.
    """

    name: str
    arguments: tuple = ()
    keywords: dict = field(default_factory=dict)
    error: int = 0
    result: object = None


@dataclass(frozen=True)
class Capture:
    """A capture: what it was made of, its calls, and the arrays that they name by number."""

    header: Header
    calls: tuple[Call, ...]
    arrays: tuple[np.ndarray, ...]

    @property
    def first(self) -> int:
        """The number of the first call of the frame."""
        names = [call.name for call in self.calls]
        return names.index(FRAME) + 1 if FRAME in names else 0

    def with_calls(self, calls) -> Capture:
        """The same with other calls."""
        return Capture(self.header, tuple(calls), self.arrays)


# -- writing ---------------------------------------------------------------------------------------


def encoded_calls(entries, encoder: Encoder) -> list[str]:
    """The lines of entries: tuples of a command and its plain arguments, which are the many, and
    lists [command, frozen arguments[, error[, keywords[, result]]]].
    """
    lines = []
    for kind, group in groupby(entries, key=type):
        if kind is tuple:
            lines += _plain_lines(list(group), encoder)
        else:
            lines += [_line(encoder, *entry) for entry in group]
    return lines


# What is frozen holds nothing that holds itself.
_compact = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode


def _plain_lines(entries, encoder) -> list[str]:
    """The lines of calls with numbers: all at once, unless some are not finite."""
    try:
        return [f"[{line}]" for line in _compact(entries)[2:-2].split("],[")]
    except ValueError:
        return [_line(encoder, name, arguments) for name, *arguments in entries]


def _line(encoder, name, arguments, error=0, keywords=None, result=None) -> str:
    """The line of a call."""
    line = [name, *map(encoder.value, arguments)]
    if error or keywords or result is not None:
        line = {"call": line}
        if error:
            line["error"] = error
        if keywords:
            line["keywords"] = {name: encoder.value(each) for name, each in keywords.items()}
        if result is not None:
            line["result"] = encoder.value(result)
    return _compact(line)


def save(path, header: Header, lines: list[str], arrays) -> None:
    """Write a capture. Raises CaptureError, also for one that would be too large to be read."""
    text = "".join(f"{line}\n" for line in lines)
    largest = len(text) > LARGEST[CALLS] or len(lines) > MOST_CALLS or len(arrays) >= MOST_FILES
    largest = largest or _has_many(text, ",", "[", "{")
    if largest or len(text) + sum(array.nbytes + 256 for array in arrays) > MOST_BYTES:
        raise CaptureError(f"cannot write {path}: there is too much for one capture")
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        words = {"format": FORMAT, "version": VERSION, **asdict(header)}
        archive.writestr(_entry(HEADER), json.dumps(words, indent=1) + "\n")
        archive.writestr(_entry(CALLS, len(text)), text)
        for number, array in enumerate(arrays):
            with archive.open(_entry(f"{number}.npy", array.nbytes), "w") as file:
                write_array(file, np.ascontiguousarray(array))
    try:
        write_file(path, memory.getbuffer())
    except FileError as error:
        raise CaptureError(str(error)) from None


def _has_many(text, comma, bracket, brace) -> bool:
    """True if calls have more values than a file may have: each of them takes memory."""
    lists = text.count(bracket) + text.count(brace)
    return text.count(comma) > MOST_VALUES or lists > MOST_LISTS


def _entry(name, size=0):
    # Without the time, so that equal captures are equal files.
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_STORED if size >= STORED else zipfile.ZIP_DEFLATED
    return entry


def save_capture(path, capture: Capture) -> None:
    """Write a capture that was read, perhaps with fewer calls: without arrays that none needs."""
    used, lines = {}, []
    for call in capture.calls:
        line = [call.name, *(_renumbered(each, used) for each in call.arguments)]
        keywords = {name: _renumbered(each, used) for name, each in call.keywords.items()}
        more = {"error": call.error, "keywords": keywords, "result": call.result}
        kept = {name: value for name, value in more.items() if value not in (0, {}, None)}
        lines.append({"call": line, **kept} if kept else line)
    arrays = [capture.arrays[number] for number in used]
    save(path, capture.header, [json.dumps(line, separators=(",", ":")) for line in lines], arrays)


def _renumbered(value, used):
    """A value with the numbers that its arrays have in `used`, which gets those it lacks."""
    if isinstance(value, list):
        return [_renumbered(each, used) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: used.setdefault(each, len(used))
        if key in _WITH_ARRAYS and type(each) is int and "dtype" not in value
        else _renumbered(each, used)
        for key, each in value.items()
    }


# -- reading ---------------------------------------------------------------------------------------


def load(path) -> Capture:
    """The capture in a file. Raises CaptureError for what is none, or damaged."""
    try:
        with open_file(path) as file:
            capture = _loaded(file)
    except FileError as error:
        raise CaptureError(str(error)) from None
    except CaptureError as error:
        raise CaptureError(f"{path} is no capture that can be read: {error}") from None
    check_calls(capture.calls, capture.arrays)
    return capture


def _loaded(file) -> Capture:
    try:
        with zipfile.ZipFile(file) as archive:
            members = _Members(archive)
            header, lines, arrays = members.read(HEADER), members.read(CALLS), members.arrays()
    except CaptureError:
        raise
    except Exception as error:  # which ones depends on what is wrong with a zip
        raise CaptureError(f"it is damaged: {one_line(error)}") from None
    return Capture(_header(header), tuple(_calls(lines)), tuple(map(read_array, arrays)))


class _Members:
    """The members of a zip, of which none is taken to be larger than the file says."""

    def __init__(self, archive: zipfile.ZipFile):
        self._archive = archive
        listed = archive.infolist()
        self.entries = {entry.filename: entry for entry in listed}
        if len(self.entries) != len(listed) or len(listed) > MOST_FILES:
            raise CaptureError("there are too many members, or two of one name")
        if sum(entry.file_size for entry in listed) > MOST_BYTES:
            raise CaptureError(f"it holds more than {MOST_BYTES >> 20} MiB")
        for name in (HEADER, CALLS):
            if name not in self.entries:
                raise CaptureError(f"there is no {name} in it")
        self._names = [f"{number}.npy" for number in range(len(listed) - 2)]
        if self.entries.keys() != {HEADER, CALLS, *self._names}:
            raise CaptureError("there are members that no capture has")

    def arrays(self) -> list[bytes]:
        """Returns the members that hold the arrays."""
        return [self.read(name) for name in self._names]

    def read(self, name: str) -> bytes:
        entry = self.entries[name]
        if entry.file_size > LARGEST.get(name, MOST_BYTES):
            raise CaptureError(f"{name} is too large")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise CaptureError(f"{name} is compressed in a way that is not allowed")
        with self._archive.open(entry) as member:
            data = member.read(entry.file_size + 1)
        if len(data) != entry.file_size:
            raise CaptureError(f"{name} is not as large as it says")
        return data


def _header(data) -> Header:
    found = _json(data)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise CaptureError("it is no capture of softgl")
    if found.get("version") != VERSION:
        raise CaptureError(f"its version is {found.get('version')!r:.20}, not {VERSION}")
    fields = Header.__dataclass_fields__
    plain = Header(0, 0)
    missing = {"width", "height"} - found.keys()
    if missing:
        raise CaptureError(f"it has no {missing.pop()}")
    header = Header(**{name: found[name] for name in fields if name in found})
    for name in fields:
        value, wanted = getattr(header, name), type(getattr(plain, name))
        if type(value) is not wanted and not (wanted is float and type(value) is int):
            raise CaptureError(f"its {name} is {value!r:.40}")
    if not abs(header.time) < math.inf:
        raise CaptureError("its time is not finite")
    try:
        check_choices(header.width, header.height, header.errors, "eager", 1, header.samples)
    except ValueError as error:
        raise CaptureError(f"no context can be made for it: {error}") from None
    return header


def _json(data):
    try:
        return json.loads(data, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except (ValueError, RecursionError, MemoryError) as error:
        raise CaptureError(f"a line is not JSON: {one_line(error)}") from None


def _refuse_constant(word):
    raise ValueError(f"{word} is no number of JSON")


def _object(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has two parts of one name")
    return found


def _calls(data):
    if data.count(b"\n") > MOST_CALLS or _has_many(data, b",", b"[", b"{"):
        raise CaptureError("there are too many calls")
    for number, line in enumerate(data.splitlines()):
        found, more = _json(line), {}
        if isinstance(found, dict):
            more, found = found, found.get("call")
        named = isinstance(found, list) and found and isinstance(found[0], str)
        known = more.keys() <= {"call", "error", "keywords", "result"}
        if not (named and known and isinstance(more.get("keywords", {}), dict)):
            raise CaptureError(f"line {number + 1} of {CALLS} is no call")
        more = {name: value for name, value in more.items() if name != "call"}
        yield Call(found[0], tuple(found[1:]), **more)
