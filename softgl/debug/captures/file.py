"""The file of a capture: a zip with a header, the calls as lines of JSON, and arrays.

docs/captures.md describes it. Files may come from strangers: nothing in them is executed or
unpickled, and every error in them is a CaptureError of one line.
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
from softgl.debug.stacks import MAX_FRAMES, MAX_WORDS
from softgl.files import FileError, open_file, write_file
from softgl.gl.api.versions import LATEST, PROFILES, Api, requested_api
from softgl.gl.context import check_choices
from softgl.records import dataclass

FORMAT, VERSION = "softgl capture", 1
HEADER, CALLS = "capture.json", "calls.jsonl"
MAX_UNPACKED_BYTES = 1 << 30  # of all members of a file, unpacked
MAX_FILES = 1 << 18
MAX_CALLS = 1 << 22
MAX_VALUES = 1 << 24  # of all calls, counted by commas
MAX_LISTS = 1 << 23  # lists among the values, with calls and objects
MAX_MEMBER_BYTES = {HEADER: 1 << 23, CALLS: 1 << 28}  # bytes of the members
MIN_STORED_BYTES = 1 << 12  # bytes from which on a member is stored uncompressed, to save time
_WITH_ARRAYS = frozenset("array view data bytes bytearray structure".split())
"""Parts of values that refer to arrays by number."""


@dataclass(frozen=True)
class Header:
    """The properties of a capture.

    width, height, samples, errors, strict : of the context. scene, frame, time : of the frame.
    major, minor, core, forward_compatible, debug, no_error, robust : of its `Api`.
    bits : the bits version of softgl; 0 if unknown.
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
    major: int = LATEST[0]
    minor: int = LATEST[1]
    core: bool = False
    forward_compatible: bool = False
    debug: bool = False
    no_error: bool = False
    robust: bool = False
    es: bool = False
    stacks: list = field(default_factory=list)
    stack_of: dict = field(default_factory=dict)

    @property
    def profile(self) -> str:
        """The profile of the context, one of PROFILES."""
        return "es" if self.es else PROFILES[self.core]

    @property
    def context_options(self) -> dict:
        """The options of `softgl.Context` for a context like the captured one, but for its size."""
        return {
            "errors": self.errors, "strict": self.strict, "samples": self.samples,
            "version": (self.major, self.minor), "profile": self.profile,
            **{name: getattr(self, name) for name in API_FLAGS},
        }  # fmt: skip

    @property
    def api(self) -> Api:
        """The OpenGL of the context. Raises ValueError for one that does not exist."""
        flags = {name: getattr(self, name) for name in API_FLAGS}
        return requested_api((self.major, self.minor), self.profile, **flags)


API_FLAGS = "forward_compatible", "debug", "no_error", "robust"


def api_fields(api: Api) -> dict:
    """Returns the fields of a header for the OpenGL of a context."""
    flags = {name: getattr(api, name) for name in API_FLAGS}
    major, minor = api.version
    # Forward-compatible contexts of 3.0 lack what core lacks, without a profile.
    core = api.core and not api.forward_compatible
    return {"major": major, "minor": minor, "core": core, "es": api.es, **flags}


@dataclass(frozen=True)
class Call:
    """A call, or a mark whose name begins with @, in its stored form.

    arguments, keywords : JSON-able values. error : the code of the GL error of the call, or 0.
    result : the names that the command returned, or None.
    """

    name: str
    arguments: tuple = ()
    keywords: dict = field(default_factory=dict)
    error: int = 0
    result: object = None


@dataclass(frozen=True)
class Capture:
    """A capture: its header, its calls, and the arrays that they refer to by number."""

    header: Header
    calls: tuple[Call, ...]
    arrays: tuple[np.ndarray, ...]

    @property
    def first(self) -> int:
        """The number of the first call of the frame."""
        names = [call.name for call in self.calls]
        return names.index(FRAME) + 1 if FRAME in names else 0

    @property
    def stacks(self) -> dict[int, tuple[str, ...]]:
        """The stack of each event, by the number of its call; none for calls that are missing."""
        known, count = [tuple(stack) for stack in self.header.stacks], len(self.calls)
        stack_of = self.header.stack_of.items()
        return {int(call): known[number] for call, number in stack_of if int(call) < count}

    def with_calls(self, calls) -> Capture:
        """The capture with some of its calls."""
        calls, stack_of = tuple(calls), self.header.stack_of
        there = ((int(call), number) for call, number in stack_of.items())
        kept = {id(self.calls[n]): stack for n, stack in there if n < len(self.calls)}
        stack_of = {str(n): kept[id(call)] for n, call in enumerate(calls) if id(call) in kept}
        return Capture(Header(**{**vars(self.header), "stack_of": stack_of}), calls, self.arrays)


# -- writing ---------------------------------------------------------------------------------------


def encoded_calls(entries, encoder: Encoder) -> list[str]:
    """The lines of entries: tuples of a command and its plain arguments, the common case, and
    lists [command, frozen arguments[, error[, keywords[, result]]]].
    """
    lines = []
    for kind, group in groupby(entries, key=type):
        if kind is tuple:
            lines += _plain_lines(list(group), encoder)
        else:
            lines += [_line(encoder, *entry) for entry in group]
    return lines


# Frozen values contain no cycles.
_compact = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode


def _plain_lines(entries, encoder) -> list[str]:
    """The lines of calls with plain numbers: encoded together unless some are not finite."""
    try:
        return [f"[{line}]" for line in _compact(entries)[2:-2].split("],[")]
    except ValueError:
        return [_line(encoder, name, arguments) for name, *arguments in entries]


def _line(encoder, name, arguments, error=0, keywords=None, result=None) -> str:
    """Encodes a call as a line."""
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
    """Writes a capture. Raises CaptureError, also for one that would be too large to read."""
    text = "".join(f"{line}\n" for line in lines)
    largest = (
        len(text) > MAX_MEMBER_BYTES[CALLS] or len(lines) > MAX_CALLS or len(arrays) >= MAX_FILES
    )
    largest = largest or _has_many(text, ",", "[", "{")
    if largest or len(text) + sum(array.nbytes + 256 for array in arrays) > MAX_UNPACKED_BYTES:
        raise CaptureError(f"cannot write {path}: too large for one capture")
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
    """True if calls have more values than the limits on memory allow."""
    lists = text.count(bracket) + text.count(brace)
    return text.count(comma) > MAX_VALUES or lists > MAX_LISTS


def _entry(name, size=0):
    # Without a time, so that
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_STORED if size >= MIN_STORED_BYTES else zipfile.ZIP_DEFLATED
    return entry


def save_capture(path, capture: Capture) -> None:
    """Writes a capture that was read, perhaps with fewer calls, without unused arrays."""
    used, lines = {}, []
    for call in capture.calls:
        line = [call.name, *(_renumbered(each, used) for each in call.arguments)]
        keywords = {name: _renumbered(each, used) for name, each in call.keywords.items()}
        more = {"error": call.error, "keywords": keywords, "result": call.result}
        fields = {name: value for name, value in more.items() if value not in (0, {}, None)}
        lines.append({"call": line, **fields} if fields else line)
    arrays = [capture.arrays[number] for number in used]
    save(path, capture.header, [json.dumps(line, separators=(",", ":")) for line in lines], arrays)


def _renumbered(value, used):
    """Renumbers the arrays of a value by `used`, which is extended by missing ones."""
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
    """Reads a capture. Raises CaptureError."""
    try:
        with open_file(path) as file:
            capture = _loaded(file)
    except FileError as error:
        raise CaptureError(str(error)) from None
    except CaptureError as error:
        raise CaptureError(f"{path} cannot be read as a capture: {error}") from None
    check_calls(capture.calls, capture.arrays)
    return capture


def _loaded(file) -> Capture:
    try:
        with zipfile.ZipFile(file) as archive:
            members = _Members(archive)
            header, lines, arrays = members.read(HEADER), members.read(CALLS), members.arrays()
    except CaptureError:
        raise
    except Exception as error:  # the types depend on the damage of the zip
        raise CaptureError(f"damaged: {one_line(error)}") from None
    found = Capture(_header(header), tuple(_calls(lines)), tuple(map(read_array, arrays)))
    _check_stacks(found)
    return found


def _check_stacks(capture: Capture) -> None:
    """Raises CaptureError if the stacks are not those of calls."""
    stacks = capture.header.stacks
    for stack in stacks:
        listed = isinstance(stack, list) and len(stack) <= MAX_FRAMES
        if not (listed and all(isinstance(one, str) and len(one) <= MAX_WORDS for one in stack)):
            raise CaptureError(f"malformed stack {stack!r:.40}")
    for call, number in capture.header.stack_of.items():
        known = type(number) is int and 0 <= number < len(stacks)
        if not (known and call.isascii() and call.isdecimal() and len(call) < 10):
            raise CaptureError(f"malformed stack of call {call!r:.20}")


class _Members:
    """The members of a zip, read with limits, whatever sizes the zip states."""

    def __init__(self, archive: zipfile.ZipFile):
        self._archive = archive
        listed = archive.infolist()
        self.entries = {entry.filename: entry for entry in listed}
        if len(self.entries) != len(listed) or len(listed) > MAX_FILES:
            raise CaptureError("too many members, or two of one name")
        if sum(entry.file_size for entry in listed) > MAX_UNPACKED_BYTES:
            raise CaptureError(f"more than {MAX_UNPACKED_BYTES >> 20} MiB")
        for name in (HEADER, CALLS):
            if name not in self.entries:
                raise CaptureError(f"{name} is missing")
        self._names = [f"{number}.npy" for number in range(len(listed) - 2)]
        if self.entries.keys() != {HEADER, CALLS, *self._names}:
            raise CaptureError("unknown members")

    def arrays(self) -> list[bytes]:
        """Reads the members of the arrays."""
        return [self.read(name) for name in self._names]

    def read(self, name: str) -> bytes:
        entry = self.entries[name]
        if entry.file_size > MAX_MEMBER_BYTES.get(name, MAX_UNPACKED_BYTES):
            raise CaptureError(f"{name} is too large")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise CaptureError(f"unsupported compression of {name}")
        with self._archive.open(entry) as member:
            data = member.read(entry.file_size + 1)
        if len(data) != entry.file_size:
            raise CaptureError(f"wrong size of {name}")
        return data


def _header(data) -> Header:
    found = _json(data)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise CaptureError("not a capture of softgl")
    if found.get("version") != VERSION:
        raise CaptureError(f"its version is {found.get('version')!r:.20}, not {VERSION}")
    fields = Header.__dataclass_fields__
    plain = Header(0, 0)
    missing = {"width", "height"} - found.keys()
    if missing:
        raise CaptureError(f"missing {missing.pop()}")
    header = Header(**{name: found[name] for name in fields if name in found})
    for name in fields:
        value, wanted = getattr(header, name), type(getattr(plain, name))
        if type(value) is not wanted and not (wanted is float and type(value) is int):
            raise CaptureError(f"its {name} is {value!r:.40}")
    if not abs(header.time) < math.inf:
        raise CaptureError("its time is not finite")
    try:
        check_choices(header.width, header.height, header.errors, "eager", 1, header.samples)
        header.api  # noqa: B018  (raises ValueError)
    except ValueError as error:
        raise CaptureError(f"its context cannot be made: {error}") from None
    return header


def _json(data):
    try:
        return json.loads(data, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except (ValueError, RecursionError, MemoryError) as error:
        raise CaptureError(f"a line is not JSON: {one_line(error)}") from None


def _refuse_constant(word):
    raise ValueError(f"{word} is not a JSON number")


def _object(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has two parts of one name")
    return found


def _calls(data):
    if data.count(b"\n") > MAX_CALLS or _has_many(data, b",", b"[", b"{"):
        raise CaptureError("too many calls")
    for number, line in enumerate(data.splitlines()):
        found, more = _json(line), {}
        if isinstance(found, dict):
            more, found = found, found.get("call")
        named = isinstance(found, list) and found and isinstance(found[0], str)
        known = more.keys() <= {"call", "error", "keywords", "result"}
        if not (named and known and isinstance(more.get("keywords", {}), dict)):
            raise CaptureError(f"line {number + 1} of {CALLS} is not a call")
        more = {name: value for name, value in more.items() if name != "call"}
        yield Call(found[0], tuple(found[1:]), **more)
