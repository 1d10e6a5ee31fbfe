"""Uniforms and vertex array objects that change between small draws: no draw plan is needed."""

from __future__ import annotations

from softgl.gl.api.groups import clock
from softgl.gl.draw.equality import same
from softgl.ir.program import Program
from softgl.pipeline.draws.draw_call import FragmentState
from softgl.pipeline.keys.resources import Resources
from softgl.records import but
from softgl.tuning import limits


def changed_alone(ctx, seen: int) -> bool:
    """True if nothing has changed since a revision but uniforms and the vertex array object.

    Uniforms are those of the program in use.
    """
    if not limits.UPDATES_UNIFORMS:
        return False
    program, (since, until), latest = ctx.shaders.current, ctx.vertex.rebound, clock.latest
    block = None if program is None else program.block
    # The block is looked at on both sides of the bindings: each is the earlier one of the two.
    if block is not None and latest == block.revision:
        latest = block.before
    if latest == until:
        latest = since
        if block is not None and latest == block.revision:
            latest = block.before
    return latest <= seen


def with_uniforms(
    ctx, seen: int, vertex_state: tuple, fragment_state: FragmentState
) -> tuple[tuple, FragmentState]:
    """Returns the states of the latest draw, at a revision, with the present uniforms.

    A state whose program reads none of the changed uniforms stays the same object.
    """
    program, now = ctx.shaders.current, ctx.plan.now
    if program is not None and program.block.revision > seen:
        words = program.block.words
        resources = _with_words(now.vertex_program, vertex_state[0], words)
        if resources is not vertex_state[0]:
            vertex_state = resources, vertex_state[1]
        resources = _with_words(now.fragment_program, fragment_state.fragment_resources, words)
        if resources is not fragment_state.fragment_resources:
            fragment_state = but(fragment_state, fragment_resources=resources)
    if limits.CHECKS_PLANS:
        now = ctx.plan.updated()
        if not same((now.vertex_state, now.fragment_state), (vertex_state, fragment_state)):
            raise AssertionError("the states of a draw do not have the present uniforms")
    return vertex_state, fragment_state


def _with_words(program: Program, resources: Resources, words) -> Resources:
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
