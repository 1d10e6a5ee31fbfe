"""Sampler objects: state that replaces the textures' own (ARB_sampler_objects)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.names import delete_names, only_count, reserve_names
from softgl.gl.api.parameters import read_parameter, return_parameter
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.textures.parameters import SAMPLER_PARAMETERS, parameter_of
from softgl.gl.textures.sampler_state import SamplerObject

STATE = State(
    values={
        gl.GL_SAMPLER_BINDING: lambda ctx: getattr(ctx.texturing.current.sampler, "name", 0),
    },
)
NAMES = EnumSet.of(SAMPLER_PARAMETERS)


def sampler_object(ctx, name: int) -> SamplerObject:
    """Returns the sampler object of a name from glGenSamplers; a new one if it has none yet."""
    samplers = ctx.texturing.samplers
    if name not in samplers:
        raise invalid_operation(f"sampler: {name} is not a name from glGenSamplers")
    return samplers[name] or SamplerObject(name)


@command("glGenSamplers", listed=False, kind=Kind.NAMES)
def gen_samplers(ctx, count, samplers):
    """Reserves names; returns a number for count = 1, else an array."""
    return reserve_names(ctx.texturing.samplers, count, samplers)


@command("glDeleteSamplers", listed=False, forms=only_count)
def delete_samplers(ctx, count, samplers):
    """Deletes sampler objects, and unbinds them."""
    for sampler in delete_names(ctx.texturing.samplers, count, samplers):
        for unit in ctx.texturing.units.created():
            if unit.sampler is sampler:
                unit.sampler = None


@command("glIsSampler", listed=False)
def is_sampler(ctx, sampler):
    """Returns 1 for a name from glGenSamplers, else 0.

    ARB_sampler_objects, issue 10: "it is as if they start existing when GenSamplers creates their
    names".
    """
    return int(sampler in ctx.texturing.samplers)


@command("glBindSampler", keeps_batch=True)
def bind_sampler(ctx, unit, sampler):
    """Binds a sampler object to a unit; with 0 the textures' own state is used."""
    units = ctx.texturing.units
    if unit >= len(units):
        raise invalid_value(f"unit: {unit} is not below the limit of {len(units)}")
    found = None
    if sampler:
        found = ctx.texturing.samplers[sampler] = sampler_object(ctx, sampler)
    units[unit].sampler = found


def _define_setter(kind, is_vector):
    @command(f"glSamplerParameter{kind}{'v' * is_vector}", pname=NAMES)
    def sampler_parameter(ctx, sampler, pname, params):
        """Sets a parameter of a sampler object."""
        found = sampler_object(ctx, sampler)
        parameter = parameter_of(SAMPLER_PARAMETERS, pname, kind)
        value = read_parameter(parameter, pname, params, kind, is_vector)
        setattr(found.state, parameter.name, value)
        ctx.texturing.samplers[sampler] = found


def _define_getter(kind):
    @command(f"glGetSamplerParameter{kind}v", listed=False, pname=NAMES)
    def get_sampler_parameter(ctx, sampler, pname, params):
        """Returns a parameter of a sampler object: a number, or four."""
        parameter = parameter_of(SAMPLER_PARAMETERS, pname, kind)
        return return_parameter(ctx, parameter, sampler_object(ctx, sampler).state, kind, params)


for _kind in ("i", "f", "Ii", "Iui"):
    if not _kind.startswith("I"):
        _define_setter(_kind, False)
    _define_setter(_kind, True)
    _define_getter(_kind)
