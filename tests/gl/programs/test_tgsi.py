"""TGSI programs in the pipeline: they draw as their twins in other languages do, and mix."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from softgl import GLError, assets
from softgl.asm import LIMITS
from softgl.asm.tgsi.meanings import TARGETS
from softgl.errors import ProgramError
from softgl.gl import *
from tests.gl.attachments import framebuffer, renderbuffer, use_program
from tests.gl.target_textures import ABOVE, POINTS, TEXELS, specify

VERTEX = GL_VERTEX_PROGRAM_ARB
TRANSFORM = {
    "ARB": """!!ARBvp1.0
    PARAM m[4] = { program.local[0..3] };
    TEMP t;
    MUL t, vertex.attrib[0].xxxx, m[0];
    MAD t, vertex.attrib[0].yyyy, m[1], t;
    ADD t, t, m[3];
    MOV result.position, t;
    MOV result.color, vertex.attrib[3];
    MOV result.color.secondary, vertex.attrib[3].wzyx;
    MOV result.color.back, vertex.attrib[3].yzxw;
    MUL result.texcoord[0], vertex.attrib[0], 2.0;
    MOV result.texcoord[5], t.yxwz;
    MOV result.fogcoord, t.x;
    END""",
    "TGSI": """VERT
    DCL IN[0], POSITION
    DCL IN[3], COLOR
    DCL OUT[0], POSITION
    DCL OUT[1..2], COLOR[0]
    DCL OUT[3], BCOLOR
    DCL OUT[4], TEXCOORD[0]
    DCL OUT[5], TEXCOORD[5]
    DCL OUT[6], FOG
    DCL OUT[7], EDGEFLAG
    DCL CONST[0..3]
    DCL TEMP[0]
    IMM FLT32 { 2.0, 1.0 }
    MUL TEMP[0], IN[0].xxxx, CONST[0]
    MAD TEMP[0], IN[0].yyyy, CONST[1], TEMP[0]
    ADD TEMP[0], TEMP[0], CONST[3]
    MOV OUT[0], TEMP[0]
    MOV OUT[1], IN[3]
    MOV OUT[2], IN[3].wzyx
    MOV OUT[3], IN[3].yzxw
    MUL OUT[4], IN[0], IMM[0].xxxx
    MOV OUT[5], TEMP[0].yxwz
    MOV OUT[6], TEMP[0].xxxx
    MOV OUT[7], IMM[0].yyyy
    END""",
}
SHADE = {
    "ARB": """!!ARBfp1.0
    OPTION ARB_fragment_coord_origin_upper_left;
    PARAM scale = program.local[1];
    TEMP t, u;
    TEX t, fragment.texcoord[0], texture[1], 2D;
    MAD t, fragment.color, scale, t;
    MUL u, fragment.position, 0.0625;
    ADD_SAT t.xy, t, u;
    LRP t.z, 0.5, fragment.texcoord[5].x, t.x;
    ADD t.w, fragment.color.secondary.y, fragment.fogcoord.x;
    MOV result.depth.z, t.x;
    MOV result.color, t;
    END""",
    "TGSI": """FRAG
    DCL IN[0..1], COLOR, COLOR
    DCL IN[2], GENERIC[0], PERSPECTIVE
    DCL IN[3], GENERIC[5], PERSPECTIVE
    DCL IN[4], FOG, PERSPECTIVE
    DCL IN[5], POSITION, LINEAR
    DCL OUT[0], COLOR
    DCL OUT[1], POSITION
    DCL SAMP[1]
    DCL SVIEW[1], 2D, FLOAT
    DCL CONST[0..1]
    DCL TEMP[0..1]
    IMM[0] FLT32 {    0.0625,     0.5000,     0.0000,     0.0000}
      0: TEX TEMP[0], IN[2], SAMP[1], 2D
      1: MAD TEMP[0], IN[0], CONST[1], TEMP[0]
      2: MUL TEMP[1], IN[5], IMM[0].xxxx
      3: ADD_SAT TEMP[0].xy, TEMP[0], TEMP[1]
      4: LRP TEMP[0].z, IMM[0].yyyy, IN[3].xxxx, TEMP[0].xxxx
      5: ADD TEMP[0].w, IN[1].yyyy, IN[4].xxxx
      6: MOV OUT[1].z, TEMP[0].xxxx
      7: MOV OUT[0], TEMP[0]
      8: END""",
}


def draw():
    """A quad that both faces of are seen of, through a texture of noise."""
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_VERTEX_PROGRAM_TWO_SIDE_ARB)
    rows = np.array([[0.9, 0.2, 0, 0.1], [-0.3, 0.8, 0, 0.2], [0] * 4, [0.1, 0, 0.2, 1]], "f4")
    for number, row in enumerate(rows):
        glProgramLocalParameter4fvARB(VERTEX, number, row)
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 0.5, 0.25, 0.75, 1)
    glBegin(GL_TRIANGLE_STRIP)
    for number, (x, y) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0), (-1, 0))):
        glVertexAttrib4fARB(3, 0.1 * number, 0.5, 1 - 0.2 * number, 0.3)
        glVertexAttrib4fARB(0, x, y, 0, 1)
    glEnd()
    color = glReadPixels(0, 0, 8, 8, GL_RGBA, GL_FLOAT, outputType=None)
    depth = glReadPixels(0, 0, 8, 8, GL_DEPTH_COMPONENT, GL_FLOAT, outputType=None)
    return color.tobytes() + depth.tobytes()


def specify_noise():
    glActiveTexture(GL_TEXTURE1)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    texels = np.random.default_rng(7).integers(0, 256, (8, 8, 4), np.uint8)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)


def test_programs_mix_with_those_of_other_languages(either):
    specify_noise()
    pictures = set()
    for vertex, fragment in product(TRANSFORM, SHADE):
        use_program(TRANSFORM[vertex], VERTEX)
        use_program(SHADE[fragment])
        pictures.add(draw())
    assert len(pictures) == 1
    assert len(set(pictures.pop())) > 20


def shown(body, declarations="", head="FRAG"):
    """The first pixel that a fragment program draws, four floats."""
    use_program(f"{head}\nDCL OUT[0], COLOR\n{declarations}\n{body}\nEND")
    glRectf(-1, -1, 1, 1)
    return glReadPixels(1, 2, 1, 1, GL_RGBA, GL_FLOAT, outputType=None).ravel()


def test_conventions_of_positions(context):
    """FS_COORD_ORIGIN is UPPER_LEFT and FS_COORD_PIXEL_CENTER HALF_INTEGER if nothing is said."""
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer(color0=renderbuffer(GL_RGBA32F_ARB)))
    use_program("!!ARBvp1.0 MOV result.position, vertex.position; END", VERTEX)
    declaration = "DCL IN[0], POSITION, LINEAR"
    for origin, y in (("", 5.0), ("UPPER_LEFT", 5.0), ("LOWER_LEFT", 2.0)):
        for center, half in (("", 0.5), ("HALF_INTEGER", 0.5), ("INTEGER", 0.0)):
            head = "FRAG"
            head += f"\nPROPERTY FS_COORD_ORIGIN {origin}" if origin else ""
            head += f"\nPROPERTY FS_COORD_PIXEL_CENTER {center}" if center else ""
            found = shown("MOV OUT[0], IN[0]", declaration, head)
            assert found.tolist() == [1 + half, y + half, 0.5, 1.0], (origin, center)


def test_system_values_and_clip_distances(context):
    use_program(
        """VERT
        DCL IN[0]
        DCL OUT[0], POSITION
        DCL OUT[1], CLIPDIST
        DCL OUT[2], COLOR
        DCL OUT[3], GENERIC[11]
        DCL OUT[4], CLIPDIST[1]
        DCL SV[0], VERTEXID
        DCL SV[1], INSTANCEID
        DCL TEMP[0]
        IMM FLT32 { 1.0, -1.0, 0.25, 0.0 }
        MOV OUT[0], IN[0]
        MOV OUT[1].xy, IN[0].xyzw
        U2F OUT[2], SV[0].xxxx
        U2F TEMP[0], SV[1].xxxx
        ADD OUT[3], TEMP[0], IMM[0].zzzz
        MOV OUT[4].y, IMM[0].xxxx
        END""",
        VERTEX,
    )
    body = """MOV OUT[0].x, IN[0].xxxx
    MOV OUT[0].y, IN[1].xxxx
    MOV OUT[0].z, IN[2].xxxx
    ADD OUT[0].w, IN[3].yyyy, SV[0].xxxx"""
    declarations = """DCL IN[0], COLOR, CONSTANT
    DCL IN[1], GENERIC[11], PERSPECTIVE
    DCL IN[2], CLIPDIST, PERSPECTIVE
    DCL IN[3], CLIPDIST[1], PERSPECTIVE
    DCL SV[0], FACE"""
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer(color0=renderbuffer(GL_RGBA32F_ARB)))
    glEnable(GL_CLIP_PLANE0)
    found = shown(body, declarations)
    assert found.tolist() == [0, 0, 0, 0]  # x is negative there: clipped
    glDisable(GL_CLIP_PLANE0)
    glEnable(GL_CLIP_PLANE5)
    found = shown(body, declarations)
    assert found[1:].tolist() == [0.25, -0.625, 2.0]
    assert found[0] in range(4)


def test_clip_vertices(context):
    """CLIPVERTEX is clipped by the enabled planes of the GL's state."""
    use_program(
        """VERT
        DCL IN[0]
        DCL OUT[0], POSITION
        DCL OUT[1], CLIPVERTEX
        IMM FLT32 { 2.0, 1.0, 0.0, 0.0 }
        MOV OUT[0], IN[0]
        MUL OUT[1], IN[0], IMM[0].xxxy
        END""",
        VERTEX,
    )
    use_program("FRAG DCL OUT[0], COLOR IMM FLT32 { 1, 1, 1, 1 } MOV OUT[0], IMM[0] END")
    columns = range(8)
    for enabled, seen in (((), columns), ((0,), range(2, 8)), ((0, 5), range(2, 6))):
        # 2 x + 1 is not negative from column 2 on, 1 - 2 x not up to column 5.
        glClipPlane(GL_CLIP_PLANE0, (1, 0, 0, 1))
        glClipPlane(GL_CLIP_PLANE5, (-1, 0, 0, 1))
        for plane in enabled:
            glEnable(GL_CLIP_PLANE0 + plane)
        glClear(GL_COLOR_BUFFER_BIT)
        glRectf(-1, -1, 1, 1)
        row = glReadPixels(0, 4, 8, 1, GL_RED, GL_UNSIGNED_BYTE, outputType=None).ravel()
        assert np.flatnonzero(row).tolist() == list(seen)


def test_fog_is_a_vector(context):
    """ "fog coord really is just an ordinary vec4 register like regular semantics." """
    text = """VERT
    DCL IN[0]
    DCL OUT[0], POSITION
    DCL OUT[1], FOG
    IMM FLT32 { 0.25, 0.5, 0.75, 0.125 }
    MOV OUT[0], IN[0]
    MOV OUT[1], IMM[0]
    END"""
    use_program(text, VERTEX)
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer(color0=renderbuffer(GL_RGBA32F_ARB)))
    declaration = "DCL IN[0], FOG, CONSTANT"
    assert shown("MOV OUT[0], IN[0]", declaration).tolist() == [0.25, 0.5, 0.75, 0.125]
    use_program(text.replace("OUT[1], IMM", "OUT[1].x, IMM"), VERTEX)
    assert shown("MOV OUT[0], IN[0]", declaration).tolist() == [0.25, 0, 0, 1]
    glDisable(VERTEX)
    assert shown("MOV OUT[0].yzw, IN[0]", declaration).tolist()[1:] == [0, 0, 1]


def test_colors_of_draw_buffers(context):
    names = [renderbuffer(GL_RGBA8) for _ in range(3)]
    framebuffer(color0=names[0], color1=names[1], color2=names[2])
    glDrawBuffers(3, [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2])
    use_program("!!ARBvp1.0 MOV result.position, vertex.position; END", VERTEX)

    def pixels():
        found = []
        for number in range(3):
            glReadBuffer(GL_COLOR_ATTACHMENT0 + number)
            pixel = glReadPixels(1, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None)
            found.append(pixel.ravel().tolist())
        return found

    several = "DCL OUT[1], COLOR[2]\nIMM FLT32 { 1.0, 0.0, 0.0, 0.2 }"
    shown("MOV OUT[0], IMM[0]\nMOV OUT[1], IMM[0].yxww", several)
    assert [pixels()[n] for n in (0, 2)] == [[255, 0, 0, 51], [0, 255, 51, 51]]
    shown("MOV OUT[0], IMM[0].xxxw", "IMM FLT32 { 1.0, 0.0, 0.0, 0.2 }")
    assert pixels() == [[255, 255, 255, 51]] * 3


def test_blocks_of_constants(context):
    """CONST[k] is the parameter buffer k - 1, CONST[0] the local parameters."""
    use_program("!!ARBvp1.0 MOV result.position, vertex.position; END", VERTEX)
    target = GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV
    glBindBufferBaseNV(target, 1, glGenBuffers(1))
    data = np.arange(16, dtype=np.float32) / 255
    glBufferData(target, data.nbytes, data, GL_STATIC_DRAW)
    declarations = """DCL CONST[0][0..1]
    DCL CONST[2][0..3]
    DCL ADDR[0]
    IMM UINT32 { 2, 9, 0, 0 }"""
    glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 1, 0, 1, 0)
    for body, wanted in {
        "MOV OUT[0], CONST[2][3]": [12, 13, 14, 15],
        "UARL ADDR[0].x, IMM[0].xxxx\nMOV OUT[0], CONST[2][ADDR[0].x-1]": [4, 5, 6, 7],
        "UARL ADDR[0].x, IMM[0].yyyy\nMOV OUT[0], CONST[2][ADDR[0].x]": [12, 13, 14, 15],
        "MOV OUT[0], CONST[0][1]": [255, 0, 255, 0],
        "MOV OUT[0], CONST[1]": [255, 0, 255, 0],
    }.items():
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 1, 0, 1, 0)
        use_program(f"FRAG\nDCL OUT[0], COLOR\n{declarations}\n{body}\nEND")
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 1, 0, 1, 0)
        glRectf(-1, -1, 1, 1)
        pixel = glReadPixels(1, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None)
        assert pixel.ravel().tolist() == wanted, body


def test_queries(context):
    """A TGSI program is asked like others; its instructions count as they are written."""
    text = "FRAG\nDCL OUT[0], COLOR\nDCL IN[0], COLOR\nIF IN[0].xxxx\nENDIF\nMOV OUT[0], IN[0]\nEND"
    use_program(text)
    target = GL_FRAGMENT_PROGRAM_ARB
    assert glGetProgramStringARB(target, GL_PROGRAM_STRING_ARB) == text.encode()
    assert glGetProgramivARB(target, GL_PROGRAM_INSTRUCTIONS_ARB) == 4
    assert glGetProgramivARB(target, GL_PROGRAM_ATTRIBS_ARB) == 1
    assert glGetProgramivARB(target, GL_PROGRAM_TEMPORARIES_ARB) == 0
    limits = LIMITS["TGSI FRAG"]
    assert glGetProgramivARB(target, GL_MAX_PROGRAM_TEMPORARIES_ARB) == limits.temporaries
    assert glGetProgramivARB(target, GL_MAX_PROGRAM_CALL_DEPTH_NV) == limits.call_depth


def test_texts_that_do_not_load(context):
    """Texts of another stage, of an unknown stage, and with an error do not load."""
    for text, position, message in (
        ("VERT\nEND", 0, "a vertex program where a fragment program is required"),
        ("GEOM\nEND", 0, "a geometry program where a fragment program is required"),
        ("COMP\nEND", 0, "COMP: there are no compute programs"),
        ("FRAG\nDCL TEMP[0]\nMOV TEMP[1], TEMP[0]\nEND", 21, "TEMP[1] is not declared"),
    ):
        with pytest.raises(GLError) as caught:
            use_program(text)
        assert caught.value.code == GL_INVALID_OPERATION
        assert isinstance(caught.value.__cause__, ProgramError)
        assert message in str(caught.value)
        assert glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB) == position


def test_the_lit_pair_is_its_twin(either):
    """shaders/tgsi beside the programs of ARB that do the same, in every pairing."""
    matrix = np.array([[0.8, 0.5, 0, 0.1], [-0.5, 0.8, 0, 0], [0, 0.1, 0.5, 0], [0, 0, 0, 1]], "f4")
    glMatrixMode(GL_MODELVIEW)
    glLoadTransposeMatrixf(matrix)
    pictures = set()
    for vertex, fragment in product(("arbvp1", "tgsi"), ("arbfp1", "tgsi")):
        use_program(assets.shader(f"{vertex}/lit.vp"), VERTEX)
        use_program(assets.shader(f"{fragment}/lit.fp"))
        for number in range(7):
            glProgramLocalParameter4fvARB(VERTEX, number, matrix[number % 4])
        for number, values in enumerate(((0.6, 0, 0.8, 0), (1, 0.5, 0.25, 1))):
            glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, number, *values)
        glClear(GL_COLOR_BUFFER_BIT)
        glBegin(GL_TRIANGLE_FAN)
        for x, y in ((-1, -1), (1, -1), (0.5, 1), (-1, 0.5)):
            normal = (x, y, 1.0)
            glNormal3f(*normal)
            glVertexAttrib3fARB(2, *normal)
            glVertex2f(x, y)
        glEnd()
        pictures.add(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None).tobytes())
    assert len(pictures) == 1
    assert len(set(pictures.pop())) > 10


def test_flat_colors(context):
    """Colours obey glShadeModel, and an input without a word is interpolated with perspective."""
    use_program(TRANSFORM["ARB"], VERTEX)
    shades = {}
    for words in ("", ", COLOR", ", PERSPECTIVE", ", CONSTANT", ", LINEAR"):
        use_program(f"FRAG\nDCL IN[0], COLOR{words}\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND")
        for model in (GL_SMOOTH, GL_FLAT):
            glShadeModel(model)
            shades[words, model] = draw()
    smooth, flat = shades["", GL_SMOOTH], shades["", GL_FLAT]
    assert smooth != flat
    assert shades[", COLOR", GL_SMOOTH] == shades[", PERSPECTIVE", GL_SMOOTH] == smooth
    assert shades[", CONSTANT", GL_SMOOTH] == flat
    assert {shades[words, GL_FLAT] for words, _ in shades} == {flat}


def lookup(line, view="2D", coordinate=(0, 0, 0, 0), kind="FLT32"):
    """The colour in bytes that a texture instruction gives, its coordinates in TEMP[1]."""
    numbers = ", ".join(map(str, coordinate))
    use_program(
        f"""FRAG
        DCL OUT[0], COLOR
        DCL SAMP[0]
        DCL SVIEW[0], {view}, FLOAT
        DCL TEMP[0..2]
        IMM {kind} {{ {numbers} }}
        IMM FLT32 {{ 2.0, 0.0, 1.0, 0.00392156862745098 }}
        IMM INT32 {{ 0, 1, -1, 2 }}
        MOV TEMP[1], IMM[0]
        {line}
        MOV OUT[0], TEMP[0]
        END"""
    )
    glRectf(-1, -1, 1, 1)
    return glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None).ravel().tolist()


def test_lookups(context):
    """Texture instructions with a sampler and with a view give the same texel of every target."""
    use_program("!!ARBvp1.0 MOV result.position, vertex.position; END", VERTEX)
    for word, name in TARGETS.items():
        if name.startswith("SHADOW") or name == "BUFFER":
            continue  # one compares, the other has no samples
        specify(name, GL_RGBA, TEXELS)
        point, place, size = POINTS[name]
        texel = TEXELS[place].tolist()
        above = texel if name == "RECT" else [ABOVE] * 4
        near, far = (*point, 0), (*point, 1)
        texels = (1, 3, 9, 0) if name == "ARRAY1D" else (1, 2, 3, 0)
        for line, coordinate, wanted in (
            (f"TEX TEMP[0], TEMP[1], SAMP[0], {word}", near, texel),
            (f"TXL TEMP[0], TEMP[1], SAMP[0], {word}", far, above),
            (
                f"TXD TEMP[0], TEMP[1], IMM[1].xyyy, IMM[1].yxyy, SAMP[0], {word}",
                near,
                above,
            ),
            ("SAMPLE TEMP[0], TEMP[1], SVIEW[0], SAMP[0]", near, texel),
            ("SAMPLE TEMP[0], TEMP[1], SVIEW[0].wxyz, SAMP[0]", near, [texel[3], *texel[:3]]),
            ("SAMPLE_L TEMP[0], TEMP[1], SVIEW[0], SAMP[0], IMM[1].zzzz", near, above),
            ("SAMPLE_B TEMP[0], TEMP[1], SVIEW[0], SAMP[0], IMM[1].y", near, texel),
        ):
            assert lookup(line, word, coordinate) == wanted, (line, word)
        if name != "CUBE":
            for line in (
                f"TXF TEMP[0], TEMP[1], SAMP[0], {word}",
                "SAMPLE_I TEMP[0], TEMP[1], SVIEW[0]",
            ):
                assert lookup(line, word, texels, "INT32") == texel, (line, word)
        scaled = "I2F TEMP[0], TEMP[0]\nMUL TEMP[0], TEMP[0], IMM[1].wwww"
        for line in (
            f"TXQ TEMP[0], IMM[2].xxxx, SAMP[0], {word}",
            "SVIEWINFO TEMP[0], IMM[2].xxxx, SVIEW[0]",
        ):
            levels = 1 if name == "RECT" else 2
            assert lookup(f"{line}\n{scaled}", word) == [*size, levels], (line, word)


def test_texel_offsets(context):
    """A target takes as many of an immediate's three components as it has coordinates."""
    use_program("!!ARBvp1.0 MOV result.position, vertex.position; END", VERTEX)
    specify("2D", GL_RGBA, TEXELS)
    point, place, _ = POINTS["2D"]
    for swizzle, (x, y) in (("zyx", (-1, 1)), ("xzw", (0, -1)), ("yxxx", (1, 0))):
        line = f"TEX TEMP[0], TEMP[1], SAMP[0], 2D, IMM[2].{swizzle}"
        wanted = TEXELS[place[0], place[1] + y, place[2] + x].tolist()
        assert lookup(line, coordinate=(*point, 0)) == wanted, swizzle


def test_comparisons(context):
    """The place of each target's reference; SAMPLE_C takes it as an operand."""
    use_program("!!ARBvp1.0 MOV result.position, vertex.position; END", VERTEX)
    places = {"SHADOW1D": 2, "SHADOW2D": 2, "SHADOWRECT": 2, "SHADOWCUBE": 3}
    places |= {"SHADOW1D_ARRAY": 2, "SHADOW2D_ARRAY": 3}
    assert {word for word in TARGETS if word.startswith("SHADOW")} == places.keys()
    for word, place in places.items():
        name = TARGETS[word].removeprefix("SHADOW")
        view = word.removeprefix("SHADOW")
        depths = np.full((6, 4, 4, 1), 128, np.uint8)
        specify(name, GL_DEPTH_COMPONENT, depths)
        point = POINTS[name][0]
        for reference, passes in ((0.25, True), (0.75, False)):
            coordinate = [*point, 0]
            beside = (*point, reference)
            coordinate[place] = reference
            wanted = [255 * passes] * 3 + [255]
            line = f"TEX TEMP[0], TEMP[1], SAMP[0], {word}"
            assert lookup(line, view, coordinate) == wanted, word
            line = "SAMPLE_C TEMP[0], TEMP[1], SVIEW[0], SAMP[0], TEMP[1].wwww"
            assert lookup(line, view, beside) == wanted, word
            # One unit gives the depth itself too.
            line += "\nSAMPLE TEMP[2], TEMP[1], SVIEW[0], SAMP[0]\nMUL TEMP[0], TEMP[0], TEMP[2]"
            assert lookup(line, view, beside) == [128 * passes] * 3 + [255], word
