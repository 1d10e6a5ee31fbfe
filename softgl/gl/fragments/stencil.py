"""The stencil test: functions, operations and masks of both facings (OpenGL 2.1, 4.1.5, 4.2.2)."""

from __future__ import annotations

from dataclasses import field

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.signature import EnumSet, group
from softgl.gl.api.tables import State
from softgl.records import dataclass

FACES = EnumSet("GL_FRONT GL_BACK GL_FRONT_AND_BACK")
ACTIVE_FACES = EnumSet("GL_FRONT GL_BACK")
FUNCTIONS = group("StencilFunction")
OPERATIONS = group("StencilOp")
MAX_STENCIL = 0xFF  # the largest value of a stencil buffer of 8 bits


@dataclass
class StencilSide(Group):
    """The stencil test of one facing; reference and masks are stored with all 32 bits."""

    func: int = gl.GL_ALWAYS
    reference: int = 0
    value_mask: int = 0xFFFFFFFF
    write_mask: int = 0xFFFFFFFF
    fail: int = gl.GL_KEEP
    depth_fail: int = gl.GL_KEEP
    depth_pass: int = gl.GL_KEEP


@dataclass
class Stencil(Group):
    """The stencil test (`test`: enabled) and the clear value.

    EXT_stencil_two_side, "Interactions with OpenGL 2.0": there are three sets of state. `two_side`:
    True if `side_back` replaces `back`. `active`: the face that glStencilFunc and the like set, and
    that queries read.
    """

    test: bool = False
    two_side: bool = False
    active: int = gl.GL_FRONT
    clear: int = 0
    front: StencilSide = field(default_factory=StencilSide)
    back: StencilSide = field(default_factory=StencilSide)
    side_back: StencilSide = field(default_factory=StencilSide)


def _active_sides(ctx):
    """Returns the sides that commands without a face set."""
    # EXT_stencil_two_side, "Interactions with OpenGL 2.0": "FRONT (the default) sets both front and
    # "OpenGL 2.0" back state; BACK sets "EXT_stencil_two_side" back state."
    stencil = ctx.stencil
    if stencil.active == gl.GL_BACK:
        return [stencil.side_back]
    return [stencil.front, stencil.back]


def _sides(ctx, face):
    """Returns the sides that the separate commands set."""
    stencil = ctx.stencil
    named = ((gl.GL_BACK, stencil.front), (gl.GL_FRONT, stencil.back))
    return [side for other, side in named if face != other]


def _set(sides, **values):
    for side in sides:
        for name, value in values.items():
            setattr(side, name, value)


@command("glClearStencil", keeps_batch=True)
def clear_stencil(ctx, s):
    """Sets the stencil value that glClear writes; its low bits are used."""
    ctx.stencil.clear = s


@command("glStencilFunc", keeps_batch=True, func=FUNCTIONS)
def stencil_func(ctx, func, ref, mask):
    """Sets the comparison, reference and mask of the stencil test."""
    _set(_active_sides(ctx), func=func, reference=ref, value_mask=mask)


@command("glStencilFuncSeparate", keeps_batch=True, face=FACES, func=FUNCTIONS)
def stencil_func_separate(ctx, face, func, ref, mask):
    """Sets the comparison, reference and mask of the stencil test for one facing or both."""
    _set(_sides(ctx, face), func=func, reference=ref, value_mask=mask)


@command("glStencilFuncSeparateATI", frontfunc=FUNCTIONS, backfunc=FUNCTIONS)
def stencil_func_separate_ati(ctx, frontfunc, backfunc, ref, mask):
    """Sets the comparisons of both facings, and one reference and mask for both."""
    stencil_func_separate(ctx, gl.GL_FRONT, frontfunc, ref, mask)
    stencil_func_separate(ctx, gl.GL_BACK, backfunc, ref, mask)


@command("glStencilOp", keeps_batch=True, fail=OPERATIONS, zfail=OPERATIONS, zpass=OPERATIONS)
def stencil_op(ctx, fail, zfail, zpass):
    """Sets the stencil operations: stencil test fails, depth test fails, both pass."""
    _set(_active_sides(ctx), fail=fail, depth_fail=zfail, depth_pass=zpass)


@command(
    "glStencilOpSeparate",
    keeps_batch=True,
    face=FACES,
    sfail=OPERATIONS,
    dpfail=OPERATIONS,
    dppass=OPERATIONS,
)
def stencil_op_separate(ctx, face, sfail, dpfail, dppass):
    """Sets the stencil operations of one facing or both."""
    _set(_sides(ctx, face), fail=sfail, depth_fail=dpfail, depth_pass=dppass)


@command("glStencilMask", keeps_batch=True)
def stencil_mask(ctx, mask):
    """Sets the stencil write mask."""
    _set(_active_sides(ctx), write_mask=mask)


@command("glStencilMaskSeparate", keeps_batch=True, face=FACES)
def stencil_mask_separate(ctx, face, mask):
    """Sets the stencil write mask of one facing or both."""
    _set(_sides(ctx, face), write_mask=mask)


@command("glActiveStencilFaceEXT", keeps_batch=True, face=ACTIVE_FACES)
def active_stencil_face(ctx, face):
    """Selects the face that commands without a face set: EXT_stencil_two_side."""
    ctx.stencil.active = face


def clamped_reference(reference: int) -> int:
    """Clamps a reference "to the range [0, 2^s - 1]", as the test uses it (OpenGL 2.1, 4.1.5)."""
    return min(max(reference, 0), MAX_STENCIL)


FIELDS = {
    "FUNC": ("func", int),
    "REF": ("reference", clamped_reference),
    "VALUE_MASK": ("value_mask", int),
    "WRITEMASK": ("write_mask", int),
    "FAIL": ("fail", int),
    "PASS_DEPTH_FAIL": ("depth_fail", int),
    "PASS_DEPTH_PASS": ("depth_pass", int),
}
"""The queries of a facing: the field, and its conversion; glGetIntegerv keeps the bits of masks."""


def _queries():
    for suffix, (name, convert) in FIELDS.items():

        def active(ctx, name=name, convert=convert):
            return convert(getattr(_active_sides(ctx)[0], name))

        def back(ctx, name=name, convert=convert):
            return convert(getattr(ctx.stencil.back, name))

        yield getattr(gl, f"GL_STENCIL_{suffix}"), active
        yield getattr(gl, f"GL_STENCIL_BACK_{suffix}"), back


STATE = State(
    values={
        gl.GL_STENCIL_CLEAR_VALUE: "stencil.clear",
        gl.GL_ACTIVE_STENCIL_FACE_EXT: "stencil.active",
        **dict(_queries()),
    },
    capabilities={
        gl.GL_STENCIL_TEST: "stencil.test",
        gl.GL_STENCIL_TEST_TWO_SIDE_EXT: "stencil.two_side",
    },
)
