"""The objects and units of a context as dictionaries; `state` makes JSON-able values of them.

Names without an object are left out, and so are units, arrays and registers in their initial state.
"""

from __future__ import annotations

import numpy as np

from softgl.debug.plain import enum_name
from softgl.debug.shader_objects import shader_objects
from softgl.gl.api import enums as gl
from softgl.gl.fixed.lighting import LIGHT_PARAMETERS, MATERIAL_PARAMETERS
from softgl.gl.fixed.texture_environment import ENVIRONMENT, GENERATION
from softgl.gl.framebuffers.framebuffers import FramebufferObject
from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.textures.buffer_textures import BufferTexture
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.parameters import PARAMETERS, SAMPLER_PARAMETERS
from softgl.ir.program import Program


def objects(ctx) -> dict[str, dict]:
    """The sections of a state that hold objects, by kind."""
    return {
        "current": _current(ctx),
        "arrays": _arrays(ctx.vertex.bound),
        "matrices": _matrices(ctx.transform),
        "units": _units(ctx.texturing),
        "textures": _by_name(ctx.texturing.objects, _texture),
        "samplers": _by_name(
            ctx.texturing.samplers, lambda each: _parameters(SAMPLER_PARAMETERS, each.state)
        ),
        "program_targets": {
            f"GL_{target.stage.name}_PROGRAM": {
                "enabled": target.enabled,
                "bound": target.bound.name,
                "environment": _registers(target.env.words),
            }
            for target in ctx.programs.targets
        },
        "programs": _programs(ctx.programs),
        **shader_objects(ctx),
        "buffers": _by_name(ctx.buffers.objects, _buffer),
        "indexed_buffers": {
            f"{gl.name_of(target)}[{index}]": {
                "buffer": part.buffer.name, "offset": part.offset, "size": part.size,
            }
            for (target, index), part in ctx.buffers.indexed.items()
        },
        "framebuffers": {0: _framebuffer(ctx.framebuffers.window)}
        | _by_name(ctx.framebuffers.objects, _framebuffer),
        "renderbuffers": _by_name(ctx.framebuffers.renderbuffers, _renderbuffer),
        "queries": {gl.name_of(target): query.name for target, query in ctx.queries.active.items()},
        "lights": {
            f"GL_LIGHT{number}": _parameters(LIGHT_PARAMETERS, light)
            for number, light in enumerate(ctx.lighting.lights)
            if light.enabled
        },
        "materials": {
            "GL_FRONT": _parameters(MATERIAL_PARAMETERS, ctx.materials.front),
            "GL_BACK": _parameters(MATERIAL_PARAMETERS, ctx.materials.back),
        },
        "planes": {
            f"GL_CLIP_PLANE{number}": plane.equation
            for number, plane in enumerate(ctx.clip_planes.planes)
            if plane.enabled
        },
    }  # fmt: skip


def _by_name(holder: dict, describe) -> dict:
    return {name: describe(each) for name, each in sorted(holder.items()) if each is not None}


def _parameters(table, holder) -> dict:
    """The parameters of a table that an object has, by GL's names; enums by their names."""
    return {
        gl.name_of(pname): _parameter(getattr(holder, parameter.name))
        for pname, parameter in table.items()
        if hasattr(holder, parameter.name) and not parameter.also
    }


def _parameter(value):
    if isinstance(value, str):
        return f"GL_{value}"
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return [f"GL_{each}" for each in value]
    if type(value) is int and value > 1000:  # mipmap levels are smaller
        return gl.name_of(value)
    return value


def _current(ctx) -> dict:
    return {str(binding): ctx.immediate.latest(binding) for binding in ctx.vertex.current}


def _arrays(bound) -> dict:
    return {
        str(binding): {
            "enabled": array.enabled,
            "enabled_nv": array.enabled_nv,
            "size": "GL_BGRA" if array.bgra else array.size,
            "type": gl.name_of(array.type),
            "normalized": array.is_normalized,
            "integer": array.integer,
            "stride": array.stride,
            "buffer": array.buffer_name,
            "offset": array.offset,
            "divisor": array.divisor,
        }
        for binding, array in bound.arrays.items()
        if array.enabled or array.enabled_nv
    }


def _matrices(transform) -> dict:
    """The top of each matrix stack, row by row, if it is not the identity."""
    stacks = {"modelview": transform.modelview, "projection": transform.projection}
    for name in ("blended", "texture", "program"):
        several = getattr(transform, name)
        changed = (not np.array_equal(each.top, np.identity(4)) for each in several)
        stacks |= {f"{name}[{n}]": several[n] for n, other in enumerate(changed) if other}
    return {name: stack.top for name, stack in stacks.items()}


# -- textures --------------------------------------------------------------------------------------


def _units(texturing) -> dict:
    """The units with a texture or a sampler object, or with an enabled target."""
    return {
        f"GL_TEXTURE{number}": _unit(unit)
        for number, unit in enumerate(texturing.units)
        if unit.sampler or unit.enabled or any(each.name for each in unit.bound.values())
    }


def _unit(unit) -> dict:
    found = {
        "bound": {f"GL_{t.target.enum}": t.name for t in unit.bound.values() if t.name},
        "enabled": [f"GL_{name.upper()}" for name, on in vars(unit.switches).items() if on],
        "sampler": unit.sampler.name if unit.sampler else 0,
        "GL_TEXTURE_LOD_BIAS": unit.lod_bias,
        "environment": _parameters(ENVIRONMENT, unit.environment),
        "GL_COORD_REPLACE": unit.environment.coord_replace,
    }
    generated = {} if unit.generation is None else vars(unit.generation)
    on = {f"GL_{n.upper()}": _parameters(GENERATION, g) for n, g in generated.items() if g.enabled}
    return found | ({"generation": on} if on else {})


def _texture(texture) -> dict:
    target = f"GL_{texture.target.enum}"
    if isinstance(texture, BufferTexture):
        at = texture.attachment
        buffer = at.buffer.name if at.buffer else 0
        part = {"offset": at.offset, "size": at.size}
        return {"target": target, "buffer": buffer, "format": gl.name_of(at.format), **part}
    if isinstance(texture, MultisampleTexture):
        return {"target": target, **_immutable(texture), **_multisampled(texture.specified)}
    return {
        "target": target,
        **_immutable(texture),
        **_parameters(PARAMETERS, texture.parameters),
        **_parameters(SAMPLER_PARAMETERS, texture.sampler),
        "complete": texture.last_level(texture.sampler) is not None,
        "images": {_place(texture, *at): _image(each) for at, each in _images(texture)},
    }


def _immutable(texture) -> dict:
    return {"immutable_levels": texture.immutable_levels} if texture.immutable_levels else {}


def _multisampled(image) -> dict:
    if image is None:
        return {}
    found = {"format": f"GL_{image.format.name}", "size": image.size}
    return found | {"samples": image.samples, "fixed_sample_locations": image.fixed}


def _images(texture):
    """Yields the images by level and face; does not write pending draws back to them."""
    places = ((level, face) for level in range(32) for face in range(len(texture.target.images)))
    found = ((place, texture.stale_image(*place)) for place in places)
    return ((place, image) for place, image in found if image is not None)


def _place(texture, level, face) -> str:
    return f"{level}" if len(texture.target.images) == 1 else f"{level} face {face}"


def _image(image) -> dict:
    return {"format": f"GL_{image.format.name}", "size": image.size, "border": image.border}


# -- programs, buffers, framebuffers ---------------------------------------------------------------


def _registers(words: np.ndarray) -> dict:
    """The nonzero registers, by number, as floats."""
    used = np.flatnonzero(words.any(axis=1)).tolist()
    return {number: words[number].view(np.float32) for number in used}


def _programs(programs) -> dict:
    found = _by_name(programs.objects, _program)
    defaults = {f"default {t.stage.value}": t.default for t in programs.targets}
    return found | {name: _program(each) for name, each in defaults.items() if each.program}


def _program(program) -> dict:
    loaded = program.program
    return {
        "target": gl.name_of(program.target),
        "language": loaded.language if isinstance(loaded, Program) else None,
        "source": program.source,
        "local": _registers(program.local.words),
        "named": {
            parameter.name: program.named.words[number].view(np.float32)
            for number, parameter in enumerate(loaded.named if loaded else ())
        },
    }


def _buffer(buffer) -> dict:
    mapping = buffer.mapping
    return {
        "size": buffer.data.size,
        "usage": gl.name_of(buffer.usage),
        "mapped": [mapping.offset, mapping.length] if mapping else None,
    }


def _framebuffer(framebuffer: FramebufferObject) -> dict:
    return {
        "status": gl.name_of(framebuffer.status()),
        "draw_buffers": [enum_name(each) for each in framebuffer.draw_buffers],
        "read_buffer": enum_name(framebuffer.read_buffer),
        "attachments": {
            f"color {point}" if isinstance(point, int) else point: _attachment(each)
            for point, each in framebuffer.attachments.items()
        },
        "defaults": vars(framebuffer.defaults).copy(),
    }


def _attachment(attachment) -> dict:
    source = attachment.source
    if isinstance(source, Renderbuffer):
        return {"renderbuffer": source.name}
    place = {name: getattr(attachment, name) for name in ("level", "layer", "face", "layered")}
    return {"texture": source.name, **place}


def _renderbuffer(buffer: Renderbuffer) -> dict:
    return {
        "format": gl.name_of(buffer.internal_format),
        "size": [buffer.width, buffer.height],
        "samples": buffer.samples,
    }
