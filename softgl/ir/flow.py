"""Executes a program with control flow, with masks of lanes for each block.

Call stacks, loop counters and step counts are per lane. A lane that terminates abnormally (too many
steps, too many open calls) stops with its result registers as they are.
"""

from __future__ import annotations

from contextlib import nullcontext

from softgl.ir.exits import Again, Branch, Call, Enter, Pop, Push, Repeat, Resume, Return
from softgl.ir.order import Block, Flow
from softgl.ir.program import Instruction, Program
from softgl.isa import OPCODES, DataType, Form
from softgl.lanes import I32, Lane
from softgl.tuning import limits

# The entry on the call stack for a pushed address register, in place of a block number.
NO_CALL = -1
# The number in `Outcome.ended` of the limit of steps.
STEP_LIMIT = -1
# The limit of a loop's index and step: beyond every array, and 255 steps cannot overflow.
MAX_LOOP_INDEX = 2**22


class PerCall:
    """An I32 variable per open call; `levels` calls can be open.

    Up to `FEW` levels it is that many variables, chosen by select; beyond, an array in memory,
    where an access costs the same at any level.

    in_memory : True to keep the variables in memory in any case.
    """

    def __init__(self, m, levels, in_memory):
        self._m = m
        few = levels <= limits.MAX_REGISTER_CALLS
        self._each = [m.variable(I32, 0, in_memory) for _ in range(levels)] if few else None
        self._all = None if few else m.array(levels, [m.i32(0)])
        self._last = levels - 1

    def get(self, level) -> Lane:
        """Returns its value at each lane's level."""
        if self._each is None:
            return self._all.gather(self._m.clamp(level, 0, self._last), 0)
        value = self._each[0].get()
        for number, variable in enumerate(self._each[1:], 1):
            value = self._m.select(level == number, variable.get(), value)
        return value

    def set(self, level, value) -> None:
        """Sets it in the live lanes at their levels, which must be below `levels`."""
        if self._each is None:
            self._all.scatter(level, 0, self._m.lane(value, I32))
        elif len(self._each) == 1:
            self._each[0].set(value)
        else:
            for number, variable in enumerate(self._each):
                with self._m.where(level == number):
                    variable.set(value)


class FlowRun:
    """Executes a `Flow`.

    in_memory : True if variables stay in memory.
    begin : () -> None, begins a block.
    step : instruction -> None, executes it in the live lanes.
    test : condition -> BOOL lane, true if any component passes the test.
    operand : (instruction, component, data type) -> the lane of its only operand.
    write : (destination, four lanes) -> None, stores them in an address register.
    dead : the dead variables and arrays: they affect only each other.
    full : for geometry programs, -> BOOL lane, true if a lane may emit no more vertices; else None.
    counts : True to count steps even where no limit needs them.
    notes : True to note the limits at which lanes end, for `ended`.
    """

    def __init__(
        self, m, program: Program, flow: Flow, in_memory, begin, step, test, operand, write, dead,
        full=None, counts=False, notes=False,
    ):  # fmt: skip
        self.m, self.program, self.flow, self._dead = m, program, flow, dead
        self._full, self._counts = full, counts
        self._begin_block, self._step, self._test = begin, step, test
        self._operand, self._write = operand, write
        self._large = len(program.instructions) > limits.MAX_TWICE_INSTRUCTIONS
        self.pending = m.pending_blocks(len(flow.blocks))
        self.depth = m.variable(I32, 0)
        exits = [block.exit for block in flow.blocks]
        calls = flow.levels
        self.returns = PerCall(m, calls, in_memory) if calls else None
        # A subroutine that calls itself has its loops open more than once.
        levels = calls + 1 if flow.recursive else 1
        repeats = [exit_ for exit_ in exits if isinstance(exit_, Repeat)]
        self.counters = {exit_.counter: PerCall(m, levels, in_memory) for exit_ in repeats}
        # The indices of LOOPs; REP has none.
        self.loops = {e.counter: e.instruction for e in repeats if e.instruction.opcode == "LOOP"}
        self.indices = {counter: PerCall(m, levels, in_memory) for counter in self.loops}
        self.steps = m.variable(I32, 0)
        # Where iterations are limited, those of each loop since its entry, and of all before.
        loops = {e.loop for e in exits if isinstance(e, Enter | Repeat) and e.loop is not None}
        # An outermost loop has one count: lanes enter it together, and lanes that have left wait.
        self.iterations = {
            loop: m.variable(I32, 0, in_memory, uniform=loop in flow.outermost)
            for loop in sorted(loops)
        }
        self.before = m.variable(I32, 0, in_memory) if loops - flow.outermost else None
        self._ended = m.variable(I32, 0, in_memory) if notes else None
        self._by_steps = flow.endless and program.ends_by_steps
        # The numbers of IF blocks and loops that are open in the callers.
        self.open = [m.variable(I32, 0) for _ in range(2)] if flow.nested else None
        self.outside = [
            PerCall(m, calls, in_memory) for _ in self.open or ()
        ]  # as they were at each call
        pushes = any(isinstance(exit_, Push) for exit_ in exits)
        self.pushed = [PerCall(m, calls, in_memory) for _ in range(4)] if pushes else []

    def run(self) -> None:
        """Runs from the entry until no lane is left."""
        m, flow = self.m, self.flow
        m.join(self.pending, flow.entry)
        bodies = [lambda block=block: self._run_block(block) for block in flow.blocks]
        m.blocks(self.pending, bodies, flow.backward, self._limits(), self._dead)

    def ended(self) -> Lane:
        """Returns the limit that ended each lane, I32, as in `Outcome.ended`, after `run`."""
        if self._by_steps:
            over = self.steps.get() > self.program.step_limit
            return self.m.select(over, self.m.i32(STEP_LIMIT), 0)
        return self._ended.get()

    def _limits(self) -> list[tuple]:
        """Returns the variables that count towards a limit, with their limits."""
        if self._by_steps:
            return [(self.steps, self.program.step_limit)]
        limits_ = self.program.iterations
        counts = [(variable, limits_.of_loop) for variable in self.iterations.values()]
        return [*counts, (self.before, limits_.in_all)] if self.before else counts

    # -- a block -------------------------------------------------------------------------------

    def _run_block(self, block: Block) -> None:
        m = self.m
        self._begin_block()
        emits = any(OPCODES[one.opcode].form is Form.EMIT for one in block.instructions)
        if not self._by_steps:
            for instruction in block.instructions:
                self._step(instruction)
            if self._counts:
                self.steps.set(self.steps.get() + block.steps)
            with m.where(~self._full()) if emits and self.flow.endless else nullcontext():
                self._leave(block)
            return
        done = self.steps.get()
        allowed = done + block.steps <= self.program.step_limit
        if self._large:
            self._count_each(block, done)
        else:
            short = m.any(~allowed)
            with m.branch(short):
                # A lane reaches the limit within this block.
                self._count_each(block, done)
            with m.branch(~short):
                for instruction in block.instructions:
                    self._step(instruction)
        self.steps.set(done + block.steps)
        if emits:
            # NV_geometry_program4, 2.X.7.Y: a program that emits more vertices than that "may
            # terminate abnormally": nothing that it could still do would be seen.
            allowed = allowed & ~self._full()
        with m.where(allowed):
            self._leave(block)

    def _count_each(self, block: Block, done) -> None:
        """Executes a block, each instruction only in lanes below the step limit."""
        for number, instruction in enumerate(block.instructions):
            with self.m.where(done + number < self.program.step_limit):
                self._step(instruction)

    def _leave(self, block: Block) -> None:
        """Moves the live lanes to their next blocks."""
        exit_ = block.exit
        if isinstance(exit_, Branch):
            self._branch(exit_)
        elif isinstance(exit_, Enter):
            with self._entered(exit_.loop):
                self._join(exit_.body)
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
        self.m.join(self.pending, block, mask)

    def _split(self, condition, otherwise):
        """Returns the lanes in which the condition holds; the others join `otherwise`."""
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
        """Masks the lanes that may open one more block; other lanes end."""
        if around is None or self.open is None:
            return nullcontext()
        return self.m.where(self.open[kind].get() + around < limit)

    # -- loops ---------------------------------------------------------------------------------

    def _begin(self, exit_: Repeat) -> None:
        # "If the number of LOOP/ENDLOOP and REP/ENDREP blocks that have not completed is
        # MAX_PROGRAM_LOOP_DEPTH_NV, a LOOP instruction will cause the fragment program to
        # terminate."
        with self._allowed(1, exit_.loops, self.program.loop_depth), self._entered(exit_.loop):
            self._enter(exit_)

    def _entered(self, loop: int | None):
        """Begins to count the iterations of a loop; lanes with too many before end."""
        if loop is None:
            return nullcontext()
        if loop in self.flow.outermost:
            self.iterations[loop].set(0)
            return nullcontext()
        before = self.before.get() + self.iterations[loop].get()
        self.before.set(before)
        self.iterations[loop].set(0)
        return self.m.where(self._within(before < self.program.iterations.in_all, loop))

    def _repeated(self, loop: int | None):
        """Counts an iteration of a loop; lanes with too many end."""
        if loop is None:
            return nullcontext()
        count = self.iterations[loop].get() + 1
        self.iterations[loop].set(count)
        within = self._within(count < self.program.iterations.of_loop, loop)
        return (self.m.branch if loop in self.flow.outermost else self.m.where)(within)

    def _within(self, within: Lane, loop: int) -> Lane:
        """Notes the loop in lanes beyond its limit; returns `within`."""
        if self._ended is not None:
            self._ended.set(self.m.select(within, self._ended.get(), loop + 1))
        return within

    def _enter(self, exit_: Repeat) -> None:
        m, instruction = self.m, exit_.instruction
        count = self._operand(instruction, 0, instruction.type)
        if instruction.type is DataType.FLOAT:
            # NV_gpu_program4, "REP: Start of Repeat Block": "it is converted to the largest integer
            # less than or equal to the specified value".
            count = m.to_i32(m.floor(count))
        elif instruction.type is DataType.UNSIGNED:
            # A count with the top bit set is positive; the step limit is below it.
            count = m.as_i32(m.min(count, 2**31 - 1))
        if self.program.loop_count is not None:
            count = m.min(count, self.program.loop_count)
        self.counters[exit_.counter].set(self.depth.get(), count)
        if instruction.opcode == "LOOP":
            self._set_index(exit_.counter, self._whole(instruction, 1))
        self._join(exit_.body, count > 0)
        self._join(exit_.after, count <= 0)

    def _again(self, exit_: Again) -> None:
        with self._repeated(exit_.loop):
            self._continue(exit_)

    def _continue(self, exit_: Again) -> None:
        if exit_.counter is None:
            self._join(exit_.body)
            return
        depth, counter = self.depth.get(), exit_.counter
        if exit_.instruction is not None:
            index = self.indices[counter].get(depth)
            self._set_index(counter, index + self._whole(exit_.instruction, 2))
        left = self.counters[counter].get(depth) - 1
        self.counters[counter].set(depth, left)
        self._join(exit_.body, left > 0)
        self._join(exit_.after, left <= 0)

    def _whole(self, loop: Instruction, component) -> Lane:
        """Returns the floor of a component of the operand of LOOP."""
        m = self.m
        value = self._operand(loop, component, loop.type)
        return m.to_i32_within(m.floor(value), -MAX_LOOP_INDEX, MAX_LOOP_INDEX)

    def _set_index(self, counter, index) -> None:
        self.indices[counter].set(self.depth.get(), index)
        self._show_index(self.loops[counter], index)

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
        limit = self.flow.levels if exit_.emits else self.flow.call_depth
        with m.where(calling & (depth < limit)):
            self.returns.set(depth, exit_.resume)
            self.depth.set(depth + 1)
            for kind, outside in enumerate(self.outside):
                blocks = self.open[kind].get()
                outside.set(depth, blocks)
                self.open[kind].set(blocks + exit_.nesting[kind])
            self._join(exit_.target)

    def _push(self, exit_: Push) -> None:
        m, depth = self.m, self.depth.get()
        push = exit_.instruction
        values = [self._operand(push, component, DataType.SIGNED) for component in range(4)]
        # NV_vertex_program3: "The vertex program terminates abnormally if it executes a PUSHA
        # instruction when the call stack is full."
        with m.where(depth < self.flow.call_depth):
            self.returns.set(depth, NO_CALL)
            for variable, value in zip(self.pushed, values, strict=True):
                variable.set(depth, value)
            self.depth.set(depth + 1)
            self._join(exit_.after)

    def _pop(self, exit_: Pop) -> None:
        m, depth = self.m, self.depth.get()
        top = depth - 1
        # "when the call stack is empty, or when the entry at the top of the call stack is not an
        # address register pushed by PUSHA."
        found = (depth > 0) & (self.returns.get(top) == NO_CALL)
        values = [variable.get(top) for variable in self.pushed]
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
        m, depth = self.m, self.depth.get() - 1
        back = self.returns.get(depth)
        self.depth.set(depth)
        if self.flow.recursive:
            for counter, loop in self.loops.items():
                self._show_index(loop, self.indices[counter].get(depth))
        for kind, outside in enumerate(self.outside):
            self.open[kind].set(outside.get(depth))
        # Lanes end if an address register is on top of the stack.
        with m.where(back != NO_CALL):
            m.join_any(self.pending, back, exit_.resumes)
