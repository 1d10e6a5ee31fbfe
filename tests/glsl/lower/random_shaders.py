"""Random fragment shaders: types, operators, control flow, functions, arrays and structures."""

from __future__ import annotations

import random

SCALARS = ("int", "uint", "float", "bool")
PREFIXES = {"int": "ivec", "uint": "uvec", "float": "vec", "bool": "bvec"}
VECTORS = {f"{PREFIXES[scalar]}{size}": (scalar, size) for scalar in SCALARS for size in (2, 3, 4)}
SIZES = {**{scalar: (scalar, 1) for scalar in SCALARS}, **VECTORS}
MATRICES = {"mat2": (2, 2), "mat3": (3, 3), "mat2x3": (2, 3), "mat4": (4, 4)}
STRUCT = {"a": "int", "b": "vec3", "c": "uvec2", "d": "float[2]"}
ARRAYS = {"int[3]": "int", "vec2[4]": "vec2", "float[2]": "float", "S[2]": "S", "mat2[2]": "mat2"}
TYPES = (*SIZES, *MATRICES, "S", *ARRAYS)
ARITHMETIC = {"int": "+ - * / % & | ^", "uint": "+ - * / % & | ^", "float": "+ - * /"}
DEPTH = 3


def typed_vector(scalar, size):
    return scalar if size == 1 else f"{PREFIXES[scalar]}{size}"


ROUNDING = "".join(
    f"{type_} q({type_} x) {{ return clamp(floor(x * 8.0) / 8.0, -64.0, 64.0); }}\n"
    for type_ in ("float", "vec2", "vec3", "vec4")
) + "".join(
    f"{type_} q({type_} x) {{ return {type_}({', '.join(f'q(x[{c}])' for c in range(size))}); }}\n"
    for type_, (size, _) in MATRICES.items()
)
"""Functions `q` that keep floats small multiples of 1/8, whose sums and products are exact."""


class Shader:
    """Writes one shader; the seed decides all of it.

    defined : True to keep to what the specification defines, to the last bit.
    """

    def __init__(self, seed: int, defined: bool = False):
        self.defined = defined
        self.rng = random.Random(seed)
        self.scopes: list[list[tuple[str, str, bool]]] = [[]]  # name, type, writable
        self.functions: list[tuple[str, str, list[tuple[str, str]]]] = []
        self.count = self.loops = 0
        self.inside: list[str] = []  # "loop", "switch", "function"
        self.returns = ""  # the type of the function

    def name(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def pick(self, *choices):
        return self.rng.choice(choices)

    # -- expressions ---------------------------------------------------------------------------

    def variables(self, type_, writable=False):
        return [
            name
            for scope in self.scopes
            for name, own, writes in scope
            if own == type_ and (writes or not writable)
        ]

    def literal(self, scalar):
        if scalar == "bool":
            return self.pick("true", "false")
        if scalar == "float":
            return (
                f"{self.pick(0.0, 1.0, 0.5, -2.0, 3.25, *([] if self.defined else [1e3]), -0.125)}"
            )
        number = self.pick(0, 1, 2, 3, 5, 7, 31, 1000)
        return f"{number}u" if scalar == "uint" else f"{self.pick('', '-')}{number}"

    def value(self, type_, depth=DEPTH):
        """An expression of a type, in parentheses where needed."""
        found = self.variables(type_)
        if depth <= 0:
            return self.pick(*found) if found and self.rng.random() < 0.8 else self.leaf(type_)
        if found and self.rng.random() < 0.25:
            return self.pick(*found)
        called = [f for f in self.functions if f[1] == type_ and self.callable(f)]
        if called and self.rng.random() < 0.3:
            return self.call(self.pick(*called), depth - 1)
        if self.rng.random() < 0.1:
            return "({} ? {} : {})".format(
                self.value("bool", depth - 1), *(self.value(type_, depth - 1) for _ in range(2))
            )
        if type_ in SIZES:
            return self.vector(type_, depth - 1)
        if type_ in MATRICES:
            return self.matrix(type_, depth - 1)
        return self.leaf(type_, depth - 1)

    def leaf(self, type_, depth=0):
        """A literal, or a constructor."""
        if type_ in SCALARS:
            return self.literal(type_)
        if type_ in VECTORS:
            scalar, size = VECTORS[type_]
            return f"{type_}({', '.join(self.value(scalar, depth) for _ in range(size))})"
        if type_ in MATRICES:
            columns, rows = MATRICES[type_]
            if self.rng.random() < 0.3:
                return f"{type_}({self.value('float', depth)})"
            column = typed_vector("float", rows)
            return f"{type_}({', '.join(self.value(column, depth) for _ in range(columns))})"
        if type_ == "S":
            return f"S({', '.join(self.value(member, depth) for member in STRUCT.values())})"
        element, count = ARRAYS[type_], int(type_[-2])
        return f"{type_}({', '.join(self.value(element, depth) for _ in range(count))})"

    def vector(self, type_, depth):
        scalar, size = SIZES[type_]
        kind = self.rng.random()
        if kind < 0.35:
            return self.small(scalar, self.operation(type_, scalar, size, depth))
        if kind < 0.5:  # a component, an element
            return self.part(type_, scalar, size, depth)
        if kind < 0.6 and scalar != "bool" and not self.defined:
            return self.assigned(type_, depth)
        if kind < 0.75 and scalar == "float":
            return self.small(scalar, self.builtin(type_, depth))
        if kind < 0.85:
            other = self.pick(*SCALARS)
            if self.defined and scalar == "uint" and other == "float":
                other = "int"  # a negative float has no unsigned value
            return self.small(scalar, f"{type_}({self.value(typed_vector(other, size), depth)})")
        return self.leaf(type_, depth)

    def small(self, scalar, text):
        """An expression; the floats of defined shaders stay exact."""
        return f"q({text})" if self.defined and scalar == "float" else text

    def operation(self, type_, scalar, size, depth):
        if scalar == "bool":
            if size > 1:
                return f"not({self.value(type_, depth)})"
            operator = self.pick("&&", "||", "^^", "<", ">=", "==", "!=", "!")
            if operator == "!":
                return f"(!{self.value('bool', depth)})"
            of = "bool"
            if operator in ("==", "!="):
                of = self.pick("vec3", "int", "mat2", "S", "int[3]", "bvec2", "float")
            elif operator in ("<", ">="):
                of = self.pick("int", "uint", "float")
            return f"({self.value(of, depth)} {operator} {self.value(of, depth)})"
        if self.rng.random() < 0.15:
            return (
                f"({self.pick(*('~-' if scalar != 'float' else '-'))}({self.value(type_, depth)}))"
            )
        if scalar != "float" and self.rng.random() < 0.2:
            counts = self.value(self.pick(type_, scalar), depth)
            if self.defined:
                counts = f"({counts} & 31{'u' * (scalar == 'uint')})"
            return f"({self.value(type_, depth)} {self.pick('<<', '>>')} {counts})"
        operator = self.pick(*ARITHMETIC[scalar].split())
        if self.defined and operator in "/%":
            return self.quotient(type_, scalar, operator, depth)
        if scalar == "float" and size > 1 and operator == "*" and self.rng.random() < 0.5:
            matrix = {2: "mat2", 3: "mat3", 4: "mat4"}[size]
            return f"({self.value(matrix, depth)} * {self.value(type_, depth)})"
        right = self.value(self.pick(type_, scalar), depth)
        return f"({self.value(type_, depth)} {operator} {right})"

    def quotient(self, type_, scalar, operator, depth):
        """A quotient or remainder that is defined, and exact."""
        left, right = self.value(type_, depth), self.value(type_, depth)
        if scalar == "float":
            return f"({left} / {self.pick('2.0', '-4.0')})"
        suffix = "u" * (scalar == "uint")
        left = f"({left} & 65535{suffix})" if operator == "%" else left
        return f"({left} {operator} (({right} & 7{suffix}) + 1{suffix}))"

    def part(self, type_, scalar, size, depth):
        if size == 1:
            whole = typed_vector(scalar, self.pick(2, 3, 4))
            found = self.variables(whole)
            if found and self.rng.random() < 0.5:
                return f"{self.pick(*found)}[{self.index()}]"
            if scalar == "int" and self.variables("int[3]"):
                return f"{self.pick(*self.variables('int[3]'))}[{self.index()}]"
            return f"{self.value(whole, depth)}.{self.pick('x', 'y')}"
        whole = typed_vector(scalar, self.pick(2, 3, 4))
        letters = "xyzw"[: SIZES[whole][1]]
        return f"{self.value(whole, depth)}.{''.join(self.pick(*letters) for _ in range(size))}"

    def index(self):
        """An index of an array of two or more, often one at run time, now and then beyond it."""
        name = self.pick(*self.variables("int"))
        if self.defined:
            return self.pick("0", "1", f"{name} & 1", f"(({name} ^ i) & 1)")
        return self.pick("0", "1", name, f"{name} & 1", f"({name} + i) % 2", f"{name} ^ 1")

    def assigned(self, type_, depth):
        place = self.place(type_)
        if place is None:
            return self.leaf(type_, depth)
        if self.rng.random() < 0.5:
            return self.pick(f"({place}++)", f"(--{place})")
        return f"({place} {self.pick('=', '+=', '*=')} {self.value(type_, depth)})"

    def builtin(self, type_, depth):
        name = self.pick("abs", "min", "max", "clamp", "floor", "fract", "mix", "sign", "step")
        if self.defined and name == "clamp":
            return f"clamp({self.value(type_, depth)}, -1.5, 2.0)"
        count = {"min": 2, "max": 2, "step": 2, "clamp": 3, "mix": 3}.get(name, 1)
        return f"{name}({', '.join(self.value(type_, depth) for _ in range(count))})"

    def matrix(self, type_, depth):
        return self.small("float", self.of_matrices(type_, depth))

    def of_matrices(self, type_, depth):
        kind = self.rng.random()
        if kind < 0.3:
            operator = self.pick("+", "-", "*") if type_ != "mat2x3" else "+"
            return f"({self.value(type_, depth)} {operator} {self.value(type_, depth)})"
        if kind < 0.4:
            return f"({self.value('float', depth)} * {self.value(type_, depth)})"
        if kind < 0.5:
            return f"{type_}({self.value(self.pick(*MATRICES), depth)})"
        return self.leaf(type_, depth)

    def callable(self, function):
        """True if an expression may call a function: the order of effects is not defined."""
        return not self.defined or all(direction == "in" for direction, _ in function[2])

    def procedure(self, indent):
        """A call of any function, whose `out` arguments are different variables."""
        if not self.functions:
            return []
        name, type_, parameters = self.pick(*self.functions)
        arguments, used = [], set()
        for direction, one in parameters:
            if direction == "in":
                arguments.append(self.value(one, 1))
                continue
            found = [v for v in self.variables(one, True) if v not in used]
            if not found:
                return []
            arguments.append(self.pick(*found))
            used.add(arguments[-1])
        result = self.name("v")
        self.scopes[-1].append((result, type_, True))
        return [f"{indent}{type_} {result} = {name}({', '.join(arguments)});"]

    def call(self, function, depth):
        name, _, parameters = function
        arguments = []
        for direction, type_ in parameters:
            place = self.place(type_) if direction != "in" else None
            if direction != "in" and place is None:
                return self.leaf(function[1], depth)
            arguments.append(place or self.value(type_, depth))
        return f"{name}({', '.join(arguments)})"

    def place(self, type_):
        """An l-value of a type, or None."""
        found = list(self.variables(type_, writable=True))
        at = self.index()
        if type_ == "int":
            found += [f"{v}[{at}]" for v in self.variables("int[3]", True)]
            found += [f"{v}[{at}].a" for v in self.variables("S[2]", True)]
        elif type_ == "float":
            found += [f"{v}.d[{at}]" for v in self.variables("S", True)]
            found += [f"{v}[{at}]" for v in self.variables("vec3", True)]
            found += [f"{v}[{at}][1]" for v in self.variables("mat2", True)]
            found += [f"{v}.y" for v in self.variables("vec4", True)]
        elif type_ == "vec2":
            found += [f"{v}[{at}]" for v in self.variables("vec2[4]", True)]
            found += [f"{v}.zx" for v in self.variables("vec4", True)]
        elif type_ == "vec3":
            found += [f"{v}.b" for v in self.variables("S", True)]
        return self.pick(*found) if found else None

    # -- statements ----------------------------------------------------------------------------

    def block(self, count, indent):
        self.scopes.append([])
        lines = [line for _ in range(count) for line in self.statement(indent)]
        self.scopes.pop()
        return lines

    def declaration(self, indent, type_=None):
        type_ = type_ or self.pick(*TYPES, *SIZES)
        name = self.name("v")
        line = f"{indent}{type_} {name} = {self.value(type_)};"
        self.scopes[-1].append((name, type_, True))
        return [line]

    def statement(self, indent):
        kind, deeper = self.rng.random(), indent + "  "
        if kind < 0.25 or len(indent) > 8:
            return self.declaration(indent)
        if kind < 0.3:
            return self.procedure(indent)
        if kind < 0.55:
            type_ = self.pick("int", "float", "vec2", "vec3", "uint", *TYPES)
            place = self.place(type_)
            return [f"{indent}{place} = {self.value(type_)};"] if place else []
        if kind < 0.7:
            lines = [f"{indent}if ({self.value('bool')}) {{", *self.block(2, deeper)]
            if self.rng.random() < 0.5:
                lines += [f"{indent}}} else {{", *self.block(2, deeper)]
            return [*lines, f"{indent}}}"]
        if kind < 0.8 and self.loops < 2:
            return self.loop(indent, deeper)
        if kind < 0.87:
            return self.switch(indent, deeper)
        return self.jump(indent)

    def jump(self, indent):
        condition = f"{indent}if ({self.value('bool', 1)}) "
        choices = []
        if self.inside and self.inside[-1] != "function":
            choices.append("break;")
        if "loop" in self.inside:
            choices.append("continue;")
        if self.returns:
            choices.append(f"return {self.value(self.returns, 1)};")
        return [condition + self.pick(*choices)] if choices else []

    def loop(self, indent, deeper):
        counter = self.name("k")
        self.loops += 1
        self.inside.append("loop")
        self.scopes.append([(counter, "int", False)])
        limit = self.rng.randint(1, 4)
        step = self.pick(f"{counter}++", f"{counter} += 1 + int({self.value('bool', 2)})")
        body = self.block(3, deeper)
        lines = [f"{indent}for (int {counter} = 0; {counter} < {limit}; {step}) {{", *body]
        if self.rng.random() < 0.3:
            head = f"{deeper}if ({counter}++ > {limit}) break;"
            test = self.value("bool", 1)
            lines = [f"{indent}int {counter} = 0;", f"{indent}do {{", head, *body]
            self.scopes[-2].append((counter, "int", False))
            lines.append(f"{indent}}} while ({test});")
        else:
            lines.append(f"{indent}}}")
        self.scopes.pop()
        self.inside.pop()
        self.loops -= 1
        return lines

    def switch(self, indent, deeper):
        self.inside.append("switch")
        lines = [f"{indent}switch ({self.value('int', 2)}) {{"]
        labels = self.rng.sample(["case 0:", "case 1:", "case 2:", "case -1:", "default:"], 4)
        for label in labels:
            lines.append(f"{indent}{label}")
            body = [f"{deeper}{{", *self.block(self.rng.randint(0, 2), deeper), f"{deeper}}}"]
            lines += body if self.rng.random() < 0.8 else []
            lines += [f"{deeper}break;"] * (self.rng.random() < 0.6)
        self.inside.pop()
        return [*lines, f"{deeper};", f"{indent}}}"]

    # -- the whole -----------------------------------------------------------------------------

    def function(self):
        type_ = self.pick(*SIZES, "S", "mat2", "int[3]")
        parameters = [
            (
                self.pick("in", "in", "inout", "out"),
                self.pick("int", "vec3", "S", "float", "int[3]"),
            )
            for _ in range(self.rng.randint(0, 3))
        ]
        names = [self.name("p") for _ in parameters]
        outer = self.scopes
        if self.defined:  # no effects but on parameters
            self.scopes = [[(n, t, False) for n, t, _ in scope] for scope in outer]
        self.scopes.append([(n, t, True) for n, (_, t) in zip(names, parameters, strict=True)])
        self.returns, self.inside = type_, ["function"]
        written = ", ".join(f"{d} {t} {n}" for n, (d, t) in zip(names, parameters, strict=True))
        name = self.name("f")
        lines = [f"{type_} {name}({written}) {{"]
        lines += [
            f"  {n} = {self.leaf(t)};"
            for n, (d, t) in zip(names, parameters, strict=True)
            if d == "out"
        ]
        lines += self.block(3, "  ")
        lines += [f"  return {self.value(type_)};", "}"]
        self.scopes = outer[:1]
        self.functions.append((name, type_, parameters))
        return lines

    def text(self):
        """The shader, behind `shaders.HEAD`; a defined one behind declarations of all it names."""
        lines = ["" if self.defined else "out ivec4 o0; out uvec4 o1; out vec4 o2; out vec4 o3;"]
        lines.append("struct S { int a; vec3 b; uvec2 c; float d[2]; };")
        self.scopes[0] += [("i", "int", False), ("u", "uint", False), ("f", "vec4", False)]
        self.returns = ""
        for _ in range(2):
            lines += self.declaration("", self.pick("S", "int[3]", "vec2", "mat2"))
        for _ in range(3):
            lines += self.function()
        self.returns, self.inside = "", []
        lines.append("void random() {" if self.defined else "void main() {")
        for type_ in ("int[3]", "S", "S[2]", "vec4", "mat2", "bvec3"):
            lines += self.declaration("  ", type_)
        lines += [line for _ in range(6) for line in self.statement("  ")]
        for number, type_ in enumerate(("ivec4", "uvec4", "vec4", "vec4")):
            lines.append(f"  o{number} = {self.value(type_)};")
        return "\n".join([*lines, "}"])


def random_text(seed: int, defined: bool = False) -> str:
    """The text of a shader."""
    return Shader(seed, defined).text()
