"""Changes the types of variables to the types of their reads.

Registers are words, or floats. A variable that is mostly read as another type gets that type.
"""

from __future__ import annotations

from softgl.records import dataclass
from softgl.translate.glsl.expressions import Node, call, number

PREFIXES = {"float": "", "int": "i", "uint": "u"}
"""Types of numbers -> the prefix of `vec` in their vectors."""


@dataclass(frozen=True)
class Reading:
    """The conversion of numbers of one type to another.

    old, new : the types.
    call : the function from the old type to the new one.
    back : the function back.
    rounds : True if `call` loses information; every reader must then call it.
    """

    old: str
    new: str
    call: str
    back: str
    rounds: bool = False

    def is_usual(self, wrapped: int, uses: int) -> bool:
        """True if most of the uses of a variable are wrapped in `call`: it gets the new type."""
        return wrapped > 0 and uses <= (wrapped if self.rounds else 2 * wrapped)

    def of(self, tree: Node) -> Node | None:
        """Returns a tree of the old type in the new one, if that is as simple, else None."""
        if tree.kind == "call" and tree.text == self.back:
            return tree.parts[0]
        if tree.kind == "call" and tree.text == f"{PREFIXES[self.old]}vec4":
            parts = [self.of(part) for part in tree.parts]
            return None if None in parts else call(f"{PREFIXES[self.new]}vec4", *parts)
        if tree.kind == "number":
            return self._number(tree.text)
        return call(self.call, tree) if tree.kind == "name" else None

    def _number(self, text):
        if self.new == "float":
            return number("0.0") if text == "0u" else None
        whole = text.removesuffix(".0") if self.old == "float" else text.rstrip("u")
        return number(whole) if whole.isdigit() and int(whole) < 1 << 31 else None

    def of_type(self, type_: str) -> str:
        """Returns the new type of a variable, or of an array."""
        if type_ == self.old:
            return self.new
        old, new = (f"{PREFIXES[each]}vec" for each in (self.old, self.new))
        return new + type_.removeprefix(old)


WORDS = (
    Reading("uint", "float", "uintBitsToFloat", "floatBitsToUint"),
    Reading("uint", "int", "int", "uint"),
)
"""The readings in texts whose registers are words."""
INDICES = (Reading("float", "int", "int", "float", rounds=True),)
"""The readings in texts whose registers are floats: integers there are small indices."""
