"""Types that variables are given in the place of those that they were written with.

Registers are words, or floats. What is only read as another type becomes a variable of that.
"""

from __future__ import annotations

from softgl.records import dataclass
from softgl.translate.glsl.expressions import Node, call, number

PREFIXES = {"float": "", "int": "i", "uint": "u"}
"""Types of numbers -> what stands before `vec` in the names of their vectors."""


@dataclass(frozen=True)
class Reading:
    """How numbers of one type are read as another one.

    old, new : the types. call : what makes the new one of the old one. back : the reverse.
    rounds : whether `call` loses what the new type lacks; then every reader must call it.
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
        """What a tree of the old type is as the new one, if that is as simple, else None."""
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
        """The type of a variable, or of an array, anew."""
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
"""The readings in texts whose registers are floats: an integer is a small index there."""
