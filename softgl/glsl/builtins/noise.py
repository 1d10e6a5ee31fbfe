"""Noise functions: GLSL 3.30, 8.9."""

from __future__ import annotations

from softgl.glsl.builtins.table import builtin


def _enter(name, result, components):
    @builtin(f"{result} {name}(genType x)", constant=False, since=110)
    def noise(b, x):
        """Gradient noise within [-1, 1], a different one in each component."""
        opcode = f"NOISE{b.width()}D"
        return b.join(*((b.scalar(opcode, x, b.bits(n)), 1) for n in range(components)))


for _number, _result in enumerate(("float", "vec2", "vec3", "vec4"), 1):
    _enter(f"noise{_number}", _result, _number)
