"""Fixed-function fragment processing as a program: its key and itself (OpenGL 2.1, 3.8.13-3.10).

A texture unit combines RGB and alpha, each by one of FUNCTIONS; the simple texture environment
modes are written with the same functions (`texture_function`).
"""

from __future__ import annotations

from functools import cache

from softgl.asm import nv4
from softgl.formats.internal_formats import BASE_FORMATS
from softgl.gl.fixed.code import Code, scalar, to
from softgl.ir.builder import negated
from softgl.ir.program import Program, Saturate, Source, TextureOperand
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

Step = tuple
"""An instruction of a function: opcode, destination, operands.

The destination is TO, the components of the unit's colour, or the name of a temporary. An operand
is the number of an argument, Minus of one, a constant, a temporary, or TO, the colour so far.
"""
TO = "to"


@dataclass(frozen=True)
class Minus:
    """An argument with the opposite sign."""

    argument: int


@dataclass(frozen=True)
class Function:
    """A function of combiners, and the instructions that compute it.

    arguments : their number. bounded : True if arguments in [0, 1] give such a result.
    """

    arguments: int
    instructions: tuple[Step, ...]
    bounded: bool = False


_ADD_SIGNED = ("SUB", TO, TO, 0.5)
_PRODUCTS = (("MUL", "a", 2, 3), ("MAD", TO, 0, 1, "a"))
FUNCTIONS = {
    # OpenGL 2.1, table 3.23.
    "replace": Function(1, (("MOV", TO, 0),), bounded=True),
    "modulate": Function(2, (("MUL", TO, 0, 1),), bounded=True),
    "add": Function(2, (("ADD", TO, 0, 1),)),
    "add_signed": Function(2, (("ADD", TO, 0, 1), _ADD_SIGNED)),
    "interpolate": Function(3, (("LRP", TO, 2, 0, 1),), bounded=True),
    "subtract": Function(2, (("SUB", TO, 0, 1),)),
    "dot3": Function(
        2,
        (
            ("SUB", "a", 0, 0.5),
            ("SUB", "b", 1, 0.5),
            ("DP3", TO, "a", "b"),
            ("MUL", TO, TO, 4.0),
        ),
    ),
    # ATI_texture_env_combine3.
    "modulate_add": Function(3, (("MAD", TO, 0, 2, 1),)),
    "modulate_signed_add": Function(3, (("MAD", TO, 0, 2, 1), _ADD_SIGNED)),
    "modulate_subtract": Function(3, (("MAD", TO, 0, 2, Minus(1)),)),
    # NV_texture_env_combine4, table 3.21.
    "add_products": Function(4, _PRODUCTS),
    "add_products_signed": Function(4, (*_PRODUCTS, _ADD_SIGNED)),
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


# -- the program -----------------------------------------------------------------------------------


def fragment_program(key: FragmentKey) -> Program:
    """Returns the program, in NVfp4.0, the language with all targets, SHADOWCUBE too."""
    return _Fragment(key).program()


class _Fragment:
    """Builds the program for one key."""

    def __init__(self, key: FragmentKey):
        self.key = key
        self.code = Code(nv4.FRAGMENT)
        self._clamped: Source | None = None  # the primary colour, clamped
        self._temporaries: dict[str, Source] = {}

    def program(self) -> Program:
        """Returns the program."""
        key, code = self.key, self.code
        for sample in key.samples:
            self._lookup(sample)
        if key.units and key.clamped and key.wide:
            # ARB_color_buffer_float, 3.8.13: "all of these color values, including the results, are
            # clamped to the range [0,1]."
            clamped = self._temporary("primary")
            code.move(to(clamped), self._primary(), saturate=Saturate.UNSIGNED)
            self._clamped = clamped
        last = None
        for unit in key.units:
            for combiner, components in ((unit.rgb, "xyz"), (unit.alpha, "w")):
                self._combine(combiner, unit.number, components, last)
            last = unit.number
        color = self._color(last)
        result = code.result("result.color", 0)
        if key.sums:
            # OpenGL 2.1, 3.9: "the A component of csec is unused."
            code.emit("ADD", to(result, "xyz"), color, code.read("fragment.color.secondary"))
            code.move(to(result, "w"), scalar(color, "w"))
        else:
            code.move(to(result), color)
        return code.program(*[f"ARB_fog_{key.fog}"] if key.fog else [], fog=key.fog or None)

    def _lookup(self, sample: Sample) -> None:
        """Samples a texture."""
        n, target = sample.number, sample.target
        # OpenGL 2.1, 3.8.6: for cube maps "the q coordinate can be ignored"; OpenGL 3.0, 3.9.14:
        # "For fixed-function, cubemap texture lookups, Dref is the interpolated q texture
        # coordinate", which TEX takes it from.
        self.code.emit(
            "TEX" if PROGRAM_TARGETS[target].directed else "TXP",
            to(self._temporary(f"texel{n}")),
            self.code.read("fragment.texcoord", n),
            saturate=_clamp(self.key.clamped and sample.wide),
            texture=TextureOperand(n, target),
        )

    # -- combiners -----------------------------------------------------------------------------

    def _combine(self, combiner: Combiner, number: int, components: str, last: int | None) -> None:
        """Computes components of a unit's colour; last : the unit before, None of the first."""
        code, function = self.code, FUNCTIONS[combiner.function]
        unit = self._temporary(f"unit{number}")
        arguments = [
            self._argument(argument, f"argument{place}", number, last)
            for place, argument in enumerate(combiner.arguments)
        ]
        steps = list(function.instructions)
        if combiner.scale != 1.0:
            steps.append(("MUL", TO, TO, combiner.scale))
        for place, (opcode, destination, *operands) in enumerate(steps, 1):
            # "The results are clamped to [0, 1]", after they have been scaled.
            bounded = function.bounded and combiner.scale == 1.0
            clamped = self.key.clamped and place == len(steps) and not bounded
            code.emit(
                opcode,
                to(unit, components) if destination == TO else to(self._temporary(destination)),
                *[self._operand(one, unit, arguments) for one in operands],
                saturate=_clamp(clamped),
            )

    def _operand(self, operand, unit: Source, arguments: list[Source]) -> Source:
        """Returns an operand of a Step."""
        if isinstance(operand, Minus):
            return negated(arguments[operand.argument])
        if isinstance(operand, float):
            return self.code.constant(operand)
        if isinstance(operand, int):
            return arguments[operand]
        return unit if operand == TO else self._temporary(operand)

    def _argument(self, argument: Argument, name: str, number: int, last: int | None) -> Source:
        """Returns an argument, which is in a temporary of this name if it is computed."""
        source, operand = argument
        complement, component = operand.startswith("1-"), operand.removeprefix("1-")
        if source in ("zero", "one"):
            return self.code.constant(1.0 if complement != (source == "one") else 0.0)
        value = self._source(source, number, last)
        if component == "alpha":
            value = scalar(value, "w")
        if not complement:
            return value
        computed = self._temporary(name)
        self.code.emit("SUB", to(computed), self.code.constant(1.0), value)
        return computed

    def _source(self, source: str | int, number: int, last: int | None) -> Source:
        """Returns a source of an Argument."""
        if source == "previous":
            return self._color(last)
        if source == "primary":
            return self._primary()
        if source == "constant":
            return self.code.state("texenv.color", number)
        return self._temporary(f"texel{number if source == 'texture' else source}")

    # -- registers -----------------------------------------------------------------------------

    def _temporary(self, name: str) -> Source:
        if name not in self._temporaries:
            self._temporaries[name] = self.code.temporary(name)
        return self._temporaries[name]

    def _color(self, unit: int | None) -> Source:
        """Returns the colour after a unit; None: before the first."""
        return self._primary() if unit is None else self._temporary(f"unit{unit}")

    def _primary(self) -> Source:
        """Returns the primary colour. Only a program that reads it has it as an attribute."""
        return self._clamped or self.code.read("fragment.color.primary")


def _clamp(clamped: bool) -> Saturate:
    return Saturate.UNSIGNED if clamped else Saturate.NONE
