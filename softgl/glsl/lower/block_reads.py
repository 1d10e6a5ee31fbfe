"""Values in uniform blocks: the operands that read their rows."""

from __future__ import annotations

from softgl.glsl.layouts import ROW, Layout
from softgl.glsl.lower.code import Code, Value, component
from softgl.glsl.types import Array, Matrix, Struct, Type, Vector
from softgl.ir.program import Destination, File, Relative, Source
from softgl.records import dataclass

_COLUMN = Layout(4, 4)


@dataclass(frozen=True)
class BlockReads:
    """Reads of a part of a uniform block.

    buffer : the number of the buffer. count : its rows. relative : the register that is added to
        the row, or None. column : the number of a column of a matrix that is stored by rows, or
        None. whole : True if all components of a vector's row are read, to choose from later.
    """

    code: Code
    buffer: int
    count: int
    relative: Relative | None
    column: int | None
    whole: bool

    def values(self, type_: Type, layout: Layout, offset: int) -> Value:
        """Returns the operands of a value of a type. offset : of its first word."""
        code = self.code
        if isinstance(type_, Vector) and self.column is not None:
            return [self._gathered(type_.size, self.column, offset)]
        if isinstance(type_, Vector):
            row = self._row(offset)
            if type_.size == 1 and not self.whole:
                row = component(row, 0)
            return [row if self.relative is None else code.copy(4, row)]
        if isinstance(type_, Matrix):
            columns = range(type_.columns)
            if layout.row_major:
                return [self._gathered(type_.rows, column, offset) for column in columns]
            parts = [(type_.column, _COLUMN, column * ROW) for column in columns]
        elif isinstance(type_, Array):
            numbers = range(type_.count or 1)
            parts = [(type_.element, layout.element, n * layout.stride) for n in numbers]
        elif isinstance(type_, Struct):
            pairs = zip(type_.members, layout.members, strict=True)
            parts = [(member.type, inner, start) for member, (start, inner) in pairs]
        else:
            parts = []
        return [one for part, inner, at in parts for one in self.values(part, inner, offset + at)]

    def _row(self, offset: int) -> Source:
        """Returns the row with a word, components from that word on first."""
        row, start = divmod(offset, ROW)
        swizzle = tuple(min(start + c, 3) for c in range(4))
        if self.relative is None:
            return Source(File.BUFFER, row, swizzle, buffer=self.buffer)
        return Source(
            File.BUFFER, 0, swizzle, relative=self.relative, offset=row, count=self.count,
            buffer=self.buffer,
        )  # fmt: skip

    def _gathered(self, size: int, column: int, offset: int) -> Source:
        """Returns a column of a matrix that is stored by rows."""
        result = self.code.new()
        for number in range(size):
            mask = tuple(c == number for c in range(4))
            source = component(self._row(offset + number * ROW), column)
            self.code.emit("MOV", Destination(File.TEMPORARY, result.index, mask), source)
        return result
