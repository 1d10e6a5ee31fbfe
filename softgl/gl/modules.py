"""The modules of softgl.gl with commands, or with state of their own.

This list fills the tables of `softgl.gl.api.tables`; importing a module registers its commands.
Commands that stand for others by name are registered last.
"""

from __future__ import annotations

from softgl.gl.api import tables
from softgl.gl.buffers import buffer_objects, indexed_bindings, mapping
from softgl.gl.buffers import storage as buffer_storage
from softgl.gl.direct import (
    client_defaults,
    core_objects,
    creation,
    feedback_objects,
    multi_bind,
    named,
    objects,
    texture_images,
    units,
)
from softgl.gl.draw import (
    accumulation,
    base_vertex,
    begin_end,
    blit,
    clear,
    draw_arrays,
    evaluation,
    indirect,
    pixel_drawing,
    raster_position,
    vertex_state_programs,
)
from softgl.gl.fixed import fog, lighting, texture_environment
from softgl.gl.fragments import clamping, color, depth, multisample, scissor, stencil
from softgl.gl.framebuffers import (
    copies,
    default_sizes,
    draw_buffers,
    format_queries,
    framebuffer_objects,
    invalidation,
    renderbuffers,
    sample_positions,
)
from softgl.gl.lists import lists
from softgl.gl.pixels import buffer_clears, memory, read_pixels, store, transfer
from softgl.gl.primitives import clip_planes, lines, points, polygons
from softgl.gl.programs import (
    matrix_tracking,
    nv_programs,
    parameter_buffers,
    program_queries,
    programs,
    transform_feedback,
)
from softgl.gl.queries import (
    attribute_stacks,
    capabilities,
    debug_output,
    hints,
    indexed,
    indexed_queries,
    labels,
    occlusion,
    pointers,
    query_objects,
    query_results,
    robustness,
    strings,
    sync,
    values,
)
from softgl.gl.selection import selection
from softgl.gl.shading import (
    active,
    linking,
    old_objects,
    pipelines,
    program_binaries,
    program_interfaces,
    shaders,
    uniforms,
)
from softgl.gl.shading import limits as shader_limits
from softgl.gl.shading import program_queries as shader_program_queries
from softgl.gl.textures import (
    buffer_textures,
    clears,
    compressed_images,
    image_queries,
    images,
    multisample_textures,
    parameters,
    samplers,
    storage,
    textures,
    views,
)
from softgl.gl.transform import matrices, viewport
from softgl.gl.vertices import (
    arrays,
    attribute_queries,
    evaluators,
    families,
    nv_attributes,
    older_arrays,
    packed_attributes,
    vertex_arrays,
    vertex_bindings,
    vertex_blend,
)

MODULES = (
    buffer_objects,
    indexed_bindings,
    mapping,
    buffer_storage,
    arrays,
    attribute_queries,
    evaluators,
    families,
    nv_attributes,
    older_arrays,
    packed_attributes,
    vertex_arrays,
    vertex_bindings,
    vertex_blend,
    matrices,
    viewport,
    clamping,
    color,
    depth,
    multisample,
    scissor,
    stencil,
    buffer_clears,
    memory,
    read_pixels,
    store,
    transfer,
    clip_planes,
    lines,
    points,
    polygons,
    fog,
    lighting,
    texture_environment,
    attribute_stacks,
    capabilities,
    debug_output,
    hints,
    indexed,
    labels,
    occlusion,
    pointers,
    indexed_queries,
    query_objects,
    query_results,
    robustness,
    strings,
    sync,
    values,
    buffer_textures,
    clears,
    compressed_images,
    image_queries,
    images,
    multisample_textures,
    parameters,
    samplers,
    storage,
    textures,
    views,
    matrix_tracking,
    nv_programs,
    parameter_buffers,
    program_queries,
    programs,
    transform_feedback,
    shader_limits,
    shaders,
    linking,
    program_binaries,
    shader_program_queries,
    active,
    program_interfaces,
    uniforms,
    pipelines,
    old_objects,
    default_sizes,
    copies,
    draw_buffers,
    format_queries,
    framebuffer_objects,
    invalidation,
    renderbuffers,
    sample_positions,
    accumulation,
    base_vertex,
    begin_end,
    blit,
    clear,
    draw_arrays,
    evaluation,
    indirect,
    pixel_drawing,
    raster_position,
    vertex_state_programs,
    lists,
    selection,
    client_defaults,
    core_objects,
    creation,
    feedback_objects,
    multi_bind,
    named,
    objects,
    texture_images,
    units,
)

for _module in MODULES:
    if hasattr(_module, "STATE"):
        tables.fill(_module.STATE, _module.__name__)

named.define_named()
