"""Parameters of objects: glLight*, glFog*, glTexGen* and the like, each family from one table.

A table says, by pname, which field holds a parameter, its legal values, and what a query returns.
`define_family` makes the commands that the registry lists for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import bad_argument, converted, invalid_enum, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.few_numbers import few_numbers
from softgl.gl.api.memory import fill
from softgl.gl.api.numbers import linear, rounded, single, singles
from softgl.gl.api.signature import EnumSet, commands_like
from softgl.records import dataclass

DTYPES = {
    "i": np.int32, "f": np.float32, "d": np.float64, "Ii": np.int32, "Iui": np.uint32,
}  # fmt: skip
"""The number type of a command by its suffix, without v."""


def unchanged(ctx, value):
    return value


@dataclass(frozen=True)
class ObjectParameter:
    """A parameter of an object.

    name : the field that holds it. also : another field set to the same value; such a parameter
        cannot be queried.
    read : (numbers, integers) -> the field's value; `integers` is True for an `i` command.
    write : (value, integers) -> the number, or the numbers, that a query returns.
    size : the number of components.
    adapt : (context, value, *selectors) -> the value to store, as a position in eye coordinates.
        `selectors` are the command's arguments before pname.
    shown : (context, value) -> the value that a query returns.
    """

    name: str
    read: Callable
    write: Callable = lambda value, integers: rounded(value) if integers else value
    size: int = 1
    also: str = ""
    adapt: Callable | None = None
    shown: Callable = unchanged


def number(name: str, low=-math.inf, high=math.inf, allowed=()) -> ObjectParameter:
    """Returns a parameter: a number in [low, high] or `allowed`; GL_INVALID_VALUE for others."""
    bounded = (low, high) != (-math.inf, math.inf)

    def read(values, _):
        value = single(values[0])
        if bounded and not low <= value <= high and value not in allowed:
            more = "".join(f" and is not {other}" for other in allowed)
            raise invalid_value(f"params: {value} is outside [{low}, {high}]{more}")
        return value

    return ObjectParameter(name, read)


def numbers(name: str, size: int, adapt=None) -> ObjectParameter:
    """Returns a parameter of several numbers, which an integer query rounds one by one."""

    def write(value, integers):
        return [rounded(each) for each in value] if integers else value

    def read(values, _):
        return singles(values)

    return ObjectParameter(name, read, write, size, adapt=adapt)


def whole_numbers(name: str, size: int) -> ObjectParameter:
    """Returns a parameter of commands with I: integers as they are, other numbers rounded."""

    def read(values, _):
        return tuple(int(value) for value in values)

    def write(value, _):
        return [each if isinstance(each, int) else rounded(each) for each in value]

    return ObjectParameter(name, read, write, size)


def components(values, integers: bool) -> tuple[float, ...]:
    """Returns a colour's components; integers map to "(2c + 1) / (2^32 - 1)" (2.1, table 2.9)."""
    return singles([(2 * value + 1) / (2**32 - 1) for value in values] if integers else values)


def color(name: str, *, also="", shown=None) -> ObjectParameter:
    """Returns a parameter: a colour; shown : (context, value) -> the value for a query."""

    def write(value, integers):
        return linear(value) if integers else value

    return ObjectParameter(name, components, write, 4, also, shown=shown or unchanged)


def choice(name: str, legal: EnumSet, adapt=None) -> ObjectParameter:
    """Returns a parameter: an enum, stored as its GL value."""

    def read(values, _):
        if values[0] in legal:
            return int(values[0])
        raise invalid_enum(f"param: {legal.describe(rounded(values[0]))}")

    return ObjectParameter(name, read, adapt=adapt)


def truth(name: str) -> ObjectParameter:
    """Returns a parameter: a boolean; zero is false."""
    return ObjectParameter(name, lambda values, _: bool(values[0]))


def as_numbers(params, dtype, count: int | None = None, source=None) -> list:
    """Returns a sequence, nested or not, or one number, as a flat list.

    count, source : the number and type of the elements at an `Address`.
    """
    try:
        if type(params) is Address:
            return params.numbers(source, count)
        return converted(params, dtype, count).tolist()
    except Exception as error:
        raise bad_argument("params: numbers needed", error) from None


def read_parameter(parameter: ObjectParameter, pname: int, params, kind: str, is_vector: bool):
    """Converts the argument of a command of type `kind`, one of DTYPES, to a parameter's value.

    GL_INVALID_ENUM for a scalar command if there are several components, GL_INVALID_VALUE for too
    few. A missing fourth component is 1, as in a colour or a vertex; C would read beyond the end.
    """
    if is_vector or parameter.size == 1:
        of_integers = _INTEGERS[kind]
        found = few_numbers(params, parameter.size, of_integers, DTYPES[kind])
        if found is not None and len(found) >= parameter.size:
            return parameter.read(found[: parameter.size], of_integers)
    if parameter.size > 1 and not is_vector:
        raise invalid_enum(f"pname: {gl.name_of(pname)} needs the form with an array")
    integers = _is_integer(kind)
    exact = np.int64 if integers else np.float64
    values = as_numbers(params, exact, parameter.size, DTYPES[kind])
    if (len(values), parameter.size) == (3, 4) and not integers:
        values.append(1.0)
    if len(values) < parameter.size:
        raise invalid_value(
            f"params: {counted(parameter.size, 'number')} needed, not {len(values)}"
        )
    return parameter.read(values[: parameter.size], integers)


def return_parameter(ctx, parameter: ObjectParameter, holder, kind: str, out):
    """Returns a parameter of `holder` for a query of type `kind`: a NumPy scalar or an array."""
    value = parameter.shown(ctx, getattr(holder, parameter.name))
    # Integers are cut to their low 32 bits.
    written = np.asarray(parameter.write(value, _is_integer(kind)))
    written = written.astype(DTYPES[kind])
    return fill(out, written if parameter.size > 1 else written[()])


_INTEGERS = {kind: np.dtype(dtype).kind in "iu" for kind, dtype in DTYPES.items()}
"""True for the integer kinds."""


def _is_integer(kind):
    return _INTEGERS[kind]


def define_family(base, table, find, doc, *, between=False, get_checks=None, **checks) -> None:
    """Registers gl`base`{i,f,d}[v] and glGet`base`{i,f,d}v, as far as the registry lists them.

    table : the parameters by pname, or a function from the selectors to such a table.
    find : (context, *selectors) -> the objects to set; a query reads the first.
    doc : the objects' name for docstrings and messages: "a light".
    checks : the legal selectors, and further arguments of `command`. get_checks : those of the
        queries, if they differ.
    """

    def parameter(selectors, pname):
        found = (table(*selectors) if callable(table) else table).get(pname)
        if found is None:
            raise invalid_enum(f"pname: {gl.name_of(pname)} is not a parameter of {doc}")
        return found

    for match in commands_like(rf"gl{base}([ifd])(v?)"):
        setter = _setter(parameter, find, match[1], bool(match[2]), doc)
        command(match[0], between=between, **checks)(setter)
    for match in commands_like(rf"glGet{base}([ifd])v"):
        getter = _getter(parameter, find, match[1], doc)
        command(match[0], listed=False, **(get_checks or checks))(getter)


def _setter(parameter, find, kind, is_vector, doc):
    def set_parameter(ctx, *arguments):
        *selectors, pname, params = arguments
        found = parameter(selectors, pname)
        value = read_parameter(found, pname, params, kind, is_vector)
        if found.adapt is not None:
            value = found.adapt(ctx, value, *selectors)
        for holder in find(ctx, *selectors):
            setattr(holder, found.name, value)
            if found.also:
                setattr(holder, found.also, value)

    set_parameter.__doc__ = f"Sets a parameter of {doc}."
    return set_parameter


def _getter(parameter, find, kind, doc):
    def get_parameter(ctx, *arguments):
        *selectors, pname, out = arguments
        found = parameter(selectors, pname)
        if found.also:
            raise invalid_enum(f"pname: {gl.name_of(pname)} stands for two parameters of {doc}")
        return return_parameter(ctx, found, find(ctx, *selectors)[0], kind, out)

    get_parameter.__doc__ = f"Returns a parameter of {doc}."
    return get_parameter
