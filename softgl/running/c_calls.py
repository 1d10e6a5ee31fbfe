"""Functions of EGL and OSMesa for Python, in PyOpenGL's forms: `python_functions`."""

from __future__ import annotations

import ctypes
from functools import wraps
from importlib import import_module

import numpy as np

from softgl.counts import counted
from softgl.gl.api.signature import Parameter


def python_functions(prefix: str) -> dict:
    """Name -> Python function, for the functions with a prefix."""
    import_module("softgl.capi.calls")  # registers them
    entry_points = import_module("softgl.capi.entry_points").ENTRY_POINTS
    found = {
        name: _function(entry_point)
        for name, entry_point in entry_points.items()
        if name.startswith(prefix)
    }
    if prefix == "OSMesa":
        found |= _queries(dict(found))
    return found


def _function(entry_point):
    """Wraps an entry point: pointers may be any Python form of memory."""
    parameters = entry_point.signature.parameters
    called = entry_point.function

    @wraps(called)
    def function(*arguments):
        if len(arguments) != len(parameters):
            names = ", ".join(parameter.name for parameter in parameters)
            number = counted(len(arguments), "argument")
            raise TypeError(f"{entry_point.name}({names}): got {number}")
        held = [_held(*each) for each in zip(parameters, arguments, strict=True)]
        return called(*map(_word, parameters, held))

    function.__name__ = entry_point.name
    return function


def _held(parameter: Parameter, value):
    """Converts an argument to a number, or to memory that lives until the call ends."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, (list, tuple)):
        # Attributes of EGL 1.5 are as wide as pointers.
        kind = ctypes.c_ssize_t if parameter.kind == "intptr" else ctypes.c_int
        return (kind * len(value))(*value)
    return value


def _word(parameter: Parameter, value) -> int:
    """Converts an argument to C's word: the address of memory, or the number itself."""
    if not parameter.pointer:
        return value.value if isinstance(value, ctypes._SimpleCData) else value
    if value is None or isinstance(value, int):
        return value or 0
    if isinstance(value, ctypes.c_void_p):
        return value.value or 0
    if isinstance(value, np.ndarray):
        return value.ctypes.data
    return ctypes.cast(value, ctypes.c_void_p).value or 0


def _queries(functions: dict) -> dict:
    """OSMesa's queries that return in Python what C writes through pointers."""

    def get_integer(pname):
        """Returns a parameter of the current context."""
        value = ctypes.c_int()
        functions["OSMesaGetIntegerv"](pname, ctypes.byref(value))
        return value.value

    def buffer_of(name):
        def get_buffer(context):
            """Returns the width, the height, the number of the type and the address of a buffer."""
            numbers, address = (ctypes.c_int * 3)(), ctypes.c_void_p()
            places = [ctypes.byref(numbers, 4 * place) for place in range(3)]
            functions[name](context, *places, ctypes.byref(address))
            return (*numbers, address)

        return get_buffer

    names = ("OSMesaGetColorBuffer", "OSMesaGetDepthBuffer")
    return {"OSMesaGetIntegerv": get_integer, **{name: buffer_of(name) for name in names}}
