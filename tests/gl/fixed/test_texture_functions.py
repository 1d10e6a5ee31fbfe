"""Texture environments without a program: the fragment after each unit (OpenGL 2.1, 3.8.13).

The tables of the specification stand here once more, in their own words.
"""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.api import enums
from softgl.gl.draw import current_programs

ENV = GL_TEXTURE_ENV
FRAGMENT, CONSTANT = (0.2, 0.6, 0.4, 0.8), (0.9, 0.1, 0.5, 0.3)
TEXEL = np.array([0.2, 0.4, 0.6, 0.8])  # thirds and fifths of 255 are bytes
OTHER = np.array([1.0, 0.8, 0.2, 0.4])

# Table 3.20, and ARB_texture_rg: Cs and As.
SOURCES = {
    "ALPHA": "000A", "LUMINANCE": "RRR1", "LUMINANCE_ALPHA": "RRRA", "INTENSITY": "RRRR",
    "RED": "R001", "RG": "RG01", "RGB": "RGB1", "RGBA": "RGBA",
}  # fmt: skip
_COLOR_MODES = {
    "REPLACE": "Cs", "MODULATE": "Cp * Cs", "DECAL": "Cs", "BLEND": "Cp * (1 - Cs) + Cc * Cs",
    "ADD": "Cp + Cs",
}  # fmt: skip
# Tables 3.21 and 3.22: Cv and Av by mode and base format.
TABLES = {
    **{(mode, base): (cv, "Ap") for mode, cv in _COLOR_MODES.items() for base in
       ("LUMINANCE", "RED", "RG", "RGB") if (mode, base) != ("DECAL", "LUMINANCE")},
    **{("REPLACE", base): ("Cs", "As") for base in ("LUMINANCE_ALPHA", "INTENSITY", "RGBA")},
    **{(mode, base): (cv, "Ap * As") for mode, cv in _COLOR_MODES.items() for base in
       ("LUMINANCE_ALPHA", "RGBA") if mode not in ("REPLACE", "DECAL")},
    ("DECAL", "RGBA"): ("Cp * (1 - As) + Cs * As", "Ap"),
    ("MODULATE", "INTENSITY"): ("Cp * Cs", "Ap * As"),
    ("BLEND", "INTENSITY"): ("Cp * (1 - Cs) + Cc * Cs", "Ap * (1 - As) + Ac * As"),
    ("ADD", "INTENSITY"): ("Cp + Cs", "Ap + As"),
    ("REPLACE", "ALPHA"): ("Cp", "As"),
    **{(mode, "ALPHA"): ("Cp", "Ap * As") for mode in ("MODULATE", "BLEND", "ADD")},
    # "undefined": as of RGBA.
    **{("DECAL", base): ("Cp * (1 - As) + Cs * As", "Ap") for base in
       ("ALPHA", "LUMINANCE", "LUMINANCE_ALPHA", "INTENSITY")},
}  # fmt: skip

# Table 3.23, ATI_texture_env_combine3, and table 3.21 of NV_texture_env_combine4.
COMBINED = {
    "REPLACE": "A", "MODULATE": "A * B", "ADD": "A + B", "ADD_SIGNED": "A + B - 0.5",
    "INTERPOLATE": "A * C + B * (1 - C)", "SUBTRACT": "A - B", "MODULATE_ADD_ATI": "A * C + B",
    "MODULATE_SIGNED_ADD_ATI": "A * C + B - 0.5", "MODULATE_SUBTRACT_ATI": "A * C - B",
}  # fmt: skip
PRODUCTS = {"ADD": "A * B + C * D", "ADD_SIGNED": "A * B + C * D - 0.5"}
DOT3 = "4 * ((A - 0.5) * (B - 0.5))[:3].sum() + 0 * A"


def texture(unit, texel, internal_format="RGBA", target="2D"):
    """A texture of one texel, in a unit that is switched on."""
    glActiveTexture(GL_TEXTURE0 + unit)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    internal = getattr(enums, f"GL_{internal_format}")
    texels = np.array(texel, np.float32)
    glTexImage2D(GL_TEXTURE_2D, 0, internal, 1, 1, 0, GL_RGBA, GL_FLOAT, texels)
    glEnable(getattr(enums, f"GL_TEXTURE_{target}"))


def set_mode(mode):
    glTexEnvi(ENV, GL_TEXTURE_ENV_MODE, getattr(enums, f"GL_{mode}"))


def combine(part, function, arguments=(), scale=1.0):
    """A combiner of the active unit; arguments : (source, operand) by name."""
    glTexEnvi(ENV, getattr(enums, f"GL_COMBINE_{part}"), getattr(enums, f"GL_{function}"))
    glTexEnvf(ENV, getattr(enums, f"GL_{part}_SCALE"), scale)
    for n, (source, operand) in enumerate(arguments):
        nv = "_NV" * (n == 3)
        for kind, value in (("SOURCE", source), ("OPERAND", operand)):
            glTexEnvi(
                ENV, getattr(enums, f"GL_{kind}{n}_{part}{nv}"), getattr(enums, f"GL_{value}")
            )


def drawn(color=FRAGMENT):
    """The colour of a fragment, float32."""
    glColor4f(*color)
    glRectf(-1, -1, 1, 1)
    return glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, outputType=None).ravel()


def check(expected, **close):
    given = np.clip(expected, 0, 1)
    assert drawn() == pytest.approx(given, abs=close.get("within", 0.51 / 255))


@pytest.fixture
def floats(context):
    """Everything is drawn to floats, which are not clamped."""
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, 8, 8)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)


# -- the simple modes ------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", _COLOR_MODES)
def test_simple_modes(context, mode):
    set_mode(mode)
    glTexEnvfv(ENV, GL_TEXTURE_ENV_COLOR, CONSTANT)
    fragment, constant = np.array(FRAGMENT), np.array(CONSTANT)
    for base, sources in SOURCES.items():
        texture(0, TEXEL, base)
        source = np.array([dict(zip("RGBA01", (*TEXEL, 0, 1), strict=True))[s] for s in sources])
        cv, av = TABLES[mode, base]
        names = {"Cp": fragment[:3], "Ap": fragment[3], "Cs": source[:3], "As": source[3],
                 "Cc": constant[:3], "Ac": constant[3]}  # fmt: skip
        check([*eval(cv, names), eval(av, names)])


def test_depths_by_their_mode(context):
    """ "The resulting r is assigned to Lt, It, or At": then the table of that base format."""
    set_mode("REPLACE")
    texture(0, TEXEL)
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, [[0.4]]
    )  # fmt: skip
    expected = {
        "LUMINANCE": [0.4, 0.4, 0.4, 0.8], "INTENSITY": [0.4] * 4, "ALPHA": [0.2, 0.6, 0.4, 0.4],
        "RED": [0.4, 0, 0, 0.8],
    }  # fmt: skip
    for mode, color in expected.items():
        glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, getattr(enums, f"GL_{mode}"))
        check(color)


def test_units_in_their_order(context):
    """Each unit takes the result of the one before; one that is off or incomplete passes it on."""
    units = int(glGetIntegerv(GL_MAX_TEXTURE_UNITS))
    assert units == 8
    expected = np.array(FRAGMENT)
    for unit in range(units):
        texture(unit, TEXEL if unit % 2 else OTHER)
        if unit % 2:
            set_mode("ADD")
            expected = np.minimum([*expected[:3] + TEXEL[:3], expected[3] * TEXEL[3]], 1)
        else:
            expected = expected * OTHER
    check(expected)
    for unit, scale in ((7, [*-TEXEL[:3], 0]), (5, None)):
        glActiveTexture(GL_TEXTURE0 + unit)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_FLOAT, None)
        other = drawn().copy()
        glDisable(GL_TEXTURE_2D)
        assert drawn().tolist() == other.tolist()
        assert scale is None or other != pytest.approx(expected)


# -- combiners -------------------------------------------------------------------------------------


def argument(values, source, operand):
    """Tables 3.24 and 3.25: an argument as RGBA, whose components are all the same of an alpha."""
    value = values[source] if "COLOR" in operand else np.full(4, values[source][3])
    return 1 - value if "MINUS" in operand else value


@pytest.mark.parametrize("mode", ["COMBINE", "COMBINE4_NV"])
def test_combiners(context, mode):
    seed = 5
    print("seed", seed)
    rng = np.random.default_rng(seed)
    texture(1, OTHER)
    set_mode("REPLACE")
    texture(2, OTHER[::-1])
    set_mode(mode)
    glTexEnvfv(ENV, GL_TEXTURE_ENV_COLOR, CONSTANT)
    texture(3, TEXEL)
    combine("ALPHA", "REPLACE", [("PREVIOUS", "SRC_ALPHA")])
    combine("RGB", "REPLACE", [("PREVIOUS", "SRC_COLOR")])
    set_mode("COMBINE")
    glActiveTexture(GL_TEXTURE2)
    values = {
        "TEXTURE": OTHER[::-1], "TEXTURE1": OTHER, "TEXTURE2": OTHER[::-1], "TEXTURE3": TEXEL,
        "CONSTANT": np.array(CONSTANT), "PRIMARY_COLOR": np.array(FRAGMENT), "PREVIOUS": OTHER,
        "ZERO": np.zeros(4), "ONE": np.ones(4),
    }  # fmt: skip
    alphas = ("SRC_ALPHA", "ONE_MINUS_SRC_ALPHA")
    operands = (*alphas, "SRC_COLOR", "ONE_MINUS_SRC_COLOR")
    functions = COMBINED | {"DOT3_RGB": DOT3, "DOT3_RGBA": DOT3}
    functions |= {"DOT3_RGB_EXT": DOT3, "DOT3_RGBA_EXT": DOT3}
    alpha_functions = COMBINED
    if mode == "COMBINE4_NV":
        functions, alpha_functions = functions | PRODUCTS, COMBINED | PRODUCTS

    def random(part, function, operands, formula):
        arguments = [(rng.choice(list(values)), rng.choice(operands)) for _ in range(4)]
        scale = float(rng.choice([1, 2, 4]))
        combine(part, function, arguments, scale)
        given = dict(zip("ABCD", (argument(values, *each) for each in arguments), strict=True))
        return eval(formula, given) * (1 if "EXT" in function else scale), scale

    for name in [*functions] * 4:
        other = rng.choice(list(alpha_functions))
        rgb, scale = random("RGB", name, operands, functions[name])
        alpha, alpha_scale = random("ALPHA", other, alphas, alpha_functions[other])
        if "RGBA" in name:
            # "The result generated from COMBINE ALPHA is ignored": its scale is not.
            alpha = rgb if "EXT" in name else rgb / scale * alpha_scale
        check([*rgb[:3], alpha[3]], within=1.01 / 255)


def test_textures_that_are_not_there(context):
    texture(0, TEXEL)
    set_mode("COMBINE")
    for part, operand in (("RGB", "SRC_COLOR"), ("ALPHA", "SRC_ALPHA")):
        combine(part, "ADD", [("TEXTURE3", operand), ("TEXTURE", operand)])
    # ARB_texture_env_crossbar: "it is as if texture blending is disabled for the given texture
    # unit."
    check(FRAGMENT)
    combine("RGB", "REPLACE", [("TEXTURE", "SRC_COLOR")])
    combine("ALPHA", "REPLACE", [("TEXTURE", "SRC_ALPHA"), ("TEXTURE3", "SRC_ALPHA")])
    check(TEXEL)  # an argument that the function does not have
    combine("ALPHA", "SUBTRACT", [("PREVIOUS", "SRC_ALPHA"), ("TEXTURE3", "SRC_ALPHA")])
    check(FRAGMENT)
    # NV_texture_env_combine4: "If the <n>th texture unit is disabled, the value of each component
    # is 1."
    set_mode("COMBINE4_NV")
    combine("RGB", "REPLACE", [("TEXTURE5", "SRC_COLOR")])
    combine("ALPHA", "REPLACE", [("TEXTURE5", "ONE_MINUS_SRC_ALPHA")])
    check([1, 1, 1, 0])


# -- clamping --------------------------------------------------------------------------------------


def test_clamped_between_units(context):
    """Fixed-point buffers: sources, results, and inputs of the next unit are in [0, 1]."""
    texture(0, [2, -1, 0.5, 3], "RGBA32F")
    set_mode("REPLACE")
    texture(1, [0.5] * 4)
    check([0.5, 0, 0.25, 0.5])
    glActiveTexture(GL_TEXTURE0)
    set_mode("COMBINE")
    combine("RGB", "SUBTRACT", [("PREVIOUS", "SRC_COLOR"), ("TEXTURE", "SRC_COLOR")])
    combine("ALPHA", "ADD", [("PREVIOUS", "SRC_ALPHA"), ("TEXTURE", "SRC_ALPHA")], 4)
    check([0, 0.3, 0, 0.5])
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_FALSE)
    glDisable(GL_TEXTURE_2D)
    assert drawn((3, -2, 0.2, 2)) == pytest.approx([0.5, 0, 0.1, 0.5], abs=0.51 / 255)


def test_not_clamped(floats):
    """ARB_color_buffer_float: "If fragment color clamping is disabled, the values are not"."""
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_FALSE)
    texture(0, [2, -1, 0.5, 3], "RGBA32F")
    texture(1, [0.5] * 4, "RGBA32F")
    set_mode("COMBINE")
    combine("RGB", "SUBTRACT", [("PREVIOUS", "SRC_COLOR"), ("CONSTANT", "SRC_COLOR")], 2)
    glTexEnvfv(ENV, GL_TEXTURE_ENV_COLOR, (-3, 5, 0, 0))
    assert drawn((2, 2, 1, -1)).tolist() == [14, -14, 1, -1.5]
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_TRUE)
    assert drawn((2, 2, 1, -1)).tolist() == [1, 0, 1, 0]


# -- programs --------------------------------------------------------------------------------------


def test_values_shape_no_program(context, monkeypatch):
    """A colour of an environment or of fog makes no other program; none is built twice."""
    built = []
    monkeypatch.setattr(
        current_programs, "fragment_program", lambda key, build=current_programs.fragment_program: (
            built.append(build(key)), built[-1])[1],
    )  # fmt: skip
    current_programs.fixed_fragment_program.cache_clear()
    texture(3, TEXEL)
    glEnable(GL_FOG)
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    glFogCoordf(0.5)
    seen = set()
    for blue in (0.1, 0.7, 0.1):
        for mode in ("BLEND", "ADD"):
            set_mode(mode)
            glTexEnvfv(ENV, GL_TEXTURE_ENV_COLOR, (0, 0, blue, 0))
            glFogf(GL_FOG_DENSITY, blue)
            seen.add(tuple(drawn()))
    assert len(seen) == 4
    assert len([program for program in built if program.textures]) == 2
