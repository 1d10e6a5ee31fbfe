"""Arguments of softgl's commands as values of a trace: the forms that C programs pass.

`written_arguments` takes the arguments of the registry's order, of any of PyOpenGL's types.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence

import numpy as np

from softgl.debug.apitrace.arguments import DTYPES
from softgl.debug.apitrace.parser import Opaque
from softgl.debug.apitrace.writer import Bits, Enum
from softgl.errors import UsageError
from softgl.gl.api import enums, registry
from softgl.gl.api.memory import DTYPES as MEMORY_TYPES
from softgl.gl.api.memory import RAW, as_bytes, as_offset, as_typed_memory
from softgl.gl.api.signature import Parameter, signature
from softgl.gl.api.spelling import spelled_value
from softgl.gl.queries.sync import Sync

FLOATS = ("float", "clampf", "double", "clampd")


def written_arguments(name: str, values: Sequence) -> list:
    """The values of a trace for the arguments of a command; memory for results is NULL.

    Raises UsageError for an argument without a form in C.
    """
    parameters = signature(name).parameters
    by_name = {each.name: value for each, value in zip(parameters, values, strict=True)}
    found = []
    for each in parameters:
        try:
            found.append(_written(each, by_name[each.name], by_name))
        except Exception as error:  # objects of the application raise what they like
            raise UsageError(f"{name}: {each.name} has no form in a trace") from error
    return found


def _written(parameter: Parameter, value, values: dict):
    if parameter.pointer:
        return _pointed(parameter, value, values)
    if parameter.kind == "sync":
        return handle_of(value)
    if parameter.kind in ("debugproc", "debugprocarb"):
        return None
    if parameter.kind in FLOATS:
        return float(value)
    if parameter.kind == "boolean":
        return bool(value)
    number = _integer(value)
    if parameter.kind == "enum":
        name = spelled_value(parameter, number)
        return Enum(number, name) if re.fullmatch(r"GL_\w+", name) else number
    if parameter.kind == "bitfield":
        return Bits(number & 0xFFFFFFFF, _bits_of(parameter.group))
    return number


def handle_of(value) -> Opaque | None:
    """The address that stands for a sync object."""
    return Opaque(id(value)) if isinstance(value, Sync) else None


def _integer(value) -> int:
    try:
        return operator.index(value)
    except TypeError:
        return int(np.asarray(value).reshape(-1)[0])


def _bits_of(group: str) -> tuple[tuple[str, int], ...]:
    """The names of the bits of a group; those of several bits are left out."""
    listed = {name: getattr(enums, name) for name in registry.GROUPS.get(group, "").split()}
    return tuple((name, bit) for name, bit in listed.items() if bit and bit & (bit - 1) == 0)


def _pointed(parameter: Parameter, value, values: dict):
    """The value of a pointer: an offset, a text, numbers or bytes."""
    if value is None:
        return None
    if parameter.pointer == "out" or parameter.kind == "void":
        offset = as_offset(value)
        if offset is not None:
            return Opaque(offset) if offset else None
        if parameter.pointer == "out":
            return None
    if parameter.kind == "texts":
        texts = [value] if isinstance(value, (str, bytes)) else list(value)
        return [_text(each) for each in texts]
    if parameter.kind == "char":
        return _text(value)
    if parameter.kind == "void":
        return _memory(value, values)
    dtype = DTYPES[parameter.kind]
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, RAW):
        data = as_bytes(value)
        return data.tobytes() if dtype.itemsize == 1 else data.view(dtype)
    return np.asarray(value, None if dtype.kind != "f" else np.float64).astype(dtype).reshape(-1)


def _text(value) -> str:
    if isinstance(value, str):
        return value
    data = value if isinstance(value, bytes) else as_bytes(value).tobytes()
    return data.split(b"\0")[0].decode("utf-8", "replace")


def _memory(value, values: dict):
    """The bytes of memory; numbers of Python become those of the type among the arguments."""
    if isinstance(value, str):
        return value
    if "drawcount" in values and isinstance(value, (list, tuple, np.ndarray)):
        return [Opaque(int(each)) if each else None for each in value]
    dtype = MEMORY_TYPES.get(_integer(values["type"])) if "type" in values else None
    if dtype is None or dtype.names is not None:
        return as_bytes(value if hasattr(value, "dtype") or isinstance(value, RAW)
                        else np.asarray(value)).tobytes()  # fmt: skip
    return as_typed_memory(value, dtype)[0].tobytes()
