"""Writes words and bindings as texts: the inverse of `literals` and `bindings`."""

from __future__ import annotations

from itertools import groupby

from softgl.asm.state_bindings import INDEXED, MATRICES
from softgl.asm.text.literals import number_text
from softgl.ir.program import (
    IDENTITY,
    ONE,
    ZERO,
    Binding,
    BufferBinding,
    ConditionTest,
    Constant,
    File,
    Source,
    TextureOperand,
)
from softgl.isa.vocabulary import DataType

# The first letter of register names, by file.
PREFIXES = {
    File.TEMPORARY: "r",
    File.ADDRESS: "a",
    File.ATTRIBUTE: "v",
    File.PARAMETER: "c",
    File.RESULT: "o",
    File.BUFFER: "b",
}
# The selectors of `Source.swizzle`.
SELECTORS = "xyzw01"


def vector_text(constant: Constant, type_: DataType) -> str | None:
    """Returns a constant as four numbers of a type in braces; None if a word is a NaN."""
    numbers = [number_text(word, type_) for word in constant.words]
    return None if None in numbers else f"{{ {', '.join(numbers)} }}"


def scalar_text(constant: Constant, type_: DataType) -> str | None:
    """Returns a constant of four equal unsigned numbers as one bare number, else None."""
    text = number_text(constant.words[0], type_)
    same = len(set(constant.words)) == 1
    return text if same and text and not text.startswith("-") else None


def binding_text(binding: Binding, last: int | None = None) -> str:
    """Returns a binding as in programs; with `last`, its last index is the range up to that."""
    if binding == Binding("result.color", (0,)):
        return "result.color"  # takes an index only with an option
    indices = [f"[{index}]" for index in binding.indices]
    if last is not None:
        indices[-1] = f"[{binding.indices[-1]}..{last}]"
    words = binding.name.split(".")
    if words[:2] == ["state", "matrix"]:
        matrix, row = indices
        limit, _ = MATRICES[words[2]]
        words[2] += matrix if limit else ""
        return ".".join(words) + row
    if words[0] == "state" and words[1] in INDEXED:
        words[1] += indices[0]
        return ".".join(words)
    return binding.name + "".join(indices)


def buffer_text(buffer: BufferBinding) -> str:
    """Returns the elements of a BUFFER variable."""
    last = buffer.first + buffer.count - 1
    elements = f"{buffer.first}..{last}" if buffer.count > 1 else buffer.first
    return f"program.buffer[{buffer.point}][{elements}]"


def list_texts(elements, type_: DataType) -> list[str]:
    """Returns the elements of an array, with consecutive bindings as one range."""
    runs = groupby(enumerate(elements), key=lambda numbered: _run_key(*numbered))
    return [_run_text([element for _, element in run], type_) for _, run in runs]


def _run_key(number: int, element: Binding | Constant):
    """Returns a key that is equal for neighbours in one range."""
    if isinstance(element, Constant) or not element.indices:
        return number
    if element.name.startswith("state.") and not element.name.endswith(".row"):
        return number
    *before, last = element.indices
    return (element.name, *before, last - number)


def _run_text(run: list[Binding | Constant], type_: DataType) -> str:
    first = run[0]
    if isinstance(first, Constant):
        return scalar_text(first, type_) or vector_text(first, type_)
    return binding_text(first, run[-1].indices[-1] if len(run) > 1 else None)


def is_extended(source: Source) -> bool:
    """True if only SWZ has such an operand."""
    return len(set(source.negate)) > 1 or bool({ZERO, ONE} & set(source.swizzle))


def selectors_text(source: Source) -> list[str]:
    """Returns the selectors of SWZ."""
    return [
        ("-" if negate else "") + SELECTORS[selector]
        for selector, negate in zip(source.swizzle, source.negate, strict=True)
    ]


def swizzle_text(swizzle: tuple[int, ...], *, scalar: bool = False) -> str:
    letters = "".join(SELECTORS[selector] for selector in swizzle)
    if scalar or len(set(letters)) == 1:
        return f".{letters[0]}"
    return "" if swizzle == IDENTITY else f".{letters}"


def test_text(condition: ConditionTest) -> str:
    return condition.rule + ("", "1")[condition.register] + swizzle_text(condition.swizzle)


def texture_text(texture: TextureOperand) -> list[str]:
    texts = [f"texture[{texture.unit}]", texture.target]
    if any(texture.offset):
        size = max(n for n, offset in enumerate(texture.offset, 1) if offset)
        texts.append(f"({', '.join(map(str, texture.offset[:size]))})")
    return texts
