"""How the results of a program go to the variables of its text."""

from __future__ import annotations

from softgl.ir.program import Binding, Program
from softgl.translate.glsl.text import Text
from softgl.translate.interface import Interface

LETTERS = "xyzw"


class Results:
    """Writes results to a text."""

    def __init__(self, program: Program, interface: Interface, text: Text):
        self.program, self.interface, self.text = program, interface, text

    def is_whole(self, binding: Binding) -> str:
        """ "i" or "u" for a result whose variable holds integers, else ""."""
        type_ = self.interface.output(binding).type
        return {"int": "i", "ivec4": "i", "uint": "u", "uvec4": "u"}.get(type_, "")

    def write(self, binding: Binding, values: list[str]) -> None:
        """Give a result its four components, expressions of its type."""
        one = self.interface.output(binding)
        value = f"{one.type}({', '.join(values)})"
        if one.component:
            value = values[LETTERS.index(one.component)]
        self.text.line(f"{one.name} = {value};")

    def fog_coordinate(self) -> str:
        """The fog coordinate of a fragment, a float."""
        return f"{self.interface.input(Binding('fragment.fogcoord')).value()}.x"
