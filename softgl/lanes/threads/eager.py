"""Runs the code of threads step by step, in one interleaving or in all of them.

A step of a thread ends before an atomic operation or a call of a kernel: plain accesses are those
that no other thread sees, which `Threads.check_races` holds. `explore` follows every order of the
threads' steps; states that were met before are not followed again.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from random import Random

from softgl.lanes.threads.machine import ATOMIC, PLAIN, Code, Instruction, Number
from softgl.records import dataclass

WORD_BITS = 64
_FUNCTIONS: dict[str, Callable] = {
    "add": lambda a, b: _signed(a + b, WORD_BITS),
    "sub": lambda a, b: _signed(a - b, WORD_BITS),
    "mul": lambda a, b: _signed(a * b, WORD_BITS),
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "ge": lambda a, b: int(a >= b),
    "select": lambda condition, a, b: a if condition else b,
    "copy": lambda a: a,
}


def _signed(number: int, bits: int) -> int:
    """Returns a number as a signed one of some bits."""
    return (number + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


class Race(AssertionError):
    """Two threads may access a word at once, one of them to change it."""


class Stuck(AssertionError):
    """No thread can get any further."""


class Memory:
    """Words of 32 bits by address. words : {address, a multiple of 4: signed number}."""

    def __init__(self, words: dict[int, int]):
        self.words = dict(words)

    def load(self, address: int, bits: int = WORD_BITS) -> int:
        """Returns a signed number; KeyError outside of the memory."""
        if bits == 32:
            return self.words[address]
        return (self.words[address] & 0xFFFFFFFF) | self.words[address + 4] << 32

    def store(self, address: int, value: int, bits: int = WORD_BITS) -> None:
        for at in range(0, bits // 8, 4):
            if address + at not in self.words:
                raise KeyError(address + at)
            self.words[address + at] = _signed(value >> 8 * at, 32)


@dataclass(eq=False)
class Thread:
    """A thread within its code. call : 1 while a kernel runs.

    registers : by number; the key has only live ones, which are read before they are written.
    block, place : of the next instruction.
    """

    code: Code
    registers: dict[int, int]
    block: int = 0
    place: int = 0
    call: int = 0
    result: int | None = None

    def state(self) -> tuple:
        """Returns all of it as a key."""
        live = _live(self.code)[self.block][self.place]
        kept = tuple(sorted((r, v) for r, v in self.registers.items() if r in live))
        return self.code, kept, self.block, self.place, self.call, self.result

    def values(self, operands) -> list[int]:
        return [int(o) if isinstance(o, Number) else self.registers[o] for o in operands]

    def instruction(self) -> Instruction:
        """Returns the next instruction."""
        return self.code.blocks[self.block].instructions[self.place]

    def advance(self, memory: Memory, ends: Set[str]) -> None:
        """Runs to the next of some operations, or to the end."""
        while self.result is None:
            block = self.code.blocks[self.block]
            while self.place < len(block.instructions):
                one = block.instructions[self.place]
                if one.operation in ends:
                    return
                self.run(memory, one)
                self.place += 1
            if not block.following:
                self.result = self.registers[self.code.result]
                return
            holds = block.condition is None or self.registers[block.condition]
            self.block, self.place = block.following[0 if holds else 1].number, 0

    def run(self, memory: Memory, one: Instruction) -> None:
        """Runs an instruction other than a call."""
        if one.operation == "pause":
            return
        values = self.values(one.operands)
        function = _FUNCTIONS.get(one.operation)
        found = function(*values) if function else _access(memory, one.operation, *values)
        if one.result is not None:
            self.registers[one.result] = found


class Threads:
    """Threads that run code over one memory.

    kernel : `kernel(thread, memory, addresses, lanes, begins)` stands for a kernel that a thread
    calls: once when it begins, once when it ends. again : `again(thread, memory, result)` is called
    when code has ended; returns the code and arguments of the next run, or None. plain : True if
    steps end before plain accesses too, as `check_races` needs it.
    """

    def __init__(self, memory: Memory, kernel: Callable, again: Callable, plain: bool = False):
        self.memory, self._kernel, self._again = memory, kernel, again
        self._ends = ATOMIC | {"call"} | (PLAIN if plain else set())
        self.threads: list[Thread] = []

    def add(self, code: Code, arguments: list[int]) -> None:
        """Adds a thread that runs code with some arguments."""
        self.threads.append(self._begun(code, arguments))

    def _begun(self, code, arguments) -> Thread:
        thread = Thread(code, dict(enumerate(arguments)))
        thread.advance(self.memory, self._ends)
        return thread

    def running(self) -> list[int]:
        """Returns the numbers of the threads that have not ended."""
        return [number for number, each in enumerate(self.threads) if each.result is None]

    def step(self, number: int) -> None:
        """Runs the operation at which a thread is, and what follows, to the next one."""
        thread = self.threads[number]
        one = thread.instruction()
        if one.operation == "call":
            *addresses, lanes = thread.values(one.operands)
            thread.call = 1 - thread.call
            self._kernel(number, self.memory, addresses, lanes, bool(thread.call))
            if thread.call:
                return
        else:
            thread.run(self.memory, one)
        thread.place += 1
        thread.advance(self.memory, self._ends)
        if thread.result is not None:
            following = self._again(number, self.memory, thread.result)
            if following is not None:
                self.threads[number] = self._begun(*following)

    def state(self) -> tuple:
        return (
            tuple(each.state() for each in self.threads),
            tuple(self.memory.words.values()),
        )

    def restore(self, state: tuple) -> None:
        threads, words = state
        self.threads = [Thread(code, dict(kept), *rest) for code, kept, *rest in threads]
        self.memory.words = dict(zip(self.memory.words, words, strict=True))

    def check_races(self) -> None:
        """Raises Race if two threads are at accesses of one word, plain, one of them to change it.

        Where every order of steps is seen, this finds each race.
        """
        places: dict[int, list[tuple[int, str]]] = {}
        for number in self.running():
            one = self.threads[number].instruction()
            if one.operation != "call":
                address = self.threads[number].values(one.operands)[0]
                wide = not one.operation.endswith("int")
                for at in (address, address + 4)[: 1 + wide]:
                    places.setdefault(at, []).append((number, one.operation))
        for address, found in places.items():
            names = [operation for _, operation in found]
            writes = any("load" not in name for name in names)
            if len(found) > 1 and writes and any(name in PLAIN for name in names):
                raise Race(f"threads {found} at the address {address:#x}")


def _access(memory: Memory, operation: str, address: int, value: int = 0) -> int | None:
    """Runs an access of memory; returns its result."""
    if operation.endswith("int"):
        if operation == "load_int":
            return memory.load(address, 32)
        return memory.store(address, value, 32)
    before = memory.load(address) if operation not in ("store", "atomic_store") else 0
    if operation == "atomic_add":
        value = _signed(before + value, WORD_BITS)
    elif operation == "atomic_min":
        value = min(before, value)
    if "load" not in operation:
        memory.store(address, value)
    return before


def explore(threads: Threads, check: Callable[[Threads], None], most: int) -> int:
    """Runs every interleaving of some threads; returns the number of states.

    check : called in each state; raises AssertionError for a wrong one. most : the limit of states,
        beyond which an AssertionError is raised. Raises Stuck if a thread can no longer end.
    """
    first = threads.state()
    seen, waiting = {first: 0}, [first]
    before: list[list[int]] = [[]]  # the states from which each state is reached
    ended: list[int] = []
    while waiting:
        state = waiting.pop()
        here = seen[state]
        threads.restore(state)
        check(threads)
        running = threads.running()
        if not running:
            ended.append(here)
        for number in running:
            threads.restore(state)
            threads.step(number)
            after = threads.state()
            if after not in seen:
                seen[after] = len(seen)
                before.append([])
                waiting.append(after)
                assert len(seen) <= most, f"more than {most} states"
            before[seen[after]].append(here)
    can_end = set(ended)
    while ended:
        for earlier in before[ended.pop()]:
            if earlier not in can_end:
                can_end.add(earlier)
                ended.append(earlier)
    if len(can_end) < len(seen):
        raise Stuck(f"from {len(seen) - len(can_end)} of {len(seen)} states threads never end")
    return len(seen)


def walk(threads: Threads, random: Random, check: Callable[[Threads], None], most: int) -> None:
    """Runs threads in a random order to their end; most : the limit of steps."""
    for _ in range(most):
        running = threads.running()
        if not running:
            return
        # A thread often runs on for a while.
        number = random.choice(running)
        for _ in range(random.choice((1, 1, 2, 5, 30))):
            if threads.threads[number].result is None:
                threads.step(number)
                check(threads)
    raise Stuck(f"threads have not ended after {most} turns")


# -- liveness --------------------------------------------------------------------------------------

_known: dict[Code, list[list[frozenset[int]]]] = {}


def _live(code: Code) -> list[list[frozenset[int]]]:
    """Returns the registers that are read later, for each block in front of each instruction."""
    if code not in _known:
        _known[code] = _find_live(code)
    return _known[code]


def _find_live(code: Code) -> list[list[frozenset[int]]]:
    begins: list[set[int]] = [set() for _ in code.blocks]
    found: list[list[frozenset[int]]] = [[] for _ in code.blocks]
    changed = True
    while changed:
        changed = False
        for block in reversed(code.blocks):
            after = set().union(*(begins[each.number] for each in block.following))
            if block.condition is not None:
                after.add(block.condition)
            if not block.following:
                after.add(code.result)
            lives = [frozenset(after)]
            for one in reversed(block.instructions):
                after = (after - {one.result}) | _read(one)
                lives.append(frozenset(after))
            if after != begins[block.number] or not found[block.number]:
                begins[block.number], changed = after, True
            found[block.number] = lives[::-1]
    return found


def _read(one) -> set[int]:
    return {operand for operand in one.operands if not isinstance(operand, Number)}
