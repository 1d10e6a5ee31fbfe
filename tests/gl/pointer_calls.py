"""Legal calls of every command with a pointer, and the kinds of arguments that stand for memory."""

from __future__ import annotations

import array
import ctypes
import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from softgl import Context, GLError
from softgl.gl.api import enums as gl
from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.api.memory import DTYPES as MEMORY
from softgl.pixels.types import PIXEL_TYPES
from tests.gl.shading.linked_programs import install, location_for, of_all_types

DTYPES = {
    "byte": np.int8, "ubyte": np.uint8, "char": np.uint8, "boolean": np.uint8, "short": np.int16,
    "ushort": np.uint16, "halfnv": np.uint16, "int": np.int32, "sizei": np.int32,
    "enum": np.uint32, "uint": np.uint32, "int64": np.int64, "uint64": np.uint64,
    "float": np.float32, "double": np.float64, "void": np.uint8,
    "intptr": np.intp, "sizeiptr": np.intp,
}  # fmt: skip
"""The elements of an array, by the kind of the parameter."""
SUFFIXES = {
    "b": gl.GL_BYTE, "ub": gl.GL_UNSIGNED_BYTE, "s": gl.GL_SHORT, "us": gl.GL_UNSIGNED_SHORT,
    "i": gl.GL_INT, "ui": gl.GL_UNSIGNED_INT, "f": gl.GL_FLOAT, "d": gl.GL_DOUBLE,
}  # fmt: skip
"""The type of data, by the suffix of PyOpenGL's forms."""
NOT_MEMORY = {
    "outputType", "userParam", "ptr", "callback", "sync", "string", "program", "label", "name",
    "message",
}  # fmt: skip
"""Parameters that the registry calls pointers, and that take objects or texts."""
SIZES = (1, 2, 3, 4, 16, 64, 128)
ROOM = 4096  # elements of an array for results, before it is known how many there are
DXT5 = gl.GL_COMPRESSED_RGBA_S3TC_DXT5_EXT
PREFERRED = {
    **dict.fromkeys(("level", "border", "xoffset", "yoffset", "zoffset"), (0,)),
    **dict.fromkeys(("width", "height", "depth"), (1, 2, 4)),
    **dict.fromkeys(("program", "sampler", "renderbuffer", "id"), (1,)),
    "shader": [2], "programObj": [1], "containerObj": [1], "obj": [1, 2],
    "imageSize": [16], "internalformat": [DXT5, gl.GL_RGBA], "texunit": [gl.GL_TEXTURE0],
    "format": [gl.GL_RGBA, gl.GL_RED, DXT5, gl.GL_DEPTH_COMPONENT],
}  # fmt: skip
"""Arguments that most commands take for a parameter with one of these names."""
PROGRAM = b"!!ARB%sp1.0\nMOV result.color, {1, 0, 0, 1};\n%sEND"


def scene() -> Context:
    """A new context in which there is something of most kinds to ask for and to change."""
    context = Context(8, 8, machine="eager")
    call = COMMANDS
    texels = np.arange(64, dtype=np.uint8)
    call["glActiveTexture"](gl.GL_TEXTURE1)
    call["glBindTexture"](gl.GL_TEXTURE_2D, 1)
    image = gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, 4, 4, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels
    call["glTexImage2D"](*image)
    call["glActiveTexture"](gl.GL_TEXTURE0)
    call["glBindTexture"](gl.GL_TEXTURE_2D, 1)
    for target in (gl.GL_COPY_READ_BUFFER, gl.GL_COPY_WRITE_BUFFER):
        call["glBindBuffer"](target, 1)
        call["glBufferData"](target, bytes(range(128)), gl.GL_STATIC_DRAW)
    # A refused command of EXT_direct_state_access may make them, and others need them.
    for name in (2, 4, 16):
        call["glBindBuffer"](gl.GL_QUERY_BUFFER, name)
    call["glBindBuffer"](gl.GL_QUERY_BUFFER, 0)
    for target, letter, position in (
        (gl.GL_VERTEX_PROGRAM_ARB, b"v", b"MOV result.position, vertex.position;\n"),
        (gl.GL_FRAGMENT_PROGRAM_ARB, b"f", b""),
    ):
        call["glBindProgramARB"](target, 1 + (letter == b"f"))
        text = PROGRAM % (letter, position)
        call["glProgramStringARB"](target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    call["glUseProgram"](install(context, of_all_types()))
    shader = call["glCreateShader"](gl.GL_VERTEX_SHADER)
    call["glShaderSource"](shader, "void main() {}")
    call["glAttachShader"](1, shader)
    call["glBindBufferBaseNV"](gl.GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 1, 1)
    call["glBindSampler"](0, call["glGenSamplers"](1))
    call["glBindRenderbuffer"](gl.GL_RENDERBUFFER, call["glGenRenderbuffers"](1))
    call["glRenderbufferStorage"](gl.GL_RENDERBUFFER, gl.GL_RGBA8, 4, 4)
    call["glBindTexture"](gl.GL_TEXTURE_2D, 2)
    call["glCompressedTexImage2D"](gl.GL_TEXTURE_2D, 0, DXT5, 4, 4, 0, 16, texels[:16])
    call["glTexImage3D"](
        *(gl.GL_TEXTURE_3D, 0, gl.GL_RGBA, 4, 2, 2, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels)
    )
    call["glTexImage1D"](
        *(gl.GL_TEXTURE_1D, 0, gl.GL_RGBA, 4, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels)
    )
    call["glBeginQuery"](gl.GL_SAMPLES_PASSED, 1)
    call["glEndQuery"](gl.GL_SAMPLES_PASSED)
    call["glMap1f"](gl.GL_MAP1_VERTEX_3, 0.0, 1.0, 3, 2, np.arange(6, dtype=np.float32))
    call["glClearColor"](0.25, 0.5, 0.75, 1.0)
    call["glClear"](gl.GL_COLOR_BUFFER_BIT)
    return context


class LegalCall(NamedTuple):
    """A legal call: its arguments; arrays are at the positions `ins` and `outs`."""

    name: str
    arguments: tuple
    ins: tuple[int, ...]
    outs: tuple[int, ...]

    def make(self, given: dict):
        """Makes the call with other arguments at some places; returns what it returns."""
        values = [
            given.get(place, each.copy() if isinstance(each, np.ndarray) else each)
            for place, each in enumerate(self.arguments)
        ]
        return COMMANDS[self.name](*values)


def places(name: str, pointer: str) -> tuple[int, ...]:
    """Returns the places of arrays that a command reads ("in"), or writes ("out")."""
    return tuple(
        place
        for place, each in enumerate(declaration_of(name).parameters)
        if each.pointer == pointer and _is_memory(each)
    )


def _is_memory(parameter) -> bool:
    is_text = parameter.kind == "texts" or (parameter.kind, parameter.pointer) == ("char", "in")
    return parameter.name not in NOT_MEMORY and not is_text


def commands_with(pointer: str) -> list[str]:
    """The commands with such parameters, each under one name."""
    seen, found = set(), []
    for name in sorted(COMMANDS):
        implementation = declaration_of(name).implementation
        if implementation not in seen and places(name, pointer):
            seen.add(implementation)
            found.append(name)
    return found


def _number(parameter, check, choose):
    """An argument that a parameter may take which is not an array."""
    if choose([True, True, False]) and parameter.name in PREFERRED:
        return choose(PREFERRED[parameter.name])
    if parameter.kind == "enum":
        legal = list(check) if isinstance(check, frozenset) else []
        names = registry.GROUPS.get(parameter.group, "GL_FLOAT").split()
        return choose(sorted(legal or [getattr(gl, each) for each in names]))
    if parameter.kind in ("float", "double", "clampf", "clampd"):
        return choose([0.0, 0.5, 1.0, 2.0])
    return choose([0, 1, 1, 2, 4, 16])


def _array(parameter, dtype, shape, choose):
    """An array that a parameter may take; dtype, shape : of data of any type."""
    if parameter.pointer == "out":
        return np.zeros(ROOM, dtype if parameter.kind == "void" else DTYPES[parameter.kind])
    if parameter.kind == "void":
        return (np.arange(256) % 4).astype(dtype).reshape(shape)
    length = parameter.length
    count = int(length) if length.isdigit() else choose(SIZES)
    return np.arange(1, 1 + count).astype(DTYPES[parameter.kind])


def _data_type(name, type_) -> np.dtype:
    """The elements of data of any type, by the name of a command and its argument `type`."""
    if name == "glInterleavedArrays":
        return np.dtype(np.float32)
    suffix = type_ is None and re.search(
        r"(?:Pointer|Image[123]?D?|Pixels|Elements)(u?[bsi]|[fd])$", name
    )
    if re.fullmatch(r"gl(Vertex|TexCoord|Index)Pointerb", name):
        type_ = gl.GL_INT  # GL has no bytes there
    else:
        type_ = SUFFIXES[suffix[1]] if suffix else type_
    names = [each for each in PIXEL_TYPES if getattr(gl, f"GL_{each}") == type_]
    known = MEMORY.get(type_)
    if known is not None and known.names is not None:
        known = np.dtype(known[0])  # a word that is not a number of NumPy
    return known or np.dtype(PIXEL_TYPES[names[0]].dtype if names else np.uint8)


SHAPED = re.compile(r"gl(?:TexImage|TexSubImage|DrawPixels|\w+Pointer)([12]?)D?(?:u?[bsi]|[fd])")
"""PyOpenGL's forms that take sizes from the shape of the array."""


def shape_of(name) -> tuple[int, ...]:
    """A shape of 256 numbers that a command takes."""
    match = SHAPED.fullmatch(name)
    if match is None:
        return (256,)
    return {"1": (64, 4)}.get(match[1], (64, 4) if "Pointer" in name else (8, 8, 4))


def legal_call(name: str, seed: int, tries: int = 80) -> LegalCall | None:
    """A call of a command that works in `scene`, which is current; None if none is found."""
    choose = random.Random(f"{name} {seed}").choice
    made = declaration_of(name)
    for _ in range(tries):
        pairs = list(zip(made.parameters, made.checks, strict=True))
        numbers = {each.name: _number(each, check, choose) for each, check in pairs}
        dtype = _data_type(name, numbers.get("type"))
        if "location" in numbers:
            numbers["location"] = location_for(name)
        arguments = []
        for each in made.parameters:
            if each.pointer and _is_memory(each):
                arguments.append(_array(each, dtype, shape_of(name), choose))
            else:
                arguments.append(None if each.pointer else numbers[each.name])
        call = LegalCall(name, tuple(arguments), places(name, "in"), places(name, "out"))
        try:
            call.make({})
        except GLError:
            continue
        return call
    return None


def legal_calls(names: list[str], seed: int) -> list[LegalCall]:
    """Calls that work one after the other, in this order, in a new `scene`."""
    scene()
    found = [call for name in names if (call := legal_call(name, seed)) is not None]
    scene()  # without the objects that refused calls have made
    return [call for call in found if _works(call)]


def _works(call: LegalCall) -> bool:
    try:
        call.make({})
    except GLError:
        return False
    return True


# -- kinds of arguments ----------------------------------------------------------------------------


def c_array(values):
    """An array of ctypes with the memory of an array of NumPy, copied; of halves the bits."""
    values = values.view(np.uint16) if values.dtype == np.float16 else values
    return np.ctypeslib.as_ctypes(values.copy())


def flat(values):
    """The same without a shape."""
    return c_array(values.reshape(-1))


def exporter(values):
    """Memory besides arrays of NumPy, column by column, with the values in this order."""
    rows = 2 if values.size % 2 == 0 else 1
    return memoryview(values.reshape(-1, rows).copy().T)


KNOWN = {
    "ctypes array": c_array,
    "byref": lambda values: ctypes.byref(c_array(values)),
    "pointer": lambda values: ctypes.pointer(c_array(values)),
    "byref with an offset": lambda values: ctypes.byref(
        c_array(np.concatenate([values[:1], values])), values[:1].nbytes
    ),
    "cast to a pointer to an array": lambda values: ctypes.cast(
        c_array(values), ctypes.POINTER(type(c_array(values)))
    ),
    "memoryview": lambda values: memoryview(values.copy()),
    "columns": exporter,
}
"""Arguments that a command reads as it reads an array, made of the array."""
ARRAYS = {
    "list": lambda values: values.tolist(),
    "tuple": lambda values: tuple(values.tolist()),
    "array": lambda values: array.array(
        values.dtype.char.replace("e", "f"), values.reshape(-1).tolist()
    ),
    "with gaps": lambda values: np.repeat(values, 2, axis=0)[::2],
    "backwards": lambda values: values[::-1].copy()[::-1],
    "other byte order": lambda values: values.astype(values.dtype.newbyteorder()),
    "Fortran": lambda values: np.asfortranarray(values.reshape(-1, 1 + (values.size % 2 == 0))),
}
"""Arguments that it reads so, or refuses."""
RESHAPED = {"columns", "Fortran", "array"}
"""The ways that have another shape."""


KEPT = []
"""Memory of casts, which do not keep it."""


def cast(values):
    """A pointer to memory with an unknown end."""
    KEPT.append(flat(values))
    address = ctypes.addressof(KEPT[-1])
    return ctypes.cast(address, ctypes.POINTER(KEPT[-1]._type_))


def address(values):
    return ctypes.cast(cast(values), ctypes.c_void_p)


UNKNOWN = {
    "cast": cast,
    "address": address,
    "cast of an array": lambda values: ctypes.cast(
        flat(values), ctypes.POINTER(flat(values)._type_)
    ),
    "pointer to a pointer": lambda values: ctypes.pointer(ctypes.pointer(flat(values))),
    "reference to a pointer": lambda values: ctypes.byref(cast(values)),
    "cast to a pointer to more": lambda values: ctypes.cast(
        flat(values), ctypes.POINTER(flat(values)._type_ * (values.size + 1))
    ),
    "array of pointers": lambda values: (ctypes.c_void_p * values.size)(),
    "function": lambda values: ctypes.CFUNCTYPE(None)(print),
    "a reference beyond the end": lambda values: ctypes.byref(flat(values), values.nbytes),
}
"""Arguments that are refused where data is needed."""


# -- arguments for results -------------------------------------------------------------------------


OTHER_TYPES = "b B h H i I q Q e f d g ? >i4 >u4 >f4 >f8 >i2".split()
"""The elements of arrays for results."""


class Out(NamedTuple):
    """An argument for results. numbers : of its elements now, in the order that they are written.

    works : True if it must be taken (True), refused (False), or either (None).
    """

    argument: object
    numbers: Callable[[], np.ndarray]
    works: bool | None = None


def _of_array(array, works=None):
    return Out(array, lambda: np.array(array).reshape(-1), works)


def _of_memory(memory, dtype, works=True, argument=None):
    """Describes an object with elements of a type in its memory, or a pointer to one."""
    argument = memory if argument is None else argument
    return Out(argument, lambda: np.frombuffer(bytes(memory), dtype), works)


def _c_arrays(size, dtype):
    """An array of ctypes, and pointers to it, whose memory goes on behind what is pointed to."""
    kind = np.ctypeslib.as_ctypes_type(dtype)
    room = (kind * (size + 4))(*[7] * (size + 4))
    yield "ctypes array", _of_memory((kind * size)(), dtype)
    yield "byref", _of_memory(room, dtype, argument=ctypes.byref(room))
    yield "pointer", _of_memory(room, dtype, argument=ctypes.pointer(room))
    yield (
        "byref with an offset",
        Out(
            ctypes.byref(room, 2 * ctypes.sizeof(kind)),
            lambda: np.frombuffer(bytes(room), dtype)[2:],
            True,
        ),
    )
    one = kind(7)
    for name, argument in (
        ("one number", one),
        ("byref of one", ctypes.byref(one)),
        ("pointer to one", ctypes.pointer(one)),
    ):
        yield name, _of_memory(one, dtype, size == 1, argument)
    less = (kind * (size - 1))(*[7] * (size - 1))
    for name, argument in (
        ("byref of less", ctypes.byref(less)),
        ("pointer to less", ctypes.pointer(less)),
        ("byref of a part", ctypes.byref(room, 5 * ctypes.sizeof(kind))),
    ):
        yield name, _of_memory(less, dtype, False, argument)
    pointer = ctypes.pointer(room)
    for name, argument in (
        ("cast", ctypes.cast(room, ctypes.POINTER(kind))),
        ("address", ctypes.cast(room, ctypes.c_void_p)),
        ("byref of a pointer", ctypes.byref(pointer)),
        ("NULL", ctypes.POINTER(kind)()),
    ):
        yield name, _of_memory(room, dtype, False, argument)


def outs(size: int, dtype) -> Iterator[tuple[str, Out]]:
    """Arguments for `size` results of a type, each with its name."""
    for other in OTHER_TYPES:
        yield other, _of_array(np.full(size, 7, other))
    for other in "F O S4 U4 M8[s]".split():
        yield other, _of_array(np.zeros(size, other), False)
    yield "with gaps", _of_array(np.full(2 * size, 7, dtype)[::2], True)
    yield "backwards", _of_array(np.full(size, 7, dtype)[::-1], True)
    yield "Fortran", _of_array(np.full((size, 2), 7, dtype, order="F"), True)
    yield "read-only", _of_array(np.broadcast_to(np.array(7, dtype), size), False)
    yield "too little", _of_array(np.full(size - 1, 7, dtype), False)
    count = size * np.dtype(dtype).itemsize
    yield "bytes", _of_memory(bytes(count), dtype, False)
    yield "bytearray", _of_memory(bytearray(count), dtype)
    yield "too short a bytearray", _of_memory(bytearray(count - 1), np.uint8, False)
    yield "view of bytes", _of_memory(memoryview(bytearray(count)), dtype)
    yield "view", _of_memory(memoryview(np.full(size, 7, dtype)), dtype)
    yield "view with gaps", _of_memory(memoryview(np.full(2 * size, 7, dtype))[::2], dtype)
    yield "read-only view", _of_memory(memoryview(bytes(count)), dtype, False)
    columns = memoryview(np.full((size, 2), 7, dtype).T)
    yield "columns", Out(columns, lambda: np.asarray(columns).T.reshape(-1), True)
    letter = np.dtype(dtype).char
    if letter in array.typecodes:
        yield "array", _of_memory(array.array(letter, [7] * size), dtype)
    yield "list", Out([7] * size, lambda: np.zeros(1), False)
    yield "number", Out(4096, lambda: np.zeros(1), False)
    yield "text", Out("text", lambda: np.zeros(1), False)
    if np.dtype(dtype) != np.float16:  # which ctypes has not
        yield from _c_arrays(size, dtype)


def written_by(call: LegalCall, place: int, begin=scene) -> tuple[np.ndarray, np.ndarray]:
    """Makes a call that writes an array; returns the numbers, and a mask of the written ones.

    begin : makes the context of the call.
    """
    found = []
    for byte in (0x55, 0xAA):
        begin()
        out = np.full(ROOM * call.arguments[place].itemsize, byte, np.uint8)
        found.append(out.view(call.arguments[place].dtype))
        if _refuses(call, {place: found[-1]}):
            return out[:0], out[:0]  # it needs what a call before has made
    written = found[0] == found[1]
    size = int(written.nonzero()[0].max(initial=-1)) + 1
    while size and _refuses(call, {place: np.zeros(size, found[0].dtype)}):
        size += 1  # pixels outside the framebuffer need room too
    return found[0][:size], written[:size]


def _refuses(call, given) -> bool:
    try:
        call.make(given)
    except GLError:
        return True
    return False
