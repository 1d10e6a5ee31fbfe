"""Limits of real hardware: one table of languages, options and resources, with their sources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields

from softgl.asm import resources
from softgl.asm.recovery import Reading
from softgl.asm.state import ParserState
from softgl.errors import Span
from softgl.ir.program import Stage
from softgl.isa import OPCODES, Form
from softgl.records import dataclass


@dataclass(frozen=True)
class Limits:
    """The maximum of each resource of a program, named as in `resources.Resources`.

    None: the hardware has no limit of its own, or an undocumented one. source : the document that
    the figures are from.
    """

    source: str
    instructions: int | None = None
    alu_instructions: int | None = None
    texture_instructions: int | None = None
    texture_indirections: int | None = None
    temporaries: int | None = None
    parameters: int | None = None
    attributes: int | None = None
    address_registers: int | None = None

    def limits(self) -> dict[str, int]:
        """Resource name -> limit, without the unlimited ones."""
        named = {entry.name: getattr(self, entry.name) for entry in fields(self)[1:]}
        return {name: limit for name, limit in named.items() if limit is not None}


@dataclass(frozen=True)
class Hardware:
    """A generation of hardware: its languages with their limits, and its options."""

    title: str
    languages: dict[str, Limits]
    options: frozenset[str] = field(default_factory=frozenset)


_ARB_VERTEX = Limits(
    "ARB_vertex_program, table 6.X (minimum values)",
    instructions=128, temporaries=12, parameters=96, attributes=16, address_registers=1,
)  # fmt: skip
_ARB_FRAGMENT = Limits(
    "ARB_fragment_program, table 6.X (minimum values)",
    instructions=72, alu_instructions=48, texture_instructions=24, texture_indirections=4,
    temporaries=16, parameters=24, attributes=10,
)  # fmt: skip
_VP1 = Limits(
    "NV_vertex_program, 2.14.1", instructions=128, temporaries=12, parameters=96, attributes=16
)
_VP2 = Limits(
    "NV_vertex_program2, 2.14.1", instructions=256, temporaries=16, parameters=256, attributes=16
)
_FP1 = Limits("NV_fragment_program, 3.11.1.2 and 3.11.4", instructions=1024)
_NV30_FRAGMENT = Limits("NV_fragment_program, 3.11.4", instructions=1024, temporaries=32)
_NV40_VERTEX = Limits(
    "NVIDIA's drivers for the GeForce 6 and 7", instructions=512, temporaries=32, attributes=16
)
_NV40_FRAGMENT = Limits(
    "NVIDIA's drivers for the GeForce 6 and 7",
    instructions=4096, alu_instructions=4096, texture_instructions=4096,
    texture_indirections=4096, temporaries=32,
)  # fmt: skip
_G80 = Limits("NVIDIA's drivers for the GeForce 8", instructions=16384, parameters=1024)

_FOG = frozenset({"ARB_fog_exp", "ARB_fog_exp2", "ARB_fog_linear"})
_HINTS = frozenset({"ARB_precision_hint_fastest", "ARB_precision_hint_nicest"})
_EVERYWHERE = frozenset({"ARB_position_invariant"}) | _FOG | _HINTS
_NV20 = frozenset({"ARB_position_invariant", "NV_position_invariant"})
_NV30 = (
    _NV20
    | _EVERYWHERE
    | {"NV_vertex_program2", "NV_fragment_program", "ARB_fragment_program_shadow"}
)
_NV40 = _NV30 | {
    *("NV_vertex_program3", "NV_fragment_program2", "ARB_draw_buffers", "ATI_draw_buffers"),
}
_COORDINATES = {
    "ARB_fragment_coord_origin_upper_left",
    "ARB_fragment_coord_pixel_center_integer",
}
_OLDER = {"VP1.0": _VP1, "VP1.1": _VP1, "VSP1.0": _VP1}
_NEWER = {**_OLDER, "VP2.0": _VP2, "FP1.0": _FP1}

HARDWARE: dict[str, Hardware] = {
    "arb-minimum": Hardware(
        "the minimum of the ARB",
        {"ARBvp1.0": _ARB_VERTEX, "ARBfp1.0": _ARB_FRAGMENT},
        _EVERYWHERE,
    ),
    "nv20": Hardware("GeForce 3 and 4 Ti", {**_OLDER, "ARBvp1.0": _ARB_VERTEX}, _NV20),
    "nv30": Hardware("GeForce FX", {**_NEWER, "ARBvp1.0": _VP2, "ARBfp1.0": _NV30_FRAGMENT}, _NV30),
    "nv40": Hardware(
        "GeForce 6 and 7", {**_NEWER, "ARBvp1.0": _NV40_VERTEX, "ARBfp1.0": _NV40_FRAGMENT}, _NV40
    ),
    "g80": Hardware(
        "GeForce 8",
        {
            **_NEWER,
            **dict.fromkeys(("ARBvp1.0", "ARBfp1.0", "NVvp4.0", "NVgp4.0", "NVfp4.0"), _G80),
        },
        _NV40 | _COORDINATES,
    ),
}
"""Names of `--hardware` -> the generation of hardware."""
_ARB = frozenset({"ARBvp1.0", "ARBfp1.0"})
_BY_VENDOR = {"NV_": "NVIDIA's", "ATI_": "ATI's", "MESA_": "Mesa's", "NV": "NVIDIA's"}


def unknown_parts(reading: Reading, hardware: Hardware) -> Iterator[tuple[Span | None, str]]:
    """Yields (span, message) for the language and options that the hardware does not have."""
    language = reading.program.language
    if language not in hardware.languages:
        yield None, f"{hardware.title}: no {language} programs"
        return
    for option, span in _options(reading):
        if option not in hardware.options:
            yield span, f"{hardware.title}: no option {option}"


def excesses(reading: Reading, hardware: Hardware) -> Iterator[tuple[Span | None, str]]:
    """Yields (span, message) for each hardware limit that a program exceeds."""
    limits = hardware.languages.get(reading.program.language)
    if limits is None:
        return
    used = resources.count(reading.program)
    for name, limit in limits.limits().items():
        if (count := getattr(used, name)) > limit:
            words = name.replace("alu_", "ALU ").replace("_", " ")
            excess = f"{count} {words}, and {limit} is the limit ({limits.source})"
            yield _first_beyond(reading, name, limit), f"{hardware.title}: {excess}"


def _first_beyond(reading: Reading, name: str, limit: int) -> Span | None:
    """The span of the first instruction beyond a limit on instructions; None for other limits."""
    p = reading.state
    if not isinstance(p, ParserState) or not name.endswith("instructions"):
        return None
    textures = [OPCODES[one.opcode].form in (Form.TEXTURE, Form.KILL) for one in p.instructions]
    kinds = {"alu_instructions": (False,), "texture_instructions": (True,)}
    wanted = kinds.get(name, (False, True))
    counted = [o for o, texture in zip(p.instructions, textures, strict=True) if texture in wanted]
    return counted[limit].span if len(counted) > limit else None


def vendor_parts(reading: Reading) -> Iterator[tuple[Span | None, str]]:
    """Yields (span, message) for a language or options that only some vendors' hardware has."""
    program = reading.program
    known = [h.title for name, h in HARDWARE.items() if program.language in h.languages]
    if program.language not in _ARB and known and program.stage is not Stage.VERTEX_STATE:
        yield None, f"only NVIDIA's hardware has {program.language} programs, from {known[0]} on"
    for option, span in _options(reading):
        if not option.startswith("ARB_"):
            vendor = next(v for start, v in _BY_VENDOR.items() if option.startswith(start))
            yield span, f"only {vendor} drivers certainly have the option {option}"


def _options(reading: Reading):
    return reading.state.options.items() if isinstance(reading.state, ParserState) else ()
