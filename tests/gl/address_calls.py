"""Calls with addresses beside the same calls with arrays; `python -m tests.gl.address_calls`.

A process of its own makes them: a read or write beyond the end ends it.
"""

from __future__ import annotations

import faulthandler
import re
import sys
import time
import traceback
from functools import cache

import numpy as np

from softgl import GLError
from softgl.gl import *
from softgl.gl.api import registry
from softgl.gl.api.addresses import Address
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.shading.program_binaries import FORMAT
from tests.gl.address_draws import check_captures, check_draws
from tests.gl.address_texts import TEXTS
from tests.gl.conftest import frozen
from tests.gl.guarded_memory import Guarded
from tests.gl.pointer_calls import DXT5, LegalCall, legal_call, places, scene, written_by
from tests.gl.test_pointers import difference

TEXELS = np.arange(64, dtype=np.uint8)
PROGRAM = b"!!FP1.0\nDECLARE size;\nMOV o[COLR], size;\nEND"
STATE_PROGRAM = b"!!VSP1.0\nMOV c[0], v[0];\nEND"
FLOATS = np.arange(1, 13, dtype=np.float32)
NAME = np.frombuffer(b"size", np.uint8)


def image(name, *size, target=GL_TEXTURE_2D, selected=(), part=False, compressed=False):
    """The arguments of a command for the image of a texture."""
    place = (0,) * len(size) if part else ()
    border = () if part else (0,)
    if compressed:
        form = (DXT5, *place, *size, *border, 16) if not part else (*place, *size, DXT5, 16)
        return name, (*selected, target, 0, *form, TEXELS[:16].copy())
    inside = () if part else (GL_RGBA,)
    form = GL_RGBA, GL_UNSIGNED_BYTE, TEXELS.copy()
    return name, (*selected, target, 0, *inside, *place, *size, *border, *form)


MORE = dict([
    image("glCompressedTexSubImage2D", 4, 4, part=True, compressed=True),
    image("glCompressedTextureSubImage2DEXT", 4, 4, selected=(2,), part=True, compressed=True),
    image(
        "glCompressedMultiTexSubImage2DEXT", 4, 4, selected=(GL_TEXTURE0,), part=True,
        compressed=True,
    ),
    image("glTexSubImage3D", 4, 2, 2, target=GL_TEXTURE_3D, part=True),
    image("glTextureSubImage2DEXT", 4, 4, selected=(1,), part=True),
    image("glTextureImage2DEXT", 4, 4, selected=(1,)),
    image("glMultiTexSubImage2DEXT", 4, 4, selected=(GL_TEXTURE1,), part=True),
    image("glMultiTexSubImage1DEXT", 4, target=GL_TEXTURE_1D, selected=(GL_TEXTURE0,), part=True),
    image("glTextureSubImage3DEXT", 4, 2, 2, target=GL_TEXTURE_3D, selected=(3,), part=True),
    ("glTextureSubImage2D", (1, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, TEXELS.copy())),
    (
        "glTextureSubImage3D",
        (3, 0, 0, 0, 0, 4, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, TEXELS.copy()),
    ),
    ("glCompressedTextureSubImage2D", (2, 0, 0, 0, 4, 4, DXT5, 16, TEXELS[:16].copy())),
    ("glNamedBufferSubData", (1, 5, 60, TEXELS)),
    (
        "glClearNamedBufferSubData",
        (1, GL_RGBA8, 4, 8, GL_RGBA, GL_UNSIGNED_BYTE, TEXELS[:4].copy()),
    ),
    ("glBufferSubData", (GL_COPY_READ_BUFFER, 5, 60, TEXELS)),
    ("glNamedBufferSubDataEXT", (1, 5, 60, TEXELS)),
    ("glBufferStorage", (GL_TEXTURE_BUFFER, 64, TEXELS, GL_DYNAMIC_STORAGE_BIT)),
    ("glNamedBufferStorageEXT", (21, 64, TEXELS, GL_MAP_READ_BIT)),
    ("glClearBufferData", (GL_COPY_READ_BUFFER, GL_R8, GL_RED, GL_FLOAT, FLOATS[:1])),
    ("glClearBufferSubData", (GL_COPY_READ_BUFFER, GL_R8, 0, 4, GL_RED, GL_FLOAT, FLOATS[:1])),
    ("glClearNamedBufferDataEXT", (1, GL_R8, GL_RED, GL_FLOAT, FLOATS[:1])),
    ("glClearNamedBufferSubDataEXT", (1, GL_R8, 0, 4, GL_RED, GL_FLOAT, FLOATS[:1])),
    ("glNamedProgramLocalParameter4fvEXT", (1, GL_VERTEX_PROGRAM_ARB, 0, FLOATS[:4])),
    ("glNamedProgramLocalParameters4fvEXT", (1, GL_VERTEX_PROGRAM_ARB, 0, 3, FLOATS)),
    (
        "glNamedProgramLocalParameter4dvEXT",
        (1, GL_VERTEX_PROGRAM_ARB, 0, FLOATS[:4].astype(np.float64)),
    ),
    (
        "glNamedProgramLocalParameterI4ivEXT",
        (1, GL_VERTEX_PROGRAM_ARB, 0, np.arange(4, dtype=np.int32)),
    ),
    ("glMap2f", (GL_MAP2_VERTEX_3, 0.0, 1.0, 3, 2, 0.0, 1.0, 6, 2, FLOATS)),
    ("glExecuteProgramNV", (GL_VERTEX_STATE_PROGRAM_NV, 9, FLOATS[:4])),
    ("glProgramNamedParameter4fvNV", (8, 4, NAME, FLOATS[:4])),
    ("glProgramNamedParameter4dvNV", (8, 4, NAME, FLOATS[:4].astype(np.float64))),
    ("glProgramNamedParameter4fNV", (8, 4, NAME, 1.0, 2.0, 3.0, 4.0)),
    ("glSecondaryColorPointer", (3, GL_FLOAT, 0, FLOATS)),
    ("glProgramBufferParametersfvNV", (GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 1, 0, 4, FLOATS)),
    (
        "glProgramBufferParametersIivNV",
        (GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 1, 0, 4, np.arange(4, dtype=np.int32)),
    ),
    ("glSamplerParameterfv", (1, GL_TEXTURE_BORDER_COLOR, FLOATS[:4])),
    ("glSamplerParameterIiv", (1, GL_TEXTURE_BORDER_COLOR, np.arange(4, dtype=np.int32))),
    ("glFogfv", (GL_FOG_COLOR, FLOATS[:4])),
    ("glLightfv", (GL_LIGHT0, GL_SPOT_DIRECTION, FLOATS[:3])),
    ("glTexParameterfv", (GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, FLOATS[:4])),
    ("glTexEnviv", (GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, np.arange(4, dtype=np.int32))),
    ("glTexGendv", (GL_S, GL_OBJECT_PLANE, FLOATS[:4].astype(np.float64))),
    ("glMaterialiv", (GL_FRONT, GL_COLOR_INDEXES, np.arange(3, dtype=np.int32))),
    ("glPointParameterfv", (GL_POINT_DISTANCE_ATTENUATION, FLOATS[:3])),
    ("glGetProgramNamedParameterfvNV", (8, 4, NAME, np.zeros(4, np.float32))),
    ("glGetProgramNamedParameterdvNV", (8, 4, NAME, np.zeros(4, np.float64))),
    ("glProgramBinary", (3, FORMAT, TEXELS, TEXELS.size)),
    ("glGetSynciv", None),
    (
        "glGetFramebufferAttachmentParameteriv",
        (
            GL_FRAMEBUFFER, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
            np.zeros(1, np.int32),
        ),
    ),
])  # fmt: skip
"""Calls of commands that `legal_call` finds none of, or none that reads several numbers."""


def rich_scene():
    """A `scene` with programs of NVIDIA's languages in it, and a framebuffer object."""
    context = scene()
    glLoadProgramNV(GL_FRAGMENT_PROGRAM_NV, 8, len(PROGRAM), PROGRAM)
    glLoadProgramNV(GL_VERTEX_STATE_PROGRAM_NV, 9, len(STATE_PROGRAM), STATE_PROGRAM)
    texels = GL_RGBA, 4, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, TEXELS
    glTextureImage3DEXT(3, GL_TEXTURE_3D, 0, *texels)
    glBindBuffer(GL_TEXTURE_BUFFER, 22)
    glCreateProgram()
    return context


def names_with(pointer: str) -> list[str]:
    """The commands of the registry with arrays, of each kind of element one of its names."""
    seen, found = set(), []
    for name in sorted(COMMANDS.keys() & registry.COMMANDS.keys()):
        made = declaration_of(name)
        key = made.implementation, tuple(each.kind for each in made.parameters)
        if DOUBLES.fullmatch(name):
            continue  # no uniform has doubles: these read nothing
        if key not in seen and any(places(name, each) for each in pointer.split()):
            seen.add(key)
            found.append(name)
    return found


def usual_calls(names: list[str]) -> list[LegalCall]:
    """Calls of commands that work in a `rich_scene`."""
    found = []
    for number, name in enumerate(names):
        if number % 16 == 0 or name in MORE:
            rich_scene()
        found.append(usual(name))
    return [call for call in found if call is not None]


def usual(name: str) -> LegalCall | None:
    """A call of a command that works now."""
    if MORE.get(name) is None:
        return legal_call(name, 1, 300)
    call = LegalCall(name, MORE[name], places(name, "in"), places(name, "out"))
    call.make({})
    return call


def trimmed(call: LegalCall) -> LegalCall:
    """The same call with no longer arrays than it reads."""
    values = list(call.arguments)
    for place in call.ins:
        if values[place].size <= 4 and call.name in MORE:
            continue
        low, whole = 0, values[place].reshape(-1)
        high = whole.size
        while low < high:
            size = (low + high) // 2
            if works(call, {place: whole[:size]}):
                high = size
            else:
                low = size + 1
        values[place] = whole[:high]
        longer = np.append(values[place], values[place].dtype.type(1))
        if high == 3 and works(call, {place: longer}):
            values[place] = longer  # a colour, whose fourth number may be missing in Python
    return call._replace(arguments=tuple(values))


def works(call, given) -> bool:
    try:
        call.make(given)
    except GLError:
        return False
    return True


def guarded_call(call: LegalCall, kept: list) -> None:
    """Makes a call with the address of each array that it reads."""
    memory = {place: Guarded(call.arguments[place]) for place in call.ins}
    kept += memory.values()
    call.make({place: each.address for place, each in memory.items()})


DOUBLES = re.compile(r"glProgramUniform\w+dv")
POINTERS = re.compile(r"gl\w*Pointer\w*|glInterleavedArrays")
WRITE_POINTERS = re.compile(r"glGet\w*Pointer(Indexed|i_)?v\w*")


@cache
def input_calls() -> list[LegalCall]:
    """Calls that work one after the other in a new `rich_scene`, with no longer arrays."""
    names = [name for name in names_with("in") if not POINTERS.fullmatch(name)]
    calls = usual_calls(names)
    calls.sort(key=lambda call: (call.name.startswith("glDelete"), call.name not in MORE))
    rich_scene()
    return [trimmed(call) for call in calls if works(call, {})]


def check_inputs():
    """Each command reads at an address as many elements of C's type as of an array."""
    calls, kept = input_calls(), []
    found = {call.name for call in calls}
    missing = {name for name in names_with("in") if not POINTERS.fullmatch(name)} - found
    assert len(calls) > 300 and len(missing) < 30, missing
    context = rich_scene()
    for call in calls:
        call.make({})
    expected = frozen(context)
    context = rich_scene()
    for call in calls:
        guarded_call(call, kept)
    wrong = difference(frozen(context), expected)
    assert not wrong, wrong


def check_lists():
    """A display list holds a copy of memory at an address, and outlives it."""
    calls, kept = input_calls(), []
    states = []
    for make in (lambda call: call.make({}), lambda call: guarded_call(call, kept)):
        context = rich_scene()
        context.errors = "record"  # some of them are executed before others now
        listed = [call for call in calls if "Instanced" not in call.name]
        for number, call in enumerate(listed, 100):
            glNewList(number, GL_COMPILE)
            make(call)
            glEndList()
        for memory in kept:
            memory.take_away()
        errors = []
        for number, call in enumerate(listed, 100):
            glCallList(number)
            errors.append((call.name, glGetError()))
        glDeleteLists(100, len(listed))
        states.append([frozen(context), errors])
    wrong = difference(*states)
    assert not wrong, wrong


def check_refused_lists():
    """A command that is refused reads nothing, when a list is made and when it is called."""
    context = rich_scene()
    context.errors = "record"
    nowhere = Address(8)
    for call, error in (
        (lambda: glTexImage2D(*IMAGE, GL_RGBA, GL_FRONT, nowhere), GL_INVALID_ENUM),
        (lambda: glTexImage2D(*IMAGE, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, nowhere), MISMATCH),
        (lambda: glTexImage2D(*IMAGE[:3], 2**20, 2**20, 0, *FORM, nowhere), GL_INVALID_VALUE),
        (lambda: glDrawPixels(2**16, 2**16, *FORM, nowhere), GL_OUT_OF_MEMORY),
        (lambda: glBitmap(2**16, 2**16, 0, 0, 0, 0, nowhere), GL_OUT_OF_MEMORY),
        (lambda: glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 2**30, nowhere), GL_INVALID_VALUE),
        (
            lambda: glProgramEnvParameters4fvEXT(GL_VERTEX_PROGRAM_ARB, 0, 2**28, nowhere),
            GL_INVALID_VALUE,
        ),
        (lambda: glMap1f(GL_MAP1_VERTEX_3, 0.0, 1.0, 3, 2**20, nowhere), GL_INVALID_VALUE),
        (lambda: glMap1f(GL_FRONT, 0.0, 1.0, 3, 2, nowhere), GL_INVALID_ENUM),
        (lambda: glMap1f(GL_MAP1_VERTEX_3, 0.0, 1.0, -3, 2, nowhere), GL_INVALID_VALUE),
        (lambda: glCallLists(3, GL_FRONT, nowhere), GL_INVALID_ENUM),
        (lambda: glFogfv(GL_FRONT, Address(FLOATS.ctypes.data)), GL_INVALID_ENUM),
    ):  # fmt: skip
        glNewList(77, GL_COMPILE)
        call()
        glEndList()
        assert glGetError() == GL_NO_ERROR
        glCallList(77)
        assert glGetError() == error


IMAGE = GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0
FORM = GL_RGBA, GL_UNSIGNED_BYTE
MISMATCH = GL_INVALID_OPERATION


def check_results():
    """Each command writes the same bytes at an address as into an array, and no more."""
    names = [name for name in names_with("out") if not WRITE_POINTERS.fullmatch(name)]
    calls = usual_calls(names)
    missing = set(names) - {call.name for call in calls}
    assert len(calls) > 100 and len(missing) < 30, missing
    for call in calls:
        for place in call.outs:
            check_result(call, place)


def check_result(call, place):
    values, written = written_by(call, place, rich_scene)
    if not values.size:
        return
    rich_scene()
    canary = np.full(values.nbytes, 0xA6, np.uint8).view(values.dtype)
    memory = Guarded(canary)
    call.make({place: memory.address})
    expected = np.where(written, values, canary)
    if "Resident" in call.name:  # all are, and C is told so by the result alone
        expected = canary
    if not call.name.startswith(("glGen", "glCreate")):
        assert memory.data.tobytes() == expected.tobytes(), (call.name, memory.data, expected)
    assert (memory.before == 0x55).all(), call.name


CHECKS = [
    check_inputs,
    check_lists,
    check_refused_lists,
    check_results,
    check_draws,
    check_captures,
    *TEXTS,
]


def main(names) -> int:
    faulthandler.enable()
    failed = 0
    for check in CHECKS:
        if names and check.__name__ not in names:
            continue
        start = time.perf_counter()
        try:
            check()
        except Exception:
            traceback.print_exc()
            failed += 1
        print(f"{check.__name__}: {time.perf_counter() - start:.2f} s", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
