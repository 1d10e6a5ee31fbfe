"""Random programs: valid text, every kind of operand and modifier, loops that end.

Results that the specifications only approximate stay apart: they go to registers of their own
(`near`) and from there to results, and nothing is computed from them.
"""

from __future__ import annotations

import random

from tests.reference.repertoire import FLOAT_OPS, INTEGER_OPS, KINDS, NAMES, NO_UPDATE, RULES


class Generator:
    """Writes one program. `derivatives` : with DDX and DDY, which one lane alone cannot compute."""

    def __init__(self, seed, language, derivatives=False):
        self.random = random.Random(f"{seed} {language}")
        self.language, self.kind = language, KINDS[language]
        self.nv4 = language.startswith("NV")
        self.fragment = "fp" in language
        self.derivatives = derivatives
        self.lines = []
        self.loops, self.depth, self.callable = 0, 0, []
        self.near = self.kind.results[-2:]
        self.exact_results = self.kind.results[:-2]

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        return self.random.choice(choices)

    # -- the whole text ------------------------------------------------------------------------

    def text(self) -> str:
        self.declare()
        if not self.nv4:
            self.fill()
            for _ in range(self.random.randint(12, 25)):
                self.emit(self.arithmetic())
            self.store_all(["t0", "t1", "t2"])
            return "\n".join([*self.lines, "END"])
        subroutines = [f"s{n}" for n in range(self.random.randint(0, 3))]
        main_last = self.chance(0.7)
        if main_last:
            self.subroutines(subroutines)
        if subroutines or self.chance(0.3):
            self.lines.append("main:")
        self.callable = subroutines
        self.fill()
        self.block(self.random.randint(8, 16))
        self.store_all(["t0", "t1", "t2", "f0", "f1", "i0", "i1", "u0", "u1"])
        if not main_last:
            if self.chance(0.7):
                self.emit("RET")
            self.subroutines(subroutines)
        return "\n".join([*self.lines, "END"])

    def subroutines(self, names):
        for number, name in enumerate(names):
            self.lines.append(f"{name}:")
            self.callable = names[number + 1 :]
            self.block(self.random.randint(1, 5))
            if self.chance(0.3):  # a recursion that ends, if nothing else writes the counter
                self.emit("ADD.S.CC n.w, n.w, -1")
                self.emit(f"CAL {name} (GT.w)")
                self.block(1)
            if self.chance(0.4):
                self.emit("RET")

    def declare(self):
        kind = self.kind
        self.lines += [f"!!{self.language}\n{kind.extra}TEMP t0, t1, t2, near;"]
        if self.nv4:
            self.lines += [
                "FLOAT TEMP f0, f1; INT TEMP i0, i1, n; UINT TEMP u0, u1;",
                "TEMP a[3]; INT TEMP b[2];",
                f"ATTRIB v[3] = {{ {kind.attribute}[0..2] }};",
                "INT PARAM ki = { -1, 7, 65537, -2147483648 };",
                "UINT PARAM ku = { 4294967295, 3, 40000, 31 };",
                "ALIAS also = t1;",
            ]
            if not self.fragment:
                self.lines.append("OUTPUT o[3] = { result.attrib[0..2] };")
        elif not self.fragment:
            self.lines.append("ADDRESS at;")
        self.lines += [
            f"ATTRIB v3 = {kind.attribute}[3];",
            "PARAM c[4] = { program.local[0..2], program.env[1] };",
            "PARAM k = { 0.5, -2, 1.0e4 };",
        ]

    def fill(self):
        """Most registers get something to begin with."""
        names = NAMES["F"] + NAMES["S"][3:] + NAMES["U"][3:] + ["a[0]", "a[2]"]
        for name in names if self.nv4 else NAMES["F"][:3]:
            if self.chance(0.8):
                number = self.random.randrange(8)
                self.emit(f"{self.copy(name)} {name}, {self.kind.attribute}[{number}]")
        if self.nv4:
            # n.w counts recursions: now and then more than may be open.
            self.emit(f"MOV.S n, {{1, 2, 3, {self.pick(2, 8, 50)}}}")

    def copy(self, name):
        """MOV as the type of a register wants it."""
        return "MOV" + ({"i": ".S", "u": ".U"}.get(name[0], "") if self.nv4 else "")

    def store_all(self, names):
        """Stores the registers in unused results."""
        results = list(self.exact_results)
        self.random.shuffle(results)
        for result, name in zip(results, names, strict=False):
            self.emit(f"{self.copy(name)} {result}, {name}")
        self.emit(f"MOV {self.near[0]}, near")

    def emit(self, line):
        self.lines.append("  " * self.depth + line + ";")

    # -- control flow --------------------------------------------------------------------------

    def block(self, count):
        for _ in range(count):
            choice = self.random.random()
            if choice < 0.11 and self.depth < 4:
                self.if_block()
            elif choice < 0.19 and self.loops < 2 and self.depth < 4:
                self.loop()
            elif choice < 0.26 and self.callable:
                self.emit(f"CAL {self.pick(*self.callable)}{self.maybe_condition(0.5)}")
            elif choice < 0.30 and self.loops:
                self.emit(f"{self.pick('BRK', 'CONT')}{self.maybe_condition(0.9)}")
            elif choice < 0.315 and self.depth:
                self.emit(f"RET{self.maybe_condition(0.9)}")
            elif choice < 0.325 and self.fragment and self.depth:
                test = f"{self.condition()}" if self.chance(0.5) else self.operand("F", "V")
                self.emit(f"KIL {test}")
            else:
                self.emit(self.arithmetic())

    def inside(self, count):
        self.depth += 1
        self.block(count)
        self.depth -= 1

    def if_block(self):
        self.emit(f"IF {self.condition()}")
        self.inside(self.random.randint(0, 4))
        if self.chance(0.5):
            self.emit("ELSE")
            self.inside(self.random.randint(0, 4))
        self.emit("ENDIF")

    def loop(self):
        choice = self.pick("S", "U", "F", "literal", "bare")
        if choice == "S":
            self.emit(f"AND.S n.x, {self.operand('S', 'V')}, 3")
            self.emit(f"REP.S {self.pick('n.x', 'n')}")
        elif choice == "U":
            self.emit(f"AND.U u1, {self.operand('U', 'V')}, 3")
            self.emit(f"REP.U u1.{self.pick(*'xyzw')}")
        elif choice == "F":
            self.emit(f"FRC f1, {self.operand('F', 'V')}")
            self.emit("MUL f1, f1, 4")
            self.emit(f"REP{self.pick('', '.F')} f1.{self.pick('x', 'y', 'wzyx')}")
        elif choice == "literal":
            self.emit(self.pick("REP 2.75", "REP.S 3", "REP.U 2", "REP -1", "REP.S 0"))
        else:
            self.emit("MOV.S n.z, 3")
            self.emit("REP")
        self.loops += 1
        self.inside(self.random.randint(1, 4))
        if choice == "bare":
            self.depth += 1
            self.emit("ADD.S.CC1 n.z, n.z, -1")
            self.emit("BRK (LE1.z)")
            if self.chance(0.5):
                self.block(1)
            self.depth -= 1
        self.loops -= 1
        self.emit("ENDREP")

    def condition(self):
        rule = self.pick(*RULES) if self.chance(0.6) else self.pick("EQ", "NE", "LT", "GE", "GT")
        return rule + self.pick("", "", "0", "1") + self.swizzle()

    def maybe_condition(self, probability):
        return f" ({self.condition()})" if self.chance(probability) else ""

    # -- arithmetic ----------------------------------------------------------------------------

    def arithmetic(self):
        """One instruction (or two) without its last semicolon."""
        if self.chance(0.1):
            return self.approximate()
        if not self.nv4:
            return self.arb()
        choice = self.random.random()
        if choice < 0.06:
            return self.pack()
        if choice < 0.09:
            return self.multiply_special()
        if choice < 0.12:
            return self.instruction("SWZ", "F", f"{self.place('F', swz=True)}, {self.extended()}")
        if choice < 0.16:
            letter, out = self.pick("S", "U"), "F"
            return self.instruction("I2F", letter, self.operand(letter, "V"), out)
        if choice < 0.22:
            name = self.pick("CEIL", "FLR", "ROUND", "TRUNC")
            return self.instruction(name, self.pick("S", "U"), self.operand("F", "V"))
        if choice < 0.25:
            letter = self.pick("S", "U")
            kinds = (letter, letter, "U")
            operands = ", ".join(self.operand(kind, "V") for kind in kinds)
            return self.instruction("SAD", letter, operands, "U")
        if choice < 0.28 and self.derivatives:
            return self.instruction(self.pick("DDX", "DDY"), "F", self.operand("F", "V"))
        letter = self.pick("F", "F", "S", "U")
        table = FLOAT_OPS if letter == "F" else INTEGER_OPS
        return self.from_table(table, letter)

    def from_table(self, table, letter):
        shapes = [shape for shape, names in table.items() for _ in names]
        shape = self.pick(*shapes)
        name = self.pick(*table[shape])
        operands = ", ".join(self.operand(letter, kind) for kind in shape)
        return self.instruction(name, letter, operands)

    def arb(self):
        if self.fragment and self.chance(0.01):
            return f"KIL {self.operand('F', 'V')}"
        if not self.fragment and self.chance(0.12):
            return f"ARL at.x, {self.operand('F', 'S')}"
        if self.chance(0.08):
            source = f"{self.place('F', swz=True)}, {self.extended()}"
            return f"SWZ{self.arb_clamp()} {self.destination('F')}, {source}"
        shapes = [shape for shape, names in self.kind.exact.items() for _ in names]
        shape = self.pick(*shapes)
        name = self.pick(*self.kind.exact[shape])
        operands = ", ".join(self.operand("F", kind) for kind in shape)
        return f"{name}{self.arb_clamp()} {self.destination('F')}, {operands}"

    def arb_clamp(self):
        return "_SAT" if self.fragment and self.chance(0.2) else ""

    def approximate(self):
        table = self.kind.approximate
        shape = self.pick(*[shape for shape, names in table.items() for _ in names])
        name = self.pick(*table[shape])
        target = self.pick("near", "near", self.near[1]) + self.mask()
        operands = ", ".join(self.operand("F", kind) for kind in shape)
        if not self.nv4:
            return f"{name}{self.arb_clamp()} {target}, {operands}"
        clamp = self.pick("", "", "", "_SAT", "_SSAT", ".SAT")
        return f"{name}{clamp} {target}{self.maybe_condition(0.1)}, {operands}"

    def pack(self):
        name = self.pick("PK2H", "PK2US", "PK4B", "PK4UB", "UP2H", "UP2US", "UP4B", "UP4UB")
        letter = self.pick("F", "S", "U")
        if name.startswith("PK"):
            return self.instruction(name, letter, self.operand("F", "V"))
        return self.instruction(name, letter, self.operand(letter, "S"), "F")

    def multiply_special(self):
        letter = self.pick("S", "U")
        if self.chance(0.6):
            operands = f"{self.operand(letter, 'V')}, {self.operand(letter, 'V')}"
            return self.instruction("MUL", letter, operands, more=".HI")
        register = "i0" if letter == "S" else "u0"
        second = self.pick("1", "8388607", "12345")
        line = f"SHR.{letter} {register}, {self.operand(letter, 'V')}, 9;\n"
        operands = f"{register}.{self.pick('yxwz', 'xxyy')}, {second}"
        return line + "  " * self.depth + self.instruction("MUL", f"{letter}24", operands)

    def instruction(self, name, letter, operands, result=None, more=""):
        """The mnemonic with its modifiers, the destination and the operands."""
        result = result or letter[0]
        update = self.pick("CC", "CC0", "CC1") if self.chance(0.3) else ""
        if name in NO_UPDATE:
            update = ""
        clamp = self.pick("SAT", "SSAT") if result == "F" and self.chance(0.12) else ""
        if name.startswith("PK") or name == "I2F":
            clamp = ""
        default = "S" if name in NO_UPDATE and not name.startswith("PK") else "F"
        if letter == "F" and self.chance(0.3):
            precision = self.pick("", "R") if name[:2] in ("PK", "UP") else self.pick("", "R", "H")
            suffix = precision + update[1:] + ("_" + clamp if clamp else "")
            mnemonic = name + suffix + more
        else:
            parts = [m for m in (update, clamp) if m]
            if letter != default or self.chance(0.3):
                parts.append(letter)
            self.random.shuffle(parts)
            mnemonic = name + more + "".join("." + part for part in parts)
        target = self.destination(result) + self.maybe_condition(0.2)
        return f"{mnemonic} {target}, {operands}"

    # -- places --------------------------------------------------------------------------------

    def destination(self, letter):
        names = NAMES[letter] if self.nv4 else ["t0", "t1", "t2"]
        if self.chance(0.12):
            return self.pick(*self.exact_results) + self.mask()
        if self.nv4 and self.chance(0.2):
            arrays = ["a", "b"] if letter == "S" else ["a"]
            if not self.fragment:
                arrays.append("o")
            return self.element(self.pick(*arrays)) + self.mask()
        return self.pick(*names) + self.mask()

    def element(self, array):
        size = {"a": 3, "b": 2, "o": 3, "v": 3, "c": 4}[array]
        if self.chance(0.4):
            return f"{array}[{self.random.randrange(size)}]"
        if not self.nv4:
            offset = self.pick("", " + 1", " - 2", " + 3", "-1")
            return f"{array}[at.x{offset}]"
        offset = self.pick("", "", f" + {self.random.randrange(size)}")
        return f"{array}[{self.pick('i0', 'i1', 'n', 't0')}.{self.pick(*'xyzw')}{offset}]"

    def place(self, letter, swz=False):
        """A register, attribute or parameter, without suffix."""
        choice = self.random.random()
        if choice < 0.5:
            return self.pick(*(NAMES[letter] + ["also"] if self.nv4 else NAMES["F"][:3]))
        if choice < 0.62:
            return self.pick("v3", f"{self.kind.attribute}[{self.random.randrange(8)}]")
        if choice < 0.68:
            return self.pick(f"program.local[{self.random.randrange(3)}]", "program.env[2]")
        if choice < 0.75:
            constant = {"F": "k", "S": "ki", "U": "ku"}[letter]
            return constant if self.chance(0.5) or swz else self.literal_vector(letter)
        arrays = ["c"]
        if self.nv4:
            arrays += ["a", "v", "b"] if letter == "S" else ["a", "v"]
            return self.element(self.pick(*arrays))
        return "c[2]" if self.fragment else self.element("c")

    def literal(self, letter):
        if letter == "F":
            value = self.random.uniform(-4, 4)
            return self.pick(f"{abs(value):.3f}", "0", "1", "2.5", "1e-3", "3.0e8", ".25")
        return self.pick("0", "1", "2", "3", "31", "32", "255", "65536", "2147483647")

    def literal_vector(self, letter):
        signs = ("", "-") if letter != "U" else ("",)
        values = [self.pick(*signs) + self.literal(letter) for _ in range(self.pick(1, 2, 3, 4))]
        return "{" + ", ".join(values) + "}"

    def operand(self, letter, kind):
        """An operand for a vector ("V") or a scalar ("S") with sign and absolute value."""
        sign = self.pick("", "", "", "-")
        if self.nv4 and self.chance(0.06):
            return sign + self.literal(letter)
        suffix = "." + self.pick(*"xyzwrgba") if kind == "S" else self.swizzle()
        body = self.place(letter) + suffix
        if self.nv4 and self.chance(0.12):
            return f"{sign}|{self.pick('', '', '-')}{body}|"
        return sign + body

    def swizzle(self):
        letters = self.pick("xyzw", "xyzw", "rgba")
        count = self.pick(0, 0, 1, 4)
        return "." * bool(count) + "".join(self.pick(*letters) for _ in range(count))

    def extended(self):
        return ", ".join(self.pick("", "-") + self.pick(*"xyzw01") for _ in range(4))

    def mask(self):
        if self.chance(0.5):
            return ""
        letters = "xyzw" if not self.fragment else self.pick("xyzw", "rgba")
        kept = [letter for letter in letters if self.chance(0.5)]
        return "." + "".join(kept) if kept else ""


def random_program(seed, language, derivatives=False) -> str:
    """The text of one random program; the same for the same arguments."""
    return Generator(seed, language, derivatives).text()
