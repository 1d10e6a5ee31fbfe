"""glPushAttrib and its kin: the state that each group saves, restores and leaves alone."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api import enums
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.groups import Counted
from softgl.gl.api.tables import CAPABILITIES, follow
from softgl.gl.queries.attribute_stacks import (
    CLIENT_GROUPS,
    GROUPS,
    MAX_STACK_DEPTH,
    OF_ARRAYS,
    UNSAVED,
    is_group,
    paths_of,
    places,
    places_of,
    plain_members,
)
from softgl.gl.vertices.attributes import ATTRIBS
from tests.gl.state_tables import OF_EXTENSIONS, called, changes

BITS = (*GROUPS, GL_ENABLE_BIT)


def groups_of(value):
    """Every group of state below a value."""
    if is_group(value):
        yield value
        for member in vars(value).values():
            yield from groups_of(member)
    elif isinstance(value, (list, dict)):
        for member in value.values() if isinstance(value, dict) else value:
            yield from groups_of(member)
    elif type(value).__name__ == "Generations":
        for member in vars(value).values():
            yield from groups_of(member)


IGNORED = {
    *("attribute_stacks", "transform", "programs", "buffers", "queries", "syncs", "feedback"),
    *("debug", "labels", "lists", "selection", "shaders"),
}
"""Modules without state, or whose state is one field of a group."""


def test_every_field_is_in_a_group(context):
    saved = {}
    for bit in BITS:
        saved |= places_of(context, paths_of(bit))
    for paths in (*CLIENT_GROUPS.values(), UNSAVED):
        saved |= places_of(context, paths)
    missing = [
        f"{name}: {type(group).__name__}.{field}"
        for name, value in vars(context).items()
        if name not in IGNORED
        for group in groups_of(value)
        for _, field in plain_members(group)
        if (id(group), field) not in saved
    ]
    assert not missing, "state that no group of softgl.gl.queries.attribute_stacks holds"


def test_every_path_leads_somewhere(context):
    for paths in (*GROUPS.values(), *CLIENT_GROUPS.values(), paths_of(GL_ENABLE_BIT)):
        for path in paths.split():
            assert list(places(context, path.lstrip("-"))), path


def test_enables(context):
    unsaved = {*UNSAVED.split(), *OF_ARRAYS}
    for cap, path in sorted(CAPABILITIES.items()):
        group, _, name = path.rpartition(".")
        before = glIsEnabled(cap)
        glPushAttrib(GL_ENABLE_BIT)
        (glDisable if before else glEnable)(cap)
        assert getattr(follow(context, group), name) != before, path
        glPopAttrib()
        assert (glIsEnabled(cap) == before) == (path not in unsaved), path
        (glEnable if before else glDisable)(cap)


@pytest.mark.parametrize("cap", [GL_TEXTURE_2D, GL_TEXTURE_GEN_S])
@pytest.mark.parametrize("bit", [GL_ENABLE_BIT, GL_TEXTURE_BIT])
def test_enables_of_all_units(context, cap, bit):
    glPushAttrib(bit)
    glActiveTexture(GL_TEXTURE3)
    glEnable(cap)
    glActiveTexture(GL_TEXTURE1)
    glPopAttrib()
    # Which unit is active is part of the group "texture" only.
    active = GL_TEXTURE0 if bit == GL_TEXTURE_BIT else GL_TEXTURE1
    assert glGetIntegerv(GL_ACTIVE_TEXTURE) == active
    glActiveTexture(GL_TEXTURE3)
    assert not glIsEnabled(cap)


def changed(value):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, (int, float)) else object()


@pytest.mark.parametrize("bit", BITS)
def test_a_group_restores_its_state_and_nothing_else(context, bit):
    everything = {}
    for each in BITS:
        everything |= places_of(context, paths_of(each))
    for place in [place for place in everything if place[1] in ("draw_buffers", "read_buffer")]:
        del everything[place]  # only real ones can be there
    mine = places_of(context, paths_of(bit))
    del everything[id(context.texturing), "active"]
    mine.pop((id(context.texturing), "active"), None)

    def members(holder):
        return holder if isinstance(holder, dict) else vars(holder)

    glPushAttrib(bit)
    before, after = {}, {}
    for key, (holder, name) in everything.items():
        before[key] = members(holder)[name]
        if not isinstance(before[key], np.ndarray):
            after[key] = members(holder)[name] = changed(before[key])
            if isinstance(holder, Counted):
                holder.touch()
    context.lighting.color_material.enabled = False  # whose properties would follow the color
    after[id(context.lighting.color_material), "enabled"] = False
    glPopAttrib()
    for key, (holder, name) in everything.items():
        found = members(holder)[name]
        assert found is (before if key in mine else after).get(key, before[key]), (holder, name)


def test_the_tables_say_what_saves_each_value(context):
    """OpenGL 2.1, tables 6.5 to 6.38: the group, and "enable" for capabilities, and no other."""
    gl = SimpleNamespace(**COMMANDS)
    for group, change, value, capability in changes(gl, OF_EXTENSIONS):
        word = "Client" if group.startswith("CLIENT") else ""
        push, pop = (COMMANDS[f"gl{name}{word}Attrib"] for name in ("Push", "Pop"))
        own = getattr(enums, f"GL_{group}_BIT") if group else 0
        saving = [own, GL_ENABLE_BIT] if capability else [own]
        before = called(gl, value).tolist()
        push(0xFFFFFFFF)  # for the next change to find what this one did
        for mask in (*saving, 0xFFFFFFFF & ~sum(saving)):
            push(mask)
            called(gl, change)
            after = called(gl, value).tolist()
            assert after != before, (change, value)
            pop()
            kept = after if mask not in saving or not mask else before
            assert called(gl, value).tolist() == kept, (change, value, hex(mask))
        pop()


def test_stacks_have_a_depth(context):
    assert glGetIntegerv(GL_MAX_ATTRIB_STACK_DEPTH) == MAX_STACK_DEPTH >= 16
    assert glGetIntegerv(GL_MAX_CLIENT_ATTRIB_STACK_DEPTH) == MAX_STACK_DEPTH
    for push, pop, depth in (
        (glPushAttrib, glPopAttrib, GL_ATTRIB_STACK_DEPTH),
        (glPushClientAttrib, glPopClientAttrib, GL_CLIENT_ATTRIB_STACK_DEPTH),
    ):
        for number in range(MAX_STACK_DEPTH):
            assert glGetIntegerv(depth) == number
            push(0xFFFFFFFF)
        with pytest.raises(GLError) as caught:
            push(0)
        assert caught.value.code == GL_STACK_OVERFLOW
        assert glGetIntegerv(depth) == MAX_STACK_DEPTH
        for _ in range(MAX_STACK_DEPTH):
            pop()
        with pytest.raises(GLError) as caught:
            pop()
        assert caught.value.code == GL_STACK_UNDERFLOW


def test_entries_nest(context):
    glDepthFunc(GL_LEQUAL)
    glPushAttrib(GL_DEPTH_BUFFER_BIT)
    glDepthFunc(GL_GREATER)
    glPushAttrib(GL_CURRENT_BIT)
    glDepthFunc(GL_ALWAYS)
    glColor3f(0, 0, 0)
    glPopAttrib()
    assert glGetIntegerv(GL_DEPTH_FUNC) == GL_ALWAYS
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 1, 1, 1]
    glPopAttrib()
    assert glGetIntegerv(GL_DEPTH_FUNC) == GL_LEQUAL


def test_current_values(context):
    glColor3f(0, 1, 0)
    glVertexAttrib4f(3, 1, 2, 3, 4)
    glPushAttrib(GL_CURRENT_BIT)
    glColor3f(1, 0, 0)
    glEdgeFlag(False)
    glVertexAttrib4f(3, 5, 5, 5, 5)
    glPopAttrib()
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0, 1, 0, 1]
    assert glGetVertexAttribfv(3, GL_CURRENT_VERTEX_ATTRIB).tolist() == [1, 2, 3, 4]
    assert glGetBooleanv(GL_EDGE_FLAG)


def test_materials_that_follow_the_color(context):
    glEnable(GL_COLOR_MATERIAL)
    glColor3f(1, 0, 0)
    glPushAttrib(GL_LIGHTING_BIT | GL_CURRENT_BIT)
    glColor3f(0, 1, 0)
    assert glGetMaterialfv(GL_FRONT, GL_DIFFUSE).tolist() == [0, 1, 0, 1]
    glPopAttrib()
    assert glGetMaterialfv(GL_FRONT, GL_DIFFUSE).tolist() == [1, 0, 0, 1]
    glPushAttrib(GL_ENABLE_BIT)
    glColor3f(0, 0, 1)
    glDisable(GL_COLOR_MATERIAL)
    glColor3f(0, 0, 0)
    glMaterialfv(GL_FRONT, GL_AMBIENT, [0.5, 0.5, 0.5, 1])
    assert glGetMaterialfv(GL_FRONT, GL_DIFFUSE).tolist() == [0, 0, 1, 1]


def test_textures(context):
    first, second = glGenTextures(2)
    glBindTexture(GL_TEXTURE_2D, first)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP)
    glPushAttrib(GL_TEXTURE_BIT)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT)
    glBindTexture(GL_TEXTURE_2D, second)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE)
    glActiveTexture(GL_TEXTURE1)
    glBindTexture(GL_TEXTURE_2D, second)
    glPopAttrib()
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == first
    assert glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S) == GL_CLAMP
    # One that was not bound is not restored.
    glBindTexture(GL_TEXTURE_2D, second)
    assert glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S) == GL_CLAMP_TO_EDGE
    glActiveTexture(GL_TEXTURE1)
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 0


def test_textures_that_are_deleted_meanwhile(context):
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, name)
    glPushAttrib(GL_TEXTURE_BIT)
    glDeleteTextures(name)
    glPopAttrib()
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 0
    assert not glIsTexture(name)


def test_a_texture_samples_with_its_restored_parameters(context):
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes(4))
    texture = context.texturing.current.bound["2D"]
    before, _ = texture.sampled()
    glPushAttrib(GL_TEXTURE_BIT)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    assert texture.sampled()[0] != before
    glPopAttrib()
    assert texture.sampled()[0] == before


def test_draw_and_read_buffers(context):
    glPushAttrib(GL_COLOR_BUFFER_BIT | GL_PIXEL_MODE_BIT)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
    glDrawBuffer(GL_NONE)
    glPopAttrib()
    assert glGetIntegerv(GL_DRAW_BUFFER) == GL_NONE
    glBindFramebufferEXT(GL_FRAMEBUFFER, 0)
    assert glGetIntegerv(GL_DRAW_BUFFER) == GL_BACK
    assert glGetIntegerv(GL_READ_BUFFER) == GL_BACK


def test_matrices_are_never_saved(context):
    glPushAttrib(GL_ALL_ATTRIB_BITS)
    glMatrixMode(GL_PROJECTION)
    glTranslatef(1, 2, 3)
    glPopAttrib()
    assert glGetIntegerv(GL_MATRIX_MODE) == GL_MODELVIEW
    assert glGetFloatv(GL_PROJECTION_MATRIX)[3].tolist() == [1, 2, 3, 1]


def test_vertex_arrays(context):
    first, second = glGenBuffers(2)
    data = np.arange(12, dtype=np.float32)
    glVertexPointer(3, GL_FLOAT, 0, data)
    glEnableClientState(GL_VERTEX_ARRAY)
    glBindBuffer(GL_ARRAY_BUFFER, first)
    glNormalPointer(GL_SHORT, 8, 16)
    glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT)
    glBindBuffer(GL_ARRAY_BUFFER, second)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, second)
    glVertexPointer(2, GL_SHORT, 4, 4)
    glNormalPointer(GL_BYTE, 4, 0)
    glDisableClientState(GL_VERTEX_ARRAY)
    glEnableVertexAttribArray(5)
    glClientActiveTexture(GL_TEXTURE2)
    glEnableClientState(GL_TEXTURE_COORD_ARRAY)
    glPixelStorei(GL_PACK_ALIGNMENT, 1)
    glPopClientAttrib()
    assert glIsEnabled(GL_VERTEX_ARRAY)
    assert glGetIntegerv(GL_VERTEX_ARRAY_SIZE) == 3
    assert glGetPointerv(GL_VERTEX_ARRAY_POINTER) is data
    assert glGetIntegerv(GL_VERTEX_ARRAY_BUFFER_BINDING) == 0
    assert glGetIntegerv(GL_NORMAL_ARRAY_BUFFER_BINDING) == first
    assert glGetPointerv(GL_NORMAL_ARRAY_POINTER) == 16
    assert glGetIntegerv(GL_ARRAY_BUFFER_BINDING) == first
    assert glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING) == 0
    assert not glGetVertexAttribiv(5, GL_VERTEX_ATTRIB_ARRAY_ENABLED)
    assert glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE) == GL_TEXTURE0
    assert not glIsEnabled(GL_TEXTURE_COORD_ARRAY)
    assert glGetIntegerv(GL_PACK_ALIGNMENT) == 1


def test_buffers_that_are_deleted_meanwhile(context):
    name = glGenBuffers(1)
    glBindBuffer(GL_ARRAY_BUFFER, name)
    glVertexPointer(2, GL_FLOAT, 0, 0)
    glPushClientAttrib(GL_CLIENT_ALL_ATTRIB_BITS)
    glDeleteBuffers(name)
    glPopClientAttrib()
    assert glGetIntegerv(GL_ARRAY_BUFFER_BINDING) == 0
    assert glGetIntegerv(GL_VERTEX_ARRAY_BUFFER_BINDING) == 0


def test_pixel_storage(context):
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 7)
    glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT)
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 9)
    glPixelStorei(GL_PACK_SWAP_BYTES, True)
    glEnableClientState(GL_NORMAL_ARRAY)
    glPopClientAttrib()
    assert glGetIntegerv(GL_UNPACK_ROW_LENGTH) == 7
    assert not glGetBooleanv(GL_PACK_SWAP_BYTES)
    assert glIsEnabled(GL_NORMAL_ARRAY)


def test_which_of_two_aliases_came_last_is_current_state(context):
    """NV_vertex_program, table X.2: attribute 3 of a !!VP program is the one that was set last."""
    glColor3f(1, 0, 0)
    glGetFloatv(GL_CURRENT_COLOR)
    glVertexAttrib4f(3, 0, 1, 0, 1)
    glPushAttrib(GL_CURRENT_BIT)
    glColor3f(0, 0, 1)
    assert context.immediate.latest_aliased(ATTRIBS[3]).tolist() == [0, 0, 1, 1]
    glPopAttrib()
    assert context.immediate.latest_aliased(ATTRIBS[3]).tolist() == [0, 1, 0, 1]


def test_a_group_that_takes_the_place_of_another_is_saved(context):
    """A replaced group is saved wherever it lives: below the context or in a list."""
    lighting = context.lighting

    def replace_light():
        lighting.lights = [replace(light) for light in lighting.lights]

    def replace_root():
        context.lighting = replace(lighting, lights=[replace(light) for light in lighting.lights])

    for change in (lambda: None, replace_light, replace_root):
        change()
        light = context.lighting.lights[1]
        light.spot_exponent = 1.0
        glPushAttrib(GL_LIGHTING_BIT)
        light.spot_exponent = context.lighting.lights[2].spot_exponent = 2.0
        glPopAttrib()
        assert (light.spot_exponent, context.lighting.lights[2].spot_exponent) == (1.0, 0.0)
    context.lighting = lighting
