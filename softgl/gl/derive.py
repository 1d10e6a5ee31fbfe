"""State to keys and records: the one module that knows both GL's words and the pipeline's.

A draw command ends in `draw`, which reads the context, never changes it, and hands the pipeline a
`DrawCall`. What shapes code becomes a key of `softgl.pipeline.keys`; the rest becomes arrays.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from softgl import pipeline
from softgl.asm import parse
from softgl.gl import enums as gl
from softgl.gl.arguments import Refused
from softgl.gl.attributes import ALIASES
from softgl.gl.built_in_vertex import built_in_vertex
from softgl.gl.derive_primitives import derive_primitives, extra_outputs
from softgl.gl.fixed_function import check_fixed_function
from softgl.gl.matrix_tracking import with_tracked
from softgl.gl.parameter_buffers import buffer_words
from softgl.gl.program_state import ProgramState
from softgl.gl.programs import has_aliases
from softgl.gl.state import as_clamped, clamps, draws_srgb, scissor_box
from softgl.gl.stencil import clamped_reference
from softgl.ir.program import Binding, Constant, Program, Stage
from softgl.pipeline.assemble import MODES
from softgl.pipeline.draw import DrawCall
from softgl.pipeline.fetch import VertexStream
from softgl.pipeline.framebuffer import BLOCK
from softgl.pipeline.interpolate import FOG_COORDINATE, source_of
from softgl.pipeline.keys import (
    BlendKey,
    DepthKey,
    FragmentKey,
    SetupKey,
    StencilFace,
    StencilKey,
    VertexKey,
)
from softgl.pipeline.per_fragment import (
    COMPARISONS,
    EQUATIONS,
    FACTORS,
    LOGIC_OPS,
    STENCIL_MAX,
    STENCIL_OPS,
    FragmentTests,
)
from softgl.pipeline.resources import Resources, TextureKeys
from softgl.pipeline.vertex import Viewport


def _words(names, prefix="GL_") -> dict[int, str]:
    """GL's enums for the pipeline's words."""
    return {getattr(gl, prefix + name.upper()): name for name in names}


PRIMITIVES = _words(MODES)
DEPTH_FUNCS = _words(COMPARISONS)
STENCIL_FUNCS = ALPHA_FUNCS = DEPTH_FUNCS
STENCIL_OPERATIONS = _words(STENCIL_OPS)
LOGIC_OPERATIONS = _words(LOGIC_OPS)
BLEND_FACTORS = _words(FACTORS)
BLEND_EQUATIONS = _words(EQUATIONS)

BACK = {
    Binding(f"result.color.front.{which}"): Binding(f"result.color.back.{which}")
    for which in ("primary", "secondary")
}  # what takes the place of front colours
COLORS = frozenset(BACK)  # what glShadeModel(GL_FLAT) makes flat


def draw(ctx, mode: int, stream: VertexStream) -> None:
    """Draw a stream of vertices as primitives of `mode` with the state of the context.

    Raises `Refused` for what cannot be drawn: an enabled program that is not valid.
    """
    check_fixed_function(ctx)
    vertex_program, fragment_program = current_programs(ctx)
    fragment = derive_fragment_key(ctx, vertex_program, fragment_program)
    stream = completed(stream, vertex_program)
    if has_aliases(vertex_program):
        _alias(ctx, stream)
    call = DrawCall(
        mode=PRIMITIVES[mode],
        stream=stream,
        vertex=derive_vertex_key(ctx, vertex_program, fragment, stream),
        setup=derive_setup_key(ctx),
        fragment=fragment,
        viewport=Viewport(**vars(ctx.viewport)),
        vertex_resources=derive_resources(ctx, vertex_program),
        fragment_resources=derive_resources(ctx, fragment_program),
        blend_color=ctx.color.blend_color,
        fog=derive_fog(ctx),
        tests=derive_tests(ctx, fragment),
        primitives=derive_primitives(ctx, vertex_program),
    )
    if ctx.occlusion.discards:
        return
    pipeline.draw.draw(ctx.engine, ctx.framebuffer, call, ctx.threads)


# -- programs --------------------------------------------------------------------------------------

GENERIC_POSITION, POSITION = Binding("vertex.attrib", (0,)), Binding("vertex.position")
VERTEX_ID, INSTANCE = Binding("vertex.id"), Binding("vertex.instance")


def completed(stream, program):
    """The stream with what a program may read besides the attributes that were given."""
    for values in (stream.attributes, stream.constants):
        if POSITION in values:
            # Generic attribute 0 is the position: ARB_vertex_program, "Vertex Attribute 0".
            values[GENERIC_POSITION] = values[POSITION]
    # NV_vertex_program4, 2.X.3.2: "The "y", "z", and "w" components [...] are undefined"; here 0.
    if VERTEX_ID in program.attributes:
        numbers = np.zeros((stream.count, 4), np.uint32)
        numbers[:, 0] = np.arange(stream.count) + stream.first
        stream.attributes[VERTEX_ID] = numbers.view(np.float32)
    number = np.array([stream.instance, 0, 0, 0], np.uint32)
    stream.constants[INSTANCE] = number.view(np.float32)
    return stream


def _alias(ctx, stream) -> None:
    """Give generic attributes the values of their conventional aliases, where those were set last.

    A conventional array that a generic one takes the place of is not in the stream.
    """
    for generic, conventional in ALIASES.items():
        if conventional in stream.attributes:
            stream.attributes[generic] = stream.attributes[conventional]
        elif generic not in stream.attributes and not ctx.vertex.generic_later[generic]:
            stream.constants[generic] = stream.constants[conventional]


def current_programs(ctx) -> tuple[Program, Program]:
    """The vertex and the fragment program of a draw: the enabled ones, else built-in ones."""
    vertex = enabled_program(ctx.programs.vertex, "vertex")
    fragment = enabled_program(ctx.programs.fragment, "fragment")
    if fragment is None:
        target = ctx.texturing.units[0].enabled
        textured = target is not None and _complete(ctx, 0, target) is not None
        text = BUILT_IN_TEXTURED.format(target=target) if textured else BUILT_IN_FRAGMENT
        fragment = built_in_program(text + (BUILT_IN_SUM if has_aliases(vertex) else BUILT_IN_END))
    if vertex is None:
        attenuated = ctx.points.distance_attenuation != (1.0, 0.0, 0.0)
        by_coordinate = ctx.fog.coord_src == gl.GL_FOG_COORD
        vertex = built_in_program(
            built_in_vertex(fragment, attenuated=attenuated, fog_coordinate=by_coordinate)
        )
    return vertex, fragment


def enabled_program(target, name):
    """The program of an enabled target; None for a target that is not enabled."""
    if not target.enabled:
        return None
    if target.bound.program is None:
        # ARB_vertex_program: "INVALID_OPERATION is generated by Begin ... if vertex program mode is
        # enabled and the currently bound vertex program object does not contain a valid program."
        raise Refused(gl.GL_INVALID_OPERATION, f"the bound {name} program is not valid")
    return target.bound.program


BUILT_IN_FRAGMENT = """!!ARBfp1.0
TEMP color;
MOV color, fragment.color;
"""

BUILT_IN_TEXTURED = """!!ARBfp1.0
TEMP color;
TXP color, fragment.texcoord[0], texture[0], {target};
MUL color, color, fragment.color;
"""
BUILT_IN_END = """MOV result.color, color;
END"""

# NV_vertex_program, 3.9: the secondary color comes from the program, and "the alpha component of
# csec when program mode is enabled is always zero."
BUILT_IN_SUM = """ADD result.color.xyz, color, fragment.color.secondary;
MOV result.color.w, color.w;
END"""


@cache
def built_in_program(source: str) -> Program:
    """A program in the place of fixed-function shading: transform, colour, one texture."""
    return parse(source)


# -- keys ------------------------------------------------------------------------------------------


def derive_vertex_key(ctx, program, fragment: FragmentKey, stream) -> VertexKey:
    """What shapes the vertex kernel; the outputs are what the fragment program reads."""
    varying = tuple(binding in stream.attributes for binding in program.attributes)
    textures = derive_texture_keys(ctx, program)
    outputs = fragment.varyings + extra_outputs(ctx, program)
    return VertexKey(program, varying, outputs, textures, clamps(ctx, "vertex"))


def derive_texture_keys(ctx, program: Program) -> TextureKeys:
    """What shapes the code of a program's texture instructions."""
    return tuple((o.unit, o.target, _texture(ctx, o)[0]) for o in program.textures())


def derive_setup_key(ctx) -> SetupKey:
    """Culling and winding."""
    polygon = ctx.polygon
    both = polygon.cull_mode == gl.GL_FRONT_AND_BACK
    return SetupKey(
        cull_front=polygon.cull and (both or polygon.cull_mode == gl.GL_FRONT),
        cull_back=polygon.cull and (both or polygon.cull_mode == gl.GL_BACK),
        front_clockwise=polygon.front_face == gl.GL_CW,
    )


def derive_fragment_key(ctx, vertex_program, program) -> FragmentKey:
    """What shapes the raster kernel."""
    sources = {source_of(attribute) for attribute in program.attributes} - {None}
    two_side = ctx.programs.vertex.enabled and ctx.programs.two_side
    if two_side:
        sources |= {BACK[source] for source in sources & BACK.keys()}
    if program.fog:
        sources.add(FOG_COORDINATE)
    varyings = tuple(b for b in vertex_program.results if b in sources)
    flat = COLORS if ctx.lighting.shade_model == gl.GL_FLAT else frozenset()
    depth, frame = None, ctx.framebuffer
    # OpenGL 2.1, 4.1.5: without a stencil buffer "it is as if the stencil tests always pass".
    stencil_test = ctx.stencil.test and frame.stencil_plane is not None
    alpha_test = ctx.color.alpha_test and ctx.color.alpha_func != gl.GL_ALWAYS
    if ctx.depth.test and frame.depth_plane is not None:
        depth = DepthKey(DEPTH_FUNCS[ctx.depth.func], ctx.depth.mask)
    return FragmentKey(
        program=program,
        varyings=varyings,
        flat=frozenset(varyings) & flat,
        textures=derive_texture_keys(ctx, program),
        depth=depth,
        # OpenGL 2.1, 4.1.10: with the logical operation enabled it is as if blending were not.
        blend=derive_blend_key(ctx.color) if ctx.color.blend and not ctx.color.logic else None,
        color_mask=ctx.color.mask,
        targets=frame.targets,
        depth_format=frame.depth_format,
        two_side=two_side,
        cut=derive_cut(ctx),
        alpha_func=ALPHA_FUNCS[ctx.color.alpha_func] if alpha_test else None,
        stencil=derive_stencil_key(ctx.stencil) if stencil_test else None,
        logic_op=LOGIC_OPERATIONS[ctx.color.logic_op] if ctx.color.logic else None,
        counted=ctx.occlusion.active is not None,
        clamped=clamps(ctx, "fragment"),
        srgb=ctx.color.srgb and draws_srgb(ctx),
        depth_clamp=ctx.transform.depth_clamp,
    )


def derive_cut(ctx) -> bool:
    """Whether what may be drawn ends within 4x4 blocks of pixels, so that each is looked at.

    Beyond the edge of a plane there is only padding; but it must not be counted.
    """
    frame, counted = ctx.framebuffers.planned(), ctx.occlusion.active is not None
    left, low, right, high = scissor_box(ctx) or (0, 0, frame.width, frame.height)
    planes = [p for p in (*frame.colors, frame.depth_plane, frame.stencil_plane) if p is not None]
    padded_x = not counted and all(plane.width == right for plane in planes)
    padded_y = not counted and all(plane.height == high for plane in planes)
    ends = [end for end, padded in ((right, padded_x), (high, padded_y)) if not padded]
    return any(edge % BLOCK for edge in (left, low, *ends))


def _stencil_sides(stencil):
    """The sets of state of front and back faces."""
    return stencil.front, stencil.side_back if stencil.two_side else stencil.back


def derive_stencil_key(stencil) -> StencilKey:
    """The stencil test, in the pipeline's words."""
    front, back = _stencil_sides(stencil)
    faces = [
        StencilFace(
            STENCIL_FUNCS[side.func],
            STENCIL_OPERATIONS[side.fail],
            STENCIL_OPERATIONS[side.depth_fail],
            STENCIL_OPERATIONS[side.depth_pass],
        )
        for side in (front, back)
    ]
    return StencilKey(faces[0], None if front == back else faces[1])


def derive_blend_key(color) -> BlendKey:
    """Blending, in the pipeline's words."""
    return BlendKey(
        BLEND_FACTORS[color.blend_src_rgb],
        BLEND_FACTORS[color.blend_dst_rgb],
        BLEND_FACTORS[color.blend_src_alpha],
        BLEND_FACTORS[color.blend_dst_alpha],
        BLEND_EQUATIONS[color.blend_equation_rgb],
        BLEND_EQUATIONS[color.blend_equation_alpha],
    )


# -- records ---------------------------------------------------------------------------------------

_NO_TEXTURE = {
    "texels": np.zeros(1, np.uint32),
    "levels": np.zeros(1, np.int32),
    "settings": np.zeros(1, np.float32),
}


def _complete(ctx, unit, target):
    """The sampler of a unit's texture: (key, arrays), or None if it is not complete."""
    texture_unit = ctx.texturing.units[unit]
    return texture_unit.bound[target].sampler(texture_unit.lod_bias)


def _texture(ctx, operand):
    targets = ctx.texturing.units[operand.unit].bound
    if operand.target not in targets:
        raise Refused(
            gl.GL_INVALID_OPERATION,
            f"a program samples a {operand.target} texture; there are only "
            f"{', '.join(targets)} ones yet",
        )
    return _complete(ctx, operand.unit, operand.target) or (None, _NO_TEXTURE)


def derive_resources(ctx, program: Program) -> Resources:
    """The arrays that a program reads."""
    textures = [_texture(ctx, operand)[1] for operand in program.textures()]
    return Resources(parameter_words(ctx, program), buffer_words(ctx, program), textures)


def derive_tests(ctx, key: FragmentKey) -> FragmentTests:
    """What the per-fragment tests compare with, and where a query counts."""
    values = []
    for side in _stencil_sides(ctx.stencil):
        values += [clamped_reference(side.reference), side.value_mask, side.write_mask]
    return FragmentTests(
        box=scissor_box(ctx),
        alpha=as_clamped(ctx, (ctx.color.alpha_reference,))[0],
        stencil=tuple(value & STENCIL_MAX for value in values),
        samples=ctx.occlusion.active.plane if key.counted else None,
    )


def derive_fog(ctx) -> tuple[float, ...]:
    """What the fog options read: density, start, end, 1 / (end - start), then the color."""
    state = ProgramState(ctx)
    names = ("state.fog.params", "state.fog.color")
    return tuple(value for name in names for value in state.vector(Binding(name)))


def parameter_words(ctx, program: Program) -> np.ndarray:
    """The words of every parameter register of a program, flat, at least one register."""
    words = np.zeros((max(1, len(program.parameters)), 4), np.uint32)
    fragment = program.stage is Stage.FRAGMENT
    target = ctx.programs.fragment if fragment else ctx.programs.vertex
    env = target.env if fragment else with_tracked(ctx, target.env)
    state = ProgramState(ctx)
    for register, parameter in enumerate(program.parameters):
        if isinstance(parameter, Constant):
            words[register] = parameter.words
        elif parameter.name == "program.env":
            words[register] = env[parameter.indices[0]]
        elif parameter.name == "program.named":
            words[register] = target.bound.named[parameter.indices[0]]
        elif parameter.name == "program.local":
            words[register] = target.bound.local[parameter.indices[0]]
        else:
            words[register] = state.vector(parameter).view(np.uint32)
    return words.reshape(-1)
