"""Every formula of the opcode table, run in one kernel over the same rows of operands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import and_

import numpy as np

from softgl.isa import LANGUAGES, OPCODES, DataType, Form, Opcode
from softgl.isa.table import GLSL_LANGUAGES, MAIN
from softgl.lanes import BOOL, F32, I32, U32, choose_target, eager_engine, llvm_engine
from softgl.lanes.target import Target, is_x86
from tests.lanes.machines import run_formula

TYPES = {DataType.FLOAT: F32, DataType.SIGNED: I32, DataType.UNSIGNED: U32}
OPERANDS = 4
TOGETHER = 16
"""Cases of one kernel: with few registers LLVM takes twice the time for larger ones."""


@dataclass(frozen=True)
class Case:
    """One formula: an opcode with one data type, in one of the languages that share it."""

    name: str
    opcode: Opcode
    type: DataType
    language: str
    modifier: str = ""

    @property
    def components(self) -> int:
        """Number of components of the result of a run."""
        several = (Form.COMPONENT, Form.VECTOR, Form.TEXTURE)
        return 4 if self.opcode.form in several else 1

    @property
    def result(self):
        """The lane type of the result."""
        if self.opcode.form is Form.KILL:
            return BOOL
        if self.opcode.packed == "result":
            return U32
        return TYPES[self.opcode.result_type(self.type)]

    def run(self, m, operands):
        """The result's lanes for operands of four U32 lanes each."""
        opcode = self.opcode.of(self.language)
        count = len(opcode.sources)
        types = [TYPES[opcode.operand_type(i, self.type)] for i in range(count)]
        vectors = [
            [as_type(m, word, type_) for word in operand]
            for operand, type_ in zip(operands, types, strict=False)
        ]
        formula = opcode.formula(self.language, self.type, self.modifier)
        if opcode.form is Form.COMPONENT:
            return [formula(m, *(vector[c] for vector in vectors)) for c in range(4)]
        if opcode.form is Form.SCALAR:
            return [formula(m, *(vector[0] for vector in vectors))]
        if opcode.form is Form.TEXTURE:
            return formula(m, *vectors, Seen(m))
        result = formula(m, *vectors)
        return result if opcode.form is Form.VECTOR else [result]


def as_type(m, word, type_):
    """A U32 lane as a lane of a type, its bits kept."""
    return {F32: m.from_bits, I32: m.as_i32, U32: m.as_u32}[type_](word)


class Seen:
    """A sampler that returns its arguments."""

    directed, reference = False, 2

    def __init__(self, m):
        self._m = m

    def __call__(self, coordinates, bias=None, lod=None, gradients=None):
        """s, t, r, and 100 + bias, 200 + lod, the sum of all gradients' weighted parts, or 0."""
        last = self._m.f32(0.0)
        if bias is not None:
            last = 100.0 + bias
        if lod is not None:
            last = 200.0 + lod
        if gradients is not None:
            (a, b, c), (d, e, f) = gradients
            last = a + 2.0 * b + 4.0 * c + 8.0 * d + 16.0 * e + 32.0 * f
        return [*coordinates[:3], last]

    def fetch(self, coordinates):
        """The four integers as floats."""
        return [self._m.to_f32(coordinate) for coordinate in coordinates]

    def gather(self, coordinates, component):
        """s, t, r and 10 times the component."""
        return [*coordinates[:3], 10.0 * self._m.to_f32(component)]

    def detail(self, coordinates):
        """s and t."""
        return coordinates[:2]

    def holds(self, position):
        """True if all are below 10 and none is negative."""
        return reduce(and_, (self._m.as_u32(place) < 10 for place in position))

    def levels(self):
        """5."""
        return self._m.i32(5)

    def size(self, level):
        """level, level + 1, level + 2, level + 3."""
        return [level + number for number in range(4)]


def _language_order(language):
    ordered = (*LANGUAGES, *GLSL_LANGUAGES)
    return (language not in MAIN, language if language in MAIN else ordered.index(language))


def _cases():
    for opcode in OPCODES.values():
        if opcode.form in (Form.EMIT, Form.FLOW):
            continue
        # A sampler's result does not depend on the instruction's type here.
        types = opcode.types[:1] if opcode.form is Form.TEXTURE else opcode.types
        distinct = {}
        # The older languages come last: their formulas are named by language in any case.
        for language in sorted(opcode.languages, key=_language_order):
            distinct.setdefault(opcode.formulas[language], language)
        main = {language for language in distinct.values() if language in MAIN}
        for language in distinct.values():
            # Only the main languages have modifiers that name a type.
            for type_ in types if language in MAIN else types[:1]:
                suffix = f"@{language}" if len(main) > 1 or language not in main else ""
                yield Case(
                    f"{opcode.name}.{type_.letter}{suffix}", opcode.of(language), type_, language
                )
        for modifier, special in opcode.specials.items():
            for type_ in special.types:
                name = f"{opcode.name}.{type_.letter}.{modifier}"
                yield Case(name, opcode, type_, next(iter(distinct.values())), modifier)


CASES = {case.name: case for case in _cases()}


def isa_engines():
    """The eager engine, and LLVM at each width and without rounding instructions."""
    targets = [choose_target(width=width) for width in (4, 8, 16)]
    if is_x86():
        targets.append(Target("baseline", 4))
    return [eager_engine(), *(llvm_engine(target) for target in targets)]


def run_cases(engine, operands) -> dict[str, np.ndarray]:
    """The result of every case: case name -> (n, components) uint32.

    operands : (n, 3, 4) uint32, rows that every case takes as its operands. NaNs come back quiet.
    """
    words = [operands[:, i, c] for i in range(OPERANDS) for c in range(4)]
    every, found = list(CASES.values()), {}
    # Kernels of a size that compiles fast.
    for first in range(0, len(every), TOGETHER):
        cases = every[first : first + TOGETHER]

        def formulas(m, *lanes, cases=cases):
            vectors = [lanes[4 * i : 4 * i + 4] for i in range(OPERANDS)]
            return [lane for case in cases for lane in case.run(m, vectors)]

        results = [case.result for case in cases for _ in range(case.components)]
        columns = iter(run_formula(engine, formulas, [(word, U32) for word in words], results))
        for case in cases:
            lanes = [next(columns).view(np.uint32) for _ in range(case.components)]
            found[case.name] = np.stack(lanes, 1)
    return found
