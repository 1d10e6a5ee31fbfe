"""Many samples in one picture: textures of any target and state, read at coordinates of any value.

A `Look` is a texture with its state and the coordinates that it is read at; `draw` paints each into
a cell of its own of a picture of floats. The coordinates are texels of other textures, so both
sides read the very same bits, whatever their interpolation. Four pixels are a quad.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np

from softgl.texture.targets import TARGETS
from tests.drivers.drawing import (
    PASS_VERTEX,
    bind_new,
    floats,
    set_arrays,
    target_of,
    use_program,
)

OF_TEXTURES = ("TEXTURE_BASE", "TEXTURE_MAX_LEVEL", "TEXTURE_SWIZZLE", "DEPTH")
"""Prefixes of parameters that sampler objects lack."""
COLUMNS = 16
"""Number of cells side by side."""
PLACE = 3
"""The attribute with the pixel of a vertex, where vertex programs sample."""
PASS_TEXEL = "!!ARBfp1.0 MOV result.color, fragment.texcoord[0]; END"

CHANNELS = {"RED": 1, "RG": 2, "RGB": 3, "RGBA": 4, "DEPTH_COMPONENT": 1, "LUMINANCE": 1,
            "ALPHA": 1, "LUMINANCE_ALPHA": 2}  # fmt: skip


@dataclass
class Look:
    """A texture, its state, and the coordinates to sample it at.

    images : of each level the image, or for a cube map the six, shaped (depth, height, width,
        channels), bytes or floats. Leading axes may be left out.
    coordinates : (height, width, 4) float32, even sizes, for all looks of a picture the same.
    dx, dy : derivatives for TXD, shaped as the coordinates.
    parameters : of the texture: names without GL_, values names, numbers or tuples of floats.
    offset : of texels, for the instruction.
    bias : TEXTURE_LOD_BIAS of the unit.
    enables : the capabilities enabled while the look is drawn, without GL_.
    sampler : True if the sampler state is that of a sampler object.
    """

    target: str
    images: list
    coordinates: np.ndarray
    parameters: dict = field(default_factory=dict)
    internal_format: str = "RGBA8"
    layout: str = "RGBA"
    instruction: str = "TEX"
    dx: np.ndarray | None = None
    dy: np.ndarray | None = None
    offset: tuple = ()
    bias: float = 0.0
    border: int = 0
    enables: tuple = ()
    sampler: bool = False
    change: object = None  # (gl, look, name of the target) -> what else is done to the texture

    def __str__(self):
        sizes = [np.shape(image) for image in self.images if image is not None][:1]
        parts = (
            self.enables, "sampler" * self.sampler, self.instruction, self.target,
            self.internal_format, sizes, self.offset, self.bias, self.parameters,
        )  # fmt: skip
        return " ".join(str(part) for part in parts if part)

    @property
    def compared(self) -> bool:
        """True if depths are compared."""
        return "TEXTURE_COMPARE_MODE" in self.parameters


def upload(gl, enum, axes, level, look, image):
    """glTexImage of as many axes as the target has."""
    image = np.asarray(image)
    image = np.ascontiguousarray(image if image.dtype == np.uint8 else image.astype(np.float32))
    shape = image.shape[:-1][::-1]
    size = (*shape, 1, 1)[:axes]
    type_ = gl.GL_UNSIGNED_BYTE if image.dtype == np.uint8 else gl.GL_FLOAT
    command = getattr(gl, f"glTexImage{axes}D")
    command(
        enum, level, getattr(gl, f"GL_{look.internal_format}"), *size, look.border,
        getattr(gl, f"GL_{look.layout}"), type_, image.tobytes(),
    )  # fmt: skip


def make(gl, look):
    """The texture of a look, bound to unit 0."""
    target = TARGETS[look.target]
    enum = getattr(gl, f"GL_{target.enum}")
    gl.glActiveTexture(gl.GL_TEXTURE0)
    gl.glBindTexture(enum, gl.glGenTextures(1))
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    for level, images in enumerate(look.images):
        if images is None:
            continue
        for name, image in zip(target.images, images if target.faces else [images], strict=True):
            if image is not None:
                upload(gl, getattr(gl, f"GL_{name}"), target.axes, level, look, image)
    name = gl.glGenSamplers(1) if look.sampler else 0
    gl.glBindSampler(0, name)
    if look.sampler:
        given = look.parameters.items()
        own = {key: value for key, value in given if key.startswith(OF_TEXTURES)}
        set_parameters(gl, "Sampler", name, dict(given - own.items()))
        set_parameters(gl, "Tex", enum, own)
    else:
        set_parameters(gl, "Tex", enum, look.parameters)
    if look.change:
        look.change(gl, look, enum)


def set_parameters(gl, kind, holder, parameters):
    """Parameters of a bound texture, Tex, or of a sampler object: names, numbers or tuples."""
    command = f"gl{kind}Parameter"
    for name, value in parameters.items():
        place = holder, getattr(gl, f"GL_{name}")
        if isinstance(value, tuple):
            getattr(gl, f"{command}fv")(*place, np.array(value, np.float32))
        elif isinstance(value, str):
            getattr(gl, f"{command}i")(*place, getattr(gl, f"GL_{value}"))
        else:
            getattr(gl, f"{command}f")(*place, value)


# -- programs --------------------------------------------------------------------------------------

# What GLSL calls a target, the coordinates of a sample, and those of a texel.
GLSL = {
    "1D": ("sampler1D", "c.x", "i.x", "x"),
    "2D": ("sampler2D", "c.xy", "i.xy", "xy"),
    "3D": ("sampler3D", "c.xyz", "i.xyz", "xyz"),
    "CUBE": ("samplerCube", "c.xyz", None, "xyz"),
    "RECT": ("sampler2DRect", "c.xy", "i.xy", "xy"),
    "ARRAY1D": ("sampler1DArray", "c.xy", "i.xy", "x"),
    "ARRAY2D": ("sampler2DArray", "c.xyz", "i.xyz", "xy"),
    "SHADOW1D": ("sampler1DShadow", "c.xyz", None, "x"),
    "SHADOW2D": ("sampler2DShadow", "c.xyz", None, "xy"),
    "SHADOWRECT": ("sampler2DRectShadow", "c.xyz", None, "xy"),
    "SHADOWCUBE": ("samplerCubeShadow", "c", None, "xyz"),
    "SHADOWARRAY1D": ("sampler1DArrayShadow", "c.xyz", None, "x"),
    "SHADOWARRAY2D": ("sampler2DArrayShadow", "c", None, "xy"),
}
GLSL_CALLS = {
    "TEX": "texture{o}(s, {c}{off})",
    "TXP": "textureProj{o}(s, {p}{off})",
    "TXB": "texture{o}(s, {c}{off}, c.w)",
    "TXL": "textureLod{o}(s, {c}, c.w{off})",
    "TXD": "textureGrad{o}(s, {c}, dx.{axes}, dy.{axes}{off})",
    "TXF": "texelFetch{o}(s, {i}{level}{off})",
    "TXQ": "vec4(textureSize(s{level}){rest})",
}
GLSL_SIZES = {"1D": 1, "3D": 3, "ARRAY2D": 3} | dict.fromkeys(("2D", "CUBE", "RECT", "ARRAY1D"), 2)
"""Number of components of textureSize."""
GLSL_VERTEX = "#version 330\nin vec2 position; void main() { gl_Position = vec4(position, 0, 1); }"


def program_target(look):
    """The target of a look by its name in programs."""
    return ("SHADOW" if look.compared else "") + look.target


def glsl_text(look):
    """A fragment shader that samples as the look says."""
    target = program_target(look)
    sampler, coordinate, texel, axes = GLSL[target]
    offset = ""
    if look.offset:
        kind = "int" if len(look.offset) == 1 else f"ivec{len(look.offset)}"
        offset = f", {kind}({', '.join(str(o) for o in look.offset)})"
    projected = {"1D": "c.xw", "2D": "c.xyw", "RECT": "c.xyw"}.get(target, "c")
    call = GLSL_CALLS[look.instruction].format(
        o="Offset" if offset else "", c=coordinate, off=offset, i=texel, axes=axes, p=projected,
        level="" if look.target == "RECT" else ", i.w", rest=", 0" * (4 - GLSL_SIZES[look.target]),
    )  # fmt: skip
    return f"""#version 330
uniform {sampler} s; uniform sampler2D coordinates, across, up; out vec4 result;
void main() {{
    vec4 c = texelFetch(coordinates, ivec2(gl_FragCoord.xy), 0);
    vec4 dx = texelFetch(across, ivec2(gl_FragCoord.xy), 0);
    vec4 dy = texelFetch(up, ivec2(gl_FragCoord.xy), 0);
    ivec4 i = ivec4(c);
    result = vec4({call});
}}
"""


# Operands in TGSI, of a sampler or a view; TEMP[0] are the coordinates, TEMP[3] whole ones.
TGSI_CALLS = {
    "TG4": "TEMP[0], IMM[0].{component}, {sampler}",
    "LODQ": "TEMP[0], {sampler}",
    "TEX_LZ": "TEMP[0], {sampler}",
    "TXB2": "TEMP[0], TEMP[0].wwww, {sampler}",
    "TXL2": "TEMP[0], TEMP[0].wwww, {sampler}",
    "TXF_LZ": "TEMP[3], {sampler}",
    "TXQ": "TEMP[3].wwww, {sampler}",
    "LOD": "TEMP[0], {view}",
    "SAMPLE": "TEMP[0], {view}",
    "SAMPLE_B": "TEMP[0], {view}, TEMP[0].wwww",
    "SAMPLE_C": "TEMP[0], {view}, TEMP[0].zzzz",
    "SAMPLE_C_LZ": "TEMP[0], {view}, TEMP[0].zzzz",
    "SAMPLE_D": "TEMP[0], {view}, TEMP[1], TEMP[2]",
    "SAMPLE_L": "TEMP[0], {view}, TEMP[0].wwww",
    "GATHER4": "TEMP[0], {view}",
    "SAMPLE_I": "TEMP[3], SVIEW[0]",
    "SVIEWINFO": "TEMP[3].wwww, SVIEW[0]",
}


def tgsi_text(look):
    """Returns a fragment program of a look at a 2D texture, by instructions of TGSI alone."""
    target, component = program_target(look), "xxxx" if look.compared else "yyyy"
    operands = TGSI_CALLS[look.instruction].format(
        sampler=f"SAMP[0], {target}", view="SVIEW[0], SAMP[0]", component=component
    )
    whole = look.instruction in ("TXQ", "SVIEWINFO")
    return "\n".join(
        [
            *("FRAG", "PROPERTY FS_COORD_ORIGIN LOWER_LEFT", "DCL IN[0], POSITION, LINEAR"),
            *("DCL OUT[0], COLOR", "DCL SAMP[0..3]", f"DCL SVIEW[0], {target}, FLOAT"),
            *("DCL TEMP[0..4]", "IMM[0] INT32 {0, 1, 2, 3}"),
            *(f"TEX TEMP[{n}], IN[0], SAMP[{n + 1}], RECT" for n in range(3)),
            "F2I TEMP[3], TEMP[0]",
            f"{look.instruction} TEMP[4], {operands}",
            f"{'I2F' if whole else 'MOV'} OUT[0], TEMP[4]",
            "END",
        ]
    )


def assembly_text(look, language="ARBfp1.0"):
    """A program that samples as the look says: ARBfp1.0, NVfp4.0, NVvp4.0 at points, or TGSI."""
    if language == "TGSI":
        return tgsi_text(look)
    target = program_target(look)
    operands = {"TXD": "c, dx, dy", "TXF": "i", "TXQ": "i.w"}.get(look.instruction, "c")
    option = "OPTION ARB_fragment_program_shadow;" if look.compared else ""
    place, result = "fragment.position", "color"
    if language == "NVvp4.0":
        place, result = f"vertex.attrib[{PLACE}]", "texcoord[0]"
    lines = ["TEMP c, t;", f"TEX c, {place}, texture[1], RECT;"]
    offset = ""
    if language != "ARBfp1.0":
        option = ""
        lines += [
            "TEMP dx, dy, i;",
            f"TEX dx, {place}, texture[2], RECT;",
            f"TEX dy, {place}, texture[3], RECT;",
            "TRUNC.S i, c;" if "i" in operands else "",
        ]
    if look.offset:
        offset = f", ({', '.join(str(o) for o in look.offset)})"
    lines.append(f"{look.instruction} t, {operands}, texture[0], {target}{offset};")
    lines.append("I2F t, t;" if look.instruction == "TXQ" else "")
    lines.append("MOV result.position, vertex.position;" if language == "NVvp4.0" else "")
    return "\n".join([f"!!{language}", option, *lines, f"MOV result.{result}, t;", "END", ""])


# -- pictures --------------------------------------------------------------------------------------


def grid(looks):
    """The corner of each look's cell, and the size of the picture."""
    height, width = looks[0].coordinates.shape[:2]
    rows = -(-len(looks) // COLUMNS)
    columns = min(COLUMNS, len(looks))
    corners = [(n % COLUMNS * width, n // COLUMNS * height) for n in range(len(looks))]
    return corners, (columns * width, rows * height), (width, height)


def bind_coordinates(gl, looks, rectangles):
    """Textures of the picture's size in units 1 to 3: coordinates and their derivatives."""
    corners, size, (w, h) = grid(looks)
    enum = gl.GL_TEXTURE_RECTANGLE_ARB if rectangles else gl.GL_TEXTURE_2D
    for unit, name in enumerate(("coordinates", "dx", "dy"), 1):
        values = np.zeros((size[1], size[0], 4), np.float32)
        for look, (x, y) in zip(looks, corners, strict=True):
            given = getattr(look, name)
            if given is not None:
                values[y : y + h, x : x + w] = given
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(enum, gl.glGenTextures(1))
        gl.glTexImage2D(enum, 0, gl.GL_RGBA32F, *size, 0, gl.GL_RGBA, gl.GL_FLOAT, values.tobytes())
        for filter_ in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(enum, filter_, gl.GL_NEAREST)
    gl.glActiveTexture(gl.GL_TEXTURE0)


def float_target(gl, size):
    """A framebuffer object with one colour buffer of floats, bound and cleared."""
    bind_new(gl)
    buffer = gl.glGenRenderbuffers(1)
    gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, buffer)
    gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_RGBA32F, *size)
    place = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0
    gl.glFramebufferRenderbuffer(*place, gl.GL_RENDERBUFFER, buffer)
    gl.glClearColor(0.0, 0.0, 0.0, 0.0)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)


def cells(gl, looks):
    """The picture's cells: (number of looks, height, width, 4) float32."""
    corners, size, (w, h) = grid(looks)
    picture = np.zeros((size[1], size[0], 4), np.float32)
    gl.glReadPixels(0, 0, *size, gl.GL_RGBA, gl.GL_FLOAT, picture)
    return np.stack([picture[y : y + h, x : x + w] for x, y in corners])


def switch(gl, look, enable):
    for name in look.enables:
        (gl.glEnable if enable else gl.glDisable)(getattr(gl, f"GL_{name}"))


def draw_assembly(gl, looks, language="ARBfp1.0", use=None):
    """The cells of looks, by assembly programs, of vertices where the language is NVvp4.0.

    use : (text of vertices, text of fragments), which has them used; None: they are loaded.
    """
    corners, size, (w, h) = grid(looks)
    float_target(gl, size)
    bind_coordinates(gl, looks, rectangles=True)
    of_vertices = language == "NVvp4.0"
    mode, positions = gl.GL_TRIANGLES, [(-1, -1), (1, -1), (1, 1), (-1, -1), (1, 1), (-1, 1)]
    if of_vertices:
        mode, positions = gl.GL_POINTS, pixels(w, h) / (w, h) * 2 - 1
    kept = set_arrays(gl, positions)
    use = use or partial(use_known, gl, {})
    for look, corner in zip(looks, corners, strict=True):
        text = assembly_text(look, language)
        use(*((text, PASS_TEXEL) if of_vertices else (PASS_VERTEX, text)))
        if of_vertices:
            places = floats(pixels(w, h) + corner)
            gl.glEnableVertexAttribArray(PLACE)
            gl.glVertexAttribPointer(PLACE, 2, gl.GL_FLOAT, False, 0, places)
        make(gl, look)
        gl.glTexEnvf(gl.GL_TEXTURE_FILTER_CONTROL, gl.GL_TEXTURE_LOD_BIAS, look.bias)
        gl.glViewport(*corner, w, h)
        switch(gl, look, True)
        gl.glDrawArrays(mode, 0, len(kept[0]))
        switch(gl, look, False)
    return cells(gl, looks)


def use_known(gl, programs, *texts):
    """Uses programs, and loads each once; programs : their names by text."""
    for text in texts:
        target = target_of(gl, text)
        if text not in programs:
            use_program(gl, text)
            programs[text] = gl.glGetProgramivARB(target, gl.GL_PROGRAM_BINDING_ARB)
        gl.glBindProgramARB(target, programs[text])


def pixels(width, height):
    """The centres of pixels, row after row, (n, 2)."""
    y, x = np.mgrid[:height, :width] + 0.5
    return np.stack([x.ravel(), y.ravel()], axis=1)


def draw_glsl(glsl, gl, looks):
    """The cells of looks, by GLSL programs that moderngl makes.

    glsl : a `tests.drivers.glsl.Glsl` with its context current. gl : OpenGL's functions.
    """
    corners, size, (w, h) = grid(looks)
    float_target(gl, size)
    bind_coordinates(gl, looks, rectangles=False)
    gl.glDisable(gl.GL_TEXTURE_CUBE_MAP_SEAMLESS)  # moderngl enables it
    programs = {}
    for look, corner in zip(looks, corners, strict=True):
        text = glsl_text(look)
        if text not in programs:
            programs[text] = glsl.context.program(GLSL_VERTEX, text)
        program = programs[text]
        for name, unit in (("s", 0), ("coordinates", 1), ("across", 2), ("up", 3)):
            if name in program:
                program[name].value = unit
        make(gl, look)
        gl.glViewport(*corner, w, h)
        switch(gl, look, True)
        square = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        glsl.draw(program, {"position": square}, np.uint32([0, 1, 2, 0, 2, 3]))
        switch(gl, look, False)
    return cells(gl, looks)
