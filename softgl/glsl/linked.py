"""The outcome of linking: programs for each stage, and the interface that GL's queries show."""

from __future__ import annotations

from softgl.glsl.types import Type
from softgl.ir.program import Binding, Program, Stage
from softgl.records import dataclass


@dataclass(frozen=True)
class Uniform:
    """An active uniform of a basic type, or an array of one: an entry of glGetActiveUniform.

    name : as glGetActiveUniform gives it: "light.position", "m[0].color", "weights[0]" for an
    array. type : of an element. size : the number of elements that are used, else 1.
    location : of its first element, the others follow; -1 in a block, and for built-in state.
    row : the first of its rows in the default block, of four words each; an element has one row, or
        one for each column. None for samplers and members of blocks.
    slot : for samplers the first of its units in `LinkedProgram.units`; else None.
    block : index into `LinkedProgram.blocks`, or -1. offset, array_stride, matrix_stride : in
        bytes, -1 outside of blocks, 0 where they mean nothing. row_major : of a matrix in a block.
    initial : the words of its initialiser, for all elements, or None.
    """

    name: str
    type: Type
    size: int = 1
    array: bool = False
    location: int = -1
    row: int | None = None
    slot: int | None = None
    block: int = -1
    offset: int = -1
    array_stride: int = -1
    matrix_stride: int = -1
    row_major: bool = False
    initial: tuple[int, ...] | None = None
    stages: frozenset[Stage] = frozenset()


@dataclass(frozen=True)
class UniformBlock:
    """An active uniform block, one for each element of an array of blocks: "Lights[2]".

    size : in bytes. uniforms : indices into `LinkedProgram.uniforms`. binding : initial point.
    """

    name: str
    size: int
    uniforms: tuple[int, ...]
    stages: frozenset[Stage]
    binding: int = 0


@dataclass(frozen=True)
class Attribute:
    """An active attribute. location : of the first vector, -1 for conventional ones (gl_Vertex)."""

    name: str
    type: Type
    size: int = 1
    location: int = -1
    array: bool = False


@dataclass(frozen=True)
class FragmentOutput:
    """An output of fragments. index : 1 for the second source of blending."""

    name: str
    type: Type
    location: int
    index: int = 0
    size: int = 1
    array: bool = False


@dataclass(frozen=True)
class ProgramVariable:
    """An active input of the first stage or output of the last one, or a part with a basic type.

    name : "a", "a[0]" of an array, "a.b" of a structure. location : -1 without one; an element of
        an array has as many as its type has columns. index : of fragment outputs, else -1.
    """

    name: str
    type: Type
    size: int = 1
    location: int = -1
    index: int = -1


@dataclass(frozen=True)
class Varying:
    """A captured output: a name of glTransformFeedbackVaryings, and its place in the results.

    type, size : of an element, and their number; None for a special name, with its size.
    components : (result, component) of each captured word, in order.
    skipped, next_buffer : for gl_SkipComponents1 to 4 the number of words, and gl_NextBuffer.
    """

    name: str
    type: Type | None
    size: int
    components: tuple[tuple[Binding, int], ...]
    skipped: int = 0
    next_buffer: bool = False


@dataclass(frozen=True)
class LinkedProgram:
    """A linked program.

    programs : the stages; where one is missing, fixed function or an assembly program takes its
        place. Their samplers are slots: `Program.samplers[slot].number` is a place in `units`. Rows
        of the default block are the parameters `Binding("uniform", (row,))`.
    rows : the number of rows of the default block. units : the initial texture unit of each
    sampler. varyings, interleaved : for transform feedback. silent : explicit locations of uniforms
        that are not active: glUniform* ignores values for them.
    first_inputs, last_outputs : the `link.edges.EdgePort` of varyings of the first and last stage.
    program_inputs, program_outputs : all active ones of these stages.
    unread : the places in `units` of elements that no instruction samples.
    """

    programs: dict[Stage, Program]
    uniforms: tuple[Uniform, ...] = ()
    blocks: tuple[UniformBlock, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    outputs: tuple[FragmentOutput, ...] = ()
    varyings: tuple[Varying, ...] = ()
    interleaved: bool = True
    rows: int = 0
    units: tuple[int, ...] = ()
    silent: frozenset[int] = frozenset()
    first_inputs: tuple = ()
    last_outputs: tuple = ()
    program_inputs: tuple[ProgramVariable, ...] = ()
    program_outputs: tuple[ProgramVariable, ...] = ()
    unread: frozenset[int] = frozenset()


@dataclass(frozen=True)
class LinkRequest:
    """The state of a program object that linking depends on.

    attributes : name -> location of glBindAttribLocation. outputs : name -> (location, index) of
        glBindFragDataLocation(Indexed). varyings, interleaved : of glTransformFeedbackVaryings.
    geometry : (input, output, vertices) of glProgramParameteri, in words of GeometryLayout.
    separable : True for GL_PROGRAM_SEPARABLE: stages may be missing.
    core : True for a core context, where no stage may be missing.
    """

    attributes: tuple[tuple[str, int], ...] = ()
    outputs: tuple[tuple[str, tuple[int, int]], ...] = ()
    varyings: tuple[str, ...] = ()
    interleaved: bool = True
    geometry: tuple[str, str, int] | None = None
    separable: bool = False
    core: bool = False


@dataclass(frozen=True)
class LinkResult:
    """program : None if linking failed. info_log : errors and warnings."""

    program: LinkedProgram | None
    info_log: str = ""
