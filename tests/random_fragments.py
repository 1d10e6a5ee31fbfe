"""Random states of the per-fragment operations: the GL calls that set, draw and read them.

`gl` is a module or namespace with the names of OpenGL.GL. Everything is drawn over the whole of a
small framebuffer object, with colours that come from program parameters, so that every fragment is
known exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tests.drivers.drawing import use_programs
from tests.reference import per_fragment as reference
from tests.reference.per_fragment import Buffer, Depth, Fragment, Pixel, Side, State

WIDTH, HEIGHT = 7, 6  # no multiple of a block
BUFFERS = {
    "RGBA8": Buffer(),
    "RGB8": Buffer(alpha=False),
    "RGBA16": Buffer(16),
    "SRGB8_ALPHA8": Buffer(srgb=True),
    "RGBA16F": Buffer(16, fixed=False),
    "RGB32F": Buffer(32, fixed=False, alpha=False),
    "RGBA32F": Buffer(32, fixed=False),
}
# The format of depth and stencil: what there is of both.
DEPTHS = {
    None: (None, False),
    "DEPTH_COMPONENT16": (Depth(16), False),
    "DEPTH_COMPONENT24": (Depth(), False),
    "DEPTH_COMPONENT32": (Depth(32), False),
    "DEPTH_COMPONENT32F": (Depth(fixed=False), False),
    "DEPTH24_STENCIL8": (Depth(), True),
    "DEPTH32F_STENCIL8": (Depth(fixed=False), True),
}
STENCIL_VALUES = (0, 1, 3, 85, 128, 170, 254, 255)


@dataclass(frozen=True)
class Layer:
    """Fragments over the whole view; those left of the column `killed` are discarded."""

    fragment: Fragment
    killed: int = 0


@dataclass(frozen=True)
class Case:
    """A state, contents of the buffers, a draw, and a clear at the end.

    two_side : True if back faces go by EXT_stencil_two_side. by_program : True if the program
    gives the depth. several : True if it gives a colour for each draw buffer.
    """

    state: State
    formats: tuple[str | None, ...]
    depth_format: str | None
    pixels: list
    layers: list
    clear: tuple
    two_side: bool = False
    by_program: bool = False
    several: bool = True


def _maybe(rng, value, odds=0.5):
    return value if rng.random() < odds else None


def _color(rng, low=-0.5, high=1.5):
    return tuple(float(np.float32(v)) for v in rng.uniform(low, high, 4))


def _side(rng):
    return Side(
        rng.choice(list(reference.COMPARE)),
        int(rng.choice([*STENCIL_VALUES, -7, 300])),
        int(rng.choice([0xFFFFFFFF, 0x0F, 0xF1, 0xFFFFFF7F])),
        int(rng.choice([0xFFFFFFFF, 0x3C, 0xFFFFFF0F])),
        tuple(rng.choice(list(reference.STENCIL), 3)),
    )


def random_case(rng, formats=tuple(BUFFERS)) -> Case:
    """A case with some of the formats as colour buffers."""
    chosen = [_maybe(rng, str(rng.choice(formats)), 0.85) for _ in range(rng.integers(1, 4))]
    chosen[0] = chosen[0] or str(formats[0])
    buffers = tuple(format_ and BUFFERS[format_] for format_ in chosen)
    both = ["DEPTH24_STENCIL8", "DEPTH32F_STENCIL8"]
    kinds = list(DEPTHS) if rng.random() < 0.5 else both
    depth_format = kinds[rng.integers(len(kinds))]
    depth_buffer, stencil_buffer = DEPTHS[depth_format]
    factors = list(reference.FACTORS)
    targets = [f for f in factors if f != "SRC_ALPHA_SATURATE"]
    several = bool(rng.random() < 0.7)
    state = State(
        buffers=buffers,
        depth_buffer=depth_buffer,
        stencil_buffer=stencil_buffer,
        clamp=str(rng.choice(["TRUE", "FALSE", "FIXED_ONLY"])),
        fog=_maybe(rng, (0.25, 4.25, _color(rng)), 0.2),
        scissor=_maybe(rng, tuple(int(v) for v in rng.integers((-1, -1, 1, 1), (4, 4, 9, 9)))),
        alpha=_maybe(rng, (str(rng.choice(list(reference.COMPARE))), _color(rng)[0]), 0.3),
        stencil=_maybe(rng, (_side(rng), _side(rng)), 0.6),
        depth=_maybe(rng, str(rng.choice(list(reference.COMPARE))), 0.6),
        depth_mask=bool(rng.random() < 0.8),
        blend=tuple(bool(rng.random() < 0.7) for _ in buffers),
        factors=tuple(str(rng.choice(kind)) for kind in (factors, targets, factors, targets)),
        equations=tuple(str(e) for e in rng.choice(list(reference.EQUATIONS), 2)),
        blend_color=_color(rng),
        srgb=bool(rng.random() < 0.5),
        logic_op=_maybe(rng, str(rng.choice(list(reference.LOGIC))), 0.25),
        masks=tuple(
            tuple(bool(v) for v in rng.random(4) < 0.7) if rng.random() < 0.5 else (True,) * 4
            for _ in buffers
        ),
    )
    layers = [
        Layer(
            Fragment(
                tuple(_color(rng) for _ in (buffers if several else buffers[:1])),
                float(rng.integers(65)) / 64,
                bool(rng.random() < 0.5),
                float(rng.integers(20)) / 4,
            ),
            int(rng.choice([0, 0, 3])),
        )
        for _ in range(5)
    ]
    clear = (_maybe(rng, _color(rng)), _maybe(rng, 0.25), _maybe(rng, 0x1A5))
    case = Case(
        state, tuple(chosen), depth_format, _pixels(rng, state), layers, clear,
        bool(rng.random() < 0.3), bool(rng.random() < 0.3), several,
    )  # fmt: skip
    bounds = _maybe(rng, tuple(float(b) for b in sorted(rng.integers(-4, 69, 2) / 64)), 0.3)
    return replace(case, state=replace(state, bounds=bounds))


def _pixels(rng, state):
    """The initial values of the buffers, as glClear takes them: colours, depth and stencil."""
    return [
        [
            (
                [_color(rng, *((0, 1) if b and b.fixed else (-1, 2))) for b in state.buffers],
                float(rng.integers(17)) / 16,
                int(rng.choice(STENCIL_VALUES)),
            )
            for _ in range(WIDTH)
        ]
        for _ in range(HEIGHT)
    ]


# -- the reference ---------------------------------------------------------------------------------


def expected(case: Case):
    """The pixels by the reference: rows from the bottom."""
    plain = State(case.state.buffers, case.state.depth_buffer, case.state.stencil_buffer)
    plain = replace(plain, masks=((True,) * 4,) * len(plain.buffers))
    rows = []
    for y in range(HEIGHT):
        rows.append([])
        for x in range(WIDTH):
            colors, depth, stencil = case.pixels[y][x]
            pixel = Pixel([b and [0, 0, 0, b.store(np.float32(1))] for b in plain.buffers], 0, 0)
            for number, buffer in enumerate(plain.buffers):
                if buffer is not None:
                    only = tuple(b if n == number else None for n, b in enumerate(plain.buffers))
                    reference.clear(replace(plain, buffers=only), pixel, x, y, colors[number])
            reference.clear(plain, pixel, x, y, None, depth, stencil)
            for layer in case.layers:
                fragment = replace(layer.fragment, killed=x < layer.killed)
                reference.draw_fragment(case.state, pixel, x, y, fragment)
            reference.clear(case.state, pixel, x, y, *case.clear)
            rows[-1].append(pixel)
    return rows


# -- GL --------------------------------------------------------------------------------------------

VERTEX = """!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.fogcoord.x, program.env[0].x;
END
"""


def program(case: Case) -> str:
    """Colour n is environment parameter n; 8 has the column below which is killed, and depth."""
    state = case.state
    lines = ["!!ARBfp1.0"]
    if case.several:
        lines.append("OPTION ARB_draw_buffers;")
    if state.fog:
        lines.append("OPTION ARB_fog_linear;")
    lines.append("TEMP t;")
    if any(layer.killed for layer in case.layers):
        lines += ["SUB t.x, fragment.position.x, program.env[8].x;", "KIL t.x;"]
    for number in range(len(state.buffers) if case.several else 1):
        index = f"[{number}]" if case.several else ""
        lines.append(f"MOV result.color{index}, program.env[{number}];")
    if case.by_program:
        lines.append("MOV result.depth.z, program.env[8].y;")
    return "\n".join([*lines, "END", ""])


def make_buffers(gl, case: Case):
    """A framebuffer object, bound, with the contents of the case in its buffers."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
    points = [(gl.GL_COLOR_ATTACHMENT0 + n, f) for n, f in enumerate(case.formats)]
    both = case.depth_format and "STENCIL" in case.depth_format
    point = gl.GL_DEPTH_STENCIL_ATTACHMENT if both else gl.GL_DEPTH_ATTACHMENT
    for point_, format_ in [*points, (point, case.depth_format)]:
        if format_ is not None:
            name = gl.glGenRenderbuffers(1)
            gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, name)
            enum = getattr(gl, f"GL_{format_}")
            gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, enum, WIDTH, HEIGHT)
            gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, point_, gl.GL_RENDERBUFFER, name)
    gl.glEnable(gl.GL_SCISSOR_TEST)
    for number, format_ in enumerate(case.formats):
        if format_ is not None:
            gl.glDrawBuffer(gl.GL_COLOR_ATTACHMENT0 + number)
            for y, x in np.ndindex(HEIGHT, WIDTH):
                gl.glScissor(x, y, 1, 1)
                gl.glClearColor(*case.pixels[y][x][0][number])
                gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    for y, x in np.ndindex(HEIGHT, WIDTH):
        gl.glScissor(x, y, 1, 1)
        gl.glClearDepth(case.pixels[y][x][1])
        gl.glClearStencil(case.pixels[y][x][2])
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT | gl.GL_STENCIL_BUFFER_BIT)
    gl.glDisable(gl.GL_SCISSOR_TEST)
    drawn = [gl.GL_COLOR_ATTACHMENT0 + n if f else gl.GL_NONE for n, f in enumerate(case.formats)]
    gl.glDrawBuffers(len(drawn), np.array(drawn, np.uint32))


def switch(gl, cap, on):
    (gl.glEnable if on else gl.glDisable)(getattr(gl, f"GL_{cap}"))


def set_stencil(gl, case: Case):
    switch(gl, "STENCIL_TEST", True)
    front, back = case.state.stencil
    if case.two_side:
        switch(gl, "STENCIL_TEST_TWO_SIDE_EXT", True)
    for face, side in (("FRONT", front), ("BACK", back)):
        func, operations = getattr(gl, f"GL_{side.func}"), side.operations
        operations = [getattr(gl, f"GL_{name}") for name in operations]
        face = getattr(gl, f"GL_{face}")
        if case.two_side:
            gl.glActiveStencilFaceEXT(face)
            gl.glStencilFunc(func, side.reference, side.value_mask)
            gl.glStencilOp(*operations)
            gl.glStencilMask(side.write_mask)
        else:
            gl.glStencilFuncSeparate(face, func, side.reference, side.value_mask)
            gl.glStencilOpSeparate(face, *operations)
            gl.glStencilMaskSeparate(face, side.write_mask)


def set_state(gl, case: Case):
    """The calls for the state of a case."""
    state = case.state
    clamps = {"TRUE": gl.GL_TRUE, "FALSE": gl.GL_FALSE, "FIXED_ONLY": gl.GL_FIXED_ONLY_ARB}
    gl.glClampColorARB(gl.GL_CLAMP_FRAGMENT_COLOR_ARB, clamps[state.clamp])
    if state.fog:
        start, end, color = state.fog
        gl.glFogf(gl.GL_FOG_START, start)
        gl.glFogf(gl.GL_FOG_END, end)
        gl.glFogfv(gl.GL_FOG_COLOR, color)
    if state.scissor:
        switch(gl, "SCISSOR_TEST", True)
        gl.glScissor(*state.scissor)
    if state.alpha:
        switch(gl, "ALPHA_TEST", True)
        gl.glAlphaFunc(getattr(gl, f"GL_{state.alpha[0]}"), state.alpha[1])
    if state.stencil:
        set_stencil(gl, case)
    if state.depth:
        switch(gl, "DEPTH_TEST", True)
        gl.glDepthFunc(getattr(gl, f"GL_{state.depth}"))
    if state.bounds:
        switch(gl, "DEPTH_BOUNDS_TEST_EXT", True)
        gl.glDepthBoundsEXT(*state.bounds)
    gl.glDepthMask(state.depth_mask)
    for number, (blend, mask) in enumerate(zip(state.blend, state.masks, strict=True)):
        (gl.glEnableIndexedEXT if blend else gl.glDisableIndexedEXT)(gl.GL_BLEND, number)
        gl.glColorMaskIndexedEXT(number, *mask)
    gl.glBlendFuncSeparate(*(getattr(gl, f"GL_{name}") for name in state.factors))
    gl.glBlendEquationSeparate(*(getattr(gl, f"GL_{name}") for name in state.equations))
    gl.glBlendColor(*state.blend_color)
    switch(gl, "FRAMEBUFFER_SRGB", state.srgb)
    if state.logic_op:
        switch(gl, "COLOR_LOGIC_OP", True)
        gl.glLogicOp(getattr(gl, f"GL_{state.logic_op}"))


def draw_layer(gl, case: Case, layer: Layer):
    fragment = layer.fragment
    target = gl.GL_FRAGMENT_PROGRAM_ARB
    for number, color in enumerate(fragment.colors):
        gl.glProgramEnvParameter4fARB(target, number, *color)
    gl.glProgramEnvParameter4fARB(target, 8, layer.killed, fragment.depth, 0, 0)
    gl.glProgramEnvParameter4fARB(gl.GL_VERTEX_PROGRAM_ARB, 0, fragment.fog, 0, 0, 0)
    corners = [(-1, -1), (3, -1), (-1, 3)]
    z = 0.0 if case.by_program else 2 * fragment.depth - 1
    gl.glBegin(gl.GL_TRIANGLES)
    for corner in corners if fragment.front else corners[::-1]:
        gl.glVertex3f(*corner, z)
    gl.glEnd()


def run(gl, case: Case):
    """Draws a case; returns (colours of each buffer, depths, stencil values, samples).

    Fixed-point components are integers; absent buffers are None.
    """
    make_buffers(gl, case)
    use_programs(gl, VERTEX, program(case))
    set_state(gl, case)
    gl.glViewport(0, 0, WIDTH, HEIGHT)
    gl.glBeginQuery(gl.GL_SAMPLES_PASSED, 1)
    for layer in case.layers:
        draw_layer(gl, case, layer)
    gl.glEndQuery(gl.GL_SAMPLES_PASSED)
    color, depth, stencil = case.clear
    gl.glClearColor(*(color or (0, 0, 0, 0)))
    gl.glClearDepth(depth or 0)
    gl.glClearStencil(stencil or 0)
    bits = (gl.GL_COLOR_BUFFER_BIT, gl.GL_DEPTH_BUFFER_BIT, gl.GL_STENCIL_BUFFER_BIT)
    pairs = zip(bits, case.clear, strict=True)
    gl.glClear(sum(bit for bit, value in pairs if value is not None))
    samples = int(gl.glGetQueryObjectuiv(1, gl.GL_QUERY_RESULT))
    return *read(gl, case), samples


def read(gl, case: Case):
    colors = []
    for number, buffer in enumerate(case.state.buffers):
        if buffer is None:
            colors.append(None)
            continue
        gl.glReadBuffer(gl.GL_COLOR_ATTACHMENT0 + number)
        # Exact for 16 bits too.
        kind, dtype = ("UNSIGNED_SHORT", np.uint16) if buffer.fixed else ("FLOAT", np.float32)
        values = read_plane(gl, "RGBA", kind, dtype).reshape(HEIGHT, WIDTH, 4)
        colors.append(values // (0xFFFF // buffer.maximum) if buffer.fixed else values)
    depths = stencils = None
    if case.state.depth_buffer:
        kind = "UNSIGNED_INT" if case.state.depth_buffer.fixed else "FLOAT"
        dtype = np.uint32 if case.state.depth_buffer.fixed else np.float32
        depths = read_plane(gl, "DEPTH_COMPONENT", kind, dtype)
        if case.state.depth_buffer.fixed:
            depths = depths >> np.uint32(32 - case.state.depth_buffer.bits)
    if case.state.stencil_buffer:
        stencils = read_plane(gl, "STENCIL_INDEX", "UNSIGNED_BYTE", np.uint8)
    return colors, depths, stencils


def read_plane(gl, format_, kind, dtype):
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    enums = getattr(gl, f"GL_{format_}"), getattr(gl, f"GL_{kind}")
    data = gl.glReadPixels(0, 0, WIDTH, HEIGHT, *enums)
    values = np.frombuffer(data, dtype) if isinstance(data, bytes) else np.asarray(data, dtype)
    return values.reshape(HEIGHT, WIDTH, -1).squeeze() if format_ != "RGBA" else values
