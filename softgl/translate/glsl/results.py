"""Writes the results of a program to the variables of its text."""

from __future__ import annotations

from softgl.ir.program import Binding
from softgl.pipeline.keys.link import COLOR_RESULTS
from softgl.translate.glsl.text import Text
from softgl.translate.interfaces.interface import Interface
from softgl.translate.interfaces.names import varying

LETTERS = "xyzw"


class Results:
    """Writes results to a text."""

    def __init__(self, interface: Interface, core: bool, text: Text):
        self.interface, self._core, self.text = interface, core, text

    def is_whole(self, binding: Binding) -> str:
        """ "i" or "u" for a result whose variable holds integers, else ""."""
        type_ = self.interface.outputs_of(binding)[0].type
        return {"int": "i", "ivec4": "i", "uint": "u", "uvec4": "u"}.get(type_, "")

    def is_clamped(self, binding: Binding) -> bool:
        """True if the text clamps a colour of vertices to [0, 1], as core contexts do not.

        A colour for a geometry program, under a name of its own, stays as it is.
        """
        if not self._core or binding not in COLOR_RESULTS:
            return False
        return self.interface.outputs_of(binding)[0].name == varying(binding)[0]

    def write(self, binding: Binding, values: list[str]) -> None:
        """Writes a result of four components, expressions of its type."""
        for one in self.interface.outputs_of(binding):
            value = f"{one.type}({', '.join(values)})"
            if one.component:
                value = values[LETTERS.index(one.component)]
            self.text.line(f"{one.name} = {value};")

    def fog_coordinate(self) -> str:
        """Returns the fog coordinate of a fragment, a float."""
        return f"{self.interface.input(Binding('fragment.fogcoord')).value()}.x"
