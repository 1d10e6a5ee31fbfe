"""Random programs of every language, as texts: all instructions, operands and declarations."""

from __future__ import annotations

from softgl.isa import OPCODES, DataType, Form, Operand
from softgl.isa.vocabulary import CLAMP, FLOAT, SIGNED, TYPE, UNSIGNED, UPDATE

NV4 = ("NVvp4.0", "NVgp4.0", "NVfp4.0")
# What a geometry program declares first.
PRIMITIVES = "PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 9;"
ARITHMETIC = (Form.COMPONENT, Form.SCALAR, Form.REDUCE, Form.VECTOR)
INPUTS = {
    "ARBvp1.0": ("vertex.position", "vertex.color.secondary", "vertex.texcoord[3]"),
    "ARBfp1.0": ("fragment.color", "fragment.texcoord[1]", "fragment.position"),
    "NVvp4.0": ("vertex.normal", "vertex.attrib[5]", "vertex.id"),
    "NVgp4.0": ("vertex[2].fogcoord", "each[rb.y + 1]", "fours[1][rc.x]", "primitive.id"),
    "NVfp4.0": ("fragment.attrib[7]", "fragment.facing", "fragment.color.secondary"),
}
RESULTS = {
    "ARBvp1.0": ("result.position", "result.color.back.secondary", "result.texcoord[2]"),
    "ARBfp1.0": ("result.color", "result.depth"),
    "NVvp4.0": ("result.position", "result.attrib[3]", "result.pointsize"),
    "NVgp4.0": ("result.position", "result.layer", "result.clip[3]"),
    "NVfp4.0": ("result.color", "result.depth"),
}
DECLARATIONS = {
    "ARBvp1.0": "ADDRESS A;",
    "ARBfp1.0": "OPTION ARB_precision_hint_nicest;",
    "NVvp4.0": "ATTRIB va[] = { vertex.attrib[8..11] }; OUTPUT oa[3] = { result.attrib[8..10] };",
    "NVgp4.0": f"{PRIMITIVES} ATTRIB va[] = {{ vertex[1].attrib[8..11] }};"
    " OUTPUT oa[3] = { result.attrib[8..10] }; ATTRIB each = vertex.texcoord[2];"
    " ATTRIB fours[4] = { vertex.attrib[0..3] };",
    "NVfp4.0": "FLAT ATTRIB va[] = { fragment.attrib[2..5] };"
    " NOPERSPECTIVE ATTRIB vn = fragment.texcoord[4];",
}
NV4_DECLARATIONS = (
    " TEMP ta[5]; INT PARAM ci = { -3, 2147483647, -2147483648, 2143289344 };"
    " BUFFER ba[6] = { program.buffer[2][3..8] }; BUFFER4 bv = program.buffer[1][4];"
)
NUMBERS = ("0", "1", "2.5", "0.1", "1e-45", "1.17549435e-38", "3.4028235e38", "1e39", "16777217")
RULES = ("EQ", "GE1", "NE0", "LEG", "NAN1", "CF", "NOF1", "TR", "FL0")


class Generator:
    """Writes programs of one language; `source` is a `random.Random`."""

    def __init__(self, language: str, source):
        self.language = language
        self.source = source
        self.choose = source.choice
        self.nv4 = language in NV4
        self.opcodes = [
            opcode
            for opcode in OPCODES.values()
            if language in opcode.languages and opcode.form in ARITHMETIC
        ]

    def program(self) -> str:
        """A whole program that loads."""
        head = f"!!{self.language}\n{DECLARATIONS[self.language]}"
        head += NV4_DECLARATIONS * self.nv4
        head += " TEMP ra, rb, rc; PARAM cc = { -1, 0.5 }; PARAM ca[] = { 1, -2, { 1e-45, -0 },"
        head += " program.env[4..6], state.matrix.modelview.inverse, program.local[3] };\n"
        body = [self.statement(3) for _ in range(self.source.randrange(1, 12))]
        if not self.nv4:
            return head + "\n".join(body) + "\nEND"
        sub = [self.instruction() for _ in range(2)]
        return "\n".join((head, "helper:", *sub, "main:", *body, "last:", "END"))

    def statement(self, depth: int) -> str:
        """An instruction, or in NV4 a block of them."""
        kind = self.source.randrange(9) if self.nv4 and depth else 9
        if kind > 2:
            return self.instruction()
        inside = "\n".join(self.statement(depth - 1) for _ in range(self.source.randrange(4)))
        if kind == 0:
            other = f"ELSE;\n{self.statement(depth - 1)}" if self.choose((0, 1)) else ""
            return f"IF {self.test()};\n{inside}\n{other}\nENDIF;"
        leave = f"{self.choose(('BRK', 'RET'))} {self.choose(('', f'({self.test()})'))};"
        if kind == 1:
            return f"REP;\n{inside}\n{leave}\nENDREP;"
        count = self.choose(("REP.S 3", "REP.U rb.x", "REP ca[1].y", "REP.F { 2.5 }.x"))
        return f"{count};\n{inside}\nCONT ({self.test()});\nENDREP;"

    def instruction(self) -> str:
        """One instruction; of control flow, only instructions that leave their block open."""
        kind = self.source.randrange(12)
        if kind == 0 and self.nv4:
            return self.choose((f"CAL helper ({self.test()});", "CAL last;", f"RET {self.when()};"))
        if kind == 1 and self.language == "ARBvp1.0":
            return f"ARL A.x, {self.operand(Operand.SCALAR, FLOAT)};"
        if kind == 2 and self.language.endswith("fp1.0"):
            return f"KIL {self.operand(Operand.VECTOR, FLOAT)};"
        if kind == 3 and self.language == "NVfp4.0":
            return self.choose(
                (f"KIL {self.test()};", f"KIL.S {self.operand(Operand.VECTOR, SIGNED)};")
            )
        if kind == 5 and self.language == "NVgp4.0":
            return self.choose(("EMIT;", "ENDPRIM;"))
        if kind == 4 and self.language != "ARBvp1.0":
            return self.texture()
        return self.operation(self.choose(self.opcodes))

    def operation(self, opcode) -> str:
        """An instruction that computes."""
        type_ = self.choose(opcode.types) if self.nv4 and TYPE in opcode.modifiers else FLOAT
        special = ""
        if opcode.specials and self.nv4 and self.choose((0, 1)):
            special = self.choose(sorted(opcode.specials))
            type_ = self.choose(opcode.specials[special].types)
        if opcode.name == "ARL":
            return f"ARL A.x, {self.operand(Operand.SCALAR, FLOAT)};"
        name = self.mnemonic(opcode, type_, special)
        operands = [self.destination(UPDATE in opcode.modifiers and ".CC" in name)]
        for position, kind in enumerate(opcode.sources):
            operands.append(self.operand(kind, opcode.operand_type(position, type_)))
        return f"{name} {', '.join(operands)};"

    def mnemonic(self, opcode, type_: DataType, special: str) -> str:
        clamps = CLAMP in opcode.modifiers and opcode.result_type(type_) is FLOAT and not special
        if not self.nv4:
            clamps = clamps and self.language == "ARBfp1.0" and self.choose((0, 1))
            return opcode.name + "_SAT" * bool(clamps)
        words = [special] if special else []
        if TYPE in opcode.modifiers and special not in ("S24", "U24"):
            words.append(type_.letter)
        if UPDATE in opcode.modifiers:
            words.append(self.choose(("", "CC", "CC0", "CC1")))
        words += [self.choose(("", "SAT", "SSAT"))] if clamps else []
        words.append("NTC")
        self.source.shuffle(words)
        return ".".join((opcode.name, *filter(None, words)))

    def texture(self) -> str:
        coordinates = self.operand(Operand.VECTOR, FLOAT)
        if not self.nv4:
            name = self.choose(("TEX", "TXP_SAT", "TXB"))
            return f"{name} {self.destination(False)}, {coordinates}, texture[2], CUBE;"
        target = self.choose(("texture[1], 2D, (-8, 7)", "texture[3], SHADOW1D", "texture, 3D"))
        name = self.choose(("TEX.S.NTC", "TXP.NTC", "TXL.CC1.NTC", "TXB.NTC.U"))
        return f"{name} {self.destination(False)}, {coordinates}, {target};"

    # -- operands --------------------------------------------------------------------------------

    def test(self) -> str:
        return self.choose(RULES) + self.choose(("", ".x", ".wzyx", ".yyyy"))

    def when(self) -> str:
        return self.choose(("", f"({self.test()})"))

    def index(self, size: int) -> str:
        if self.language == "ARBvp1.0" and self.choose((0, 1)):
            return self.choose(("A.x", "A.x - 7", "A.x + 63"))
        if self.nv4 and self.choose((0, 1)):
            return self.choose(("ra.w", "rc.y", f"rb.x + {size - 1}"))
        return str(self.source.randrange(size))

    def destination(self, updates: bool) -> str:
        places = ["ra", "rb", "rc", *RESULTS[self.language]]
        if self.nv4:
            places += [f"ta[{self.index(5)}]"] + ["CC"] * updates
        if self.language in ("NVvp4.0", "NVgp4.0"):
            places.append(f"oa[{self.index(3)}]")
        mask = self.choose(("", "", ".x", ".yw", ".xyz"))
        return self.choose(places) + mask + (self.when() if self.nv4 else "")

    def operand(self, kind: Operand, type_: DataType) -> str:
        places = ["ra", "rb", "rc", "cc", "program.env[5]", f"ca[{self.index(11)}]"]
        places += [*INPUTS[self.language], "state.matrix.texture[1].transpose.row[2]"]
        places += [self.constant(type_), self.constant(type_)]
        if self.nv4:
            places += ["ci", f"ta[{self.index(5)}]", f"va[{self.index(4)}]"]
            places += ["bv", f"ba[{self.index(6)}]"]
        place, sign = self.choose(places), self.choose(("", "-", "+"))
        if kind is Operand.EXTENDED:
            signs = [self.choose(("", "-", "+")) for _ in range(4)]
            return ", ".join((place, *(s + self.choose("xyzw01") for s in signs)))
        suffix = self.choose(
            (".x", ".w") if kind is Operand.SCALAR else ("", "", ".y", ".wzyx", ".xyzz")
        )
        if self.nv4 and self.choose((0, 0, 1)):
            return f"{sign}|{place}{suffix}|"
        return f"{sign}{place}{suffix}"

    def constant(self, type_: DataType) -> str:
        numbers = NUMBERS if type_ is FLOAT else ("0", "7", "2147483647")
        sign = self.choose(("", "-")) if type_ is not UNSIGNED else ""
        vector = ", ".join(self.choose(numbers) for _ in range(self.source.randrange(1, 4)))
        return self.choose((f"{{ {sign}{self.choose(numbers)}, {vector} }}", self.choose(numbers)))
