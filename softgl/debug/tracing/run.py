"""Observes the execution of a program: every instruction of one lane, with its values.

An `Observer` is attached to an eager machine (`Machine.observer`). Its classes derive from those
that run programs and sample textures (`samples.py`), and record the values of one lane.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from functools import partial

import numpy as np

from softgl.asm import disassemble, parse
from softgl.debug.tracing.against import as_seen_by
from softgl.debug.tracing.register_names import RegisterNames
from softgl.debug.tracing.samples import ObservedSampler, Read
from softgl.ir.conditions import CONDITIONS
from softgl.ir.execute import Run, execute
from softgl.ir.exits import Branch
from softgl.ir.flow import FlowRun
from softgl.ir.program import File, Instruction, Program
from softgl.ir.registers import FLAG_NAMES
from softgl.records import dataclass

MAX_STEPS = 20_000  # recorded steps of an execution; it continues unrecorded
COMPONENTS = "xyzw"


@dataclass
class Step:
    """An executed instruction.

    number : in the program. times : number of its earlier executions. line, text : of its source.
    operands : (text, values) of each, after modifiers; None for unneeded components.
    results : component -> value, after modifiers. written : the stored components.
    flags : component -> flags of a condition code register after the instruction, as test words.
    note : the effect of control flow. killed : of KIL and the like, True if it killed the lane.
    """

    number: int
    times: int
    opcode: str
    line: int
    text: str
    operands: list[tuple[str, list]] = field(default_factory=list)
    results: dict[str, object] = field(default_factory=dict)
    target: str = ""
    written: str = ""
    flags: dict[str, str] = field(default_factory=dict)
    note: str = ""
    killed: bool | None = None
    reads: list[Read] = field(default_factory=list)


class Texts:
    """The source text of a program's instructions, and the names of its registers.

    source : the text; of a program without one its disassembly.
    """

    def __init__(self, program: Program):
        shown = program if program.source else parse(disassemble(program))
        self.source = shown.source
        self._starts = [one.span.start for one in shown.instructions]
        self.names: dict[str, tuple] = {}
        self._parts = {}
        self._registers = RegisterNames(program) if program.of_shader else None
        self.numbers = {id(one): number for number, one in enumerate(program.instructions)}
        learn = self._learn if self._registers is None else self._learn_named
        for number, one in enumerate(program.instructions):
            self._parts[number] = learn(one)

    def line(self, instruction: Instruction) -> int:
        """The line of an instruction in the source, from 1."""
        return self.source.count("\n", 0, self._start(instruction)) + 1

    def text(self, instruction: Instruction) -> str:
        """The statement of an instruction in the source."""
        return " ".join(_statement(self.source, self._start(instruction)).split())

    def _start(self, instruction: Instruction) -> int:
        return self._starts[self.numbers[id(instruction)]]

    def parts(self, number: int) -> list[str]:
        """The texts of the destination, "" without one, and of the operands."""
        return self._parts[number]

    def _learn_named(self, one):
        """Returns the parts of an instruction of GLSL, and learns the names of its registers."""
        for place in (one.destination, *one.sources):
            name = self._registers.register(place)
            if name and not place.relative:
                self.names.setdefault(name, (place.file, place.index))
        names = map(self._registers.operand, one.sources)
        return [self._registers.register(one.destination), *names]

    def _learn(self, one):
        places = [one.destination, *one.sources]
        words = self.text(one).split(None, 1)
        texts = _split(words[1]) if len(words) > 1 else []
        if one.destination is None or one.opcode == "LOOP":
            texts.insert(0, "")
        texts += [""] * (len(places) - len(texts))
        for text, place in zip(texts, places, strict=False):
            match = re.fullmatch(r"[-+|\s]*([\w.$:]+(?:\[\w+\])*?[\w.]*?)(?:\.[xyzwrgba]{1,4})?"
                                 r"[|\s]*(?:\([^)]*\))?", text)  # fmt: skip
            if match and place is not None and place.file is not None and not place.relative:
                self.names.setdefault(match[1], (place.file, place.index))
        return texts[: len(places)]


def _statement(source: str, start: int) -> str:
    """The statement that begins at an offset of a source."""
    begin = max(source.rfind(end, 0, start) + 1 for end in ";\n:")
    ends = [found for end in ";\n" if (found := source.find(end, start)) >= 0]
    return source[begin : min([len(source), *ends])].split("#")[0].strip()


def _split(text: str) -> list[str]:
    """Splits a statement's operands at commas outside brackets."""
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "[{(") - (letter in "]})")
        if letter == "," and not depth:
            parts.append(text[begin:at].strip())
            begin = at + 1
    return [*parts, text[begin:].strip()]


class Observer:
    """Records one lane of one execution.

    lane : its number. when : (run, step) -> True to stop recording after this step; or None.
    steps : the recorded steps. stopped : True if `when` held.
    inputs : (register, component) of attributes, or (vertex, register, component) of a primitive's
        vertices -> the value that was read. results : (binding, component) -> final value.
    killed : True if the lane was killed. limit : the limit that ended the lane, as in
        `softgl.ir.execute.Outcome`. against : a program to run on the same inputs, or None;
    other : the observer of that program, if it is of the same stage.
    """

    def __init__(self, lane: int, when: Callable | None = None, against: Program | None = None):
        self.lane, self.when, self.against = lane, when, against
        self.other: Observer | None = None
        self.steps: list[Step] = []
        self.stopped = False
        self.inputs: dict[tuple, object] = {}
        self.results: dict[tuple, object] = {}
        self.killed, self.limit = False, 0
        self.program: Program | None = None
        self.texts: Texts | None = None
        self.reads: list[Read] | None = None
        self.times: dict[int, int] = {}
        self.sampler = partial(ObservedSampler, observer=self)

    def run(self, m, program, environment) -> ObservedRun:
        """Makes an observed execution; runs the program `against` before it."""
        if self.against is not None and self.against.stage is program.stage:
            self.other = m.observer = Observer(self.lane)
            execute(m, self.against, as_seen_by(m, self.against, program, environment))
            m.observer = self
        return ObservedRun(m, program, environment, self)

    def value(self, lane):
        """The value of the observed lane, a numpy scalar."""
        value = np.asarray(lane.value)
        return value.reshape(-1)[self.lane if value.size > 1 else 0]

    def sees(self, m) -> bool:
        """True if the lane is live and more steps can be recorded."""
        full = self.stopped or len(self.steps) >= MAX_STEPS
        return not full and (m.live is None or bool(self.value(m.live)))

    def begun(self, instruction) -> Step:
        """Begins the record of an instruction."""
        number = self.texts.numbers[id(instruction)]
        times = self.times.get(number, 0)
        self.times[number] = times + 1
        texts = self.texts
        return Step(
            number, times, instruction.opcode, texts.line(instruction), texts.text(instruction)
        )

    def ended(self, run, step: Step) -> None:
        """Ends the record of a step, and stores it."""
        self.steps.append(step)
        if self.when is not None and self.when(run, step):
            self.stopped = True


class ObservedRun(Run):
    """An execution that reports to an observer."""

    def __init__(self, m, program, environment, observer: Observer):
        self.observer = observer
        observer.program, observer.texts = program, Texts(program)
        self.flow_run = partial(ObservedFlow, observer=observer, run=self)
        self._step: Step | None = None
        super().__init__(m, program, environment)

    def step(self, instruction):
        """Executes and records one instruction."""
        observer = self.observer
        if not observer.sees(self.m):
            super().step(instruction)
            return
        self._step = step = observer.begun(instruction)
        observer.reads = step.reads if instruction.texture else None
        super().step(instruction)
        observer.reads, self._step = None, None
        for read in step.reads:
            read.unit, read.target = instruction.texture.unit, instruction.texture.target
        destination = instruction.destination
        if instruction.update is not None:
            step.flags = {
                COMPONENTS[c]: self.flag_words(instruction.update, c)
                for c in range(4)
                if destination.mask[c]
            }
        if instruction.opcode in ("EMIT", "ENDPRIM"):
            step.note = {"EMIT": "a vertex is emitted", "ENDPRIM": "the strip ends"}[step.opcode]
        observer.ended(self, step)

    def flag_words(self, register, component) -> str:
        """The flags of a component of a condition code register: EQ, LT, GT or NAN."""
        flags = self.flags(register, component)
        sign, zero, overflow, carry = (
            bool(self.observer.value(getattr(flags, name))) for name in FLAG_NAMES
        )
        word = {(0, 0): "GT", (0, 1): "EQ", (1, 0): "LT", (1, 1): "NAN"}[sign, zero]
        return word + (" overflow" if overflow else "") + (" carry" if carry else "")

    def register(self, file: File, index: int, component: int):
        """The value of a component of a register."""
        return self.observer.value(self.operands.read_cell(file, index, component))

    def killed(self):
        """The killed lanes; read at the end, when the results are final."""
        killed, observer = super().killed(), self.observer
        observer.killed = killed is not None and bool(observer.value(killed))
        observer.results = {
            (binding, c): self.register(File.RESULT, number, c).view(np.float32)
            for number, binding in enumerate(self.program.results)
            for c in range(4)
        }
        for name, lane in self._inputs._loaded.items():
            if name[0] is File.ATTRIBUTE:
                observer.inputs[name[1:]] = observer.value(lane)
            elif not isinstance(name[0], File):
                observer.inputs[name] = observer.value(lane)
        return killed

    def _operands(self, instruction, vectors):
        texts = self.observer.texts.parts(self._step.number)
        self._step.target = texts[0]
        for text, vector in zip(texts[1:], vectors, strict=True):
            loaded = vector._loaded
            values = [self.observer.value(loaded[c]) if c in loaded else None for c in range(4)]
            self._step.operands.append((text, values))

    def _kill(self, instruction, formula, vectors):
        step = self._step
        if step is None:
            super()._kill(instruction, formula, vectors)
            return

        def seen(m, *operands):
            found = formula(m, *operands)
            step.killed = bool(self.observer.value(found))
            return found

        if instruction.condition is not None:
            step.killed = bool(self.observer.value(self.test_any(instruction.condition)))
        super()._kill(instruction, seen, vectors)
        self._operands(instruction, vectors)

    def _write(self, instruction, vectors, results):
        step, destination = self._step, instruction.destination
        if step is not None:
            self._operands(instruction, vectors)
            value = self.observer.value
            step.results = {COMPONENTS[c]: value(lane) for c, lane in results.items()}
            test = destination.condition
            step.written = "".join(
                COMPONENTS[c] for c in results if test is None or value(self.test(test, c))
            )
            if test is not None:
                step.note = f"written where {CONDITIONS[test.rule][0]}"
        super()._write(instruction, vectors, results)


class ObservedFlow(FlowRun):
    """The control flow, reported to an observer."""

    def __init__(self, *arguments, observer: Observer, run: ObservedRun, **keywords):
        self._observer, self._run_seen = observer, run
        super().__init__(*arguments, **keywords | {"notes": True})

    def run(self):
        super().run()
        self._observer.limit = int(self._observer.value(self.ended()))

    def _leave(self, block):
        observer = self._observer
        before = observer.sees(self.m)
        super()._leave(block)
        if before:
            self._record_exit(block)

    def _record_exit(self, block):
        """Records how the lane leaves a block that ends in a flow instruction."""
        observer = self._observer
        instruction = block.control
        if instruction is None:
            return
        step = observer.begun(instruction)
        after = int(observer.value(self.pending._next.get()))
        if after >= len(self.flow.blocks):
            step.note = "the program ends"
        else:
            line = self._line_of(after)
            step.note = f"on to line {line}" if line else "on to the end"
            if isinstance(block.exit, Branch) and block.exit.condition is not None:
                is_taken = after == block.exit.taken
                step.note = f"{'taken' if is_taken else 'not taken'}, {step.note}"
        observer.ended(self._run_seen, step)

    def _line_of(self, number, seen=()):
        """The first line of a block, or of the block that it continues to."""
        block = self.flow.blocks[number]
        first = block.instructions[0] if block.instructions else block.control
        if first is not None:
            return self._observer.texts.line(first)
        after = getattr(block.exit, "taken", None)
        return None if after is None or number in seen else self._line_of(after, (*seen, number))
