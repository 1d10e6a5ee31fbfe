"""The machine over which the functions of threads are written: words, atomics, calls of kernels.

A function goes through once and leaves its code: blocks of instructions on registers. Memory has
addresses in bytes. Atomic operations are sequentially consistent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import NamedTuple

from softgl.records import dataclass


class Instruction(NamedTuple):
    """One of OPERATIONS. result : the register that it writes, or None.

    operands : registers, or numbers as `Number`.
    """

    operation: str
    result: int | None
    operands: tuple


class Number(int):
    """An operand that is a number, not a register."""


ARITHMETIC = {"add", "sub", "mul", "select", "copy"}
COMPARISONS = {"eq", "ne", "lt", "ge"}
PLAIN = {"load", "load_int", "store", "store_int"}
"""Accesses of memory that no other thread may change meanwhile."""
ATOMIC = {"atomic_load", "atomic_store", "atomic_add", "atomic_min"}
OPERATIONS = ARITHMETIC | COMPARISONS | PLAIN | ATOMIC | {"call", "pause"}


class Block:
    """Instructions, one after the other.

    following : the blocks after it: one, or two for a condition, the first where it holds; none
        at the end of the function. condition : the register that decides.
    """

    __slots__ = ("condition", "following", "instructions", "number")

    def __init__(self, number: int):
        self.number, self.instructions = number, []
        self.following: tuple[Block, ...] = ()
        self.condition: int | None = None


@dataclass(frozen=True, eq=False)
class Code:
    """The code of a function.

    parameters : their number; they are the first registers. variables : the registers that several
    instructions write. result : the variable that it returns.
    """

    parameters: int
    blocks: tuple[Block, ...]
    variables: frozenset[int]
    result: int


class Word:
    """A number of 64 bits, or a truth value, in a register of the code."""

    __slots__ = ("_machine", "register")

    def __init__(self, machine: ThreadMachine, register: int):
        self._machine, self.register = machine, register

    def _with(self, operation, other):
        return self._machine.emit(operation, self, other)

    def __add__(self, other):
        return self._with("add", other)

    def __sub__(self, other):
        return self._with("sub", other)

    def __mul__(self, other):
        return self._with("mul", other)

    def __lt__(self, other):
        return self._with("lt", other)

    def __ge__(self, other):
        return self._with("ge", other)

    def __eq__(self, other):
        return self._with("eq", other)

    def __ne__(self, other):
        return self._with("ne", other)

    __hash__ = None

    def __bool__(self):
        raise TypeError("a word of the code has no value before it runs: use `when`")


class Variable:
    """A register that several instructions may set."""

    __slots__ = ("_machine", "register")

    def __init__(self, machine: ThreadMachine, initial):
        self._machine, self.register = machine, machine.new_register()
        machine.variables.add(self.register)
        self.set(initial)

    def get(self) -> Word:
        """Returns the present value."""
        return self._machine.emit("copy", Word(self._machine, self.register))

    def set(self, value) -> None:
        self._machine.emit_to(self.register, "copy", value)


class ThreadMachine:
    """Collects the code of a function. parameters : their number."""

    def __init__(self, parameters: int):
        self._registers = self._parameters = parameters
        self.variables: set[int] = set()
        self._blocks: list[Block] = []
        self._block = self._new_block()
        self._exits: list[tuple[Variable, Block]] = []  # of the functions that we are in
        self._ends: list[Block] = []  # of the loops that we are in

    def code_of(self, body: Callable) -> Code:
        """Returns the code of `body(machine, *parameters)`, a `function`."""
        words = [Word(self, register) for register in range(self._parameters)]
        result = Variable(self, body(self, *words))
        return Code(
            self._parameters, tuple(self._blocks), frozenset(self.variables), result.register
        )

    # -- instructions --------------------------------------------------------------------------

    def new_register(self) -> int:
        self._registers += 1
        return self._registers - 1

    def emit(self, operation: str, *operands) -> Word:
        """Adds an instruction; returns its result."""
        return self.emit_to(self.new_register(), operation, *operands)

    def emit_to(self, register: int | None, operation: str, *operands) -> Word | None:
        """Adds an instruction with a register for its result, or with none."""
        found = tuple(o.register if isinstance(o, Word) else Number(o) for o in operands)
        self._block.instructions.append(Instruction(operation, register, found))
        return None if register is None else Word(self, register)

    def select(self, condition: Word, one, other) -> Word:
        return self.emit("select", condition, one, other)

    def load(self, address) -> Word:
        """Loads a word of 64 bits that no other thread changes now."""
        return self.emit("load", address)

    def load_int(self, address) -> Word:
        """Loads a signed number of 32 bits that no other thread changes now."""
        return self.emit("load_int", address)

    def store(self, address, value) -> None:
        """Stores a word of 64 bits."""
        self.emit_to(None, "store", address, value)

    def store_int(self, address, value) -> None:
        """Stores the lower 32 bits of a word."""
        self.emit_to(None, "store_int", address, value)

    def atomic_load(self, address) -> Word:
        return self.emit("atomic_load", address)

    def atomic_store(self, address, value) -> None:
        self.emit_to(None, "atomic_store", address, value)

    def atomic_add(self, address, value) -> Word:
        """Adds to a word; returns it as it was before."""
        return self.emit("atomic_add", address, value)

    def atomic_min(self, address, value) -> None:
        """Sets a word to the lesser of itself and a value."""
        self.emit_to(None, "atomic_min", address, value)

    def call_kernel(self, kernel, record, table, lanes) -> None:
        """Calls a kernel: all are addresses but for `lanes`, the number of a mapped kernel's."""
        self.emit_to(None, "call", kernel, record, table, lanes)

    def pause(self) -> None:
        """Lets a thread that spins wait for a moment."""
        self.emit_to(None, "pause")

    # -- control flow --------------------------------------------------------------------------

    def variable(self, initial=0) -> Variable:
        return Variable(self, initial)

    def _new_block(self) -> Block:
        self._blocks.append(Block(len(self._blocks)))
        return self._blocks[-1]

    def _go(self, *following: Block, condition: Word | None = None) -> None:
        """Ends the block that receives instructions."""
        self._block.following = following
        self._block.condition = None if condition is None else condition.register

    @contextmanager
    def when(self, condition: Word) -> Iterator[None]:
        """Runs the block of a `with` statement if a condition holds."""
        inside, after = self._new_block(), self._new_block()
        self._go(inside, after, condition=condition)
        self._block = inside
        yield
        self._go(after)
        self._block = after

    @contextmanager
    def forever(self) -> Iterator[None]:
        """Repeats the block of a `with` statement until `leave` or `give`."""
        begin, end = self._new_block(), self._new_block()
        self._go(begin)
        self._block = begin
        self._ends.append(end)
        yield
        self._ends.pop()
        self._go(begin)
        self._block = end

    def leave(self) -> None:
        """Leaves the innermost `forever`."""
        self._go(self._ends[-1])
        self._block = self._new_block()  # nothing leads there

    def give(self, value) -> None:
        """Ends the function with a result."""
        result, end = self._exits[-1]
        result.set(value)
        self._go(end)
        self._block = self._new_block()

    def call(self, body: Callable, *words) -> Word:
        """Goes through a function in place; returns what it gives, 0 at its end."""
        result, end = Variable(self, 0), self._new_block()
        self._exits.append((result, end))
        ends, self._ends = self._ends, []
        body(self, *words)
        self._exits.pop()
        self._ends = ends
        self._go(end)
        self._block = end
        return result.get()


def function(body: Callable) -> Callable:
    """Makes a function of `body(machine, *words)` that returns the word of `ThreadMachine.give`."""

    @wraps(body)
    def called(m: ThreadMachine, *words) -> Word:
        return m.call(body, *words)

    return called


def code_of(body: Callable, parameters: int) -> Code:
    """Returns the code of a `function` with a number of parameters besides the machine."""
    return ThreadMachine(parameters).code_of(body)
