"""Writes the code of threads in LLVM's assembly language."""

from __future__ import annotations

from collections.abc import Iterator

from softgl.lanes.threads.machine import Block, Code, Instruction, Number

PAUSES = {
    "x86_64": ("declare void @llvm.x86.sse2.pause()", "call void @llvm.x86.sse2.pause()"),
    "aarch64": ("declare void @llvm.aarch64.hint(i32)", "call void @llvm.aarch64.hint(i32 1)"),
}
PAUSES["arm64"] = PAUSES["aarch64"]  # as Apple calls it
"""The declaration and the call of a short pause, by the machine of a triple."""
_CONDITIONS = {"eq": "eq", "ne": "ne", "lt": "slt", "ge": "sge"}


def native_text(functions: dict[str, Code], triple: str) -> str:
    """Returns the module of some functions, by name, for a machine.

    Each is `i64 name(i64, ...)`: addresses are numbers.
    """
    declared, pause = PAUSES.get(triple.split("-", 1)[0], ("", ""))
    texts = [_Text(code, pause).definition(name) for name, code in functions.items()]
    return "\n".join([declared, *texts])


class _Text:
    """The text of one function."""

    def __init__(self, code: Code, pause: str):
        self._code, self._pause, self._names = code, pause, 0

    def definition(self, name: str) -> str:
        code = self._code
        parameters = ", ".join(f"i64 %r{number}" for number in range(code.parameters))
        lines = [f"define i64 @{name}({parameters}) nounwind {{", "entry:"]
        lines += [f"  %v{number} = alloca i64" for number in sorted(code.variables)]
        lines.append("  br label %b0")
        for block in code.blocks:
            lines += [f"b{block.number}:", *(f"  {line}" for line in self._lines(block))]
        return "\n".join([*lines, "}", ""])

    def _lines(self, block: Block) -> Iterator[str]:
        for instruction in block.instructions:
            yield from self._instruction(instruction)
        if len(block.following) == 2:
            ways = ", ".join(f"label %b{each.number}" for each in block.following)
            yield f"br i1 %r{block.condition}, {ways}"
        elif block.following:
            yield f"br label %b{block.following[0].number}"
        else:
            yield f"%result = load i64, ptr %v{self._code.result}"
            yield "ret i64 %result"

    def _operand(self, operand) -> str:
        return str(int(operand)) if isinstance(operand, Number) else f"%r{operand}"

    def _pointer(self, operand, lines: list[str]) -> str:
        """Returns the name of an address as a pointer, whose conversion it adds to `lines`."""
        self._names += 1
        lines.append(f"%p{self._names} = inttoptr i64 {self._operand(operand)} to ptr")
        return f"ptr %p{self._names}"

    def _instruction(self, one: Instruction) -> list[str]:
        lines: list[str] = []
        result = f"%r{one.result}"
        operation, operands = one.operation, one.operands
        if operation == "copy":
            return self._copy(one)
        if operation == "pause":
            return [self._pause] if self._pause else []
        if operation in _CONDITIONS or operation in ("add", "sub", "mul"):
            name = f"icmp {_CONDITIONS[operation]}" if operation in _CONDITIONS else operation
            a, b = map(self._operand, operands)
            return [f"{result} = {name} i64 {a}, {b}"]
        if operation == "select":
            condition, a, b = map(self._operand, operands)
            return [f"{result} = select i1 {condition}, i64 {a}, i64 {b}"]
        if operation == "call":
            *addresses, lanes = operands
            kernel, record, table = (self._pointer(each, lines) for each in addresses)
            name = kernel.removeprefix("ptr ")
            return [*lines, f"call void {name}({record}, {table}, i64 {self._operand(lanes)})"]
        place = self._pointer(operands[0], lines)
        value = self._operand(operands[1]) if len(operands) > 1 else ""
        self._names += 1
        lines += [
            line.format(result=result, place=place, value=value, other=f"%p{self._names}")
            for line in _ACCESSES[operation]
        ]
        return lines

    def _copy(self, one: Instruction) -> list[str]:
        """A variable set or read; there are no other copies."""
        [source] = one.operands
        if one.result in self._code.variables:
            return [f"store i64 {self._operand(source)}, ptr %v{one.result}"]
        return [f"%r{one.result} = load i64, ptr %v{source}"]


_ACCESSES = {
    "load": ["{result} = load i64, {place}"],
    "store": ["store i64 {value}, {place}"],
    "load_int": ["{other} = load i32, {place}", "{result} = sext i32 {other} to i64"],
    "store_int": ["{other} = trunc i64 {value} to i32", "store i32 {other}, {place}"],
    "atomic_load": ["{result} = load atomic i64, {place} seq_cst, align 8"],
    "atomic_store": ["store atomic i64 {value}, {place} seq_cst, align 8"],
    "atomic_add": ["{result} = atomicrmw add {place}, i64 {value} seq_cst"],
    "atomic_min": ["{other} = atomicrmw min {place}, i64 {value} seq_cst"],
}
