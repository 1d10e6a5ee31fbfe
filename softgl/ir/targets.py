"""The texture targets of programs: NV_gpu_program4, tables X.17 and X.18.

Programs have each target of `softgl.texture.targets`, and a second one with the prefix SHADOW where
textures can have depths. An entry there decides the instructions, texel offsets and coordinates.
"""

from __future__ import annotations

from functools import cached_property

from softgl.records import dataclass
from softgl.texture.targets import MULTISAMPLED, TARGETS, Target

SHADOW = "SHADOW"  # the prefix of shadow map targets
_W = 3
_COMPARISONS = frozenset({"SAMPLE_C", "SAMPLE_C_LZ"})
_GATHERS = frozenset({"GATHER4", "TG4"})
_FETCHES = frozenset({"SAMPLE_I", "SAMPLE_I_MS", "TXF", "TXF_LZ"})
_LOOKUPS = (
    _COMPARISONS
    | _GATHERS
    | {
        *("TEX", "TEX_LZ", "TXB", "TXB2", "TXD", "TXL", "TXL2", "TXP", "LOD", "LODQ"),
        *("SAMPLE", "SAMPLE_B", "SAMPLE_D", "SAMPLE_L"),
    }
)
_OF_SAMPLES = frozenset({"TXF", "TXQ"})  # the instructions for multisample textures
_WITH_W = frozenset({"TXB", "TXL", "TXP"})  # w is a bias, a level of detail, a divisor


@dataclass(frozen=True)
class ProgramTarget:
    """A texture target, by its name in programs.

    texture : the target of the texture objects; None for buffer textures.
    shadow : True if depths are compared.
    """

    name: str
    texture: Target | None
    shadow: bool = False

    @cached_property
    def coordinates(self) -> dict[str, str]:
        """The coordinates of a lookup -> their components: s, t, r, layer, shadow, if present.

        The last four columns of table X.17.
        """
        target = self.texture
        if target is None:
            return {}
        axes = range(3) if self.directed else target.filtered
        found = dict(zip("str", axes, strict=False))
        if target.layers is not None:
            found["layer"] = target.layered_by
        if self.shadow:
            found["shadow"] = target.reference
        # The reference of an array of cubes is an operand of its own.
        return {name: "xyzw"[place] for name, place in found.items() if place < len("xyzw")}

    @property
    def directed(self) -> bool:
        """True if the coordinates are a direction: a cube map, or an array of them."""
        return self.texture is not None and self.texture.directed

    @cached_property
    def offsets(self) -> int:
        """Number of components of a texel offset that may differ from 0.

        NV_gpu_program4, "Program Texture Access": "texel offsets are not supported for cube map or
        buffer textures".
        """
        target = self.texture
        if target is None or self.directed or target.multisampled:
            return 0
        return len(target.filtered)

    def refuses(self, opcode: str) -> str:
        """Returns the reason why an instruction refuses the target, or "".

        It is a predicate for between the names of the instruction and the target.
        """
        if self.texture is not None and self.texture.multisampled:
            return "" if opcode in _OF_SAMPLES else "does not sample the target"
        # "The single source vector in the TXB instruction does not have enough coordinates to
        # specify a lookup into a two-dimensional array texture or cube map texture with both an LOD
        # bias and an explicit reference value for depth comparison." TXL and TXP likewise.
        if opcode in _WITH_W and "w" in self.coordinates.values():
            return "has too few coordinates for"
        # Table X.17: "Buffer textures are not supported by normal texture lookup functions, but are
        # supported by TXF and TXQ".
        lookup = opcode in _LOOKUPS and self.texture is None
        # "If a program contains a TXF instruction specifying one of the "SHADOW" or "CUBE" targets,
        # it will fail to load."
        fetch = opcode in _FETCHES and (self.shadow or self.directed)
        # "makes the hardware use the current samplers compare_func"
        compare = opcode in _COMPARISONS and not self.shadow
        # "Only works with 2D, 2D array, cubemaps, and cubemaps arrays."
        gather = opcode in _GATHERS and not (self.texture and len(self.texture.filtered) == 2)
        return "does not sample the target" if lookup or fetch or compare or gather else ""


def _entries():
    for name, target in TARGETS.items():
        yield ProgramTarget(name, target)
        if target.depths:
            yield ProgramTarget(SHADOW + name, target, shadow=True)
    yield ProgramTarget("BUFFER", None)
    for name, target in MULTISAMPLED.items():
        yield ProgramTarget(name, target)


PROGRAM_TARGETS = {target.name: target for target in _entries()}
"""Every texture target that a program of some language can name."""
ALL_TARGETS = tuple(
    name
    for name in sorted(PROGRAM_TARGETS, key=lambda name: PROGRAM_TARGETS[name].shadow)
    if name not in MULTISAMPLED and not name.endswith("CUBEARRAY")
)
"""The names that assembly programs have, shadow maps last."""
