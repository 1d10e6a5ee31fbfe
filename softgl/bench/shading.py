"""Frames of fragment work: clears, fill, arithmetic, special functions, layers of blending.

As in all modules of frames, a function takes (gl, amount), sets a frame up in the current context
and returns its draw function.
"""

from __future__ import annotations

from softgl.bench.drawing import use_programs, whole_view

CORNERS = ((0, 0, 0.1, 1), (1, 0, 0.2, 0.9), (1, 1, 0.3, 0.8), (0, 1, 0.4, 0.7))
# Dependent instructions whose values stay bounded.
ARITHMETIC = (
    "MAD r0, r0, r1, fragment.texcoord[0];",
    "MUL r1, r0.yzwx, c;",
    "ADD r0, r0, -r1.wzyx;",
    "MAD r1, r1, {number}, c;",
)
SPECIAL = (
    "RSQ r1.{to}, r0.{of};",
    "POW r1.{to}, r0.{of}, c.x;",
    "SIN r1.{to}, r0.{of};",
    "COS r1.{to}, r0.{of};",
    "EX2 r1.{to}, r0.{of};",
    "LG2 r1.{to}, r0.{of};",
)


def clears(gl, amount):
    """`amount` clears of colour and depth."""
    gl.glClearColor(0.2, 0.4, 0.6, 1.0)

    def frame():
        for _ in range(amount):
            gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)

    return frame


def flat_quad(gl, amount):
    """`amount` quads of one colour over the whole view."""
    use_programs(gl)
    draw = whole_view(gl, color=(0.2, 0.4, 0.6, 1.0))

    def frame():
        for _ in range(amount):
            draw()

    return frame


def blended_layers(gl, amount):
    """`amount` quads over the whole view, each blended with the framebuffer."""
    frame = flat_quad(gl, amount)
    gl.glColor4f(0.8, 0.5, 0.2, 0.1)
    gl.glDisableClientState(gl.GL_COLOR_ARRAY)
    gl.glEnable(gl.GL_BLEND)
    gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
    return frame


def arithmetic(gl, amount):
    """A fragment program of `amount` instructions over four components."""
    use_programs(gl, fragment=arithmetic_program(amount))
    return whole_view(gl, CORNERS)


def special_functions(gl, amount):
    """A fragment program of `amount` RSQ, POW, SIN, COS, EX2 and LG2, of one component each."""
    body = []
    for i in range(amount):
        body.append(SPECIAL[i % 6].format(to="xyzw"[i % 4], of="xyzw"[i // 6 % 4]))
        if i % 6 == 5:
            body += ["MAD r0, r1, c, r0;", "ABS r0, r0;"]  # RSQ and POW need positive values
    use_programs(gl, fragment=_program(body))
    return whole_view(gl, CORNERS)


def arithmetic_program(instructions: int) -> str:
    """The text of the program of `arithmetic`, of at least three instructions."""
    numbers = (0.25 + i // 4 % 64 / 256 for i in range(instructions - 3))
    return _program(ARITHMETIC[i % 4].format(number=number) for i, number in enumerate(numbers))


def _program(body):
    return "\n".join(
        [
            "!!ARBfp1.0",
            "PARAM c = { 0.2, -0.15, 0.125, 0.18 };",
            "TEMP r0, r1;",
            "MOV r0, fragment.texcoord[0];",
            "MOV r1, c;",
            *body,
            "MOV result.color, r0;",
            "END\n",
        ]
    )
