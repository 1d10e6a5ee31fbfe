"""State to keys and records: the one place that knows both GL's words and the pipeline's.

Fragments are the matter of `derive_fragments`, primitives that of `derive_primitives`, and
`derive_pixels` draws images. A draw command ends in `draw`, which reads the context, never changes
it, and hands the pipeline a `DrawCall`. What shapes code becomes a key of `softgl.pipeline.keys`;
the rest becomes arrays.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from softgl import pipeline
from softgl.asm import parse
from softgl.gl import enums as gl
from softgl.gl.arguments import invalid_operation
from softgl.gl.attributes import ALIASES
from softgl.gl.built_in_vertex import built_in_vertex
from softgl.gl.derive_fragments import derive_fog, derive_fragment_key, derive_tests, words
from softgl.gl.derive_primitives import derive_primitives, extra_outputs
from softgl.gl.fixed_function import check_fixed_function
from softgl.gl.matrix_tracking import with_tracked
from softgl.gl.parameter_buffers import buffer_words
from softgl.gl.program_state import ProgramState
from softgl.gl.programs import has_aliases
from softgl.gl.state import clamps, depth_range
from softgl.gl.validation import enabled_program
from softgl.ir.program import Binding, Program, Stage
from softgl.pipeline.assemble import MODES
from softgl.pipeline.draw import DrawCall
from softgl.pipeline.fetch import VertexStream
from softgl.pipeline.keys import FragmentKey, SetupKey, VertexKey
from softgl.pipeline.resources import Resources, TextureKeys
from softgl.pipeline.vertex import Viewport

PRIMITIVES = words(MODES)


def draw(ctx, mode: int, stream: VertexStream) -> None:
    """Draw a stream of vertices as primitives of `mode` with the state of the context.

    Raises `Refused` for what cannot be drawn: an enabled program that is not valid.
    """
    check_fixed_function(ctx)
    vertex_program, fragment_program = current_programs(ctx)
    textures = derive_texture_keys(ctx, fragment_program)
    fragment = derive_fragment_key(ctx, vertex_program, fragment_program, textures)
    stream = completed(stream, vertex_program)
    if has_aliases(vertex_program):
        alias(ctx, stream)
    call = DrawCall(
        mode=PRIMITIVES[mode],
        stream=stream,
        vertex=derive_vertex_key(ctx, vertex_program, fragment, stream),
        setup=derive_setup_key(ctx),
        fragment=fragment,
        viewport=derive_viewport(ctx),
        vertex_resources=derive_resources(ctx, vertex_program),
        fragment_resources=derive_resources(ctx, fragment_program),
        blend_color=ctx.color.blend_color,
        fog=derive_fog(ctx, fragment_program),
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
    for values in (stream.attributes, stream.per_instance, stream.constants):
        if POSITION in values:
            # Generic attribute 0 is the position: ARB_vertex_program, "Vertex Attribute 0".
            values[GENERIC_POSITION] = values[POSITION]
    # NV_vertex_program4, 2.X.3.2: "The "y", "z", and "w" components [...] are undefined"; here 0.
    if VERTEX_ID in program.attributes:
        numbers = np.zeros((stream.each, 4), np.uint32)
        consecutive = np.arange(stream.each) + stream.first
        numbers[:, 0] = consecutive if stream.numbers is None else stream.numbers
        stream.attributes[VERTEX_ID] = numbers.view(np.float32)
    if INSTANCE in program.attributes:
        numbers = np.zeros((stream.instances, 4), np.uint32)
        numbers[:, 0] = np.arange(stream.instances) + stream.instance
        stream.per_instance[INSTANCE] = numbers.view(np.float32)
    return stream


def alias(ctx, stream) -> None:
    """Give generic attributes the values of their conventional aliases, where those were set last.

    A conventional array that a generic one takes the place of is not in the stream.
    """
    for generic, conventional in ALIASES.items():
        if conventional in stream.attributes:
            stream.attributes[generic] = stream.attributes[conventional]
        elif not stream.has_array(generic) and not ctx.vertex.generic_later[generic]:
            stream.constants[generic] = stream.constants[conventional]


def current_programs(ctx) -> tuple[Program, Program]:
    """The vertex and the fragment program of a draw: the enabled ones, else built-in ones."""
    vertex = enabled_program(ctx.programs.vertex)
    fragment = current_fragment_program(ctx, vertex)
    if vertex is None:
        vertex = built_in_program(_vertex_text(ctx, fragment))
    return vertex, fragment


def current_fragment_program(ctx, vertex: Program | None) -> Program:
    """The fragment program of what an enabled vertex program, or none, gives."""
    fragment = enabled_program(ctx.programs.fragment)
    if fragment is not None:
        return fragment
    target = ctx.texturing.units[0].enabled
    complete = target and _complete(ctx, 0, target)
    if complete and complete[0].compare:
        target = f"SHADOW{target}"
    text = BUILT_IN_FRAGMENT
    if complete:
        changed = ".w" if _has_only_alpha(ctx, 0) else ""
        text = BUILT_IN_TEXTURED.format(target=target, changed=changed)
    return built_in_program(text + (BUILT_IN_SUM if has_aliases(vertex) else BUILT_IN_END))


def _has_only_alpha(ctx, unit) -> bool:
    """Whether fixed-function texturing leaves red, green and blue: OpenGL 2.1, table 3.22."""
    texture_unit = ctx.texturing.units[unit]
    return texture_unit.bound[texture_unit.enabled].base_format == "ALPHA"


def _vertex_text(ctx, fragment: Program) -> str:
    """The built-in vertex program that gives what a fragment program reads."""
    read = fragment.attributes
    texcoords = {a.indices[0] for a in read if a.name == "fragment.texcoord"}
    fog = ""
    if fragment.fog or any(attribute.name == "fragment.fogcoord" for attribute in read):
        fog = "coordinate" if ctx.fog.coord_src == gl.GL_FOG_COORD else "depth"
    attenuated = ctx.points.distance_attenuation != (1.0, 0.0, 0.0)
    return built_in_vertex(tuple(sorted(texcoords)), fog, attenuated)


BUILT_IN_FRAGMENT = """!!ARBfp1.0
TEMP color;
MOV color, fragment.color;
"""

BUILT_IN_TEXTURED = """!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
TEMP color, texel;
TXP texel, fragment.texcoord[0], texture[0], {target};
MOV color, fragment.color;
MUL color{changed}, texel, color;
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
    return VertexKey(
        program=program,
        outputs=fragment.varyings + extra_outputs(ctx, program),
        textures=derive_texture_keys(ctx, program),
        clamped=clamps(ctx, "vertex"),
        **stream.varying(program.attributes),
    )


def derive_texture_keys(ctx, program: Program) -> TextureKeys:
    """What shapes the code of a program's texture instructions."""
    return tuple((o.unit, o.target, _texture(ctx, o)[0]) for o in program.textures)


def derive_setup_key(ctx) -> SetupKey:
    """Culling and winding."""
    polygon = ctx.polygon
    both = polygon.cull_mode == gl.GL_FRONT_AND_BACK
    return SetupKey(
        cull_front=polygon.cull and (both or polygon.cull_mode == gl.GL_FRONT),
        cull_back=polygon.cull and (both or polygon.cull_mode == gl.GL_BACK),
        front_clockwise=polygon.front_face == gl.GL_CW,
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
    target = operand.target.removeprefix("SHADOW")
    if target not in targets:
        raise invalid_operation(
            f"a program samples a {operand.target} texture; there are only "
            f"{', '.join(targets)} ones yet"
        )
    key, arrays = _complete(ctx, operand.unit, target) or (None, _NO_TEXTURE)
    if key is not None and key.compare and target == operand.target:
        # ARB_fragment_program_shadow: with a target of "1D, 2D, or RECT, it is as if
        # TEXTURE_COMPARE_MODE_ARB is NONE."
        key = replace(key, compare=None)
    return key, arrays


def derive_resources(ctx, program: Program) -> Resources:
    """The arrays that a program reads."""
    textures = [_texture(ctx, operand)[1] for operand in program.textures]
    return Resources(parameter_words(ctx, program), buffer_words(ctx, program), textures)


def derive_viewport(ctx) -> Viewport:
    """The viewport transformation into the framebuffer that is drawn to."""
    buffers, (near, far) = ctx.framebuffers, depth_range(ctx)
    rows = ctx.framebuffer.height if buffers.draw is buffers.window else None
    return Viewport(**{**vars(ctx.viewport), "near": near, "far": far, "rows": rows})


def parameter_words(ctx, program: Program) -> np.ndarray:
    """The words of every parameter register of a program, flat, at least one register."""
    words = program.constant_words.copy()
    state = ProgramState(ctx)
    for name, number, registers, rows in program.matrix_parameters:
        words[registers] = state.matrix(name, number).view(np.uint32)[rows]
    if program.bound_parameters:
        _read_parameters(ctx, program, state, words)
    return words.reshape(-1)


def _read_parameters(ctx, program, state, words):
    """Put the values of `Program.bound_parameters` into their registers."""
    fragment = program.stage is Stage.FRAGMENT
    target = ctx.programs.fragment if fragment else ctx.programs.vertex
    env = target.env if fragment else with_tracked(ctx, target.env)
    for register, parameter in program.bound_parameters:
        if parameter.name == "program.env":
            words[register] = env[parameter.indices[0]]
        elif parameter.name == "program.named":
            words[register] = target.bound.named[parameter.indices[0]]
        elif parameter.name == "program.local":
            words[register] = target.bound.local[parameter.indices[0]]
        else:
            words[register] = state.vector(parameter).view(np.uint32)
