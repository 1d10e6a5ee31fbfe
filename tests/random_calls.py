"""Random calls of most of GL, from a seed: state, objects, lists, arrays, pixels and draws.

Arguments are most often legal, and of all the types that PyOpenGL takes. The same seed gives the
same calls, whatever they return.
"""

from __future__ import annotations

import array
import ctypes
import re
from contextlib import suppress
from math import inf, nan

import numpy as np

from softgl import GLError, gl
from softgl.gl.api import enums, registry
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import signature
from softgl.gl.vertices.families import FAMILIES

SIZE = 16
NAMES = 5
"""Objects have names below this."""
# Left out: commands that only answer or wait, and commands that the steps below call together.
LEFT_OUT = (
    "glGet glIs glRead glBegin glEnd glNewList glGen glAre glCheck glMap glUnmap glFlushMapped "
    "glDebug glPush glPop glDraw glMultiDraw glArrayElement glConditional glFeedbackBuffer "
    "glSelectBuffer glRenderMode glProgramString glLoadProgram glFinish glViewport glFence "
    "glRequest"
).split()
VERTEX = """!!ARBvp1.0
PARAM c[2] = { program.env[0..1] };
MOV result.position, vertex.position;
MAD result.color, vertex.color, 0.5, vertex.attrib[3];
MOV result.color.secondary, vertex.color.secondary;
ADD result.texcoord[0], vertex.texcoord[0], c[1];
MOV result.fogcoord.x, vertex.fogcoord.x;
END"""
STATE_VERTEX = """!!VP1.1
DP4 o[HPOS].x, c[0], v[OPOS];
MOV o[HPOS].yzw, v[OPOS];
MOV o[COL0], v[3];
MOV o[COL1], v[2];
MOV o[TEX0], v[8];
END"""
FRAGMENT = """!!ARBfp1.0
TEMP t;
TXP t, fragment.texcoord[0], texture[0], 2D;
MAD t, t, 0.5, fragment.color;
ADD t, t, program.local[0];
MAD result.color, fragment.color.secondary, 0.25, t;
END"""
IDS = """!!NVvp4.0
ATTRIB p = vertex.position;
TEMP t;
I2F t.x, vertex.id.x;
MOV result.position, p;
MUL result.color, t.x, { 0.1, 0.05, 0.3, 1 };
END"""
SHADERS = {
    gl.GL_VERTEX_SHADER: (
        """#version 120
uniform mat4 turn; uniform vec4 moved; attribute vec4 other;
void main() {
    gl_Position = turn * gl_Vertex + moved;
    gl_FrontColor = gl_Color + other * 0.25;
    gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0;
}""",
        """#version 330 compatibility
uniform vec4 moved; uniform int count;
flat out ivec2 number; out vec3 shade;
void main() {
    shade = vec3(0);
    for (int i = 0; i < count; i++) shade += gl_Color.rgb * 0.25;
    number = ivec2(gl_VertexID, count);
    gl_Position = ftransform() + moved;
}""",
    ),
    gl.GL_FRAGMENT_SHADER: (
        """#version 120
uniform sampler2D map; uniform vec4 tint; uniform bool all;
void main() {
    if (!all && gl_TexCoord[0].x > 0.7) discard;
    gl_FragColor = gl_Color + texture2D(map, gl_TexCoord[0].xy) * tint;
}""",
        """#version 330 compatibility
uniform vec4 tint;
flat in ivec2 number; in vec3 shade;
out vec4 color;
void main() { color = vec4(shade, 1) * (float(number.x % 3) * 0.5 + tint); }""",
    ),
}
UNIFORMS = {
    "turn": "Matrix4fv", "moved": "4fv", "count": "1i", "map": "1i", "tint": "4f", "all": "1i",
}  # fmt: skip
TEXTS = {
    gl.GL_VERTEX_PROGRAM_ARB: (VERTEX, STATE_VERTEX, IDS),
    gl.GL_FRAGMENT_PROGRAM_ARB: (FRAGMENT,),
}


class RandomCalls:
    """Makes random calls in the current context. `made` counts the steps."""

    def __init__(self, seed: int):
        self.rng = np.random.default_rng(seed)
        self.kept = []  # memory that arrays lie in
        self._depth = 0
        self._inside = False
        self._generic = [name for name in sorted(COMMANDS) if _is_generic(name)]
        self._attributes = [name for name in sorted(COMMANDS) if _is_attribute(name)]
        self._steps = [getattr(self, step) for step, odds in STEPS.items() for _ in range(odds)]

    def step(self) -> None:
        """Makes the calls of one step; errors are ignored."""
        with suppress(GLError):
            self.one(self._steps)()
        if current.context.inside_begin:  # a list was left in the middle
            with suppress(GLError):
                gl.glEnd()

    # -- choices -----------------------------------------------------------------------------------

    def one(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def odds(self, part) -> bool:
        return bool(self.rng.random() < part)

    def number(self, low, high) -> int:
        return int(self.rng.integers(low, high + 1))

    def real(self) -> float:
        kind = self.number(0, 9)
        if kind < 7:
            return float(np.float32(self.rng.uniform(-1.5, 1.5)))
        if kind < 9:
            return self.one([0.0, 1.0, 0.5, -1.0, 2.0])
        return self.one([-0.0, 1e-3, 300.0, -7.25, 1e10, 0.1, 1e-42, inf, -inf, nan])

    def unit(self) -> float:
        return float(np.float32(self.rng.random()))

    def some(self, count, kind="f"):
        """Numbers, `count` of them, in memory or lists of any type."""
        if kind == "f":
            values = [self.real() for _ in range(count)]
        else:
            values = [self.number(0, 3) for _ in range(count)]
        form = self.number(0, 9)
        if form == 0:
            return tuple(values)
        if form == 1:
            return np.array(values, np.float64 if kind == "f" else np.int64)
        if form == 2:
            return array.array("f" if kind == "f" else "l", values)
        if form == 3:
            return ((ctypes.c_float if kind == "f" else ctypes.c_long) * count)(*values)
        if form == 4:
            return bytearray(int(min(abs(v), 255)) if v == v else 0 for v in values)
        if form == 5:
            return memoryview(np.array(values, np.float32 if kind == "f" else np.uint32))
        if form == 6:
            return np.array(values, np.float32 if kind == "f" else np.uint32)[::1]
        if form == 7:
            return [np.float32(v) if kind == "f" else np.int16(v) for v in values]
        return values

    def scalar(self, value):
        """A number as such, or as one of numpy's or of ctypes."""
        if self.odds(0.9):
            return value
        if isinstance(value, float):
            return self.one([np.float32(value), np.float64(value), ctypes.c_float(value)])
        return self.one([np.int64(value), ctypes.c_int(value), np.array(value)])

    def arguments(self, name) -> list:
        """Arguments of a command as its signature has them."""
        return [self.argument(each) for each in signature(name).parameters]

    def argument(self, parameter):
        kind = parameter.kind
        if parameter.pointer == "out":
            return self.one([None, np.zeros(16, np.float32), bytearray(64)])
        if parameter.pointer:
            whole = kind in ("int", "uint", "enum", "short", "ushort", "byte", "ubyte", "sizei")
            return self.some(self.one([1, 2, 3, 4, 16]), "i" if whole else "f")
        if kind == "enum":
            return self.enum(parameter.group)
        if kind == "boolean":
            return self.odds(0.5)
        if kind in ("float", "double", "clampf", "clampd"):
            return self.scalar(self.unit() if kind[0] == "c" else self.real())
        if kind == "bitfield":
            return self.number(0, 2**20 - 1) & self.number(0, 2**20 - 1)
        return self.scalar(self.number(0, NAMES if self.odds(0.8) else 20))

    def enum(self, group):
        listed = registry.GROUPS.get(group, "").split()
        if not listed or self.odds(0.02):
            listed = ["GL_FRONT", "GL_BACK", "GL_FRONT_AND_BACK", "GL_TEXTURE_2D", "GL_FLOAT"]
        return getattr(enums, self.one(listed))

    # -- steps -------------------------------------------------------------------------------------

    def set_anything(self):
        name = self.one(self._generic)
        COMMANDS[name](*self.arguments(name))

    def set_attribute(self):
        name = self.one(self._attributes)
        COMMANDS[name](*self.arguments(name))

    def switch(self):
        enum = self.one(SWITCHES)
        COMMANDS[self.one(["glEnable", "glDisable"])](enum)

    def draw_at_once(self):
        gl.glBegin(self.enum("PrimitiveType"))
        self._inside = True
        try:
            for _ in range(self.number(2, 7)):
                for _ in range(self.number(0, 2)):
                    with suppress(GLError):
                        self.one([self.set_attribute, self.set_attribute, self.set_material])()
                if self.odds(0.1):
                    gl.glArrayElement(self.number(0, 3))
                gl.glVertex4f(self.unit() * 2 - 1, self.unit() * 2 - 1, self.unit() - 0.5, 1)
        finally:
            self._inside = False
            gl.glEnd()

    def set_material(self):
        gl.glMaterialfv(
            self.one([gl.GL_FRONT, gl.GL_BACK, gl.GL_FRONT_AND_BACK]),
            self.one([gl.GL_AMBIENT, gl.GL_DIFFUSE, gl.GL_SPECULAR, gl.GL_EMISSION]),
            [self.unit() for _ in range(4)],
        )

    def describe_arrays(self):
        places = self.rng.uniform(-1, 1, (8, 2)).astype(np.float32)
        self.kept.append(places)
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        form = self.number(0, 3)
        if form == 0:
            gl.glVertexPointer(2, gl.GL_FLOAT, 0, places)
        elif form == 1:
            gl.glVertexPointerf(places)
        elif form == 2:
            gl.glVertexPointer(2, gl.GL_FLOAT, 8, bytearray(places.tobytes()))
        else:
            gl.glInterleavedArrays(gl.GL_C4UB_V2F, 0, self.rng.integers(0, 64, 96, np.uint8))
        colors = self.rng.random((8, 4)).astype(np.float32)
        for command, enum, size in self.some_pointers():
            if self.odds(0.5):
                gl.glClientActiveTexture(gl.GL_TEXTURE0 + self.number(0, 2))
                command(*size, gl.GL_FLOAT, 0, colors[:, : (size or (1,))[0]].copy())
                gl.glEnableClientState(enum)
        if self.odds(0.3):
            number = self.one([2, 3, 8, 0, 1])
            gl.glVertexAttribPointer(number, 4, gl.GL_FLOAT, False, 0, colors)
            gl.glEnableVertexAttribArray(number)
            gl.glVertexAttribDivisorARB(number, self.one([0, 0, 1]))

    @staticmethod
    def some_pointers():
        return (
            (gl.glColorPointer, gl.GL_COLOR_ARRAY, (4,)),
            (gl.glSecondaryColorPointer, gl.GL_SECONDARY_COLOR_ARRAY, (3,)),
            (gl.glTexCoordPointer, gl.GL_TEXTURE_COORD_ARRAY, (4,)),
            (gl.glFogCoordPointer, gl.GL_FOG_COORD_ARRAY, ()),
        )

    def change_arrays(self):
        if self.kept:
            self.one(self.kept)[:] *= np.float32(0.75)

    def draw_from_arrays(self):
        mode, form = self.enum("PrimitiveType"), self.number(0, 5)
        indices = self.rng.integers(0, 8, 9).astype(np.uint8)
        if form == 0:
            gl.glDrawArrays(mode, self.number(0, 3), self.number(0, 5))
        elif form == 1:
            gl.glDrawElements(mode, 9, gl.GL_UNSIGNED_BYTE, indices)
        elif form == 2:
            gl.glMultiDrawArrays(mode, [0, 3], np.array([3, self.number(0, 4)]), 2)
        elif form == 3:
            gl.glMultiDrawElements(
                mode, [3, 4], gl.GL_UNSIGNED_BYTE, [indices, indices[2:].copy()], 2
            )
        elif form == 4:
            gl.glDrawElementsub(mode, bytes(indices))
        else:
            gl.glDrawArraysInstancedARB(mode, 0, 4, 2)

    def restart(self):
        COMMANDS[self.one(["glEnableClientState", "glDisableClientState"])](
            gl.GL_PRIMITIVE_RESTART_NV
        )
        gl.glPrimitiveRestartIndexNV(self.number(0, 7))

    def rectangle(self):
        gl.glRectf(*(self.unit() * 2 - 1 for _ in range(4)))

    def clear(self):
        gl.glClearColor(*(self.unit() for _ in range(4)))
        gl.glClear(self.number(0, 2**16) & 0x4700)

    def raster(self):
        form = self.number(0, 3)
        self.no_programs()  # some of them read vertex.id
        place = [self.unit() * 2 - 1 for _ in range(2)]
        if form == 0:
            gl.glRasterPos4f(*place, self.unit() - 0.5, self.one([1.0, 1.0, 0.7, 2.0]))
        elif form == 1:
            gl.glRasterPos2f(*(3 * each for each in place))
        else:
            gl.glWindowPos3f(*(8 * each + 8 for each in place), self.real())

    def pixels(self):
        form, size = self.number(0, 4), self.number(1, 5)
        if form == 0:
            gl.glBitmap(
                8, 4, 0, 1, self.real(), 0.5, bytes(self.rng.integers(0, 256, 64, np.uint8))
            )
        elif form == 1:
            data = self.rng.integers(0, 256, (size, size, 4), np.uint8)
            gl.glDrawPixels(size, size, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, data)
        elif form == 2:
            data = self.rng.random((size, size)).astype(np.float32)
            gl.glDrawPixels(size, size, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT, data)
        elif form == 3:
            data = self.rng.integers(0, 4, (size, size), np.uint8)
            gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
            gl.glDrawPixels(size, size, gl.GL_STENCIL_INDEX, gl.GL_UNSIGNED_BYTE, data)
        else:
            what = self.one([gl.GL_COLOR, gl.GL_DEPTH, gl.GL_STENCIL])
            gl.glCopyPixels(self.number(0, 8), self.number(0, 8), size, size, what)

    def accumulate(self):
        gl.glAccum(self.enum("AccumOp"), self.real())

    def texture(self):
        target = self.one([gl.GL_TEXTURE_1D, gl.GL_TEXTURE_2D, gl.GL_TEXTURE_2D, gl.GL_TEXTURE_3D])
        gl.glBindTexture(target, self.number(0, NAMES))
        axes = {gl.GL_TEXTURE_1D: 1, gl.GL_TEXTURE_2D: 2, gl.GL_TEXTURE_3D: 3}[target]
        internal = self.one(
            [
                gl.GL_RGBA8,
                gl.GL_RGB,
                4,
                3,
                1,
                gl.GL_LUMINANCE_ALPHA,
                gl.GL_RGBA32F_ARB,
                gl.GL_INTENSITY,
            ]
        )
        size, level = [4, 8, 2][:axes], self.one([0, 0, 0, 1])
        size = [max(1, each >> level) for each in size]
        texels = self.rng.integers(0, 256, (*size[::-1], 4), np.uint8)
        COMMANDS[f"glTexImage{axes}D"](
            target, level, internal, *size, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels
        )
        for pname in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(target, pname, self.one([gl.GL_NEAREST, gl.GL_LINEAR]))
        if self.odds(0.5):
            gl.glEnable(target)
        if self.odds(0.3):
            gl.glTexParameterfv(target, gl.GL_TEXTURE_BORDER_COLOR, self.some(4))
        if self.odds(0.2):
            gl.glCopyTexSubImage2D(gl.GL_TEXTURE_2D, 0, 0, 0, 1, 1, 3, 3)

    def framebuffer(self):
        names = np.atleast_1d(gl.glGenFramebuffers(1))
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, int(names[0]))
        gl.glBindTexture(gl.GL_TEXTURE_2D, 4)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, 8, 8, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None
        )
        gl.glFramebufferTexture2D(
            gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, 4, 0
        )
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        self.rectangle()
        if self.odds(0.8):
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

    def program(self):
        target = self.one(list(TEXTS))
        text = self.one(TEXTS[target])
        name = self.number(1, 3) + 3 * (target == gl.GL_FRAGMENT_PROGRAM_ARB)
        if text is STATE_VERTEX:
            gl.glLoadProgramNV(target, name + 6, len(text), text)
            gl.glBindProgramARB(target, name + 6)
        else:
            gl.glBindProgramARB(target, name)
            gl.glProgramStringARB(target, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
            gl.glProgramLocalParameter4fvARB(target, self.number(0, 1), self.some(4))
        gl.glProgramEnvParameter4fARB(target, 1, *(self.real() for _ in range(4)))
        if self.odds(0.5):
            gl.glEnable(target)

    def shade(self):
        """Links a program of shaders and uses it, or uses one that is there, or none."""
        known = [n for n, each in current.called.shaders.objects.items() if hasattr(each, "linked")]
        if known and self.odds(0.5):
            gl.glUseProgram(self.one(known))
        elif self.odds(0.5):
            gl.glUseProgram(0)
        else:
            program = gl.glCreateProgram()
            for kind, texts in SHADERS.items():
                if self.odds(0.8):
                    shader = gl.glCreateShader(kind)
                    gl.glShaderSource(shader, self.one(texts))
                    gl.glCompileShader(shader)
                    gl.glAttachShader(program, shader)
                    gl.glDeleteShader(shader)
            gl.glLinkProgram(program)
            gl.glUseProgram(program)
            self.set_uniforms()

    def set_uniforms(self):
        """Sets uniforms of the program in use."""
        used = current.called.shaders.current
        for name, kind in UNIFORMS.items() if used else ():
            place = gl.glGetUniformLocation(used.name, name)
            if place < 0 or self.odds(0.3):
                continue
            if kind == "1i":
                gl.glUniform1i(place, self.number(0, 3))
            elif kind == "4f":
                gl.glUniform4f(place, *(self.unit() for _ in range(4)))
            elif kind == "4fv":
                gl.glUniform4fv(place, 1, self.some(4))
            else:
                turn = np.eye(4, dtype=np.float32) * self.one([0.5, 1.0, 0.25])
                gl.glUniformMatrix4fv(place, 1, self.odds(0.5), turn)

    def no_programs(self):
        gl.glDisable(gl.GL_VERTEX_PROGRAM_ARB)
        gl.glDisable(gl.GL_FRAGMENT_PROGRAM_ARB)

    def make_list(self):
        if self._depth:
            return
        gl.glNewList(self.number(1, NAMES), self.one([gl.GL_COMPILE, gl.GL_COMPILE_AND_EXECUTE]))
        self._depth += 1
        try:
            for _ in range(self.number(1, 5)):
                with suppress(GLError):
                    self.one(self._steps)()
        finally:
            self._depth -= 1
            gl.glEndList()

    def call_lists(self):
        if self._depth:
            return
        if self.odds(0.6):
            gl.glCallList(self.number(1, NAMES))
        else:
            gl.glCallLists([self.number(1, NAMES) for _ in range(2)])

    def matrices(self):
        gl.glMatrixMode(self.one([gl.GL_MODELVIEW, gl.GL_PROJECTION, gl.GL_TEXTURE]))
        form = self.number(0, 3)
        if form == 0:
            gl.glLoadIdentity()
        elif form == 1:
            gl.glRotatef(self.real() * 90, 0, self.unit(), 1)
        elif form == 2:
            gl.glTranslatef(self.real() / 4, self.real() / 4, 0)
        else:
            (gl.glPushMatrix if self.odds(0.5) else gl.glPopMatrix)()
        if self.odds(0.7):
            gl.glMatrixMode(gl.GL_MODELVIEW)

    def viewport(self):
        gl.glViewport(
            self.number(-2, 4), self.number(-2, 4), self.number(8, 20), self.number(8, 20)
        )

    def buffer(self):
        named = self.odds(0.4)
        name = self.number(1, NAMES)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, name)
        data = self.rng.uniform(-1, 1, 16).astype(np.float32)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, data, gl.GL_STATIC_DRAW)
        if self.odds(0.5):
            args = (name,) if named else (gl.GL_ARRAY_BUFFER,)
            made, gone = (
                ("glMapNamedBufferEXT", "glUnmapNamedBufferEXT")
                if named
                else ("glMapBuffer", "glUnmapBuffer")
            )
            address = COMMANDS[made](*args, gl.GL_READ_WRITE)
            (ctypes.c_float * 3).from_address(address + 4)[:] = [0.25, -0.5, 0.75]
            COMMANDS[gone](*args)
        if self.odds(0.6):
            gl.glVertexPointer(2, gl.GL_FLOAT, 0, self.one([None, 0, ctypes.c_void_p(8)]))
            gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 0)

    def evaluate(self):
        points = self.rng.uniform(-1, 1, (3, 3)).astype(np.float32)
        gl.glMap1f(gl.GL_MAP1_VERTEX_3, 0.0, 1.0, points)
        gl.glMap1f(gl.GL_MAP1_COLOR_4, 0.0, 2.0, self.rng.random((2, 4)).astype(np.float32))
        gl.glEnable(self.one([gl.GL_MAP1_VERTEX_3, gl.GL_MAP1_COLOR_4]))
        gl.glMapGrid1f(self.number(1, 5), 0.0, 1.0)
        gl.glEvalMesh1(gl.GL_LINE, 0, 3)

    def attributes(self):
        """Pushes attributes, changes some, pops them."""
        if self._depth > 1:
            return
        gl.glPushAttrib(self.number(0, 2**20 - 1))
        self._depth += 2
        try:
            for _ in range(self.number(1, 4)):
                with suppress(GLError):
                    self.one(self._steps)()
        finally:
            self._depth -= 2
            gl.glPopAttrib()

    def select(self):
        if self.odds(0.5):
            gl.glSelectBuffer(64)
            gl.glRenderMode(gl.GL_SELECT)
            gl.glInitNames()
            gl.glPushName(self.number(0, 9))
        else:
            gl.glRenderMode(gl.GL_RENDER)

    def feed_back(self):
        gl.glFeedbackBuffer(256, self.enum("FeedbackType"))
        gl.glRenderMode(gl.GL_FEEDBACK)
        self.rectangle()
        if self.odds(0.8):
            gl.glRenderMode(gl.GL_RENDER)

    def query(self):
        gl.glBeginQuery(gl.GL_SAMPLES_PASSED, self.number(1, NAMES))
        try:
            self.rectangle()
        finally:
            gl.glEndQuery(gl.GL_SAMPLES_PASSED)

    def fence(self):
        fence = gl.glFenceSync(gl.GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
        if fence is not None and self.odds(0.5):
            gl.glDeleteSync(fence)

    def names(self):
        kind = self.one(["Textures", "Buffers", "Queries", "Samplers", "ProgramsARB", "Lists"])
        COMMANDS[f"glGen{kind}"](self.number(1, 3))


def _is_generic(name) -> bool:
    if name.startswith(tuple(LEFT_OUT)) or name not in registry.COMMANDS:
        return False
    return not _is_attribute(name)


def _is_attribute(name) -> bool:
    if name not in registry.COMMANDS or re.fullmatch(FAMILIES[0].pattern, name):
        return False
    return any(re.fullmatch(family.pattern, name) for family in FAMILIES)


SWITCHES = [
    getattr(enums, name) for name in registry.GROUPS["EnableCap"].split() if hasattr(enums, name)
]
STEPS = {
    "set_anything": 16, "set_attribute": 8, "switch": 8, "draw_at_once": 8, "set_material": 1,
    "describe_arrays": 4, "change_arrays": 2, "draw_from_arrays": 8, "restart": 1, "rectangle": 6,
    "clear": 1, "raster": 4, "pixels": 6, "accumulate": 1, "texture": 3, "framebuffer": 1,
    "program": 2, "no_programs": 2, "make_list": 3, "call_lists": 4, "matrices": 3, "viewport": 1,
    "buffer": 2, "evaluate": 1, "attributes": 2, "select": 1, "feed_back": 1, "query": 1,
    "fence": 1, "names": 1, "shade": 2, "set_uniforms": 4,
}  # fmt: skip
"""The steps, and how often each is made."""
