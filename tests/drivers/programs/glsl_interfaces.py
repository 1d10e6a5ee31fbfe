"""Random interfaces of GLSL programs: varyings, uniforms and blocks of all types, each value read.

Values are small integers, and a pixel is their weighted sum: it is equal on every driver.
"""

from __future__ import annotations

import ctypes
import random

import numpy as np

from softgl.glsl import limits
from softgl.glsl.layouts import Layout, layout
from softgl.glsl.link.varyings import components
from softgl.glsl.types import (
    MATRICES,
    VECTORS,
    Array,
    Matrix,
    Member,
    Scalar,
    Struct,
    Type,
    Vector,
    registers,
)

_PART = Struct(
    "Part",
    (
        Member("a", VECTORS["float"]),
        Member("b", Array(VECTORS["vec3"], 2)),
        Member("c", MATRICES["mat2x3"]),
    ),
)
_WHOLE = Struct("Whole", (Member("parts", Array(_PART, 2)), Member("d", VECTORS["vec2"])))
_STRUCTURES = """
struct Part { float a; vec3 b[2]; mat2x3 c; };
struct Whole { Part parts[2]; vec2 d; };
"""
_FLOATS = ("float", "vec2", "vec3", "vec4")
_INTEGERS = ("int", "ivec2", "ivec4", "uint", "uvec3")
_MATRICES = ("mat2", "mat3", "mat4", "mat2x4", "mat4x3")
_SIZES = (None, None, 2, 3)


class Interface:
    """The texts of a program, and the values of its uniforms.

    texts : (name of the enum of a stage, text). uniforms : leaf -> (type, values). buffers : the
    words of each uniform block, by name. attributes : (name, type, values of each vector), as
    current values. outputs : the name and type of each varying for GL.
    """

    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self.uniforms: dict[str, tuple[Type, list[int]]] = {}
        self.buffers: dict[str, np.ndarray] = {}
        self._numbers = iter(range(10_000))
        with_geometry = self._random.random() < 0.4
        shared, scene = self._some_uniforms(), self._blocks()
        outputs = self._varyings(with_geometry)
        self.outputs = [_api_name(*output, with_geometry) for output in outputs]
        self.attributes = self._attributes()
        vertex_only, fragment_only = self._some_uniforms(), self._some_uniforms()
        self.texts = [("GL_VERTEX_SHADER", self._vertex(outputs, shared, vertex_only, scene))]
        if with_geometry:
            self.texts.append(("GL_GEOMETRY_SHADER", self._geometry(outputs)))
        text = self._fragment(outputs, shared, fragment_only, scene)
        self.texts.append(("GL_FRAGMENT_SHADER", text))

    def captured(self) -> list[str]:
        """Draws names for transform feedback: outputs, or parts of them, and skipped words."""
        names = ["gl_Position"]
        for name, type_ in self.outputs:
            while isinstance(type_, (Struct, Array)):
                if isinstance(type_, Struct):
                    member = self._random.choice(type_.members)
                    name, type_ = f"{name}.{member.name}", member.type
                elif isinstance(type_.element, Struct) or self._random.random() < 0.5:
                    name, type_ = f"{name}[{self._random.randrange(type_.count)}]", type_.element
                else:
                    break
            names.append(name)
        self._random.shuffle(names)
        return ["gl_SkipComponents3", *names[:2]]

    # -- declarations ------------------------------------------------------------------------------

    def _name(self, letter: str) -> str:
        return f"{letter}{next(self._numbers)}"

    def _type(self, names, *others: Type) -> Type:
        name = self._random.choice([*names, *others])
        type_ = name if isinstance(name, Type) else (VECTORS | MATRICES)[name]
        size = self._random.choice(_SIZES)
        return type_ if size is None else Array(type_, size)

    def _some_uniforms(self) -> list[tuple[str, Type]]:
        """Declares uniforms of the default block, and draws their values."""
        found = []
        for _ in range(self._random.randint(0, 4)):
            names = (*_FLOATS, *_INTEGERS, *_MATRICES, "bool", "bvec3")
            name, type_ = self._name("u"), self._type(names, _PART, _WHOLE)
            found.append((name, type_))
            for leaf, vector in leaves(name, type_):
                self.uniforms[leaf] = vector, self._values(vector)
        return found

    def _attributes(self) -> list[tuple[str, Type, list[list[int]]]]:
        found, room = [], limits.MAX_VERTEX_ATTRIBS - 1
        for _ in range(self._random.randint(0, 5)):
            type_ = self._type((*_FLOATS, *_INTEGERS, *_MATRICES))
            if registers(type_) <= room:
                room -= registers(type_)
                vectors = [
                    _column(vector)
                    for _, vector in leaves("", type_)
                    for _ in range(registers(vector))
                ]
                values = [self._values(vector) for vector in vectors]
                found.append((self._name("a"), type_, values))
        return found

    def _values(self, type_: Type) -> list[int]:
        scalar = type_.scalar if isinstance(type_, Vector) else Scalar.FLOAT
        low, high = {Scalar.BOOL: (0, 1), Scalar.UINT: (0, 4)}.get(scalar, (-4, 4))
        size = type_.size if isinstance(type_, Vector) else type_.columns * type_.rows
        return [self._random.randint(low, high) for _ in range(size)]

    def _blocks(self) -> list[tuple[str, str, list[tuple[str, Type]]]]:
        """Returns (declaration, prefix, members) of uniform blocks, and fills their buffers."""
        found = []
        for _ in range(self._random.randint(0, 2)):
            name, instance = self._name("Block"), self._random.choice(("", self._name("i")))
            names = (*_FLOATS, *_INTEGERS, *_MATRICES, "bool")
            members = [
                (self._name("m"), self._type(names, _PART, _WHOLE), self._random.choice(_ORDERS))
                for _ in range(self._random.randint(1, 4))
            ]
            body = "".join(
                f"{f'layout({order}) ' if order else ''}{declared(m, type_)}; "
                for m, type_, order in members
            )
            struct = Struct(
                name, tuple(Member(m, t, layout=(o,) if o else ()) for m, t, o in members)
            )
            self.buffers[name] = self._words(struct)
            prefix = f"{instance}." if instance else ""
            head = f"layout(std140) uniform {name} {{ {body}}} {instance};\n"
            found.append((head, prefix, [(m, type_) for m, type_, _ in members]))
        return found

    def _words(self, struct: Struct) -> np.ndarray:
        whole = layout(struct, False)
        words = np.zeros(-(-whole.size // 4) * 4, np.uint32)
        for vector, offset, inside in _places(struct, whole, 0):
            values = self._values(vector)
            if isinstance(vector, Matrix):
                for number, value in enumerate(values):
                    column, row = divmod(number, vector.rows)
                    major, minor = (row, column) if inside.row_major else (column, row)
                    words[offset + major * inside.stride + minor] = _word(value, Scalar.FLOAT)
            else:
                for number, value in enumerate(values):
                    words[offset + number] = _word(value, vector.scalar)
        return words

    def _varyings(self, with_geometry: bool) -> list:
        """Returns some outputs, with fewer components than the limit."""
        found, room = [], limits.MAX_VARYING_COMPONENTS - 1
        for _ in range(self._random.randint(1, 6)):
            one = self._varying(with_geometry)
            size = components(one[1]) * ((one[3] and one[3][1]) or 1)
            if size <= room:
                found.append(one)
                room -= size
        return found

    def _varying(self, with_geometry: bool):
        """Returns (name, type, qualifier, block) of an output; block is (name, array size)."""
        qualifier = self._random.choice(("", "flat ", "noperspective ", "smooth ", "centroid "))
        names = (*_FLOATS, *_MATRICES)
        if self._random.random() < 0.3:
            qualifier, names = "flat ", _INTEGERS
        block = None
        if self._random.random() < 0.5:
            block = self._name("Out"), None if with_geometry else self._random.choice(_SIZES)
        type_ = self._type(names, *(() if names is _INTEGERS else (_PART,)))
        while isinstance(type_, Array) and with_geometry and block is None:
            type_ = type_.element
        return self._name("v"), type_, qualifier, block

    # -- texts -------------------------------------------------------------------------------------

    def _head(self, *uniforms, blocks=()) -> str:
        lines = [f"uniform {declared(name, type_)};\n" for some in uniforms for name, type_ in some]
        return "#version 330\n" + _STRUCTURES + "".join(lines + [head for head, _, _ in blocks])

    def _sum(self, target: str, variables) -> str:
        """Returns statements that add all values of variables, weighted, to a float."""
        lines = []
        for name, type_ in variables:
            if isinstance(type_, Array) and self._random.random() < 0.5:
                inner = self._sum(target, [(f"{name}[i]", type_.element)])
                lines.append(f"for (int i = 0; i < {type_.count}; ++i) {{ {inner} }}\n")
                continue
            for leaf, vector in leaves(name, type_):
                columns = [leaf]
                if isinstance(vector, Matrix):
                    columns = [f"{leaf}[{n}]" for n in range(vector.columns)]
                    vector = vector.column
                for column in columns:
                    for letter in "xyzw"[: vector.size]:
                        part = column if vector.size == 1 else f"{column}.{letter}"
                        lines.append(
                            f"{target} += {self._random.randint(1, 9)}.0 * float({part});\n"
                        )
        return "".join(lines)

    def _uniform_sum(self, target: str, uniforms, blocks) -> str:
        members = [(prefix + name, type_) for _, prefix, some in blocks for name, type_ in some]
        return self._sum(target, [*uniforms, *members])

    def _vertex(self, outputs, shared, own, blocks) -> str:
        # Drivers differ in current values of attribute 0, which the specification does not have.
        lines = [self._head(shared, own, blocks=blocks), "layout(location = 0) in vec2 corner;\n"]
        body = []
        lines += [f"in {declared(name, type_)};\n" for name, type_, _ in self.attributes]
        for name, type_, qualifier, block in outputs:
            lines.append(_output(name, type_, qualifier, block, "out", "o_"))
            for leaf, vector in _leaves_of(name, type_, block, "o_"):
                values = ", ".join(f"{value}" for value in self._values(vector))
                body.append(f"{leaf} = {vector}({values});\n")
        lines.append("flat out float vertex_sum;\n")
        body.append("vertex_sum = 0.0;\n")
        body.append(self._uniform_sum("vertex_sum", [*shared, *own], blocks))
        body.append(self._sum("vertex_sum", [(n, type_) for n, type_, _ in self.attributes]))
        body.append("gl_Position = vec4(corner, 0.0, 1.0);\n")
        return "".join([*lines, "void main() {\n", *body, "}\n"])

    def _geometry(self, outputs) -> str:
        lines = [self._head(), "layout(triangles) in;\n"]
        lines.append("layout(triangle_strip, max_vertices = 3) out;\n")
        body = []
        for name, type_, qualifier, block in outputs:
            if block is None:
                lines.append(f"{qualifier}in {declared(name, type_)}[];\n")
                lines.append(f"{qualifier}out {declared(f'g_{name}', type_)};\n")
                body.append(f"g_{name} = {name}[i];\n")
            else:
                member = f"{{ {qualifier}{declared(name, type_)}; }}"
                lines.append(f"in {block[0]} {member} o_{block[0]}[];\n")
                lines.append(f"out G{block[0]} {member} g_{block[0]};\n")
                body.append(f"g_{block[0]}.{name} = o_{block[0]}[i].{name};\n")
        lines.append("flat in float vertex_sum[];\nflat out float geometry_sum;\n")
        body.append("geometry_sum = vertex_sum[i];\n")
        body.append("gl_Position = gl_in[i].gl_Position; EmitVertex();\n")
        loop = f"for (int i = 0; i < 3; ++i) {{\n{''.join(body)}}}\n"
        return "".join([*lines, f"void main() {{\n{loop}EndPrimitive();\n}}\n"])

    def _fragment(self, outputs, shared, own, blocks) -> str:
        lines = [self._head(shared, own, blocks=blocks), "out vec4 color;\n"]
        geometry = len(self.texts) == 2
        summed = "geometry_sum" if geometry else "vertex_sum"
        lines.append(f"flat in float {summed};\n")
        body = ["float total = 0.0;\n"]
        variables = []
        for name, type_, qualifier, block in outputs:
            if block is not None and geometry:
                block = f"G{block[0]}", block[1]
            name = f"g_{name}" if geometry and block is None else name
            lines.append(_output(name, type_, qualifier, block, "in", "i_"))
            variables.append(_variable(name, type_, block, "i_"))
        body.append(self._sum("total", variables))
        body.append("float sum = 0.0;\n")
        body.append(self._uniform_sum("sum", [*shared, *own], blocks))
        for number, value in enumerate(("total", summed, "sum")):
            # Interpolated constants may be off by one in the last place.
            body.append(f"color[{number}] = mod(floor({value} + 0.5), 256.0) / 255.0;\n")
        body.append("color.a = 1.0;\n")
        return "".join([*lines, "void main() {\n", *body, "}\n"])


_ORDERS = ("", "row_major", "column_major")


def declared(name: str, type_: Type) -> str:
    """Returns the declaration of a variable."""
    if isinstance(type_, Array):
        return f"{type_.element} {name}[{type_.count}]"
    return f"{type_} {name}"


def leaves(name: str, type_: Type):
    """Yields the name and type of each vector or matrix in a variable."""
    if isinstance(type_, Array):
        for number in range(type_.count):
            yield from leaves(f"{name}[{number}]", type_.element)
    elif isinstance(type_, Struct):
        for member in type_.members:
            yield from leaves(f"{name}.{member.name}", member.type)
    else:
        yield name, type_


def _column(type_: Type) -> Vector:
    return type_.column if isinstance(type_, Matrix) else type_


def _output(name, type_, qualifier, block, storage, prefix) -> str:
    if block is None:
        return f"{qualifier}{storage} {declared(name, type_)};\n"
    size = "" if block[1] is None else f"[{block[1]}]"
    body = f"{qualifier}{declared(name, type_)};"
    return f"{storage} {block[0]} {{ {body} }} {prefix}{block[0]}{size};\n"


def _variable(name, type_, block, prefix) -> tuple[str, Type]:
    if block is None:
        return name, type_
    if block[1] is None:
        return f"{prefix}{block[0]}.{name}", type_
    return f"{prefix}{block[0]}", Array(Struct("", (Member(name, type_),)), block[1])


def _api_name(name, type_, _qualifier, block, with_geometry) -> tuple[str, Type]:
    """Returns an output as GL names it, by its block, with the type behind the name."""
    if block is None:
        return (f"g_{name}" if with_geometry else name), type_
    return _variable(name, type_, block, "G" if with_geometry else "")


def _leaves_of(name, type_, block, prefix):
    return leaves(*_variable(name, type_, block, prefix))


def _places(type_: Type, inside: Layout, offset: int):
    """Yields the type, offset in words and layout of each vector or matrix."""
    if isinstance(type_, Array):
        for number in range(type_.count):
            yield from _places(type_.element, inside.element, offset + number * inside.stride)
    elif isinstance(type_, Struct):
        for member, (start, part) in zip(type_.members, inside.members, strict=True):
            yield from _places(member.type, part, offset + start)
    else:
        yield type_, offset, inside


def _word(value: int, scalar: Scalar) -> int:
    kind = np.float32 if scalar is Scalar.FLOAT else np.int32
    return int(np.array(value, kind).view(np.uint32))


# -- drawing ---------------------------------------------------------------------------------------


def draw(gl, one: Interface, varyings=()) -> None:
    """Links a program, sets its uniforms and draws a square; records varyings if there are any."""
    program = link(gl, one, varyings)
    gl.glUseProgram(program)
    for name, (type_, values) in one.uniforms.items():
        location = gl.glGetUniformLocation(program, name)
        if location >= 0:
            _set(gl, location, type_, values)
    for point, (name, words) in enumerate(one.buffers.items()):
        index = gl.glGetUniformBlockIndex(program, name)
        assert index != 0xFFFFFFFF, name
        gl.glUniformBlockBinding(program, index, point)
        gl.glBindBuffer(gl.GL_UNIFORM_BUFFER, gl.glGenBuffers(1))
        gl.glBufferData(gl.GL_UNIFORM_BUFFER, words.nbytes, words, gl.GL_STATIC_DRAW)
        buffer = gl.glGetIntegerv(gl.GL_UNIFORM_BUFFER_BINDING)
        gl.glBindBufferBase(gl.GL_UNIFORM_BUFFER, point, int(buffer))
    for name, type_, vectors in one.attributes:
        location = gl.glGetAttribLocation(program, name)
        scalar = _column(next(leaves("", type_))[1]).scalar
        letters = {Scalar.FLOAT: "4f", Scalar.UINT: "I4ui"}.get(scalar, "I4i")
        for number, values in enumerate(vectors):
            if location >= 0:
                four = [*values, 0, 0, 0][:4]
                getattr(gl, f"glVertexAttrib{letters}")(location + number, *four)
    corners = np.float32([[-1, -1], [1, -1], [-1, 1], [1, 1]])
    location = gl.glGetAttribLocation(program, "corner")
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, gl.glGenBuffers(1))
    gl.glBufferData(gl.GL_ARRAY_BUFFER, corners.nbytes, corners, gl.GL_STATIC_DRAW)
    gl.glEnableVertexAttribArray(location)
    gl.glVertexAttribPointer(location, 2, gl.GL_FLOAT, False, 0, ctypes.c_void_p(0))
    if varyings:
        gl.glBeginTransformFeedback(gl.GL_TRIANGLES)
    gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)
    if varyings:
        gl.glEndTransformFeedback()


def record(gl, one: Interface, varyings) -> np.ndarray:
    """Draws, and returns the buffer with the recorded words."""
    target = gl.GL_TRANSFORM_FEEDBACK_BUFFER
    words = np.full(4096, 7, np.uint32)
    gl.glBindBuffer(target, gl.glGenBuffers(1))
    gl.glBufferData(target, words.nbytes, words, gl.GL_STATIC_DRAW)
    buffer = int(gl.glGetIntegerv(gl.GL_TRANSFORM_FEEDBACK_BUFFER_BINDING))
    gl.glBindBufferBase(target, 0, buffer)
    draw(gl, one, varyings)
    gl.glBindBuffer(target, buffer)
    return np.array(gl.glGetBufferSubData(target, 0, words.nbytes)).view(np.uint32).reshape(-1)


def link(gl, one: Interface, varyings=()) -> int:
    """Compiles and links the texts of a program."""
    program = gl.glCreateProgram()
    for kind, text in one.texts:
        shader = gl.glCreateShader(getattr(gl, kind))
        gl.glShaderSource(shader, text)
        gl.glCompileShader(shader)
        assert gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS), (
            gl.glGetShaderInfoLog(shader) + text.encode()
        )
        gl.glAttachShader(program, shader)
    if varyings:
        array = (ctypes.c_char_p * len(varyings))(*(name.encode() for name in varyings))
        pointer = ctypes.cast(array, ctypes.POINTER(ctypes.POINTER(ctypes.c_char)))
        interleaved = gl.GL_INTERLEAVED_ATTRIBS
        gl.glTransformFeedbackVaryings(program, len(varyings), pointer, interleaved)
    gl.glLinkProgram(program)
    texts = "".join(text for _, text in one.texts).encode()
    assert gl.glGetProgramiv(program, gl.GL_LINK_STATUS), gl.glGetProgramInfoLog(program) + texts
    return program


def _set(gl, location: int, type_: Type, values: list[int]) -> None:
    if isinstance(type_, Matrix):
        suffix = (
            f"{type_.columns}" if type_.columns == type_.rows else f"{type_.columns}x{type_.rows}"
        )
        command = getattr(gl, f"glUniformMatrix{suffix}fv")
        command(location, 1, False, np.float32(values))
        return
    letters = {Scalar.FLOAT: "f", Scalar.UINT: "ui"}.get(type_.scalar, "i")
    getattr(gl, f"glUniform{type_.size}{letters}")(location, *values)
