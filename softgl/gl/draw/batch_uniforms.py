"""Uniforms, matrices, textures, buffers and vertex array objects that change between small draws.

These draws need no draw plan: `changed_alone` tells that nothing else has changed, and
`with_changes` gives the states of the latest draw the present uniforms, buffers and matrices. The
vertex state is late then: matrices are multiplied when the batch is drawn, for all draws at once.
Where textures are bound again, the batch knows the fragment state by its `bindings`; a program may
sample other textures that its kernel takes: `present_textures`.
"""

from __future__ import annotations

from operator import is_not

import numpy as np

from softgl.gl.api.groups import clock
from softgl.gl.draw.derive_resources import derive_textures
from softgl.gl.draw.equality import same
from softgl.gl.draw.plan_resources import same_buffers
from softgl.gl.programs.parameter_buffers import buffer_words
from softgl.gl.programs.program_state import OF_MATRICES, derive_matrices, factors_of
from softgl.ir.program import Program
from softgl.pipeline.draws.draw_call import FragmentState
from softgl.pipeline.keys.resources import Resources
from softgl.records import but
from softgl.tuning import limits


def changed_alone(ctx, seen: int) -> bool:
    """True if nothing has changed since a revision but uniforms, matrices and bindings.

    Uniforms are those of the program in use; bindings are of textures, of the vertex array and of
    indexed buffer targets.
    """
    if not limits.UPDATES_UNIFORMS:
        return False
    program, latest = ctx.shaders.current, clock.latest
    runs = (ctx.transform.run,) if program is None else (program.block.run, ctx.transform.run)
    while latest > seen:
        for run in runs:
            since, until = run.ends
            if until == latest:
                break
        else:
            return False
        latest = since
    return True


def bindings(ctx) -> tuple | None:
    """Returns what a fragment state depends on beside buffers and state that has not changed.

    None for more: a texture that is drawn to is read anew by each draw.
    """
    if ctx.framebuffers.draw.attachments or ctx.plan.now.vertex_program.textures:
        return None
    program = ctx.shaders.current
    uniforms = 0 if program is None else program.block.revision
    return uniforms, *ctx.texturing.bindings()


class VertexMatrices:
    """The matrices that the vertex program of a batch reads.

    stacks : the matrix stacks with tops that decide them.
    """

    __slots__ = ("_read", "stacks")

    def __init__(self, transform, program: Program):
        factors = [factors_of(transform, *matrix[:2]) for matrix in program.matrix_parameters]
        self.stacks = list({id(stack): stack for some in factors for stack in some}.values())
        place = {id(stack): number for number, stack in enumerate(self.stacks)}
        # (name, places of the factors, registers, rows) of each matrix.
        self._read = [
            (name, [place[id(stack)] for stack in some], registers, rows)
            for some, (name, _, registers, rows) in zip(
                factors, program.matrix_parameters, strict=True
            )
        ]

    def write(self, words: np.ndarray, tops: list[np.ndarray]) -> None:
        """Writes the matrices of several draws into their parameters.

        words : (draws, registers, 4) uint32. tops : (draws, 4, 4) float32 of each of `stacks`.
        """
        for name, places, registers, rows in self._read:
            matrices = derive_matrices(name, [tops[place] for place in places])
            words[:, registers] = matrices.view(np.uint32)[:, rows]


class LateState:
    """A vertex state of `BatchedDraws` with other matrices than it has in its parameters.

    state : the resources of the vertex program, and the clip planes. tops : of `matrices.stacks`.
    """

    __slots__ = ("matrices", "state", "tops")

    def __init__(self, state: tuple, matrices: VertexMatrices, tops: tuple):
        self.state, self.matrices, self.tops = state, matrices, tops


def vertex_matrices(ctx) -> VertexMatrices | None:
    """Returns the matrices of the vertex program; None if anything else depends on matrices."""
    program, plan = ctx.plan.now.vertex_program, ctx.plan
    if plan.readers(ctx.transform) - {"vertex_parameters"}:
        return None
    bound = {binding.name for _, binding in program.bound_parameters}
    tracking = not program.of_shader and ctx.programs.vertex.tracking
    return None if tracking or bound & OF_MATRICES else VertexMatrices(ctx.transform, program)


def present_textures(ctx) -> list[dict] | None:
    """Returns the arrays of the textures that the fragment program samples at present.

    None if they need another kernel. Where fixed function takes part, textures decide more.
    """
    now = ctx.plan.now
    if not now.fragment_program.of_shader:
        return None
    textures = derive_textures(ctx, now.fragment_program)
    return textures.arrays if textures.keys == now.fragment_samplers else None


def with_changes(
    ctx,
    seen: int,
    vertex_state: tuple | LateState,
    fragment_state: FragmentState,
    matrices: VertexMatrices | None,
    textures: list[dict] | None,
) -> tuple[tuple | LateState, FragmentState]:
    """Returns states with the present uniforms, buffers, matrices and textures.

    seen : the revision of the latest draw, whose states they are; the fragment state may be of an
        earlier one with the same `bindings`. A state whose program reads nothing that has changed
        stays the same object. matrices, textures : None if the states have them.
    """
    program, now = ctx.shaders.current, ctx.plan.now
    changed = program is not None and program.block.revision > seen
    words = program.block.words if changed else None
    if changed or now.vertex_program.buffers:
        late = vertex_state if type(vertex_state) is LateState else None
        state = vertex_state if late is None else late.state
        resources = _with_present(ctx, now.vertex_program, state[0], words)
        if resources is not state[0]:
            vertex_state = state = resources, state[1]
            if late is not None:
                vertex_state = LateState(state, late.matrices, late.tops)
    if changed or textures is not None or now.fragment_program.buffers:
        resources = fragment_state.fragment_resources
        present = _with_present(ctx, now.fragment_program, resources, words, textures)
        if present is not resources:
            fragment_state = but(fragment_state, fragment_resources=present)
    if matrices is not None:
        vertex_state = _with_matrices(vertex_state, matrices)
    if limits.CHECKS_PLANS:
        now = ctx.plan.updated()
        states = *complete_states([vertex_state]), fragment_state
        if not same((now.vertex_state, now.fragment_state), states):
            raise AssertionError("a draw does not have the present uniforms, buffers and matrices")
    return vertex_state, fragment_state


def _with_present(ctx, program: Program, resources: Resources, words, textures=None) -> Resources:
    """Returns resources with the present buffers, and with uniforms and textures that changed."""
    if words is not None:
        resources = with_words(program, resources, words)
    buffers = resources.buffers
    if program.buffers:
        buffers = buffer_words(ctx, program)
        if textures is None and same_buffers(buffers, resources.buffers):
            return resources
    elif textures is None:
        return resources
    return Resources(
        resources.parameters, buffers, resources.textures if textures is None else textures
    )


def with_words(program: Program, resources: Resources, words) -> Resources:
    """Returns resources with the present rows of the default block among their parameters."""
    if not program.uniform_rows:
        return resources
    parameters = resources.parameters.copy()
    registers = parameters.reshape(-1, 4)
    for own, rows in program.uniform_rows:
        registers[own] = words[rows]
    if parameters.tobytes() == resources.parameters.tobytes():
        return resources
    return Resources(parameters, resources.buffers, resources.textures)


def _with_matrices(state: tuple | LateState, matrices: VertexMatrices) -> tuple | LateState:
    """Returns a vertex state with the present matrices."""
    tops = tuple([stack.entries[-1] for stack in matrices.stacks])
    if type(state) is not LateState:
        return LateState(state, matrices, tops) if tops else state
    return LateState(state.state, matrices, tops) if any(map(is_not, tops, state.tops)) else state


def complete_states(states: list[tuple | LateState]) -> list[tuple]:
    """Returns vertex states with the late ones derived; all are of one vertex program."""
    late = [state for state in states if type(state) is LateState]
    if not late:
        return states
    parameters = [state.state[0].parameters for state in late]
    words = np.concatenate(parameters).reshape(len(late), -1)
    tops = [
        np.frombuffer(b"".join(each), np.float32).reshape(-1, 4, 4)
        for each in zip(*[state.tops for state in late], strict=True)
    ]
    late[0].matrices.write(words.reshape(len(late), -1, 4), tops)
    complete, rows = [], iter(words)
    for state in states:
        if type(state) is LateState:
            resources, planes = state.state
            state = Resources(next(rows), resources.buffers, resources.textures), planes
        complete.append(state)
    return complete
