"""The shapes of calls from C: the places of arguments, and how to read them.

A stub of `softgl.capi.native` saves the registers of a call in a block, right before the arguments
on the stack. A shape says, for each function, which words of that block are its arguments, in the
order of the parameters. They follow one another in the queue, and a `Struct` makes numbers of them.

Sources: System V ABI for x86-64, 3.2.3: six integers and eight floats are passed in registers, the
others on the stack, eight bytes each. Procedure Call Standard for the Arm 64-bit Architecture, 6.8:
eight and eight, the others on the stack, for which Linux takes eight bytes each.
"""

from __future__ import annotations

import re
from struct import Struct

from softgl.capi.vectors import vector_of
from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import Signature, parse_signature
from softgl.gl.vertices.families import EXPORTED_ARGUMENTS
from softgl.gl.vertices.immediate import PLACES
from softgl.lanes.native_setters import SetterKind
from softgl.records import dataclass

QUEUED, AT_ONCE, ATTRIBUTE, ERROR, COPIED, ARRAYS = range(6)
"""The modes of calls: queued; queued, and the queue is run; a row of vertices or attributes; a
question for an error, which native code answers if there is none; queued with a copy of a short
array; queued while all vertex arrays are in buffer objects, else run at once."""
ANSWER_DONE, ANSWER_ERROR = 1, 2
"""The answers of EGL and OSMesa once Python has ended: true, and EGL_SUCCESS as the error; if it
cannot be started, false and EGL_NOT_INITIALIZED. All else answers 0."""
SHAPE_BYTES, HEAD_BYTES = 32, 8
MAX_PARAMETERS = SHAPE_BYTES - HEAD_BYTES
SPARE_FUNCTIONS = 1024  # functions that do nothing, for names that the registry lacks

# The bytes of each kind of number within the eight of its word.
FORMATS = {
    "boolean": "B7x", "byte": "b7x", "ubyte": "B7x", "char": "b7x",
    "short": "h6x", "ushort": "H6x", "half": "H6x", "halfnv": "H6x",
    "int": "i4x", "sizei": "i4x", "fixed": "i4x",
    "uint": "I4x", "enum": "I4x", "bitfield": "I4x",
    "intptr": "q", "sizeiptr": "q", "intptrarb": "q", "sizeiptrarb": "q", "int64": "q",
    "uint64": "Q", "sync": "Q", "debugproc": "Q", "debugprocarb": "Q",
    "float": "f4x", "clampf": "f4x", "double": "d", "clampd": "d",
}  # fmt: skip
BOOLEANS = frozenset({"uint", "boolean"})  # EGLBoolean is an unsigned int
FLOATS = frozenset({"float", "clampf", "double", "clampd"})
# Kinds of void commands without pointers that still run at once: they read arrays of the client, or
# must complete before the call returns.
_READ_OR_END = Kind.ARRAYS | Kind.FLUSH | Kind.UNMAP
OFFSETS = frozenset({"indices", "indirect"})
"""The pointers of draws that are offsets while all vertex arrays are in buffer objects."""
_DRAWS = Kind.ARRAYS | Kind.DRAW
_KINDS = {"f": 0, "d": 1, "ub": 2, "s": 3, "i": 4}


@dataclass(frozen=True)
class Architecture:
    """The places of arguments on a processor: registers of integers and floats, then the stack.

    integers, floats : how many registers there are. stack : the word of the block, counted from the
    first register, at which the arguments on the stack begin.
    """

    integers: int
    floats: int
    stack: int


ARCHITECTURES = {"x86_64": Architecture(6, 8, 16), "aarch64": Architecture(8, 8, 16)}


def words_of(signature: Signature, machine: Architecture) -> list[int]:
    """The word of the block in which each argument lies."""
    integers = floats = stack = 0
    words = []
    for parameter in signature.parameters:
        if parameter.kind in FLOATS and not parameter.pointer:
            if floats < machine.floats:
                words.append(machine.integers + floats)
                floats += 1
                continue
        elif integers < machine.integers:
            words.append(integers)
            integers += 1
            continue
        words.append(machine.stack + stack)
        stack += 1
    return words


def reader(signature: Signature) -> Struct:
    """The format of the words of the arguments in the queue; a pointer is an address."""
    kinds = ("Q" if each.pointer else FORMATS[each.kind] for each in signature.parameters)
    return Struct("=" + "".join(kinds))


def mode_of(name: str, signature: Signature) -> int:
    """The mode of the calls of a function."""
    if name == "glGetError":
        return ERROR
    if name in EXPORTED_ARGUMENTS:
        return ATTRIBUTE
    pointers = any(parameter.pointer for parameter in signature.parameters)
    is_command = name in registry.COMMANDS
    if is_command and _draws_by_offsets(name, signature):
        return ARRAYS
    if is_command and pointers and vector_of(name, signature):
        return COPIED
    if not is_command or pointers or signature.returns != "void":
        return AT_ONCE
    if name in COMMANDS and declaration_of(name).kind & _READ_OR_END:
        return AT_ONCE
    return QUEUED


def _draws_by_offsets(name: str, signature: Signature) -> bool:
    """True for a draw that reads buffer objects alone if all vertex arrays are in these."""
    if name not in COMMANDS or declaration_of(name).kind & _DRAWS != _DRAWS:
        return False
    pointers = [each for each in signature.parameters if each.pointer]
    return signature.returns == "void" and OFFSETS.issuperset(each.name for each in pointers)


def shape(name: str, text: str, machine: Architecture) -> bytes:
    """The shape of a function for native code; text : its signature.

    Bytes: mode, number of words, and the answer without Python; or, of an attribute, its place,
    number of components, kind of these, 1 if they are in memory, first choice (1: GL_TEXTURE0,
    2: 0, 0: no choice) and number of choices; or, of a copied array, the fields of a `Vector`; then
    the word of each argument.
    """
    signature = parse_signature(text)
    words = words_of(signature, machine)
    mode = mode_of(name, signature)
    if mode == ATTRIBUTE:
        more = _attribute(name, EXPORTED_ARGUMENTS[name])
    elif mode == COPIED:
        array = vector_of(name, signature)
        more = [array.parameter, array.element, array.count, array.kind, array.source]
    else:
        more = [_answer(name, signature)]
    head = [mode, len(words), *more]
    if len(words) > MAX_PARAMETERS:
        raise ValueError(f"{name} has {len(words)} parameters, more than {MAX_PARAMETERS}")
    return (bytes(head).ljust(HEAD_BYTES, b"\0") + bytes(words)).ljust(SHAPE_BYTES, b"\0")


def _answer(name: str, signature: Signature) -> int:
    """The answer of a function before Python has started, or after its end."""
    if name == "eglGetError":
        return ANSWER_ERROR
    # Python objects that are freed last make a context current to free their data.
    is_window_system = name.startswith(("egl", "OSMesa"))
    return ANSWER_DONE if is_window_system and signature.returns in BOOLEANS else 0


def _attribute(name: str, setter: SetterKind) -> list[int]:
    """The bytes of a shape behind the number of words, for a command that sets an attribute."""
    kind = re.search(r"(ub|[fdsi])v?(EXT|ARB|NV)?$", name)
    first = 0 if not setter.choices else (1 if setter.first else 2)
    sequence = int(setter.sequence)
    return [setter.place, setter.size, _KINDS[kind[1]], sequence, first, setter.choices]


PROVOKING = frozenset(PLACES[name] for name in ("attribs", "desktop_attribs", "aliased_attribs"))
"""The places of generic attribute 0, which makes a vertex."""
GENERIC_0 = -1  # in the row of such a vertex, for its number
