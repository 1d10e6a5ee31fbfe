"""Random fragment shaders whose result is defined to the last bit, on every implementation.

Integers wrap; floats are small whole numbers, since `w` brings each sum and product back to
-16 ... 15. Divisors are positive, shifts below 32, indices within bounds. Functions with side
effects are only called alone in a statement, for the order of operands is undefined.
"""

from __future__ import annotations

import random
import re

PRELUDE = """#version 330 compatibility
struct S { int i; vec3 v; uvec2 u; int a[4]; float f; };
float w(float x) { return mod(x, 32.0) - 16.0; }
vec2 w(vec2 x) { return mod(x, 32.0) - 16.0; }
vec3 w(vec3 x) { return mod(x, 32.0) - 16.0; }
vec4 w(vec4 x) { return mod(x, 32.0) - 16.0; }
mat2 w(mat2 x) { return mat2(w(x[0]), w(x[1])); }
mat3 w(mat3 x) { return mat3(w(x[0]), w(x[1]), w(x[2])); }
uniform int U;
uniform vec4 V;
"""
UNIFORMS = {"U": "int", "V": "vec4"}
LITERALS = {
    "int": lambda rng: str(rng.choice((rng.randrange(-9, 10), rng.randrange(-99999, 99999)))),
    "uint": lambda rng: f"{rng.randrange(20)}u",
    "float": lambda rng: f"{rng.randrange(-8, 9)}.0",
    "bool": lambda rng: rng.choice(("true", "false")),
}
# The constructor of each type; `{type}` stands for an expression of that type.
CONSTRUCTORS = {
    "ivec2": "ivec2({int}, {int})", "ivec3": "ivec3({int}, {int}, {int})",
    "ivec4": "ivec4({ivec2}, {int}, {int})", "uvec2": "uvec2({uint}, {uint})",
    "bvec3": "bvec3({bool}, {bool}, {bool})", "vec2": "vec2({float}, {float})",
    "vec3": "vec3({float}, {vec2})", "vec4": "vec4({vec3}, {float})",
    "mat2": "mat2({vec2}, {vec2})", "mat3": "mat3({vec3}, {vec3}, {vec3})",
    "S": "S({int}, {vec3}, {uvec2}, {int[4]}, {float})",
    "int[4]": "int[4]({int}, {int}, {int}, {int})", "vec2[3]": "vec2[]({vec2}, {vec2}, {vec2})",
    "S[2]": "S[2]({S}, {S})",
}  # fmt: skip
TYPES = (*LITERALS, *CONSTRUCTORS)
FORMULAS = {
    "int": [
        *(f"({{int}} {operator} {{int}})" for operator in "+-*&|^"),
        "(- {int})", "(~{int})", "({int} << ({int} & 31))", "({int} >> ({int} & 31))",
        "int({uint})", "int({float})", "int({bool})", "min({int}, {int})", "abs({int})",
        "(({int} & 1023) / ({int} & 7 | 1))", "(({int} & 1023) % ({int} & 7 | 1))",
        "clamp({int}, -3, 5)", "sign({int})",
    ],
    "uint": [
        *(f"({{uint}} {operator} {{uint}})" for operator in "+-*&|^"),
        "uint({int})", "({uint} / ({uint} | 1u))", "({uint} % ({uint} | 1u))",
        "({uint} >> ({uint} & 31u))", "max({uint}, {uint})",
    ],
    "float": [
        *(f"w({{float}} {operator} {{float}})" for operator in "+-*"), "float({int} & 15)",
        "w(dot({vec2}, {vec2}))", "(- {float})", "floor({float} * 0.5)", "abs({float})",
        "mix({float}, {float}, {bool})", "step({float}, {float})", "w(determinant({mat2}))",
    ],
    "bool": [
        *(f"({{int}} {operator} {{int}})" for operator in ("<", ">", "<=", ">=", "==", "!=")),
        *(f"({{bool}} {operator} {{bool}})" for operator in ("&&", "||", "^^")),
        "({float} < {float})", "(!{bool})", "({vec3} == {vec3})", "all({bvec3})", "({S} == {S})",
        "any(lessThan({ivec3}, {ivec3}))", "({uint} < {uint})", "({int[4]} != {int[4]})",
        "bool({int})",
    ],
    "ivec2": ["({ivec2} + {ivec2})", "({int} * {ivec2})", "ivec2({uvec2})", "{ivec4}.wx"],
    "ivec3": ["({ivec3} ^ {ivec3})", "ivec3({vec3})", "ivec3({bvec3})", "({ivec3} << 3)"],
    "ivec4": ["({ivec4} - {ivec4})", "ivec4({vec4})", "(~{ivec4})", "ivec4({int})"],
    "uvec2": ["({uvec2} * {uvec2})", "uvec2({ivec2})", "({uvec2} >> 1u)"],
    "bvec3": ["lessThan({ivec3}, {ivec3})", "not({bvec3})", "bvec3({vec3})", "bvec3({bool})"],
    "vec2": [
        "w({vec2} + {vec2})", "w({mat2} * {vec2})", "w({vec2} * {mat2})", "{vec3}.zx",
        "w({vec4}.wy * {float})", "max({vec2}, {vec2})",
    ],
    "vec3": ["w({mat3} * {vec3})", "w(cross({vec3}, {vec3}))", "mix({vec3}, {vec3}, {bvec3})"],
    "vec4": ["w({vec4} * {vec4})", "vec4({mat2})", "vec4({ivec4} & 15)", "(- {vec4})"],
    "mat2": [
        "w({mat2} * {mat2})", "w({mat2} + {mat2})", "transpose({mat2})", "mat2({mat3})",
        "w(matrixCompMult({mat2}, {mat2}))", "w(outerProduct({vec2}, {vec2}))", "mat2({float})",
    ],
    "mat3": ["w({mat3} * {mat3})", "transpose({mat3})", "mat3({mat2})", "mat3({float})"],
}  # fmt: skip
# The parts of a variable `@`: (type of the part, text).
PARTS = {
    "ivec2": [("int", "@.y"), ("int", "@[{int} & 1]"), ("ivec2", "@.yx")],
    "ivec3": [("int", "@.z"), ("int", "@[1]"), ("ivec2", "@.zx")],
    "ivec4": [("int", "@.w"), ("int", "@[{int} & 3]"), ("ivec3", "@.wxz")],
    "uvec2": [("uint", "@.x"), ("uint", "@[{int} & 1]")],
    "bvec3": [("bool", "@.y"), ("bvec3", "@.zxy")],
    "vec2": [("float", "@.x"), ("float", "@[{int} & 1]")],
    "vec3": [("float", "@.y"), ("vec2", "@.xz")],
    "vec4": [("float", "@[{int} & 3]"), ("vec3", "@.wyx"), ("vec2", "@.zw")],
    "mat2": [("vec2", "@[{int} & 1]"), ("float", "@[1][{int} & 1]")],
    "mat3": [("vec3", "@[int({uint} % 3u)]"), ("vec2", "@[2].yx")],
    "int[4]": [("int", "@[{int} & 3]"), ("int", "@[2]")],
    "vec2[3]": [("vec2", "@[int({uint} % 3u)]"), ("float", "@[1].y")],
    "S": [("int", "@.i"), ("vec3", "@.v"), ("uvec2", "@.u"), ("int", "@.a[{int} & 3]"),
          ("int[4]", "@.a"), ("float", "@.f"), ("float", "@.v.z")],
    "S[2]": [("S", "@[{int} & 1]"), ("vec3", "@[{int} & 1].v"), ("int", "@[1].a[{int} & 3]")],
}  # fmt: skip
# An integer that depends on a variable `@`.
DIGESTS = {
    "ivec2": "@.x + @.y * 3", "ivec3": "@.x + @.y * 3 + @.z * 5", "ivec4": "@.x ^ @.y + @.w * 7",
    "uvec2": "int(@.x + @.y * 3u)", "bvec3": "int(@.x) + int(@.z) * 2", "vec2": "int(@.x - @.y)",
    "vec3": "int(@.x) + int(@.y) * 3 + int(@.z) * 5", "vec4": "int(@.w) + int(@.y) * 3",
    "mat2": "int(@[0].x) + int(@[1].x) * 3 + int(@[1].y) * 5", "mat3": "int(@[0].z - @[2].y)",
    "S": "@.i + int(@.v.y) + int(@.u.y) + @.a[3] + int(@.f)", "int[4]": "@[0] + @[1] * 3 + @[3]",
    "vec2[3]": "int(@[0].x) + int(@[2].y) * 3", "S[2]": "@[0].i + @[1].a[1]",
}  # fmt: skip
DEPTH = 2


def declared(type_: str, name: str) -> str:
    """`type name` with the size of an array behind the name."""
    element, bracket, size = type_.partition("[")
    return f"{element} {name}{bracket}{size}"


class RandomShader:
    """Writes one shader; the seed decides all of it. text : the shader."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.lines, self.count, self.loops, self.depth = [PRELUDE], 0, 0, 0
        self.scopes = [[(name, type_, False) for name, type_ in UNIFORMS.items()]]
        self.pure: dict[str, list] = {}  # type -> (name, types of parameters) of its functions
        self.others: list[tuple] = []  # name, type, (direction, type) of each parameter
        self.returns = ""
        for number in range(self.rng.randrange(4)):
            self.function(f"f{number}", pure=number % 2 == 0)
        self.main()
        self.text = "\n".join(self.lines) + "\n"

    def name(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def line(self, text: str) -> None:
        self.lines.append("  " * len(self.scopes) + text)

    # -- expressions

    def fill(self, template: str) -> str:
        return re.sub(r"\{(\w+(?:\[\d\])?)\}", lambda match: self.value(match[1]), template)

    def places(self, type_: str, writable: bool = False) -> list[str]:
        """Templates of the variables and parts of variables of a type."""
        found = []
        for name, own, writes in (each for scope in self.scopes for each in scope):
            if writes or not writable:
                found += [name] * (own == type_)
                found += [t.replace("@", name) for part, t in PARTS.get(own, ()) if part == type_]
        return found

    def value(self, type_: str) -> str:
        """An expression of a type."""
        self.depth += 1
        try:
            return self.fill(self._template(type_))
        finally:
            self.depth -= 1

    def _template(self, type_: str) -> str:
        rng, places = self.rng, self.places(type_)
        if self.depth > DEPTH:  # no deeper: constants, or whole variables
            whole = [place for place in places if "{" not in place]
            if whole and rng.random() < 0.8:
                return rng.choice(whole)
            return LITERALS[type_](rng) if type_ in LITERALS else CONSTRUCTORS[type_]
        choice = rng.random()
        if places and choice < 0.35:
            return rng.choice(places)
        if choice < 0.42:
            return f"({{bool}} ? {{{type_}}} : {{{type_}}})"
        if choice < 0.5 and type_ in self.pure:
            name, types = rng.choice(self.pure[type_])
            return f"{name}({', '.join(f'{{{each}}}' for each in types)})"
        if type_ in FORMULAS and choice < 0.9:
            return rng.choice(FORMULAS[type_])
        return LITERALS[type_](rng) if type_ in LITERALS else CONSTRUCTORS[type_]

    # -- statements

    def declare(self) -> None:
        type_, name = self.rng.choice(TYPES), self.name("v")
        self.line(f"{declared(type_, name)} = {self.value(type_)};")
        self.scopes[-1].append((name, type_, True))

    def assign(self) -> None:
        type_ = self.rng.choice(TYPES)
        places = self.places(type_, writable=True)
        if not places:
            self.declare()
            return
        operators = ["="] + ["+=", "^=", "*="] * (type_ in ("int", "uint", "ivec3"))
        place = self.fill(self.rng.choice(places))
        self.line(f"{place} {self.rng.choice(operators)} {self.value(type_)};")

    def call(self) -> None:
        """Calls a function with side effects, with whole local variables for `out`."""
        name, type_, parameters = self.rng.choice(self.others or [("", "", ())])
        arguments: list[str] = []
        for direction, own in parameters:
            local = [
                n for scope in self.scopes[1:] for n, t, writes in scope if writes and t == own
            ]
            free = [n for n in local if n not in arguments]
            if direction != "in" and not free:
                self.declare()
                return
            arguments.append(self.value(own) if direction == "in" else self.rng.choice(free))
        if name:
            result = self.name("v")
            self.line(f"{declared(type_, result)} = {name}({', '.join(arguments)});")
            self.scopes[-1].append((result, type_, True))

    def block(self, header: str, *inside, last: str = "") -> None:
        """Writes `header { ... }` with variables `inside`, and a last statement."""
        self.line(f"{header} {{")
        self.scopes.append(list(inside))
        for _ in range(self.rng.randrange(1, 3)):
            self.statement()
        if last:
            self.line(last)
        self.scopes.pop()
        self.line("}")

    def condition(self) -> None:
        self.block(f"if ({self.value('bool')})")
        if self.rng.random() < 0.6:
            self.block("else")

    def loop(self) -> None:
        if self.loops == 2:
            self.assign()
            return
        self.loops += 1
        i, count = self.name("i"), self.rng.choice(("3", f"int({self.value('uint')} % 4u)"))
        last = self.rng.choice(("", f"if ({self.value('bool')}) break;"))
        if self.rng.random() < 0.5:
            header = f"for (int {i} = 0; {i} < {count}; ++{i})"
        else:
            self.line(f"int {i} = {count};")
            header = f"while ({i}-- > 0)"
        self.block(header, (i, "int", False), last=last)
        self.loops -= 1

    def switch(self) -> None:
        labels = [f"case {n}:" for n in self.rng.sample(range(4), self.rng.randrange(1, 4))]
        labels.insert(self.rng.randrange(len(labels) + 1), "default:")
        self.line(f"switch ({self.value('int')} & 3) {{")
        for number, label in enumerate(labels):
            self.block(label)
            if self.rng.random() < 0.6 or number == len(labels) - 1:
                self.line("break;")
        self.line("}")

    def leave(self) -> None:
        if self.returns:
            self.line(f"if ({self.value('bool')}) return {self.value(self.returns)};")

    def statement(self) -> None:
        plain = [self.declare, self.assign, self.assign, self.call, self.leave]
        nested = [self.condition, self.condition, self.loop, self.switch]
        self.rng.choice(plain + nested * (len(self.scopes) < 4))()

    # -- functions

    def function(self, name: str, pure: bool) -> None:
        self.returns = self.rng.choice(TYPES)
        directions = ("in",) if pure else ("in", "out", "inout")
        parameters = [
            (self.rng.choice(directions), self.rng.choice(TYPES))
            for _ in range(self.rng.randrange(4))
        ]
        names = [self.name("p") for _ in parameters]
        texts = [f"{d} {declared(t, n)}" for (d, t), n in zip(parameters, names, strict=True)]
        element, bracket, size = self.returns.partition("[")
        self.lines.append(f"{element}{bracket}{size} {name}({', '.join(texts)}) {{")
        self.scopes.append([])
        for (direction, type_), each in zip(parameters, names, strict=True):
            if direction == "out":
                self.line(f"{each} = {self.value(type_)};")
            self.scopes[-1].append((each, type_, True))
        for _ in range(self.rng.randrange(1, 4)):
            self.statement()
        self.line(f"return {self.value(self.returns)};")
        self.scopes.pop()
        self.lines.append("}")
        if pure:
            self.pure.setdefault(self.returns, []).append((name, [t for _, t in parameters]))
        else:
            self.others.append((name, self.returns, parameters))
        self.returns = ""

    def main(self) -> None:
        self.lines.append("void main() {")
        self.scopes.append([("x", "int", True), ("y", "int", True)])
        self.line("int x = int(gl_FragCoord.x), y = int(gl_FragCoord.y);")
        for _ in range(self.rng.randrange(5, 12)):
            self.statement()
        self.line("int hash = 0;")
        for name, type_, _ in self.scopes[-1]:
            digest = DIGESTS.get(type_, "int(@)").replace("@", name)
            self.line(f"hash = hash * 31 + ({digest});")
        self.line("hash ^= hash >> 16;")
        self.line(
            "gl_FragColor = vec4(ivec4(hash, hash >> 8, hash >> 4, hash >> 12) & 255) / 255.0;"
        )
        self.lines.append("}")
