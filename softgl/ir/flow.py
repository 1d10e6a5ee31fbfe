"""Runs the blocks of a program with control flow, lane by lane as masks.

Calls, loop counters and the number of steps are kept for each lane. A lane whose program ends
abnormally (too many steps, too many open calls) stops; its result registers hold what they hold.
"""

from __future__ import annotations

from contextlib import nullcontext

from softgl.ir.exits import Again, Branch, Call, Pop, Push, Repeat, Resume, Return
from softgl.ir.order import Block, Flow
from softgl.ir.program import DataType, Instruction, Program
from softgl.lanes import I32, Lane

# What stands on the stack of calls in the place of a block where an address register was pushed.
NO_CALL = -1
# Of the index of a loop and its steps: far beyond every array, and no sum of 255 overflows.
INDEX_LIMIT = 2**22


class FlowRun:
    """One execution of a `Flow`.

    step : instruction -> None, executes it in the live lanes.
    test : condition -> BOOL lane, whether any component of the test holds.
    operand : (source, component, lane type letter) -> lane.
    write : (destination, four lanes) -> None, stores them in an address register.
    """

    def __init__(self, m, program: Program, flow: Flow, step, test, operand, write):
        self.m, self.program, self.flow = m, program, flow
        self._step, self._test, self._operand, self._write = step, test, operand, write
        self.waiting = m.variable(I32, len(flow.blocks))
        self.depth = m.variable(I32, 0)
        self.returns = [m.variable(I32, 0) for _ in range(flow.call_depth)]
        # A subroutine that calls itself has its loops open more than once.
        levels = flow.call_depth + 1 if flow.recursive else 1
        self.counters = [[m.variable(I32, 0) for _ in range(levels)] for _ in range(flow.counters)]
        # The indices of loops that have one, as the counters.
        self.indices = [[m.variable(I32, 0) for _ in range(levels)] for _ in self._loops()]
        self.steps = m.variable(I32, 0)
        # The blocks of IF and the loops that are open in the callers.
        self.open = [m.variable(I32, 0) for _ in range(2)] if flow.nested else None
        pushes = any(isinstance(block.exit, Push) for block in flow.blocks)
        depths = flow.call_depth if pushes else 0
        self.pushed = [[m.variable(I32, 0) for _ in range(4)] for _ in range(depths)]

    def _loops(self) -> list[Instruction]:
        """The LOOP instructions."""
        return [i for i in self.program.instructions if i.opcode == "LOOP"]

    def run(self) -> None:
        """Run from the entry until no lane is left."""
        m, flow = self.m, self.flow
        m.join(self.waiting, flow.entry)
        bodies = [lambda block=block: self._run_block(block) for block in flow.blocks]
        m.blocks(self.waiting, bodies, flow.backward)

    # -- a block -------------------------------------------------------------------------------

    def _run_block(self, block: Block) -> None:
        m = self.m
        if not self.flow.endless:
            for instruction in block.instructions:
                self._step(instruction)
            self._leave(block)
            return
        done = self.steps.get()
        allowed = done + block.steps <= self.program.step_limit
        short = m.any(~allowed)
        with m.branch(short):
            # Some lane must stop within this block: count before each instruction.
            for number, instruction in enumerate(block.instructions):
                with m.where(done + number < self.program.step_limit):
                    self._step(instruction)
        with m.branch(~short):
            for instruction in block.instructions:
                self._step(instruction)
        self.steps.set(done + block.steps)
        with m.where(allowed):
            self._leave(block)

    def _leave(self, block: Block) -> None:
        """Move the live lanes on to their next block."""
        exit_ = block.exit
        if isinstance(exit_, Branch):
            self._branch(exit_)
        elif isinstance(exit_, Repeat):
            self._begin(exit_)
        elif isinstance(exit_, Again):
            self._again(exit_)
        elif isinstance(exit_, Call):
            self._call(exit_)
        elif isinstance(exit_, Pop):
            self._pop(exit_)
        elif isinstance(exit_, Push):
            self._push(exit_)
        elif isinstance(exit_, Return):
            self._return(exit_)
        elif isinstance(exit_, Resume):
            self._resume(exit_)

    def _join(self, block: int, mask=None) -> None:
        self.m.join(self.waiting, block, mask)

    def _split(self, condition, otherwise):
        """The lanes in which the condition holds; the others go to `otherwise`."""
        if condition is None:
            return self.m.true
        holds = self._test(condition)
        self._join(otherwise, ~holds)
        return holds

    def _branch(self, exit_: Branch) -> None:
        # NV_fragment_program2, "IF": "If the number of IF/ENDIF blocks that are currently active is
        # MAX_PROGRAM_IF_DEPTH_NV, an IF instruction will cause the fragment program to terminate."
        with self._allowed(0, exit_.ifs, self.program.if_depth):
            self._join(exit_.taken, self._split(exit_.condition, exit_.otherwise))

    def _allowed(self, kind, around, limit):
        """Where one more block may be opened; lanes elsewhere end."""
        if around is None or self.open is None:
            return nullcontext()
        return self.m.where(self.open[kind].get() + around < limit)

    # -- loops ---------------------------------------------------------------------------------

    def _counter(self, levels):
        """(get, set) of a loop counter at the lane's own depth of call."""
        m = self.m
        if len(levels) == 1:
            return levels[0].get, levels[0].set

        def get():
            value = levels[0].get()
            for level, variable in enumerate(levels[1:], 1):
                value = m.select(self.depth.get() == level, variable.get(), value)
            return value

        def set_(value):
            for level, variable in enumerate(levels):
                with m.where(self.depth.get() == level):
                    variable.set(value)

        return get, set_

    def _begin(self, exit_: Repeat) -> None:
        # "If the number of LOOP/ENDLOOP and REP/ENDREP blocks that have not completed is
        # MAX_PROGRAM_LOOP_DEPTH_NV, a LOOP instruction will cause the fragment program to
        # terminate."
        with self._allowed(1, exit_.loops, self.program.loop_depth):
            self._enter(exit_)

    def _enter(self, exit_: Repeat) -> None:
        m, instruction = self.m, exit_.instruction
        count = self._operand(instruction.sources[0], 0, instruction.type)
        if instruction.type is DataType.F:
            # NV_gpu_program4, "REP: Start of Repeat Block": "it is converted to the largest integer
            # less than or equal to the specified value".
            count = m.to_i32(m.floor(count))
        elif instruction.type is DataType.U:
            # A count with the top bit set is positive; no lane takes that many steps.
            count = m.as_i32(m.min(count, 2**31 - 1))
        if self.program.loop_count is not None:
            count = m.min(count, self.program.loop_count)
        _, set_counter = self._counter(self.counters[exit_.counter])
        set_counter(count)
        if instruction.opcode == "LOOP":
            self._set_index(instruction, self._whole(instruction, 1))
        self._join(exit_.body, count > 0)
        self._join(exit_.after, count <= 0)

    def _again(self, exit_: Again) -> None:
        if exit_.counter is None:
            self._join(exit_.body)
            return
        if exit_.instruction is not None:
            index, _ = self._counter(self._index(exit_.instruction))
            self._set_index(exit_.instruction, index() + self._whole(exit_.instruction, 2))
        get, set_counter = self._counter(self.counters[exit_.counter])
        left = get() - 1
        set_counter(left)
        self._join(exit_.body, left > 0)
        self._join(exit_.after, left <= 0)

    def _whole(self, loop: Instruction, component) -> Lane:
        """The floor of a component of the operand of LOOP."""
        m = self.m
        value = self._operand(loop.sources[0], component, loop.type)
        return m.to_i32_within(m.floor(value), -INDEX_LIMIT, INDEX_LIMIT)

    def _index(self, loop: Instruction):
        """The variables of a loop's index."""
        return self.indices[self._loops().index(loop)]

    def _set_index(self, loop: Instruction, index) -> None:
        _, set_index = self._counter(self._index(loop))
        set_index(index)
        self._show_index(loop, index)

    def _show_index(self, loop: Instruction, index) -> None:
        # NV_fragment_program2, 3.11.3.Y: "The value of A0.x is clamped to be greater than or equal
        # to 0."
        self._write(loop.destination, [self.m.max(index, 0)])

    # -- calls ---------------------------------------------------------------------------------

    def _call(self, exit_: Call) -> None:
        m = self.m
        calling = self._split(exit_.condition, exit_.resume)
        depth = self.depth.get()
        # NV_gpu_program4, "CAL: Subroutine Call": "If the call stack overflows, the results of the
        # CAL instruction are undefined, and can result in immediate program termination."
        with m.where(calling & (depth < len(self.returns))):
            for level, variable in enumerate(self.returns):
                with m.where(depth == level):
                    variable.set(m.i32(exit_.resume))
            self.depth.set(depth + 1)
            self._open_more(exit_.nesting, 1)
            self._join(exit_.target)

    def _open_more(self, nesting, sign) -> None:
        """Count the blocks around a call, at the call and at the return from it."""
        for variable, blocks in zip(self.open or (), nesting, strict=False):
            if blocks:
                variable.set(variable.get() + sign * blocks)

    def _push(self, exit_: Push) -> None:
        m, depth = self.m, self.depth.get()
        (source,) = exit_.instruction.sources
        values = [self._operand(source, component, DataType.S) for component in range(4)]
        # NV_vertex_program3: "The vertex program terminates abnormally if it executes a PUSHA
        # instruction when the call stack is full."
        with m.where(depth < len(self.returns)):
            for level, variables in enumerate(self.pushed):
                with m.where(depth == level):
                    self.returns[level].set(m.i32(NO_CALL))
                    for variable, value in zip(variables, values, strict=True):
                        variable.set(value)
            self.depth.set(depth + 1)
            self._join(exit_.after)

    def _pop(self, exit_: Pop) -> None:
        m, depth = self.m, self.depth.get()
        top = depth - 1
        # "when the call stack is empty, or when the entry at the top of the call stack is not an
        # address register pushed by PUSHA."
        found = m.false
        values = [variable.get() for variable in self.pushed[0]]
        for level, variables in enumerate(self.pushed):
            here = top == level
            found = found | (here & (self.returns[level].get() == NO_CALL))
            values = [
                m.select(here, variable.get(), value)
                for variable, value in zip(variables, values, strict=True)
            ]
        with m.where(found):
            self._write(exit_.instruction.destination, values)
            self.depth.set(top)
            self._join(exit_.after)

    def _return(self, exit_: Return) -> None:
        leaving = self._split(exit_.condition, exit_.otherwise)
        called = self.depth.get() > 0
        if exit_.fall is not None:
            self._join(exit_.fall, leaving & ~called)
        if exit_.back is not None:
            self._join(exit_.back, leaving & called)

    def _resume(self, exit_: Resume) -> None:
        m, depth = self.m, self.depth.get()
        back = self.returns[0].get()
        for level, variable in enumerate(self.returns[1:], 2):
            back = m.select(depth == level, variable.get(), back)
        self.depth.set(depth - 1)
        if self.flow.recursive:
            for loop in self._loops():
                index, _ = self._counter(self._index(loop))
                self._show_index(loop, index())
        for resume, nesting in zip(exit_.resumes, exit_.nestings, strict=True):
            with m.where(back == resume):
                self._open_more(nesting, -1)
            self._join(resume, back == resume)
