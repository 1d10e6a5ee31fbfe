"""The names of registers of GLSL programs in traces: uniforms, attributes, varyings, temporaries.

Statements of a shader become several instructions, so operands have no text of their own.
"""

from __future__ import annotations

from softgl.gl.api.current import current
from softgl.gl.api.stages import program_object, shader
from softgl.gl.shading.interfaces import rows_of
from softgl.ir.program import IDENTITY, Binding, Constant, File, Program

_COMPONENTS = "xyzw01"
_LETTERS = {File.TEMPORARY: "r", File.ADDRESS: "a", File.BUFFER: "block"}


class RegisterNames:
    """Names the registers of a program; those of the program in use have the names of variables."""

    def __init__(self, program: Program):
        self._program = program
        self._variables = dict(program.names)
        self._uniforms: dict[int, str] = {}
        self._attributes: dict[int, str] = {}
        context = current.called
        used = context and program_object(context, program.stage)
        if used and program == shader(context, program.stage):
            self._uniforms = _uniform_rows(used.linked)
            self._attributes = {each.location: each.name for each in used.linked.attributes}

    def register(self, place) -> str:
        """Returns the name of the register of an operand or destination; "" for a constant."""
        if place is None or place.file is None:
            return ""
        name = self._register(place.file, place.index)
        return f"{name}[...]" if name and place.relative else name

    def _register(self, file: File, index: int) -> str:
        if file is File.TEMPORARY and index in self._variables:
            return self._variables[index]
        if file in _LETTERS:
            return f"{_LETTERS[file]}{index}"
        bindings = {
            File.PARAMETER: self._program.parameters,
            File.ATTRIBUTE: self._program.attributes,
            File.RESULT: self._program.results,
        }[file]
        binding = bindings[index]
        return "" if isinstance(binding, Constant) else self._binding(binding)

    def _binding(self, binding: Binding) -> str:
        names = {"uniform": self._uniforms, "vertex.attrib": self._attributes}.get(binding.name, {})
        return names.get(binding.indices[0] if binding.indices else 0, str(binding))

    def operand(self, source) -> str:
        """Returns an operand as text: its register, swizzle and sign."""
        name = self.register(source)
        if not name:
            return "constant"
        letters = "".join(_COMPONENTS[each] for each in source.swizzle)
        if len(set(letters)) == 1:
            letters = letters[0]
        text = name if source.swizzle == IDENTITY else f"{name}.{letters}"
        text = f"|{text}|" if source.absolute else text
        return f"-{text}" if any(source.negate) else text


def _uniform_rows(linked) -> dict[int, str]:
    """Returns the name of each row of the default block: "tint", "weights[2]", "turn[0]"."""
    found = {}
    for uniform in linked.uniforms:
        if uniform.row is None:
            continue
        columns = rows_of(uniform.type)
        base = uniform.name.removesuffix("[0]") if uniform.array else uniform.name
        for element in range(uniform.size):
            name = f"{base}[{element}]" if uniform.array else base
            for column in range(columns):
                row = uniform.row + element * columns + column
                found[row] = f"{name}[{column}]" if columns > 1 else name
    return found
