"""Writes a function in LLVM's assembly language, instruction by instruction.

An operation without effects that was written before, where its result can still be read, is not
written again; one whose operands are there before a loop is written before the loop.
"""

from __future__ import annotations

import struct
from contextlib import contextmanager
from functools import cache, lru_cache

from softgl.lanes.target import Target
from softgl.tuning import limits


class Type:
    """A type of LLVM. count : the number of `element`s of a vector; 0 for a scalar.

    suffix : of the names of intrinsics for the type.
    """

    __slots__ = ("count", "element", "suffix", "text")

    def __init__(self, text, suffix, element=None, count=0):
        self.text, self.suffix = text, suffix
        self.element, self.count = element or self, count

    def __repr__(self):
        return self.text


VOID, POINTER = Type("void", ""), Type("ptr", "p0")
HALF_, F32_, F64_ = Type("half", "f16"), Type("float", "f32"), Type("double", "f64")


@cache
def integer(bits: int) -> Type:
    return Type(f"i{bits}", f"i{bits}")


@cache
def vector(element: Type, count: int) -> Type:
    return Type(f"<{count} x {element.text}>", f"v{count}{element.suffix}", element, count)


def shaped(element: Type, like: Type) -> Type:
    """The type of `element`s with the lanes of another."""
    return vector(element, like.count) if like.count else element


I1, I8, I32_, I64_ = map(integer, (1, 8, 32, 64))


class Value:
    """The result of an instruction, or a constant.

    name : as an operand; typed : the same after its type. depth : number of loops around it.
    scalar : of a constant with the same number in every lane, its name as a scalar; else None.
    """

    __slots__ = ("depth", "name", "scalar", "type", "typed")

    def __init__(self, type_: Type, name: str, depth: int = 0, scalar: str | None = None):
        self.type, self.name, self.depth, self.scalar = type_, name, depth, scalar
        self.typed = f"{type_.text} {name}"


def spelled(element: Type, number) -> str:
    """Returns a number in LLVM's syntax; floats of both sizes as the bits of a double."""
    if element is F32_ or element is F64_:
        return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"
    return str(int(number))


def constant(type_: Type, number) -> Value:
    """A number, or a vector of it in every lane."""
    return repeated(type_, spelled(type_.element, number))


@lru_cache(4096)
def repeated(type_: Type, scalar: str) -> Value:
    """The constant of a scalar, spelled by `spelled`, in all lanes of a type."""
    if not type_.count:
        return Value(type_, scalar, 0, scalar)
    return Value(type_, f"splat ({type_.element.text} {scalar})", 0, scalar)


def constants(element: Type, numbers) -> Value:
    """A vector of one number for each lane."""
    spellings = [f"{element.text} {spelled(element, number)}" for number in numbers]
    return Value(vector(element, len(spellings)), f"<{', '.join(spellings)}>")


@lru_cache(4096)
def _mask(places: tuple[int, ...]) -> str:
    """The mask of a shuffle."""
    if not any(places):
        return f"<{len(places)} x i32> zeroinitializer"
    return constants(I32_, places).typed


@lru_cache(4096)
def undefined(type_: Type) -> Value:
    return Value(type_, "undef")


class Block:
    """Instructions that run one after the other; `end` : the jump at their end."""

    __slots__ = ("end", "lines", "name")

    def __init__(self, name):
        self.name, self.lines, self.end = name, [], ""


class Loop:
    """A loop that is being written; `before` : the block before it, in the scope number `scope`.

    room : how much more may be written there.
    """

    __slots__ = ("before", "room", "scope")

    def __init__(self, before, scope, room):
        self.before, self.scope, self.room = before, scope, room


class Writer:
    """A function under construction, and the functions that it calls.

    target : the CPU. block : the block that receives instructions. loops_lanes : True if there is a
        loop whose end depends on lanes. mapped : True if all of it is one loop over lanes.
    name : of the function.
    """

    def __init__(self, triple: str, target: Target, parameters: list[Type], name: str = "kernel"):
        self.target, self.name = target, name
        self.parameters = [Value(type_, f"%p{i}") for i, type_ in enumerate(parameters)]
        self._triple = triple
        self._called: list[Writer] = []
        self._declared: dict[str, str] = {}
        self._blocks: list[Block] = []
        self._names = 0
        # What can be read where we are: operation -> value, and the operations of each scope.
        self._known: dict[str, Value] = {}
        self._scopes: list[list[str]] = [[]]
        self.loops_lanes = self.mapped = False
        self._loops: list[Loop] = []  # that we are in, the outer ones first
        self.entry = self.new_block("entry")
        self.block = self.new_block("body")
        self._body = self.block

    # -- the whole ------------------------------------------------------------------------------

    def text(self) -> str:
        """The text of the finished module, with the function and its callees."""
        declared = dict(self._declared)
        for writer in self._called:
            declared |= writer._declared
        lines = [f'target triple = "{self._triple}"\n', *declared.values()]
        for writer in self._called:
            lines += writer._definition("define internal", "noinline")
        return "\n".join([*lines, *self._definition("define")])

    def _definition(self, define, more=""):
        """The lines of the function by itself."""
        self.entry.end, self.block.end = f"br label %{self._body.name}", "ret void"
        self.entry.lines = [line if isinstance(line, str) else line() for line in self.entry.lines]
        parameters = ", ".join(value.typed for value in self.parameters)
        # Unless LLVM is told at once that the stack may be realigned, half of the vectors that
        # find no register lie across two lines of the cache: up to 0.7 of the time with AVX2.
        lines = [f'{define} void @{self.name}({parameters}) nounwind {more} "stackrealign" {{']
        for block in self._blocks:
            lines += [f"{block.name}:", *block.lines, block.end]
        return [*lines, "}\n"]

    def call_first(self) -> Writer:
        """Calls a function with the same parameters first; its text may follow later."""
        types = [value.type for value in self.parameters]
        writer = Writer(self._triple, self.target, types, f"{self.name}.{len(self._called)}")
        self._called.append(writer)
        parameters = ", ".join([value.typed for value in self.parameters])
        self.entry.lines.append(f"call void @{writer.name}({parameters})")
        return writer

    @property
    def blocks(self) -> list[int]:
        """Number of instructions in each block."""
        return [len(block.lines) + 1 for block in self._blocks]

    # -- blocks ---------------------------------------------------------------------------------

    def new_block(self, name: str) -> Block:
        block = Block(f"{name}{len(self._blocks)}")
        self._blocks.append(block)
        return block

    def jump(self, block: Block) -> None:
        self.block.end = f"br label %{block.name}"

    def choose(self, condition: Value, block: Block, otherwise: Block) -> None:
        """Jumps to one of two blocks, by a condition."""
        self.block.end = f"br {condition.typed}, label %{block.name}, label %{otherwise.name}"

    @contextmanager
    def scope(self):
        """A scope whose values cannot be read after it."""
        self._scopes.append([])
        yield
        for operation in self._scopes.pop():
            del self._known[operation]

    @contextmanager
    def repeated_scope(self):
        """A scope of repeated code, begun in the block before it."""
        self._loops.append(Loop(self.block, len(self._scopes) - 1, limits.MAX_HOISTED))
        with self.scope():
            yield
        self._loops.pop()

    @contextmanager
    def when(self, condition: Value):
        """A scope that runs if the condition is true."""
        inside, after = self.new_block("then"), self.new_block("after")
        self.choose(condition, inside, after)
        self.block = inside
        with self.scope():
            yield
        self.jump(after)
        self.block = after

    def meet(self, values: list[Value], blocks: list[Block]) -> Value:
        """Emits a phi at the begin of a block; values : one for each predecessor in `blocks`."""
        type_, ways = values[0].type, zip(values, blocks, strict=True)
        text = ", ".join(f"[ {value.name}, %{block.name} ]" for value, block in ways)
        return self._write(self.block, type_, f"phi {type_.text} {text}", len(self._loops))

    # -- operations -----------------------------------------------------------------------------

    def operation(self, type_: Type, text: str, operands, hoisted: bool = True) -> Value:
        """The value of an operation without effects.

        text : the instruction. hoisted : True if it may run before a loop in which it need not.
        """
        value = self._known.get(text)
        if value is not None:
            return value
        depth, loops = 0, self._loops
        for operand in operands:
            if operand.depth > depth:
                depth = operand.depth
        block, scope = self.block, self._scopes[-1]
        if depth < len(loops):
            loop, once = loops[depth], not depth and not type_.count
            if hoisted and (once or loop.room > 0):
                loop.room -= 1
                block, scope = loop.before, self._scopes[loop.scope]
            else:
                depth = len(loops)
        value = self._write(block, type_, text, depth)
        self._known[text] = value
        scope.append(text)
        return value

    def _write(self, block, type_, text, depth):
        self._names += 1
        name = f"%v{self._names}"
        block.lines.append(f"{name} = {text}")
        return Value(type_, name, depth)

    def binary(self, opcode: str, a: Value, b: Value) -> Value:
        return self.operation(a.type, f"{opcode} {a.typed}, {b.name}", (a, b))

    def compare(self, opcode: str, a: Value, b: Value) -> Value:
        """Compares two values; opcode : `icmp` or `fcmp` with the condition."""
        return self.operation(shaped(I1, a.type), f"{opcode} {a.typed}, {b.name}", (a, b))

    def convert(self, opcode: str, a: Value, element: Type) -> Value:
        """To lanes of another type."""
        return self.cast(opcode, a, shaped(element, a.type))

    def cast(self, opcode: str, a: Value, type_: Type) -> Value:
        return self.operation(type_, f"{opcode} {a.typed} to {type_.text}", (a,))

    def negate(self, a: Value) -> Value:
        return self.operation(a.type, f"fneg {a.typed}", (a,))

    def select(self, mask: Value, a: Value, b: Value) -> Value:
        return self.operation(a.type, f"select {mask.typed}, {a.typed}, {b.typed}", (mask, a, b))

    def intrinsic(self, name: str, *values: Value, result: Type | None = None) -> Value:
        """A call of an intrinsic overloaded on the type of its operands, which it gives too.

        result : the element of what it gives, if that is another.
        """
        type_ = operand = values[0].type
        suffix = operand.suffix
        if result is not None:
            type_ = shaped(result, operand)
            suffix = f"{type_.suffix}.{operand.suffix}"
        return self.operation(type_, self._call(f"{name}.{suffix}", type_, values), values)

    def extract(self, a: Value, lane: int) -> Value:
        """One lane of a vector."""
        return self.operation(a.type.element, f"extractelement {a.typed}, i32 {lane}", (a,))

    def insert(self, a: Value, value: Value, lane: int) -> Value:
        """A vector with another value in one lane."""
        text = f"insertelement {a.typed}, {value.typed}, i32 {lane}"
        return self.operation(a.type, text, (a, value))

    def spread(self, a: Value, type_: Type) -> Value:
        """A scalar in every lane of a vector."""
        if a.scalar is not None:
            return repeated(type_, a.scalar)
        return self.shuffle(self.insert(undefined(type_), a, 0), (0,) * type_.count)

    def shuffle(self, a: Value, places, more: Value | None = None) -> Value:
        """The lanes of a vector, or of two of a type one after the other, at these places."""
        type_ = vector(a.type.element, len(places))
        operands = (a, more or undefined(a.type))
        text = f"shufflevector {a.typed}, {operands[1].typed}, {_mask(tuple(places))}"
        return self.operation(type_, text, operands)

    def address(self, base: Value, index: Value, element: Type) -> Value:
        """The address of an element of an array; a vector of addresses for a vector of indices."""
        text = f"getelementptr {element.text}, {base.typed}, {index.typed}"
        return self.operation(shaped(POINTER, index.type), text, (base, index))

    # -- memory ---------------------------------------------------------------------------------

    def allocate(self, type_: Type) -> Value:
        """The address of a variable on the stack."""
        return self.at_entry(POINTER, f"alloca {type_.text}")

    def at_entry(self, type_: Type, text) -> Value:
        """An operation before all others; text : or a function that tells it in the end."""
        if isinstance(text, str):
            return self._write(self.entry, type_, text, 0)
        value = self._write(self.entry, type_, "", 0)
        self.entry.lines[-1] = lambda: f"{value.name} = {text()}"
        return value

    def load(self, address: Value, type_: Type, align: int = 0) -> Value:
        aligned = f", align {align}" if align else ""
        text = f"load {type_.text}, {address.typed}{aligned}"
        return self._write(self.block, type_, text, len(self._loops))

    def load_constant(self, address: Value, type_: Type, align: int, hoisted: bool) -> Value:
        """Loads from constant memory; hoisted : True if the memory is valid on every path."""
        self._declared["!"] = "!0 = !{}"
        text = f"load {type_.text}, {address.typed}, align {align}, !invariant.load !0"
        return self.operation(type_, text, (address,), hoisted)

    def store(self, value: Value, address: Value, align: int = 0) -> None:
        aligned = f", align {align}" if align else ""
        self.block.lines.append(f"store {value.typed}, {address.typed}{aligned}")

    def gather(self, addresses: Value, element: Type, align: int, unchanging: bool) -> Value:
        """Loads from a vector of addresses; unchanging : True for constant memory."""
        type_ = shaped(element, addresses.type)
        mask = constant(shaped(I1, type_), True)
        values = (addresses, constant(I32_, align), mask, undefined(type_))
        name = f"masked.gather.{type_.suffix}.{addresses.type.suffix}"
        text = self._call(name, type_, values)
        if unchanging:
            return self.operation(type_, text, (addresses,))
        return self._write(self.block, type_, text, len(self._loops))

    def masked_load(self, address: Value, type_: Type, align: int, mask: Value) -> Value:
        """A vector from memory; where the mask is not set, anything: nothing is read there."""
        values = (address, constant(I32_, align), mask, undefined(type_))
        text = self._call(f"masked.load.{type_.suffix}.{address.type.suffix}", type_, values)
        return self._write(self.block, type_, text, len(self._loops))

    def masked_store(self, value: Value, address: Value, align: int, mask: Value) -> None:
        """Stores the lanes of a mask, to one address or a vector of them."""
        kind = "scatter" if address.type.count else "store"
        name = f"masked.{kind}.{value.type.suffix}.{address.type.suffix}"
        text = self._call(name, VOID, (value, address, constant(I32_, align), mask))
        self.block.lines.append(text)

    def _call(self, name, type_, values):
        """The text of a call of an intrinsic."""
        if name not in self._declared:
            kinds = ", ".join(value.type.text for value in values)
            self._declared[name] = f"declare {type_.text} @llvm.{name}({kinds})"
        return f"call {type_.text} @llvm.{name}({', '.join([value.typed for value in values])})"
