"""Writes the fog option of a fragment program: the formulas of `fragments.fog`."""

from __future__ import annotations

from softgl.asm.tgsi.write_text import Code, Operand, masked
from softgl.ir.program import W, X, Y, Z

_LOG2_E = 1.4426950408889634
_RGB = (True, True, True, False)


class Fog:
    """The fog of one program.

    mode : as in `Program.fog`.
    coordinate : an operand with the fog coordinate in x.
    params, color : operands with state.fog.params and state.fog.color.
    """

    def __init__(self, code: Code, mode: str, coordinate: Operand, params: Operand, color: Operand):
        self._code, self._mode, self._color = code, mode, color
        self._coordinate, self._params = coordinate.component(X), params
        self._factor = Operand(f"TEMP[{code.keep()}]").component(X)

    def begin(self) -> None:
        """Computes the share of the fragment's own color."""
        code, coordinate, factor = self._code, self._coordinate, self._factor
        density, start, end = map(self._params.component, (X, Y, Z))
        name = f"{factor.name}.x"
        if self._mode == "linear":
            behind, depth = code.new(), code.new()
            code.emit("ADD", behind.name, end, coordinate.negated())
            code.emit("ADD", depth.name, end, start.negated())
            code.emit("DIV_SAT", name, behind, depth)
            return
        code.emit("MUL", name, density, coordinate)
        if self._mode == "exp2":
            code.emit("MUL", name, factor, factor)
        code.emit("MUL", name, factor, code.float(-_LOG2_E))
        code.emit("EX2_SAT", name, factor)

    def apply(self, name: str, mask, color: Operand) -> None:
        """Writes a fogged color to an output, the components of a mask."""
        code, clamped = self._code, self._code.new()
        code.emit("MOV_SAT", masked(clamped.name, mask), color)
        rgb = [one and other for one, other in zip(mask, _RGB, strict=True)]
        if any(rgb):
            code.emit("LRP", masked(name, rgb), self._factor, clamped, self._color)
        if mask[W]:
            code.emit("MOV", f"{name}.w", clamped)
