"""Writes the declarations before main: the version, inputs, outputs and uniforms."""

from __future__ import annotations

import re

from softgl.ir.program import Program, Stage
from softgl.translate.glsl.embedded import check_embedded, precisions
from softgl.translate.glsl.textures import LATER
from softgl.translate.interfaces.errors import refuse
from softgl.translate.interfaces.interface import Interface
from softgl.translate.interfaces.targets import Target

# Built-in variables and types that not every version of GLSL has: the first version with them, and
# an extension for earlier ones.
NEWER = {
    "gl_VertexID": (130, "GL_EXT_gpu_shader4"),
    "gl_InstanceID": (140, "GL_ARB_draw_instanced"),
    "gl_PrimitiveID": (150, "GL_EXT_gpu_shader4"),
    "gl_ClipDistance": (130, ""),
    "gl_SampleMask": (400, "GL_ARB_sample_shading"),
    "gl_SampleMaskIn": (400, "GL_ARB_gpu_shader5"),
    "gl_InvocationID": (400, "GL_ARB_gpu_shader5"),
    "gl_Layer": (150, ""),
    "gl_ViewportIndex": (410, "GL_ARB_viewport_array"),
    "gl_FragStencilRefARB": (1000, "GL_ARB_shader_stencil_export"),
}
NEWER_IN_FRAGMENTS = NEWER | dict.fromkeys(
    ("gl_Layer", "gl_ViewportIndex"), (430, "GL_ARB_fragment_layer_viewport")
)
_MISSING = {
    **dict.fromkeys(("result.cull", "fragment.cull", "vertex.culldist"), "cull distances"),
    "vertex.clipdist": "clip distances as a vector of each vertex",
}
"""Bindings of TGSI that GLSL cannot express."""
SAMPLERS = {
    "2DRect": (140, "GL_ARB_texture_rectangle"),
    "1DArray": (130, "GL_EXT_texture_array"),
    "2DArray": (130, "GL_EXT_texture_array"),
    "Buffer": (140, ""),
    "CubeShadow": (130, ""),
}
PRIMITIVES = {
    "POINTS": "points", "LINES": "lines", "LINES_ADJACENCY": "lines_adjacency",
    "TRIANGLES": "triangles", "TRIANGLES_ADJACENCY": "triangles_adjacency",
    "LINE_STRIP": "line_strip", "TRIANGLE_STRIP": "triangle_strip",
}  # fmt: skip
COLORS = frozenset({
    *("gl_Color", "gl_SecondaryColor", "gl_FrontColor", "gl_FrontSecondaryColor"),
    *("gl_BackColor", "gl_BackSecondaryColor"),
})  # fmt: skip
"""The built-in variables that a text may redeclare, with their interpolation."""
_DOUBLE = re.compile(r"\bdouble\b|\dlf\b|Double2x32")


def declarations(
    program: Program, target: Target, interface: Interface, exact: bool, bits: bool, code: str
) -> list[str]:
    """Returns the lines before the functions of a text; TranslationError for missing features.

    bits : True if the text reads the bits of floats.
    code : all functions of the text.
    """
    lines = [target.header]
    names = _extensions(program, target, interface, code)
    names |= {name for word, (version, name) in LATER.items()
              if word in code and target.version < version}  # fmt: skip
    lines += [f"#extension {name} : require" for name in sorted(names)]
    if target.version < 330 and bits:
        lines.append("#extension GL_ARB_shader_bit_encoding : require")
    if target.version < 130 and any(one.opcode in ("TXL", "TXD") for one in program.instructions):
        lines.append("#extension GL_ARB_shader_texture_lod : require")
    if exact and target.version < 400 and "GL_ARB_gpu_shader5" not in names:
        lines.append("#extension GL_ARB_gpu_shader5 : require")
    if (exact or _DOUBLE.search(code)) and target.version < 400:
        lines.append("#extension GL_ARB_gpu_shader_fp64 : require")
    lines += [""]
    lines += precisions(interface) if target.es else []
    lines += _geometry(program, interface)
    if program.stage is Stage.FRAGMENT:
        lines += _fragment_coordinates(program, target, interface)
    lines += _redeclared(program, target, interface)
    lines += [_input(program, target, one) for one in interface.attributes if not one.builtin]
    lines += [_output(program, target, one) for one in interface.outputs if not one.builtin]
    if any(one.name.startswith("gl_ClipDistance") for one in interface.outputs):
        count = 1 + max(
            int(one.name[len("gl_ClipDistance[") : -1])
            for one in interface.outputs
            if one.name.startswith("gl_ClipDistance[")
        )
        lines.append(f"out float gl_ClipDistance[{count}];")
    lines += [*_uniforms(interface, code), ""]
    if target.es:
        check_embedded(program, target, "\n".join([*lines, code]))
    return lines


def _extensions(program, target, interface, code):
    found = set()
    for one in (*interface.attributes, *interface.outputs):
        if feature := _MISSING.get(one.binding.partition("[")[0]):
            refuse(target.name, feature, program, None)
    names = [one.name for one in (*interface.attributes, *interface.outputs) if one.builtin]
    newer = NEWER_IN_FRAGMENTS if program.stage is Stage.FRAGMENT else NEWER
    for name, (version, extension) in newer.items():
        if any(_is_called(each, name) for each in names) and target.version < version:
            if not extension:
                refuse(target.name, name, program, None)
            found.add(extension)
    for one in interface.samplers:
        kind = one.type.partition("sampler")[2]
        version, extension = SAMPLERS.get(kind.removesuffix("Shadow"), (0, ""))
        version, extension = SAMPLERS.get(kind, (version, extension))
        if target.version < version:
            if not extension:
                refuse(target.name, f"the texture target {one.target}", program, None)
            found.add(extension)
            if one.result != "float":
                found.add("GL_EXT_gpu_shader4")
    if target.version < 150 and program.stage is Stage.GEOMETRY:
        refuse(target.name, "geometry programs", program, None)
    if interface.primitives.get("invocations", 1) > 1 and target.version < 400:
        found.add("GL_ARB_gpu_shader5")
    if _read_buffers(interface, code) and target.version < 140:
        found.add("GL_ARB_uniform_buffer_object")
    return found


def _read_buffers(interface, code):
    """Returns the parameter buffers that a text reads; GLSL 1.20 has no blocks of integers."""
    return [one for one in interface.buffers if re.search(rf"\b{one.name}\b", code)]


def _is_called(name, word):
    return name == word or name.startswith(f"{word}[")


def _geometry(program, interface):
    if program.stage is not Stage.GEOMETRY:
        return []
    inputs = PRIMITIVES[interface.primitives["taken"]]
    outputs = PRIMITIVES[interface.primitives["made"]]
    limit = max(1, interface.primitives["limit"])
    count = interface.primitives["invocations"]
    often = f", invocations = {count}" if count > 1 else ""
    return [f"layout({inputs}{often}) in;", f"layout({outputs}, max_vertices = {limit}) out;"]


def _fragment_coordinates(program, target, interface):
    """Declares the conventions of fragment.position that differ from GL's."""
    words = [
        word
        for word, is_set in (
            ("origin_upper_left", program.origin_upper_left),
            ("pixel_center_integer", program.pixel_center_integer),
        )
        if is_set
    ]
    if not words or not any(one.name == "gl_FragCoord" for one in interface.attributes):
        return []
    if target.version < 150:
        refuse(target.name, "other conventions of fragment.position", program, None)
    return [f"layout({', '.join(words)}) in vec4 gl_FragCoord;"]


def _redeclared(program, target, interface):
    """Redeclares built-in variables between stages that are not smooth."""
    fragments = program.stage is Stage.FRAGMENT
    lines = []
    for one in interface.attributes if fragments else interface.outputs:
        if not one.builtin or one.interpolation == "smooth":
            continue
        if one.name.startswith("gl_ClipDistance"):
            refuse(target.name, f"{one.interpolation} clip distances", program, None)
        if one.name in COLORS:
            lines.append(_qualified(one, target, program, "in" if fragments else "out"))
    return lines


def _qualified(one, target, program, word):
    """Returns the declaration of an input or output between stages."""
    interpolation = "" if one.interpolation == "smooth" else f"{one.interpolation} "
    centroid = "centroid " if one.centroid else ""
    if target.version < 130:
        if interpolation:
            refuse(target.name, f"{one.interpolation} interpolation", program, None)
        return f"{centroid}varying {one.type} {one.name};"
    located = target.version >= 410 and one.location is not None
    layout = f"layout(location = {one.location}) " if located else ""
    return f"{layout}{interpolation}{centroid}{word} {one.type} {one.name};"


def _input(program, target, one):
    if program.stage is not Stage.VERTEX:
        return _qualified(one, target, program, "in")
    if target.version < 130:
        if one.type != "vec4":
            refuse(target.name, "attributes of integers", program, None)
        return f"attribute {one.type} {one.name};"
    layout = f"layout(location = {one.location}) " if target.version >= 330 else ""
    return f"{layout}in {one.type} {one.name};"


def _output(program, target, one):
    if program.stage is not Stage.FRAGMENT:
        return _qualified(one, target, program, "out")
    layout = f"layout(location = {one.location}) " if target.version >= 330 else ""
    return f"{layout}out {one.type} {one.name};"


def _uniforms(interface, code):
    lines = []
    for one in interface.parameters:
        array = f"[{one.size}]" if one.size else ""
        lines.append(f"uniform vec4 {one.name}{array};")
    state = interface.state
    if state is not None:
        lines += [f"struct {state.type}", "{"]
        lines += [
            f"    vec4 {one.name}{f'[{one.rows}]' if one.rows else ''};  // {one.binding}"
            for one in state.members
        ]
        lines += ["};", f"uniform {state.type} {state.name};"]
    for one in _read_buffers(interface, code):
        lines += [f"layout(std140) uniform {one.block}", "{", f"    uvec4 {one.name}[{one.size}];"]
        lines += ["};"]
    lines += [f"uniform {one.type} {one.name};" for one in interface.samplers]
    return lines
