"""glPushAttrib, glPushClientAttrib and their kin (OpenGL 2.1, 6.1.15).

GROUPS and CLIENT_GROUPS list the state of each bit of a mask: the column "Attribute" of the
specification's tables 6.5 to 6.38. To add state, add its path to a group here; fields of a group of
state that is listed as a whole are included, and so is every capability of glEnable.

Saving keeps references: state is replaced when it changes, and never changed in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, is_dataclass
from functools import cache

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import Refused
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group, clock
from softgl.gl.api.tables import CAPABILITIES, State
from softgl.gl.fixed.lighting import track_color
from softgl.gl.vertices import vertex_arrays
from softgl.records import dataclass

MAX_STACK_DEPTH = 16
"""MAX_ATTRIB_STACK_DEPTH and MAX_CLIENT_ATTRIB_STACK_DEPTH."""

GROUPS: dict[int, str] = {
    gl.GL_CURRENT_BIT: "vertex.current.* vertex.generic_later.* raster",
    gl.GL_POINT_BIT: "points -points.program_size texturing.units.*.environment.coord_replace",
    gl.GL_LINE_BIT: "lines",
    gl.GL_POLYGON_BIT: "polygon -polygon.pattern",
    gl.GL_POLYGON_STIPPLE_BIT: "polygon.pattern",
    gl.GL_LIGHTING_BIT: "lighting -lighting.normalize -lighting.rescale_normal lighting.lights.* "
    "materials.* lighting.color_material clamping.vertex",
    gl.GL_FOG_BIT: "fog",
    gl.GL_DEPTH_BUFFER_BIT: "depth",
    gl.GL_ACCUM_BUFFER_BIT: "accumulation",
    gl.GL_STENCIL_BUFFER_BIT: "stencil stencil.front stencil.back stencil.side_back",
    gl.GL_SCISSOR_BIT: "scissor",
    gl.GL_VIEWPORT_BIT: "viewport",
    gl.GL_TRANSFORM_BIT: "transform.mode clip_planes lighting.normalize "
    "lighting.rescale_normal clip_planes.planes.* vertex_blend",
    # Draw and read buffers are those of the framebuffer object that is bound by glPushAttrib:
    # EXT_framebuffer_object, issue 81, compares them with the parameters of textures.
    gl.GL_PIXEL_MODE_BIT: "pixels.transfer pixels.zoom framebuffers.read.read_buffer",
    gl.GL_COLOR_BUFFER_BIT: "color framebuffers.draw.draw_buffers clamping.fragment clamping.read",
    gl.GL_HINT_BIT: "hints",
    gl.GL_LIST_BIT: "lists.base",
    gl.GL_TEXTURE_BIT: "texturing.active texturing.units.* -texturing.units.*.sampler "
    "texturing.units.*.switches "
    "texturing.units.*.environment "
    "-texturing.units.*.environment.coord_replace texturing.units.*.generation.*",
    gl.GL_MULTISAMPLE_BIT: "multisample -multisample.mask -multisample.mask_value",
    gl.GL_EVAL_BIT: "evaluators evaluators.switches",
}
"""The server groups: paths from the context, with "*" for all members of a list, a dictionary or an
object. A path to a group of state means its plain fields; one with "-" before it is excluded."""

# ARB_sampler_objects, 6.1.19: "The bindings and state for sampler objects are not pushed".
# ARB_seamless_cube_map, New State, names no attribute group, nor does OpenGL 3.3, 6.2, for
# SAMPLE_MASK.
# Vertex array objects are not listed: _save_array_buffers saves the binding.
UNSAVED = (
    "texturing.units.*.sampler texturing.seamless vertex.bound vertex.default debug.output "
    "debug.synchronous multisample.mask multisample.mask_value"
)
"""The paths of state in no group."""

OF_ARRAYS = frozenset({"vertex.restart", "vertex.restart_fixed"})
"""The paths of capabilities that a client group saves."""
CLIENT_GROUPS: dict[int, str] = {
    gl.GL_CLIENT_VERTEX_ARRAY_BIT: (
        "vertex -vertex.bound -vertex.default vertex.bound.arrays.* vertex.bound.bindings.*"
    ),
    gl.GL_CLIENT_PIXEL_STORE_BIT: "pixels.pack pixels.unpack",
}

# -- paths -----------------------------------------------------------------------------------------


def _members(holder) -> dict:
    """Returns the members of a list, a dictionary or an object, by index, key or name."""
    if isinstance(holder, list):
        return {str(number): value for number, value in enumerate(holder)}
    return holder if isinstance(holder, dict) else vars(holder)


def is_group(value) -> bool:
    """True for a group of state; objects (eq=False) and frozen records are plain values."""
    return _is_kind_of_group(type(value))


@cache
def _is_kind_of_group(kind: type) -> bool:
    return is_dataclass(kind) and kind.__eq__ is not object.__eq__ and kind.__hash__ is None


def places(ctx, path: str) -> Iterator[tuple[object, object]]:
    """Yields where a path's state is stored: pairs of a holder and the name of a member."""
    *parents, last = path.split(".")
    holders = [ctx]
    for part in parents:
        members = [_members(holder) for holder in holders]
        holders = [
            value
            for found in members
            for value in (found.values() if part == "*" else [found[part]])
            if value is not None
        ]
    for holder in holders:
        members = _members(holder)
        for name in list(members) if last == "*" else [last]:
            if is_group(members[name]):
                yield from plain_members(members[name])
            else:
                yield holder, name


def plain_members(group) -> Iterator[tuple[object, str]]:
    """Yields the fields of a group that are not groups, lists or dictionaries themselves."""
    for name, value in vars(group).items():
        if not is_group(value) and not isinstance(value, (list, dict)):
            yield group, name


def _of_all_units(path: str) -> str:
    """Extends a capability's path through the active texture unit to all units."""
    path = path.replace("texturing.current.", "texturing.units.*.")
    return path.replace("texturing.generations.", "texturing.units.*.generation.")


def paths_of(bit: int) -> str:
    """Returns the paths of a server group; those of all capabilities for GL_ENABLE_BIT."""
    if bit == gl.GL_ENABLE_BIT:
        # ARB_color_buffer_float, "New State", has its clamping in "lighting/enable" and the like;
        # OpenGL 3.3, table 6.13, has primitive restart in "vertex-array".
        kept = {*UNSAVED.split(), *OF_ARRAYS}
        saved = [_of_all_units(path) for path in CAPABILITIES.values() if path not in kept]
        return " ".join(["clamping", *saved])
    return GROUPS.get(bit, "")


def places_of(ctx, paths: str) -> dict[tuple[int, object], tuple[object, object]]:
    """Returns where the state of paths is stored, by a key that is unique to each member."""
    found = {}
    for path in paths.split():
        for holder, name in places(ctx, path.lstrip("-")):
            if path.startswith("-"):
                found.pop((id(holder), name), None)
            else:
                found[id(holder), name] = holder, name
    return found


@dataclass(frozen=True)
class Places:
    """The places of the state of several glPushAttrib groups, valid until a group is replaced.

    roots : the context's groups, by name. structure : `clock.structure` when they were found.
    groups : groups of state, with the names of their fields. loose : the paths through other
        objects, which are followed anew at every push.
    """

    roots: dict[str, object]
    structure: int
    groups: list[tuple[Group, tuple[str, ...]]]
    loose: list[str]

    def are_there(self, ctx) -> bool:
        """True if no group has been replaced."""
        roots = self.roots.items()
        still = all(getattr(ctx, name) is group for name, group in roots)
        return still and self.structure == clock.structure


def _find_places(ctx, groups: list[str]) -> Places:
    fixed, loose, roots = {}, [], {}
    for paths in groups:
        through = [path for path in paths.split() if not _is_fixed(ctx, path.lstrip("-"))]
        if any(path.startswith("-") for path in through):
            through = paths.split()  # exclusions apply to paths that are followed together
        direct = [path for path in paths.split() if path not in through]
        names = {path.lstrip("-").partition(".")[0] for path in direct}
        roots |= {name: getattr(ctx, name) for name in names}
        fixed |= places_of(ctx, " ".join(direct))
        loose.append(" ".join(through))
    by_group: dict[int, tuple] = {}
    for group, name in fixed.values():
        by_group.setdefault(id(group), (group, []))[1].append(name)
    found = [(group, tuple(names)) for group, names in by_group.values()]
    return Places(roots, clock.structure, found, [paths for paths in loose if paths])


def _is_fixed(ctx, path: str) -> bool:
    """True if a path leads only through groups of state, and lists of them."""
    parts, holders = path.split("."), [ctx]
    for place, part in enumerate(parts, 1):
        nested = []
        for holder in holders:
            members = _members(holder)
            values = members.values() if part == "*" else [members[part]]
            for value in values:
                within = place < len(parts) or is_group(value)
                if within and value is not None:
                    nested.append(value)
                elif not within and not isinstance(holder, Group):
                    return False
        if not all(isinstance(value, (Group, list)) for value in nested):
            return False
        holders = nested
    return True


def _save(ctx, key, find_groups: Callable[[], list[str]]) -> Callable:
    """Saves the state of several groups; returns the function that restores it.

    key : equal for equal groups. find_groups : returns the paths of each.
    """
    known = ctx.attribute_stacks.places
    places = known.get(key)
    if places is None or not places.are_there(ctx):
        places = known[key] = _find_places(ctx, find_groups())
    saved = [
        (group, group.revision, names, [vars(group)[name] for name in names])
        for group, names in places.groups
    ]
    found = {}
    for paths in places.loose:
        found |= places_of(ctx, paths)
    members = [(holder, name, _members(holder)[name]) for holder, name in found.values()]

    def restore():
        for group, revision, names, values in saved:
            if group.revision != revision:
                for name, value in zip(names, values, strict=True):
                    setattr(group, name, value)
        for holder, name, value in members:
            if isinstance(holder, dict):
                holder[name] = value
            else:
                setattr(holder, name, value)

    return restore


# -- objects ---------------------------------------------------------------------------------------


def _save_textures(ctx) -> Callable:
    """Saves the bindings of all units, and the parameters of the bound textures.

    OpenGL 2.1, 6.1.15: "the bindings and enables are first restored to their pushed values, then
    the bound texture object's parameters are restored to their pushed values." A texture deleted
    meanwhile is not bound again.
    """
    bindings = [list(unit.bound.values()) for unit in ctx.texturing.units]
    textures = {id(texture): texture for bound in bindings for texture in bound}
    parts = [part for texture in textures.values() for part in texture.saved]
    saved = [(part, dict(vars(part))) for part in parts]
    # EXT_texture_buffer_object, "New State", has this binding in "texture".
    restore_buffer = _save_bindings(ctx, gl.GL_TEXTURE_BUFFER_EXT)

    def restore():
        objects = ctx.texturing.objects
        for unit, bound in zip(ctx.texturing.units, bindings, strict=True):
            for texture in bound:
                if not texture.name or objects.get(texture.name) is texture:
                    unit.bind(texture)
        for group, values in saved:
            for name, value in values.items():
                setattr(group, name, value)
        restore_buffer()

    return restore


def _save_bindings(ctx, *targets: int) -> Callable:
    """Saves bindings of buffer objects; an object deleted meanwhile is not bound again."""
    bound = {target: ctx.buffers.bound.get(target) for target in targets}

    def restore():
        for target, buffer in bound.items():
            if buffer is None:
                ctx.buffers.bound.pop(target, None)
            elif ctx.buffers.objects.get(buffer.name) is buffer:
                ctx.buffers.bound[target] = buffer

    return restore


def _save_pixel_buffers(ctx) -> Callable:
    """Saves the buffer bindings of pixels: OpenGL 2.1, table 6.23."""
    return _save_bindings(ctx, gl.GL_PIXEL_PACK_BUFFER, gl.GL_PIXEL_UNPACK_BUFFER)


def _save_array_buffers(ctx) -> Callable:
    """Saves the bound vertex array object, if any, and the buffer bindings of arrays."""
    vertex = ctx.vertex
    bound = vertex.bound
    restore_bindings = _save_bindings(ctx, gl.GL_ARRAY_BUFFER, gl.GL_ELEMENT_ARRAY_BUFFER)

    def restore():
        is_there = not bound.name or vertex.objects.get(bound.name) is bound
        vertex_arrays.use(ctx, bound if is_there else vertex.default)
        if is_there:
            restore_bindings()
        objects = ctx.buffers.objects
        for holder in (*bound.arrays.values(), *bound.bindings):
            if holder.buffer is not None and objects.get(holder.buffer.name) is not holder.buffer:
                holder.buffer = None

    return restore


SERVER_SAVERS: dict[int, Callable] = {gl.GL_TEXTURE_BIT: _save_textures}
CLIENT_SAVERS: dict[int, Callable] = {
    gl.GL_CLIENT_VERTEX_ARRAY_BIT: _save_array_buffers,
    gl.GL_CLIENT_PIXEL_STORE_BIT: _save_pixel_buffers,
}
"""The saving of objects by bit: context -> the function that restores it, after the paths."""


# -- commands --------------------------------------------------------------------------------------


READ_BY_DRAWS = gl.GL_COLOR_BUFFER_BIT | gl.GL_PIXEL_MODE_BIT | gl.GL_TEXTURE_BIT
"""The groups with state of objects, which draws in the batch may read."""


@dataclass
class AttributeStacks:
    """Both stacks. An entry is a mask, and the functions that restore the saved state.

    places : cached places of groups; not state.
    """

    server: list[tuple[int, list[Callable]]] = field(default_factory=list)
    client: list[tuple[int, list[Callable]]] = field(default_factory=list)
    places: dict[tuple, Places] = field(default_factory=dict, repr=False, compare=False)


STATE = State(
    values={
        gl.GL_ATTRIB_STACK_DEPTH: lambda ctx: len(ctx.attribute_stacks.server),
        gl.GL_CLIENT_ATTRIB_STACK_DEPTH: lambda ctx: len(ctx.attribute_stacks.client),
    },
    limits={
        gl.GL_MAX_ATTRIB_STACK_DEPTH: MAX_STACK_DEPTH,
        gl.GL_MAX_CLIENT_ATTRIB_STACK_DEPTH: MAX_STACK_DEPTH,
    },
)


def _push(stack, ctx, mask, paths_of, bits, savers):
    if len(stack) == MAX_STACK_DEPTH:
        raise Refused(gl.GL_STACK_OVERFLOW, f"the stack holds at most {MAX_STACK_DEPTH} entries")
    pushed = [bit for bit in bits if mask & bit]
    objects = [savers[bit](ctx) for bit in pushed if bit in savers]
    key = stack is ctx.attribute_stacks.server, *pushed
    restore = _save(ctx, key, lambda: [paths_of(bit) for bit in pushed])
    stack.append((mask, [restore, *objects]))


def _pop(stack):
    if not stack:
        raise Refused(gl.GL_STACK_UNDERFLOW, "the stack is empty")
    _, restoring = stack.pop()
    for restore in restoring:
        restore()


def _settle(ctx):
    """Updates the state that follows vertex attributes."""
    ctx.immediate.commit()
    track_color(ctx)


@command("glPushAttrib", keeps_batch=True)
def push_attrib(ctx, mask):
    """Saves the groups of state in `mask`; other bits are ignored."""
    _settle(ctx)
    bits = (*GROUPS, gl.GL_ENABLE_BIT)
    _push(ctx.attribute_stacks.server, ctx, mask, paths_of, bits, SERVER_SAVERS)


@command("glPopAttrib", keeps_batch=True)
def pop_attrib(ctx):
    """Restores the state that the last glPushAttrib saved."""
    stack = ctx.attribute_stacks.server
    if stack and stack[-1][0] & READ_BY_DRAWS:
        ctx.batch.flush()
    _settle(ctx)
    _pop(stack)


@command("glPushClientAttrib", listed=False)
def push_client_attrib(ctx, mask):
    """Saves the groups of client state in `mask`; other bits are ignored."""
    stack = ctx.attribute_stacks.client
    _push(stack, ctx, mask, CLIENT_GROUPS.get, CLIENT_GROUPS, CLIENT_SAVERS)


@command("glPopClientAttrib", listed=False)
def pop_client_attrib(ctx):
    """Restores the state that the last glPushClientAttrib saved."""
    _pop(ctx.attribute_stacks.client)
