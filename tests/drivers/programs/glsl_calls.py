"""Calls of built-in functions in one fragment shader: a row of pixels for each part of a result.

The arguments are texels: column x has those of pixel x, so both sides read the same bits. Integers
are two texels of halves, and so are results that are integers, for a NaN is not any word. There is
no switch: llvmpipe nests its cases, 80 at most.
"""

from __future__ import annotations

import numpy as np

from softgl.glsl.builtins.table import BuiltinFunction
from softgl.glsl.types import Matrix, Sampler, Scalar, Type

COLUMNS = 32
ARGUMENTS = 8
"""The vectors of arguments of each kind."""
VERSION = "#version 330 compatibility\n"
OUTPUT = "out vec4 result;\n"
HEAD = """uniform sampler2D words;
vec4 texel(int n) { return texelFetch(words, ivec2(int(gl_FragCoord.x), n), 0); }
vec4 low(uvec4 w) { return vec4(w & 0xFFFFu); }
vec4 high(uvec4 w) { return vec4(w >> 16u); }
"""
VERTEX = "#version 330 compatibility\nvoid main() { gl_Position = gl_Vertex; }\n"
_SWIZZLES = (None, "x", "xy", "xyz", "xyzw")
SEED = 20261130


def floats(low: float, high: float, halves: bool) -> np.ndarray:
    """Arguments in a domain, (ARGUMENTS, COLUMNS, 4) float32.

    halves : True if those of one half of the columns are multiples of 1/2.
    """
    rng = np.random.default_rng(SEED)
    found = rng.uniform(low, high, (ARGUMENTS, COLUMNS, 4))
    if halves:
        found[:, COLUMNS // 2 :] = np.rint(found[:, COLUMNS // 2 :] * 2) / 2
    return np.clip(found, low, high).astype(np.float32)


def integers(kind: Scalar, limit: int = 0) -> np.ndarray:
    """Arguments as words, (ARGUMENTS, COLUMNS, 4) uint32; for booleans 0 and 1.

    limit : if not 0, the words are below it.
    """
    rng = np.random.default_rng(SEED)
    shape = (ARGUMENTS, COLUMNS, 4)
    if limit:
        return rng.integers(0, limit, shape).astype(np.uint32)
    found = rng.integers(0, 2**32, shape, dtype=np.uint64).astype(np.uint32)
    small = (rng.integers(-3, 4, shape) if kind is not Scalar.BOOL else found & 1).astype(np.int32)
    columns = COLUMNS if kind is Scalar.BOOL else COLUMNS // 2
    found[:, :columns] = small.view(np.uint32)[:, :columns]
    return found


class Calls:
    """The calls of one shader.

    head : the version, the extensions, and `result`. limit : of arguments that are integers; 0:
        none, and some floats are multiples of 1/2.
    rows : the function of each row of pixels.
    """

    def __init__(self, head: str = VERSION + OUTPUT, limit: int = 0):
        self._head, self._limit = head, limit
        self.rows: list[BuiltinFunction] = []
        self.samplers: dict[str, Sampler] = {}
        self._cases: list[str] = []
        self._blocks: dict[object, list[np.ndarray]] = {}

    def call(self, function: BuiltinFunction, domain=(-4.0, 4.0), literals="1 -2 3") -> None:
        """Adds a call. domain : of arguments that are floats.

        llvmpipe takes the level of `textureSize` from one pixel: it is a literal too.
        """
        given, number, outs = [], 0, []
        for place, type_ in enumerate(function.parameters):
            if isinstance(type_, Sampler):
                given.append(self._sampler(type_))
            elif place in function.literals or function.name.startswith("textureSize"):
                given.append(f"{type_}({', '.join(literals.split()[: type_.size])})")
            elif function.directions[place] == "out":
                outs.append(type_)
                given.append("written")
            else:
                text, number = self._argument(type_, number, domain)
                given.append(text)
        before = "".join(f"{type_} written; " for type_ in outs)
        value = f"{before}{function.type} r = {function.name}({', '.join(given)}); "
        for name, type_ in (("r", function.type), *(("written", type_) for type_ in outs)):
            for part in parts(name, type_):
                row = len(self.rows)
                self._cases.append(f"if (row == {row}) {{ {value}result = {part}; }}")
                self.rows.append(function)

    def _argument(self, type_: Type, number: int, domain) -> tuple[str, int]:
        """Returns an argument as an expression, and the number of the next one."""
        if isinstance(type_, Matrix):
            swizzle, name = _SWIZZLES[type_.rows], self._block(domain)
            columns = [f"{name}{number + n}.{swizzle}" for n in range(type_.columns)]
            return f"{type_}({', '.join(columns)})", number + type_.columns
        swizzle, of_floats = _SWIZZLES[type_.size], type_.scalar is Scalar.FLOAT
        name = f"{self._block(domain if of_floats else type_.scalar)}{number}.{swizzle}"
        return name if of_floats else f"{type_}({name})", number + 1

    def _block(self, key) -> str:
        """Returns the prefix of the variables with the arguments of a domain or kind."""
        if key not in self._blocks:
            if isinstance(key, tuple):
                self._blocks[key] = [floats(*key, halves=not self._limit)]
            else:
                words = integers(key, self._limit)
                halves = (words & 0xFFFF, words >> 16)
                self._blocks[key] = [half.astype(np.float32) for half in halves]
        return f"block{list(self._blocks).index(key)}_"

    def _sampler(self, type_: Sampler) -> str:
        """Returns the name of the uniform of a sampler type."""
        self.samplers[f"of_{type_}"] = type_
        return f"of_{type_}"

    @property
    def words(self) -> np.ndarray:
        """The arguments, (rows, COLUMNS, 4) float32."""
        return np.concatenate([part for block in self._blocks.values() for part in block])

    @property
    def text(self) -> str:
        """The fragment shader."""
        uniforms = "".join(f"uniform {type_} {name};\n" for name, type_ in self.samplers.items())
        loads, row = [], 0
        for number, block in enumerate(self._blocks.values()):
            for n in range(row, row + ARGUMENTS):
                place, value = f"block{number}_{n - row}", f"texel({n})"
                if len(block) == 1:
                    loads.append(f"vec4 {place} = {value};")
                else:
                    other = f"(uvec4(texel({n + ARGUMENTS})) << 16u)"
                    loads.append(f"uvec4 {place} = uvec4({value}) | {other};")
            row += ARGUMENTS * len(block)
        lines = "\n".join([*loads, "int row = int(gl_FragCoord.y);", *self._cases])
        return f"{self._head}{HEAD}{uniforms}void main() {{\nresult = vec4(0.0);\n{lines}\n}}\n"


def parts(name: str, type_: Type):
    """Yields the expressions of four floats that a value is shown by."""
    if isinstance(type_, Matrix):
        for column in range(type_.columns):
            yield from parts(f"{name}[{column}]", type_.column)
        return
    zeros = ", 0.0" * (4 - type_.size)
    if type_.scalar is Scalar.FLOAT:
        yield f"vec4({name}{zeros})"
        return
    word = "uint" if type_.size == 1 else f"uvec{type_.size}"
    padded = f"uvec4({word}({name}){zeros.replace('0.0', '0u')})"
    yield f"low({padded})"
    yield f"high({padded})"


def linked(gl, vertex: str, fragment: str, geometry: str | None = None) -> int:
    """Returns a linked program of two or three texts."""
    program = gl.glCreateProgram()
    stages = [(gl.GL_VERTEX_SHADER, vertex), (gl.GL_FRAGMENT_SHADER, fragment)]
    if geometry:
        stages.append((gl.GL_GEOMETRY_SHADER, geometry))
    for kind, text in stages:
        shader = gl.glCreateShader(kind)
        gl.glShaderSource(shader, text)
        gl.glCompileShader(shader)
        assert gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS), gl.glGetShaderInfoLog(shader)
        gl.glAttachShader(program, shader)
    gl.glLinkProgram(program)
    assert gl.glGetProgramiv(program, gl.GL_LINK_STATUS), gl.glGetProgramInfoLog(program)
    return program


def show(gl, calls: Calls, bind=None) -> np.ndarray:
    """Returns the rows of calls, (rows, COLUMNS, 4) float32.

    bind : (gl, program) binds the textures of
        samplers to units and sets their uniforms; unit 0 has the words.
    """
    program = linked(gl, VERTEX, calls.text)
    height = len(calls.rows)
    framebuffer(gl, height)
    gl.glUseProgram(program)
    if bind is not None:
        bind(gl, program)
    gl.glActiveTexture(gl.GL_TEXTURE0)
    plain_texture(gl, calls.words)
    gl.glUniform1i(gl.glGetUniformLocation(program, "words"), 0)
    gl.glViewport(0, 0, COLUMNS, height)
    gl.glRectf(-1.0, -1.0, 1.0, 1.0)
    data = gl.glReadPixels(0, 0, COLUMNS, height, gl.GL_RGBA, gl.GL_FLOAT)
    return np.array(np.frombuffer(data, np.float32)).reshape(height, COLUMNS, 4)


def plain_texture(gl, texels: np.ndarray) -> None:
    """A 2D texture of floats, bound to the active unit."""
    gl.glBindTexture(gl.GL_TEXTURE_2D, gl.glGenTextures(1))
    for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, name, gl.GL_NEAREST)
    height, width, _ = texels.shape
    texels = np.ascontiguousarray(texels, np.float32)
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGBA32F, width, height, 0, gl.GL_RGBA, gl.GL_FLOAT, texels
    )


def framebuffer(gl, height: int) -> None:
    """A framebuffer object of floats, bound."""
    gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, gl.glGenRenderbuffers(1))
    gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_RGBA32F, COLUMNS, height)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
    # The renderbuffer that was bound last.
    name = gl.glGetIntegerv(gl.GL_RENDERBUFFER_BINDING)
    gl.glFramebufferRenderbuffer(
        gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_RENDERBUFFER, int(name)
    )
