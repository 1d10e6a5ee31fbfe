"""Fixed-function fragment processing as a program: its key and its text (OpenGL 2.1, 3.8.13-3.10).

A texture unit combines RGB and alpha, each by one of FUNCTIONS; the simple texture environment
modes are written with the same functions (`texture_function`).
"""

from __future__ import annotations

from functools import cache

from softgl.formats.internal_formats import BASE_FORMATS
from softgl.ir.targets import PROGRAM_TARGETS
from softgl.records import dataclass

# -- the key ---------------------------------------------------------------------------------------

Argument = tuple[str | int, str]
"""A source and an operand of a combiner.

Sources: "previous", "primary", "constant", "texture", "zero", "one", and the number of another unit
for its texture. Operands: "color" and "alpha", and one minus these, "1-color" and "1-alpha".
"""


@dataclass(frozen=True)
class Combiner:
    """The combiner of a unit's RGB or alpha: one of FUNCTIONS, its arguments, a scale."""

    function: str
    arguments: tuple[Argument, ...]
    scale: float = 1.0


@dataclass(frozen=True)
class Unit:
    """An enabled texture unit: its number, and both combiners."""

    number: int
    rgb: Combiner
    alpha: Combiner


@dataclass(frozen=True)
class Sample:
    """A sampled texture: its unit, and its target in programs' spelling, "SHADOW2D".

    wide : True if texels may lie outside [0, 1].
    """

    number: int
    target: str
    wide: bool = False


@dataclass(frozen=True)
class FragmentKey:
    """The state that shapes the program.

    units : in their order. samples : the textures that they use. sums : True if the secondary
        colour is added. fog : an option's word, "linear", "exp" or "exp2"; "" for none.
    clamped : True if colours are clamped to [0, 1]. wide : True if primary colours may lie outside.
    """

    units: tuple[Unit, ...] = ()
    samples: tuple[Sample, ...] = ()
    sums: bool = False
    fog: str = ""
    clamped: bool = True
    wide: bool = False


# -- functions of combiners ------------------------------------------------------------------------


@dataclass(frozen=True)
class Function:
    """A function of combiners, and the instructions that compute it.

    arguments : their number, {0} and on. bounded : True if arguments in [0, 1] give such a result.
    """

    arguments: int
    instructions: tuple[str, ...]
    bounded: bool = False


_ADD_SIGNED = "SUB {to}, {value}, 0.5"
FUNCTIONS = {
    # OpenGL 2.1, table 3.23.
    "replace": Function(1, ("MOV {to}, {0}",), bounded=True),
    "modulate": Function(2, ("MUL {to}, {0}, {1}",), bounded=True),
    "add": Function(2, ("ADD {to}, {0}, {1}",)),
    "add_signed": Function(2, ("ADD {to}, {0}, {1}", _ADD_SIGNED)),
    "interpolate": Function(3, ("LRP {to}, {2}, {0}, {1}",), bounded=True),
    "subtract": Function(2, ("SUB {to}, {0}, {1}",)),
    "dot3": Function(
        2, ("SUB a, {0}, 0.5", "SUB b, {1}, 0.5", "DP3 {to}, a, b", "MUL {to}, {value}, 4.0")
    ),
    # ATI_texture_env_combine3.
    "modulate_add": Function(3, ("MAD {to}, {0}, {2}, {1}",)),
    "modulate_signed_add": Function(3, ("MAD {to}, {0}, {2}, {1}", _ADD_SIGNED)),
    "modulate_subtract": Function(3, ("MAD {to}, {0}, {2}, -{1}",)),
    # NV_texture_env_combine4, table 3.21.
    "add_products": Function(4, ("MUL a, {2}, {3}", "MAD {to}, {0}, {1}, a")),
    "add_products_signed": Function(4, ("MUL a, {2}, {3}", "MAD {to}, {0}, {1}, a", _ADD_SIGNED)),
}
"""The functions of combiners, by name."""

_CP, _CS, _CC = (("previous", "color"), ("texture", "color"), ("constant", "color"))
_AP, _AS, _AC = (("previous", "alpha"), ("texture", "alpha"), ("constant", "alpha"))
_PREVIOUS_RGB, _PREVIOUS_ALPHA = Combiner("replace", (_CP,)), Combiner("replace", (_AP,))
_PRODUCT = Combiner("modulate", (_AP, _AS))
# For each mode: RGB; alpha; and alpha of the base format INTENSITY.
_MODES = {
    "replace": (Combiner("replace", (_CS,)), *[Combiner("replace", (_AS,))] * 2),
    "modulate": (Combiner("modulate", (_CP, _CS)), _PRODUCT, _PRODUCT),
    "decal": (Combiner("interpolate", (_CS, _CP, _AS)), _PREVIOUS_ALPHA, _PREVIOUS_ALPHA),
    "blend": (
        Combiner("interpolate", (_CC, _CP, _CS)),
        _PRODUCT,
        Combiner("interpolate", (_AC, _AP, _AS)),
    ),
    "add": (Combiner("add", (_CP, _CS)), _PRODUCT, Combiner("add", (_AP, _AS))),
}


@cache
def texture_function(mode: str, base: str) -> tuple[Combiner, Combiner]:
    """Returns the combiners of RGB and alpha for a simple mode: OpenGL 2.1, tables 3.21 and 3.22.

    mode : "replace", "modulate", "decal", "blend" or "add". base : the texture's base format; by
        ARB_texture_rg RED and RG are "Same as RGB". DECAL where the tables say "undefined" is that
        of RGBA.
    """
    rgb, alpha, of_intensity = _MODES[mode]
    last = BASE_FORMATS[base].components[-1]
    if mode == "decal":
        # RGB has no alpha of its own, and a swizzle may put anything there.
        return (rgb if last in "ALI" else _MODES["replace"][0]), alpha
    if base == "ALPHA":
        rgb = _PREVIOUS_RGB
    return rgb, {"A": alpha, "I": of_intensity}.get(last, _PREVIOUS_ALPHA)


# -- the text --------------------------------------------------------------------------------------


def fragment_program(key: FragmentKey) -> str:
    """Returns the text of a program, in NVfp4.0, the language with all targets, SHADOWCUBE too."""
    lines = [_lookup(key, sample) for sample in key.samples]
    primary = "fragment.color"
    if key.units and key.clamped and key.wide:
        # ARB_color_buffer_float, 3.8.13: "all of these color values, including the results, are
        # clamped to the range [0,1]."
        lines.append("MOV.SAT primary, fragment.color")
        primary = "primary"
    color = primary
    for unit in key.units:
        sources = {
            "previous": color,
            "primary": primary,
            "constant": f"state.texenv[{unit.number}].color",
            "texture": f"texel{unit.number}",
        }
        color = f"unit{unit.number}"
        for combiner, mask in ((unit.rgb, "xyz"), (unit.alpha, "w")):
            lines += _combined(combiner, color, mask, sources, key.clamped)
    if key.sums:
        # OpenGL 2.1, 3.9: "the A component of csec is unused."
        lines.append(f"ADD result.color.xyz, {color}, fragment.color.secondary")
        lines.append(f"MOV result.color.w, {color}.w")
    else:
        lines.append(f"MOV result.color, {color}")
    return "\n".join([*_declarations(key), *(f"{line};" for line in lines), "END"])


def _declarations(key: FragmentKey) -> list[str]:
    """Returns the header of a text."""
    named = [f"texel{sample.number}" for sample in key.samples]
    named += [f"unit{unit.number}" for unit in key.units]
    lines = ["!!NVfp4.0"]
    if key.fog:
        lines.append(f"OPTION ARB_fog_{key.fog};")
    if named:
        lines.append(f"TEMP {', '.join(named)};")
    if key.units:
        lines.append("TEMP primary, argument0, argument1, argument2, argument3, a, b;")
    return lines


def _lookup(key: FragmentKey, sample: Sample) -> str:
    """Returns the instruction that samples a texture."""
    n, target = sample.number, sample.target
    # OpenGL 2.1, 3.8.6: for cube maps "the q coordinate can be ignored"; OpenGL 3.0, 3.9.14:
    # "For fixed-function, cubemap texture lookups, Dref is the interpolated q texture
    # coordinate", which TEX takes it from.
    lookup = "TEX" if PROGRAM_TARGETS[target].directed else "TXP"
    clamp = ".SAT" if key.clamped and sample.wide else ""
    return f"{lookup}{clamp} texel{n}, fragment.texcoord[{n}], texture[{n}], {target}"


def _combined(combiner: Combiner, to: str, mask: str, sources, clamped: bool) -> list[str]:
    """Returns the instructions of a combiner."""
    function = FUNCTIONS[combiner.function]
    lines, operands = [], []
    for number, argument in enumerate(combiner.arguments):
        operands.append(_operand(argument, f"argument{number}", sources, lines))
    place = {"to": f"{to}.{mask}", "value": to}
    lines += [line.format(*operands, **place) for line in function.instructions]
    if combiner.scale != 1.0:
        lines.append(f"MUL {to}.{mask}, {to}, {combiner.scale}")
    if clamped and not (function.bounded and combiner.scale == 1.0):
        # "The results are clamped to [0, 1]", after they have been scaled.
        lines[-1] = lines[-1].replace(" ", ".SAT ", 1)
    return lines


def _operand(argument: Argument, name: str, sources, lines: list[str]) -> str:
    """Returns the operand for an argument; an instruction that computes it goes to `lines`."""
    source, operand = argument
    complement, component = operand.startswith("1-"), operand.removeprefix("1-")
    if source in ("zero", "one"):
        return "1.0" if complement != (source == "one") else "0.0"
    text = f"texel{source}" if isinstance(source, int) else sources[source]
    text += ".w" if component == "alpha" else ""
    if not complement:
        return text
    lines.append(f"SUB {name}, 1.0, {text}")
    return name
